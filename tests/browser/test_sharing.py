"""Games that are shared: links to a move with the whole record in them."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.browser.conftest import NewPage
from tests.browser.driving import FEW_TILES, cells, finish_game, play_here
from tests.browser.links import COPIED, KEEP_COPIED, copied, copied_link

from tricorn.game import Game

pytestmark = pytest.mark.browser


def test_a_link_to_a_move_of_a_game_on_this_device_opens_in_another_browser(new_page: NewPage) -> None:
    ana = new_page(plays_here=True)
    ana.add_init_script(KEEP_COPIED)
    play_here(ana, target="1", **FEW_TILES)
    finish_game(ana)
    ana.click("#ending .more summary")
    whole = copied_link(ana)
    ana.click("#ending a[href*=replay]:not([href*=review])")
    ana.wait_for_selector("#replay:not([hidden])")
    for _ in range(3):
        ana.keyboard.press("ArrowRight")
    link = copied_link(ana)
    assert len(link) < 2_000

    bo = new_page(plays_here=True)
    sent: list[str] = []
    bo.on("request", lambda request: sent.append(f"{request.url.partition('#')[0]} {request.post_data or ''}"))
    bo.goto(link)
    bo.wait_for_selector("#step:has-text('3 of')")
    assert cells(bo) == cells(ana)
    bo.keyboard.press("ArrowRight")
    bo.reload()
    bo.wait_for_selector("#step:has-text('4 of')")
    packed = link.partition("game=")[2]
    assert packed, "the record is in the link"
    assert not any(packed in request or "tricorn 1" in request for request in sent), "nothing is sent to the server"
    bo.goto("/")
    assert bo.evaluate("localStorage.getItem('tricorn.games')") is None, "a link adds no game"
    bo.goto(whole)
    bo.wait_for_selector("#forward[disabled]")
    assert "wins the game" in bo.locator("#event-text").inner_text()


def test_a_damaged_link_is_refused_with_a_sentence_and_another_one_opens_in_the_same_page(
    new_page: NewPage, golden: Path
) -> None:
    page = new_page(plays_here=True)
    page.add_init_script(KEEP_COPIED)
    page.goto("/replay")
    page.set_input_files("#record-file", golden / "classic-2p.tri")
    page.wait_for_selector("#replay:not([hidden])")
    link = copied_link(page)
    for wrong in (link[:-40], link[:200], f"{link}*"):
        page.goto("/healthz")
        page.goto(wrong)
        page.wait_for_selector("#record-wrong:has-text('This link is damaged or was cut off')")
        assert page.locator("#replay").is_hidden()
    page.goto(link)  # only what follows # is changed
    page.wait_for_selector("#replay:not([hidden])")


def test_a_link_to_a_game_against_the_rules_names_its_line(new_page: NewPage, golden: Path) -> None:
    record = (golden / "spanish-3p.tri").read_text(encoding="utf-8")
    page = new_page(plays_here=True)
    page.add_init_script(KEEP_COPIED)
    page.goto("/replay")
    page.evaluate("record => { sessionStorage['tricorn.record'] = record }", record.replace("055 +10", "055 +11"))
    page.reload()
    page.wait_for_selector("#replay:not([hidden])")
    link = copied_link(page)
    page.goto("/healthz")
    page.goto(link)
    page.wait_for_selector("#record-wrong:has-text('line 14 of its record breaks the rules')")
    assert page.locator("#replay").is_hidden()


def test_a_game_that_is_too_long_for_a_link_is_stored_on_the_server_if_the_player_agrees(
    new_page: NewPage, tmp_path: Path
) -> None:
    game = Game("spanish target=3000", ["Ana", "Bo"], seed=5)
    while not game.outcome():
        game.play(game.legal_moves()[0])
    record = tmp_path / "long.tri"
    record.write_text(game.record(), encoding="utf-8")
    page = new_page()
    page.add_init_script(KEEP_COPIED)
    page.goto("/replay")
    page.set_input_files("#record-file", record)
    page.wait_for_selector("#replay:not([hidden])")
    page.keyboard.press("ArrowRight")
    page.click("#copy-link")
    page.click("#ask .button")  # no
    page.wait_for_selector("#ask", state="detached")
    assert not page.locator(COPIED).count()
    page.click("#copy-link")
    page.click("#yes")
    other = new_page()
    other.goto(copied(page))
    other.wait_for_selector("#step:has-text('1 of')")
    assert cells(other) == cells(page)
