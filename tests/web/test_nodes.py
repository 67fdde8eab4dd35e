"""Several servers on one PostgreSQL database: any client can use any node, and games survive the death of a node."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from tests.postgres import Postgres, postgres_running
from tests.web.clients import (
    BOT,
    HUMAN,
    LEVEL,
    Address,
    Client,
    Disconnected,
    Frame,
    begun_table,
    join,
    new_table,
    run,
    start,
)
from tests.web.server_process import Server
from tests.web.tables.test_dealing import nonce_and_receipt, nonces_in
from websockets import InvalidStatus

from tricorn.game import Game

Nodes = tuple[Server, Server]


@pytest.fixture
def nodes(postgres: Postgres) -> Iterator[Nodes]:
    address = postgres.new_database()
    with Server(address) as first, Server(address) as second:
        yield first, second


async def at_two_nodes(
    nodes: Nodes, *more: Frame, edition: str = "pressman-classic target=80"
) -> tuple[Client, Client]:
    """Two people at a table whose game has begun, on different nodes."""
    host = await new_table(nodes[0], HUMAN, *more, edition=edition, start=False)
    guest = await join(nodes[1], host.code)
    await host.enter()
    await until(lambda: len(host.table["seats"]) == 2 + len(more), host)  # the host's node has heard of the guest
    await start(host)
    await guest.enter()
    await asyncio.gather(host.until_started(), guest.until_started())
    return host, guest


async def play(client: Client, *others: Address, lines: int | None = None) -> None:
    """Play to the end, or so many lines; reconnect to one of these servers whenever the connection is lost."""
    random = Random(7)
    while not client.game_over and (lines is None or len(client.lines) < lines):
        try:
            if client.on_turn:
                await client.move(str(random.choice(client.now["options"])["move"]))
            elif client.round_over and not client.ready:
                await client.send({"type": "ready"})
                await client.next()
            else:
                await client.next()
        except Disconnected:
            await come_back(client, random.choice(others))


async def come_back(client: Client, server: Address) -> None:
    client.move_to(server)
    while True:
        try:
            await client.enter()
            return
        except Disconnected:
            await asyncio.sleep(0.05)


async def check_against_the_record(*clients: Client) -> Game:
    """Check that every line sent to a client is that of its view of the record, and that the record verifies."""
    text = (await clients[0].calls.get(f"/api/tables/{clients[0].code}/record")).text
    game = Game.from_record(text)
    for client in clients:
        (seat,) = client.table["you"]
        assert client.record() == game.view(seat).record()
        assert all(client.lines[n - 1] == lines for _, n, lines in client.received_lines), (
            "a line was sent differently before"
        )
    return game


async def until(true: Callable[[], bool], client: Client) -> None:
    async with asyncio.timeout(30):
        while not true():
            await client.next()


def here(client: Client) -> list[bool]:
    return [seat["here"] for seat in client.table["seats"]]


async def test_people_on_different_nodes_play_a_game_to_its_end(nodes: Nodes) -> None:
    host, guest = await at_two_nodes(nodes, edition="pressman-classic target=600")
    await asyncio.gather(play(host), play(guest))
    game = await check_against_the_record(host, guest)
    assert game.rounds > 1, "they were ready for another round, on different nodes"


async def test_when_the_node_that_runs_the_bots_is_killed_another_takes_over(postgres: Postgres, nodes: Nodes) -> None:
    host, guest = await at_two_nodes(nodes, BOT, BOT, edition="pressman-classic target=400")
    waits: list[float] = []

    async def kill() -> None:
        while not any(line[-1].startswith("B ") for line in host.lines):  # the first bot's
            await asyncio.sleep(0.005)
        runner = await runs_bots(postgres, nodes)
        staying = guest if runner is nodes[0] else host
        await asyncio.to_thread(runner.kill)
        killed, n = time.monotonic(), len(staying.lines)
        assert not staying.game_over
        while len(staying.lines) == n:
            await asyncio.sleep(0.005)
        waits.append(time.monotonic() - killed)

    await asyncio.gather(play(host, nodes[1]), play(guest, nodes[0]), kill())
    assert waits[0] < 10.0
    await check_against_the_record(host, guest)


async def test_a_bot_that_was_let_in_through_another_node_plays(postgres: Postgres, nodes: Nodes) -> None:
    there, here = nodes
    host = await new_table(here, HUMAN, BOT, start=False)
    guest = await join(here, host.code)
    await start(host)
    await host.enter()
    await guest.enter()
    while not (guest.on_turn and any(line[-1].startswith("B ") for line in host.lines)):
        player = host if host.on_turn else guest
        if player.on_turn:
            await player.move(str(player.now["options"][0]["move"]))
        await asyncio.gather(*(until_line(player.now["n"], client) for client in (host, guest)))
        if host.now["turn"] == 1:
            await asyncio.gather(*(until_line(host.now["n"] + 1, client) for client in (host, guest)))
    assert await runs_bots(postgres, nodes) is here
    await guest.leave()
    host.calls._server = there
    answer = await host.calls.post(f"/api/tables/{host.code}/seats/2", {"kind": "bot", "level": LEVEL})
    assert answer.status_code == 200, answer.text
    await until_line(len(host.lines) + 1, host)


async def test_bots_that_nobody_watched_go_on_at_the_node_where_somebody_returns(postgres: Postgres) -> None:
    address = await asyncio.to_thread(postgres.new_database)
    pace = (1.3, 1.3)  # longer than a node waits before it claims again
    with Server(address, bot_seconds=pace) as first, Server(address, bot_seconds=pace) as second:
        nodes = (first, second)
        maker = await new_table(nodes[0], BOT, BOT, start=True)
        watchers = [await Client(node, maker.code).enter() for node in nodes]
        for watcher in watchers:
            await until_line(5, watcher)
        runner = await runs_bots(postgres, nodes)
        watchers.sort(key=lambda watcher: watcher.server is runner)
        for watcher in watchers:
            await watcher.leave()
        await asyncio.sleep(2)  # the other node, which waited for the lease, would run the bots now
        for watcher in reversed(watchers):
            await watcher.enter()
            await until_line(len(watcher.lines) + 1, watcher)
            await watcher.leave()


async def runs_bots(postgres: Postgres, nodes: Nodes) -> Server:
    """The node that has the lease of the only table."""
    ((name,),) = await asyncio.to_thread(postgres.fetch, str(nodes[0].database), "SELECT node FROM leases")
    return next(node for node in nodes if name.startswith(f"{node.pid}-"))


async def test_of_two_moves_for_the_same_turn_one_is_played_and_the_other_is_refused(nodes: Nodes) -> None:
    host = await new_table(nodes[0], HUMAN, HUMAN, pass_and_play=True)
    twin = Client(nodes[1], host.code, host.key)
    await host.enter()
    await twin.enter()
    for n in range(len(host.lines), len(host.lines) + 10):
        move = host.now["options"][0]["move"]
        answers = await asyncio.gather(host.move(move, n), twin.move(move, n))
        assert sorted(answer["type"] for answer in answers) == ["ack", "refused"]
        assert {answer.get("code") for answer in answers} == {None, "stale"}
        await asyncio.gather(*(until_line(n + 1, client) for client in (host, twin)))
    assert host.lines == twin.lines


async def until_line(n: int, client: Client) -> None:
    await until(lambda: len(client.lines) >= n and client.now["n"] == len(client.lines), client)


async def test_who_is_at_a_table_is_known_on_every_node(nodes: Nodes) -> None:
    host, guest = await at_two_nodes(nodes)
    await until(lambda: here(host) == [True, True], host)
    await until(lambda: here(guest) == [True, True], guest)
    await guest.leave()
    await until(lambda: here(host) == [True, False], host)
    await guest.enter()
    await until(lambda: here(host) == [True, True], host)
    await asyncio.to_thread(nodes[1].kill)
    await until(lambda: here(host) == [True, False], host)


async def test_people_who_sit_down_on_two_nodes_at_once_get_two_seats(nodes: Nodes) -> None:
    host = await new_table(nodes[0], HUMAN)
    await host.enter()
    guests = await asyncio.gather(*(join(node, host.code) for node in (*nodes, nodes[1])))
    assert sorted([(await guest.enter()).table["you"] for guest in guests]) == [[1], [2], [3]]
    await until(lambda: all(seat["kind"] == "human" for seat in guests[0].table["seats"]), guests[0])


async def test_a_turn_played_by_the_clock_on_one_node_is_sent_on_the_other(nodes: Nodes) -> None:
    host, guest = await at_two_nodes(nodes, edition="pressman-classic clock=5")
    (slow,) = [client for client in (host, guest) if client.on_turn]
    n = len(slow.lines)
    await asyncio.gather(until_line(n + 1, host), until_line(n + 1, guest))
    assert host.lines[n] == guest.lines[n]
    assert host.lines[n][0].endswith(" timeout")


async def test_a_turn_taken_back_through_the_node_without_the_bots_is_taken_back_on_both(nodes: Nodes) -> None:
    first, second = nodes
    client = await (await begun_table(first, HUMAN, BOT, edition="pressman-classic target=1000")).enter()
    chosen_from: list[int] = []  # how many moves were possible each time

    def first_option(now: Frame) -> str:
        chosen_from.append(len(now["options"]))
        return str(now["options"][0]["move"])

    await client.play_on(first_option, stop=lambda client: max(chosen_from, default=0) > 1 and client.on_turn)
    other = await Client(second, client.code, client.key).enter()
    body = {"seat": 0, "after": client.now["n"]}
    assert (await other.calls.post(f"/api/tables/{client.code}/take-back", body)).json() == {"ok": True}
    await until(lambda: client.now["n"] < body["after"], client)
    await until(lambda: other.now["n"] < body["after"], other)
    assert client.table["taken_back"] == other.table["taken_back"] == 1
    assert client.lines == other.lines
    await client.play_on(lambda now: now["options"][-1]["move"], stop=lambda client: client.round_over)
    await until(lambda: len(other.lines) == len(client.lines), other)
    assert client.lines == other.lines
    assert Game.from_record(client.record()).deals_checked >= 1


def test_without_the_database_moves_are_refused_and_with_it_the_game_goes_on() -> None:
    with (
        postgres_running() as own_postgres,
        Server(address := own_postgres.new_database()) as first,
        Server(address) as second,
    ):

        async def test() -> None:
            host, guest = await at_two_nodes((first, second))
            await asyncio.to_thread(own_postgres.stop)
            await until_refused(host)
            with pytest.raises(InvalidStatus) as refused:
                await Client(first, host.code).connect()
            assert refused.value.response.status_code == 503
            answer = await host.calls.get(f"/api/tables/{host.code}")
            assert (answer.status_code, answer.json()["code"]) == (503, "store")
            await asyncio.to_thread(own_postgres.start)
            await asyncio.gather(play(host, first), play(guest, second))
            await check_against_the_record(host, guest)

        run(test())


async def until_refused(client: Client) -> None:
    """Send `ready` until the server has noticed that it has no database and refuses it."""
    async with asyncio.timeout(30):
        while True:
            try:
                await client.send({"type": "ready"})
                async with asyncio.timeout(0.5):  # it may not have noticed at the first
                    frame = await client.until(lambda frame: frame["type"] == "refused")
                assert (frame["code"], frame["reason"][:29]) == ("store", "The tables cannot be reached ")
                return
            except Disconnected:
                await asyncio.sleep(0.1)


async def test_a_nonce_with_a_receipt_from_another_node_is_in_every_deal_of_a_node_without_its_news(
    postgres: Postgres, tmp_path: Path
) -> None:
    address, slow_flag = await asyncio.to_thread(postgres.new_database), tmp_path / "slow_flag"
    program = ("tests.web.slow_store_server", "without news", str(slow_flag))
    with Server(address, program=program) as node, Server(address) as other:
        host = await new_table(node, HUMAN, edition="spanish target=1000 deal=2/2/2")
        guest = await join(node, host.code)
        await host.enter()
        guest.move_to(other)
        await guest.enter()
        slow_flag.touch()
        first, receipt = await nonce_and_receipt(guest)
        assert receipt is not None
        await start(host)
        await host.until_started()
        slow_flag.unlink()
        await guest.until_started()  # from the other node
        # A bot plays for the guest, so the next round is dealt when the host alone is ready.
        await start_bot(guest, 1)
        await until(lambda: host.table["seats"][1]["kind"] == "bot", host)
        await host.play_on(stop=lambda client: client.round_over)
        await until(lambda: guest.round_over, guest)
        slow_flag.touch()
        second, receipt = await nonce_and_receipt(guest)
        assert receipt is not None
        await host.send({"type": "ready"})
        await until(lambda: host.now["round"] == 2, host)
        assert [nonces_in(host.record(), n) for n in (1, 2)] == [{"B": first}, {"B": second}]


async def start_bot(client: Client, seat: int) -> None:
    answer = await client.calls.post(f"/api/tables/{client.code}/seats/{seat}", {"kind": "bot", "level": LEVEL})
    assert answer.status_code == 200, answer.text
