"""The full record of a game is public once its own lines say that it is over, and not before."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.postgres import Postgres
from tests.web.clients import BOT, HUMAN, Caller, Client, join, new_table, start
from tests.web.server_process import Server

QUICK_GAME = "pressman-classic target=10"  # of one round


@pytest.fixture
def slow_flag(tmp_path: Path) -> Path:
    """The file that slows servers down while it exists."""
    return tmp_path / "slow_flag"


@pytest.fixture
def slow_server(tmp_path: Path, slow_flag: Path) -> Iterator[Server]:
    """A server that learns late that a game it has begun is stored."""
    program = ("tests.web.slow_store_server", "returning late", str(slow_flag))
    with Server(tmp_path / "tables.sqlite", program=program) as server:
        yield server


@pytest.fixture
def nodes(postgres: Postgres, slow_flag: Path) -> Iterator[tuple[Server, Server]]:
    """Two nodes, of which the second can be made to lose the news of the first."""
    address = postgres.new_database()
    program = ("tests.web.slow_store_server", "without news", str(slow_flag))
    with Server(address) as first, Server(address, program=program) as second:
        yield first, second


async def ask_for_game(server: Server, code: str, number: int, key: str | None = None) -> dict[str, str]:
    """The answers of the two calls that can reveal a whole game: a text, or the code of the refusal."""
    answers = {}
    for method, call in (("GET", "record"), ("POST", "review")):
        answer = await Caller(server, key).ask(method, f"/api/tables/{code}/{call}?game={number}")
        answers[call] = answer.text if answer.status_code == 200 else answer.json()["code"]
    return answers


def check_hidden(answers: dict[str, str]) -> None:
    """Check that nothing of a game that was just dealt is revealed: no hand, no well."""
    assert answers["review"] == "not-over"
    dealt = [line.split() for line in answers["record"].splitlines() if line.startswith(("deal", "well"))]
    assert len(dealt) == 3
    assert {tile for line in dealt for tile in line if "-" in tile} == {"?-?-?"}


async def until_stored(server: Server, code: str, number: int) -> None:
    with closing(sqlite3.connect(server.database)) as db:
        while not db.execute("SELECT 1 FROM games WHERE code = ? AND game = ?", (code, number)).fetchall():
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("number", [1, 2])
async def test_a_game_that_is_being_stored_is_not_shown_to_anybody(
    slow_server: Server, slow_flag: Path, number: int
) -> None:
    host = await new_table(slow_server, HUMAN, HUMAN, edition=QUICK_GAME, pass_and_play=True, start=number == 2)
    if number == 2:
        await host.enter()
        await host.play_on()
    slow_flag.touch()
    call = "start" if number == 1 else "rematch"
    beginning = asyncio.create_task(host.calls.post(f"/api/tables/{host.code}/{call}"))
    await until_stored(slow_server, host.code, number)
    asking = asyncio.create_task(ask_for_game(slow_server, host.code, number))
    await asyncio.wait({asking}, timeout=0.3)  # a server that does not wait for the table answers now
    slow_flag.unlink()
    assert (await beginning).status_code == 200
    check_hidden(await asking)


async def test_nobody_who_polls_sees_a_game_while_it_begins(server: Server) -> None:
    for _ in range(10):
        host = await new_table(server, HUMAN, HUMAN, pass_and_play=True, start=False)
        answers: list[dict[str, str]] = []

        async def ask(code: str = host.code, answers: list[dict[str, str]] = answers) -> None:
            while not answers or answers[-1]["record"] in ("no-game", "not-started"):
                answers.append(await ask_for_game(server, code, 1))

        askers = [asyncio.create_task(ask()) for _ in range(3)]
        while len(answers) < 3:
            await asyncio.sleep(0.001)
        await start(host)
        await asyncio.gather(*askers)
        answers += [await ask_for_game(server, host.code, 1)]
        assert {answer["review"] for answer in answers} <= {"no-game", "not-started", "not-over"}
        assert {answer["record"] for answer in answers[:-1]} <= {"no-game", "not-started", answers[-1]["record"]}
        check_hidden(answers[-1])


async def test_a_node_without_the_news_of_a_game_reveals_no_more_of_it(
    nodes: tuple[Server, Server], slow_flag: Path
) -> None:
    here, behind = nodes
    host = await new_table(here, HUMAN, HUMAN, edition=QUICK_GAME, pass_and_play=True, start=False)
    for number, call in ((1, "start"), (2, "rematch")):
        slow_flag.unlink(missing_ok=True)
        if number == 2:
            await (await Client(here, host.code, host.key).enter()).play_on()
        answer = await Caller(behind).get(f"/api/tables/{host.code}")
        assert (answer.json()["now"] or {}).get("game", 0) < number, "the other node has the table in memory"
        slow_flag.touch()
        answer = await host.calls.post(f"/api/tables/{host.code}/{call}")
        assert answer.status_code == 200, answer.text
        check_hidden(await ask_for_game(behind, host.code, number))


async def test_a_node_that_is_behind_shows_nobody_the_hand_of_their_former_seat(
    nodes: tuple[Server, Server], slow_flag: Path
) -> None:
    here, behind = nodes
    host = await new_table(here, HUMAN, BOT, start=False)
    guests = [await join(here, host.code, name) for name in ("Bo", "Cy")]
    answer = await Caller(behind, guests[0].key).get(f"/api/tables/{host.code}")
    assert answer.json()["table"]["you"] == [2], "the other node has the table in memory"
    slow_flag.touch()
    assert (await host.calls.ask("DELETE", f"/api/tables/{host.code}/seats/1")).status_code == 200
    await start(host)
    for guest in (host, *guests):
        answer = await Caller(behind, guest.key).get(f"/api/tables/{host.code}/record?game=1")
        own = await Caller(here, guest.key).get(f"/api/tables/{host.code}/record")
        assert answer.text == own.text


async def test_a_finished_game_is_public_also_after_another_has_begun(server: Server) -> None:
    host = await new_table(server, HUMAN, HUMAN, edition=QUICK_GAME, pass_and_play=True)
    await host.enter()
    await host.play_on()
    first = await ask_for_game(server, host.code, 1)
    assert first["record"].splitlines()[-1].startswith("winner ")
    assert (await host.calls.post(f"/api/tables/{host.code}/rematch")).status_code == 200
    assert await ask_for_game(server, host.code, 1) == first
    check_hidden(await ask_for_game(server, host.code, 2))
    assert await ask_for_game(server, host.code, 3) == {"record": "no-game", "review": "no-game"}
