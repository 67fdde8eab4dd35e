"""Rematches, resigning, ending a game together, leaving, and whose turn it is in the list of one's own tables."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.web.clients import BOT, HUMAN, Caller, Client, Frame, begun_table, two_players
from tests.web.server_process import Server

from tricorn.web.tables.results import leader

SHORT = "pressman-classic target=1"


async def decide(client: Client, what: str, **body: object) -> Frame:
    answer: Frame = (await client.calls.post(f"/api/tables/{client.code}/{what}", body)).json()
    return answer


async def finished(server: Server, **more: object) -> tuple[Client, Client]:
    """Two people at the end of a short game."""
    host, guest = await two_players(server, SHORT, **more)
    await asyncio.gather(host.play_on(), guest.play_on())
    return host, guest


def table_with(**expected: object) -> Callable[[Frame], bool]:
    return lambda frame: frame["type"] == "table" and all(frame[name] == value for name, value in expected.items())


async def until_over(client: Client) -> Frame:
    while not client.game_over:
        await client.next()
    over: Frame = client.now["over"]
    return over


async def test_anybody_offers_a_rematch_and_it_begins_when_all_who_are_here_want_it(server: Server) -> None:
    host, guest = await finished(server)
    result = {"game": 1, "scores": host.now["scores"], "winner": host.now["over"]["game"]["winner"]}
    record = (await host.calls.get(f"/api/tables/{host.code}/record")).text
    assert (await decide(guest, "rematch"))["ok"]
    asked = {"subject": "rematch", "seats": [1]}
    await host.until(table_with(agreement=asked, game=1))
    assert (await decide(Client(server, host.code), "rematch"))["code"] == "not-your-seat"
    assert (await decide(host, "rematch"))["ok"]
    header = await guest.until(lambda frame: frame["type"] == "header")
    assert (header["game"], header["past"]) == (2, [result])
    assert guest.table["agreement"] is None
    assert (await Caller(server).get(f"/api/tables/{host.code}/record", params={"game": 1})).text == record


async def test_a_move_of_the_game_before_is_not_played_in_the_rematch(server: Server) -> None:
    client = await (await begun_table(server, HUMAN, BOT)).enter()
    await decide(client, "end")
    await decide(client, "rematch")
    await client.until(lambda frame: frame["type"] == "lines" and frame["now"]["game"] == 2)
    await client.until_turn()
    move = client.now["options"][0]["move"]
    assert (await client.move(move, game=1))["code"] == "stale"
    assert (await client.move(move, game=2))["type"] == "ack"


async def test_declining_ends_the_offer_of_a_rematch(server: Server) -> None:
    host, guest = await finished(server)
    await decide(guest, "rematch")
    await decide(host, "rematch", agree=False)
    await guest.until(table_with(agreement={"subject": "rematch", "seats": [1]}))
    await guest.until(table_with(agreement=None, game=1))


async def test_the_host_need_not_wait_and_a_bot_stands_in_for_a_player_who_has_not_answered(server: Server) -> None:
    host, guest = await finished(server)
    assert (await decide(guest, "rematch", wait=False))["code"] == "not-host"
    await decide(host, "rematch", wait=False)
    await guest.until(table_with(game=2))
    assert [seat["kind"] for seat in guest.table["seats"]] == ["human", "bot"]
    back = await guest.calls.post(f"/api/tables/{host.code}/seats/1", {"kind": "human"})
    assert back.status_code == 200


async def test_a_bot_plays_on_for_a_player_who_resigns_until_the_next_game(server: Server) -> None:
    host, guest = await two_players(server, SHORT)
    assert (await decide(guest, "resign"))["ok"]
    await host.until(lambda frame: frame["type"] == "table" and frame["seats"][1]["resigned"])
    assert host.table["seats"][1]["kind"] == "bot"
    back = await guest.calls.post(f"/api/tables/{host.code}/seats/1", {"kind": "human"})
    assert back.json()["code"] == "resigned"
    await host.play_on()
    await asyncio.gather(decide(guest, "rematch"), decide(host, "rematch"))
    await guest.until(table_with(game=2))
    assert (guest.table["seats"][1]["kind"], guest.table["seats"][1]["resigned"]) == ("human", False)


async def test_a_resignation_ends_the_game_if_the_host_chose_so(server: Server) -> None:
    host, guest = await two_players(server, on_resign="end")
    before = (await Caller(server).get(f"/api/tables/{host.code}/record")).text
    assert "deal A ?-?-?" in before
    await decide(guest, "resign")
    for client in (host, guest):
        over = await until_over(client)
        assert over == {"round": None, "game": {"winner": 0, "reason": "Bo has resigned."}}
        assert client.now["turn"] is None
    assert (await decide(host, "resign"))["code"] == "over"
    assert "?-?-?" not in (await Caller(server).get(f"/api/tables/{host.code}/record")).text
    await asyncio.gather(decide(host, "rematch"), decide(guest, "rematch"))
    header = await host.until(lambda frame: frame["type"] == "header")
    assert [game["winner"] for game in header["past"]] == [0]
    # The game before is public although its lines do not say that it is over; the one that is played is not.
    assert "?-?-?" not in (await Caller(server).get(f"/api/tables/{host.code}/record?game=1")).text
    assert "?-?-?" in (await Caller(server).get(f"/api/tables/{host.code}/record?game=2")).text


async def test_the_game_ends_if_the_only_person_among_bots_resigns(server: Server) -> None:
    host = await (await begun_table(server, HUMAN, BOT)).enter()
    await decide(host, "resign")
    assert (await until_over(host))["game"]["winner"] == 1


async def test_a_game_ends_when_all_people_agree_and_goes_on_when_one_does_not(server: Server) -> None:
    host, guest = await two_players(server)
    await decide(host, "end")
    await guest.until(table_with(agreement={"subject": "end", "seats": [0]}))
    await decide(guest, "end", agree=False)
    await guest.until(table_with(agreement=None))
    await decide(guest, "end")
    await decide(host, "end")
    over = await until_over(guest)
    assert over["game"] == {"winner": None, "reason": "Everybody agreed to end the game."}
    await guest.until(table_with(agreement=None))  # who wanted the game to end has not asked for another one


async def test_an_early_end_and_the_turn_of_a_players_games_survive_a_restart(tmp_path: Path) -> None:
    async def play(server: Server) -> tuple[Client, Client]:
        ended = await (await begun_table(server, HUMAN, BOT)).enter()
        await decide(ended, "end")
        running = await (await begun_table(server, HUMAN, BOT)).enter()
        await running.until_turn()
        return ended, running

    async def mine(server: Server, *clients: Client) -> list[tuple[str, bool]]:
        answer = await Caller(server).post("/api/mine", {"keys": [client.key for client in clients]})
        by_code = {table["code"]: (table["phase"], table["turn"]) for table in answer.json()}
        return [by_code[client.code] for client in clients]

    with Server(tmp_path / "tables.sqlite") as server:
        clients = await play(server)
        assert await mine(server, *clients) == [("over", False), ("playing", True)]
        await asyncio.to_thread(server.stop)
        await asyncio.to_thread(server.start)
        assert await mine(server, *clients) == [("over", False), ("playing", True)]
        view = (await clients[0].calls.get(f"/api/tables/{clients[0].code}")).json()
        assert view["now"]["over"]["game"]["winner"] is None
        assert (await decide(clients[0], "rematch"))["ok"]


@pytest.mark.parametrize(
    ("scores", "seats", "best"), [((5, 9, 9), (0, 1), 1), ((5, 9, 9), (1, 2), None), ((-3,), (0,), 0), ((), (), None)]
)
def test_the_leader_is_the_one_seat_with_the_most(scores: tuple[int, ...], seats: tuple[int, ...], best: int) -> None:
    assert leader(scores, seats) == best
