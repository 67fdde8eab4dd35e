"""The network or the server fails, and the game goes on."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import pytest
from tests.browser.conftest import NewPage
from tests.browser.driving import (
    MANY_TILES,
    MY_MOVE,
    cells,
    sit_at_table,
    take_move,
    wait_for_choice,
    wait_for_turn,
)
from tests.web.server_process import Server

pytestmark = pytest.mark.browser


def test_a_connection_cut_in_mid_turn_comes_back_and_the_round_goes_on(new_page: NewPage) -> None:
    page = new_page()
    sit_at_table(page, bots=1, rules=MANY_TILES)
    wait_for_choice(page)
    before = cells(page)
    page.context.set_offline(True)
    page.wait_for_selector("#offline:not([hidden])")
    assert cells(page) == before
    page.context.set_offline(False)
    page.wait_for_selector("body[data-connection=open]")
    assert page.locator("#offline").is_hidden()
    take_move(page)
    assert wait_for_turn(page)
    assert len(cells(page)) > len(before)


def test_a_move_made_while_the_connection_is_away_is_sent_once_when_it_is_back(new_page: NewPage) -> None:
    page = new_page()
    sit_at_table(page, bots=1, rules=MANY_TILES)
    wait_for_choice(page)
    before = moves_of_ana(page)
    page.context.set_offline(True)
    page.wait_for_selector("#offline:not([hidden])")
    for key in ("t", "Enter", "Enter"):
        page.keyboard.press(key)
    page.wait_for_selector("body[data-turn=sent]")
    assert moves_of_ana(page) == before
    page.context.set_offline(False)
    assert wait_for_turn(page)  # the bot has answered
    after = moves_of_ana(page)
    assert after[:-1] == before
    assert len(after) == len(before) + 1


def moves_of_ana(page: Any) -> list[str]:
    """Her moves in the record of the page's table, as the server has it."""
    code = page.url.rpartition("/")[2]
    record = page.request.get(f"/api/tables/{code}/record").text()
    return [line for line in record.splitlines() if line.startswith("A ")]


def test_a_killed_server_comes_back_and_both_players_go_on(new_page: NewPage, tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite") as server:
        ana, bo = new_page(at=server), new_page(at=server)
        sit_at_table(ana, bo, rules=MANY_TILES)
        for _ in range(3):
            take_move(_on_turn(ana, bo))
        before = cells(_on_turn(ana, bo))  # who has seen the last move
        server.kill()
        for page in (ana, bo):
            page.wait_for_selector("#offline:not([hidden])")
        server.start()
        for page in (ana, bo):
            page.wait_for_selector("body[data-connection=open]")
        assert cells(ana) == cells(bo) == before
        while cells(_on_turn(ana, bo)) == before:
            take_move(_on_turn(ana, bo))
        assert len(cells(_on_turn(ana, bo))) == len(before) + 1


def test_a_page_notices_within_seconds_that_its_server_hangs(new_page: NewPage, tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite") as server:
        page = new_page(at=server)
        page.clock.install()
        sit_at_table(page, bots=1)
        assert wait_for_turn(page)
        assert server.pid is not None
        os.kill(server.pid, signal.SIGSTOP)
        try:
            page.clock.run_for(11_000)
            assert page.locator("#offline").is_visible()
        finally:
            os.kill(server.pid, signal.SIGCONT)
        page.clock.run_for(10_000)
        page.wait_for_selector("body[data-connection=open]")


def _on_turn(*pages: Any) -> Any:
    for _ in range(500):
        for page in pages:
            if page.locator(MY_MOVE).count():
                return page
        pages[0].wait_for_timeout(10)
    raise AssertionError("nobody is on turn")


def test_without_a_server_the_page_says_so_and_comes_back_with_it(new_page: NewPage, tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite") as server:
        page = new_page(at=server, service_workers="allow")
        page.goto("/")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.reload()
        address = sit_at_table(page, starts=False)
        server.kill()
        page.goto(address)
        assert page.locator("h1").inner_text() == "The server cannot be reached"
        page.goto("/rules")  # what the page says works without a connection
        assert page.locator("h1").inner_text() == "The rules"
        page.goto(address)
        page.wait_for_selector("h1:has-text('The server cannot be reached')")
        server.start()
        page.wait_for_selector("#lobby:not([hidden])")  # nobody has to load it again
