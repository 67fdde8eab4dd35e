"""Who is shown as away: somebody who closed the page or lost the network, but not somebody who reloads it."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.web.clients import HUMAN, Client, join, new_table, plays_on, two_players
from tests.web.server_process import Server

from tricorn.web.security.keys import hash_key
from tricorn.web.tables.presence import Absences

ANA, BO = hash_key("ana"), hash_key("bo")


async def until_shown(client: Client, seat: int, here: bool) -> None:
    """Wait until a client is told whether somebody is here."""
    while client.table["seats"][seat]["here"] is not here:
        await client.next()


def test_an_absence_counts_from_when_it_was_noticed_until_the_return() -> None:
    absences = Absences(away_after=4.0, host_grace=60.0)
    absences.update({ANA, BO}, 100.0)  # a table that has just been loaded
    assert not absences.is_away(ANA, 103.0)
    assert absences.next_change(103.0) == 1.0
    absences.update({ANA}, 103.5)
    assert (absences.is_away(ANA, 104.0), absences.is_away(BO, 104.0)) == (True, False)
    assert absences.next_change(104.0) == 56.0
    absences.update({ANA, BO}, 110.0)
    assert (absences.is_away(BO, 113.0), absences.is_away(BO, 114.0)) == (False, True)
    absences.update(set(), 120.0)
    assert absences.next_change(120.0) is None


async def test_somebody_who_leaves_is_shown_as_away_to_players_and_spectators_until_the_return(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite", away_after=0.3) as server:
        host, guest = await two_players(server)
        television = await Client(server, host.code).enter()
        for _ in range(2):
            guest.cut()
            for other in (host, television):
                await until_shown(other, 1, here=False)
            await guest.enter()
            for other in (host, television):
                await until_shown(other, 1, here=True)
        assert guest.table["seats"][0]["here"]


async def test_a_reload_a_seat_just_taken_and_a_restart_show_nobody_as_away(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite", away_after=600.0) as server:
        host = await (await new_table(server, HUMAN)).enter()
        guest = await join(server, host.code)
        await host.until(lambda frame: frame["type"] == "table" and len(frame["seats"]) == 2)
        assert host.table["seats"][1]["here"]
        await guest.enter()
        guest.cut()
        await guest.enter()
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
        await host.enter()
        assert host.table["seats"][1]["here"]
        assert '"here":false' not in "".join(host.texts)


async def test_a_client_that_answers_no_ping_is_shown_as_away(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite", seconds_between_pings=0.3, seconds_to_pong=1.0) as server:
        host, guest = await two_players(server)
        assert guest._socket is not None
        guest._socket.transport.pause_reading()  # as if its network were lost
        await until_shown(host, 1, here=False)
        await guest.enter()
        await until_shown(host, 1, here=True)
        await plays_on(host, guest)
