"""A score sheet as CSV."""

from __future__ import annotations

import csv
from io import StringIO

from tricorn.record import Blocked, Drew, Left, Out, Passed, Placed, Summed
from tricorn.sheet.entry import RoundPoints
from tricorn.sheet.line import Line
from tricorn.sheet.sheet import Sheet
from tricorn.tiles import UNKNOWN
from tricorn.wording import SEATS

__all__ = ["harmless", "sheet_csv"]

_COLUMNS = ("line", "round", "seat", "player", "what", "tile", "cell", "bonus", "points", "note")


def sheet_csv(sheet: Sheet) -> str:
    """The sheet as CSV: one row per entry and per round's end, with the running scores of all players."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([*_COLUMNS, *(f"score {SEATS[seat]}" for seat in range(len(sheet.names)))])
    for line in sheet.lines:
        writer.writerow([*_entry_row(line, sheet.names), *line.scores])
        if isinstance(line.end, Out | Blocked):
            writer.writerow([*_end_row(line, line.end, sheet.names), *line.scores])
    return out.getvalue()


def _entry_row(line: Line, names: tuple[str, ...]) -> list[object]:
    seat = line.entry.event.seat
    return [line.number, line.round, *_player(seat, names), *_play(line), line.bonus or "", line.points, _note(line)]


def _player(seat: int | None, names: tuple[str, ...]) -> tuple[str, str]:
    return ("", "") if seat is None else (SEATS[seat], harmless(names[seat]))


def harmless(name: str) -> str:
    """The name, with an apostrophe before it if a spreadsheet would take it for a formula."""
    return f"'{name}" if name[:1] in ("=", "+", "-", "@") else name


def _play(line: Line) -> tuple[str, str, str]:
    """The columns `what`, `tile` and `cell`."""
    event = line.entry.event
    match event:
        case Placed():
            return "placed", str(event.tile), "" if event.place is None else str(event.place.cell)
        case Summed():
            return "placed", f"sum {event.total}", ""
        case Drew():
            return "drew", UNKNOWN if event.tile is None else str(event.tile), ""
        case Passed():
            return "passed", "", ""
        case Left():
            return "left", f"sum {event.sum}" if event.tiles is None else " ".join(map(str, event.tiles)), ""
        case Out():
            return "out", "", ""
        case Blocked():
            return "blocked", "", ""
        case RoundPoints():
            return "points of the round", "", ""


def _end_row(line: Line, end: Out | Blocked, names: tuple[str, ...]) -> list[object]:
    what = "won by going out" if isinstance(end, Out) else "won blocked" if end.seat is not None else "drawn"
    note = "anyway" if end.anyway else ""
    return [line.number, line.round, *_player(end.seat, names), what, "", "", "", end.points, note]


def _note(line: Line) -> str:
    if line.reason is None:
        return ""
    return f"{'anyway' if line.overruled else 'unsettled'}: {line.reason}"
