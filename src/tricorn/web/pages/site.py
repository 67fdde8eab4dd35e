"""The pages that need no server as static files: rules, replay, games played in the browser and more."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from tricorn.core.loading import web_files
from tricorn.locales.i18n import Language, load_languages
from tricorn.web.pages.assets import Assets
from tricorn.web.pages.manifest import write_manifest
from tricorn.web.pages.offline import OFFLINE, OFFLINE_PAGES
from tricorn.web.pages.rendering import render_page, render_parts

__all__ = ["site_files"]

_STYLES = re.compile(r'"[./]*static/[^/]+/(css/joined/[^"]+)"')


def site_files() -> Iterator[tuple[str, bytes]]:
    """The names and contents of all files."""
    languages = list(load_languages().values())
    parts = render_parts(languages)
    assets = Assets(modules=web_files, languages=languages, parts=parts)
    names = {name for name in assets.names() if PurePosixPath(name).parts[0] != "css"} - {"sw.js"}
    for language in languages:
        for name, contents in _pages(language, languages, assets):
            names.update(_STYLES.findall(contents.decode()))
            yield _folder(language) + name, contents
        manifest = write_manifest(language, _root(language), _address, assets.version)
        yield f"{_folder(language)}manifest.webmanifest", manifest
    for name in sorted(names):
        yield f"static/{assets.version}/{name}", assets.contents(name) or b""
    yield "sw.js", assets.contents("sw.js") or b""


def _folder(language: Language) -> str:
    """The folder of a language's pages: the root for English, a folder below it for any other."""
    return "" if language.code == "en" else f"{language.code}/"


def _file_name(page: str = "") -> str:
    return f"{page.replace('/', '-') or 'index'}.html"


def _root(language: Language) -> str:
    return "../" if _folder(language) else "./"


def _address(page: str = "") -> str:
    """The URL of a page in the same language."""
    return f"./{_file_name(page)}"


def _pages(language: Language, languages: list[Language], assets: Assets) -> Iterator[tuple[str, bytes]]:
    """The pages in a language."""
    own = {"page": _address, "folder_of": _folder, "has_server": False, "manifest": "./manifest.webmanifest"}
    for name, page in {**OFFLINE_PAGES, "offline": OFFLINE}.items():
        context = own | page.context(language)
        yield _file_name(name), render_page(page.template, language, languages, assets, _root(language), **context)
