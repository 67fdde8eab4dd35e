"""Several people at a table, each with their own browser."""

from __future__ import annotations

import re
import time

import pytest
from tests.browser.conftest import NewPage
from tests.browser.driving import (
    FEW_TILES,
    MY_MOVE,
    ON_TURN,
    ROUND_OVER,
    cells,
    finish_round_together,
    open_table,
    sit_down,
    take_move,
    without_placing,
)

pytestmark = pytest.mark.browser

FOCUSED_CELL = "document.activeElement.closest('#board .target')?.dataset.cell"


def test_two_browsers_play_each_other_while_a_third_watches(new_page: NewPage) -> None:
    ana, bo, cleo = new_page(), new_page(), new_page()
    address = open_table(ana, "Ana", 2, **FEW_TILES)
    assert "Only this computer can reach this table." in ana.inner_text(".only-here")
    bo.goto("/")
    bo.fill("#code", address.rpartition("/")[2].lower())
    bo.locator("#join button").click()
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


def test_keys_stay_out_of_addresses(new_page: NewPage) -> None:
    ana, bo = new_page(), new_page()
    asked: list[str] = []
    for page in (ana, bo):
        page.on("request", lambda request: asked.append(request.url))
        page.on("websocket", lambda socket: asked.append(socket.url))
    address = open_table(ana, "Ana")
    sit_down(bo, address, "Bo")
    ana.click("#start")
    bo.wait_for_selector("#rack .tile")
    keys = [page.evaluate("JSON.parse(localStorage['tricorn.games'])[0].key") for page in (ana, bo)]
    assert all(len(key) >= 32 for key in keys)
    assert not [url for url in (*asked, ana.url, bo.url) if any(key in url for key in keys)]


def test_a_player_who_closes_the_browser_returns_to_the_same_seat(new_page: NewPage) -> None:
    ana, bo = new_page(), new_page()
    address = open_table(ana, "Ana")
    sit_down(bo, address, "Bo")
    ana.click("#start")
    bo.wait_for_selector("#rack .tile")
    hand = bo.locator("#rack .tile").count()
    again = bo.context.new_page()
    bo.close()
    ana.wait_for_selector("[data-seat='1'] .away")
    again.goto("/")
    again.locator("#my-games a").first.click()
    again.wait_for_selector("#rack .tile")
    assert again.locator("#rack .tile").count() == hand
    assert "you" in again.locator("[data-seat='1'] .about").inner_text()


def test_a_reaction_is_seen_and_heard_by_everybody_who_has_not_switched_them_off(new_page: NewPage) -> None:
    ana, bo, cleo = new_page(), new_page(), new_page(settings={"reactions": False})
    address = open_table(ana, "Ana")
    sit_down(bo, address, "Bo")
    ana.click("#start")
    cleo.goto(address)
    for page in (ana, bo, cleo):
        page.wait_for_selector("#players li")
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
        page.clock.run_for(5_000)
        page.wait_for_selector(".bubble", state="detached")
    assert cleo.locator("#log").inner_text() == ""


def test_the_keyboard_stays_where_it_is_when_somebody_leaves(new_page: NewPage) -> None:
    ana, bo = new_page(), new_page()
    sit_down(bo, open_table(ana, "Ana"), "Bo")
    ana.click("#start")
    seat = int(ana.wait_for_selector(ON_TURN).get_attribute("data-seat"))
    player, other = (ana, bo)[seat], (bo, ana)[seat]
    player.wait_for_selector(MY_MOVE)
    while not player.locator("#rack .fits").count():
        take_move(player)
    player.keyboard.press("t")
    player.keyboard.press("Enter")
    cell = player.evaluate(FOCUSED_CELL)
    assert cell
    other.goto("about:blank")
    player.wait_for_selector("#players .away")
    assert player.evaluate(FOCUSED_CELL) == cell


def test_the_host_lets_a_bot_stand_in_and_the_person_takes_the_seat_back(new_page: NewPage) -> None:
    ana, bo = new_page(), new_page()
    address = open_table(ana, "Ana")
    sit_down(bo, address, "Bo")
    ana.click("#start")
    bo.wait_for_selector("#rack .tile")
    bo.goto("about:blank")
    ana.click("[data-stand=in]")
    ana.wait_for_selector("[data-stand=back]")
    ana.wait_for_selector(MY_MOVE)
    take_move(ana)
    ana.wait_for_selector(f"{MY_MOVE}, {ROUND_OVER}")  # the bot has moved for Bo
    bo.goto(address)
    bo.click("#take-back")
    bo.wait_for_selector("#stand-in", state="hidden")
    ana.wait_for_selector("[data-seat='1'] .about:not(:has-text('bot'))", state="attached")


def test_the_host_fills_open_seats_with_bots(new_page: NewPage) -> None:
    ana = new_page()
    open_table(ana, "Ana", seats=3)
    ana.locator(".seats select").first.select_option("bot easy")
    ana.wait_for_selector(".seat.bot")
    ana.click("#fill")
    ana.wait_for_selector("#players li >> nth=2")


def test_a_listed_table_is_offered_to_everybody(new_page: NewPage) -> None:
    ana, bo = new_page(), new_page()
    ana.goto("/")
    ana.click("[data-setup=friends]")
    ana.check("[name=listed]")
    ana.click("#go")
    ana.wait_for_selector("#start")
    bo.goto("/")
    # The server looks for listed tables every two seconds, the page every five.
    code = ana.url.rpartition("/")[2]
    offered = bo.locator(f"#listed-tables a[href='/t/{code}']")
    offered.click()
    bo.wait_for_selector("#join-name")


def test_a_wrong_code_gets_a_clear_answer(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/")
    page.fill("#code", "ZZZZZ")
    page.locator("#join button").click()
    page.wait_for_selector("#code-wrong:not(:empty)")
    assert "ZZZZZ" in page.locator("#code-wrong").inner_text()


def test_the_turn_clock_runs_as_a_ring(new_page: NewPage) -> None:
    ana, bo = new_page(), new_page()
    address = open_table(ana, "Ana", clock="15")
    sit_down(bo, address, "Bo")
    ana.click("#start")
    ana.wait_for_selector(".on-turn .clock")
    assert int(ana.locator(".on-turn .seconds").inner_text()) <= 15


def test_a_blocked_round_is_added_up_without_the_winners_own_hand_where_it_is_not_lost(new_page: NewPage) -> None:
    ana, bo = new_page(), new_page()
    ana.goto("/")
    ana.evaluate("localStorage['tricorn.options.friends'] = JSON.stringify({ edition: 'spanish' })")
    address = open_table(ana, "Ana", blocked_when="passes", blocked_own="no", draw_limit="1", deal="2/2/2")
    sit_down(bo, address, "Bo")
    ana.click("#start")
    finish_round_together(ana, bo, way=without_placing)
    words = ana.locator(".arithmetic").inner_text()
    assert re.fullmatch(r"\w+: (\d+) = \+\1|The hands are level, so nobody scores for them\.", words)
