"""Every page in every size: pictures to look at, and texts that overlap, are cut off or lie beside the page.

`python -m tests.browser.gallery FOLDER [--only NAME…] [--language es] [--theme dark] [--table plain] [--size 360x640]`
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright
from tests.browser.boxes import text_faults
from tests.browser.conftest import FAST_SETTINGS, FLAGS, headless_chromium
from tests.browser.driving import (
    FEW_TILES,
    MANY_TILES,
    finish_game,
    finish_round,
    sit_at_table,
    take_move,
    wait_for_choice,
    wait_for_turn,
)
from tests.browser.scorekeeper import go_on_with, new_sheet_of
from tests.web.server_process import Server

from tricorn.sheet import Sheet

GOLDEN = Path(__file__).parents[1] / "golden"
SIZES = ("360x640", "390x844", "844x390", "820x1180", "1366x768", "1920x1080")
NAMES = ("Ana Belén", "Maximilian", "Çelik", "Grandmother", "Jo", "Wolfeschlegel")
ON_PAGE = "body"


def home(page: Any) -> None:
    page.goto("/")


def menu(page: Any) -> None:
    home(page)
    page.click("#open-menu")


def setup(page: Any) -> None:
    home(page)
    page.click("[data-setup=pass]")
    page.wait_for_selector("#setup[open]")


def lobby(page: Any) -> None:
    sit_at_table(page, bots=2, starts=False)


def table(page: Any) -> None:
    sit_at_table(page, bots=3, rules=MANY_TILES)
    for _ in range(4):
        if wait_for_turn(page):
            take_move(page)
    wait_for_choice(page)
    page.keyboard.press("t")


def round_end(page: Any) -> None:
    sit_at_table(page, bots=3, rules=FEW_TILES)
    finish_round(page)


def game_end(page: Any) -> None:
    sit_at_table(page, bots=1, rules={**FEW_TILES, "rounds": "1"})
    finish_game(page)


def replay(page: Any) -> None:
    page.goto("/replay")
    page.set_input_files("#record-file", GOLDEN / "classic-2p.tri")
    page.wait_for_selector("#replay:not([hidden])")
    page.evaluate("location.hash = '#move=24'")


def learn(page: Any) -> None:
    page.goto("/learn#bridge")
    page.wait_for_selector("#rack .tile")


def puzzles(page: Any) -> None:
    page.goto("/puzzles")
    page.wait_for_selector("#rack .tile")


def score_home(page: Any) -> None:
    page.goto("/score")


def score_many(page: Any) -> None:
    new_sheet_of(page, NAMES, "pressman-classic")


def score_board(page: Any) -> None:
    game = Sheet.from_record((GOLDEN / "deluxe-3p.tri").read_text(encoding="utf-8"))
    go_on_with(page, game, 30)


def statistics(page: Any) -> None:
    page.goto("/statistics")
    best = {"tile": "1-4-4", "points": 59, "bonus": "hexagon"}
    figures = {"code": "local", "edition": "pressman-classic", "players": 2, "levels": ["easy"], "people": False}
    scores = {"points": 412, "rounds": 3, "bridges": 2, "hexagons": 1, "best": best}
    games = [{**figures, **scores, "game": n, "at": 1e12 + n, "won": n % 3 > 0} for n in range(20)]
    people = {
        "code": "BCDFG",
        "at": 1e12,
        "names": list(NAMES[:3]),
        "winner": NAMES[1],
        "best": {**best, "name": NAMES[0]},
    }
    evenings = [{**people, "game": n} for n in range(5)]
    stored = {"tricorn.statistics": games, "tricorn.evenings": evenings}
    page.evaluate(
        "all => Object.entries(all).map(([name, value]) => localStorage[name] = JSON.stringify(value))", stored
    )
    page.reload()


def device(page: Any) -> None:
    page.goto("/device")
    page.click("#show-qr")
    page.wait_for_selector("#qr svg")


def television(page: Any) -> None:
    code = sit_at_table(page, bots=3, rules=MANY_TILES).rpartition("/")[2]
    for _ in range(3):
        if wait_for_turn(page):
            take_move(page)
    page.goto(f"/t/{code}/tv")
    page.wait_for_selector("main:not([hidden])")


def _address(path: str) -> Callable[[Any], None]:
    return lambda page: page.goto(path)


STATES: dict[str, Callable[[Any], None]] = {
    "home": home,
    "menu": menu,
    "setup": setup,
    "lobby": lobby,
    "table": table,
    "round-end": round_end,
    "game-end": game_end,
    "replay-home": _address("/replay"),
    "replay": replay,
    "learn-home": _address("/learn"),
    "learn": learn,
    "puzzles": puzzles,
    "statistics": statistics,
    "no-statistics": _address("/statistics"),
    "device": device,
    "score-home": score_home,
    "score-many": score_many,
    "score-board": score_board,
    "television": television,
    "tv-code": _address("/tv"),
    "rules": _address("/rules/goliath"),
    "error": _address("/nowhere"),
    "offline": _address("/offline"),
}


def show(page: Any, name: str, sizes: tuple[str, ...]) -> Iterator[tuple[str, list[str]]]:
    """Bring a page into a state, then show it in each size; yields the size and the faults of its texts."""
    STATES[name](page)
    for size in sizes:
        width, height = map(int, size.split("x"))
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(350)  # animations and the board's own adaptation end
        wide = page.evaluate("document.documentElement.scrollWidth")
        faults = [f"the page is {wide} pixels wide"] if wide > width else []
        yield size, faults + sorted(set(text_faults(page, ON_PAGE)))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", nargs="+", choices=STATES, default=list(STATES))
    parser.add_argument("--language", default="en")
    parser.add_argument("--theme", choices=("light", "dark"), default="light")
    parser.add_argument("--table", choices=("felt", "plain", "contrast"), default="felt")
    parser.add_argument("--size", nargs="+", default=list(SIZES))
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    settings = json.dumps(json.dumps({**FAST_SETTINGS, "theme": args.theme, "table": args.table}))
    count = 0
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        Server(
            Path(folder) / "tables.sqlite", compiled=True, address=["192.168.1.20:8000"], away_after=3600.0
        ) as server,
    ):
        browser = playwright.chromium.launch(executable_path=headless_chromium(), args=list(FLAGS))
        for name in args.only:
            context = browser.new_context(
                base_url=server.address, locale=args.language, color_scheme=args.theme, service_workers="block"
            )
            context.add_init_script(f"try {{ localStorage['tricorn.settings'] ??= {settings} }} catch {{}}")
            page = context.new_page()
            try:
                for size, faults in show(page, name, tuple(args.size)):
                    page.screenshot(path=args.folder / f"{name}-{size}-{args.language}-{args.theme}-{args.table}.png")
                    count += len(faults)
                    for fault in faults:
                        print(f"{name} {size}: {fault}", flush=True)
            except Exception as error:  # the other pages are worth a look all the same
                print(f"{name}: {type(error).__name__} {str(error).splitlines()[0]}", file=sys.stderr)
                count += 1
            context.close()
        browser.close()
    print(f"{count} faults; the pictures are in {args.folder}")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
