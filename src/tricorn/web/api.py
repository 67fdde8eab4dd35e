"""The JSON API of tables, for the page and for other programs (docs/protocol.md)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import PlainTextResponse, Response

from tricorn.web import answers, protocol
from tricorn.web.keys import hash_key
from tricorn.web.large import large_response
from tricorn.web.refusals import Refused
from tricorn.web.replay import replay_as_json
from tricorn.web.server import Caller, caller_of
from tricorn.web.store import StoredTable
from tricorn.web.table import Table
from tricorn.web.table_info import TableInfo
from tricorn.web.tables import turns_at
from tricorn.web.web_push import Subscription

__all__ = ["PROBLEM_RESPONSES", "RECORD_BODY", "At", "CallerDep", "Game", "router", "uploaded_record"]


async def _caller(request: Request) -> Caller:
    return caller_of(request)


CallerDep = Annotated[Caller, Depends(_caller)]


async def _waiting_table(code: str, caller: CallerDep) -> Table:
    return await caller.server.tables.get(code, caller.address)


async def _table(code: str, caller: CallerDep) -> Table:
    table = await _waiting_table(code, caller)
    await table.begin_if_due(caller.key)
    return table


BeforeTheDeal = Annotated[Table, Depends(_waiting_table)]
At = Annotated[Table, Depends(_table)]

router = APIRouter(
    prefix="/api",
    responses={"4XX": {"model": answers.Problem, "description": "Refused, with the reason"}},
)


@router.post("/tables")
async def make_table(new: protocol.NewTable, caller: CallerDep) -> answers.TableMade:
    """Make a table and take a seat at it. With `start`, the game begins at the next request for the table."""
    caller.server.new_tables.check(caller.address)
    return _made(*await caller.server.tables.create(new, caller.language, caller.address))


def _made(table: Table, seat: int | None, key: str) -> answers.TableMade:
    deal = table.state.next_deal
    assert deal is not None, "a new game has a commitment"
    return answers.TableMade(code=table.code, seat=seat, key=key, commit=deal.commit)


@router.get("/tables")
async def listed_tables(caller: CallerDep) -> list[answers.Listed]:
    """The tables that their hosts have listed."""
    return [_listed(stored, info) for stored, info in await caller.server.tables.listed(caller.address)]


def _listed(stored: StoredTable, info: TableInfo) -> answers.Listed:
    return answers.Listed(
        code=stored.code,
        edition=info.edition,
        seats=len(info.seats),
        open=sum(seat.kind == "open" for seat in info.seats),
        started=info.started or info.starting,
        names=[seat.name for seat in info.seats if seat.kind != "open"],
    )


@router.post("/mine")
async def my_tables(body: protocol.Keys, caller: CallerDep) -> list[answers.Mine]:
    """The tables that these keys belong to, the latest first."""
    tables = caller.server.tables
    found = await tables.of_keys(caller.address, body.keys, TableInfo)
    hashes = {hash_key(key) for key in body.keys}
    running = [stored.code for stored, info in found if stored.state == "playing" and hashes.intersection(info.keys())]
    turns = await turns_at(tables, caller.address, running)
    return [_mine(stored, info, hashes, turns.get(stored.code)) for stored, info in found]


def _mine(stored: StoredTable, info: TableInfo, keys: set[str], turn: int | None) -> answers.Mine:
    you = [n for n, seat in enumerate(info.seats) if seat.key in keys]
    return answers.Mine.model_validate(
        {
            "code": stored.code,
            "edition": info.edition,
            "names": [seat.name for seat in info.seats],
            "state": "playing" if info.starting else stored.state,
            "you": you,
            "turn": turn in you and info.seats[turn or 0].kind == "human",
            "touched": stored.touched,
        }
    )


@router.get("/tables/{code}")
async def look_at_table(table: At, caller: CallerDep) -> protocol.TableView:
    """The table and the game as the key's holder, or a spectator, may see them."""
    return await table.look(caller.key, caller.language)


@router.post("/tables/{code}/join")
async def join_table(body: protocol.Join, code: str, caller: CallerDep) -> answers.Joined:
    """Take an open seat."""
    caller.server.joins.check(caller.address)
    table = await _table(code, caller)
    seat, key = await table.join(body.name, caller.language)
    return answers.Joined(seat=seat, key=key)


@router.post("/tables/{code}/start")
async def start_game(table: At, caller: CallerDep, body: protocol.Start | None = None) -> answers.Done:
    """Begin the game (host)."""
    await table.start(caller.key, None if body is None else body.fill)
    return answers.Done()


@router.post("/tables/{code}/seats/{seat}")
async def change_seat(body: protocol.SeatChange, table: At, seat: int, caller: CallerDep) -> answers.Done:
    """Before the start, set a seat; during the game, let a bot stand in, or end that."""
    await table.set_seat(caller.key, seat, body, caller.language)
    return answers.Done()


@router.post("/tables/{code}/ready")
async def ready_for_round(table: At, caller: CallerDep, body: protocol.Ready | None = None) -> answers.Done:
    """Be ready for the next round."""
    await table.ready(caller.key, None if body is None else body.seat)
    return answers.Done()


@router.post("/tables/{code}/number")
async def add_number(body: protocol.RandomNumber, table: BeforeTheDeal, caller: CallerDep) -> answers.NumberReceipt:
    """Add a random number to the next deal; a device's first one counts."""
    return answers.NumberReceipt(receipt=await table.add_number(caller.key, body.game, body.round, body.number))


@router.post("/tables/{code}/moves")
async def play_move(body: protocol.Move, table: At, caller: CallerDep) -> answers.Moved:
    """Play a move."""
    return answers.Moved(n=await table.play(caller.key, body))


@router.post("/tables/{code}/rematch")
async def play_again(table: At, caller: CallerDep, body: protocol.Rematch | None = None) -> answers.Done:
    """Want another game with the same people and bots; it begins when all people who are here want it."""
    wish = body or protocol.Rematch()
    await table.decisions.rematch(caller.key, wish.agree, wish.wait)
    return answers.Done()


@router.post("/tables/{code}/end")
async def end_game(table: At, caller: CallerDep, body: protocol.Agree | None = None) -> answers.Done:
    """Want the game to end now; it ends when all people want it."""
    await table.decisions.end(caller.key, (body or protocol.Agree()).agree)
    return answers.Done()


@router.get("/push")
async def push_key(caller: CallerDep) -> answers.PushKey:
    """The key that a browser subscribes to web push with."""
    sender = caller.server.tables.context.push
    return answers.PushKey(key=await sender.public_key() if sender.is_available else None)


@router.post("/tables/{code}/push")
async def call_by_push(body: protocol.Push, table: BeforeTheDeal, caller: CallerDep) -> answers.Done:
    """Call the key's holder when it is their turn and their page is not open."""
    say = caller.language.gettext
    words = (say("Your turn"), say("Table %(code)s") % {"code": table.code})
    subscription = Subscription(caller.key or "", body.endpoint, body.keys.p256dh, body.keys.auth, *words)
    await table.pushes.subscribe(subscription)
    return answers.Done()


@router.delete("/tables/{code}/push")
async def call_no_more(table: BeforeTheDeal, caller: CallerDep) -> answers.Done:
    """Do not call the key's holder any more."""
    await table.pushes.unsubscribe(caller.key)
    return answers.Done()


@router.post("/tables/{code}/resign")
async def resign_game(table: At, caller: CallerDep, body: protocol.Resign | None = None) -> answers.Done:
    """Give the game up."""
    await table.decisions.resign(caller.key, None if body is None else body.seat)
    return answers.Done()


@router.post("/tables/{code}/hint")
async def hint(table: At, caller: CallerDep, body: protocol.HintRequest) -> answers.Hint:
    """A hint for the seat on turn: against bots, or where the table allows hints for all."""
    caller.server.hints.check(caller.address)
    return answers.Hint.model_validate((await table.hints.give(caller.key, body)).as_data())


Game = Annotated[int | None, Query(ge=1, lt=2**31, description="a game at this table; the latest if left out")]


# A record is text, but a refusal is JSON as everywhere.
PROBLEM_RESPONSES: dict[int | str, dict[str, Any]] = {
    "4XX": {
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
        "description": "Refused, with the reason",
    }
}


@router.get("/tables/{code}/record", response_class=PlainTextResponse, responses=PROBLEM_RESPONSES)
async def record_of_game(table: At, request: Request, caller: CallerDep, game: Game = None) -> Response:
    """The record as the key's holder may see it; the full one once the game is over."""
    write = await table.history.record(caller.address, caller.key, game)
    headers = {"Content-Disposition": f'attachment; filename="tricorn-{table.code}.tri"'}
    return await large_response(request, caller, lambda: write().encode(), "text/plain", headers)


@router.get("/tables/{code}/replay", response_model=answers.Replay)
async def replay_of_game(table: At, request: Request, caller: CallerDep, game: Game = None) -> Response:
    """A finished game step by step, all hands open."""
    write = await table.history.finished(caller.address, game)
    apart = caller.server.tables.context.workers.apart
    return await large_response(request, caller, lambda: apart(replay_as_json, write(), True), "application/json")


RECORD_BODY = {"requestBody": {"content": {"text/plain": {"schema": {"type": "string"}}}, "required": True}}


@router.post("/games", openapi_extra=RECORD_BODY)
async def keep_game(request: Request, caller: CallerDep) -> answers.TableMade:
    """Keep a finished game that was played without the server; 422 as for /records if its record is wrong."""
    caller.server.new_tables.check(caller.address)
    async with uploaded_record(request, caller) as text:
        return _made(*await caller.server.tables.create(text, caller.language, caller.address))


@asynccontextmanager
async def uploaded_record(request: Request, caller: Caller) -> AsyncIterator[str]:
    """The text of a record that is sent; it is in memory as long as it is worked on."""
    caller.server.records.check(caller.address)
    await caller.server.uploads.acquire(caller.address)
    try:
        yield (await request.body()).decode()
    except UnicodeDecodeError:
        raise Refused("record", "A record is text in UTF-8.", 422) from None
    finally:
        caller.server.uploads.release(caller.address)


@router.post(
    "/records",
    response_model=answers.Replay,
    openapi_extra=RECORD_BODY,
)
async def check_a_record(request: Request, caller: CallerDep, steps: bool = True) -> Response:
    """Check a record; 422 with line, expected and found if it is wrong. Its steps can be left out."""
    async with uploaded_record(request, caller) as text:
        replay = partial(caller.server.tables.context.workers.apart, replay_as_json, text, steps)
        return await large_response(request, caller, replay, "application/json")


@router.get("/openapi.json", include_in_schema=False)
async def description(request: Request, caller: CallerDep) -> Response:
    """The API described, for programs."""
    describe = request.app.openapi
    return await large_response(request, caller, lambda: protocol.encode(describe()).encode(), "application/json")
