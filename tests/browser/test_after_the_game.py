"""How a game ends and what comes after it: the result, a rematch, resigning, leaving, deleting."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from tests.browser.boxes import text_faults
from tests.browser.conftest import NewPage
from tests.browser.driving import FEW_TILES, PHONE, finish_game, focused_id, hold_seat, sit_at_table
from tests.web.server_process import Server

from tricorn.game import Game
from tricorn.web.security.keys import hash_key, new_key
from tricorn.web.store import SQLiteStore, StoredGame, StoredLine
from tricorn.web.tables.info import Seat, TableInfo
from tricorn.web.tables.state import TableState

pytestmark = pytest.mark.browser


def choose_in_menu(page: Any, what: str) -> None:
    page.click("#open-menu")
    page.click(what)
    page.wait_for_selector("#ask .button:focus")  # Cancel
    page.click("#yes")


def test_a_rematch_does_not_take_readers_away_from_the_end_of_the_game(new_page: NewPage) -> None:
    ana, bo = new_page(locale="es-ES", **PHONE), new_page()
    sit_at_table(ana, bo, rules={"target": "1", **FEW_TILES})
    finish_game(ana, bo)
    title = bo.locator("#ending h2").inner_text()
    ana.click("#rematch")
    ana.wait_for_selector("#withdraw")
    assert text_faults(ana, "#ending .buttons") == [], "the longest labels fit a phone"
    bo.wait_for_selector(".asked:has-text('Ana would like a rematch')")
    ana.click("#start-now")
    ana.wait_for_selector("body[data-at^='2/']")
    bo.wait_for_selector("#go-on")
    assert bo.locator("#ending h2").inner_text() == title, "nobody takes Bo away from the end"
    bo.click("#go-on")
    bo.wait_for_selector("body[data-at^='2/']")
    bo.click("#take-seat")
    bo.wait_for_selector("#role", state="hidden")

    bo.goto("/")
    game = bo.locator("#my-games > li")
    game.wait_for()
    assert game.count() == 1
    assert "Games won: Ana " in bo.locator("#continue").inner_text()
    assert " won" in game.inner_text()
    game.locator(".button").first.click()  # the replay; the review stands beside it
    bo.wait_for_selector("#replay:not([hidden])")
    assert bo.url.endswith("/replay?game=1#move=0")
    bo.keyboard.press("End")
    assert "wins the game" in bo.locator("#event-text").inner_text()
    bo.goto("/")
    bo.locator("#my-games .delete").click()
    bo.wait_for_selector("#mine", state="hidden")
    bo.reload()
    bo.wait_for_selector("#continue a")
    assert not game.count()


def test_leaving_resigning_ending_and_deleting_a_game(new_page: NewPage) -> None:
    ana, bo = new_page(), new_page()
    sit_at_table(ana, bo)
    address = bo.url
    choose_in_menu(bo, "#leave")
    bo.wait_for_url("**/")
    ana.wait_for_selector("[data-seat='1'] .about:has-text('bot')")
    bo.goto(address)
    bo.click("#take-seat")
    ana.wait_for_selector("[data-seat='1'] .about:not(:has-text('bot'))", state="attached")

    choose_in_menu(ana, "#end")
    bo.wait_for_selector("#proposal:has-text('Ana would like to end the game')")
    bo.click("#play-on")
    ana.wait_for_selector("#proposal", state="hidden")

    choose_in_menu(bo, "#resign")
    bo.wait_for_selector("#role:has-text('resigned')")
    assert bo.locator("#take-seat").count() == 0
    choose_in_menu(ana, "#end")
    for page in (ana, bo):
        page.wait_for_selector("#ending h2:has-text('without a winner')")

    bo.goto("/")
    item = bo.locator("#my-games > li")
    assert "ended without a winner" in item.inner_text()
    assert focused_id(ana) == "ending-title", "a screen reader says how the game has ended"
    item.locator(".delete").click()
    bo.wait_for_selector("#mine", state="hidden")


def store_finished_game(game: Game, key: str, database: Path) -> None:
    """Keep a game as that of the table BCDFG, with seats for the holder of a key and a bot."""
    people = (Seat("human", game.names[0], key=hash_key(key)), Seat("bot", game.names[1], "easy"))
    info = TableInfo(str(game.edition), people, hash_key(key), started=True)
    lines = tuple(StoredLine(str(event)) for event in game.events)

    async def store() -> None:
        file = SQLiteStore(database)
        table = TableState("BCDFG", info).stored(info, "over", 0)
        await file.begin_game(table, StoredGame(1, tuple(game.parsed_record.header()), lines))
        await file.close()

    with ThreadPoolExecutor(1) as thread:  # there is an event loop of Playwright in this one
        thread.submit(asyncio.run, store()).result()


def test_a_game_won_by_the_lower_score_says_why_wherever_its_result_is(
    new_page: NewPage, tmp_path: Path, golden: Path
) -> None:
    game, key = Game.from_record((golden / "classic-figures-2p.tri").read_text()), new_key()
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.scores[outcome.winner] < max(outcome.scores)
    store_finished_game(game, key, tmp_path / "tables.sqlite")
    reason = f"{game.names[outcome.winner]} won the round in which several had reached {game.edition.target} points."
    with Server(tmp_path / "tables.sqlite") as server:
        page = new_page(at=server)
        hold_seat(page, "BCDFG", key, phase="over")
        page.goto("/t/BCDFG")
        assert page.locator("#ending h2 + p").inner_text() == reason
        assert page.locator("#ending .standings .name").first.inner_text().startswith(game.names[outcome.winner])
        page.goto("/")
        assert reason in page.locator("#my-games li").inner_text()
