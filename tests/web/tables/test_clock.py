"""The turn clock (R14): it plays the turn legally, and marks the draws that were made in it."""

from __future__ import annotations

import asyncio
import secrets
from pathlib import Path

import pytest
from tests.web.clients import BOT, HUMAN, Client, Frame, new_table, run, two_players
from tests.web.server_process import Server

from tricorn.game import check_record


async def test_the_clock_plays_a_turn_that_is_out_of_time(server: Server) -> None:
    host, guest = await two_players(server, "pressman-classic clock=2")
    player = host if host.on_turn else guest
    assert 0 < player.now["deadline"] <= 2
    n = len(player.lines)
    frame = await player.until(lambda frame: frame["type"] == "lines")
    assert (frame["first"], frame["lines"][0][0].split()[-1]) == (n + 1, "timeout")


def is_taken_by_clock(frame: Frame) -> bool:
    return str(frame["lines"][0][0]).endswith("timeout")


async def test_draws_made_before_the_time_was_up_are_amended(server: Server) -> None:
    host, guest = await two_players(server, "spanish clock=3")
    watcher = await Client(server, host.code).enter()
    player, other = (host, guest) if host.on_turn else (guest, host)
    assert (await player.move(player.now["options"][0]["move"]))["type"] == "ack"
    await other.until_turn()
    deadline = other.now["deadline"]
    n = (await other.move("draw"))["n"]
    assert other.now["deadline"] <= deadline, "drawing does not lengthen the turn"
    assert other.now["drawn_tiles"] == {str(other.table["you"][0]): [other.lines[-1][0].split()[2]]}
    frame = await other.until(lambda frame: frame["type"] == "lines")
    assert frame["first"] == n
    assert all(line.endswith("timeout") for lines in frame["lines"] for line in lines)
    seen = await watcher.until(lambda frame: frame["type"] == "lines" and is_taken_by_clock(frame))
    letter = "AB"[other.table["you"][0]]
    assert seen["lines"][0] == [f"{letter} draw ?-?-? -5 timeout"]
    # A client that has the draw without the mark gets it again after a reconnection.
    late = Client(server, host.code)
    late.game, late.lines = 1, [*watcher.lines[: n - 1], [f"{letter} draw ?-?-? -5"]]
    await late.enter()
    assert late.lines[n - 1] == seen["lines"][0]


async def test_turns_left_to_the_clock_give_a_valid_record(server: Server) -> None:
    host = await new_table(server, HUMAN, BOT, edition="spanish clock=1")
    await host.enter()
    while str(host.lines).count("timeout") < 3:
        await host.until(lambda frame: frame["type"] == "lines")
    lines = [line for lines in host.lines for line in lines]
    marked = [line for line in lines if line.endswith("timeout")]
    assert all(line.startswith("A ") for line in marked), "a bot is not clocked"
    assert len(marked) == sum(line.startswith("A ") for line in lines)
    assert check_record(host.record()) is not None


async def test_a_move_in_time_stops_the_clock(server: Server) -> None:
    host, guest = await two_players(server, "pressman-classic clock=30")
    for _ in range(4):
        player, other = (host, guest) if host.on_turn else (guest, host)
        await asyncio.sleep(0.3)
        while player.on_turn:  # a draw may leave the turn where it is
            await player.move(player.now["options"][0]["move"])
        while other.now["n"] < len(player.lines):
            await other.next()
        assert player.now["deadline"] > 29.5, "the next turn has its whole time"


@pytest.mark.time_limit(60)
async def test_a_bot_that_stands_in_for_a_while_does_not_lengthen_the_turn(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite", bot_seconds=(600.0, 600.0)) as server:
        host, guest = await two_players(server, "pressman-classic clock=2")
        player = host if host.on_turn else guest
        n, last = player.now["n"], 2.0
        while player.now["n"] == n:
            for kind in ("bot", "human"):
                answer = await player.calls.post(
                    f"/api/tables/{player.code}/seats/{player.table['you'][0]}", {"kind": kind}
                )
                assert answer.status_code == 200, answer.text
                deadline = (await player.until(lambda frame: frame["type"] == "lines"))["now"]["deadline"]
                if player.now["n"] > n:
                    break
                assert deadline is None if kind == "bot" else deadline <= last
                last = deadline or last
            await asyncio.sleep(0.05)
        assert player.lines[n][0].endswith(" timeout"), "the clock has taken the turn all the same"


@pytest.mark.parametrize("way", ["restart", "another node"])
def test_a_draw_acknowledged_before_the_time_was_up_gets_the_same_answer_afterwards(
    tmp_path: Path, request: pytest.FixtureRequest, way: str
) -> None:
    async def test(server: Server, other: Server) -> None:
        host, guest = await two_players(server, "spanish clock=2")
        player, drawer = (host, guest) if host.on_turn else (guest, host)
        await player.move(player.now["options"][0]["move"])
        (seat,) = drawer.table["you"]
        answer: Frame = {"type": ""}
        while answer["type"] != "ack":  # on a busy machine the clock may be faster
            await drawer.until_turn()
            after, id = drawer.now["n"], secrets.token_hex(6)
            answer = await drawer.move("draw", after, seat, id)
        while not drawer.lines[-1][-1].endswith(" timeout"):
            await drawer.next()
        await drawer.until(lambda frame: frame["type"] == "lines")
        if way == "restart":
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
        drawer.move_to(other)
        await drawer.enter()
        assert await drawer.move("draw", after, seat, id) == answer

    if way == "restart":
        with Server(tmp_path / "tables.sqlite") as server:
            run(test(server, server))
    else:
        database = request.getfixturevalue("postgres").new_database()
        with Server(database) as server, Server(database) as other:
            run(test(server, other))
