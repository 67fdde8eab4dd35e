"""Plays at a table's page as people do: by mouse, by touch, by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

MY_MOVE = "body[data-turn=mine]:not([data-over])"
ROUND_OVER = "#ending:not([hidden])"
ON_TURN = "#players .on-turn"
LIFT = "#lift"
MAX_TURNS = 150

# House rules by which a round is soon over: with all tiles after some 25 moves instead of 70, with three after ten.
SOON_OVER = {"draw_limit": "1", "blocked_when": "passes"}
FEW_TILES = {"deal": "3/3/3/3/3", **SOON_OVER}

Way = Callable[[Any], None]


def play_now(page: Any) -> None:
    """From the home page to a game against a bot."""
    page.goto("/")
    page.click("#play")
    page.wait_for_selector("#rack .tile")


def play_few_tiles(page: Any) -> None:
    """The same by rules with which the round is soon over."""
    page.goto("/")
    choose_rules(page, **FEW_TILES)
    page.click("#play")
    page.wait_for_selector("#rack .tile")


def choose_rules(page: Any, **rules: str) -> None:
    """At the home page, as if a game against a bot had been set up with these house rules before."""
    page.evaluate("rules => { localStorage['tricorn.options.now'] = JSON.stringify({ rules }) }", rules)


def open_table(page: Any, name: str, seats: int = 2, **rules: str) -> str:
    """Open a table for friends; the address for the others."""
    page.goto("/")
    page.click("[data-setup=friends]")
    page.fill("[name=name]", name)
    for _ in range(seats - 2):
        page.click("#add-seat")
    set_rules(page, **rules)
    page.click("#go")
    page.wait_for_selector("#start")
    return str(page.url)


def set_rules(page: Any, **rules: str) -> None:
    """Set house rules in the form for a new table; several figures are written as in a record."""
    if rules:
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
        getattr(tile, touch)(position=_middle(tile))
        getattr(page.locator("#board .target").first, touch)()
    else:
        getattr(page.locator("#draw, #pass").first, touch)()


def _middle(tile: Any) -> dict[str, float]:
    """The middle of a triangle is not that of its box, whose corners belong to its neighbours."""
    box = tile.bounding_box()
    up = "up" in tile.get_attribute("class").split()
    return {"x": box["width"] / 2, "y": box["height"] * (0.66 if up else 0.33)}


def by_keyboard(page: Any) -> None:
    """One move without a pointer: T goes to the first tile that fits, Enter to its best cell, Enter places it."""
    if page.locator("#rack .fits").count():
        for key in ("t", "Enter", "Enter"):
            page.keyboard.press(key)
    elif page.locator("#draw").count():
        page.keyboard.press("d")
    else:
        page.keyboard.press("p")


def wait_for_turn(page: Any) -> bool:
    """Wait until the page's own move is due; False if the round is over instead."""
    page.wait_for_selector(f"{MY_MOVE}, {ROUND_OVER}")
    return bool(page.locator(ROUND_OVER).count() == 0)


def take_move(page: Any, way: Way = by_keyboard) -> None:
    """Make one move and wait until the table has it."""
    at = page.locator("body").get_attribute("data-at")
    way(page)
    page.wait_for_selector(f"body:not([data-at='{at}'])")


def finish_round(page: Any, way: Way = by_keyboard) -> None:
    """Play until the round is over."""
    for _ in range(MAX_TURNS):
        if not wait_for_turn(page):
            return
        take_move(page, way)
    raise AssertionError("the round has not ended")


def next_round(page: Any) -> None:
    """From the end of a round to the next, alone with bots."""
    page.click("#next")
    page.wait_for_selector("#ending", state="hidden")


def without_placing(page: Any) -> None:
    """One move of somebody who draws and passes where that is possible."""
    if page.locator("#draw, #pass").count():
        page.locator("#draw, #pass").first.click()
    else:
        by_keyboard(page)


def finish_round_together(*pages: Any, way: Way = by_keyboard) -> None:
    """Let everybody play when it is their turn, in the order of their seats, until the round is over for all."""
    page = pages[0]
    for _ in range(2 * MAX_TURNS):
        page.wait_for_selector(f"{ON_TURN}, {ROUND_OVER}")
        if page.locator(ROUND_OVER).count():
            break
        page = pages[int(page.locator(ON_TURN).get_attribute("data-seat"))]
        if wait_for_turn(page):
            take_move(page, way)  # afterwards this page knows whose turn it is
    for page in pages:
        page.wait_for_selector(ROUND_OVER)


def cells(page: Any) -> list[str]:
    """The tiles on the table as the page shows them."""
    found = page.locator("#board .tiles > g").evaluate_all(
        "tiles => tiles.map(tile => tile.dataset.cell + tile.dataset.numbers)"
    )
    return sorted(found)


def focused_id(page: Any) -> str:
    return str(page.evaluate("document.activeElement.id"))
