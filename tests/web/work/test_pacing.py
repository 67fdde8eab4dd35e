"""Work in threads pauses again and again, so that the event loop and the store get the interpreter."""

from __future__ import annotations

import time
from collections.abc import Callable
from types import SimpleNamespace

import pytest
from tests.helpers import played

from tricorn.editions import EDITIONS
from tricorn.locales.i18n import load_language
from tricorn.sheet import Sheet
from tricorn.web.pages.assets import Assets
from tricorn.web.pages.offline import home_context
from tricorn.web.pages.rendering import render_page
from tricorn.web.pages.rules_html import html_sections
from tricorn.web.score.frames import sheet_lines
from tricorn.web.security.keys import hash_key, new_key
from tricorn.web.store import StoredGame
from tricorn.web.store.digests import checked_lines, digest
from tricorn.web.tables.broadcast import EncodedLines
from tricorn.web.tables.game import TableGame, _write_record, load_game, new_game
from tricorn.web.tables.info import Seat, TableInfo
from tricorn.web.work import pacing
from tricorn.web.work.pacing import long_pause_seconds, paced, run_paced

ENGLISH = load_language("en")
INFO = TableInfo("pressman-classic", (Seat("human", "Ana"), Seat("human", "Bo")), hash_key(new_key()))


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses that were made, with portions of no time at all."""
    made: list[float] = []
    monkeypatch.setattr(pacing, "_PORTION", -1.0)
    monkeypatch.setattr(
        pacing, "time", SimpleNamespace(sleep=made.append, perf_counter=time.perf_counter, thread_time=time.thread_time)
    )
    return made


def table_game(moves: int) -> TableGame:
    game = new_game(1, INFO.edition, ["Ana", "Bo"], "", INFO.chain(1), {})
    for _ in range(moves):
        if game.round_over:  # the deal is a new one each time
            game.deal({})
        game.play(game.options()[0].move)
    return game


GAME = table_game(20)
STORED = StoredGame(1, tuple(GAME.header()), tuple(GAME.stored_lines(1)))
ROWS = [(n, line, None, digest("BCDFG", 1, n, line, None)) for n, line in enumerate(["A pass"] * 200, 1)]
SHEET = Sheet.from_record(played("spanish", 2, seed=1, moves=10, choices=7).record())


def home_page() -> bytes:
    return render_page("home.html", ENGLISH, [ENGLISH], Assets(), "/", **home_context(ENGLISH))


WORK: dict[str, Callable[[], object]] = {
    "loading a game": lambda: load_game(STORED, INFO.chain(1)),
    "writing a record": lambda: _write_record([], GAME._lines * 10, ()),
    "encoding lines": lambda: EncodedLines.from_game(GAME, 1, GAME.n, ()),
    "reading lines": lambda: checked_lines("BCDFG", 1, 0, ROWS),
    "lines of a sheet": lambda: sheet_lines(SHEET.names, SHEET.lines, ENGLISH),
    "a page": home_page,
    "rules": lambda: html_sections.__wrapped__(EDITIONS["spanish"], ENGLISH),
}


def test_pauses_become_longer_after_more_work_than_a_usual_game_needs(pauses: list[float]) -> None:
    def spin() -> None:
        began = time.thread_time()
        for _ in paced(iter(bool, True)):
            if time.thread_time() - began > 1.5 * pacing._LONG_WORK:
                return

    run_paced(spin)
    assert pauses == sorted(pauses)
    assert set(pauses) == {pacing._PAUSE, pacing._LONG_PAUSE}
    assert long_pause_seconds() == pytest.approx(sum(pause for pause in pauses if pause == pacing._LONG_PAUSE))
    run_paced(lambda: None)
    assert long_pause_seconds() == 0, "each work has its own"


@pytest.mark.parametrize("work", WORK)
def test_long_work_pauses_in_a_thread(pauses: list[float], work: str) -> None:
    run_paced(WORK[work])
    assert pauses


@pytest.mark.parametrize("work", ["loading a game", "a page"])
def test_it_does_not_pause_in_the_event_loops_thread(pauses: list[float], work: str) -> None:
    WORK[work]()
    assert not pauses


def test_every_item_comes_once_and_in_order_with_a_pause_after_some(pauses: list[float]) -> None:
    assert run_paced(lambda: list(paced(range(10), every=3))) == list(range(10))
    assert len(pauses) == 3
