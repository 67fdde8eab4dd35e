"""The JSON API of tables, for the page and for other programs (docs/protocol.md)."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import PlainTextResponse, Response

from tricorn.web.dependencies import (
    JSON_PROBLEMS,
    PROBLEMS,
    RECORD_BODY,
    CallerDep,
    GameNumber,
    TableDep,
    WaitingTableDep,
    get_table,
    uploaded_record,
)
from tricorn.web.push.subscriptions import Subscription
from tricorn.web.requests import Keys
from tricorn.web.responses import Done
from tricorn.web.security.keys import KeyHash, hash_key
from tricorn.web.store import StoredTable
from tricorn.web.tables import protocol, requests, responses
from tricorn.web.tables.info import TableInfo
from tricorn.web.worker_response import worker_response

__all__ = ["router"]

router = APIRouter(prefix="/api", responses=PROBLEMS)

SeatName = Annotated[str | None, Query(max_length=40, description="whose seat it is, in case the seats have changed")]


@router.post("/tables")
async def make_table(new: requests.NewTable, caller: CallerDep) -> responses.TableMade:
    """Open a table. With `start`, the game begins at the next request for the table."""
    caller.server.limits.new_tables.take_or_refuse(caller.address)
    created = await caller.server.registry.create_table(new, caller.language, caller.address)
    return responses.TableMade(**created._asdict())


@router.get("/tables")
async def listed_tables(caller: CallerDep) -> list[responses.Listed]:
    """The tables that their hosts have listed."""
    return [_listed(stored, info) for stored, info in await caller.server.registry.lists.listed(caller.address)]


def _listed(stored: StoredTable, info: TableInfo) -> responses.Listed:
    return responses.Listed(
        code=stored.code,
        edition=info.edition,
        free=info.free_seats,
        started=info.has_begun,
        names=[seat.name for seat in info.seats],
    )


@router.post("/mine")
async def my_tables(body: Keys, caller: CallerDep) -> list[responses.Mine]:
    """The tables that these keys belong to, the latest first."""
    lists = caller.server.registry.lists
    tables = await lists.for_keys(caller.address, body.keys, TableInfo)
    hashes = {hash_key(key) for key in body.keys}
    running = [stored.code for stored, info in tables if stored.phase == "playing" and hashes.intersection(info.keys())]
    turns = await lists.turns(caller.address, running)
    return [_mine(stored, info, hashes, turns.get(stored.code)) for stored, info in tables]


def _mine(stored: StoredTable, info: TableInfo, keys: set[KeyHash], turn: int | None) -> responses.Mine:
    you = [n for n, seat in enumerate(info.seats) if seat.key in keys]
    return responses.Mine.model_validate(
        {
            "code": stored.code,
            "edition": info.edition,
            "names": [seat.name for seat in info.seats],
            "phase": "playing" if info.starting else stored.phase,
            "you": you,
            "turn": any(seat == turn and info.seats[seat].kind == "human" for seat in you),
            "touched": stored.touched,
        }
    )


@router.get("/tables/{code}")
async def look_at_table(table: TableDep, caller: CallerDep) -> protocol.TableView:
    """The table and the game as the key's holder, or a spectator, may see them."""
    return await table.view_for(caller.key, caller.language)


@router.post("/tables/{code}/join")
async def join_table(body: requests.Join, code: str, caller: CallerDep) -> responses.Joined:
    """Sit down."""
    caller.server.limits.joins.take_or_refuse(caller.address)
    table = await get_table(code, caller)
    seat, key = await table.lobby.join(caller.key, body.name, caller.language)
    return responses.Joined(seat=seat, key=key)


@router.post("/tables/{code}/bots")
async def add_bot(body: requests.NewBot, table: TableDep, caller: CallerDep) -> Done:
    """Before the game, add a bot (host)."""
    await table.lobby.add_bot(caller.key, body.level)
    return Done()


@router.post("/tables/{code}/rules")
async def change_rules(body: requests.TableRules, table: TableDep, caller: CallerDep) -> Done:
    """Before the game, change the rules and the rest of what the host chooses."""
    await table.lobby.set_rules(caller.key, body)
    return Done()


@router.post("/tables/{code}/start")
async def start_game(table: TableDep, caller: CallerDep) -> Done:
    """Begin the game (host)."""
    await table.start(caller.key)
    return Done()


@router.post("/tables/{code}/seats/{seat}")
async def change_seat(body: requests.SeatChange, table: TableDep, seat: int, caller: CallerDep) -> Done:
    """Before the game, another level or name; during it, let a bot stand in or take the seat back."""
    await table.set_seat(caller.key, seat, body, caller.language)
    return Done()


@router.delete("/tables/{code}/seats/{seat}")
async def remove_seat(table: TableDep, seat: int, caller: CallerDep, name: SeatName = None) -> Done:
    """Before the game, leave the table or, as the host, remove anybody from it."""
    await table.lobby.remove(caller.key, seat, name)
    return Done()


@router.post("/tables/{code}/seats/{seat}/move")
async def move_seat(body: requests.SeatMove, table: TableDep, seat: int, caller: CallerDep) -> Done:
    """Before the game, change the order of play (host)."""
    await table.lobby.move(caller.key, seat, body.to, body.name)
    return Done()


@router.post("/tables/{code}/ready")
async def ready_for_round(table: TableDep, caller: CallerDep, body: requests.Ready | None = None) -> Done:
    """Declare oneself ready for the next round."""
    await table.ready(caller.key, None if body is None else body.seat)
    return Done()


@router.post("/tables/{code}/nonce")
async def add_nonce(body: requests.Nonce, table: WaitingTableDep, caller: CallerDep) -> responses.NonceReceipt:
    """Add a nonce to the next deal; only a device's first one counts."""
    return responses.NonceReceipt(receipt=await table.add_nonce(caller.key, body.game, body.round, body.nonce))


@router.post("/tables/{code}/moves")
async def play_move(body: requests.Move, table: TableDep, caller: CallerDep) -> responses.Moved:
    """Play a move."""
    return responses.Moved(n=await table.play(caller.key, body))


@router.post("/tables/{code}/rematch")
async def play_again(table: TableDep, caller: CallerDep, body: requests.Rematch | None = None) -> Done:
    """Ask for another game with the same people and bots; it begins when everybody present has agreed."""
    request = body or requests.Rematch()
    await table.decisions.rematch(caller.key, request.agree, request.wait)
    return Done()


@router.post("/tables/{code}/end")
async def end_game(table: TableDep, caller: CallerDep, body: requests.Agree | None = None) -> Done:
    """Ask to end the game now; it ends when everybody has agreed."""
    await table.decisions.end(caller.key, (body or requests.Agree()).agree)
    return Done()


@router.get("/push")
async def push_key(caller: CallerDep) -> responses.PushKey:
    """The key that a browser subscribes to web push with."""
    sender = caller.server.context.push
    return responses.PushKey(key=await sender.public_key() if sender.is_available else None)


@router.post("/tables/{code}/push")
async def subscribe_to_push(body: requests.Push, table: WaitingTableDep, caller: CallerDep) -> Done:
    """Notify the key's holder when it is their turn and their page is not open."""
    say = caller.language.gettext
    words = (say("Your turn"), say("Table %(code)s") % {"code": table.code})
    key = caller.key or KeyHash("")  # it holds no seat, so it is refused
    subscription = Subscription(key, body.endpoint, body.keys.p256dh, body.keys.auth, *words)
    await table.notifier.subscribe(subscription)
    return Done()


@router.delete("/tables/{code}/push")
async def unsubscribe_from_push(table: WaitingTableDep, caller: CallerDep) -> Done:
    """Stop notifying the key's holder."""
    await table.notifier.unsubscribe(caller.key)
    return Done()


@router.post("/tables/{code}/resign")
async def resign_game(table: TableDep, caller: CallerDep, body: requests.Resign | None = None) -> Done:
    """Resign from the game."""
    await table.decisions.resign(caller.key, None if body is None else body.seat)
    return Done()


@router.post("/tables/{code}/hint")
async def hint(table: TableDep, caller: CallerDep, body: requests.HintRequest) -> responses.Hint:
    """A hint for the seat on turn: against bots, or where the table allows hints for all."""
    caller.server.limits.hints.take_or_refuse(caller.address)
    return responses.Hint.model_validate((await table.hints.give(caller.key, body)).as_data())


@router.post("/tables/{code}/take-back")
async def take_back(table: TableDep, caller: CallerDep, body: requests.TakeBack) -> Done:
    """Go back to the last choice of the only person, who plays against bots."""
    await table.take_back.last_choice(caller.key, body)
    return Done()


@router.get("/tables/{code}/record", response_class=PlainTextResponse, responses=JSON_PROBLEMS)
async def record_of_game(table: TableDep, request: Request, caller: CallerDep, game: GameNumber = None) -> Response:
    """The record as the key's holder may see it; in full once the game is over."""
    write = await table.history.record_writer(caller.address, caller.key, game)
    headers = {"Content-Disposition": f'attachment; filename="tricorn-{table.code}.tri"'}
    reads = caller.server.context.workers.reads
    return await worker_response(request, caller, reads, "text/plain", headers, lambda: write().encode())


@router.post("/games", openapi_extra=RECORD_BODY)
async def import_game(request: Request, caller: CallerDep) -> responses.TableMade:
    """Store a finished game that was played without the server; 422 as for /records if its record is invalid."""
    caller.server.limits.imports.take_or_refuse(caller.address)
    async with uploaded_record(request, caller) as text:
        created = await caller.server.registry.import_game(text, caller.address)
    return responses.TableMade(**created._asdict())
