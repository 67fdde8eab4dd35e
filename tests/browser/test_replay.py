"""Records and finished games, step by step."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from tests.browser.conftest import NewPage
from tests.browser.driving import cells

pytestmark = pytest.mark.browser

RECORD = "spanish-3p.tri"


def test_a_record_is_replayed_step_by_step_with_keys_and_link(new_page: NewPage, golden: Path) -> None:
    page = new_page()
    page.goto("/")
    page.set_input_files("#record-file", golden / RECORD)
    page.wait_for_selector("#replay:not([hidden])")
    assert cells(page) == []
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    assert len(cells(page)) == 3
    assert page.url.endswith("#move=3")
    page.keyboard.press("ArrowLeft")
    assert len(cells(page)) == 2
    page.keyboard.press("End")
    assert page.locator("#forward").is_disabled()
    page.keyboard.press("Home")
    assert page.locator("#back").is_disabled()
    page.evaluate("location.hash = '#move=8'")
    page.wait_for_selector("#step:has-text('8 of')")
    assert page.locator("#event-text").inner_text() == "Çelik draws a tile: −5."
    page.reload()
    page.wait_for_selector("#step:has-text('8 of')")


def test_the_link_to_a_move_is_copied_without_https_or_shown(new_page: NewPage, golden: Path) -> None:
    page = new_page()
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined });")
    page.goto("/replay")
    page.set_input_files("#record-file", golden / RECORD)
    page.wait_for_selector("#replay:not([hidden])")
    page.keyboard.press("ArrowRight")
    page.evaluate("addEventListener('copy', () => { window.copied = document.activeElement.value; })")
    page.click("#copy-link")
    page.wait_for_selector("#event-text:has-text('The link to this move is copied.')")
    link, focused = page.evaluate("[copied, document.activeElement.id]")
    assert link.startswith(f"{page.url}&game=")
    assert focused == "copy-link"
    page.evaluate("document.execCommand = () => false")
    page.click("#copy-link")
    page.wait_for_selector("#event-text:has-text('#move=1')")


def test_the_end_says_who_won_and_why_if_another_score_is_higher(new_page: NewPage, golden: Path) -> None:
    page = new_page()
    page.goto("/replay")
    for record, said in (
        ("classic-2p.tri", "Bo Li wins the game."),
        ("classic-figures-2p.tri", "Bo Li wins the game: of those who reached the target, Bo Li won the last round."),
    ):
        page.set_input_files("#record-file", golden / record)
        page.wait_for_selector("#replay:not([hidden]) #step:has-text('0 of')")
        page.keyboard.press("End")
        assert page.locator("#event-text").inner_text().endswith(said)


def test_one_seats_view_hides_the_other_hands(new_page: NewPage, golden: Path) -> None:
    page = new_page()
    page.goto("/replay")
    page.set_input_files("#record-file", golden / RECORD)
    page.wait_for_selector("#replay:not([hidden])")
    hidden = page.locator("#hands .mini[aria-label='A hidden tile']")
    assert hidden.count() == 0
    page.select_option("#views", "1")
    assert hidden.count() == 14
    assert page.locator("#hands .hand >> nth=1").locator(".mini[aria-label='0-0-5']").count() == 1


def test_a_record_that_is_wrong_or_too_large_for_the_server_is_refused_and_a_large_one_opened_without_a_connection(
    new_page: NewPage, golden: Path, tmp_path: Path
) -> None:
    record = (golden / RECORD).read_text()
    wrong, large = tmp_path / "wrong.tri", tmp_path / "large.tri"
    wrong.write_text(record.replace("A 0,-1v055 +10", "A 0,-1v055 +11"))
    large.write_text(record + ("# " + "x" * 1000 + "\n") * 2**12)
    page = new_page()
    page.goto("/replay")
    page.set_input_files("#record-file", wrong)
    page.wait_for_selector("#record-wrong:has-text('14')")
    assert page.locator("#replay").is_hidden()
    page.set_input_files("#record-file", large)
    page.wait_for_selector("#record-wrong:has-text('The file is too large: a record can have at most 2 MiB here.')")
    page.context.set_offline(True)
    page.set_input_files("#record-file", large)
    page.wait_for_selector("#replay:not([hidden])")


def test_a_replay_plays_automatically_and_stops(new_page: NewPage, golden: Path) -> None:
    page = new_page()
    page.clock.install()
    page.goto("/replay")
    page.set_input_files("#record-file", golden / RECORD)
    page.wait_for_selector("#replay:not([hidden])")
    page.clock.pause_at(time.time() + 60)
    page.click("#run")
    page.clock.run_for(2_000)
    step = page.locator("#step").inner_text()
    assert re.match(r"[1-9]", step)
    page.click("#run")
    assert page.locator("#run").get_attribute("aria-label") == "Play"
    page.clock.run_for(5_000)
    assert page.locator("#step").inner_text() == step


def test_a_record_from_a_real_table_is_replayed_with_sums_and_what_was_insisted_on(
    new_page: NewPage, tmp_path: Path
) -> None:
    notes = tmp_path / "notes.tri"
    plays = ["A 0,0^444 +22", "B =10 +10", "A 4-4-4 +12 anyway", "left B =20 anyway", "out A +45 anyway"]
    head = ["tricorn 1", "edition wooden", "player A Ana", "player B Bo", "round 1"]
    notes.write_text("\n".join([*head, *plays, "score A 79 B 10"]) + "\n")
    page = new_page()
    page.goto("/replay")
    page.set_input_files("#record-file", notes)
    page.wait_for_selector("#replay:not([hidden])")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert page.locator("#event-text").inner_text() == "Bo places =10: +10."
    page.keyboard.press("ArrowRight")
    assert page.locator("#event-text").inner_text() == "Ana places 4-4-4: +12."
    page.keyboard.press("End")
    assert page.locator("#hands .score").first.inner_text() == "79"
