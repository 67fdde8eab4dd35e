"""Servers are killed again and again while people play: a short version of tests/soak/test_kills.py."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.postgres import Postgres
from tests.web.clients import run
from tests.web.disruption import check_nothing_was_lost, play_through, seat_players
from tests.web.server_process import Server

PACE: dict[str, Any] = {"bot_seconds": (0.0, 0.01)}


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def restart(server: Server) -> None:
    server.kill()
    server.start()


@pytest.mark.parametrize("engine", ["sqlite", "postgres"])
def test_acknowledged_moves_survive_every_kill(
    engine: str, tmp_path: Path, request: pytest.FixtureRequest, stack: ExitStack
) -> None:
    database: Path | str = tmp_path / "tables.sqlite"
    if engine == "postgres":
        postgres: Postgres = request.getfixturevalue("postgres")
        database = postgres.new_database()
    server = stack.enter_context(Server(database, **PACE))

    async def test() -> None:
        players = await seat_players([server], 6, Random(1), 0.02)
        await play_through(players, lambda: restart(server), 3, 1.0)
        server.kill()
        assert await check_nothing_was_lost(database, players) > 30
        assert all(player.reconnects for player in players)

    run(test())


def test_moves_acknowledged_by_either_of_two_nodes_survive_their_kills(postgres: Postgres, stack: ExitStack) -> None:
    database = postgres.new_database()
    nodes = [stack.enter_context(Server(database, **PACE)) for _ in range(2)]
    victims = iter([0, 1, 0])

    async def test() -> None:
        players = await seat_players(nodes, 6, Random(2), 0.02)
        await play_through(players, lambda: restart(nodes[next(victims)]), 3, 1.0)
        assert await check_nothing_was_lost(database, players) > 30

    run(test())
