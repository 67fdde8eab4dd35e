"""Writing on a score sheet by touch: what the tests of the scorekeeper's pages share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import httpx
from tests.browser.conftest import TIMEOUT_MS
from tests.browser.driving import choose_options
from tests.web.server_process import Server

from tricorn.record import Drew, Left, Placed
from tricorn.sheet import Line, Sheet
from tricorn.tiles import Tile
from tricorn.wording import SEATS

NAMES = ("Ana", "Bo Li", "Çelik")
ON_BOARD, QUICK = 4, 3  # taps that a play may take

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
    """A new sheet for three."""
    page.goto("/score")
    return _new_sheet(page, NAMES, edition, {})


def new_sheet_of(page: Any, names: Sequence[str], rules: str) -> Finger:
    """A new sheet for these players, with an edition and its house rules."""
    edition, *house = rules.split(" ")
    page.goto("/score")
    return _new_sheet(page, names, edition, dict(rule.split("=") for rule in house))


def begin_draft(page: Any, edition: str = "pressman-classic", **rules: str) -> Finger:
    """At the scorekeeper's first page, a new sheet for two that only the browser has."""
    finger = _new_sheet(page, NAMES[:2], edition, rules)
    assert "draft" in page.url
    return finger


def _new_sheet(page: Any, names: Sequence[str], edition: str, rules: dict[str, str]) -> Finger:
    seats = [{"kind": "human", "name": name} for name in names]
    choose_options(page, "score", seats=seats, edition=edition, rules=rules)
    page.click("#new-sheet")
    page.click("#go")
    page.wait_for_selector(f".person >> nth={len(names) - 1}")
    return Finger(page)


def go_on_with(page: Any, game: Sheet, lines: int) -> Finger:
    """A sheet that continues the record of a game after so many lines."""
    record = Sheet(game.edition, game.names, entries=[line.entry for line in game.lines[:lines]]).record()
    page.goto("/score")
    page.set_input_files("#record-file", {"name": "a.tri", "mimeType": "text/plain", "buffer": record.encode()})
    page.wait_for_selector(".person")
    return Finger(page)


def code_of(page: Any) -> str:
    return str(page.url).split("/")[-1]


def write(page: Any, server: Server, *changes: str) -> None:
    """Change the sheet with the page's own pencil, but through the API."""
    key = page.evaluate(
        "code => JSON.parse(localStorage['tricorn.sheets']).find(each => each.code === code).key", code_of(page)
    )
    headers = {"Authorization": f"Bearer {key}"}
    with httpx.Client(base_url=server.address, headers=headers, timeout=20, verify=False) as client:
        for change in changes:
            answer = client.post(f"/api/sheets/{code_of(page)}/changes", json={"change": change})
            assert answer.status_code == 200, answer.text
    page.wait_for_selector(f"body[data-n='{answer.json()['n']}']")


def scores(page: Any) -> list[int]:
    return [int(text.replace("−", "-")) for text in page.locator(".person .score").all_inner_texts()]


def page_text(page: Any, selector: str) -> str:
    return str(page.locator(selector).inner_text())


ONE_ROUND = {"target": "50", "deal": "2/2/2/2/2"}


def enter_on_board(finger: Finger, digits: str) -> None:
    """Enter a tile on the board, on any cell that it fits."""
    for digit in digits:
        finger.tap(f"[data-digit='{digit}']")
    finger.tap("#place, body:not(:has(#place)) #board .target")
    finger.look(1)


def start_on_board(finger: Finger, digits: str) -> None:
    """Enter the starting tile of the first player on the board."""
    finger.mode("board")
    finger.tap(".person[data-seat='0']")
    for digit in digits:
        finger.tap(f"[data-digit='{digit}']")
    finger.look(1)


def score_a_round_on_the_board(finger: Finger) -> str:
    """A whole round of two tiles each in a sheet that only the browser has, with a mistake; its record."""
    page = finger.page
    start_on_board(finger, "444")
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
