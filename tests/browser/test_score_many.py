"""A score sheet of four to six players on a narrow phone: every text has its place, and names stay distinct."""

from __future__ import annotations

from typing import Any

import pytest
from tests.browser.boxes import is_on_screen, text_faults
from tests.browser.conftest import NewPage
from tests.browser.scorekeeper import Finger, new_sheet_of, write
from tests.web.server_process import Server

pytestmark = pytest.mark.browser

NAMES = ("Grandmother", "Grandfather", "Maximilian", "Übergrößenträger", "Bo", "Maximiliane")
PHONE = {"width": 360, "height": 640}
# A round with every kind of line, of which some are wrong, and the beginning of another.
ROUND = (
    "add A 5-5-5",
    "add B =14",
    "add C 4-4-5 beside",
    "insist 3",
    "add D draw",
    "add D 0-5-5 hexagon3",
    "add A pass",
)


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("players", [4, 5, 6])
def test_every_text_of_a_sheet_for_many_has_its_place(
    new_page: NewPage, server: Server, players: int, language: str
) -> None:
    page = new_page(viewport=PHONE, locale=language, has_touch=True)
    names = NAMES[:players]
    finger = new_sheet_of(page, names, "pressman-classic")
    write(page, server, *ROUND)
    _check(page, names)
    finger.mode("board")
    _check(page, names)
    finger.mode("totals")
    write(page, server, "add out A")
    _check_form(page, names[1:])
    write(page, server, "add " + "\t".join(f"left {seat} =17" for seat in "BCDEF"[: players - 1]))
    _check_form(page, names)
    finger.mode("quick")
    _check(page, names)
    finger.mode("totals")
    write(page, server, "add " + "\t".join(f"{seat} +{85 + 100 * at}" for at, seat in enumerate("ABCDEF"[:players])))
    page.wait_for_selector(".winner")
    _check(page, names)
    page.click("#open-sharing")
    assert text_faults(page, "#rounds") == []


def _check(page: Any, names: tuple[str, ...]) -> None:
    _check_texts(page)
    assert is_on_screen(page, ".person")
    wide = page.locator("#sheet").evaluate("sheet => sheet.scrollWidth - sheet.clientWidth")
    assert wide <= 0, "the lines are as wide as the page"
    shown = page.locator(".person .name").all_inner_texts()
    assert len(set(shown)) == len(names)
    assert all(len(name) >= 2 and "…" not in name for name in shown)
    full = page.locator(".person").evaluate_all("persons => persons.map(person => [person.title, person.ariaLabel])")
    assert [title for title, _ in full] == list(names)
    assert all(label.startswith(name) for name, (_, label) in zip(names, full, strict=True))


def _check_form(page: Any, names: tuple[str, ...]) -> None:
    """The fields have the whole names; each comes into sight together with the keys."""
    page.wait_for_selector(f".figure >> nth={len(names) - 1}")
    _check_texts(page)
    assert page.locator(".figure .name").all_inner_texts() == list(names)
    for field in page.locator(".figure input").all():
        field.tap()
        page.wait_for_function("document.activeElement.closest('.figure.current')")
        assert is_on_screen(page, ".figure.current")
        assert is_on_screen(page, ".keypad button")


def _check_texts(page: Any) -> None:
    for part in ("#people", "#sheet", "#say", ".modes", "#entry"):
        if page.locator(part).is_visible():
            assert text_faults(page, part) == [], part
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_the_prompt_has_the_whole_name(new_page: NewPage, server: Server) -> None:
    page = new_page(viewport=PHONE, has_touch=True)
    new_sheet_of(page, NAMES, "pressman-classic")
    write(page, server, "add B 5-5-5", "add C =14")
    assert page.inner_text("#say") == "Übergrößenträger"
    assert text_faults(page, ".say-row") == []


def test_undoing_the_end_of_a_round_asks_for_every_hand_again(new_page: NewPage, server: Server) -> None:
    page = new_page(viewport=PHONE, has_touch=True)
    finger = new_sheet_of(page, NAMES[:4], "pressman-classic deal=2/2/2/2/2")
    write(page, server, "add A 5-5-5", "add out A anyway")
    for seat in "BCD":
        finger.type(f"#left [name={seat}]", "7")
    finger.tap("#left button.primary")
    page.wait_for_selector("tr.total")
    finger.tap("#undo")
    page.wait_for_selector("#left")
    fields = page.locator("#left input").all()
    assert [(field.get_attribute("name"), field.input_value()) for field in fields] == [(seat, "7") for seat in "BCD"]
    page.fill("#left [name=C]", "9")
    finger.tap("#left button.primary")
    page.wait_for_selector("tr.total")
    assert Finger(page).scores[0] == 25 + (7 + 9 + 7) + 25


def test_a_hand_that_cannot_be_right_is_asked_about_before_it_counts(new_page: NewPage, server: Server) -> None:
    page = new_page(viewport=PHONE, has_touch=True, plays_here=True)
    finger = new_sheet_of(page, NAMES[:3], "pressman-classic deal=2/2/2/2/2")
    write(page, server, "add A 5-5-5", "add out A anyway")
    page.fill("#left [name=B]", "7")
    page.fill("#left [name=C]", "400")
    finger.tap("#left button.primary")
    assert "found =400" in page.inner_text("#ask")
    finger.tap("#ask .button")
    assert page.locator("tr.total").count() == 0
    assert page.input_value("#left [name=C]") == "400", "what was typed is still there, to correct it"
    finger.tap("#left button.primary")
    finger.tap("#yes")
    page.wait_for_selector("tr.total")
    assert page.locator(".unsettled").count() == 0
    assert Finger(page).scores[0] == 25 + 407 + 25


def test_hands_that_were_entered_one_by_one_are_asked_for_again_one_by_one(new_page: NewPage, server: Server) -> None:
    page = new_page(viewport=PHONE, has_touch=True)
    finger = new_sheet_of(page, NAMES[:4], "pressman-classic deal=2/2/2/2/2")
    write(page, server, "add A 5-5-5", "add out A anyway", "add left B =7", "add left C =7", "add left D =7")
    for expected in (["D"], ["C", "D"], ["B", "C", "D"]):
        finger.tap("#undo")
        page.wait_for_function("count => document.querySelectorAll('#left input').length === count", arg=len(expected))
        assert [field.get_attribute("name") for field in page.locator("#left input").all()] == expected


def test_rounds_are_entered_as_totals(new_page: NewPage, server: Server) -> None:
    page = new_page(viewport=PHONE, has_touch=True)
    finger = new_sheet_of(page, ("Ana", "Bo", "Cai", "Dan"), "pressman-classic target=150")
    finger.mode("totals")
    finger.type("#totals [name=A]", "49 + 36")
    assert page.locator("#totals .understood").all_inner_texts() == ["+85 → 85", "0", "0", "0"], "and its new score"
    finger.tap("#totals button.primary")
    page.wait_for_selector("#totals:not(:has([name=A]))")
    for seat, points in {"B": "-10", "C": "0", "D": "30"}.items():
        finger.type(f"#totals [name={seat}]", points)
    finger.tap("#totals button.primary")
    page.wait_for_selector("tr.total")
    assert Finger(page).scores == (85, -10, 0, 30)
    finger.tap("[data-line='3']")
    page.fill("#correct-figure input", "12")
    finger.tap("#correct-figure button.primary")
    page.wait_for_selector("body[data-n='3']")
    for seat, points in {"A": "10", "B": "10", "C": "140", "D": "1"}.items():
        finger.type(f"#totals [name={seat}]", points)
    finger.tap("#totals button.primary")
    page.wait_for_selector(".winner")
    assert "Cai wins the game" in page.inner_text(".winner")
    record = page.request.get(f"{page.url.replace('/score/', '/api/sheets/')}/record").text()
    assert record.splitlines()[-5:] == [
        *("round 1", "score A 85 B -10 C 12 D 30", "round 2", "score A 95 B 0 C 152 D 31", "winner C")
    ]
    page.goto(page.url.replace("/score/", "/replay?sheet="))
    page.wait_for_selector("text=152")


def test_followers_and_the_television_go_on_to_the_next_game(new_page: NewPage, server: Server) -> None:
    page, follower, television = new_page(viewport=PHONE, has_touch=True), new_page(viewport=PHONE), new_page()
    finger = new_sheet_of(page, ("Ana", "Bo"), "pressman-classic target=50")
    write(page, server, "add A +85\tB +10")
    first = page.url
    follower.goto(first)
    television.goto(f"{first}/tv")
    follower.wait_for_selector(".winner")
    finger.tap("#again")
    page.wait_for_url(lambda url: url != first and "/score/" in url)
    follower.wait_for_url(page.url)
    television.wait_for_url(f"{page.url}/tv")
    page.wait_for_selector(".person")
    write(page, server, "add A 5-5-5")
    follower.wait_for_selector("tr.line")
    late = new_page(viewport=PHONE)
    late.goto(first)
    late.wait_for_selector(".winner")
    assert late.url == first, "the finished sheet can still be opened"


def test_no_bonus_does_not_look_chosen(new_page: NewPage, server: Server) -> None:
    page = new_page(viewport=PHONE, has_touch=True)
    finger = new_sheet_of(page, ("Ana", "Bo"), "pressman-classic")
    write(page, server, "add A 5-5-5")
    finger.mode("quick")
    finger.tap("[data-sum='9']")
    color = "element => getComputedStyle(element).backgroundColor"
    plain = page.locator("[data-bonus='']").evaluate(color)
    assert plain == page.locator("[data-sum='8']").evaluate(color)
    assert plain != page.locator("[data-sum='9']").evaluate(color)
