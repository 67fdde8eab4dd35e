"""The home page: the living board, people with enlarged text, and what is remembered for the next game."""

from __future__ import annotations

import pytest
from tests.browser.boxes import small_targets, text_faults
from tests.browser.conftest import NewPage
from tests.browser.driving import PHONE

pytestmark = pytest.mark.browser

PLAYING = ".hero.playing"
# As the browser's own setting does: all sizes are relative to it.
ENLARGED = "document.documentElement.style.fontSize = '24px'"


@pytest.mark.parametrize("language", ["en-GB", "es-ES"])
def test_with_text_half_as_large_again_home_is_as_wide_as_the_phone(new_page: NewPage, language: str) -> None:
    page = new_page(locale=language, **PHONE)
    page.goto("/")
    before = page.evaluate("getComputedStyle(document.querySelector('.lead')).fontSize")
    page.evaluate(ENLARGED)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert text_faults(page, ".paper") == []
    assert (
        page.evaluate("getComputedStyle(document.querySelector('.lead')).fontSize") == f"{float(before[:-2]) * 1.5}px"
    )


def test_everything_that_is_pressed_at_home_is_large_enough_for_a_finger(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    page.goto("/")
    assert small_targets(page, ".paper") == []


def test_the_board_closes_its_hexagon_again_while_somebody_looks(new_page: NewPage) -> None:
    page = new_page(settings={"motion": True})
    page.clock.install()
    page.goto("/")
    page.clock.run_for(2_900)
    assert not page.locator(PLAYING).count()
    page.clock.run_for(1_000)
    page.wait_for_selector(PLAYING, state="attached")
    page.wait_for_selector(f".hero:not({PLAYING})", state="attached")


def test_the_board_is_still_for_somebody_who_prefers_that(new_page: NewPage) -> None:
    page = new_page(settings={"motion": True}, reduced_motion="reduce")
    page.clock.install()
    page.goto("/")
    page.clock.run_for(30_000)
    assert not page.locator(PLAYING).count()


def test_a_head_start_is_for_a_player_by_name_and_not_for_other_tables(new_page: NewPage) -> None:
    page = new_page(plays_here=True)
    page.goto("/")
    page.click("[data-setup=now]")
    page.click("summary:has-text('Head start')")
    fields = page.locator("[data-rule=head_start] label").filter(visible=True)
    assert fields.all_inner_texts() == ["You", "Rosa"]
    fields.nth(1).locator("input").fill("50")
    page.click("#go")
    page.wait_for_selector("#rack .tile, #draw")
    page.goto("/")
    assert "head start of Rosa: 50" in page.inner_text("#choices")
    page.click("#friends")
    page.wait_for_selector("#table-rules .played")
    assert "head start" not in page.inner_text("#table-rules .played")


def test_the_table_that_is_chosen_in_the_menu_by_its_picture_is_remembered(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    page.goto("/")
    page.click("#open-menu")
    page.wait_for_function("[...document.querySelectorAll('.tables img')].every(image => image.naturalWidth)")
    assert page.locator(".tables :checked").get_attribute("value") == "felt"
    page.click(".tables label:has-text('High contrast')")
    assert page.get_attribute("html", "data-table") == "contrast"
    page.goto("/learn")
    assert page.get_attribute("html", "data-table") == "contrast"
    assert page.locator(".tables :checked").get_attribute("value") == "contrast"
