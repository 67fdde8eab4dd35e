"""Several people at a table, each with their own browser."""

from __future__ import annotations

import time
from typing import Any

import pytest
from tests.browser.boxes import text_faults
from tests.browser.conftest import NewPage
from tests.browser.driving import (
    FEW_TILES,
    MANY_TILES,
    MAX_TURNS,
    MY_MOVE,
    ON_TURN,
    PHONE,
    ROUND_OVER,
    cells,
    finish_round_together,
    middle,
    open_table,
    sit_at_table,
    sit_down,
    take_move,
)

pytestmark = pytest.mark.browser

FOCUSED_CELL = "document.activeElement.closest('#board .target')?.dataset.cell"


def test_two_browsers_play_each_other_while_a_third_watches_and_keys_stay_out_of_addresses(new_page: NewPage) -> None:
    ana, bo, cleo = new_page(), new_page(), new_page()
    asked: list[str] = []
    for page in (ana, bo):
        page.on("request", lambda request: asked.append(request.url))
        page.on("websocket", lambda socket: asked.append(socket.url))
    address = open_table(ana, "Ana", **FEW_TILES)
    assert "Only this computer can reach this table." in ana.inner_text(".invite .how")
    bo.goto("/")
    bo.click("#open-join")
    bo.fill("#code", address.rpartition("/")[2].lower())
    bo.click("#join .primary")
    bo.wait_for_selector("#join-name")
    sit_down(bo, bo.url, "<b>Bo</b>")
    ana.click("#start")
    cleo.goto(address)
    cleo.wait_for_selector("#players li")
    finish_round_together(ana, bo)
    cleo.wait_for_selector(ROUND_OVER)
    assert cells(ana) == cells(bo) == cells(cleo)
    assert cells(cleo)  # perhaps only the start: the others may have been unable to place
    assert cleo.locator("#hand").is_hidden()
    assert cleo.locator("#next").count() == 0
    # A name with markup is a name.
    for page in (ana, bo, cleo):
        assert page.locator("#players .name").all_inner_texts() == ["Ana", "<b>Bo</b>"]
        assert page.locator("#players .name b").count() == 0
    ana.click("#next")
    ana.wait_for_selector("#ending .buttons:has-text('Bo')")
    bo.click("#next")
    for page in (ana, bo, cleo):
        page.wait_for_selector("#ending", state="hidden")
    keys = [page.evaluate("JSON.parse(localStorage['tricorn.games'])[0].key") for page in (ana, bo)]
    assert all(len(key) >= 32 for key in keys)
    assert [url for url in asked if url.startswith("ws")]
    assert not [url for url in (*asked, ana.url, bo.url) if any(key in url for key in keys)]


def test_in_goliath_the_lot_falls_on_a_guest_who_starts_with_any_tile(new_page: NewPage) -> None:
    ana, bo = new_page(), new_page()
    for _ in range(20):
        sit_at_table(ana, bo, edition="goliath", rules=FEW_TILES | {"deal": "3/3/3"})
        if ana.wait_for_selector(ON_TURN).get_attribute("data-seat") == "1":
            break
    bo.wait_for_selector(MY_MOVE)
    assert "The lot falls on you: start with any tile." in bo.inner_text("#actions .say")
    assert ana.inner_text("#news") == "The lot falls on Bo, who starts with any tile."
    assert bo.locator("#rack .fits").count() == 3
    lowest = min(bo.locator("#rack .fits").all(), key=lambda tile: sum(map(int, tile.get_attribute("data-tile")[::2])))
    tile = lowest.get_attribute("data-tile")
    lowest.click(position=middle(lowest))
    bo.locator("#board .target").click()
    ana.wait_for_selector(f"#news:has-text('Bo places {tile}: +{sum(map(int, tile[::2]))}.')")
    assert "lot: Bo" in ana.inner_text("#sheet-body")
    finish_round_together(ana, bo)
    for page in (ana, bo):
        page.wait_for_selector("#ending :text('The lot fell as the secret and the numbers say.')", state="attached")


def go_on_until_a_tile_fits(ana: Any, bo: Any) -> None:
    """Let both play until Ana can place a tile."""
    for _ in range(MAX_TURNS):
        if ana.wait_for_selector(ON_TURN).get_attribute("data-seat") == "1":
            bo.wait_for_selector(MY_MOVE)
            take_move(bo)
        ana.wait_for_selector(MY_MOVE)
        if ana.locator("#rack .fits").count():
            return
        take_move(ana)
    raise AssertionError("no tile has fitted")


def test_a_bot_stands_in_for_somebody_who_leaves_and_returns_to_the_same_seat(new_page: NewPage) -> None:
    ana, bo = new_page(), new_page()
    sit_at_table(ana, bo, rules=MANY_TILES)
    go_on_until_a_tile_fits(ana, bo)
    ana.keyboard.press("t")
    ana.keyboard.press("Enter")
    cell = ana.evaluate(FOCUSED_CELL)
    assert cell
    again = bo.context.new_page()
    bo.close()
    ana.wait_for_selector("[data-seat='1'] .away")
    assert ana.evaluate(FOCUSED_CELL) == cell, "the keyboard stays where it is"
    ana.keyboard.press("Enter")
    ana.click("[data-stand=in]")
    ana.wait_for_selector("[data-stand=back]")
    ana.wait_for_selector(MY_MOVE)  # the bot has moved for Bo
    again.goto("/")
    again.click("#continue a")
    again.wait_for_selector("#rack .tile")
    held = ana.evaluate("document.querySelector('[data-seat=\"1\"] .held').lastChild.textContent")
    assert again.locator("#rack .tile").count() == int(held)
    assert "you" in again.locator("[data-seat='1'] .about").inner_text()
    again.click("#take-seat")
    again.wait_for_selector("#role", state="hidden")
    ana.wait_for_selector("[data-seat='1'] .about:not(:has-text('bot'))", state="attached")


def test_somebody_who_comes_when_the_game_has_begun_is_told_that_they_watch(new_page: NewPage) -> None:
    ana, bo = new_page(), new_page(**PHONE)
    bo.goto(sit_at_table(ana, bots=1))
    bo.wait_for_selector("#role:has-text('The game has begun, so you watch it.')")
    assert text_faults(bo, "#above") == []
    bo.tap("#role-read")
    bo.wait_for_selector("#role", state="hidden")
    bo.wait_for_selector("#actions:has-text('You are watching.')")


def test_the_turn_clock_is_a_ring_and_a_reaction_is_seen_by_everybody_who_has_not_switched_them_off(
    new_page: NewPage,
) -> None:
    ana, bo, cleo = new_page(), new_page(), new_page(settings={"reactions": False})
    cleo.goto(sit_at_table(ana, bo, rules={"clock": "90"}))
    for page in (ana, bo, cleo):
        page.wait_for_selector("#players li")
    ana.wait_for_selector(".on-turn .clock")
    assert 0 < int(ana.locator(".on-turn .seconds").inner_text()) <= 90
    assert cleo.locator("#react").is_hidden()
    for page in (ana, bo):  # however slow the test is, the picture stays until the clock goes on
        page.clock.install()
        page.clock.pause_at(time.time() + 1)
    ana.click("#react")
    ana.get_by_role("button", name="Well played!").click()
    for page in (ana, bo):
        bubble, name = page.wait_for_selector(".bubble[data-reaction=bravo]"), page.locator("[data-seat='0'] .name")
        place, beside = bubble.bounding_box(), name.bounding_box()
        assert abs(place["y"] + place["height"] / 2 - beside["y"] - beside["height"] / 2) < 30
        assert place["x"] < beside["x"] < place["x"] + 80
        assert "Ana: Well played!" in page.locator("#log").inner_text()
        page.clock.fast_forward(5_000)
        page.wait_for_selector(".bubble", state="detached")
    assert cleo.locator("#log").inner_text() == ""


def test_a_listed_table_is_offered_to_everybody(new_page: NewPage) -> None:
    page = new_page()
    page.clock.install()
    page.goto("/")
    seats = [{"kind": "human", "name": "Ana"}]
    code = page.request.post("/api/tables", data={"seats": seats, "listed": True}).json()["code"]
    while code not in page.request.get("/api/tables").text():  # the server looks for listed tables every two seconds
        page.wait_for_timeout(100)
    page.clock.fast_forward(5_000)  # the page every five
    page.click(f"#listed-tables a[href='/t/{code}']")
    page.wait_for_selector("#join-name")
