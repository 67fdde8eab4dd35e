"""The scorekeeper without a network: entries wait, totals go on, and nothing is lost."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from tests.browser.conftest import TIMEOUT_MS, NewPage
from tests.browser.driving import CONTROLLED, FULL, PHONE
from tests.browser.scorekeeper import (
    NAMES,
    ONE_ROUND,
    Finger,
    begin,
    begin_draft,
    enter_on_board,
    go_on_with,
    page_text,
    score_a_round_on_the_board,
    scores,
    write,
)
from tests.web.server_process import Server
from tests.web.sheet_clients import THREE

from tricorn.game import check_record
from tricorn.record import Left
from tricorn.sheet import Sheet
from tricorn.tiles import Tile
from tricorn.wording import SEATS

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def game() -> Sheet:
    return Sheet.from_record(THREE)


def wait_to_show(page: Any, look: Callable[[], object], expected: object) -> None:
    """Assert what the page shows after a tap; it is redrawn some frames later."""
    end = time.monotonic() + TIMEOUT_MS / 1000
    while look() != expected and time.monotonic() < end:
        page.wait_for_timeout(10)
    assert look() == expected


def test_without_a_network_totals_turns_and_undo_go_on_over_the_end_of_a_round(new_page: NewPage, game: Sheet) -> None:
    page = new_page(plays_here=True, **PHONE)
    end = next(line.number for line in game.lines if isinstance(line.entry.event, Left))
    finger = go_on_with(page, game, end - 1)
    finger.mode("quick")
    for neither_sum_nor_tiles in ("17 20", "125 9", "1-2", "1-2-6"):
        page.fill("#left input >> nth=0", neither_sum_nor_tiles)
        finger.tap("#left button.primary")
        wait_to_show(page, page.locator("#left input:invalid").count, 1)
    for text, understood in (("105", "sum 105"), ("9 + 8", "sum 17"), ("125 334", "1-2-5 + 3-3-4 = 18")):
        page.fill("#left input >> nth=0", text)
        assert page.locator(".understood >> nth=0").inner_text() == understood
    page.context.set_offline(True)
    page.wait_for_selector("#offline:not([hidden])")
    finger.tap("#undo")  # a line that the server has
    wait_to_show(page, page.locator("tr[data-number]").count, end - 2)
    finger.tap("#redo")
    wait_to_show(page, page.locator("tr[data-number]").count, end - 1)
    for line in game.lines[end - 1 : end + 1]:
        event = line.entry.event
        assert isinstance(event, Left)
        for digit in str(event.sum):
            page.locator(f"#left [name={SEATS[event.seat]}]").focus()
            finger.tap(f".keypad [data-key='{digit}']")
    finger.tap("#left button.primary")
    after_round = game.lines[end].scores
    wait_to_show(page, lambda: scores(page), list(after_round))
    finger.tap(".person[data-seat='2']")
    finger.tap("[data-sum='15']")
    finger.tap(".tiles-row [data-tile='5-5-5']")
    finger.quick(12, None, "")
    wait_to_show(page, lambda: scores(page), [after_round[0] + 12, after_round[1], after_round[2] + 25])
    assert page_text(page, "#say") == NAMES[1]
    finger.tap("#undo")
    wait_to_show(page, lambda: page_text(page, "#say"), NAMES[0])
    finger.quick(11, None, "")
    right = [after_round[0] + 11, after_round[1], after_round[2] + 25]
    wait_to_show(page, lambda: scores(page), right)
    page.wait_for_selector("#offline.calm:has-text('7 to be sent')")
    page.context.set_offline(False)
    page.wait_for_selector(f"body[data-n='{end + 6}']")
    page.wait_for_selector(".pending", state="detached")
    assert page.locator(".unsettled").count() == 0
    assert scores(page) == right
    finger.tap(f"[data-line='{end}']")  # a wrong remainder is corrected where it is shown
    page.fill(".left-form input", "1 + 1")
    finger.tap("#correct-figure button.primary")
    finger.tap("#yes")  # it asks, because so many tiles cannot count so little
    page.wait_for_selector(f"body[data-n='{end + 7}']")
    assert page.locator(f"tr[data-number='{end}']").inner_text().count("2 left in hand") == 1


def test_a_round_is_kept_on_the_board_without_a_network_and_the_server_gets_the_sheet_later(new_page: NewPage) -> None:
    page = new_page(service_workers="allow", plays_here=True, **PHONE)
    page.goto("/score")
    page.evaluate(CONTROLLED)
    page.context.set_offline(True)
    page.reload()
    record = score_a_round_on_the_board(begin_draft(page, **ONE_ROUND))
    assert check_record(record) is not None
    assert record.splitlines()[-1] == "winner A"
    page.goto("/score")
    assert "only on this device" in page_text(page, "#my-sheets")
    page.click("#my-sheets a")
    page.wait_for_selector(".winner")
    page.context.set_offline(False)
    page.wait_for_url(lambda address: "draft" not in address)
    page.wait_for_selector("body[data-n='5'] .winner")
    page.wait_for_selector(".unsettled, .pending", state="detached")  # the answers may come after the lines
    page.goto("/score")
    assert page.locator("#my-sheets li").count() == 1
    assert "only on this device" not in page_text(page, "#my-sheets")


def test_two_tabs_write_on_one_sheet_here_and_what_cannot_be_stored_or_read_is_said(new_page: NewPage) -> None:
    page = new_page(service_workers="allow", plays_here=True, **PHONE)
    page.goto("/score")
    page.evaluate(CONTROLLED)
    page.context.set_offline(True)
    finger = begin_draft(page)
    other = page.context.new_page()
    other.goto(page.url)
    second = Finger(other)
    finger.mode("quick")
    second.mode("quick")
    finger.tap(".person[data-seat='0']")
    finger.quick(12, Tile.parse("4-4-4"), None, starts=True)
    second.look(1)
    second.quick(9, None, "")
    second.look(1)
    finger.look(2)
    assert finger.scores == second.scores == (22, 9)
    other.evaluate(FULL)
    second.tap("#draw")
    other.wait_for_selector("#toast:has-text('storage is full')")
    second.look(1)
    assert second.scores == (17, 9), "it goes on as long as the page is open"
    code = page.url.partition("=")[2]
    damaged = {f"tricorn.{code}": '{"edition": "nonsense", "names": ["Ana", "Bo"]}', f"tricorn.queue.{code}": "{}"}
    page.evaluate("items => Object.assign(localStorage, items)", damaged)
    page.reload()
    page.wait_for_selector("#offline:has-text('damaged')")
    page.goto("/score/draft?code=draft-nothing")
    page.wait_for_selector("#offline:has-text('no such sheet')")


def test_unsent_entries_are_kept_until_discarded_if_another_device_has_the_pencil(
    new_page: NewPage, server: Server
) -> None:
    one, two = new_page(plays_here=True, **PHONE), new_page(**PHONE)
    finger = begin(one)
    write(one, server, "add A 4-4-4")
    finger.tap("#open-sharing")
    finger.tap("#offer-pencil")
    one.wait_for_selector("#keep-pencil")
    one.keyboard.press("Escape")
    one.context.set_offline(True)
    finger.tap("#draw")
    one.wait_for_selector("#offline:has-text('1 to be sent')")
    two.goto(one.url)
    two.click("#open-sharing")
    two.click("#take-pencil")
    two.wait_for_selector("body:not(.reading)")
    one.context.set_offline(False)
    one.wait_for_selector("#toast:has-text('Another device has the pencil')")
    assert one.locator("tr.pending").count() == 1
    finger.tap("#open-sharing")
    finger.tap("#discard")
    one.wait_for_selector("tr.pending", state="detached")
    assert scores(two) == [22, 0, 0]


def test_without_a_network_a_tile_lies_on_the_board_as_soon_as_it_is_entered(new_page: NewPage) -> None:
    page = new_page(service_workers="allow", plays_here=True, **PHONE)
    page.goto("/score")
    page.evaluate(CONTROLLED)
    page.context.set_offline(True)
    page.reload()
    finger = begin_draft(page, **ONE_ROUND)
    finger.mode("board")
    finger.tap(".person[data-seat='0']")
    for digit in "444":
        finger.tap(f"[data-digit='{digit}']")
    finger.look(1)
    enter_on_board(finger, "144")
    assert page.locator("#board .tiles [data-cell]").count() == 2
