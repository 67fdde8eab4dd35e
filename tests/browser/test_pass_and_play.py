"""One device, several people, and a curtain between them."""

from __future__ import annotations

from itertools import pairwise

import pytest
from tests.browser.conftest import NewPage
from tests.browser.driving import LIFT, MY_MOVE, ROUND_OVER, SOON_OVER, choose_options, focused_id, take_move

pytestmark = pytest.mark.browser


def test_a_round_goes_from_hand_to_hand_behind_a_curtain(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/")
    choose_options(page, "pass", rules={"deal": "2/2/2/2/2", **SOON_OVER})
    page.click("[data-setup=pass]")
    page.locator(".seat-name").nth(0).fill("Ana")
    page.locator(".seat-name").nth(1).fill("Bo")
    page.click("#go")
    lifted: list[str] = []
    for _ in range(100):
        page.wait_for_selector(f"{LIFT}, {ROUND_OVER}, {MY_MOVE}")
        if page.locator(ROUND_OVER).count():
            break
        if page.locator(LIFT).is_visible():
            # Behind the curtain no tile of any hand is on the page.
            assert page.locator("#rack .tile:not([data-tile='?-?-?'])").count() == 0
            if not lifted:
                page.keyboard.press("Escape")
                assert page.locator(LIFT).is_visible()
            lifted.append(page.locator("#curtain h2").inner_text())
            page.keyboard.press("Enter")
            page.wait_for_selector(LIFT, state="hidden")
        else:
            take_move(page)
    assert page.locator(ROUND_OVER).is_visible()
    assert {"Ana's turn", "Bo's turn"} == set(lifted)
    assert all(one != other for one, other in pairwise(lifted))
    page.click("#next")
    page.wait_for_selector(LIFT)


def test_a_person_alone_with_bots_needs_no_curtain(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/")
    page.click("[data-setup=pass]")
    page.click("#add-bot")
    page.locator("#seats button").nth(1).click()
    page.click("#seat-card button:has-text('Remove')")
    page.click("#go")
    page.wait_for_selector(f"{MY_MOVE}")
    assert page.locator(LIFT).count() == 0


def test_the_curtain_can_be_lifted_by_key_after_a_lost_connection(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/")
    page.click("[data-setup=pass]")
    page.click("#go")
    page.wait_for_selector(LIFT)
    page.evaluate("document.querySelector('#lift').dataset.before = ''")
    page.context.set_offline(True)
    page.wait_for_selector("body[data-connection=lost]")
    page.context.set_offline(False)
    page.wait_for_selector(f"{LIFT}:not([data-before])")
    assert focused_id(page) == "lift"
    page.keyboard.press("Enter")
    page.wait_for_selector(MY_MOVE)
