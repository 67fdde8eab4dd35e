"""The review of a game just played, its mistakes as puzzles, and hints at a table in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.browser.conftest import NewPage
from tests.browser.driving import cells, take_move, wait_for_turn
from tests.browser.test_accessibility import faults
from tests.browser.test_learn import place
from tests.browser.test_local import finish_game, start

from tricorn.arena.seating import Seating
from tricorn.core.compile import accelerate
from tricorn.core.totals import new_totals
from tricorn.editions import edition_named

pytestmark = pytest.mark.browser

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "has_touch": True}
REVIEW_TIMEOUT_MS = 90_000  # a review runs at the lowest priority


# A game of a few moves with a blunder of A, and how that is to be placed.
TINY = "pressman-classic target=1 deal=5/5/5/5/5 draw_limit=1 blocked_when=passes"
SEED, BLUNDER = 40, ("4-4-5", "0,-1^")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A very short game with two errors."""
    accelerate()
    seating = Seating(edition_named(TINY), ["easy"] * 2, log=True)
    path = tmp_path / "short.tri"
    path.write_text(str(seating.record_of(SEED, new_totals())), encoding="utf-8")
    return path


def play_out(page: Any) -> None:
    """From the position under review to a table in the browser, with the same tiles."""
    before = cells(page)
    hand = page.locator("#hands .on-turn .mini").evaluate_all("all => all.map(each => each.ariaLabel).sort()")
    page.click("#play-on")
    for _ in range(2):
        page.wait_for_selector("#rack .tile")
        assert cells(page) == before
        assert page.locator("#rack .tile").evaluate_all("all => all.map(each => each.dataset.tile).sort()") == hand
        page.reload()
    page.wait_for_selector("#rack .tile")


def test_a_game_is_reviewed_played_out_reviewed_again_and_its_mistake_solved_as_a_puzzle(
    new_page: NewPage, record: Path
) -> None:
    page = new_page(plays_here=True, **PHONE)
    page.goto("/replay")
    page.set_input_files("#record-file", record)
    page.click("#review-game")
    page.wait_for_selector(".errors", timeout=REVIEW_TIMEOUT_MS)
    assert page.locator(".error-mark").count() == page.locator(".errors button").count() == 2
    assert " won against the luck of the tiles." in page.locator("#review").inner_text()
    assert "Better:" in page.locator("#advice").inner_text()
    assert page.locator("#board .advice .better").count() == 1
    first = page.locator("#step").inner_text()
    page.keyboard.press("n")
    assert page.locator("#step").inner_text() != first
    page.click("#error-previous")
    assert page.locator("#step").inner_text() == first
    assert not faults(page)

    play_out(page)
    page.click("#ask-hint")
    page.wait_for_selector("#hint-more")
    place(page, *BLUNDER)
    finish_game(page)
    assert "1 hint" in page.locator("#ending .result").inner_text()

    page.click("#ending a[href*='review=1']")
    page.click("#own-puzzles", timeout=REVIEW_TIMEOUT_MS)
    page.wait_for_selector("body[data-result=open] #rack .tile")
    stored = "JSON.parse(localStorage['tricorn.mistakes'])"
    own = page.evaluate(stored)
    best = own[0]["moves"][0][0]
    place(page, "-".join(sorted(best[-3:])), best[:-3])
    page.wait_for_selector("body[data-result=right]")
    assert page.evaluate(stored) == own[1:]

    page.goto("/")
    assert "1 hint" in page.locator("#my-games > li").first.inner_text()


def test_a_hint_is_first_a_nudge_then_a_move_that_can_be_played(new_page: NewPage) -> None:
    page = new_page(plays_here=True, **PHONE)
    start(page)
    wait_for_turn(page)
    while not page.locator("#ask-hint").count():
        take_move(page)
        wait_for_turn(page)
    page.click("#ask-hint")
    page.wait_for_selector("#hint-more")
    assert page.locator("#board .advice .better").count() == 0
    page.click("#hint-more")
    page.wait_for_selector("#hint-play")
    placed = len(cells(page))
    moment = page.locator("body").get_attribute("data-at")
    page.click("#hint-play")
    page.wait_for_function("before => document.body.dataset.at !== before", arg=moment)
    assert page.locator("#hint").is_hidden()
    assert len(cells(page)) >= placed
