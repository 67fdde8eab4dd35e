"""Codes of private tables: so long, and guesses so limited, that nobody finds one by guessing."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.web.clients import HUMAN, Caller, Client, new_table
from tests.web.server_process import Server

from tricorn.web.security.codes import CODES_PER_TABLE, is_code, new_code


@pytest.mark.parametrize(
    ("tables", "length"), [(0, 5), (2, 5), (3, 6), (63, 6), (64, 7), (1_279, 7), (1_280, 8), (25_600, 9)]
)
def test_codes_get_longer_with_the_number_of_tables(tables: int, length: int) -> None:
    code = new_code(tables)
    assert len(code) == length
    assert is_code(code)
    assert 20**length >= (tables + 1) * CODES_PER_TABLE


async def test_tables_with_codes_of_all_lengths_are_found(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite") as own_server:
        codes = [(await new_table(own_server, HUMAN)).code for _ in range(5)]
        assert [len(code) for code in codes] == [5, 5, 5, 6, 6]
        for code in codes:
            assert (await Caller(own_server).get(f"/t/{code}")).status_code == 200
            assert (await Caller(own_server).get(f"/t/{code.lower()}/qr.svg")).status_code == 200
            await Client(own_server, code).enter()


async def test_concurrent_guesses_are_counted_like_others(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite", wrong_codes=(5, 0.001)) as own_server:
        guesses = [f"/api/tables/{new_code(0)}" for _ in range(60)]
        answers = await asyncio.gather(*(Caller(own_server).get(guess) for guess in guesses))
        statuses = [answer.status_code for answer in answers]
        assert (statuses.count(404), statuses.count(429)) == (5, 55)


async def test_people_behind_one_address_may_all_reconnect_at_once(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite", wrong_codes=(3, 0.001)) as own_server:
        codes = [(await new_table(own_server, HUMAN)).code for _ in range(12)]
        own_server.kill()
        own_server.start()
        clients = await asyncio.gather(*(Client(own_server, code).enter() for code in codes))
        assert [client.table["code"] for client in clients] == codes
        for _ in range(4):
            wrong = await Caller(own_server).get("/api/tables/ZZZZZ")
        assert wrong.status_code == 429


async def test_guesses_over_sockets_are_limited_like_those_over_http(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite", wrong_codes=(3, 0.001)) as own_server:
        clients = await asyncio.gather(*(Client(own_server, new_code(0)).enter() for _ in range(12)))
        codes = [client.answers[None]["code"] for client in clients]
        assert (codes.count("no-table"), codes.count("too-fast")) == (3, 9)
