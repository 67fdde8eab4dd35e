"""Reactions: pictures that people at a table send each other; shown to everybody, limited, not stored."""

from __future__ import annotations

import asyncio
from typing import get_args

import pytest
from tests.postgres import Postgres
from tests.web.clients import BOT, HUMAN, Client, Frame, begun_table, join, new_table, start, two_players
from tests.web.server_process import Server

from tricorn.web.reaction import Reaction
from tricorn.web.store import News


async def react(client: Client, reaction: str, seat: int = 0) -> None:
    await client.send({"type": "reaction", "id": "r", "seat": seat, "reaction": reaction})


async def next_of(client: Client, kind: str) -> Frame:
    return await client.until(lambda frame: frame["type"] == kind)


async def refusal(client: Client, reaction: str = "wow", seat: int = 0) -> str:
    await react(client, reaction, seat)
    return str((await next_of(client, "refused"))["code"])


async def test_a_reaction_is_sent_to_everybody_at_the_table_and_not_again(server: Server) -> None:
    host, guest = await two_players(server)
    spectator = await Client(server, host.code).enter()
    await react(guest, "bravo", seat=1)
    for client in (host, guest, spectator):
        assert await next_of(client, "reaction") == {"type": "reaction", "seat": 1, "reaction": "bravo"}
    late = await Client(server, host.code).enter()
    await late.send({"type": "ping"})
    await next_of(late, "pong")
    assert not [text for text in late.texts if "bravo" in text]


async def test_only_somebody_with_that_seat_reacts_and_only_with_a_known_picture(server: Server) -> None:
    host, guest = await two_players(server)
    assert await refusal(await Client(server, host.code).enter()) == "not-your-seat"
    assert await refusal(guest, seat=0) == "not-your-seat"
    assert await refusal(host, "you are slow") == "malformed"


@pytest.mark.parametrize("seats", [(HUMAN, BOT), (HUMAN, HUMAN)])
async def test_nobody_reacts_among_bots_or_on_one_device(server: Server, seats: tuple[Frame, Frame]) -> None:
    host = await begun_table(server, *seats, pass_and_play=True)
    assert await refusal(await host.enter()) == "alone"


async def test_nobody_reacts_before_the_first_game(server: Server) -> None:
    host = await new_table(server, HUMAN)
    await join(server, host.code)
    assert await refusal(await host.enter()) == "not-started"


async def test_a_seat_that_reacts_too_often_is_refused_while_others_still_may(server: Server) -> None:
    host, guest = await two_players(server)
    for reaction in get_args(Reaction)[:4]:
        await react(host, reaction)
    assert await refusal(host) == "too-fast"
    await react(guest, "thanks", seat=1)
    assert (await host.until(lambda frame: frame.get("seat") == 1))["reaction"] == "thanks"
    assert sum('"type":"reaction"' in text for text in host.texts) == 5


async def test_a_reaction_reaches_the_clients_of_other_nodes(postgres: Postgres) -> None:
    address = await asyncio.to_thread(postgres.new_database)
    with Server(address) as first, Server(address) as second:
        host = await new_table(first, HUMAN)
        guest = await join(second, host.code)
        await start(host)
        await host.enter()
        await guest.enter()
        await guest.until_started()
        await react(host, "hmm")
        for client in (guest, host):
            assert await next_of(client, "reaction") == {"type": "reaction", "seat": 0, "reaction": "hmm"}
        assert guest.table["seats"][0]["here"], "a reaction says nothing about who is there"


def test_news_of_a_reaction_is_read_as_it_was_written() -> None:
    news = News("reaction", "1-a.1", "BCDFG", reaction=(1, "wow"))
    assert News.from_json(news.to_json()) == news
