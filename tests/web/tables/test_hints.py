"""Hints at a server's table: against bots, where everybody may have them, and never for another seat."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from tests.web.clients import BOT, HUMAN, Caller, Client, Frame, begun_table, two_players
from tests.web.server_process import Server

from tricorn.web.security.keys import KeyHash
from tricorn.web.tables.info import Seat, TableInfo
from tricorn.web.tables.results import PastGame

EDITION = "pressman-classic"
KEYS = [KeyHash("0" * 64), KeyHash("1" * 64)]


async def hint(client: Client, **changes: object) -> Frame:
    body = {"seat": client.table["you"][0], "after": client.now["n"], **changes}
    answer: Frame = (await client.calls.post(f"/api/tables/{client.code}/hint", body)).json()
    return answer


async def on_turn(client: Client) -> Client:
    """The client at a turn of its own with a real choice."""
    await client.play_on(stop=lambda client: len(client.now["options"]) > 1)
    return client


async def test_a_player_against_bots_gets_a_legal_move_and_why_and_it_is_counted_once_a_turn(server: Server) -> None:
    client = await on_turn(await (await begun_table(server, HUMAN, BOT)).enter())
    first = await hint(client)
    assert first["move"] in [option["move"] for option in client.now["options"]]
    assert 0 < first["chance"] < 1
    assert all(set(reason) == {"text", "other", "values"} for reason in first["reasons"])
    assert await hint(client) == first
    await client.until(lambda frame: frame["type"] == "table" and frame["seats"][0]["hints"] == 1)
    record = (await client.calls.get(f"/api/tables/{client.code}/record")).text
    assert "hint" not in record


async def test_requests_at_the_same_time_get_one_hint_and_count_as_one(server: Server) -> None:
    client = await on_turn(await (await begun_table(server, HUMAN, BOT)).enter())
    first, *others = await asyncio.gather(*(hint(client) for _ in range(5)))
    assert "move" in first
    assert others == [first] * 4
    seats = (await client.calls.get(f"/api/tables/{client.code}")).json()["table"]["seats"]
    assert [seat["hints"] for seat in seats] == [1, 0]


async def test_with_other_people_a_hint_is_refused_unless_the_table_allows_it(server: Server) -> None:
    host, guest = await two_players(server, EDITION)
    assert host.table["hints"] is False
    assert (await hint(host))["code"] == "no-hints"
    host, guest = await two_players(server, EDITION, hints=True)
    assert host.table["hints"] is True
    first = host if host.on_turn else guest
    assert "move" in await hint(first)


async def test_only_the_holder_of_the_seat_on_turn_gets_a_hint_and_for_this_moment(server: Server) -> None:
    client = await on_turn(await (await begun_table(server, HUMAN, BOT)).enter())
    stranger = Caller(server)
    body = {"seat": 0, "after": client.now["n"]}
    assert (await stranger.post(f"/api/tables/{client.code}/hint", body)).json()["code"] == "not-your-seat"
    assert (await hint(client, after=client.now["n"] + 1))["code"] == "stale"
    assert (await hint(client, seat=1))["code"] == "not-your-seat"


def test_a_second_person_on_the_device_or_away_counts_as_other_people_and_so_do_those_who_may_come() -> None:
    seats = (Seat("human", "Ana", key=KEYS[0]), Seat("bot", "Bo", "easy"))
    alone = TableInfo(EDITION, seats, KEYS[0], started=True)
    assert alone.allows_hints
    assert not replace(alone, started=False).allows_hints
    for other in (Seat("human", "Bo", key=KEYS[0]), Seat("bot", "Bo", "easy", key=KEYS[1])):
        assert not alone.with_seat(1, other).allows_hints


async def test_without_the_turn_there_is_no_hint(server: Server) -> None:
    host, guest = await two_players(server, EDITION, hints=True)
    waiting = guest if host.on_turn else host
    assert (await hint(waiting))["code"] == "not-your-turn"


def test_hints_are_stored_and_counted_from_zero_in_the_next_game() -> None:
    info = TableInfo(EDITION, (Seat("human", "Ana", key=KEYS[0]), Seat("bot", "Bo", "easy")), KEYS[0], hints=True)
    hinted = info.with_hint(0).with_hint(0)
    assert TableInfo.from_json(hinted.to_json()) == hinted
    assert [hinted.hints_used_by(seat) for seat in range(2)] == [2, 0]
    assert hinted.with_past(PastGame(1, (400, 320), 0)).hints_used_by(0) == 0
