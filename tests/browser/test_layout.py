"""The table on every screen: six players on a phone and a desk, a phone held sideways, a far-away board."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.browser.boxes import is_on_screen, small_targets, text_faults
from tests.browser.conftest import NewPage
from tests.browser.driving import (
    CONFIRM_MOVES,
    DESK,
    FEW_TILES,
    MANY_TILES,
    PHONE,
    cells,
    confirm_draw,
    finish_round,
    next_round,
    sit_at_table,
    take_move,
    wait_for_choice,
    wait_for_turn,
)

pytestmark = pytest.mark.browser

SIDEWAYS = {"width": 844, "height": 390}
LABELS_OUTSIDE = """labels => labels.filter(label => {
    const { x, y, width, height } = label.getBBox(), spot = label.parentNode.querySelector(".spot");
    const inset = height * 0.16;  // above capitals and below digits a line is empty
    return [[x, y + inset], [x + width, y + inset], [x, y + height - inset], [x + width, y + height - inset]]
        .some(([px, py]) => !spot.isPointInFill(new DOMPoint(px, py)));
}).map(label => label.textContent)"""


# The longest figures and words that a game has, so that the boxes do not depend on the deal.
FILL_WITH_LONGEST_TEXTS = """() => {
    for (const [part, text] of [[".score", "−115"], [".last", "−120"], [".compact .total b", "−115"]]) {
        for (const each of document.querySelectorAll(part)) each.lastChild.textContent = text;
    }
    for (const held of document.querySelectorAll(".player .held")) held.lastChild.textContent = "24";
    for (const name of document.querySelectorAll(".player .name")) {
        name.textContent = "Abuela Carmen";
        name.classList.add("long");
    }
    const about = document.querySelector(".player[data-seat='0'] .about");
    document.querySelectorAll(".score").forEach(each => each.classList.add("long"));
    about.innerHTML = '<span class="you chip">you</span><span class="details">24 drawn</span>';
}"""
SHOW_BANNER = """() => {
    const banner = document.querySelector("#offline");
    banner.textContent = "Se ha perdido la conexión. Intentándolo de nuevo…";
    banner.hidden = false;
}"""


def confirm(page: Any) -> None:
    """One move by keyboard, with a placement that is confirmed."""
    if page.locator("#rack .fits").count():
        for key in ("t", "Enter", "Enter"):
            page.keyboard.press(key)
        page.click("#send")
    else:
        page.locator("#draw, #pass").first.click()
        confirm_draw(page)


def take_up_a_tile(page: Any) -> None:
    """Go on until a tile fits, and select it."""
    for _ in range(100):
        if not wait_for_turn(page):
            next_round(page)
        elif page.locator("#rack .fits").count():
            page.keyboard.press("t")
            page.keyboard.press("Enter")
            return
        else:
            take_move(page, confirm)
    raise AssertionError("no tile has fitted")


def test_six_players_have_room_on_a_phone_on_a_desk_and_sideways(new_page: NewPage) -> None:
    page = new_page(CONFIRM_MOVES, **PHONE)
    sit_at_table(page, bots=5, rules={"target": "5000", "clock": "99"})
    for _ in range(2):
        if wait_for_turn(page):
            take_move(page, confirm)
    page.wait_for_selector("#news p")
    wait_for_turn(page)
    page.evaluate(FILL_WITH_LONGEST_TEXTS)
    for part in ("#players", "#news", "#actions"):
        assert text_faults(page, part) == [], part
    page.click("[data-opens=sheet]")
    page.evaluate("document.querySelector('#sheet').scrollTop = 0")
    assert page.locator("#sheet thead th").count() == 6
    assert text_faults(page, "#sheet") == []
    page.click("#sheet .close")

    page.set_viewport_size(DESK)
    page.evaluate("document.querySelector('#sheet').scrollTop = 0")
    for part in ("#players", "#news", "#actions", "#sheet"):
        assert text_faults(page, part) == [], part

    take_up_a_tile(page)
    page.set_viewport_size(SIDEWAYS)
    page.locator("#board .target").first.focus()
    page.keyboard.press("Enter")
    page.evaluate(FILL_WITH_LONGEST_TEXTS)
    for part in ("#board", "#rack .tile", "#undo", "#send", ".player"):
        assert is_on_screen(page, part), part
    for part in ("#players", "#actions"):
        assert text_faults(page, part) == [], part
    assert page.locator("#board").bounding_box()["height"] > SIDEWAYS["height"] / 2
    assert page.evaluate("document.documentElement.scrollHeight") <= SIDEWAYS["height"]


def test_four_players_on_a_phone_have_room_for_clock_names_and_banners_and_see_who_they_are(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    sit_at_table(page, bots=3, rules={"target": "5000", "clock": "99"})
    wait_for_turn(page)
    page.wait_for_selector(".seconds:not(:empty)")
    assert page.locator(".player .you").all_inner_texts() == ["you"]
    page.evaluate(FILL_WITH_LONGEST_TEXTS)
    page.evaluate(SHOW_BANNER)
    assert text_faults(page, "#main") == []
    page.set_viewport_size(SIDEWAYS)
    assert text_faults(page, "#above") == []


def test_the_end_of_a_round_of_four_shows_all_totals_on_a_phone(new_page: NewPage) -> None:
    page = new_page(locale="es-ES", **PHONE)
    sit_at_table(page, bots=3, rules={"rounds": "3", **FEW_TILES})
    wait_for_turn(page)
    assert page.inner_text("#round-number") == "Ronda 1 de 3"
    right = page.evaluate("document.querySelector('#round-number').getBoundingClientRect().right")
    buttons = page.locator(".bar-buttons button:visible").evaluate_all("all => all.map(each => each.offsetLeft)")
    assert right <= min(buttons)
    assert small_targets(page) == []
    finish_round(page)
    assert page.locator(".standings b").count() == 4
    assert is_on_screen(page, ".standings b")
    assert page.locator(".standings b").last.evaluate(
        "total => total.getBoundingClientRect().bottom < document.querySelector('#next').getBoundingClientRect().top"
    )
    assert text_faults(page, ".standings") == []
    assert small_targets(page) == []


def test_all_keys_of_the_scorekeeper_are_on_a_phone_held_sideways(new_page: NewPage, golden: Path) -> None:
    page = new_page(viewport=SIDEWAYS, has_touch=True, locale="es-ES")
    lines = (golden / "deluxe-3p.tri").read_text().splitlines(keepends=True)
    page.goto("/score")
    page.set_input_files(
        "#record-file", {"name": "a.tri", "mimeType": "text/plain", "buffer": "".join(lines[:20]).encode()}
    )
    page.wait_for_selector(".person")
    for mode in ("board", "quick"):
        page.tap(f"[data-mode={mode}]")
        assert is_on_screen(page, "#pad .key, #pad .button, #pad .mode"), mode


def test_points_fit_their_triangle_however_far_away_the_board_is(new_page: NewPage) -> None:
    page = new_page(CONFIRM_MOVES)
    sit_at_table(page, bots=1, rules=MANY_TILES)
    wait_for_choice(page)
    while len(cells(page)) < 4:
        take_move(page, confirm)
        assert wait_for_turn(page)
    take_up_a_tile(page)
    for _ in range(5):
        labels = page.locator("#board .points")
        assert labels.count()
        assert labels.evaluate_all(LABELS_OUTSIDE) == []
        page.keyboard.press("-")
