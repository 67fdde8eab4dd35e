"""The puzzles: that of the day is solved and shared, others are chosen, and one's own mistakes come back."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from tests.browser.axe import faults
from tests.browser.conftest import NewPage
from tests.browser.driving import PHONE, choose_options, place

from tricorn.analysis.puzzles import Puzzle, PuzzleMove, load_puzzles

pytestmark = pytest.mark.browser

TODAY = datetime(2026, 11, 17, 12, tzinfo=UTC)
SOLVED = "body[data-result=right]"
# Instead of the browser's own, which would ask.
SHARING = "navigator.share = data => { window.shared = data.text; return Promise.resolve() }"


def play(page: Any, move: PuzzleMove) -> None:
    page.wait_for_selector("body[data-result=open] #rack .tile")
    if move.move in ("draw", "pass"):
        page.tap(f"#{move.move}")
    else:
        place(page, "-".join(sorted(move.move[-3:])), move.move[:-3])


def shown_chance(page: Any) -> float:
    """The first chance of winning that the page names, in percent."""
    page.wait_for_selector("#feedback:not(:empty)")
    found = re.search(r"([0-9]+)\s%", page.inner_text("#feedback"))
    assert found is not None
    return float(found[1])


def test_the_puzzle_of_the_day_is_solved_on_a_phone_and_shared_without_its_answer(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    page.add_init_script(SHARING)
    page.clock.set_fixed_time(TODAY)
    page.goto("/healthz")
    choose_options(page, "now", edition="spanish")
    page.goto("/puzzles")
    puzzles = [
        each for each in load_puzzles() if each.edition == "spanish" and each.players <= 4 and each.difficulty <= 3
    ]
    puzzle = puzzles[int(TODAY.timestamp() // 86_400) % len(puzzles)]
    page.wait_for_selector("#rack .tile")
    assert page.inner_text("#about").startswith("Spanish · 400 points to win · ")
    play(page, puzzle.tempting)
    assert shown_chance(page) == pytest.approx(100 * puzzle.tempting.chance, abs=0.51)
    page.tap("#again")
    play(page, puzzle.answer)
    page.wait_for_selector(SOLVED)
    assert page.locator("#why li").count()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert faults(page) == []
    page.tap("#share")
    shared = page.evaluate("shared")
    assert "▽▲" in shared
    assert "Spanish" in shared
    assert puzzle.answer.move not in shared
    page.reload()
    page.wait_for_selector(SOLVED)  # it is remembered


def test_the_puzzle_of_the_day_has_the_rules_of_play_now_and_a_small_table(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    page.goto("/puzzles")
    page.wait_for_selector("#rack .tile")
    assert page.inner_text("#about").startswith("Family rules: at most three draws, 200 points · ")
    assert 2 <= page.locator("#seats li").count() <= 4
    count = page.locator("#board [data-cell][data-numbers]").count()
    assert page.locator("#table-list li").count() == count > 0, "for screen readers"


def test_another_puzzle_has_the_chosen_theme_and_its_solution_is_shown(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    page.goto("/puzzles")
    page.wait_for_selector("#rack .tile")
    page.tap("#choose summary")
    page.select_option("#theme", "draw")
    page.tap("#another")
    page.wait_for_url("**/puzzles#*")
    puzzle = load_puzzles()[int(page.url.partition("#")[2]) - 1]
    assert puzzle.theme == "draw"
    play(page, puzzle.tempting)
    page.tap("#solution")
    page.wait_for_selector(SOLVED)
    assert shown_chance(page) == pytest.approx(100 * puzzle.answer.chance, abs=0.51)


def store_mistake(page: Any) -> tuple[Puzzle, str]:
    """Store a puzzle as a mistake of the player; it, and the name that shows it."""
    puzzle = load_puzzles()[0]
    names = [f"Player {seat}" for seat in range(puzzle.players)]
    mistake = puzzle.as_data() | {"names": names, "played": puzzle.tempting.move}
    page.goto("/healthz")
    page.evaluate("mistake => { localStorage['tricorn.mistakes'] = JSON.stringify([mistake]) }", mistake)
    return puzzle, names[puzzle.seat - 1]


SHOWS = "name => document.querySelector('#seats').textContent.includes(name)"


def test_a_players_own_mistake_is_a_puzzle_until_it_is_solved(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    puzzle, name = store_mistake(page)
    page.goto("/puzzles#own")
    page.wait_for_function(SHOWS, arg=name)
    play(page, puzzle.answer)
    page.wait_for_selector(SOLVED)
    assert page.evaluate("localStorage['tricorn.mistakes']") == "[]"


def test_a_puzzle_that_loads_slowly_does_not_replace_the_one_asked_for_next(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    _, name = store_mistake(page)
    held: list[Any] = []

    def hold(route: Any) -> None:
        held.append(route)

    page.route(re.compile(r"/puzzles/\d+\.json"), hold)
    page.goto("/puzzles")
    page.wait_for_function("location.hash === ''")
    while not held:
        page.wait_for_timeout(20)
    page.evaluate("location.hash = '#own'")
    page.wait_for_function(SHOWS, arg=name)
    with page.expect_event("requestfinished"):
        held[0].continue_()
    page.wait_for_timeout(100)
    assert page.evaluate("location.hash") == "#own"
    assert name in page.text_content("#seats")
