"""The pages (docs/pages.md): the template of each address, and its context."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import jinja2
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from markupsafe import Markup

from tricorn.bonus import Bonus
from tricorn.editions import EDITIONS, HOUSE_RULES, Edition, edition_named, editions_for
from tricorn.errors import TricornError
from tricorn.locales.i18n import Language
from tricorn.moves import Place
from tricorn.render import Drawn, Position, svg
from tricorn.render.palette import DARK, LIGHT
from tricorn.round.drawing import position_of
from tricorn.rule_words import edition_summary
from tricorn.web.accept import language_of
from tricorn.web.lan import links_to
from tricorn.web.large import large_response
from tricorn.web.pages.assets import Assets
from tricorn.web.pages.offline import OFFLINE_PAGES, home_context, rules_context
from tricorn.web.pages.pictures import draw_preview, draw_qr_code
from tricorn.web.pages.rules_html import html_sections
from tricorn.web.refusals import Refused
from tricorn.web.security.codes import is_code, no_table
from tricorn.web.server import caller_of, server_of
from tricorn.web.tables.info import DEFAULT_LEVEL
from tricorn.web.tables.table import Table
from tricorn.web.work.pacing import paced

__all__ = ["on_demand", "render_error", "router", "write_page"]

_TEMPLATES = Path(__file__).parents[1] / "templates"
_PIECES_BETWEEN_PAUSES = 20  # pieces of a rendered page

router = APIRouter(include_in_schema=False)


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
        lang=language.code, picture=picture, theme_colours={"light": LIGHT.table, "dark": DARK.table}
    )
    return environment


_environments: dict[Language, jinja2.Environment] = {}


async def _page(
    request: Request, template: str, prepare: Callable[[], dict[str, Any]] = dict, /, **context: Any
) -> Response:
    """A page, rendered in a worker thread, where `prepare` computes the expensive part of its context."""
    language = language_of(request, server_of(request).languages)

    def write() -> bytes:
        return _write(request, template, language, **context, **prepare())

    return await large_response(request, caller_of(request), write, "text/html", _headers(language))


def _write(request: Request, template: str, language: Language, /, **context: Any) -> bytes:
    server = server_of(request)
    addresses = {"page": lambda name="": f"/{name}", "root_file": "/{}".format}
    return write_page(template, language, server.languages.values(), server.assets, **addresses, **context)


def write_page(
    template: str, language: Language, languages: Iterable[Language], assets: Assets, /, **context: Any
) -> bytes:
    """A rendered page; `page` and `root_file` return the addresses of other pages and of files at the root."""
    if language not in _environments:
        _environments[language] = _environment(language)
    shared = {
        "static": assets.address,
        "imported_by": assets.imported_by,
        "style_address": assets.style_address,
        "version": assets.version,
        "modules": assets.modules(),
        "words": language.words,
        "languages": languages,
    }
    pieces = _environments[language].get_template(template).generate(**(shared | context))
    return "".join(paced(pieces, every=_PIECES_BETWEEN_PAUSES)).encode()


def _headers(language: Language) -> dict[str, str]:
    return {"Cache-Control": "no-cache", "Content-Language": language.code, "Vary": "Accept-Language, Cookie"}


def render_error(request: Request, status: int, message: str) -> HTMLResponse:
    """The response with a page that says what was wrong with a request."""
    language = language_of(request, server_of(request).languages)
    body = _write(request, "error.html", language, status=status, message=message)
    return HTMLResponse(body, status, _headers(language))


def _position(placements: str, bonus: str | None = None, caption: str = "") -> Position:
    """The position after some placements, with the bonus of the last one."""
    places = [Place.parse(text) for text in placements.split()]
    tiles = tuple(Drawn(place.cell, place.numbers) for place in places)
    return Position(tiles, Bonus(bonus) if bonus else None, caption=caption)


_SAMPLE = _position("0,0^033 -1,0v340 0,0v300 0,1^500 -1,1^504 -1,1v055", "hexagon")


@lru_cache(maxsize=100)  # enough for all editions in every language; with house rules there is no limit
def _picture(language: Language, placements: str, bonus: str | None = None, caption: str = "") -> Markup:
    """A picture of some placements, with the bonus of the last one."""
    position = _position(placements, bonus, caption)
    return Markup(svg(position, theme="light", say=language.gettext))  # our own code, which escapes all text


@router.get("/")
async def home(request: Request) -> Response:
    server = server_of(request)
    return await _page(
        request, "home.html", **home_context(language_of(request, server.languages), server.settings.levels)
    )


def _editions(request: Request) -> list[Edition]:
    """All editions, starting with the default for the request's language."""
    return editions_for(language_of(request, server_of(request).languages).code)


@router.get("/t/{code}")
async def table(request: Request, code: str) -> Response:
    table = await _find_table(request, code)
    edition = edition_named(table.state.info.edition)
    say = language_of(request, server_of(request).languages).gettext
    return await _game_page(
        request,
        "table.html",
        code=table.code,
        links=_links(request, "table", table.code),
        names=[seat.name for seat in table.state.info.seats if seat.kind != "open"],
        preview=request.url_for("preview_of_table", code=table.code),
        edition=edition,
        played=edition_summary(edition, say),
        levels=server_of(request).settings.levels,
        level=DEFAULT_LEVEL,
    )


@router.get("/t/{code}/replay")
async def replay_table(request: Request, code: str) -> Response:
    return await _game_page(request, "replay.html", code=(await _find_table(request, code)).code)


@router.get("/t/{code}/preview.png")
async def preview_of_table(request: Request, code: str) -> Response:
    """A picture of the tiles on the table, for link previews in messengers; a sample before the first placement."""
    caller = caller_of(request)
    caller.server.previews.check(caller.address)
    game = (await _find_table(request, code)).state.game
    position = None if game is None else position_of(game.round)
    in_process = caller.server.tables.context.workers.in_process
    draw = partial(in_process, draw_preview, position if position is not None and position.tiles else _SAMPLE)
    return await large_response(request, caller, draw, "image/png", {"Cache-Control": "public, max-age=60"})


async def _game_page(request: Request, template: str, **context: Any) -> Response:
    """A page that checks deals, whose scripts need more translations."""
    language = language_of(request, server_of(request).languages)
    return await _page(request, template, words=language.words_for("coach", "deals", "learn"), **context)


async def _find_table(request: Request, code: str) -> Table:
    """The table with this code; raises `Refused` if there is none."""
    caller = caller_of(request)
    return await caller.server.tables.get(code, caller.address)


@router.get("/t/{code}/qr.svg")
async def qr_code(request: Request, code: str, at: int = 0) -> Response:
    """The table's link as a QR code; `at` chooses among several addresses."""
    return await _qr_code(request, "table", code, at)


@router.get("/score/{code}/qr.svg")
async def qr_code_of_sheet(request: Request, code: str, at: int = 0) -> Response:
    """The score sheet's link as a QR code."""
    return await _qr_code(request, "score_sheet", code, at)


def _links(request: Request, page: str, code: str) -> list[str]:
    """The links to a table or sheet that work on other devices, the best first."""
    return links_to(request, page, code, server_of(request).settings.addresses)


async def _qr_code(request: Request, page: str, code: str, at: int) -> Response:
    if not is_code(code.upper()):
        raise no_table(code)
    links = _links(request, page, code.upper()) or [str(request.url_for(page, code=code.upper()))]
    caller = caller_of(request)
    in_process = caller.server.tables.context.workers.in_process
    draw = partial(in_process, draw_qr_code, links[at if 0 <= at < len(links) else 0])
    return await large_response(request, caller, draw, "image/svg+xml", {"Cache-Control": "no-cache"})


def _serve_offline_page(name: str) -> None:
    """Serve a page that needs no server at its address."""

    @router.get(f"/{name}")
    async def offline_page(request: Request) -> Response:
        language = language_of(request, server_of(request).languages)
        template, context = OFFLINE_PAGES[name]
        return await _page(request, template, partial(context, language))


for _name, _offline in OFFLINE_PAGES.items():
    if _offline.template not in ("home.html", "rules.html"):  # to these the server adds something
        _serve_offline_page(_name)


@router.get("/score/{code}")
async def score_sheet(request: Request, code: str) -> Response:
    return await _sheet_page(request, code, "score.html")


@router.get("/score/{code}/tv")
async def score_on_television(request: Request, code: str) -> Response:
    return await _sheet_page(request, code, "score_tv.html")


async def _sheet_page(request: Request, code: str, template: str) -> Response:
    caller = caller_of(request)
    sheet = await caller.server.tables.sheet(code, caller.address)
    links = _links(request, "score_sheet", sheet.code)
    edition = sheet.sheet.edition

    def prepare() -> dict[str, Any]:
        return {"rules": {section.key: section.html for section in html_sections(edition, caller.language)}}

    words = caller.language.words_for("score")
    return await _page(request, template, prepare, words=words, code=sheet.code, links=links, edition=edition)


@router.get("/rules")
async def rules(request: Request) -> Response:
    return await _rules(request, _editions(request)[0].id)


@router.get("/rules/{edition}")
async def rules_of_edition(request: Request, edition: str) -> Response:
    return await _rules(request, edition)


async def _rules(request: Request, name: str) -> Response:
    edition = _with_house_rules(request, name)
    language = language_of(request, server_of(request).languages)
    return await _page(request, "rules.html", partial(rules_context, edition, language))


def _with_house_rules(request: Request, name: str) -> Edition:
    if name not in EDITIONS:
        raise Refused("not-found", "There is no such page.", 404)
    pairs = [(key, value) for key, value in request.query_params.multi_items() if key in HOUSE_RULES]
    try:
        return EDITIONS[name].with_house_rules(pairs)
    except TricornError as error:
        raise Refused.by_rules(error, "edition", 422) from None


@router.get("/offline")
async def offline(request: Request) -> Response:
    pages = [f"/{name}" for name in OFFLINE_PAGES]
    return await _page(request, "offline.html", offline_pages=pages, offline_files=on_demand(server_of(request).assets))


def on_demand(assets: Assets) -> list[str]:
    """The addresses of all scripts, of the puzzles and of the modules: pages load some of them on demand."""
    files = [name for name in assets.names() if name.startswith(("js/", "puzzles/"))]
    return [*(assets.address(name) for name in files), *assets.modules().values()]


@router.get("/manifest.webmanifest")
async def manifest(request: Request) -> Response:
    return server_of(request).assets.respond(request, "manifest.webmanifest")


@router.get("/sw.js")
async def service_worker(request: Request) -> Response:
    """The service worker, at the root because it controls only pages below its own folder."""
    return server_of(request).assets.respond(request, "sw.js")


@router.get("/static/{version}/{name:path}")
async def static_file(request: Request, version: str, name: str) -> Response:
    return server_of(request).assets.respond(request, name, version)
