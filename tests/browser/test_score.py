"""The scorekeeper on a phone: entries, challenges, two devices, codes, languages."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from tests.browser.axe import faults
from tests.browser.conftest import NewPage
from tests.browser.driving import PHONE
from tests.browser.scorekeeper import NAMES, Finger, begin, code_of, go_on_with, page_text, scores, write
from tests.web.server_process import Server
from tests.web.sheet_clients import THREE

from tricorn.record import Placed
from tricorn.sheet import Sheet
from tricorn.tiles import Tile

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def game() -> Sheet:
    return Sheet.from_record(THREE)


def test_a_finished_game_has_its_winner_its_rounds_and_other_names_if_need_be(
    new_page: NewPage, server: Server, game: Sheet
) -> None:
    page = new_page(**PHONE)
    page.add_init_script(
        "navigator.wakeLock.request = async () => (window.awake = new EventTarget(),"
        " window.awake.release = async () => (window.awake = null), window.awake)"
    )
    last = max(line.number for line in game.lines if isinstance(line.entry.event, Placed))
    finger = go_on_with(page, game, last - 1)
    finger.mode("quick")
    assert page.locator("[data-bonus=bridge]").inner_text().split() == ["bridge", "+40"]
    page.wait_for_function("() => Boolean(window.awake)")
    finger.tap("#open-sharing")
    page.locator("#rename summary").click()
    page.fill("#names input >> nth=1", "Bea")
    page.locator("#names button").click()
    page.wait_for_selector(".person:has-text('Bea')")
    assert page.locator(".score-lines thead th").all_inner_texts()[-2] == "Bea"
    write(page, server, *(f"add {line.entry}" for line in game.lines[last - 1 :]))
    finger.look(0)
    outcome = game.outcome
    assert outcome is not None
    names = [NAMES[0], "Bea", NAMES[2]]
    assert f"{names[outcome.winner]} wins the game" in page_text(page, ".winner")
    assert page.locator(".winner .rounds tbody tr").count() == game.rounds + 1
    page.wait_for_function("() => window.awake === null")
    assert faults(page) == [], "the winner"


def test_a_sheet_of_goliath_is_started_by_anybody_with_any_tile(new_page: NewPage, server: Server) -> None:
    page = new_page(**PHONE)
    finger = begin(page, "goliath")
    assert page_text(page, "#say").startswith("Who starts, by lot and with any tile? Tap the name.")
    finger.mode("quick")
    finger.tap(".person[data-seat='1']")
    finger.quick(2, Tile.parse("0-0-2"), None, starts=True)
    finger.look(1)
    assert scores(page) == [0, 2, 0], "a start earns its sum"
    assert not page.locator("[data-bonus=beside]").count(), "two sides earn no bonus"
    finger.tap("#draw")
    finger.quick(3, None, None)
    finger.look(2)
    assert scores(page) == [0, 2, -2]
    assert not page.locator("tr.unsettled").count()


def test_a_sheet_of_the_childrens_rules_counts_tiles(new_page: NewPage, server: Server) -> None:
    page = new_page(**PHONE)
    page.goto("/score")
    page.click("#new-sheet")
    page.check("[name=rules][value=children]")
    page.click("#go")
    page.wait_for_selector(".person >> nth=1")
    finger = Finger(page)
    finger.mode("quick")
    assert page.locator("#draw").inner_text().split() == ["Draw", "free"]
    write(page, server, "add A 4-4-4", "add B =9", "add A =10 bridge")
    assert scores(page) == [3, 1]
    assert page.inner_text("#round-number") == "Round 1 of 3"
    write(page, server, "add out A", "insist 4")
    assert scores(page) == [3 + 5 + 8, 1], "what the others hold is known"


def test_a_line_is_not_shown_twice_while_the_answer_to_it_is_on_its_way(new_page: NewPage, server: Server) -> None:
    page = new_page(**PHONE)
    finger = begin(page)
    write(page, server, "add A 4-4-4")
    finger.mode("quick")
    finger.look(1)
    late: list[Any] = []
    page.route("**/changes", lambda route: late.append((route, route.fetch())))
    finger.tap("#draw")
    finger.look(1)
    assert page.locator("tr[data-number]").count() == 2
    assert page.locator("tr.pending").count() == 0
    for route, answer in late:
        route.fulfill(response=answer)


def test_two_devices_follow_each_other_and_hand_the_pencil_on(new_page: NewPage, server: Server) -> None:
    one, two = new_page(**PHONE), new_page(**PHONE)
    finger = begin(one)
    write(one, server, "add A 4-4-4", "add B =9")
    two.goto(one.url)
    two.wait_for_selector("body[data-n='2'].reading")
    assert scores(two) == [22, 9, 0]
    finger.mode("quick")
    finger.tap("[data-sum='11']")
    finger.tap("[data-bonus=bridge]")
    two.wait_for_selector("body[data-n='3']")
    assert scores(two) == [22, 9, 51]
    television = new_page(viewport={"width": 1280, "height": 720})
    television.goto(f"{one.url}/tv")
    television.wait_for_selector("#lanes .score:text-is('51')")
    television.wait_for_selector("#instead .total")
    assert not television.locator("#board").is_visible()
    finger.tap("#open-sharing")
    finger.tap("#offer-pencil")
    two.click("#take-offered")
    two.wait_for_selector("body:not(.reading)")
    assert not two.locator("#pencil-offered").is_visible()
    one.wait_for_selector("body.reading")
    two.click("#draw")
    one.wait_for_selector("body[data-n='4']")
    assert scores(one) == [17, 9, 51]
    television.wait_for_selector("#lanes .score:text-is('17')")
    assert "Ana to play" in television.locator("#say").inner_text()
    one.click("#take-pencil")  # the creator of the sheet gets it back
    two.wait_for_selector("body.reading")


def test_an_impossible_entry_is_pointed_out_and_stands_if_the_table_insists(new_page: NewPage, server: Server) -> None:
    page = new_page(**PHONE)
    finger = begin(page)
    write(page, server, "add A 0,0^444")
    finger.mode("board")
    for digit in "555":
        finger.tap(f"[data-digit='{digit}']")
    finger.tap("#no-cell")
    page.wait_for_selector("body[data-n='2']")
    finger.mode("quick")
    assert "5-5-5 fits nowhere" in page.locator("tr.unsettled .problem").inner_text()
    finger.tap("[data-line='2']")
    finger.tap("#anyway")
    page.wait_for_selector("tr.overruled")
    assert page.locator("tr.unsettled").count() == 0
    with httpx.Client(base_url=server.address, verify=False) as client:
        record = client.get(f"/api/sheets/{code_of(page)}/record").text
    assert record.splitlines()[-1] == "B 5-5-5 +15 anyway"


def test_a_challenge_draws_the_situation_and_names_the_ruling(new_page: NewPage, game: Sheet) -> None:
    page = new_page(**PHONE)
    finger = go_on_with(page, game, 45)
    line = next(line for line in game.lines if line.bonus == "hexagon")
    finger.mode("quick")
    finger.tap(f"[data-line='{line.number}']")
    finger.tap("#challenge")
    page.wait_for_selector(".challenge-board .tc-star")
    words = page.locator("#challenge-dialog").inner_text()
    assert "closes a hexagon" in words
    assert "R3" in words


def test_a_challenge_of_a_tile_without_its_cell_says_so_and_the_cell_can_be_set(
    new_page: NewPage, server: Server
) -> None:
    page = new_page(**PHONE)
    finger = begin(page)
    write(page, server, "add A 0,0^444", "add B 1-4-4 bridge", "add C =11")
    finger.mode("quick")
    finger.tap("[data-line='2']")
    finger.tap("#challenge")
    page.wait_for_selector(".challenge-board .tiles > g")
    words = page.locator("#challenge-dialog").inner_text()
    assert "The cell of 1-4-4 was not recorded" in words
    assert "entered as a bridge" in words
    finger.tap("#locate")
    finger.tap("#board .target[data-cell='0,0v']")
    page.wait_for_selector("body[data-n='4']")
    assert page.locator("#board .tiles > g").count() == 2
    assert scores(page) == [22, 9, 11]
    finger.mode("quick")
    finger.tap("[data-line='3']")
    finger.tap("#challenge")
    page.wait_for_selector("#challenge-dialog:has-text('Only the sum of the tile was recorded')")


def test_a_code_or_a_pasted_link_opens_a_sheet_and_a_wrong_one_gets_a_sentence(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    begin(page)
    sheet, code = page.url, code_of(page)
    for at, text in (("/", code.lower()), ("/", f" {sheet} "), ("/", f"{sheet}/tv"), ("/score", code)):
        page.goto(at)
        if at == "/":
            page.click("#open-join")
        page.fill("#code", text)
        page.keyboard.press("Enter")
        page.wait_for_url(sheet)
    unknown, no_code = "no table or score sheet with the code ZZZZZ", "five or more consonants like BCDFG"
    for at, text, words in (
        ("/", "zzzzz", unknown),
        ("/", "https://example.org/", no_code),
        ("/score", "zzzzz", unknown),
    ):
        page.goto(at)
        if at == "/":
            page.click("#open-join")
        page.fill("#code", text)
        page.keyboard.press("Enter")
        page.wait_for_selector(f"#code-wrong:has-text('{words}')")


def test_the_scorekeeper_is_translated_into_spanish(new_page: NewPage, server: Server) -> None:
    page = new_page(locale="es-ES", plays_here=True, **PHONE)
    finger = begin(page, "spanish")
    assert "¿Quién empieza?" in page.locator("#say").inner_text()
    write(page, server, "add A 0,0^444", "add B =16")
    assert "La suma de una ficha es 15 como mucho" in page.locator("tr.unsettled .problem").inner_text()
    assert page.locator("#draw").inner_text().split() == ["Robar", "−5"]
    finger.tap("#end")
    assert "Ana se queda sin fichas" in page.locator("#chooser").inner_text()
    page.keyboard.press("Escape")
    page.context.set_offline(True)
    for total, bonus in ((9, "bridge"), (3, "")):
        finger.quick(total, None, bonus)
    finger.tap("#draw")
    page.wait_for_selector("tr.pending >> nth=2")
    waiting = page.locator("tr.pending .what").all_inner_texts()
    assert waiting == ["suma 9, puente", "suma 3", "roba una ficha"]
    page.wait_for_selector("#log p:has-text('roba una ficha')", state="attached")
    assert scores(page) == [25, 11, 49], "what cannot be right counts as it was entered"


def test_axe_finds_nothing_serious_at_the_scorekeeper(new_page: NewPage, server: Server, game: Sheet) -> None:
    page = new_page(**PHONE)
    finger = go_on_with(page, game, 20)
    write(page, server, "add B 2-2-2")
    assert faults(page) == [], "quick"
    finger.tap("[data-sum='9']")
    assert faults(page) == [], "a sum"
    finger.mode("board")
    for digit in "455":
        finger.tap(f"[data-digit='{digit}']")
    page.wait_for_selector("#no-cell")
    assert faults(page) == [], "board"
    finger.tap("#open-sharing")
    assert faults(page) == [], "sharing"
    page.keyboard.press("Escape")
    finger.mode("quick")
    finger.tap("[data-line='18']")
    assert faults(page) == [], "line"
    page.goto(f"/score/{code_of(page)}/tv")
    page.wait_for_selector("#lanes li")
    assert faults(page) == [], "television"
    page.goto("/score")
    page.wait_for_selector("#my-sheets li")
    assert faults(page) == [], "first page"


def test_a_round_is_entered_with_the_keyboard_alone(new_page: NewPage, server: Server) -> None:
    """The focus goes to where the next entry begins; what changed and what is asked next is read out."""
    page = new_page(viewport={"width": 1366, "height": 768})
    finger = begin(page)
    first_key, first_hand = "[data-sum='0']", "#left [name=B]"

    def enter(selector: str, then: str, changes: int = 0) -> None:
        page.focus(selector)
        page.keyboard.press("Enter")
        finger.look(changes)
        page.wait_for_selector(f"{then}:focus")

    enter(".person[data-seat='0']", first_key)
    enter("[data-sum='12']", "[data-sum='12']")
    enter("[data-tile='4-4-4']", first_key, 1)
    enter("[data-sum='9']", "[data-sum='9']")
    enter("[data-tile='1-4-4']", "[data-tile='1-4-4']")
    enter("[data-bonus='']", first_key, 1)
    enter("#draw", first_key, 1)
    enter("#undo", "#undo", 1)
    enter("#redo", first_key, 1)
    enter("#pass", first_key, 1)
    enter("#end", "#chooser .close")
    enter("#out-A", first_hand, 1)
    page.keyboard.type("5")
    enter(first_hand, "#left [name=C]", 1)
    page.keyboard.type("6")
    enter("#left button.primary", first_key, 1)
    said = page.locator("#log p").all_inner_texts()
    enter(".mode[data-mode=totals]", ".mode[data-mode=totals]")
    page.fill("#totals [name=A]", "20")
    page.fill("#totals [name=B]", "30")
    page.fill("#totals [name=C]", "500")
    enter("#totals [name=C]", ".winner h2", 1)
    assert said[:2] == ["Ana starts. With which tile?", "Ana: 4-4-4, +22. Next: Bo Li"]
    assert "Removed: Çelik: draws a tile, −5. Next: Çelik" in said
    out = next(each for each in said if "Ana: is out." in each)
    assert "Not possible: Ana is not out" in out
    assert out.endswith("The round is over. What is left in the hands?")
    assert len(said) == 10, "each entry is read out once"


def test_letter_keys_work_with_caps_lock(new_page: NewPage, server: Server) -> None:
    page = new_page(**PHONE)
    finger = begin(page)
    write(page, server, "add A 4-4-4")
    finger.look(1)
    page.keyboard.press("D")
    finger.look(1)
    assert page.locator("tr[data-number]").count() == 2
    page.keyboard.press("U")
    finger.look(1)
    assert page.locator("tr[data-number]").count() == 1
    page.keyboard.press("B")
    page.wait_for_selector("body[data-mode='board']")
