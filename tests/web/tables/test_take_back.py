"""Taking back turns at a server's table: against bots only, any number of them, with the same deals afterwards."""

from __future__ import annotations

from pathlib import Path

from tests.web.clients import BOT, HUMAN, Caller, Client, Frame, begun_table, two_players
from tests.web.server_process import Server

from tricorn.game import Game
from tricorn.web.security.keys import KeyHash
from tricorn.web.tables.info import Seat, TableInfo
from tricorn.web.tables.results import PastGame

EDITION = "pressman-classic target=1000"
SHORT = "spanish rounds=3 deal=2/2/2/2/2"
NONCE = "ab" * 32


async def take_back(client: Client, **changes: object) -> Frame:
    body = {"seat": client.table["you"][0], "after": client.now["n"], **changes}
    answer: Frame = (await client.calls.post(f"/api/tables/{client.code}/take-back", body)).json()
    return answer


async def at_choice(client: Client, choices: int) -> list[Frame]:
    """Play until the client has had some choices; returns the states at them, of which the last is the current one."""
    states: list[Frame] = []

    def is_there(client: Client) -> bool:
        options = client.now["options"]
        if len(options) > 1 and (not states or states[-1]["n"] != client.now["n"]):
            states.append(client.now)
        return len(states) == choices

    await client.play_on(stop=is_there)
    return states


async def until_taken_back(client: Client, count: int) -> None:
    while client.table["taken_back"] < count:
        await client.next()
    await client.until(lambda frame: frame["type"] == "lines")


async def test_three_turns_are_taken_back_one_by_one_and_the_record_verifies(server: Server) -> None:
    client = await (await begun_table(server, HUMAN, BOT, edition=EDITION)).enter()
    states = await at_choice(client, 4)
    for count, state in enumerate(reversed(states[:-1]), 1):
        assert await take_back(client) == {"ok": True}
        await until_taken_back(client, count)
        assert {**client.now, "deadline": None} == {**state, "deadline": None}
    assert client.table["taken_back"] == 3
    await client.play_on(lambda now: now["options"][-1]["move"], stop=lambda client: client.now["round"] == 2)
    record = (await client.calls.get(f"/api/tables/{client.code}/record")).text
    assert record.startswith(client.record()), "the bot may have moved since"
    assert Game.from_record(record).deals_checked == 1


async def test_a_deal_that_was_taken_back_is_dealt_again_with_its_nonce(server: Server) -> None:
    client = await (await begun_table(server, HUMAN, BOT, edition=SHORT)).enter()
    await client.calls.post(f"/api/tables/{client.code}/nonce", {"game": 1, "round": 2, "nonce": NONCE})
    states = await at_choice(client, 1)
    await client.play_on(stop=lambda client: client.now["round"] == 2)
    dealt = [line for line in client.lines if line[0].split()[0] in ("number", "deal")][-3:]
    assert dealt[0] == [f"number A {NONCE}"]
    while client.now["round"] == 2 or client.now["n"] != states[0]["n"]:
        before = client.table["taken_back"]
        assert await take_back(client) == {"ok": True}
        await until_taken_back(client, before + 1)
    assert client.now["round"] == 1
    await client.play_on(stop=lambda client: client.now["round"] == 2)
    assert [line for line in client.lines if line[0].split()[0] in ("number", "deal")][-3:] == dealt
    await client.play_on()
    record = (await client.calls.get(f"/api/tables/{client.code}/record")).text
    assert Game.from_record(record).deals_checked == 3
    assert (await take_back(client))["code"] == "over"


async def test_a_client_that_was_away_gets_all_lines_as_they_are_now(server: Server) -> None:
    client = await (await begun_table(server, HUMAN, BOT, edition=EDITION)).enter()
    await at_choice(client, 3)
    other = await Client(server, client.code, client.key).enter()
    await other.leave()
    assert await take_back(client) == {"ok": True}
    await until_taken_back(client, 1)
    await client.play_on(
        lambda now: now["options"][-1]["move"], stop=lambda client: len(client.lines) > len(other.lines)
    )
    await other.enter()
    assert other.lines[: len(client.lines)] == client.lines


async def test_after_a_restart_the_game_goes_on_where_it_was_taken_back_to(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.db") as server:
        client = await (await begun_table(server, HUMAN, BOT, edition=EDITION)).enter()
        states = await at_choice(client, 3)
        assert await take_back(client) == {"ok": True}
        server.kill()
        server.start()
        await client.enter()
        assert client.now["n"] == states[1]["n"]
        assert client.table["taken_back"] == 1
        assert client.now["options"] == states[1]["options"]


async def test_who_may_not_take_back_is_told_why(server: Server) -> None:
    host, _ = await two_players(server, EDITION)
    assert host.table["take_back"] is False
    assert (await take_back(host))["code"] == "no-take-back"
    strict = await (await begun_table(server, HUMAN, BOT, edition=EDITION, take_back=False)).enter()
    assert (await take_back(strict))["code"] == "no-take-back"
    client = await (await begun_table(server, HUMAN, BOT, edition=EDITION)).enter()
    assert client.table["take_back"] is True
    stranger = Caller(server)
    body = {"seat": 0, "after": client.now["n"]}
    assert (await stranger.post(f"/api/tables/{client.code}/take-back", body)).json()["code"] == "not-your-seat"
    await at_choice(client, 2)
    assert (await take_back(client, after=client.now["n"] + 1))["code"] == "stale"
    assert (await take_back(client, after=1))["code"] == "stale"
    assert client.table["taken_back"] == 0


async def test_without_a_choice_there_is_nothing_to_take_back(server: Server) -> None:
    client = await (await begun_table(server, HUMAN, BOT, edition="spanish start=choice")).enter()
    if client.on_turn:
        assert (await take_back(client))["code"] == "no-choice"
    await at_choice(client, 1)
    assert (await take_back(client))["code"] == "no-choice"


def test_turns_taken_back_are_stored_and_counted_from_zero_in_the_next_game() -> None:
    key = KeyHash("0" * 64)
    info = TableInfo(EDITION, (Seat("human", "Ana", key=key), Seat("bot", "Bo", "easy")), key)
    taken = info.with_taken_back([]).with_taken_back([])
    assert TableInfo.from_json(taken.to_json()) == taken
    assert taken.taken_back == 2
    assert taken.with_past(PastGame(1, (400, 320), 0)).taken_back == 0
