"""The review of a game just played, its mistakes as puzzles, and hints at a table in the browser."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.browser.axe import faults
from tests.browser.boxes import is_on_screen
from tests.browser.conftest import NewPage
from tests.browser.driving import (
    CONTROLLED,
    DESK,
    NOTES,
    PHONE,
    cells,
    finish_game,
    place,
    play_here,
    take_move,
    wait_for_turn,
)

from tricorn.analysis.as_data import review_data
from tricorn.analysis.reason_data import reason_data
from tricorn.analysis.review import review
from tricorn.arena.seating import Seating
from tricorn.core.compile import accelerate
from tricorn.core.totals import new_totals
from tricorn.editions import edition_named
from tricorn.record import parse_record

pytestmark = pytest.mark.browser

REVIEW_TIMEOUT_MS = 90_000  # a review runs at the lowest priority


# A game of a few moves with a blunder of A, and how that is to be placed.
TINY = "pressman-classic target=1 deal=5/5/5/5/5 draw_limit=1 blocked_when=passes"
SEED, BLUNDER = 40, ("4-4-5", "0,-1^")


def write_game(folder: Path, edition: str, seed: int) -> Path:
    """The record of a game between easy bots."""
    accelerate()
    seating = Seating(edition_named(edition), ["easy"] * 2, log=True)
    path = folder / f"{seed}.tri"
    path.write_text(str(seating.record_of(seed, new_totals())), encoding="utf-8")
    return path


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A very short game with two errors."""
    return write_game(tmp_path, TINY, SEED)


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


def review_quickly(page: Any, moves: int) -> None:
    """Answer for the server, with a fraction of its work; only the first `moves` are reviewed."""
    sent: list[str] = []

    def begin(route: Any) -> None:
        sent.append(route.request.post_data)
        route.fulfill(json={"id": "quick"})

    def finish(route: Any) -> None:
        record = parse_record(sent[-1])
        answers = iter([True] * moves)
        has_time = partial(next, answers, False)
        found = review_data(review(record, iterations=200, playouts=4, has_time=has_time), reason_data)
        route.fulfill(json=found | {"names": list(record.names)})

    page.route("**/api/reviews", begin)
    page.route("**/api/reviews/quick", finish)


def test_a_game_is_reviewed_played_out_and_reviewed_again_and_its_mistake_becomes_a_puzzle(
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
    page.set_viewport_size(DESK)
    for key in ("n", "b"):
        page.keyboard.press(key)
    assert page.locator("#stage").bounding_box()["height"] > DESK["height"] / 2
    page.wait_for_function("() => scrollY === 0")  # a frame after the change of size
    assert is_on_screen(page, "#advice, #error-next")
    assert page.evaluate("document.querySelector('#sheet').scrollTop") == 0, "the verdict is not scrolled away"
    page.set_viewport_size(PHONE["viewport"])

    play_out(page)
    page.click("#ask-hint")
    page.wait_for_selector("#hint-more")
    place(page, *BLUNDER)
    finish_game(page)
    assert "1 hint" in page.locator("#ending .standings").inner_text()

    page.click("#ending a[href*='review=1']")
    page.wait_for_selector("#own-puzzles", timeout=REVIEW_TIMEOUT_MS)
    assert page.get_attribute("#own-puzzles", "href") == "/puzzles#own"
    assert page.evaluate("JSON.parse(localStorage['tricorn.mistakes'])")

    page.goto("/")
    assert "1 hint" in page.locator("#my-games > li").first.inner_text()


def test_a_review_of_the_first_moves_says_so_and_its_chart_ends_there(new_page: NewPage, record: Path) -> None:
    page = new_page(**PHONE)  # without WebAssembly, so the server makes the review
    review_quickly(page, moves=4)
    page.goto("/replay")
    page.set_input_files("#record-file", record)
    page.click("#review-game")
    page.wait_for_selector("#review table", timeout=REVIEW_TIMEOUT_MS)
    shown = page.locator("#review").inner_text()
    assert "Only the first 4 of " in shown
    assert "There is no account, because not all moves were reviewed." in shown
    assert page.locator("#chart path.line").first.get_attribute("d").count("L") == 4 - 1


def test_a_review_runs_offline_with_progress_and_can_be_cancelled(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page(plays_here=True, service_workers="allow", **PHONE)
    page.goto("/replay")
    page.evaluate(CONTROLLED)
    page.context.set_offline(True)
    page.set_input_files("#record-file", write_game(tmp_path, "pressman-classic target=100", 1))
    page.click("#review-game")
    page.wait_for_selector("#review :text('Reviewing the game: move')", timeout=REVIEW_TIMEOUT_MS)
    page.click("#review-cancel")
    page.wait_for_selector("#review-game")
    assert not page.locator("#review table").count()
    page.set_input_files("#record-file", write_game(tmp_path, TINY, SEED))
    page.click("#review-game")
    page.wait_for_selector("#review table", timeout=REVIEW_TIMEOUT_MS)


def test_before_a_review_the_page_says_that_unknown_hands_need_the_server(new_page: NewPage, record: Path) -> None:
    page = new_page(plays_here=True, **PHONE)
    page.goto("/replay")
    page.set_input_files("#record-file", record)
    page.wait_for_selector("#review-game")
    assert page.locator("#review-note").is_hidden()
    page.goto("/replay")
    page.set_input_files("#record-file", NOTES)
    page.wait_for_selector("#review-note:has-text('does not have all hands')")
    page.click("#review-game")
    page.wait_for_selector("#review table", timeout=REVIEW_TIMEOUT_MS)
    assert "cannot be judged" in page.locator("#review").inner_text()


def test_a_hint_is_first_a_nudge_then_a_move_that_can_be_played(new_page: NewPage) -> None:
    page = new_page(plays_here=True, **PHONE)
    play_here(page)
    wait_for_turn(page)
    while not page.locator("#ask-hint").count():
        take_move(page)
        wait_for_turn(page)
    page.click("#ask-hint")
    page.wait_for_selector("#hint-more")
    assert page.locator("#board .advice .better").count() == 0
    page.locator("#hint-more").press("Enter")
    page.wait_for_selector("#hint-play:focus")
    assert re.search(
        r"scores|leaves|opens|lets|gives up|wins|is worth|does not", page.locator("#hint li").first.inner_text()
    )
    placed = len(cells(page))
    moment = page.locator("body").get_attribute("data-at")
    page.keyboard.press("Enter")
    page.wait_for_function("before => document.body.dataset.at !== before", arg=moment)
    assert page.evaluate("document.activeElement.closest('#rack') !== null")
    assert page.locator("#hint").is_hidden()
    assert len(cells(page)) >= placed
