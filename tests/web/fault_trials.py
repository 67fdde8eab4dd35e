"""Disturbs one of two nodes while people and bots play at both, and measures what that costs which tables.

    python -m tests.web.fault_trials stopped|stalled [--trials 20] [--tables 16]
    unshare --net python -m tests.web.fault_trials cut

`--tables` is the number of other tables, with everybody at the other node. Half as many are affected: the disturbed
node runs their bots, and somebody is at them at the other node. As many have their people at the disturbed node. Each
trial prints one line of JSON. The rate of the other tables is compared with that of the seconds just before.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, field
from random import Random
from typing import Any

from tests.fork_server import ROOT
from tests.postgres import Postgres, postgres_running
from tests.web import clients
from tests.web.clients import BOT, HUMAN, Caller, Client, Frame, join, new_table, start
from tests.web.disruption import CONNECTION_LOST, EDITION, Player, check_nothing_was_lost, wait_until_all_go_on
from tests.web.faults import FAULTS, Fault
from tests.web.server_process import Server

SETTINGS: dict[str, Any] = {"bot_seconds": (0.1, 0.4), "sockets_per_address": 10_000, "tables_per_address": 10_000}
LONG_GAME = "pressman-classic target=100000"  # bots alone do not ask for another game
SILENCE = 6.0  # seconds after which a player assumes that their node is dead, as the page does
SETTLED = 0.5  # seconds until everything stored before a fault has been sent

# Which node has written which line, and when nodes joined and lapsed, as the database sees it.
_WITNESS = """
    CREATE TABLE written (code TEXT, game INTEGER, n INTEGER, by TEXT, at TIMESTAMPTZ);
    CREATE TABLE seen (node TEXT, came BOOLEAN, at TIMESTAMPTZ);
    CREATE FUNCTION see_line() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO written VALUES (NEW.code, NEW.game, NEW.n, current_setting('application_name'), clock_timestamp());
        RETURN NULL; END $$;
    CREATE FUNCTION see_node() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO seen VALUES (coalesce(NEW.name, OLD.name), TG_OP = 'INSERT', clock_timestamp());
        RETURN NULL; END $$;
    CREATE TRIGGER see AFTER INSERT ON lines FOR EACH ROW EXECUTE FUNCTION see_line();
    CREATE TRIGGER see AFTER INSERT OR DELETE ON nodes FOR EACH ROW EXECUTE FUNCTION see_node();
"""
# Lines that a node has written after it lapsed and before it rejoined.
_STALE = """
    SELECT count(*) FROM seen AS went JOIN written
        ON written.by = 'tricorn ' || split_part(went.node, '.', 1) AND written.at > went.at
    WHERE NOT went.came AND NOT EXISTS (
        SELECT FROM seen AS came WHERE came.came AND came.at >= went.at AND came.at < written.at
            AND split_part(came.node, '.', 1) = split_part(went.node, '.', 1)
    )
"""
_TWICE = "SELECT count(*) FROM (SELECT FROM lines WHERE move IS NOT NULL GROUP BY code, move HAVING count(*) > 1) AS l"
_LAPSES = "SELECT count(*) FROM seen WHERE NOT came AND starts_with(node, '{pid}-')"


@dataclass
class Trial:
    """The cost of one fault."""

    before: float = 0.0  # lines per second at the other tables
    during: float = 0.0
    waits: list[float] = field(default_factory=list)  # seconds until each affected table's bots went on
    seconds_to_unhealthy: float | None = None  # until the disturbed node said so, if it could
    other_stayed_healthy: bool = True
    seconds_to_recover: float = 0.0  # until the disturbed node was healthy again
    lines: int = 0  # checked afterwards
    stale: int = 0  # of them written by a node that had lapsed
    twice: int = 0  # moves that were played twice
    lapses: int = 0  # how often the disturbed node has lapsed so far
    others_lapses: int = 0  # the same of the other node

    @property
    def rate_kept(self) -> float:
        return self.during / self.before


class Trials:
    """One disturbed node and another on a database, and trials one after another."""

    def __init__(self, postgres: Postgres, database: str, fault: Fault, other: Server, tables: int) -> None:
        self._postgres, self._database = postgres, database
        self._fault, self._other = fault, other
        self._tables = tables
        self._random = Random(tables)

    async def trial(self, before: float, disturbed: float) -> Trial:
        """Let everybody play, disturb for at least `disturbed` seconds, measure, end the fault, and check the store."""
        result = Trial()
        others = await self._at_one_node(self._other, self._tables)
        affected = await self._affected(self._tables // 2)
        players = [*others, *affected, *await self._at_one_node(self._fault.node, self._tables // 2)]
        tasks = [asyncio.ensure_future(player.play_on()) for player in players]
        watching = asyncio.ensure_future(self._watch_health(result))
        try:
            await asyncio.sleep(before / 4)
            result.before = await rate(others, before)
            self._fault.begin()
            try:
                during, unhealthy = rate(others, disturbed), self._until_unhealthy(disturbed)
                result.waits, result.during, result.seconds_to_unhealthy = await asyncio.gather(
                    self._until_bots_go_on(affected), during, unhealthy
                )
            finally:
                self._fault.end()
            result.seconds_to_recover = await self._until_healthy()
            await wait_until_all_go_on(players, tasks)
        finally:
            for task in (*tasks, watching):
                task.cancel()
            await asyncio.wait([*tasks, watching])
            for player in players:
                await player.client.leave()
        result.lines = await check_nothing_was_lost(self._database, players)
        result.stale, result.twice = await self._ask(_STALE), await self._ask(_TWICE)
        result.lapses = await self._ask(_LAPSES.format(pid=self._fault.node.pid))
        result.others_lapses = await self._ask(_LAPSES.format(pid=self._other.pid))
        return result

    async def _ask(self, question: str) -> int:
        ((count,),) = await asyncio.to_thread(self._postgres.fetch, self._database, question)
        return int(count)

    # Who plays.

    def _player(self, client: Client, *servers: Server) -> Player:
        return Player(client, servers, Random(self._random.random()), 0.4)

    async def _at_one_node(self, node: Server, tables: int) -> list[Player]:
        """People at a node; only those at the disturbed one ever go to the other."""
        servers = [node] if node is self._other else [node, self._other]
        players = []
        for number in range(tables):
            seats: tuple[Frame, ...] = ((HUMAN,), (HUMAN, BOT, BOT))[number % 2]
            host = await new_table(node, *seats, edition=EDITION)
            clients = [host]
            if len(seats) == 1:
                clients.append(await join(node, host.code))
                await start(host)
            players += [self._player(await client.enter(), *servers) for client in clients]
        return players

    async def _affected(self, tables: int) -> list[Player]:
        """People at the other node, at tables that the disturbed one runs because somebody came there first."""
        players = []
        for number in range(tables):
            seats: tuple[Frame, ...] = ((BOT, BOT), (HUMAN, BOT, BOT))[number % 2]
            host = await new_table(self._fault.node, *seats, edition=LONG_GAME, start=True)
            first = await Client(self._fault.node, host.code).enter()
            await host.enter()
            while not await self._is_run_there(host.code):
                if host.on_turn:  # bots come later
                    await host.move(str(host.now["options"][0]["move"]))
                else:
                    await host.next()
            await host.leave()
            host.move_to(self._other)
            players.append(self._player(await host.enter(), self._other))
            players.append(self._player(first, self._fault.node, self._other))
        return players

    async def _is_run_there(self, code: str) -> bool:
        question = f"SELECT count(*) FROM leases WHERE code = '{code}' AND starts_with(node, '{self._fault.node.pid}-')"
        return bool(await self._ask(question))

    # What happens.

    async def _until_bots_go_on(self, affected: Sequence[Player]) -> list[float]:
        """The seconds from now until each table has a new line of a bot."""
        began = time.monotonic()
        await asyncio.sleep(SETTLED)
        staying = [player.client for player in affected if player.client.server is self._other]
        known = {client.code: _bot_lines(client) for client in staying}
        waits: dict[str, float] = {}
        while len(waits) < len(known) and time.monotonic() < began + 60:
            await asyncio.sleep(0.05)
            for client in staying:
                if client.code in known and _bot_lines(client) > known[client.code]:
                    waits.setdefault(client.code, round(time.monotonic() - began, 2))
        assert len(waits) == len(known), f"after a minute bots stand still at {len(known) - len(waits)} tables"
        return sorted(waits.values())

    async def _until_unhealthy(self, disturbed: float) -> float | None:
        """The seconds until the disturbed node reports that it is not healthy; None if it does not answer."""
        began = time.monotonic()
        while time.monotonic() < began + disturbed:
            if await _health(self._fault.node) == 503:
                return round(time.monotonic() - began, 2)
            await asyncio.sleep(0.2)
        return None

    async def _until_healthy(self) -> float:
        began = time.monotonic()
        async with asyncio.timeout(60):
            while await _health(self._fault.node) != 200:
                await asyncio.sleep(0.1)
        return round(time.monotonic() - began, 2)

    async def _watch_health(self, result: Trial) -> None:
        while True:
            result.other_stayed_healthy = result.other_stayed_healthy and await _health(self._other) == 200
            await asyncio.sleep(0.5)


def _bot_lines(client: Client) -> int:
    """How many lines of bots a client was sent; bots have all seats except the first, or all."""
    seats = client.table["seats"]
    letters = tuple(f"{chr(65 + n)} " for n, seat in enumerate(seats) if seat["kind"] == "bot")
    return sum(lines[-1].startswith(letters) for _, _, lines in client.received_lines)


async def rate(players: Sequence[Player], seconds: float) -> float:
    """The lines per second that players are sent."""
    began, before = time.monotonic(), sum(len(player.client.received_lines) for player in players)
    await asyncio.sleep(seconds)
    received = sum(len(player.client.received_lines) for player in players) - before
    return round(received / (time.monotonic() - began), 1)


async def _health(node: Server) -> int | None:
    try:
        async with asyncio.timeout(3.0):
            return (await Caller(node).get("/healthz")).status_code
    except CONNECTION_LOST:
        return None


@asynccontextmanager
async def trials(postgres: Postgres, kind: str, tables: int, compiled: bool) -> AsyncIterator[Trials]:
    """Two nodes, one of which can be disturbed in some way."""
    database = await asyncio.to_thread(postgres.new_database)
    async with FAULTS[kind](postgres, database, compiled=compiled, **SETTINGS) as fault:
        other = await asyncio.to_thread(Server(database, compiled=compiled, **SETTINGS).start)
        try:
            await asyncio.to_thread(postgres.execute, database, _WITNESS)
            yield Trials(postgres, database, fault, other, tables)
        finally:
            await asyncio.to_thread(other.kill)


async def _run(postgres: Postgres, options: argparse.Namespace) -> None:
    async with trials(postgres, options.kind, options.tables, not options.plain) as two_nodes:
        for _ in range(options.trials):
            result = await two_nodes.trial(options.before, options.disturbed)
            print(json.dumps({**asdict(result), "rate_kept": round(result.rate_kept, 3)}), flush=True)


def in_a_process(kind: str, *options: str) -> list[dict[str, Any]]:
    """The results of trials in a separate process, with its own network if links are cut."""
    prefix = ["unshare", "--net"] if kind == "cut" else []
    command = [*prefix, sys.executable, "-m", "tests.web.fault_trials", kind, *options]
    result = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    return [json.loads(line) for line in result.stdout.splitlines()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("kind", choices=FAULTS)
    parser.add_argument("--trials", type=int, default=20)
    parser.add_argument("--tables", type=int, default=16)
    parser.add_argument(
        "--before", type=float, default=8.0, help="seconds in which the rate before the fault is measured"
    )
    parser.add_argument("--disturbed", type=float, default=10.0, help="least seconds that a fault lasts")
    parser.add_argument("--plain", action="store_true", help="rules as plain Python, which starts sooner")
    options = parser.parse_args()
    clients.SECONDS = SILENCE
    with postgres_running() as postgres:
        asyncio.run(_run(postgres, options))


if __name__ == "__main__":
    main()
