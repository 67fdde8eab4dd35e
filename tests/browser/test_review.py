"""The review on the page of a replay, and hints at a table in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.browser.conftest import NewPage
from tests.browser.driving import cells, take_move, wait_for_turn
from tests.browser.test_everybody import faults
from tests.browser.test_local import start

from tricorn.arena.seating import Seating
from tricorn.core.compile import accelerate
from tricorn.core.totals import new_totals
from tricorn.editions import edition_named

pytestmark = pytest.mark.browser

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "has_touch": True}
PATIENCE = 90_000  # milliseconds: a review runs at the lowest priority


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A short game with several mistakes."""
    accelerate()
    seating = Seating(edition_named("pressman-classic target=60"), ["easy"] * 2, log=True)
    path = tmp_path / "short.tri"
    path.write_text(str(seating.record_of(2, new_totals())), encoding="utf-8")
    return path


def test_a_record_is_reviewed_its_mistakes_stepped_through_and_played_out(new_page: NewPage, record: Path) -> None:
    page = new_page(plays_here=True, **PHONE)
    page.goto("/replay")
    page.set_input_files("#record-file", record)
    page.click("#review-game")
    page.wait_for_selector(".mistakes", timeout=PATIENCE)
    mistakes = page.locator(".mistakes button").count()
    assert page.locator(".error-mark").count() == mistakes > 1
    assert " won against the luck of the tiles." in page.locator("#review").inner_text()
    assert "Better:" in page.locator("#advice").inner_text()
    assert page.locator("#board .advice .better").count() == 1
    first = page.locator("#step").inner_text()
    page.keyboard.press("n")
    assert page.locator("#step").inner_text() != first
    page.click("#mistake-back")
    assert page.locator("#step").inner_text() == first
    assert not faults(page)
    before = cells(page)
    hand = page.locator("#hands .on-turn .mini").evaluate_all("all => all.map(each => each.ariaLabel).sort()")
    page.click("#play-on")
    page.wait_for_selector("#rack .tile")
    assert sorted(cells(page)) == sorted(before)
    assert page.locator("#rack .tile").evaluate_all("all => all.map(each => each.dataset.tile).sort()") == hand
    page.reload()
    page.wait_for_selector("#rack .tile")
    assert sorted(cells(page)) == sorted(before)


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
