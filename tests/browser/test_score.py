"""The scorekeeper on a phone, by finger: on the board, quick, mixed, without a network, on two devices."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from tests.browser.conftest import NewPage
from tests.browser.test_everybody import faults
from tests.web.scoring import THREE
from tests.web.serving import Server

from tricorn.record import SEATS, Drew, Left, Passed, Placed
from tricorn.sheet import Line, Sheet

pytestmark = pytest.mark.browser

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "has_touch": True}
NAMES = ("Ana", "Bo Li", "Çelik")
ON_BOARD, QUICK = 4, 3  # taps that a play may take


class Finger:
    """A finger on the page of a sheet that counts its taps."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.taps = 0

    def tap(self, selector: str) -> None:
        self.page.locator(selector).first.tap()
        self.taps += 1

    def mode(self, mode: str) -> None:
        if self.page.locator("body").get_attribute("data-mode") != mode:
            self.tap(f".mode[data-mode={mode}]")

    def tell(self, line: Line, way: str) -> None:
        """Tell one line of a game in the way that is asked for, within the taps that it may take."""
        n = int(self.page.locator("body").get_attribute("data-n"))
        event = line.entry.event
        if isinstance(event, Left):
            self._hand(event)
        else:
            self.mode(way)
            self.taps = 0
            self._play(line, way)
            assert self.taps <= (ON_BOARD if way == "board" else QUICK), line
        self.page.wait_for_selector(f"body[data-n='{n + 1}']")

    def _play(self, line: Line, way: str) -> None:
        event = line.entry.event
        if self.page.locator("body").get_attribute("data-asked") == "start":
            self.tap(f".person[data-seat='{event.seat}']")
        if isinstance(event, Drew | Passed):
            self.tap("#draw" if isinstance(event, Drew) else "#pass")
        elif isinstance(event, Placed) and way == "board":
            self._on_board(event)
        elif isinstance(event, Placed):
            self._quick(event, line)

    def _on_board(self, event: Placed) -> None:
        for digit in reversed(event.tile.numbers):
            self.tap(f"[data-digit='{digit}']")
        if self.taps < ON_BOARD:  # a starting tile has its place by custom
            self.tap_cell(event)

    def tap_cell(self, event: Placed) -> None:
        """Tap where a tile lies; where it fits only once, it is offered there."""
        assert event.place is not None
        self.page.wait_for_selector("#no-cell")
        target = f"#board .target[data-cell='{event.place.cell}']"
        self.tap("#place" if self.page.locator("#place").count() else target)

    def _quick(self, event: Placed, line: Line) -> None:
        self.tap(f"[data-sum='{event.tile.sum}']")
        if line.number % 2 or self.taps == 2:
            self.tap(f".tiles-row [data-tile='{event.tile}']")
        if self.page.locator("body").get_attribute("data-asked") != "start":
            self.tap(f"[data-bonus='{line.bonus or ''}']")

    def _hand(self, event: Left) -> None:
        self.page.fill(f"#left [name={SEATS[event.seat]}]", str(event.sum))
        self.tap("#left button")


def begin(page: Any, edition: str = "pressman-deluxe") -> Finger:
    """A new sheet for three, from the home page."""
    page.goto("/")
    page.locator("a[href='/score']").first.click()
    page.click("#new-sheet")
    page.click("#add-seat")
    for number, name in enumerate(NAMES):
        page.fill(f".seat-name >> nth={number}", name)
    page.select_option("[name=edition]", edition)
    page.click("#go")
    page.wait_for_selector(".person >> nth=2")
    return Finger(page)


def code_of(page: Any) -> str:
    return str(page.url).split("/")[-1]


def write(page: Any, server: Server, *changes: str) -> None:
    """Change the sheet with the page's own pencil, but without its fingers."""
    key = page.evaluate(
        "code => JSON.parse(localStorage['tricorn.sheets']).find(each => each.code === code).key", code_of(page)
    )
    with httpx.Client(base_url=server.address, headers={"Authorization": f"Bearer {key}"}, timeout=20) as client:
        for change in changes:
            answer = client.post(f"/api/sheets/{code_of(page)}/changes", json={"change": change})
            assert answer.status_code == 200, answer.text
    page.wait_for_selector(f"body[data-n='{answer.json()['n']}']")


def scores(page: Any) -> list[int]:
    return [int(text.replace("−", "-")) for text in page.locator(".person .score").all_inner_texts()]


@pytest.fixture(scope="module")
def game() -> Sheet:
    return Sheet.from_record(THREE)


def rest_of(game: Sheet, first: int, cells: bool) -> list[str]:
    """The lines of a game from a number on as changes, with their cells or without."""
    changes = []
    for line in game.lines[first - 1 :]:
        event = line.entry.event
        bonus = f" {line.bonus}" if line.bonus else ""
        quick = f"{SEATS[event.seat]} {event.tile}{bonus}" if isinstance(event, Placed) else str(line.entry)
        changes.append(f"add {line.entry if cells else quick}")
    return changes


# A whole round by finger takes long, so those of one kind have their time in `make soak`.
ONE_WAY = [pytest.param(way, marks=pytest.mark.soak) for way in ("board", "quick")]


@pytest.mark.parametrize("way", ["mixed", *ONE_WAY])
def test_a_written_game_told_by_finger_has_the_scores_of_its_record(
    new_page: NewPage, server: Server, game: Sheet, way: str
) -> None:
    page = new_page(**PHONE)
    finger = begin(page)
    first_round = [line for line in game.lines if line.round == 1]
    for line in first_round:
        # Mixed: on the board for a while, then quick; after that nobody can know the whole table any more.
        quick = way == "quick" or (way == "mixed" and line.number > len(first_round) // 2)
        finger.tell(line, "quick" if quick else "board")
        assert scores(page) == list(line.scores)
    assert page.locator(".unsettled").count() == 0
    assert page.locator("tr.total").count() == 1
    write(page, server, *rest_of(game, len(first_round) + 1, cells=way == "board"))
    assert scores(page) == list(game.scores)
    assert page.locator("body").get_attribute("data-asked") == "over"
    assert "Çelik wins the game" in page.locator("#say").inner_text()


def test_a_mistake_ten_plays_back_is_corrected_by_finger_and_all_totals_follow(
    new_page: NewPage, server: Server, game: Sheet
) -> None:
    page = new_page(**PHONE)
    finger = begin(page)
    lines = list(game.lines[:24])
    plays = [line for line in lines if isinstance(line.entry.event, Placed)]
    wrong = plays[-11]
    event = wrong.entry.event
    assert isinstance(event, Placed)
    told = rest_of(game, 1, cells=True)[:24]
    told[wrong.number - 1] = f"add {SEATS[event.seat]} =15 hexagon"
    write(page, server, *told)
    assert scores(page) != list(lines[-1].scores)
    finger.mode("quick")
    finger.tap(f"[data-line='{wrong.number}']")
    finger.tap("#change")
    finger.mode("board")
    for digit in event.tile.numbers:
        finger.tap(f"[data-digit='{digit}']")
    finger.tap_cell(event)
    page.wait_for_selector("body[data-n='25']")
    assert scores(page) == list(lines[-1].scores)
    finger.tap("#undo")
    page.wait_for_selector("body[data-n='26']")
    assert scores(page) != list(lines[-1].scores)
    finger.tap("#redo")
    page.wait_for_selector("body[data-n='27']")
    assert scores(page) == list(lines[-1].scores)


def test_what_is_told_without_a_network_arrives_once_also_after_a_reload(
    new_page: NewPage, server: Server, game: Sheet
) -> None:
    page = new_page(service_workers="allow", **PHONE)
    finger = begin(page)
    write(page, server, "add A 4-4-4", "add B =9")
    finger.mode("quick")
    page.wait_for_function("() => caches.match(location.pathname).then(Boolean)")
    page.context.set_offline(True)
    for sum_ in (10, 3):
        finger.tap(f"[data-sum='{sum_}']")
        finger.tap("[data-bonus='']")
    page.wait_for_selector("#offline:has-text('(2)')")
    page.reload()
    page.wait_for_selector("#offline:has-text('(2)')")
    assert page.locator("tr.pending").count() == 2
    finger.tap("#draw")
    finger.tap("[data-sum='7']")
    finger.tap("[data-bonus=bridge]")
    finger.tap("[data-sum='5']")
    finger.tap("[data-bonus='']")
    page.wait_for_selector("#offline:has-text('(5)')")
    finger.mode("board")
    assert page.locator("[data-digit]").count() == 0, "the board waits for the server"
    _lose_the_first_answer(page)
    page.context.set_offline(False)
    page.wait_for_selector("body[data-n='7']")
    page.wait_for_selector("#offline", state="hidden")
    assert page.locator("tr.pending").count() == 0
    entries = page.locator("tr[data-number] .what").all_inner_texts()
    assert entries[2:] == ["sum 10", "sum 3", "draws a tile", "sum 7, bridge", "sum 5"]
    right = Sheet(
        "pressman-deluxe", NAMES, entries=["A 4-4-4", "B =9", "C =10", "A =3", "B draw", "B =7 bridge", "C =5"]
    )
    assert scores(page) == list(right.scores)


def test_a_round_ends_and_the_next_begins_without_a_network(new_page: NewPage, server: Server, game: Sheet) -> None:
    page = new_page(**PHONE)
    finger = begin(page)
    end = next(line.number for line in game.lines if isinstance(line.entry.event, Left))
    write(page, server, *rest_of(game, 1, cells=True)[: end - 1])
    page.context.set_offline(True)
    page.wait_for_selector("#offline:not([hidden])")
    for line in game.lines[end - 1 : end + 1]:
        event = line.entry.event
        assert isinstance(event, Left)
        page.fill(f"#left [name={SEATS[event.seat]}]", str(event.sum))
    finger.tap("#left button")
    finger.tap(".person[data-seat='2']")
    finger.tap("[data-sum='15']")
    finger.tap(".tiles-row [data-tile='5-5-5']")
    page.wait_for_selector("#offline:has-text('(3)')")
    page.context.set_offline(False)
    page.wait_for_selector(f"body[data-n='{end + 2}']")
    assert page.locator(".unsettled").count() == 0
    after_round = game.lines[end].scores
    assert scores(page) == [*after_round[:2], after_round[2] + 25]


def test_what_waits_when_another_device_has_the_pencil_is_kept_until_it_is_thrown_away(
    new_page: NewPage, server: Server
) -> None:
    one, two = new_page(**PHONE), new_page(**PHONE)
    finger = begin(one)
    write(one, server, "add A 4-4-4")
    finger.tap("#open-room")
    finger.tap("#offer-pencil")
    one.wait_for_selector("#keep-pencil")
    one.keyboard.press("Escape")
    one.context.set_offline(True)
    finger.tap("#draw")
    one.wait_for_selector("#offline:has-text('(1)')")
    two.goto(one.url)
    two.click("#open-room")
    two.click("#take-pencil")
    two.wait_for_selector("body:not(.reading)")
    one.context.set_offline(False)
    one.wait_for_selector("#toast:has-text('Another device has the pencil')")
    assert one.locator("tr.pending").count() == 1
    finger.tap("#open-room")
    finger.tap("#discard")
    one.wait_for_selector("tr.pending", state="detached")
    assert scores(two) == [22, 0, 0]


def _lose_the_first_answer(page: Any) -> None:
    """The server has the first change, but its answer does not get through."""
    lost: list[str] = []

    def answer(route: Any) -> None:
        if lost:
            route.continue_()
            return
        lost.append(route.request.url)
        route.fetch()
        route.abort()

    page.route("**/changes", answer)


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
    television.wait_for_selector(".people .score:text-is('51')")
    finger.tap("#open-room")
    finger.tap("#offer-pencil")
    two.click("#open-room")
    two.click("#take-pencil")
    two.wait_for_selector("body:not(.reading)")
    two.keyboard.press("Escape")
    one.wait_for_selector("body.reading")
    two.click("#draw")
    one.wait_for_selector("body[data-n='4']")
    assert scores(one) == [17, 9, 51]
    television.wait_for_selector(".people .score:text-is('17')")
    assert "Next: Ana" in television.locator("#say").inner_text()
    one.click("#take-pencil")  # whoever made the sheet gets it back
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
    with httpx.Client(base_url=server.address) as client:
        record = client.get(f"/api/sheets/{code_of(page)}/record").text
    assert record.splitlines()[-1] == "B 5-5-5 +15 anyway"


def test_a_challenge_draws_the_situation_and_names_the_ruling(new_page: NewPage, server: Server, game: Sheet) -> None:
    page = new_page(**PHONE)
    finger = begin(page)
    write(page, server, *rest_of(game, 1, cells=True)[:45])
    line = next(line for line in game.lines if line.bonus == "hexagon")
    finger.mode("quick")
    finger.tap(f"[data-line='{line.number}']")
    finger.tap("#challenge")
    page.wait_for_selector(".judged .tc-star")
    words = page.locator("#judge").inner_text()
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
    page.wait_for_selector(".judged .tiles > g")
    words = page.locator("#judge").inner_text()
    assert "The cell of 1-4-4 was not taken down" in words
    assert "told as a bridge" in words
    finger.tap("#locate")
    finger.tap("#board .target[data-cell='0,0v']")
    page.wait_for_selector("body[data-n='4']")
    assert page.locator("#board .tiles > g").count() == 2
    assert scores(page) == [22, 9, 11]
    finger.mode("quick")
    finger.tap("[data-line='3']")
    finger.tap("#challenge")
    page.wait_for_selector("#judge:has-text('Only the sum of the tile was taken down')")


@pytest.mark.parametrize("at", ["/", "/score"])
def test_a_code_or_a_pasted_link_opens_a_sheet_and_a_wrong_one_gets_a_sentence(new_page: NewPage, at: str) -> None:
    page = new_page(**PHONE)
    begin(page)
    sheet = page.url
    for text in (code_of(page).lower(), f" {sheet} ", f"{sheet}/tv"):
        page.goto(at)
        page.fill("#code", text)
        page.keyboard.press("Enter")
        page.wait_for_url(sheet)
    for text, words in (("zzzzz", "no table or score sheet"), ("https://example.org/", "five consonants like BCDFG")):
        page.goto(at)
        page.fill("#code", text)
        page.keyboard.press("Enter")
        page.wait_for_selector(f"#code-wrong:has-text('{words}')")


def test_the_scorekeeper_speaks_spanish(new_page: NewPage, server: Server) -> None:
    page = new_page(locale="es-ES", **PHONE)
    finger = begin(page, "spanish")
    assert "¿Quién empieza?" in page.locator("#say").inner_text()
    write(page, server, "add A 0,0^444", "add B =16")
    assert "La suma de una ficha es 15 como mucho" in page.locator("tr.unsettled .problem").inner_text()
    assert page.locator("#draw").inner_text().split() == ["Robar", "−5"]
    finger.tap("#end")
    assert "Ana se queda sin fichas" in page.locator("#chooser").inner_text()


def test_axe_finds_nothing_grave_at_the_scorekeeper(new_page: NewPage, server: Server, game: Sheet) -> None:
    page = new_page(**PHONE)
    finger = begin(page)
    write(page, server, *rest_of(game, 1, cells=True)[:20], "add B 2-2-2")
    assert faults(page) == [], "quick"
    finger.tap("[data-sum='9']")
    assert faults(page) == [], "a sum"
    finger.mode("board")
    for digit in "455":
        finger.tap(f"[data-digit='{digit}']")
    page.wait_for_selector("#no-cell")
    assert faults(page) == [], "board"
    finger.tap("#open-room")
    assert faults(page) == [], "room"
    page.keyboard.press("Escape")
    finger.mode("quick")
    finger.tap("[data-line='18']")
    assert faults(page) == [], "line"
    page.goto(f"/score/{code_of(page)}/tv")
    page.wait_for_selector(".people li")
    assert faults(page) == [], "television"
    page.goto("/score")
    page.wait_for_selector("#my-sheets li")
    assert faults(page) == [], "first page"
