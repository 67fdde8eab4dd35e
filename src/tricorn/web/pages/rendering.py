"""Renders the templates of the pages, for a server and for static sites."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from tricorn.bonus import Bonus
from tricorn.core.compile import percent_built
from tricorn.editions import PRESETS
from tricorn.locales.i18n import SOURCE, Language
from tricorn.moves import Place
from tricorn.render import Drawn, Position, svg
from tricorn.render.palette import DARK, LIGHT
from tricorn.web.pages.assets import Assets
from tricorn.web.pages.offline import menu_links, rules_page, setup_context
from tricorn.web.work.pacing import paced

__all__ = ["SAMPLE_POSITION", "page_address", "render_page", "render_parts"]

_TEMPLATES = Path(__file__).parents[1] / "templates"
_INDENTED = re.compile(r"\n\s+")
_COLOUR = re.compile(r' (?:fill|stroke)="#[0-9a-f]{6}"')
_TEXTS = re.compile(r"<(title|desc)>[^<]*</\1>\n?| role=\"img\" aria-label=\"[^\"]*\"")
_DECIMALS = re.compile(r"(?<=[ \"MLA])-?[0-9]+\.[0-9]{2}")
_PIECES_PER_CHECK = 20  # pieces of a rendered page between two checks whether it is time to pause


def page_address(root: str) -> Callable[..., str]:
    """The function that returns the URL of a page on a server."""
    return lambda name="": f"{root}{name}"


def render_page(
    template: str, language: Language, languages: Iterable[Language], assets: Assets, root: str, /, **context: Any
) -> bytes:
    """Render a page; `root` is the URL of the pages' root, to which all URLs of files and pages are added."""
    shared = {
        "root": root,
        "has_server": True,
        "page": page_address(root),
        "manifest": f"{root}manifest.webmanifest?lang={language.code}",
        "static": lambda name: f"{root}{assets.url(name, language.code)}",
        "style_url": lambda *names: f"{root}{assets.style_url(*names)}",
        "imported_by": assets.imported_by,
        "version": assets.version,
        "modules": {part: f"{root}{url}" for part, url in assets.modules().items()},
        "compiling": percent_built(),
        "files_to_cache": lambda: [f"{root}{url}" for url in assets.urls_to_cache(language.code)],
        "languages": languages,
        "menu_links": menu_links(language),
        "presets": PRESETS.values(),
        "rules_page": rules_page,
    }
    pieces = _environment(language).get_template(template).generate(**(shared | context))
    return _INDENTED.sub("\n", "".join(paced(pieces, every=_PIECES_PER_CHECK))).encode()


def render_parts(languages: Iterable[Language]) -> dict[str, bytes]:
    """The parts of pages that are files, by their names: in each language the form for a new table or score sheet."""
    parts = {}
    for language in languages:
        folder = "" if language.code == SOURCE else f"{language.code}/"
        form = _environment(language).get_template("setup.html").render(setup_context(language))
        parts[f"{folder}setup.html"] = form.encode()
    return parts


@cache
def _environment(language: Language) -> jinja2.Environment:
    """The templates in a language; each language has its own environment, because gettext is bound to it."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_TEMPLATES),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
        extensions=["jinja2.ext.i18n"],
    )
    environment.policies["ext.i18n.trimmed"] = True  # a message may have several lines
    install = getattr(environment, "install_gettext_callables")  # noqa: B009 (the extension brings it)
    install(language.gettext, language.ngettext, newstyle=True)
    picture = partial(_picture, language)
    environment.globals.update(
        lang=language.code,
        picture=picture,
        decoration=_decoration,
        theme_colours={"light": LIGHT.table, "dark": DARK.table},
    )
    return environment


def _position(placements: str, bonus: str | None = None, caption: str = "") -> Position:
    """The position after some placements, with the bonus of the last one."""
    places = [Place.parse(text) for text in placements.split()]
    tiles = tuple(Drawn(place.cell, place.numbers) for place in places)
    return Position(tiles, Bonus(bonus) if bonus else None, caption=caption)


SAMPLE_POSITION = _position("0,0^033 -1,0v340 0,0v300 0,1^500 -1,1^504 -1,1v055", "hexagon")


@lru_cache(maxsize=100)  # enough for all editions in every language; with house rules there is no limit
def _picture(language: Language, placements: str, bonus: str | None = None, caption: str = "") -> Markup:
    """A picture of some placements, with the bonus of the last one."""
    position = _position(placements, bonus, caption)
    text = svg(position, theme="light", say=language.gettext)
    return Markup(_COLOUR.sub("", text))  # our own code, which escapes all text; the style sheet has the colours


@lru_cache
def _decoration(placements: str, bonus: str) -> Markup:
    """The same for a page that hides it from screen readers: small, and without texts, which would be tooltips too."""
    text = _TEXTS.sub("", _COLOUR.sub("", svg(_position(placements, bonus))))
    return Markup(_DECIMALS.sub(lambda match: f"{float(match[0]):.1f}".removesuffix(".0"), text))
