"""Players who play on while their servers are killed, and a check afterwards that nothing was lost."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import NamedTuple

import httpx
from tests.web.clients import BOT, HUMAN, Client, Disconnected, Frame, join, new_table, start
from tests.web.server_process import Server

from tricorn.game import Game
from tricorn.record import Drew, Passed, Placed
from tricorn.web.store import Store, open_store
from tricorn.web.tables.game import TableGame, load_game
from tricorn.web.tables.info import TableInfo

CONNECTION_LOST = (*Disconnected, httpx.TransportError)
EDITION = "pressman-classic target=200"
_SHORT = "pressman-classic target=1"  # each game has one round
# The seats of the tables in turn, how many join, and the rules: two people, a person and bots, two people and a bot,
# bots with a spectator.
SEATS: tuple[tuple[tuple[Frame, ...], int, str], ...] = (
    ((HUMAN,), 1, EDITION),
    ((HUMAN, BOT, BOT), 0, EDITION),
    ((HUMAN, BOT), 1, EDITION),
    ((BOT, BOT), 0, _SHORT),
)


class Acknowledged(NamedTuple):
    """A move that the server has acknowledged."""

    game: int
    n: int
    seat: int
    move: str


@dataclass
class Player:
    """A client at a table that plays on, whatever happens to the servers; without a seat it watches.

    After a game it asks for another one, also if it hosts a table of bots.
    """

    client: Client
    servers: Sequence[Server]
    random: Random
    pause: float
    acknowledged: list[Acknowledged] = field(default_factory=list)
    reconnects: int = 0

    async def play_on(self) -> None:
        while True:
            try:
                await self._step()
            except CONNECTION_LOST:
                await self._reconnect()

    async def _step(self) -> None:
        client = self.client
        if client.on_turn:
            await asyncio.sleep(self.random.uniform(0, self.pause))
            await self._move()
        elif client.game_over and (client.table["you"] or client.table["hosting"]):
            answer = await client.calls.post(f"/api/tables/{client.code}/rematch")
            await (client.next() if answer.is_success else self._reconnect())
        elif client.round_over and not client.game_over and client.table["you"] and not client.ready:
            await client.send({"type": "ready"})
            await client.next()
        else:
            await client.next()

    async def _move(self) -> None:
        """Send a move, and repeat it with the same id until there is an answer."""
        client = self.client
        game, after, seat = client.game, client.now["n"], client.now["turn"]
        move, id = str(self.random.choice(client.now["options"])["move"]), secrets.token_hex(8)
        while True:
            try:
                answer = await client.move(move, after, seat, id)
                break
            except CONNECTION_LOST:
                await self._reconnect()
                if client.game != game:
                    return
        if answer["type"] == "ack":
            self.acknowledged.append(Acknowledged(game, answer["n"], seat, move))
        else:
            assert answer["code"] in ("stale", "not-your-turn", "store"), answer

    async def _reconnect(self) -> None:
        self.reconnects += 1
        while True:
            self.client.move_to(self.random.choice(self.servers))
            try:
                await self.client.enter()
                return
            except CONNECTION_LOST:
                await asyncio.sleep(self.random.uniform(0.05, 0.3))


async def seat_players(servers: Sequence[Server], tables: int, random: Random, pause: float) -> list[Player]:
    """Players at tables whose games have begun, each connected to a random server."""
    players = []
    for number in range(tables):
        seats, guests, edition = SEATS[number % len(SEATS)]
        host = await new_table(random.choice(servers), *seats, edition=edition, start=not guests)
        clients = [host]
        if guests:
            clients.append(await join(random.choice(servers), host.code))
            await start(host)
        players += [Player(await client.enter(), servers, Random(random.random()), pause) for client in clients]
    return players


async def play_through(players: Sequence[Player], disturb: Callable[[], None], times: int, pause: float) -> None:
    """Let everybody play while the servers are disturbed `times` times, then some time without disturbance."""
    playing = [asyncio.ensure_future(player.play_on()) for player in players]
    random = Random(times)
    try:
        for _ in range(times):
            await wait_unless_failed(playing, random.uniform(0.2 * pause, pause))
            await asyncio.to_thread(disturb)
        await wait_until_all_go_on(players, playing)
    finally:
        for task in playing:
            task.cancel()
        await asyncio.wait(playing)


async def wait_until_all_go_on(players: Sequence[Player], tasks: Sequence[asyncio.Future[None]]) -> None:
    """Wait until everybody was sent another line."""
    before, deadline = [len(player.client.received_lines) for player in players], time.monotonic() + 60
    while waiting := [
        player for player, n in zip(players, before, strict=True) if len(player.client.received_lines) == n
    ]:
        assert time.monotonic() < deadline, [(player.client.table, player.client.now) for player in waiting]
        await wait_unless_failed(tasks, 0.1)


async def wait_unless_failed(tasks: Sequence[asyncio.Future[None]], seconds: float) -> None:
    """Wait; raises the error of a task that fails in the meantime."""
    done, _ = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    for task in done:
        task.result()


async def check_nothing_was_lost(database: Path | str, players: Sequence[Player]) -> int:
    """Check that every game replays and has every acknowledged move and every line sent; returns the lines checked."""
    store = await asyncio.to_thread(open_store, database)
    await store.open(lambda news: None)
    try:
        by_table: dict[str, list[Player]] = {}
        for player in players:
            by_table.setdefault(player.client.code, []).append(player)
        return sum([await _check_table(store, code, at_table) for code, at_table in by_table.items()])
    finally:
        await store.close()


async def _check_table(store: Store, code: str, players: Sequence[Player]) -> int:
    games = await _games(store, code)
    for live in games.values():
        Game.from_record(live.full.record())
    for player in players:
        for move in player.acknowledged:
            _check_acknowledged(games[move.game], move)
        seats = player.client.table["you"]
        for game, n, lines in player.client.received_lines:
            assert games[game].visible_lines(n, seats) == lines, (code, game, n)
    return sum(live.n for live in games.values())


async def _games(store: Store, code: str) -> dict[int, TableGame]:
    loaded = await store.load_table(code)
    assert loaded is not None, f"table {code} is lost"
    about, latest = TableInfo.from_json(loaded[0].about), loaded[1]
    assert latest is not None, f"the games of {code} are lost"
    games = {}
    for number in range(1, latest.number + 1):
        stored = await store.load_game(code, number)
        assert stored is not None
        games[number] = load_game(stored, about.chain(number))
    return games


def _check_acknowledged(live: TableGame, move: Acknowledged) -> None:
    event = live.full.events[move.n - 1]
    assert isinstance(event, Placed | Drew | Passed)
    said = {Placed: str(event).split()[1], Drew: "draw", Passed: "pass"}[type(event)]
    assert (event.seat, said) == (move.seat, move.move)
