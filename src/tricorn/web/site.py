"""The pages that need no server, as files of a folder: rules, replay, and games played in the browser."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any

from tricorn.editions import DEFAULT_EDITION, EDITIONS
from tricorn.locales.i18n import Language, load_languages
from tricorn.web.assets import Assets
from tricorn.web.pages import (
    LOCAL_TABLE,
    OFFLINE_PAGES,
    home_context,
    learn_context,
    on_demand,
    rules_context,
    write_page,
)

__all__ = ["site_files"]

_STYLES = re.compile(r'"[./]*static/[^/]+/(css/joined/[^"]+)"')


def site_files(module: Path) -> Iterator[tuple[str, bytes]]:
    """The names and contents of all files; the module is the rules as WebAssembly."""
    languages = list(load_languages().values())
    assets = Assets(module=module)
    names = {name for name in assets.names() if PurePosixPath(name).parts[0] != "css"} - {
        "sw.js",
        "manifest.webmanifest",
    }
    for language in languages:
        for name, contents in _pages(language, languages, module):
            names.update(_STYLES.findall(contents.decode()))
            yield _folder_of(language) + name, contents
    for name in sorted(names):
        yield f"static/{assets.version}/{name}", assets.contents(name) or b""
    yield "sw.js", assets.contents("sw.js") or b""
    yield "manifest.webmanifest", _manifest(assets)


def _folder_of(language: Language) -> str:
    """The folder of a language's pages: the first folder for English, one below it for any other."""
    return "" if language.code == "en" else f"{language.code}/"


def _file_of(page: str = "") -> str:
    return f"{page.replace('/', '-') or 'index'}.html"


def _pages(language: Language, languages: list[Language], module: Path) -> Iterator[tuple[str, bytes]]:
    """The pages in a language."""
    root = "../" if _folder_of(language) else "./"
    assets = Assets(module=module, root=root)
    shared = {"root": root, "root_file": f"{root}{{}}".format, "page": lambda name="": f"./{_file_of(name)}"}
    for page in (*OFFLINE_PAGES, "offline"):
        template, context = _contents(page, language, assets)
        contents = write_page(template, language, languages, assets, folder_of=_folder_of, **shared, **context)
        yield _file_of(page), contents


def _contents(page: str, language: Language, assets: Assets) -> tuple[str, dict[str, Any]]:
    """The template of a page and what it gets."""
    kind, _, edition = page.partition("/")
    if kind == "rules":
        return "rules.html", rules_context(EDITIONS[edition or DEFAULT_EDITION], language)
    if kind == "offline":
        return "offline.html", {
            "offline_pages": ["./", *(f"./{_file_of(page)}" for page in OFFLINE_PAGES)],
            "offline_files": on_demand(assets),
        }
    words = {"words": language.words_for("coach", "deals", "learn")}
    return {
        "": ("home.html", home_context(language)),
        "learn": ("learn.html", learn_context(language)),
        "play": ("table.html", LOCAL_TABLE | words),
        "replay": ("replay.html", {"code": None} | words),
        "statistics": ("statistics.html", {}),
    }[kind]


def _manifest(assets: Assets) -> bytes:
    """The manifest with addresses relative to the folder."""
    manifest = json.loads(assets.contents("manifest.webmanifest") or b"{}")
    for icon in manifest["icons"]:
        icon["src"] = f"./static/{assets.version}/{icon['src'].split('/', 3)[3]}"
    return json.dumps(manifest | {"id": "./", "start_url": "./", "scope": "./"}, indent=2).encode()
