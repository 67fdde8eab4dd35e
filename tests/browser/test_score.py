"""The scorekeeper on a phone, by touch: on the board, quick, mixed, without a network, on two devices."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle, groupby
from typing import Any

import httpx
import pytest
from tests.browser.conftest import TIMEOUT_MS, NewPage
from tests.browser.test_accessibility import faults
from tests.browser.test_local import CONTROLLED
from tests.web.server_process import Server
from tests.web.sheet_clients import SPANISH, THREE

from tricorn.game import check_record
from tricorn.record import SEATS, Drew, Left, Placed
from tricorn.sheet import Line, Sheet
from tricorn.tiles import Tile

pytestmark = pytest.mark.browser

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "has_touch": True}
NAMES = ("Ana", "Bo Li", "Çelik")
ON_BOARD, QUICK = 4, 3  # taps that a play may take
# A round on the board, a quick one with the board where that knows enough, one of both, one of sums and tiles.
MIXED = (["board"], ["quick", "sum", "board"], [*["board"] * 9, "quick", "sum"], ["quick", "sum"])
GAMES = {"spanish": SPANISH, "pressman-deluxe": THREE}

# Try something in every frame until it gives a result; only a failure takes the whole time.
_UNTIL = """async ([argument, patience]) => {
  const found = %s;
  for (const end = performance.now() + patience; performance.now() < end; await new Promise(requestAnimationFrame)) {
    const answer = found(argument);
    if (answer) return answer;
  }
  throw new Error(`waited in vain for ${argument}`);
}"""

# Where to tap: the middle of an element that is enabled and not covered.
MIDDLE = (
    _UNTIL
    % """(selector) => {
    const element = document.querySelector(selector);
    if (!element || element.disabled) return null;
    element.scrollIntoView({ block: "nearest", inline: "nearest" });
    const { x, y, width, height } = element.getBoundingClientRect();
    const middle = [x + width / 2, y + height / 2];
    return element.contains(document.elementFromPoint(...middle)) && middle;
  }"""
)

# Wait until pages are in the cache.
CACHED = """async (pages) => {
  for (const page of pages) while (!(await caches.match(page))) await new Promise(requestAnimationFrame);
}"""

# What the page shows once it knows of so many changes.
SHOWN = (
    _UNTIL
    % """(n) => {
    const scores = [...document.querySelectorAll(".person .score")].map((each) => each.textContent.replace("−", "-"));
    return Number(document.body.dataset.n) >= n && { ...document.body.dataset, scores: scores.map(Number) };
  }"""
)


class Finger:
    """A finger on the page of a sheet. It counts its taps, and knows what the page showed last."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.taps = 0
        self.n = 0
        self.shown: dict[str, Any] = {}
        self.look(0)

    def tap(self, selector: str) -> None:
        self.page.touchscreen.tap(*self.page.evaluate(MIDDLE, [selector, TIMEOUT_MS]))
        self.taps += 1

    def type(self, selector: str, words: str) -> None:
        self.tap(selector)
        self.page.keyboard.type(words)

    def look(self, changes: int) -> None:
        """Wait until the page has so many changes more, and see what it shows then."""
        self.shown = self.page.evaluate(SHOWN, [self.n + changes, TIMEOUT_MS])
        self.n = int(self.shown["n"])

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(self.shown["scores"])

    def mode(self, mode: str) -> None:
        if self.page.locator("body").get_attribute("data-mode") != mode:
            self.tap(f".mode[data-mode={mode}]")

    def play(self, line: Line, way: str) -> None:
        """Enter one line of a game in the given way, within the number of taps that it may take."""
        event = line.entry.event
        starts = self.shown["asked"] == "start"
        if isinstance(event, Placed):
            self.mode("board" if way == "board" else "quick")
        self.taps = 0
        if starts:
            self.tap(f".person[data-seat='{event.seat}']")
        if isinstance(event, Placed) and way == "board":
            self.on_board(event, starts)
        elif isinstance(event, Placed):
            self.quick(event.tile.sum, event.tile if starts or way == "quick" else None, line.bonus, starts)
        else:
            self.tap("#draw" if isinstance(event, Drew) else "#pass")
        assert self.taps <= (ON_BOARD if way == "board" else QUICK), line

    def on_board(self, event: Placed, starts: bool = False) -> None:
        """Enter the tile and its cell; if it fits only once, it is offered there, and a starting tile has its cell."""
        assert event.place is not None
        for digit in reversed(event.tile.numbers):
            self.tap(f"[data-digit='{digit}']")
        if not starts:
            at = f"[data-cell='{event.place.cell}']"
            self.tap(f"#place{at}, body:not(:has(#place)) #board .target{at}")

    def quick(self, total: int, tile: Tile | None, bonus: str | None, starts: bool = False) -> None:
        self.tap(f"[data-sum='{total}']")
        if tile is not None:
            self.tap(f".tiles-row [data-tile='{tile}']")
        if not starts:
            self.tap(f"[data-bonus='{bonus or ''}']")

    def hands(self, left: list[Left], as_tiles: bool) -> None:
        """Enter what is left in the hands."""
        for event in left:
            tiles = " ".join(str(tile).replace("-", "") for tile in event.tiles or ())
            self.type(f"#left [name={SEATS[event.seat]}]", tiles if as_tiles else str(event.sum))
        self.tap("#left button.primary")


def begin(page: Any, edition: str = "pressman-deluxe") -> Finger:
    """A new sheet for three, from the home page."""
    page.goto("/")
    page.locator("a[href='/score']").first.click()
    page.wait_for_url("**/score")  # loaded, so that its script answers the next click
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
    """Change the sheet with the page's own pencil, but through the API."""
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


def entry_text(line: Line, way: str) -> str:
    """A line as an entry, in one of the ways."""
    event = line.entry.event
    if not isinstance(event, Placed) or way == "board":
        return str(line.entry)
    tile = str(event.tile) if way == "quick" else f"={event.tile.sum}"
    return f"{SEATS[event.seat]} {tile} {line.bonus or ''}".rstrip()


def ways(game: Sheet, by_round: Sequence[Sequence[str]]) -> Iterator[tuple[Line, str]]:
    """The lines of a game, each with a way to enter it: those of its round in turn.

    Once a tile was entered without its cell, a board may lack the cells beside it: then the tile is entered quickly.
    """
    so_far = Sheet(game.edition, game.names)
    turns = [cycle(each) for each in by_round]
    for line in game.lines:
        event, way = line.entry.event, "quick"
        if isinstance(event, Placed):
            way = next(turns[(line.round - 1) % len(turns)])
            offered = [(option.move, option.bonus) for option in so_far.cells(event.tile)]
            way = way if way != "board" or (event.place, line.bonus) in offered else "quick"
        # The first tile of a round always has its cell.
        so_far.add(entry_text(line, "board" if so_far.prompt.what == "start" else way))
        yield line, way


def enter_lines(finger: Finger, lines: Sequence[tuple[Line, str]]) -> None:
    """Enter lines by touch, the hands of a round's end together; after each the scores are those of the record."""
    for is_end, group in groupby(lines, lambda each: isinstance(each[0].entry.event, Left)):
        each = list(group)
        if is_end:
            left = [line.entry.event for line, _ in each]
            finger.hands([event for event in left if isinstance(event, Left)], as_tiles=each[0][0].round % 2 == 0)
            finger.look(len(each))
            assert finger.scores == each[-1][0].scores
            continue
        for line, way in each:
            finger.play(line, way)
            finger.look(1)
            assert finger.scores == line.scores, line


def check_over(finger: Finger, game: Sheet) -> None:
    """Check that the game has ended as in its record, and that every line is settled."""
    page, outcome = finger.page, game.outcome
    assert outcome is not None
    assert finger.shown["asked"] == "over"
    assert finger.scores == game.scores
    assert f"{NAMES[outcome.winner]} wins the game" in page.locator(".winner").inner_text()
    assert page.locator(".winner .rounds tbody tr").count() == game.rounds + 1
    assert page.locator("#sheet tr.total").count() == game.rounds
    assert page.locator(".unsettled, .pending").count() == 0


@pytest.mark.soak
@pytest.mark.parametrize("way", ["board", "quick"])
@pytest.mark.parametrize("edition", GAMES)
def test_a_whole_game_entered_by_touch_in_one_way_has_the_scores_of_its_record(
    new_page: NewPage, edition: str, way: str
) -> None:
    game = Sheet.from_record(GAMES[edition])
    finger = begin(new_page(**PHONE), edition)
    lines = list(ways(game, [[way]]))
    assert {chosen for line, chosen in lines if isinstance(line.entry.event, Placed)} == {way}
    enter_lines(finger, lines)
    check_over(finger, game)


def test_a_whole_game_entered_by_touch_in_all_ways_has_the_scores_of_its_record(new_page: NewPage) -> None:
    """Draws, passes, bonuses and four rounds; with a mistake corrected, and five plays without a network."""
    game = Sheet.from_record(GAMES["spanish"])
    finger = begin(new_page(service_workers="allow", plays_here=True, **PHONE), "spanish")
    lines = list(ways(game, MIXED))
    plays = [at for at, (line, _) in enumerate(lines) if isinstance(line.entry.event, Placed)]
    assert {lines[at][1] for at in plays} == {"board", "quick", "sum"}
    second, fourth = (next(i for i, at in enumerate(plays) if lines[at][0].round == number) for number in (2, 4))
    wrong, back, away = plays[second + 1], plays[second + 11] + 1, plays[fourth + 1]
    enter_lines(finger, lines[:wrong])
    enter_wrongly_then_correct(finger, lines[wrong:back])
    enter_lines(finger, lines[back:away])
    enter_without_a_network(finger, [line for line, _ in lines[away : away + 5]])
    enter_lines(finger, lines[away + 5 :])
    check_over(finger, game)


def enter_wrongly_then_correct(finger: Finger, lines: Sequence[tuple[Line, str]]) -> None:
    """Enter the first of these lines wrongly, go on to the last, then correct it."""
    (wrong, _), right = lines[0], lines[-1][0].scores
    event = wrong.entry.event
    assert isinstance(event, Placed)
    finger.mode("quick")
    finger.quick((event.tile.sum + 3) % 15, None, "hexagon")
    finger.look(1)
    for line, way in lines[1:]:
        finger.play(line, way)
        finger.look(1)
    assert finger.scores != right
    finger.mode("quick")
    finger.tap(f"[data-line='{wrong.number}']")
    finger.tap("#change")
    assert f"Line {wrong.number} says “{NAMES[event.seat]}: sum" in page_text(finger.page, "#say")
    assert is_in_sight(finger.page, wrong.number)
    finger.quick(event.tile.sum, event.tile, wrong.bonus)
    finger.look(1)
    assert is_in_sight(finger.page, wrong.number), "the sheet stays there"
    assert finger.scores == right
    finger.tap("#undo")
    finger.look(1)
    assert finger.scores != right
    finger.tap("#redo")
    finger.look(1)
    assert finger.scores == right


def page_text(page: Any, selector: str) -> str:
    return str(page.locator(selector).inner_text())


def wait_to_show(page: Any, look: Callable[[], object], expected: object) -> None:
    """Assert what the page shows after a tap; it is redrawn some frames later."""
    end = time.monotonic() + TIMEOUT_MS / 1000
    while look() != expected and time.monotonic() < end:
        page.wait_for_timeout(10)
    assert look() == expected


def is_in_sight(page: Any, line: int) -> bool:
    """Whether a line is in the visible part of the sheet."""
    script = """line => {
      const row = document.querySelector(`tr[data-number="${line}"]`).getBoundingClientRect();
      const sheet = document.querySelector("#sheet").getBoundingClientRect();
      return row.top >= sheet.top && row.bottom <= sheet.bottom;
    }"""
    return bool(page.evaluate(script, line))


def enter_without_a_network(finger: Finger, lines: Sequence[Line]) -> None:
    """Enter five lines without a network and with a reload; once it is back, an answer gets lost."""
    page = finger.page
    finger.mode("quick")
    page.evaluate(CACHED, [f"/score/{code_of(page)}"])
    page.context.set_offline(True)
    for waiting, line in enumerate(lines, 1):
        finger.play(line, "quick")
        page.wait_for_selector(f"#offline:has-text('({waiting})')")
        if waiting == 2:
            page.reload()
            page.wait_for_selector("#offline:has-text('(2)')")
    assert page.locator("tr.pending").count() == len(lines)
    lose_the_first_answer(page)
    page.context.set_offline(False)
    finger.look(len(lines))
    page.wait_for_selector("#offline", state="hidden")
    page.unroute_all(behavior="wait")
    finger.look(0)
    assert page.locator("tr[data-number]").count() == lines[-1].number
    assert finger.scores == lines[-1].scores


def test_without_a_network_totals_turns_and_undo_go_on_over_the_end_of_a_round(
    new_page: NewPage, server: Server, game: Sheet
) -> None:
    page = new_page(plays_here=True, **PHONE)
    finger = begin(page)
    finger.mode("quick")
    end = next(line.number for line in game.lines if isinstance(line.entry.event, Left))
    write(page, server, *rest_of(game, 1, cells=True)[: end - 1])
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
    page.wait_for_selector("#offline:has-text('(8)')")
    page.context.set_offline(False)
    page.wait_for_selector(f"body[data-n='{end + 7}']")
    page.wait_for_selector(".pending", state="detached")
    assert page.locator(".unsettled").count() == 0
    assert scores(page) == right
    finger.tap(f"[data-line='{end}']")  # a wrong remainder is corrected where it is shown
    page.fill(".left-form.wide input", "1 + 1")
    finger.tap("#save-hand")
    page.wait_for_selector(f"body[data-n='{end + 8}']")
    assert page.locator(f"tr[data-number='{end}']").inner_text().count("2 left in hand") == 1


def begin_draft(page: Any, edition: str = "pressman-classic", **rules: str) -> Finger:
    """At the scorekeeper's first page, a new sheet for two that only the browser has."""
    seats = [{"kind": "human", "name": name} for name in NAMES[:2]]
    options = {"seats": seats, "edition": edition, "rules": rules}
    page.evaluate("options => { localStorage['tricorn.options.score'] = JSON.stringify(options) }", options)
    page.click("#new-sheet")
    page.click("#go")
    page.wait_for_url(lambda address: "draft" in address)
    page.wait_for_selector(".person >> nth=1")
    return Finger(page)


def enter_on_board(finger: Finger, digits: str) -> None:
    """Enter a tile on the board, on any cell that it fits."""
    for digit in digits:
        finger.tap(f"[data-digit='{digit}']")
    finger.tap("#place, body:not(:has(#place)) #board .target")
    finger.look(1)


def score_a_round_on_the_board(finger: Finger) -> str:
    """A whole round of two tiles each in a sheet that only the browser has, with a mistake; its record."""
    page = finger.page
    finger.mode("board")
    finger.tap(".person[data-seat='0']")
    for digit in "444":
        finger.tap(f"[data-digit='{digit}']")
    finger.look(1)
    enter_on_board(finger, "144")
    assert finger.scores == (22, 9)
    finger.mode("quick")
    finger.quick(9, None, "hexagon")
    page.wait_for_selector("tr.unsettled")
    finger.look(1)
    page.reload()
    finger = Finger(page)
    assert page.locator("tr.line.unsettled").count() == 1, "what was entered survives a reload"
    finger.tap("[data-line='3']")
    finger.tap("#change")
    finger.mode("board")
    enter_on_board(finger, "445")
    assert page.locator("tr.unsettled").count() == 0
    finger.type("#left [name=B]", "5")
    finger.tap("#left button.primary")
    finger.look(1)
    assert finger.scores == (22 + 13 + 25 + 5, 9)
    assert f"{NAMES[0]} wins the game" in page_text(page, ".winner")
    finger.tap("#open-sharing")
    with page.expect_download() as download:
        page.click("#save-record")
    return str(download.value.path().read_text(encoding="utf-8"))


ONE_ROUND = {"target": "50", "deal": "2/2/2/2/2"}


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
    other.evaluate("void (Storage.prototype.setItem = () => { throw new Error('full') })")
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


def test_a_finished_game_has_its_winner_its_rounds_and_other_names_if_need_be(
    new_page: NewPage, server: Server, game: Sheet
) -> None:
    page = new_page(**PHONE)
    page.add_init_script(
        "navigator.wakeLock.request = async () => (window.awake = new EventTarget(),"
        " window.awake.release = async () => (window.awake = null), window.awake)"
    )
    finger = begin(page)
    finger.mode("quick")
    changes = rest_of(game, 1, cells=False)
    write(page, server, *changes[:2])
    assert page.locator("[data-bonus=bridge]").inner_text().split() == ["bridge", "+40"]
    page.wait_for_function("() => Boolean(window.awake)")
    finger.tap("#open-sharing")
    page.locator("#rename summary").click()
    page.fill("#names input >> nth=1", "Bea")
    page.locator("#names button").click()
    page.wait_for_selector(".person:has-text('Bea')")
    assert page.locator(".score-lines thead th").all_inner_texts()[-2] == "Bea"
    write(page, server, *changes[2:])
    finger.look(0)
    outcome = game.outcome
    assert outcome is not None
    names = [NAMES[0], "Bea", NAMES[2]]
    assert f"{names[outcome.winner]} wins the game" in page_text(page, ".winner")
    assert page.locator(".winner .rounds tbody tr").count() == game.rounds + 1
    page.wait_for_function("() => window.awake === null")
    assert faults(page) == [], "the winner"


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
    one.wait_for_selector("#offline:has-text('(1)')")
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


def lose_the_first_answer(page: Any) -> None:
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
    television.wait_for_selector(".people .score:text-is('51')")
    television.wait_for_selector("body.no-board #rounds .total")
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
    television.wait_for_selector(".people .score:text-is('17')")
    assert "Next: Ana" in television.locator("#say").inner_text()
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
    for text, words in (
        ("zzzzz", "no table or score sheet"),
        ("https://example.org/", "five or more consonants like BCDFG"),
    ):
        page.goto(at)
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
    assert scores(page) == [25, 11, 49], "what cannot be right counts as it was entered"


def test_axe_finds_nothing_serious_at_the_scorekeeper(new_page: NewPage, server: Server, game: Sheet) -> None:
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
    finger.tap("#open-sharing")
    assert faults(page) == [], "sharing"
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
