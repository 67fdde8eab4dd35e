"""The manifest of the installed app: all that it names exists, on a server and among the files of a site."""

from __future__ import annotations

import json
import posixpath
from collections.abc import Iterator
from io import BytesIO
from typing import Any
from urllib.parse import urldefrag, urljoin

import pytest
from PIL import Image
from tests.web.clients import Caller
from tests.web.server_process import Server

from tricorn.web.pages.site import site_files

LANGUAGES = {"en": "Play now", "es": "Jugar ya"}


def addresses_in(value: Any, keys: tuple[str, ...] = ("src", "url", "start_url")) -> Iterator[str]:
    """All addresses in a manifest."""
    if isinstance(value, dict):
        yield from (each for key, each in value.items() if key in keys)
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from addresses_in(each, keys)


def check_sizes(manifest: dict[str, Any], files: dict[str, bytes]) -> None:
    """Every picture has the size that the manifest says."""
    for picture in manifest["icons"] + manifest["screenshots"]:
        if picture["sizes"] != "any":
            with Image.open(BytesIO(files[picture["src"]])) as opened:
                assert "{}x{}".format(*opened.size) == picture["sizes"], picture["src"]


@pytest.mark.parametrize(("language", "play"), LANGUAGES.items())
async def test_all_that_the_manifest_names_is_served(server: Server, language: str, play: str) -> None:
    caller = Caller(server)
    page = (await caller.get(f"/?lang={language}")).text
    assert f'<link rel="manifest" href="/manifest.webmanifest?lang={language}">' in page
    manifest = (await caller.get(f"/manifest.webmanifest?lang={language}")).json()
    assert (manifest["lang"], manifest["shortcuts"][0]["name"]) == (language, play)
    answers = {address: await caller.get(urldefrag(address)[0]) for address in addresses_in(manifest)}
    assert {answer.status_code for answer in answers.values()} == {200}
    assert {shot["form_factor"] for shot in manifest["screenshots"]} == {"narrow", "wide"}
    check_sizes(manifest, {address: answer.content for address, answer in answers.items()})


def test_all_that_the_manifests_of_a_site_name_is_in_its_folder() -> None:
    files = dict(site_files())
    for language, play in LANGUAGES.items():
        folder = "" if language == "en" else f"{language}/"
        assert b'<link rel="manifest" href="./manifest.webmanifest">' in files[f"{folder}index.html"]
        manifest = json.loads(files[f"{folder}manifest.webmanifest"])
        assert (manifest["lang"], manifest["shortcuts"][0]["name"]) == (language, play)
        named = {address: posixpath.normpath(folder + urldefrag(address)[0]) for address in addresses_in(manifest)}
        assert set(named.values()) <= files.keys()
        check_sizes(manifest, {address: files[name] for address, name in named.items()})
        inside = urljoin(f"https://x/y/{folder}", manifest["scope"])
        assert inside == "https://x/y/", "a page in another language is still the app"
