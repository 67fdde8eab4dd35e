"""The network or the server fails, and the game goes on."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import pytest
from tests.browser.conftest import NewPage
from tests.browser.driving import (
    MY_MOVE,
    cells,
    finish_round,
    open_table,
    play_few_tiles,
    play_now,
    sit_down,
    take_move,
    wait_for_turn,
)
from tests.web.server_process import Server

pytestmark = pytest.mark.browser


def test_a_connection_cut_in_mid_turn_comes_back_and_the_round_goes_on(new_page: NewPage) -> None:
    page = new_page()
    play_few_tiles(page)
    assert wait_for_turn(page)
    before = cells(page)
    page.context.set_offline(True)
    page.wait_for_selector("#offline:not([hidden])")
    assert cells(page) == before
    page.context.set_offline(False)
    page.wait_for_selector("body[data-connection=open]")
    assert page.locator("#offline").is_hidden()
    finish_round(page)


def test_a_move_made_while_the_connection_is_away_is_sent_once_when_it_is_back(new_page: NewPage) -> None:
    page = new_page()
    play_now(page)
    assert wait_for_turn(page)
    at = page.locator("body").get_attribute("data-at")
    page.context.set_offline(True)
    page.wait_for_selector("#offline:not([hidden])")
    page.keyboard.press("t")
    for key in ("Enter", "Enter") if page.locator("#rack .fits").count() else ("d",):
        page.keyboard.press(key)
    page.wait_for_selector("body[data-turn=sent]")
    page.context.set_offline(False)
    page.wait_for_selector(f"body:not([data-at='{at}'])")
    assert wait_for_turn(page) in (True, False)


def test_a_killed_server_comes_back_and_both_players_go_on(new_page: NewPage, tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite") as server:
        ana, bo = new_page(at=server), new_page(at=server)
        address = open_table(ana, "Ana")
        sit_down(bo, address, "Bo")
        ana.click("#start")
        for _ in range(5):
            take_move(_on_turn(ana, bo))
        before = cells(_on_turn(ana, bo))  # who has seen the last move
        server.kill()
        for page in (ana, bo):
            page.wait_for_selector("#offline:not([hidden])")
        server.start()
        for page in (ana, bo):
            page.wait_for_selector("body[data-connection=open]")
        assert cells(ana) == cells(bo) == before
        for _ in range(80):  # more than one turn can take to draw
            take_move(_on_turn(ana, bo))
            if len(cells(_on_turn(ana, bo))) > len(before):
                break
        assert len(cells(_on_turn(ana, bo))) > len(before)


def test_a_page_notices_within_seconds_that_its_server_hangs(new_page: NewPage, tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite") as server:
        page = new_page(at=server)
        page.clock.install()
        play_now(page)
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


def test_without_a_server_the_page_says_so(new_page: NewPage, tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite") as server:
        page = new_page(at=server, service_workers="allow")
        page.goto("/")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.reload()
        address = open_table(page, "Ana")
        server.kill()
        page.goto(address)
        assert page.locator("h1").inner_text() == "The server cannot be reached"
        page.goto("/rules")  # what the page says works without a connection
        assert page.locator("h1").inner_text() == "The rules"
        server.start()
