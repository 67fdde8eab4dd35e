"""The JSON API: everything that the page does, for other programs too (docs/protocol.md)."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel, ConfigDict, Field

from tricorn.editions import DEFAULT_EDITION
from tricorn.web.keys import hash_key
from tricorn.web.refusals import Refused
from tricorn.web.replay import replay_of, replay_of_text
from tricorn.web.seating import SeatRequest
from tricorn.web.server import Asker, asker_of
from tricorn.web.store import StoredTable
from tricorn.web.table import MoveRequest, Table
from tricorn.web.table_info import TableInfo
from tricorn.web.tables import NewSeat, NewTable

__all__ = ["PROBLEM_BESIDE_TEXT", "Done", "Keys", "Problem", "RequestBody", "Who", "router"]

_MOST_KEYS = 100
_NAME = 2_000  # longer ones are refused by the reader of the request; the rest with a better sentence
_Number = Annotated[int, Field(ge=0, lt=2**31)]


class RequestBody(BaseModel):
    """What is sent with a request: nothing unknown in it, nothing taken for what it is not."""

    model_config = ConfigDict(extra="forbid", strict=True)


class SeatWanted(RequestBody):
    """A seat of a new table. A person other than the caller is `open` until somebody joins."""

    kind: Literal["human", "bot", "open"]
    name: str | None = Field(None, max_length=_NAME)
    level: str | None = Field(None, max_length=40)


class TableWanted(RequestBody):
    """A new table."""

    edition: str = Field(DEFAULT_EDITION, max_length=1_000)
    seats: list[SeatWanted] = Field(min_length=2, max_length=6)
    listed: bool = False
    pass_and_play: bool = False
    start: bool = True


class TableMade(BaseModel):
    """The new table's code, the caller's seat (null: only watching), its key, the commitment to the first deals."""

    code: str
    seat: int | None
    key: str
    commit: str


class Joining(RequestBody):
    name: str | None = Field(None, max_length=100_000)


class Joined(BaseModel):
    """The seat taken and the key that proves it."""

    seat: int
    key: str


class Start(RequestBody):
    """How to begin: with bots of the level `fill` on the open seats, or without those seats."""

    fill: str | None = Field(None, max_length=40)


class SeatChange(RequestBody):
    kind: Literal["human", "bot", "open"]
    level: str | None = Field(None, max_length=40)
    name: str | None = Field(None, max_length=_NAME)


class Ready(RequestBody):
    """Which seat is ready; all of the key's seats if none is named."""

    seat: _Number | None = None


class NumberSent(RequestBody):
    """A device's random number for the round that is dealt next."""

    game: _Number
    round: _Number
    number: str = Field(pattern="^[0-9a-f]{64}$")


class NumberKept(BaseModel):
    """The receipt of a number that will be in the deal; null for one that came too late, or not first."""

    ok: Literal[True] = True
    receipt: str | None


class MoveSent(RequestBody):
    """A move: a record line without seat and points, the last line known, an id never used before."""

    move: str = Field(max_length=40)
    seat: _Number
    after: _Number
    id: str | None = Field(None, min_length=1, max_length=64, pattern=r"^[ -~]+$")


class Moved(BaseModel):
    """The number of the line that the move became."""

    n: int


class Keys(RequestBody):
    keys: list[Annotated[str, Field(max_length=100)]] = Field(max_length=_MOST_KEYS)


class Done(BaseModel):
    ok: Literal[True] = True


class Listed(BaseModel):
    """A table whose host has listed it."""

    code: str
    edition: str
    seats: int
    open: int
    started: bool
    names: list[str]


class Mine(BaseModel):
    """A table that one of the keys belongs to."""

    code: str
    edition: str
    names: list[str]
    state: Literal["waiting", "playing", "over"]
    you: list[int]
    touched: float


class Problem(BaseModel):
    """Why something was not done: a sentence for people, a word for programs, the id of the rules' message."""

    error: str
    code: str
    message: str | None


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
    responses={"4XX": {"model": Problem, "description": "Refused, with the reason"}},
)


@router.post("/tables")
async def make_table(wanted: TableWanted, who: Who) -> TableMade:
    """Make a table and sit down at it. A game that is to start begins with the next request about the table."""
    who.server.new_tables.check(who.address)
    seats = [NewSeat(seat.kind, seat.name, seat.level) for seat in wanted.seats]
    new = NewTable(wanted.edition, seats, wanted.listed, wanted.pass_and_play, wanted.start)
    table, seat, key = await who.server.tables.create(new, who.language, who.address)
    deal = table.state.next_deal
    assert deal is not None, "a new table has a commitment"
    return TableMade(code=table.code, seat=seat, key=key, commit=deal.commit)


@router.get("/tables")
async def listed_tables(who: Who) -> list[Listed]:
    """The tables that their hosts have listed."""
    return [_listed(stored) for stored in await who.server.tables.listed()]


def _listed(stored: StoredTable) -> Listed:
    info = TableInfo.from_json(stored.about)
    return Listed(
        code=stored.code,
        edition=info.edition,
        seats=len(info.seats),
        open=sum(seat.kind == "open" for seat in info.seats),
        started=info.started or info.starting,
        names=[seat.name for seat in info.seats if seat.kind != "open"],
    )


@router.post("/mine")
async def my_tables(body: Keys, who: Who) -> list[Mine]:
    """The tables that these keys belong to, the latest first."""
    found = await who.server.tables.of_keys(body.keys)
    return [_mine(stored, {hash_key(key) for key in body.keys}) for stored in found]


def _mine(stored: StoredTable, keys: set[str]) -> Mine:
    info = TableInfo.from_json(stored.about)
    return Mine.model_validate(
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
async def look_at_table(table: At, who: Who) -> dict[str, Any]:
    """The table and the game as the key's holder, or a spectator, may see them."""
    return await table.look(who.key, who.language)


@router.post("/tables/{code}/join")
async def join_table(body: Joining, code: str, who: Who) -> Joined:
    """Take an open seat."""
    who.server.joins.check(who.address)
    table = await _table(code, who)
    seat, key = await table.join(body.name, who.language)
    return Joined(seat=seat, key=key)


@router.post("/tables/{code}/start")
async def start_game(table: At, who: Who, body: Start | None = None) -> Done:
    """Begin the game (host)."""
    await table.start(who.key, None if body is None else body.fill)
    return Done()


@router.post("/tables/{code}/seats/{seat}")
async def change_seat(body: SeatChange, table: At, seat: int, who: Who) -> Done:
    """Before the start set a seat; during the game let a bot stand in, or end that."""
    await table.set_seat(who.key, seat, SeatRequest(body.kind, body.level, body.name), who.language)
    return Done()


@router.post("/tables/{code}/ready")
async def ready_for_round(table: At, who: Who, body: Ready | None = None) -> Done:
    """Be ready for the next round."""
    await table.ready(who.key, None if body is None else body.seat)
    return Done()


@router.post("/tables/{code}/number")
async def add_number(body: NumberSent, table: BeforeTheDeal, who: Who) -> NumberKept:
    """Add a number to the chance of the next deal; the first one counts."""
    return NumberKept(receipt=await table.add_number(who.key, body.game, body.round, body.number))


@router.post("/tables/{code}/moves")
async def play_move(body: MoveSent, table: At, who: Who) -> Moved:
    """Play a move."""
    return Moved(n=await table.play(who.key, MoveRequest(body.seat, body.move, body.after, body.id)))


@router.post("/tables/{code}/rematch")
async def play_again(table: At, who: Who) -> Done:
    """Begin another game with the same people and bots (host)."""
    await table.rematch(who.key)
    return Done()


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


@router.get("/tables/{code}/replay")
async def replay_of_game(table: At, who: Who, game: _Game = None) -> dict[str, Any]:
    """A finished game step by step, all hands open."""
    finished = await table.history.finished(game)
    async with who.server.replaying:
        return await asyncio.to_thread(replay_of, finished.game)


@router.post(
    "/records",
    openapi_extra={"requestBody": {"content": {"text/plain": {"schema": {"type": "string"}}}, "required": True}},
)
async def check_a_record(request: Request, who: Who) -> dict[str, Any]:
    """Check a record and tell it step by step; 422 with line, expected and found if it is wrong."""
    who.server.records.check(who.address)
    try:
        text = (await request.body()).decode()
    except UnicodeDecodeError:
        raise Refused("record", "A record is text in UTF-8.", 422) from None
    async with who.server.replaying:
        return await asyncio.to_thread(replay_of_text, text)
