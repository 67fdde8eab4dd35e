"""The JSON API of score sheets, for the page and for other programs (docs/protocol.md)."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import PlainTextResponse, Response

from tricorn.editions import edition_named
from tricorn.errors import TricornError
from tricorn.record import Record
from tricorn.sheet import Sheet
from tricorn.sheet.as_csv import sheet_csv
from tricorn.sheet.averages import Averages
from tricorn.tiles import Tile
from tricorn.web.dependencies import JSON_PROBLEMS, PROBLEMS, CallerDep
from tricorn.web.refusals import Refused
from tricorn.web.requests import Keys
from tricorn.web.responses import Done
from tricorn.web.score import protocol, requests, responses
from tricorn.web.score.frames import challenge_data
from tricorn.web.score.info import SheetInfo, clean_names
from tricorn.web.score.live_sheet import LiveSheet
from tricorn.web.score.stored_sheets import GAME_NUMBER, game_from_record, new_game, player_averages
from tricorn.web.security.keys import KeyHash, hash_key, new_key
from tricorn.web.server import Caller
from tricorn.web.store import Damaged, StoredGame, StoredTable
from tricorn.web.worker_response import worker_response

__all__ = ["router"]

_MAX_AVERAGED = 30  # the latest sheets that averages are computed from
_MAX_AVERAGED_LINES = 10_000  # of those sheets; more take seconds, and real games are not as long

_LineNumber = Annotated[int, Query(ge=1, lt=2**31)]


async def _get_sheet(code: str, caller: CallerDep) -> LiveSheet:
    return await caller.server.registry.sheet(code, caller.address, caller.key)


SheetDep = Annotated[LiveSheet, Depends(_get_sheet)]

router = APIRouter(prefix="/api/sheets", responses=PROBLEMS)


@router.post("")
async def make_sheet(new: requests.NewSheet, caller: CallerDep) -> responses.SheetMade:
    """Make a score sheet; the caller gets its pencil."""
    caller.server.limits.new_tables.take_or_refuse(caller.address)
    key = new_key()
    sheet = await caller.server.registry.create_sheet(await _new_game(new, caller), hash_key(key), caller.address)
    return responses.SheetMade(code=sheet.code, key=key)


async def _new_game(new: requests.NewSheet, caller: Caller) -> StoredGame:
    if new.record is not None:
        return await caller.server.context.workers.records.run(caller.address, game_from_record, new.record)
    edition, names = clean_names(new.edition, new.names, caller.language)
    date = datetime.now(UTC).date().isoformat()
    return new_game(Record(edition_named(edition), names, (("date", date),)))


@router.post("/mine")
async def my_sheets(body: Keys, caller: CallerDep) -> list[responses.MySheet]:
    """The sheets that these keys belong to, the latest first."""
    sheets = await caller.server.registry.lists.for_keys(caller.address, body.keys, SheetInfo)
    return [_mine(stored, info) for stored, info in sheets]


def _mine(stored: StoredTable, info: SheetInfo) -> responses.MySheet:
    return responses.MySheet(
        code=stored.code,
        edition=info.edition,
        names=list(info.names),
        over=stored.phase == "scored",
        created=info.created,
        touched=stored.touched,
    )


@router.post("/averages")
async def averages_of_players(body: Keys, caller: CallerDep) -> list[Averages]:
    """The averages of all players in the finished games among the latest sheets of these keys."""
    caller.server.limits.records.take_or_refuse(caller.address)
    sheets = await caller.server.registry.lists.for_keys(caller.address, body.keys, SheetInfo)
    codes = [stored.code for stored, _ in sheets if stored.phase == "scored"][:_MAX_AVERAGED]
    context = caller.server.context
    games: list[StoredGame] = []
    async with context.workers.records.slot(caller.address):
        for code in codes:
            with suppress(Damaged):  # logged when somebody opens the sheet
                game = await context.store.load_game(code, GAME_NUMBER)
                games += [] if game is None else [game]
            if sum(len(game.lines) for game in games) > _MAX_AVERAGED_LINES:
                games.pop()
                break
        return await context.workers.records.run_in_slot(caller.address, player_averages, games)


@router.get("/{code}")
async def look_at_sheet(sheet: SheetDep, caller: CallerDep) -> protocol.SheetView:
    """The sheet with all its lines and the current state."""
    return await sheet.view_for(caller.address, caller.key, caller.language)


@router.post("/{code}/changes")
async def change_sheet(body: requests.Change, sheet: SheetDep, caller: CallerDep) -> responses.Changed:
    """Write an entry, correct one, undo or redo (pencil)."""
    return responses.Changed(n=await sheet.change(caller.key, body))


@router.post("/{code}/offer")
async def offer_pencil(body: requests.Offer, sheet: SheetDep, caller: CallerDep) -> Done:
    """Offer the pencil to anybody, or withdraw the offer (pencil)."""
    await sheet.offer_pencil(caller.key, body.offered)
    return Done()


@router.post("/{code}/next")
async def next_sheet(sheet: SheetDep, caller: CallerDep) -> responses.NextSheet:
    """Make the sheet of the next game with the same players (pencil); those who follow this one go to it."""
    caller.server.limits.new_tables.take_or_refuse(caller.address)
    game = await _new_game(
        requests.NewSheet(edition=sheet.info.edition, names=list(sheet.info.names), record=None), caller
    )

    async def create(key: KeyHash) -> LiveSheet:
        return await caller.server.registry.create_sheet(game, key, caller.address)

    return responses.NextSheet(code=await sheet.continue_on(caller.key, create))


@router.post("/{code}/pencil")
async def take_pencil(sheet: SheetDep, caller: CallerDep) -> responses.Pencil:
    """Take the offered pencil; the creator may take it at any time."""
    caller.server.limits.joins.take_or_refuse(caller.address)
    return responses.Pencil(key=await sheet.take_pencil(caller.key))


@router.get("/{code}/cells")
async def cells_of_tile(
    sheet: SheetDep, caller: CallerDep, tile: Annotated[str, Query(max_length=20)], before: _LineNumber | None = None
) -> responses.Cells:
    """Where a tile fits on the table, with points and bonus; now, or before a line."""
    try:
        parsed = Tile.parse(tile)
    except TricornError as error:
        raise Refused.by_rules(error, "tile", 422) from None
    return await sheet.cells(caller.address, parsed, before)


@router.get("/{code}/challenge")
async def judge_placement(sheet: SheetDep, caller: CallerDep, line: _LineNumber) -> responses.Challenge:
    """Judge a placement ("Is this a bridge?"): what it touches, what it makes, and the rulings that say so."""
    return challenge_data(await sheet.challenge(caller.address, line), caller.language)


@router.get("/{code}/record", response_class=PlainTextResponse, responses=JSON_PROBLEMS)
async def record_of_sheet(sheet: SheetDep, request: Request, caller: CallerDep) -> Response:
    """The record up to the first unsettled entry; the rest follows as comments."""
    return await _attachment(sheet, request, caller, Sheet.record, "tri", "text/plain")


@router.get("/{code}/csv", response_class=PlainTextResponse, responses=JSON_PROBLEMS)
async def csv_of_sheet(sheet: SheetDep, request: Request, caller: CallerDep) -> Response:
    """The sheet as a table for spreadsheets."""
    return await _attachment(sheet, request, caller, sheet_csv, "csv", "text/csv")


async def _attachment(
    sheet: LiveSheet, request: Request, caller: Caller, to_text: Callable[[Sheet], str], suffix: str, media_type: str
) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="tricorn-{sheet.code}.{suffix}"'}
    reads, copied = caller.server.context.workers.reads, await sheet.copy()
    return await worker_response(request, caller, reads, media_type, headers, lambda: to_text(copied).encode())
