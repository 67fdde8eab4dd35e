"""The pages (docs/pages.md): the template of each address, and its context."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from tricorn.bots import DEFAULT_LEVEL, LEVELS
from tricorn.editions import EDITIONS, HOUSE_RULES, PRESETS, Edition, edition_named, edition_or_preset, preset_of
from tricorn.errors import TricornError
from tricorn.locales.i18n import Language
from tricorn.round.pictures import position_of
from tricorn.rule_words import edition_summary, house_rule_words
from tricorn.rules_in_short import in_short
from tricorn.web.language import negotiate_language
from tricorn.web.links import link_to, links_to, root_of
from tricorn.web.pages.manifest import write_manifest
from tricorn.web.pages.offline import FIRST_PRESET, OFFLINE, OFFLINE_PAGES, home_context, rules_context
from tricorn.web.pages.pictures import draw_preview, draw_qr_code
from tricorn.web.pages.rendering import SAMPLE_POSITION, page_address, render_page
from tricorn.web.pages.rules_html import html_sections
from tricorn.web.refusals import Refused, not_found_refusal
from tricorn.web.score.live_sheet import LiveSheet
from tricorn.web.security.codes import CODE_LETTERS, is_code, no_table_refusal
from tricorn.web.server import get_caller, get_server
from tricorn.web.tables.table import Table
from tricorn.web.worker_response import worker_response
from tricorn.wording import Say

__all__ = ["render_error", "router"]

router = APIRouter(include_in_schema=False)


async def _page(
    request: Request, template: str, prepare: Callable[[], dict[str, Any]] = dict, /, **context: Any
) -> Response:
    """A page, rendered in a worker thread, where `prepare` computes the expensive part of its context."""
    language = _language(request)

    def write() -> bytes:
        return _write(request, template, language, **context, **prepare())

    caller = get_caller(request)
    reads = caller.server.context.workers.reads
    return await worker_response(request, caller, reads, "text/html", _headers(language), write)


def _write(request: Request, template: str, language: Language, /, **context: Any) -> bytes:
    server = get_server(request)
    return render_page(template, language, server.languages.values(), server.assets, root_of(request), **context)


def _language(request: Request) -> Language:
    return negotiate_language(request, get_server(request).languages)


def _headers(language: Language) -> dict[str, str]:
    return {"Cache-Control": "no-cache", "Content-Language": language.code, "Vary": "Accept-Language, Cookie"}


def render_error(request: Request, status: int, message: str) -> HTMLResponse:
    """The response with a page that says what was wrong with a request."""
    language = _language(request)
    body = _write(request, "error.html", language, status=status, message=message)
    return HTMLResponse(body, status, _headers(language))


@router.get("/")
async def home(request: Request) -> Response:
    server = get_server(request)
    return await _page(request, "home.html", **home_context(_language(request), server.settings.levels))


@router.get("/t/{code}")
async def table(request: Request, code: str) -> Response:
    table = await _get_table(request, code)
    edition = edition_named(table.state.info.edition)
    say = _language(request).gettext
    return await _page(
        request,
        "table.html",
        code=table.code,
        links=_links(request, "table", table.code),
        names=[seat.name for seat in table.state.info.seats],
        preview=link_to(request, "preview_of_table", code=table.code),
        edition=edition,
        played=_played(edition, say),
        is_waiting=not table.state.info.has_begun,
        in_short=in_short(edition, say),
        levels=get_server(request).settings.levels,
        level=DEFAULT_LEVEL,
    )


def _played(edition: Edition, say: Say) -> list[str]:
    """The rules at a table in a few words: a preset, or the edition and its house rules."""
    preset = preset_of(edition)
    if preset is None:
        return edition_summary(edition, say)
    others = replace(EDITIONS[edition.id], clock=edition.clock, head_start=edition.head_start)
    return [f"{say(preset.name)}: {say(preset.short)}", *house_rule_words(others, say)]


@router.get("/t/{code}/replay")
async def replay_table(request: Request, code: str) -> Response:
    table = await _get_table(request, code)
    return await _page(request, "replay.html", code=table.code, levels=LEVELS)


@router.get("/t/{code}/preview.png")
async def preview_of_table(request: Request, code: str) -> Response:
    """A picture of the tiles on the table, for link previews in messengers; a sample before the first placement."""
    caller = get_caller(request)
    caller.server.limits.previews.take_or_refuse(caller.address)
    game = (await _get_table(request, code)).state.game
    position = None if game is None else position_of(game.round)
    shown = position if position is not None and position.tiles else SAMPLE_POSITION
    pictures, headers = caller.server.context.workers.pictures, {"Cache-Control": "public, max-age=60"}
    return await worker_response(request, caller, pictures, "image/png", headers, draw_preview, shown)


async def _get_table(request: Request, code: str) -> Table:
    """The table with this code; raises `Refused` if there is none."""
    caller = get_caller(request)
    return await caller.server.registry.table(code, caller.address)


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
    settings = get_server(request).settings
    return links_to(request, page, settings.address, settings.base_path, code=code)


async def _qr_code(request: Request, page: str, code: str, at: int) -> Response:
    if not is_code(code.upper()):
        raise no_table_refusal(code)
    links = _links(request, page, code.upper()) or [str(link_to(request, page, code=code.upper()))]
    caller = get_caller(request)
    link = links[at if 0 <= at < len(links) else 0]
    pictures, headers = caller.server.context.workers.pictures, {"Cache-Control": "no-cache"}
    return await worker_response(request, caller, pictures, "image/svg+xml", headers, draw_qr_code, link)


def _serve_offline_page(name: str) -> None:
    """Add the route of a page that needs nothing from the server."""

    @router.get(f"/{name}")
    async def offline_page(request: Request) -> Response:
        page = OFFLINE_PAGES[name]
        return await _page(request, page.template, partial(page.context, _language(request)))


for _name, _offline in OFFLINE_PAGES.items():
    if _offline.template not in ("home.html", "rules.html", "device.html"):  # they have routes below, with more context
        _serve_offline_page(_name)


@router.get("/device")
async def device(request: Request) -> Response:
    settings = get_server(request).settings
    links = links_to(request, "device", settings.address, settings.base_path)
    return await _page(request, "device.html", link=links[0] if links else "")


@router.get("/score/{code}")
async def score_sheet(request: Request, code: str) -> Response:
    live = await _get_sheet(request, code)
    language, edition = _language(request), live.sheet.edition
    links = _links(request, "score_sheet", live.code)

    def prepare() -> dict[str, Any]:
        return {"rules": {section.key: section.html for section in html_sections(edition, language)}}

    return await _page(request, "score.html", prepare, code=live.code, links=links, edition=edition)


@router.get("/tv")
async def television(request: Request) -> Response:
    """Where somebody types the code of a table or a score sheet into a television."""
    return await _page(request, "tv_code.html", letters=CODE_LETTERS)


@router.get("/t/{code}/tv")
async def table_on_television(request: Request, code: str) -> Response:
    table = await _get_table(request, code)
    info = table.state.info
    return await _television(request, "table", table.code, edition_named(info.edition), is_waiting=not info.started)


@router.get("/score/{code}/tv")
async def score_on_television(request: Request, code: str) -> Response:
    live = await _get_sheet(request, code)
    return await _television(request, "score_sheet", live.code, live.sheet.edition, is_waiting=not live.sheet.lines)


async def _television(request: Request, page: str, code: str, edition: Edition, is_waiting: bool) -> Response:
    """The television of a table or a score sheet; it has no key, so it sees what everybody may see."""
    language = _language(request)
    context = {
        "path": link_to(request, page, code=code).path,
        "links": _links(request, page, code),
        "host": request.url.netloc,
        "is_sheet": page == "score_sheet",
        "is_waiting": is_waiting,
        "edition": edition,
        "played": _played(edition, language.gettext),
    }
    return await _page(request, "tv.html", code=code, **context)


async def _get_sheet(request: Request, code: str) -> LiveSheet:
    """The score sheet with this code; raises `Refused` if there is none."""
    caller = get_caller(request)
    return await caller.server.registry.sheet(code, caller.address)


@router.get("/rules")
async def rules(request: Request) -> Response:
    return await _rules_page(request, FIRST_PRESET.id)


@router.get("/rules/{name}")
async def rules_by_name(request: Request, name: str) -> Response:
    return await _rules_page(request, name)


async def _rules_page(request: Request, name: str) -> Response:
    edition = _with_house_rules(request, name)
    language = _language(request)
    return await _page(request, "rules.html", partial(rules_context, edition, language))


def _with_house_rules(request: Request, name: str) -> Edition:
    if name not in {**EDITIONS, **PRESETS}:
        raise not_found_refusal()
    pairs = [(key, value) for key, value in request.query_params.multi_items() if key in HOUSE_RULES]
    try:
        return edition_or_preset(name).with_house_rules(pairs)
    except TricornError as error:
        raise Refused.by_rules(error, "edition", 422) from None


@router.get("/offline")
async def offline(request: Request) -> Response:
    return await _page(request, OFFLINE.template, **OFFLINE.context(_language(request)))


@router.get("/manifest.webmanifest")
async def manifest(request: Request) -> Response:
    """The manifest of the installed app, with addresses of files that stay the same after an upgrade."""
    language, root = _language(request), root_of(request)
    contents = write_manifest(language, root, page_address(root), "latest")
    return Response(contents, headers=_headers(language), media_type="application/manifest+json")


@router.get("/sw.js")
async def service_worker(request: Request) -> Response:
    """The service worker, at the root because it controls only pages below its own folder."""
    return get_server(request).assets.respond(request, "sw.js")


@router.get("/static/{version}/{name:path}")
async def static_file(request: Request, version: str, name: str) -> Response:
    return get_server(request).assets.respond(request, name, version)
