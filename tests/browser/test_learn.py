"""The course: a newcomer goes from the first lesson to a first game."""

from __future__ import annotations

from typing import Any

import pytest
from tests.browser.axe import faults
from tests.browser.conftest import NewPage
from tests.browser.driving import PHONE, by_keyboard, place, take_move, wait_for_turn

from tricorn.analysis.lessons import LESSONS

pytestmark = pytest.mark.browser

RIGHT, WRONG = "body[data-result=right]", "body[data-result=wrong]"
# What a newcomer taps in each lesson: a tile and a cell, or a button.
ANSWERS = {
    "side": ("1-2-2", "0,0v"),
    "corners": ("0-4-4", "0,0v"),
    "draw": ("#draw-until-fits",),
    "bridge": ("0-2-2", "1,-3v"),
    "beside": ("4-5-5", "-1,0^"),
    "hexagon": ("0-5-5", "0,-1^"),
    "out": ("0-0-2", "0,-2^"),
    "blocked": ("#pass",),
    "start": ("0-0-0", "0,0^"),
}


def answer(page: Any, name: str) -> None:
    page.wait_for_selector("body[data-result=open] #rack .tile")
    given = ANSWERS[name]
    if len(given) == 2:
        place(page, *given)
        return
    page.tap(given[0])
    if name == "draw":
        page.wait_for_selector("#rack .fits")
        page.locator("#rack .fits").first.tap()
        page.locator("#board .target").first.tap()


def test_a_newcomer_finishes_the_course_on_a_phone_and_plays_with_a_coach(new_page: NewPage) -> None:
    page = new_page(plays_here=True, **PHONE)
    page.goto("/learn")
    page.wait_for_selector("#rack .tile")
    assert faults(page) == []
    for lesson in LESSONS:
        answer(page, lesson.name)
        page.wait_for_selector(RIGHT)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.tap("#next-lesson")
    assert faults(page) == []
    assert page.locator("#afterwards a").evaluate_all("all => all.map(each => each.pathname)") == [
        "/",
        "/puzzles",
        "/rules/family",
    ]
    page.tap("#first-game")
    page.wait_for_selector("#rack .tile")
    assert wait_for_turn(page)
    assert page.inner_text(".coach p")
    page.tap("#coach-close")
    take_move(page, by_keyboard)
    page.goto("/learn")
    assert page.locator("#lessons .done").count() == len(LESSONS)


def test_a_wrong_try_is_explained_and_a_missed_goal_can_be_tried_again(new_page: NewPage) -> None:
    page = new_page(plays_here=True, **PHONE)
    page.goto("/learn#corners")
    page.wait_for_selector("#rack .tile")
    place(page, "0-1-5", "-1,-1v")
    assert page.inner_text("#feedback") == "0-1-5: this is tile 0-1-5 mirrored; a tile is never turned over."
    page.goto("/learn#bridge")
    page.wait_for_selector("#rack [data-tile='2-2-3']")
    place(page, "2-2-3", "0,-2^")
    page.wait_for_selector(WRONG)
    assert "+7" in page.inner_text("#feedback")
    page.tap("#again")
    answer(page, "bridge")
    page.wait_for_selector(RIGHT)


def test_the_first_lesson_can_be_done_by_keyboard_and_progress_is_remembered(new_page: NewPage) -> None:
    page = new_page(plays_here=True)
    page.goto("/learn")
    page.wait_for_selector("#rack .tile")
    for key in ("t", "Enter", "Enter"):
        page.keyboard.press(key)
    page.wait_for_selector(RIGHT)
    assert page.evaluate("document.activeElement.id") == "next-lesson"
    page.reload()
    page.wait_for_selector("#rack .tile")
    assert page.url.endswith("#side")
    page.goto("/learn")
    page.wait_for_selector("#rack .tile")
    assert page.url.endswith("#corners")


def test_without_webassembly_the_course_says_so_in_one_sentence(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/learn")
    page.wait_for_selector("#no-course:visible")
    assert page.locator("#course").is_hidden()
