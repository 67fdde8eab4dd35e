"""Bots for everybody: the one that adapts, the next one after a win, and a head start in points."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.browser.conftest import NewPage
from tests.browser.driving import FEW_TILES, finish_game, play_here

from tricorn.game import Game
from tricorn.web.tables.bot_names import BOT_NAMES

pytestmark = pytest.mark.browser

ONE_ROUND = {"rounds": "1", **FEW_TILES}
# So many points that they decide a game of one round.
WIN, DEFEAT = {"head_start": "9000"}, {"head_start": "0/9000"}


def records_of(page: Any, code: str) -> list[str]:
    """The records of a table in the browser; each is checked in full."""
    records = json.loads(page.evaluate(f"localStorage['tricorn.local.{code}']"))["records"]
    for record in records:
        Game.from_record(record)
    return list(records)


def test_after_a_win_the_next_bot_is_offered_and_nothing_changes_by_itself(new_page: NewPage) -> None:
    page = new_page(plays_here=True)
    code = play_here(page, "gentle", **ONE_ROUND, **WIN)
    finish_game(page)
    (record,) = records_of(page, code)
    assert "head_start=9000" in record
    page.goto("/")
    assert BOT_NAMES["gentle"][0] in page.inner_text("#opponents")
    page.goto(f"/play#{code}")
    page.click(f"#try-next:has-text('{BOT_NAMES['easy'][0]}')")
    page.wait_for_selector(f"#players:has-text('{BOT_NAMES['easy'][0]}')")
    page.wait_for_selector("#rack .tile")
    page.goto("/")
    assert BOT_NAMES["easy"][0] in page.inner_text("#opponents")


def test_a_defeat_offers_no_stronger_bot(new_page: NewPage) -> None:
    page = new_page(plays_here=True)
    play_here(page, "gentle", **ONE_ROUND, **DEFEAT)
    finish_game(page)
    assert page.locator("#try-next").count() == 0


@pytest.mark.parametrize(("given", "words", "strength"), [(WIN, "stronger", 50), (DEFEAT, "gentler", 0)])
def test_the_adaptive_bot_says_how_it_plays_next_and_does(
    new_page: NewPage, given: dict[str, str], words: str, strength: int
) -> None:
    page = new_page(plays_here=True)
    code = play_here(page, "adaptive", **ONE_ROUND, **given)
    finish_game(page)
    name = BOT_NAMES["adaptive"][0]
    page.wait_for_selector(f"#ending :text('{name} adapts to you and plays a little {words} next time.')")
    page.click("#rematch")
    page.wait_for_selector("body[data-at^='2/']")
    first, second = records_of(page, code)
    assert "bots B adaptive:25" in first
    assert f"bots B adaptive:{strength}" in second
    page.reload()
    page.wait_for_selector("#rack .tile, #draw")
    assert json.loads(page.evaluate("localStorage['tricorn.adaptive']")) == {"strength": strength, "games": 1}


def test_the_setup_says_how_the_adaptive_bot_plays_and_gives_a_head_start(new_page: NewPage) -> None:
    page = new_page(plays_here=True)
    page.goto("/")
    page.click("[data-setup=now]")
    page.locator("#seats button.sit").first.click()
    page.check("#seat-card [value=adaptive]")
    assert "you win about half" in page.inner_text("#seat-card")
    page.click("#seat-card-done")
    page.click("summary:has-text('Head start')")
    page.locator("[data-rule=head_start] input").first.fill("50")
    page.click("#go")
    page.wait_for_selector("#rack .tile, #draw")
    (record,) = records_of(page, page.url.partition("#")[2])
    assert record.splitlines()[1].endswith("head_start=50")
    page.goto("/")
    page.wait_for_selector("#choices:has-text('your head start: 50')")
    page.click("[data-setup=now]")
    page.wait_for_selector("[name=rules][value=family]:checked", state="attached")  # a head start goes with any rules
