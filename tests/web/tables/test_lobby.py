"""A table before its game: who sits down, what the host can change, and that nobody else can."""

from __future__ import annotations

import pytest
from tests.web.clients import BOT, HUMAN, LEVEL, Caller, Client, join, new_table, start
from tests.web.server_process import Server

from tricorn.bots import LEVELS


def path(client: Client, call: str) -> str:
    return f"/api/tables/{client.code}/{call}"


async def seats_of(client: Client) -> list[str]:
    table = (await client.calls.get(f"/api/tables/{client.code}")).json()["table"]
    return [seat["name"] for seat in table["seats"]]


async def test_a_table_opens_without_a_question_and_seats_appear_as_people_sit_down(server: Server) -> None:
    made = (await Caller(server).post("/api/tables", {})).json()
    assert made["seat"] is None
    host = await Client(server, made["code"], made["key"]).enter()
    assert (host.table["seats"], host.table["hosting"], host.table["started"]) == ([], True, False)
    assert host.table["players"] == [2, 6]
    for number, name in enumerate(("Bo", "Cy", "Di", "Ed", "Fay", "Gus")):
        guest = await join(server, host.code, name)
        assert (await guest.enter()).table["you"] == [number]
    late = await Caller(server).post(path(host, "join"), {"name": "Hal"})
    assert (late.status_code, late.json()["code"]) == (409, "full")
    assert late.json()["error"] == "All 6 seats are taken; you can watch the game."
    await start(host)
    assert (await Caller(server).post(path(host, "join"), {"name": "Hal"})).json()["code"] == "started"


async def test_somebody_who_sits_down_after_the_bots_were_added_takes_a_free_seat_then_that_of_a_bot(
    server: Server,
) -> None:
    host = await new_table(server, HUMAN, edition="wooden")
    for _ in range(2):
        assert (await host.calls.post(path(host, "bots"), {"level": "easy"})).status_code == 200
    await join(server, host.code, "Bo")
    assert await seats_of(host) == ["Ana", "Pip", "Momo", "Bo"]
    assert (await host.calls.post(path(host, "bots"), {})).json()["code"] == "full"
    await join(server, host.code, "Cy")
    await join(server, host.code, "Di")
    assert await seats_of(host) == ["Ana", "Di", "Cy", "Bo"]
    assert (await Caller(server).post(path(host, "join"), {})).json()["code"] == "full"


async def test_the_host_adds_changes_moves_and_removes_and_nobody_else_can(server: Server) -> None:
    host = await new_table(server, HUMAN)
    guest = await join(server, host.code)
    move = {"to": 0, "name": "Pip"}
    assert (await host.calls.post(path(host, "bots"), {"level": "god"})).json()["code"] == "level"
    assert (await host.calls.post(path(host, "bots"), {"level": "easy"})).status_code == 200
    for caller in (guest.calls, Caller(server)):
        answers = [
            await caller.post(path(host, "bots"), {"level": LEVEL}),
            await caller.post(path(host, "seats/2"), {"kind": "bot", "level": "hard"}),
            await caller.post(path(host, "seats/2/move"), move),
            await caller.ask("DELETE", path(host, "seats/2")),
            await caller.post(path(host, "rules"), {"edition": "wooden"}),
            await caller.post(path(host, "start")),
        ]
        assert [answer.json()["code"] for answer in answers] == ["not-host"] * len(answers)
    assert await seats_of(host) == ["Ana", "Bo", "Pip"]
    assert (await host.calls.post(path(host, "seats/2/move"), move)).status_code == 200
    assert await seats_of(host) == ["Pip", "Ana", "Bo"]
    assert (await host.calls.post(path(host, "seats/0"), {"kind": "bot", "level": "hard"})).status_code == 200
    assert await seats_of(host) == ["Vega", "Ana", "Bo"]
    assert (await host.calls.post(path(host, "seats/1"), {"kind": "bot", "level": "hard"})).json()["code"] == "seat"
    assert (await host.calls.ask("DELETE", path(host, "seats/9"))).json()["code"] == "no-seat"
    assert (await host.calls.post(path(host, "seats/0/move"), {"to": 3})).json()["code"] == "no-seat"
    assert (await host.calls.ask("DELETE", path(host, "seats/2"))).status_code == 200
    assert await seats_of(host) == ["Vega", "Ana"]
    assert (await guest.enter()).table["you"] == [], "a guest whose seat was taken away watches"


async def test_a_seat_that_has_changed_hands_in_the_meantime_is_neither_removed_nor_moved(server: Server) -> None:
    host = await new_table(server, HUMAN)
    bo, _ = await join(server, host.code), await join(server, host.code, "Cy")
    assert (await bo.calls.ask("DELETE", path(host, "seats/1"))).status_code == 200
    for answer in (
        await host.calls.ask("DELETE", path(host, "seats/1?name=Bo")),
        await host.calls.post(path(host, "seats/1/move"), {"to": 0, "name": "Bo"}),
    ):
        assert (answer.status_code, answer.json()["code"]) == (409, "stale")
    assert await seats_of(host) == ["Ana", "Cy"]


async def test_the_host_hosts_without_a_seat_starts_and_watches(server: Server) -> None:
    host = await (await new_table(server, HUMAN, BOT, start=False)).enter()
    assert (await host.calls.ask("DELETE", path(host, "seats/0"))).status_code == 200
    guest = await join(server, host.code)
    await start(host)
    await host.until_started()
    assert (host.table["you"], host.table["hosting"], host.table["host"]) == ([], True, None)
    assert host.now["hands"] == {}
    await guest.enter()
    assert (guest.table["you"], guest.table["hosting"]) == ([1], False)


async def test_a_host_without_a_seat_sits_down_with_the_same_key(server: Server) -> None:
    host = await new_table(server)
    answer = (await host.calls.post(path(host, "join"), {"name": "Ana"})).json()
    assert answer == {"seat": 0, "key": None}
    assert (await host.calls.post(path(host, "join"), {"name": "Ana"})).json() == answer, "not a second seat"
    assert (await host.enter()).table["you"] == [0]


async def test_everybody_can_change_their_own_name_and_leave(server: Server) -> None:
    host = await new_table(server, HUMAN)
    guest = await join(server, host.code)
    for seat, caller in ((0, guest.calls), (1, Caller(server))):
        other = await caller.post(path(host, f"seats/{seat}"), {"kind": "human", "name": "Mallory"})
        assert other.json()["code"] == "not-host"
        assert (await caller.ask("DELETE", path(host, f"seats/{seat}"))).json()["code"] == "not-host"
    assert (await guest.calls.post(path(host, "seats/1"), {"kind": "human", "name": "ana"})).status_code == 200
    assert await seats_of(host) == ["Ana", "ana 2"]
    assert (await guest.calls.ask("DELETE", path(host, "seats/1"))).status_code == 200
    assert await seats_of(host) == ["Ana"]


async def test_the_rules_change_until_the_start_if_there_is_room_for_everybody(server: Server) -> None:
    host = await (await new_table(server, HUMAN, *[BOT] * 4, start=False)).enter()
    rules = {"edition": "pressman-classic target=50", "listed": True, "on_resign": "end", "hints": True}
    assert (await host.calls.post(path(host, "rules"), rules)).status_code == 200
    await host.until(lambda frame: frame["type"] == "table")
    assert {name: host.table[name] for name in rules} == rules
    wooden = await host.calls.post(path(host, "rules"), {"edition": "wooden"})
    assert (wooden.status_code, wooden.json()["code"]) == (409, "players")
    assert wooden.json()["error"] == "These rules are for at most 4 players, and 5 have sat down."
    assert (await host.calls.post(path(host, "rules"), {"edition": "checkers"})).json()["code"] == "edition"
    without_deal = await host.calls.post(path(host, "rules"), {"edition": "spanish players=4-6 deal=9/7"})
    assert (without_deal.status_code, without_deal.json()["code"]) == (422, "players")
    await start(host)
    await host.until_started()
    assert host.header[1] == "edition pressman-classic target=50"
    assert (await host.calls.post(path(host, "rules"), rules)).json()["code"] == "started"


async def test_after_the_start_the_seats_stay(server: Server) -> None:
    host = await new_table(server, HUMAN, BOT)
    await host.enter()
    for answer in (
        await host.calls.post(path(host, "bots"), {}),
        await host.calls.ask("DELETE", path(host, "seats/1")),
        await host.calls.post(path(host, "seats/1/move"), {"to": 0}),
        await host.calls.post(path(host, "start")),
    ):
        assert (answer.status_code, answer.json()["code"]) == (409, "started")


async def test_a_game_needs_enough_players_and_not_too_many(server: Server) -> None:
    host = await new_table(server, HUMAN)
    answer = await host.calls.post(path(host, "start"))
    assert (answer.status_code, answer.json()["code"]) == (409, "players")
    answer = await Caller(server).post("/api/tables", {"edition": "wooden", "seats": [HUMAN, *[BOT] * 4]})
    assert (answer.status_code, answer.json()["code"]) == (422, "players")


@pytest.mark.parametrize("level", LEVELS)
async def test_a_bot_of_any_level_can_be_added(server: Server, level: str) -> None:
    host = await new_table(server, HUMAN)
    assert (await host.calls.post(path(host, "bots"), {"level": level})).status_code == 200
    assert (await host.enter()).table["seats"][1]["level"] == level
