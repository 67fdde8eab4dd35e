"""The scorekeeper without a connection adds up, undoes and takes turns as the server's sheet does."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests.core.test_wasm import node
from tests.web.scoring import GOLDEN

from tricorn.bonus import Bonus
from tricorn.editions import EDITIONS
from tricorn.locales.i18n import load_language
from tricorn.record import SEATS, Blocked, Placed
from tricorn.sheet import Line, Sheet
from tricorn.web import score_frames as frames
from tricorn.web.generated import STATIC
from tricorn.web.sheet_info import SheetInfo

ENGLISH = load_language("en")


def view_of(sheet: Sheet) -> dict[str, Any]:
    """The sheet as the server sends it to whoever writes."""
    info = SheetInfo(str(sheet.edition), sheet.names, ("",), "")
    lines = frames.lines_of(sheet.names, sheet.lines, ENGLISH)
    return {
        "sheet": frames.sheet_object("BCDFG", info, sheet, None, 0),
        "lines": lines,
        "now": frames.now(sheet, len(lines), ENGLISH),
    }


def offline(*jobs: tuple[Sheet, list[str]]) -> list[dict[str, Any]]:
    """The lines and the state that the page shows for each sheet with its waiting changes."""
    given = [{"view": view_of(sheet), "changes": changes} for sheet, changes in jobs]
    script = Path(__file__).parent / "offline.mjs"
    run = subprocess.run(
        [node(), str(script), str(STATIC / "js")], input=json.dumps(given), check=False, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    return list(json.loads(run.stdout))


def quickly(line: Line) -> str:
    """A line as the pad enters it without a board."""
    event = line.entry.event
    if not isinstance(event, Placed):
        return f"add {line.entry}"
    if event.place is not None and line.bonus is None and str(event.place.cell) == "0,0^":
        shows = f" shows {event.shows}" if event.shows else ""
        return f"add {SEATS[event.seat]} {event.place}{shows}"
    return f"add {SEATS[event.seat]} {event.tile} {line.bonus or ''}".rstrip()


def up_to_a_blocked_round(game: Sheet) -> tuple[Line, ...]:
    """The lines of a game before the end of a blocked round, whose winner only the rules know."""
    blocked = (at for at, line in enumerate(game.lines) if isinstance(line.end, Blocked))
    return game.lines[: next(blocked, len(game.lines))]


def test_whole_games_entered_without_a_connection_have_the_servers_totals() -> None:
    games = [Sheet.from_record(path.read_text(encoding="utf-8")) for path in sorted(GOLDEN.glob("*.tri"))]
    entered = [up_to_a_blocked_round(game) for game in games]
    jobs = [
        (Sheet(game.edition, game.names), list(map(quickly, lines))) for game, lines in zip(games, entered, strict=True)
    ]
    for shown, lines in zip(offline(*jobs), entered, strict=True):
        assert [line["points"] for line in shown["lines"]] == [line.points for line in lines]
        assert [line["scores"] for line in shown["lines"]] == [list(line.scores) for line in lines]


def test_undo_without_a_connection_gives_the_turn_back_to_who_had_it() -> None:
    changes = ["add A 4-4-4", "add B =9", "add A draw", "undo", "undo", "add B =7 bridge", "undo", "redo", "add A pass"]
    right = Sheet("pressman-deluxe", ["Ana", "Bo"])
    jobs = [(Sheet("pressman-deluxe", ["Ana", "Bo"]), changes[:at]) for at in range(1, len(changes) + 1)]
    for change, shown in zip(changes, offline(*jobs), strict=True):
        right.make([change])
        assert shown["now"]["scores"] == list(right.scores)
        assert shown["now"]["asked"] == {"what": right.prompt.what, "seats": list(right.prompt.seats)}
        assert len(shown["lines"]) == len(right.lines)


def test_lines_that_the_server_has_are_undone_as_long_as_it_is_known_what_that_does() -> None:
    def sheet() -> Sheet:
        made = Sheet("pressman-deluxe", ["Ana", "Bo"])
        made.make(["add A 4-4-4", "add B =9", "replace 2 B =8", "add A draw"])
        return made

    once, twice = offline((sheet(), ["undo"]), (sheet(), ["undo", "undo"]))
    right = sheet()
    right.undo()
    assert once["now"]["scores"] == list(right.scores)
    assert once["now"]["asked"]["seats"] == [0]
    assert not once["now"]["undo"], "what the next undo brings back is not known here"
    assert twice["now"]["scores"] == once["now"]["scores"]


def test_a_blocked_round_without_a_connection_is_left_open_and_the_next_begins() -> None:
    sheet = Sheet("pressman-deluxe", ["Ana", "Bo"])
    (shown,) = offline((sheet, ["add A 4-4-4", "add blocked", "add left A =9", "add left B =12"]))
    assert shown["lines"][-1]["end"] == {"what": "blocked", "seat": None, "points": 0, "isOpen": True}
    assert shown["now"]["asked"]["what"] == "start"


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=str)
def test_the_figures_that_a_page_adds_up_with_are_those_of_the_rules(edition: Any) -> None:
    figures = frames.sheet_rules(edition, 2)
    assert figures["start_points"]["0-0-0"] == edition.start_bonus + edition.zero_start
    assert figures["start_points"]["5-5-5"] == 15 + edition.start_bonus
    assert "1-4-4" not in figures["start_points"]
    assert figures["bonus_points"][Bonus.BRIDGE] == edition.bridge
    assert figures["pass_costs"][0] == edition.pass_penalty
