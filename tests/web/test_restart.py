"""A killed server goes on with every game after a restart: nothing acknowledged is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from tests.web.clients import BOT, HUMAN, Client, Disconnected, Frame, new_table, two_players
from tests.web.server_process import Server

from tricorn.game import Game


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path / "tables.sqlite", bot_seconds=(0.0, 0.02)) as running:
        yield running


async def test_a_killed_server_loses_no_acknowledged_line_and_both_go_on(own_server: Server) -> None:
    random = Random(3)
    host, guest = await two_players(own_server, "pressman-classic target=400")
    acknowledged: dict[int, list[str]] = {}
    running = asyncio.Event()
    running.set()

    async def play(client: Client) -> None:
        while not client.game_over:
            try:
                await client.play_on(lambda now: str(random.choice(now["options"])["move"]))
            except Disconnected:
                await come_back(client)

    async def come_back(client: Client) -> None:
        for n, line in enumerate(client.lines, 1):
            if "?" not in line[-1]:
                acknowledged[n] = line[-1:]
        await running.wait()
        await client.enter()

    async def disturb() -> None:
        for lines in (8, 16):
            while len(host.lines) < lines:
                await asyncio.sleep(0.005)
            assert not host.game_over
            running.clear()
            await asyncio.to_thread(own_server.kill)
            await asyncio.to_thread(own_server.start)
            running.set()

    await asyncio.gather(play(host), play(guest), disturb())
    text = (await host.calls.get(f"/api/tables/{host.code}/record")).text
    game = Game.from_record(text)
    assert game.outcome() is not None
    assert host.record() == game.view(0).record()
    assert guest.record() == game.view(1).record()
    for n, (line,) in acknowledged.items():
        assert str(game.events[n - 1]) == line


async def test_a_move_acknowledged_before_the_restart_gets_the_same_answer_after_it(own_server: Server) -> None:
    host, guest = await two_players(own_server, "spanish")
    player = host if host.on_turn else guest
    seat, move, after = player.now["turn"], player.now["options"][0]["move"], player.now["n"]
    answer = await player.move(move, after, seat, "only once")
    await asyncio.to_thread(own_server.kill)
    await asyncio.to_thread(own_server.start)
    await player.enter()
    assert await player.move(move, after, seat, "only once") == answer
    assert len(player.lines) == after + 1


async def test_a_bot_on_turn_moves_after_the_restart(tmp_path: Path) -> None:
    slow = Server(tmp_path / "slow.sqlite", bot_seconds=(30.0, 30.0)).start()
    host = await new_table(slow, HUMAN, BOT)
    await host.enter()
    if host.on_turn:
        await host.move(host.now["options"][0]["move"])
        while host.on_turn:
            await host.next()
    n = len(host.lines)
    await asyncio.to_thread(slow.kill)
    quick = Server(slow.database)
    await asyncio.to_thread(quick.start)
    try:
        host.move_to(quick)
        await host.enter()
        await host.until_turn()
        assert len(host.lines) > n
        assert host.lines[n][0].startswith("B ")
    finally:
        await asyncio.to_thread(quick.kill)


async def test_a_round_that_is_over_can_be_followed_by_the_next_after_a_restart(own_server: Server) -> None:
    host, guest = await two_players(own_server, "pressman-classic target=1000")

    def stop(client: Client) -> bool:
        return client.round_over

    async def play(client: Client) -> None:
        await client.play_on(stop=stop)

    await asyncio.gather(play(host), play(guest))
    before: Frame = host.now
    await asyncio.to_thread(own_server.kill)
    await asyncio.to_thread(own_server.start)
    await host.enter()
    await guest.enter()
    assert host.now == before
    for client in (host, guest):
        await client.send({"type": "ready"})
    await host.until(lambda frame: frame["type"] == "lines")
    assert host.now["round"] == 2


async def test_a_table_that_waits_is_there_after_a_restart(own_server: Server) -> None:
    host = await new_table(own_server, HUMAN, BOT, start=False, listed=True)
    await asyncio.to_thread(own_server.stop)
    await asyncio.to_thread(own_server.start)
    listed = (await host.calls.get("/api/tables")).json()
    assert [table["code"] for table in listed] == [host.code]
    await host.enter()
    assert (host.table["you"], host.table["hosting"], host.table["started"]) == ([0], True, False)
    assert (await host.calls.post(f"/api/tables/{host.code}/start")).status_code == 200
    await host.until_turn()
    assert len(host.table["seats"]) == 2
