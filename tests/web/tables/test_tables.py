"""Sitting down, hosting, stand-ins, rematches, pass and play, and finding tables again."""

from __future__ import annotations

import asyncio
from pathlib import Path
from statistics import median

import pytest
from tests.postgres import Postgres
from tests.web.clients import (
    BOT,
    HUMAN,
    LEVEL,
    Caller,
    Client,
    Frame,
    join,
    new_table,
    start,
    two_players,
)
from tests.web.server_process import Server

from tricorn.editions import EDITIONS
from tricorn.game import Game
from tricorn.web.security.codes import CODE_LETTERS
from tricorn.web.tables.bot_names import BOT_NAMES


async def test_a_code_has_letters_without_look_alikes(server: Server) -> None:
    host = await new_table(server, HUMAN, BOT)
    assert len(host.code) >= 5
    assert set(host.code) <= set(CODE_LETTERS)
    assert not set(CODE_LETTERS) & set("AEIOUY01")
    assert host.key is not None
    assert len(host.key) == 32
    await Client(server, host.code.lower(), host.key).enter()


async def test_each_bot_has_a_name_of_its_level_and_the_record_says_the_level_too(server: Server) -> None:
    bots: list[Frame] = [{"kind": "bot", "level": level} for level in ("easy", "easy", "hard")]
    host = await (await new_table(server, HUMAN, *bots)).enter()
    names = [line.split()[2] for line in host.header[3:6]]
    assert names == [*BOT_NAMES["easy"][:2], BOT_NAMES["hard"][0]]
    assert host.header[-1] == "bots B easy C easy D hard"


@pytest.mark.parametrize("edition", EDITIONS)
async def test_a_game_against_bots_begins_at_once(server: Server, edition: str) -> None:
    most = EDITIONS[edition].max_players
    host = await new_table(server, HUMAN, *[BOT] * (most - 1), edition=edition)
    await host.enter()
    await host.until_turn()
    names = [seat["name"] for seat in host.table["seats"]]
    assert len(set(names)) == most


async def test_house_rules_stand_in_the_record(server: Server) -> None:
    host = await new_table(server, HUMAN, BOT, edition="spanish target=90 bridge=30")
    await host.enter()
    assert host.header[1] == "edition spanish target=90 bridge=30"
    assert host.rules["target"] == 90


async def test_a_bot_stands_in_for_somebody_absent_and_gives_the_seat_back(server: Server) -> None:
    host, guest = await two_players(server, "pressman-classic target=2000")
    seat = f"/api/tables/{host.code}/seats/1"
    stand_in = {"kind": "bot", "level": LEVEL}
    assert (await host.calls.post(seat, stand_in)).json()["code"] == "here"
    stranger = Caller(server)
    await guest.leave()
    await host.until(lambda frame: frame["type"] == "table" and not frame["seats"][1]["here"])
    assert (await stranger.post(seat, stand_in)).json()["code"] == "not-host"
    assert (await host.calls.post(seat, stand_in)).status_code == 200
    await host.until(lambda frame: frame["type"] == "table")
    taken = host.table["seats"][1]
    assert (taken["kind"], taken["level"], taken["name"], taken["person"]) == (
        "bot",
        LEVEL,
        "Bo",
        True,
    )

    def enough(client: Client) -> bool:
        return client.now["round"] > 1 or sum(line[0].startswith("B ") for line in client.lines) >= 3

    await host.play_on(stop=enough)
    await guest.enter()
    assert guest.table["you"] == [1]
    refused = await guest.move("draw", seat=1)
    assert refused["type"] == "refused"
    assert (await host.calls.post(seat, {"kind": "human"})).status_code == 200
    await guest.until(lambda frame: frame["type"] == "table" and frame["seats"][1]["kind"] == "human")

    async def moves(client: Client) -> None:
        await client.play_on(stop=lambda client: len(client.lines) > n + 8)

    n = len(guest.lines)
    await asyncio.gather(moves(host), moves(guest))


async def test_in_the_hosts_absence_the_next_person_hosts(server: Server) -> None:
    host, guest = await two_players(server)
    assert (host.table["hosting"], guest.table["hosting"]) == (True, False)
    seat = f"/api/tables/{host.code}/seats/0"
    assert (await guest.calls.post(seat, {"kind": "bot"})).json()["code"] == "not-host"
    await host.leave()
    await guest.until(lambda frame: frame["type"] == "table" and frame["hosting"])
    assert (await guest.calls.post(seat, {"kind": "bot"})).status_code == 200
    await host.enter()
    await guest.until(lambda frame: frame["type"] == "table" and not frame["hosting"])
    assert host.table["hosting"]
    assert (await host.calls.post(seat, {"kind": "human"})).status_code == 200


async def until_alone(guest: Client) -> None:
    """Wait until the guest was notified that the host is gone."""
    while guest.table["seats"][0]["here"]:
        await guest.next()


async def check_is_no_host(guest: Client) -> None:
    assert not guest.table["hosting"]
    answer = await guest.calls.post(f"/api/tables/{guest.code}/seats/0", {"kind": "bot"})
    assert (answer.status_code, answer.json()["code"]) == (403, "not-host")


async def test_a_host_may_be_away_for_a_while(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite", host_grace=600.0) as server:
        host, guest = await two_players(server)
        await host.leave()
        await until_alone(guest)
        await check_is_no_host(guest)
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
        await guest.enter()
        await check_is_no_host(guest)


async def test_clients_are_notified_when_the_host_was_away_for_long(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite", host_grace=0.5) as server:
        host, guest = await two_players(server)
        await host.leave()
        await until_alone(guest)
        frame = await guest.until(lambda frame: frame["type"] == "table" and frame["hosting"])
        assert not frame["seats"][0]["here"]
        assert (await guest.calls.post(f"/api/tables/{guest.code}/seats/0", {"kind": "bot"})).status_code == 200
        await host.enter()
        await guest.until(lambda frame: frame["type"] == "table" and not frame["hosting"])


async def test_a_host_may_be_away_from_every_node_for_a_while(postgres: Postgres) -> None:
    address = await asyncio.to_thread(postgres.new_database)
    with Server(address, host_grace=600.0) as first, Server(address, host_grace=600.0) as second:
        host = await (await new_table(first, HUMAN)).enter()
        guest = await (await join(second, host.code)).enter()
        await start(host)
        await guest.until_started()
        while not guest.table["seats"][0]["here"]:
            await guest.next()
        await asyncio.to_thread(first.kill)
        await until_alone(guest)
        await check_is_no_host(guest)
        host.move_to(second)
        await host.enter()
        assert host.table["hosting"]


async def test_a_person_can_end_a_stand_in(server: Server) -> None:
    host, guest = await two_players(server)
    await guest.leave()
    await host.until(lambda frame: frame["type"] == "table" and not frame["seats"][1]["here"])
    await host.calls.post(f"/api/tables/{host.code}/seats/1", {"kind": "bot"})
    answer = await guest.calls.post(f"/api/tables/{host.code}/seats/1", {"kind": "human"})
    assert answer.status_code == 200
    await guest.enter()
    assert guest.table["seats"][1]["kind"] == "human"


async def test_a_rematch_is_a_new_game_with_the_same_people(server: Server) -> None:
    host, guest = await two_players(server, "pressman-classic target=30")
    rematch = f"/api/tables/{host.code}/rematch"
    assert (await host.calls.post(rematch)).json()["code"] == "not-over"
    await asyncio.gather(host.play_on(), guest.play_on())
    first = (await host.calls.get(f"/api/tables/{host.code}/record")).text
    for client in (guest, host):
        assert (await client.calls.post(rematch)).status_code == 200
    for client in (host, guest):
        client.now = {}
        await client.until(lambda frame: frame["type"] == "lines")
        assert (client.game, client.table["game"], client.now["round"]) == (2, 2, 1)
        assert client.now["scores"] == [0, 0]
    deal = host.lines[1]
    await asyncio.gather(host.play_on(), guest.play_on())
    second = (await host.calls.get(f"/api/tables/{host.code}/record")).text
    earlier = (await host.calls.get(f"/api/tables/{host.code}/record", params={"game": 1})).text
    assert earlier == first != second
    assert deal[0] in second
    missing = await host.calls.get(f"/api/tables/{host.code}/record", params={"game": 3})
    assert (missing.status_code, missing.json()["code"]) == (404, "no-game")


async def test_a_client_that_was_away_during_the_rematch_gets_the_new_game(server: Server) -> None:
    host, guest = await two_players(server, "pressman-classic target=1")
    await asyncio.gather(host.play_on(), guest.play_on())
    await guest.leave()
    await host.calls.post(f"/api/tables/{host.code}/rematch")
    await guest.enter()
    assert guest.game == 2
    assert guest.lines[0] == ["round 1"]
    assert guest.now["scores"] == [0, 0]


async def test_on_a_pass_and_play_table_one_key_holds_all_human_seats(server: Server) -> None:
    people: list[Frame] = [HUMAN, {"kind": "human", "name": "Bo"}, BOT]
    host = await new_table(server, *people, pass_and_play=True, edition="spanish target=60")
    await host.enter()
    assert host.table["you"] == [0, 1]
    assert host.now["hands"].keys() == {"0", "1"}
    await host.play_on()
    game = Game.from_record((await host.calls.get(f"/api/tables/{host.code}/record")).text)
    assert game.outcome() is not None
    assert game.names[:2] == ("Ana", "Bo")
    for n, line in enumerate(host.lines, 1):
        if line[-1].startswith(("deal A", "deal B", "A draw", "B draw")):
            assert line == [str(game.events[n - 1])]
        elif line[-1].startswith(("deal C", "C draw", "well")):
            assert "?-?-?" in line[-1]


async def test_a_table_of_bots_is_watched_by_its_host_and_pauses_while_nobody_is_there(server: Server) -> None:
    host = await new_table(server, BOT, BOT, edition="pressman-classic target=300")
    await host.enter()
    assert (host.table["you"], host.table["host"], host.table["hosting"]) == ([], None, True)
    while len(host.lines) < 20:
        await host.next()
    await host.leave()
    seen = []
    for _ in range(2):
        await asyncio.sleep(0.3)
        seen.append((await host.calls.get(f"/api/tables/{host.code}")).json()["now"]["n"])
    assert seen[0] == seen[1]
    await host.enter()
    await host.watch()


async def test_listed_tables_are_found_and_private_ones_are_not(server: Server) -> None:
    listed = await new_table(server, HUMAN, BOT, start=False, listed=True)
    private = await new_table(server, HUMAN)
    await asyncio.sleep(2.1)
    found = {table["code"]: table for table in (await Caller(server).get("/api/tables")).json()}
    assert private.code not in found
    table = found[listed.code]
    assert (table["free"], table["started"]) == (5, False), "a bot gives up its seat"


async def test_tables_are_found_by_their_keys(server: Server) -> None:
    waiting = await new_table(server, HUMAN)
    playing = await new_table(server, HUMAN, BOT)
    keys = [waiting.key, playing.key, "somebody else's"]
    mine = (await Caller(server).post("/api/mine", {"keys": keys})).json()
    assert {table["code"]: (table["phase"], table["you"]) for table in mine} == {
        waiting.code: ("waiting", [0]),
        playing.code: ("playing", [0]),
    }
    assert (await Caller(server).post("/api/mine", {"keys": []})).json() == []


async def test_a_bot_that_thinks_delays_no_other_table(server: Server) -> None:
    host, guest = await two_players(server, "pressman-classic target=2000")
    thinker: Frame = {"kind": "bot", "level": "expert"}
    crowd = [await new_table(server, *[thinker] * 4, edition="pressman-classic target=3000") for _ in range(4)]
    watching = [asyncio.create_task((await client.enter()).watch()) for client in crowd]
    times = []
    for _ in range(20):
        player = host if host.on_turn else guest
        if not player.on_turn:
            break
        loop = asyncio.get_running_loop()
        began = loop.time()
        await player.move(player.now["options"][0]["move"])
        times.append(loop.time() - began)
        for client in (host, guest):
            while client.now["n"] < player.now["n"]:
                await client.next()
    for task in watching:
        task.cancel()
    # A bot thinks at any time, for up to a second: if moves had to wait for that, most of them would.
    assert median(times) < 0.5
