"""What is shared of a game and kept of evenings: links with a record, the picture of a result, who won how often."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from tests.browser.conftest import NewPage
from tests.browser.driving import FEW_TILES, MANY_TILES, cells, finish_game, play_here, sit_at_table
from tests.browser.links import COPIED, KEEP_COPIED, copied, copied_link

from tricorn.game import Game

pytestmark = pytest.mark.browser


def test_a_link_to_a_move_of_a_game_on_this_device_opens_in_another_browser(new_page: NewPage) -> None:
    ana = new_page(plays_here=True)
    ana.add_init_script(KEEP_COPIED)
    play_here(ana, target="1", **FEW_TILES)
    finish_game(ana)
    whole = copied_link(ana)
    ana.click("#ending .links a[href*=replay]:not([href*=review])")
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


def test_the_result_is_saved_as_a_picture_or_shared_where_the_browser_can(new_page: NewPage, golden: Path) -> None:
    page = new_page()
    page.goto("/replay")
    page.set_input_files("#record-file", golden / "spanish-3p.tri")
    page.wait_for_selector("#replay:not([hidden])")
    with page.expect_download() as saved:
        page.click("#share-picture")
    data = saved.value.path().read_bytes()
    assert data.startswith(b"\x89PNG")
    assert struct.unpack(">II", data[16:24]) == (1200, 630)
    assert len(data) > 10_000, "there is something in it"
    page.evaluate(
        """() => {
            navigator.canShare = ({ files }) => files[0].type === "image/png";
            navigator.share = async ({ files }) => { document.body.dataset.shared = files[0].name };
        }"""
    )
    page.click("#share-picture")
    page.wait_for_selector("body[data-shared='tricorn.png']")


def test_the_end_of_a_game_and_the_statistics_say_who_won_how_often_across_days(new_page: NewPage) -> None:
    ana, bo = new_page(), new_page()
    best = {"name": "Bo", "tile": "0-4-4", "points": 58, "bonus": "hexagon"}
    earlier = [
        {"code": "BCDFG", "game": n, "at": n * 10**11, "names": names, "winner": "Bo", "best": best}
        for n, names in enumerate((["Bo", "Ana"], ["Ana", "Bo"], ["Ana", "Bo", "Li"]), 1)
    ]
    ana.goto("/healthz")
    ana.evaluate("games => { localStorage['tricorn.evenings'] = JSON.stringify(games) }", earlier)
    sit_at_table(ana, bo, rules={"target": "1", **FEW_TILES})
    finish_game(ana, bo)
    is_won = ana.locator("#ending h2").inner_text() == "You win the game!"
    wins = "Bo 2, Ana 1" if is_won else "Bo 3, Ana 0"
    since = f"Since March 3, 1973: {wins}."
    assert ana.locator(".together").inner_text() == f"{since} Best placement so far: Bo, 0-4-4, hexagon, 58."
    assert not bo.locator(".together").count(), "this was their first game on Bo's device"
    ana.goto("/statistics")
    groups = ana.locator("#groups li")
    groups.first.wait_for()
    assert [text.split("\n")[:2] for text in groups.all_inner_texts()] == [
        ["Ana and Bo", since[:-1]],
        ["Ana, Bo, and Li", "Since July 5, 1979: Bo 1, Ana 0, Li 0"],
    ]


def test_the_game_to_continue_comes_first_if_it_is_your_turn(new_page: NewPage) -> None:
    ana, bo = new_page(), new_page()
    sit_at_table(ana, bo, rules=MANY_TILES)
    on_turn, waiting = (ana, bo) if "mine" in (ana.get_attribute("body", "data-turn") or "") else (bo, ana)
    for page, order in ((on_turn, ["continue", "welcome"]), (waiting, ["welcome", "continue"])):
        page.goto("/")
        page.wait_for_selector("#continue a")
        assert page.locator(".paper > *").evaluate_all("parts => parts.map(part => part.id)")[:2] == order
        assert page.locator("#mine").is_hidden(), "it is not listed twice"
    assert "Your turn" in on_turn.inner_text("#continue")
    assert "Your turn" not in waiting.inner_text("#continue")
    on_turn.click("#continue a")
    on_turn.wait_for_selector("body[data-turn=mine]")
