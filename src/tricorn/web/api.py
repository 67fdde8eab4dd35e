"""The JSON API: everything that the page does, for other programs too (docs/protocol.md)."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import PlainTextResponse, Response

from tricorn.web import protocol
from tricorn.web.keys import hash_key
from tricorn.web.refusals import Refused
from tricorn.web.replay import replay_as_json
from tricorn.web.server import Asker, asker_of
from tricorn.web.store import StoredTable
from tricorn.web.table import Table
from tricorn.web.table_info import TableInfo

__all__ = ["PROBLEM_BESIDE_TEXT", "Who", "router"]


async def _asker(request: Request) -> Asker:
    return asker_of(request)


Who = Annotated[Asker, Depends(_asker)]


async def _waiting_table(code: str, who: Who) -> Table:
    return await who.server.tables.get(code, who.address)


async def _table(code: str, who: Who) -> Table:
    table = await _waiting_table(code, who)
    await table.begin_if_due(who.key)
    return table


BeforeTheDeal = Annotated[Table, Depends(_waiting_table)]
At = Annotated[Table, Depends(_table)]

router = APIRouter(
    prefix="/api",
    responses={"4XX": {"model": protocol.Problem, "description": "Refused, with the reason"}},
)


@router.post("/tables")
async def make_table(new: protocol.NewTable, who: Who) -> protocol.TableMade:
    """Make a table and sit down at it. A game that is to start begins with the next request about the table."""
    who.server.new_tables.check(who.address)
    table, seat, key = await who.server.tables.create(new, who.language, who.address)
    deal = table.state.next_deal
    assert deal is not None, "a new table has a commitment"
    return protocol.TableMade(code=table.code, seat=seat, key=key, commit=deal.commit)


@router.get("/tables")
async def listed_tables(who: Who) -> list[protocol.Listed]:
    """The tables that their hosts have listed."""
    return [_listed(stored) for stored in await who.server.tables.listed()]


def _listed(stored: StoredTable) -> protocol.Listed:
    info = TableInfo.from_json(stored.about)
    return protocol.Listed(
        code=stored.code,
        edition=info.edition,
        seats=len(info.seats),
        open=sum(seat.kind == "open" for seat in info.seats),
        started=info.started or info.starting,
        names=[seat.name for seat in info.seats if seat.kind != "open"],
    )


@router.post("/mine")
async def my_tables(body: protocol.Keys, who: Who) -> list[protocol.Mine]:
    """The tables that these keys belong to, the latest first."""
    found = await who.server.tables.of_keys(body.keys)
    return [_mine(stored, {hash_key(key) for key in body.keys}) for stored in found]


def _mine(stored: StoredTable, keys: set[str]) -> protocol.Mine:
    info = TableInfo.from_json(stored.about)
    return protocol.Mine.model_validate(
        {
            "code": stored.code,
            "edition": info.edition,
            "names": [seat.name for seat in info.seats],
            "state": "playing" if info.starting else stored.state,
            "you": [n for n, seat in enumerate(info.seats) if seat.key in keys],
            "touched": stored.touched,
        }
    )


@router.get("/tables/{code}")
async def look_at_table(table: At, who: Who) -> protocol.TableView:
    """The table and the game as the key's holder, or a spectator, may see them."""
    return await table.look(who.key, who.language)


@router.post("/tables/{code}/join")
async def join_table(body: protocol.Join, code: str, who: Who) -> protocol.Joined:
    """Take an open seat."""
    who.server.joins.check(who.address)
    table = await _table(code, who)
    seat, key = await table.join(body.name, who.language)
    return protocol.Joined(seat=seat, key=key)


@router.post("/tables/{code}/start")
async def start_game(table: At, who: Who, body: protocol.Start | None = None) -> protocol.Done:
    """Begin the game (host)."""
    await table.start(who.key, None if body is None else body.fill)
    return protocol.Done()


@router.post("/tables/{code}/seats/{seat}")
async def change_seat(body: protocol.SeatChange, table: At, seat: int, who: Who) -> protocol.Done:
    """Before the start set a seat; during the game let a bot stand in, or end that."""
    await table.set_seat(who.key, seat, body, who.language)
    return protocol.Done()


@router.post("/tables/{code}/ready")
async def ready_for_round(table: At, who: Who, body: protocol.Ready | None = None) -> protocol.Done:
    """Be ready for the next round."""
    await table.ready(who.key, None if body is None else body.seat)
    return protocol.Done()


@router.post("/tables/{code}/number")
async def add_number(body: protocol.RandomNumber, table: BeforeTheDeal, who: Who) -> protocol.NumberReceipt:
    """Add a number to the chance of the next deal; the first one counts."""
    return protocol.NumberReceipt(receipt=await table.add_number(who.key, body.game, body.round, body.number))


@router.post("/tables/{code}/moves")
async def play_move(body: protocol.Move, table: At, who: Who) -> protocol.Moved:
    """Play a move."""
    return protocol.Moved(n=await table.play(who.key, body))


@router.post("/tables/{code}/rematch")
async def play_again(table: At, who: Who) -> protocol.Done:
    """Begin another game with the same people and bots (host)."""
    await table.rematch(who.key)
    return protocol.Done()


_Game = Annotated[int | None, Query(ge=1, lt=2**31, description="a game at this table; the latest if left out")]


# A record is text, but why there is none is told as everywhere.
PROBLEM_BESIDE_TEXT: dict[int | str, dict[str, Any]] = {
    "4XX": {
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
        "description": "Refused, with the reason",
    }
}


@router.get("/tables/{code}/record", response_class=PlainTextResponse, responses=PROBLEM_BESIDE_TEXT)
async def record_of_game(table: At, who: Who, game: _Game = None) -> PlainTextResponse:
    """The record as the key's holder may see it; the full one once the game is over."""
    text = await table.history.record(who.key, game)
    headers = {"Content-Disposition": f'attachment; filename="tricorn-{table.code}.tri"'}
    return PlainTextResponse(text, headers=headers)


@router.get("/tables/{code}/replay", response_model=protocol.Replay)
async def replay_of_game(table: At, who: Who, game: _Game = None) -> Response:
    """A finished game step by step, all hands open."""
    return await _replayed(who, await table.history.finished(game), steps=True)


@router.post(
    "/records",
    response_model=protocol.Replay,
    openapi_extra={"requestBody": {"content": {"text/plain": {"schema": {"type": "string"}}}, "required": True}},
)
async def check_a_record(request: Request, who: Who, steps: bool = True) -> Response:
    """Check a record; 422 with line, expected and found if it is wrong. Its steps can be left out."""
    who.server.records.check(who.address)
    try:
        text = (await request.body()).decode()
    except UnicodeDecodeError:
        raise Refused("record", "A record is text in UTF-8.", 422) from None
    return await _replayed(who, text, steps)


async def _replayed(who: Asker, text: str, steps: bool) -> Response:
    """A record, replayed once, in a thread."""
    async with who.server.replaying:
        return Response(await asyncio.to_thread(replay_as_json, text, steps), media_type="application/json")
