"""Opens tables, and plays at their pages as people do: by mouse, by touch, by keyboard."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
DESK = {"width": 1366, "height": 768}
CONFIRM_MOVES: dict[str, object] = {"motion": False, "send": "confirm"}
NAMES = ("Ana", "Bo")

MY_MOVE = "body[data-turn=mine]:not([data-over])"
ROUND_OVER = "#ending:not([hidden])"
ON_TURN = "#players .on-turn"
LIFT = "#lift"
DRAW_QUESTION = "#actions:has-text('Draw another?') #send"
MAX_TURNS = 150

# House rules by which a round is soon over: with all tiles after some 25 moves instead of 70, with three after ten.
SOON_OVER = {"draw_limit": "1", "blocked_when": "passes"}
FEW_TILES = {"deal": "3/3/3/3/3", **SOON_OVER}
# With so many tiles in a hand, several nearly always fit.
MANY_TILES = {"deal": "20/14/11/9/9"}

# Until the service worker has cached everything and answers for the page.
# Notes of a real table as a file to open: they name no hands.
NOTES: Any = {
    "name": "notes.tri",
    "mimeType": "text/plain",
    "buffer": b"tricorn 1\nedition pressman-classic\nplayer A Ana\nplayer B Bo\nround 1\nA 5-5-5 +25\nB 4-5-5 +14\n",
}
CONTROLLED = """new Promise(done => {
    const check = () => navigator.serviceWorker.controller && done(null);
    navigator.serviceWorker.addEventListener("controllerchange", check);
    check();
})"""
# A storage into which nothing can be written.
FULL = "void (Storage.prototype.setItem = () => { throw new Error('full') })"

Rules = Mapping[str, str]
NO_RULES: Rules = {}
Way = Callable[[Any], None]


def play_now(page: Any, **rules: str) -> None:
    """From the home page to a game against a bot, by house rules as if they had been set before."""
    page.goto("/")
    if rules:
        choose_options(page, "now", rules=rules)
    page.click("#play")
    page.wait_for_selector("#rack .tile")


def play_here(page: Any, level: str = "easy", **rules: str) -> str:
    """From the home page to a game in this browser against a bot of a level; the table's code."""
    page.goto("/")
    return go_on_to_play_here(page, level, **rules)


def go_on_to_play_here(page: Any, level: str = "easy", **rules: str) -> str:
    """The same for a page that is at home already."""
    choose_options(page, "now", seats=[{"kind": "human"}, {"kind": "bot", "level": level}], rules=rules)
    page.click("#play")
    page.wait_for_selector("#rack .tile")
    assert re.search(r"/play(\.html)?#", page.url)
    return str(page.url.partition("#")[2])


def choose_options(page: Any, mode: str, **options: object) -> None:
    """At any page, as if a game or sheet of this mode had been set up with these options before."""
    rules = {name: options.pop(name) for name in ("edition", "rules") if name in options}
    stored = {
        f"tricorn.options.{mode}": json.dumps(options),
        "tricorn.rules.score" if mode == "score" else "tricorn.rules": json.dumps({"rules": {}, **rules}),
    }
    page.evaluate("stored => Object.assign(localStorage, stored)", stored)


def sit_at_table(
    *people: Any, bots: int = 0, starts: bool = True, edition: str = "pressman-classic", rules: Rules = NO_RULES
) -> str:
    """Seat people and easy bots at a new table, over the API; its address. The game begins if it `starts`."""
    host = people[0]
    words = [edition, *(f"{rule}={value}" for rule, value in rules.items())]
    seats = [{"kind": "human", "name": NAMES[0]}]
    made = _post(host, "/api/tables", {"edition": " ".join(words), "seats": seats})
    table = f"/t/{made['code']}"
    keys = [made["key"]]
    for page, name in zip(people[1:], NAMES[1 : len(people)], strict=True):
        keys.append(_post(page, f"/api/tables/{made['code']}/join", {"name": name})["key"])
    for _ in range(bots):
        _post(host, f"/api/tables/{made['code']}/bots", {"level": "easy"}, keys[0])
    if starts:
        _post(host, f"/api/tables/{made['code']}/start", {}, keys[0])
    for page, key in zip(people, keys, strict=True):
        hold_seat(page, made["code"], key)
        page.goto(table)
    for page in people:
        page.wait_for_selector("#rack .tile" if starts else "#lobby:not([hidden])")
    return str(host.url)


def hold_seat(page: Any, code: str, key: str, **about: object) -> None:
    """Give the browser of a page the key of a seat."""
    game = {"code": code, "key": key, "edition": "", "names": [], "scores": [], "phase": "waiting", "at": 1, **about}
    page.goto("/healthz")  # it loads no scripts and has the same storage
    page.evaluate("game => { localStorage['tricorn.games'] = JSON.stringify([game]) }", game)


def _post(page: Any, path: str, body: dict[str, Any], key: str | None = None) -> Any:
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    answer = page.request.post(path, data=body, headers=headers)
    assert answer.ok, answer.text()
    return answer.json()


def open_table(page: Any, name: str, **rules: str) -> str:
    """Open a table for friends with one tap, as somebody whose name the browser knows; the address for the others."""
    page.goto("/")
    page.evaluate("name => { localStorage['tricorn.name'] = JSON.stringify(name) }", name)
    page.click("#friends")
    page.wait_for_selector("#start")
    if rules:
        change_rules(page, **rules)
    return str(page.url)


def change_rules(page: Any, **rules: str) -> None:
    """As the host of an open table, set house rules."""
    page.click("#change-rules")
    set_rules(page, **rules)
    page.click("#go")
    page.wait_for_selector("#setup", state="hidden")


def set_rules(page: Any, **rules: str) -> None:
    """Set house rules in the form for a new table, from a rulebook; several figures are written as in a record."""
    if rules:
        page.wait_for_selector("#setup[open]")
        if not page.is_checked("[name=rules][value=own]"):
            page.check("[name=rules][value=rulebook]")
            page.check("[name=rules][value=own]")
        page.evaluate("document.querySelectorAll('#setup details').forEach(group => { group.open = true })")
    for rule, value in rules.items():
        field = page.locator(f"[data-rule={rule}]")
        join = field.get_attribute("data-join")
        if join is None:
            _set(field, value)
            continue
        for figure, control in zip(value.split(join), field.locator("input, select").all(), strict=False):
            _set(control, figure)


def _set(field: Any, value: str) -> None:
    if field.evaluate("field => field.tagName") == "SELECT":
        field.select_option(value)
    else:
        field.fill(value)


def sit_down(page: Any, address: str, name: str) -> None:
    page.goto(address)
    page.fill("#join-name", name)
    page.click("#sit")
    page.wait_for_selector(".waiting")


def by_mouse(page: Any) -> None:
    """One move with the mouse: the first tile that fits on the first cell, or a draw, or the pass."""
    _point(page, "click")


def by_finger(page: Any) -> None:
    _point(page, "tap")


def _point(page: Any, touch: str) -> None:
    tile = page.locator("#rack .fits").first
    if tile.count():
        getattr(tile, touch)(position=middle(tile))
        getattr(page.locator("#board .target").first, touch)()
    else:
        getattr(page.locator("#draw, #pass").first, touch)()
        confirm_draw(page)


def middle(tile: Any) -> dict[str, float]:
    """The middle of a triangle is not that of its box, whose corners belong to its neighbours."""
    x, y = tile.evaluate(
        """tile => {
            const { width, height } = tile.getBoundingClientRect();
            return [width / 2, height * (tile.classList.contains("up") ? 0.66 : 0.33)];
        }"""
    )
    return {"x": x, "y": y}


def place(page: Any, tile: str, cell: str) -> None:
    """Tap a tile and a cell."""
    button = page.locator(f"#rack [data-tile='{tile}']")
    button.tap(position=middle(button))
    page.locator(f"#board .target[data-cell='{cell}']").tap()


def by_keyboard(page: Any) -> None:
    """One move without a pointer: T goes to the first tile that fits, Enter to its best cell, Enter places it."""
    if page.locator("#rack .fits").count():
        for key in ("t", "Enter", "Enter"):
            page.keyboard.press(key)
    elif page.locator("#draw").count():
        page.keyboard.press("d")
        confirm_draw(page)
    else:
        page.keyboard.press("p")


def confirm_draw(page: Any) -> None:
    """Before the fourth draw of a turn the page asks, and the focus is on the button that draws."""
    if page.locator(DRAW_QUESTION).count():
        page.keyboard.press("Enter")


def choose_edition(page: Any, edition: str) -> None:
    """Choose a rulebook in the form for a new table or score sheet."""
    page.check("[name=rules][value=rulebook]")
    page.select_option("[name=edition]", edition)


def wait_for_turn(page: Any) -> bool:
    """Wait until the page's own move is due; False if the round is over instead."""
    page.wait_for_selector(f"{MY_MOVE}, {ROUND_OVER}")
    return bool(page.locator(ROUND_OVER).count() == 0)


def take_move(page: Any, way: Way = by_keyboard) -> None:
    """Make one move and wait until the table has it."""
    at = page.locator("body").get_attribute("data-at")
    way(page)
    page.wait_for_selector(f"body:not([data-at='{at}'])")


def wait_for_choice(page: Any) -> None:
    """Go on until several tiles fit on the table; with `MANY_TILES` that is nearly always after the start."""
    for _ in range(MAX_TURNS):
        assert wait_for_turn(page)
        if cells(page) and page.locator("#rack .fits").count() > 1:  # at the start there may be the choice of 0-0-0
            return
        take_move(page, _by_keyboard_confirmed)
    raise AssertionError("there was no choice")


def _by_keyboard_confirmed(page: Any) -> None:
    by_keyboard(page)
    if page.locator("#send").count():  # not if it was the only move
        page.click("#send")


def finish_round(page: Any, way: Way = by_keyboard) -> None:
    """Play until the round is over."""
    for _ in range(MAX_TURNS):
        if not wait_for_turn(page):
            return
        take_move(page, way)
    raise AssertionError("the round has not ended")


def next_round(*pages: Any) -> None:
    """From the end of a round to the next, with everybody who plays."""
    for page in pages:
        page.click("#next")
    for page in pages:
        page.wait_for_selector("#ending", state="hidden")


def finish_game(*pages: Any) -> None:
    """Play until the game is over: alone with bots, or everybody in the order of their seats."""
    finish = finish_round if len(pages) == 1 else finish_round_together
    finish(*pages)
    while not pages[0].locator("#rematch").count():
        next_round(*pages)
        finish(*pages)


def finish_round_together(*pages: Any) -> None:
    """Let everybody play when it is their turn, in the order of their seats, until the round is over for all."""
    page = pages[0]
    for _ in range(2 * MAX_TURNS):
        page.wait_for_selector(f"{ON_TURN}, {ROUND_OVER}")
        if page.locator(ROUND_OVER).count():
            break
        page = pages[int(page.locator(ON_TURN).get_attribute("data-seat"))]
        if wait_for_turn(page):
            take_move(page)  # afterwards this page knows whose turn it is
    for page in pages:
        page.wait_for_selector(ROUND_OVER)


def bytes_loaded(page: Any) -> list[float]:
    """The bytes over the wire of everything that the page loads from now on."""
    sizes: list[float] = []
    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    return sizes


def cells(page: Any) -> list[str]:
    """The tiles on the table as the page shows them."""
    found = page.locator("#board .tiles > g").evaluate_all(
        "tiles => tiles.map(tile => tile.dataset.cell + tile.dataset.numbers)"
    )
    return sorted(found)


def focused_id(page: Any) -> str:
    return str(page.evaluate("document.activeElement.id"))
