"""A hundred tables of people and bots; the server is killed twenty times at random moments, and nothing is lost."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.postgres import Postgres
from tests.web.clients import run
from tests.web.disruption import Player, check_nothing_was_lost, play_through, seat_players
from tests.web.server_process import Server

TABLES, KILLS, SECONDS_BETWEEN = 100, 20, 8.0
PACE: dict[str, Any] = {"bot_seconds": (0.1, 0.8), "sockets_per_address": 10_000}
THINKING = 1.0


def restart(server: Server) -> None:
    server.kill()
    server.start()


def report(name: str, players: list[Player], lines: int) -> None:
    moves = sum(len(player.acknowledged) for player in players)
    reconnects = sum(player.reconnects for player in players)
    print(f"\n{name}: {len(players)} people, {moves} moves acknowledged, {lines} lines, {reconnects} reconnects")


@pytest.mark.soak
@pytest.mark.parametrize("engine", ["sqlite", "postgres"])
def test_twenty_kills_lose_nothing(engine: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    database: Path | str = tmp_path / "tables.sqlite"
    if engine == "postgres":
        postgres: Postgres = request.getfixturevalue("postgres")
        database = postgres.new_database()

    async def test() -> None:
        with Server(database, compiled=True, **PACE) as server:
            players = await seat_players([server], TABLES, Random(11), THINKING)
            await play_through(players, lambda: restart(server), KILLS, SECONDS_BETWEEN)
        report(engine, players, await check_nothing_was_lost(database, players))

    run(test(), 3600)


@pytest.mark.soak
def test_twenty_kills_of_two_nodes_lose_nothing(postgres: Postgres) -> None:
    database = postgres.new_database()
    random = Random(12)

    async def test() -> None:
        with Server(database, compiled=True, **PACE) as first, Server(database, compiled=True, **PACE) as second:
            players = await seat_players([first, second], TABLES, Random(12), THINKING)
            await play_through(players, lambda: restart(random.choice([first, second])), KILLS, SECONDS_BETWEEN)
            report("two nodes", players, await check_nothing_was_lost(database, players))

    run(test(), 3600)
