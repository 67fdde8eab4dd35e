"""A player's averages over finished games, and a score sheet as CSV."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from dataclasses import dataclass
from io import StringIO

from tricorn.record import Blocked, Drew, Left, Out, Passed, Placed, Record, Score, Summed, Winner
from tricorn.sheet import Line, Sheet
from tricorn.tiles import UNKNOWN
from tricorn.wording import SEATS

__all__ = ["Averages", "averages", "harmless", "sheet_csv"]


@dataclass(frozen=True)
class Averages:
    """A player's finished games: counts of games and rounds, means per game, and the most points for one tile."""

    name: str
    games: int
    won: int
    rounds: int
    score: float
    rounds_won: float
    bridges: float
    hexagons: float
    draws: float
    passes: float
    best_play: int


def averages(records: Iterable[Record], name: str) -> Averages | None:
    """The averages of the player with this name over the finished games among the records; None if there are none.

    >>> from tricorn.record import parse_record
    >>> head = "tricorn 1\\nedition wooden\\nplayer A Ana\\nplayer B Bo\\nround 1\\n"
    >>> averages([parse_record(head + "A 4-4-4 +22\\nscore A 22 B 0\\nwinner A\\n")], "Ana").score
    22.0
    """
    records = list(records)
    if not all(isinstance(record, Record) for record in records):
        raise TypeError("averages takes parsed records; parse text with parse_record(text)")
    games = [
        (record, record.names.index(name))
        for record in records
        if name in record.names and record.events and isinstance(record.events[-1], Winner)
    ]
    if not games:
        return None
    counts = [_counts(record, seat) for record, seat in games]
    won, rounds, *totals = (sum(column) for column in zip(*counts, strict=True))
    score, rounds_won, bridges, hexagons, draws, passes = (total / len(games) for total in totals)
    best = max(_best_play(record, seat) for record, seat in games)
    return Averages(name, len(games), won, rounds, score, rounds_won, bridges, hexagons, draws, passes, best)


def _counts(record: Record, seat: int) -> tuple[int, ...]:
    """The counts of one game, in the order of the fields of `Averages` from `won` on."""
    own = [event for event in record.events if getattr(event, "seat", None) == seat]
    scores = [event.scores for event in record.events if isinstance(event, Score)]
    bonuses = [event.bonus for event in own if isinstance(event, Placed | Summed) and event.bonus]
    return (
        sum(isinstance(event, Winner) for event in own),
        len(scores),
        scores[-1][seat] if scores else 0,
        sum(isinstance(event, Out | Blocked) for event in own),
        sum(not bonus.hexagons for bonus in bonuses),
        sum(bonus.hexagons > 0 for bonus in bonuses),
        sum(isinstance(event, Drew) for event in own),
        sum(isinstance(event, Passed) for event in own),
    )


def _best_play(record: Record, seat: int) -> int:
    points = (event.points for event in record.events if isinstance(event, Placed | Summed) and event.seat == seat)
    return max(points, default=0)


_COLUMNS = ("line", "round", "seat", "player", "what", "tile", "cell", "bonus", "points", "note")


def sheet_csv(sheet: Sheet) -> str:
    """The sheet as CSV: one row per entry and per round's end, with the running scores of all players."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([*_COLUMNS, *(f"score {SEATS[seat]}" for seat in range(len(sheet.names)))])
    for line in sheet.lines:
        writer.writerow([*_entry_row(line, sheet.names), *line.scores])
        if line.end is not None:
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


def _end_row(line: Line, end: Out | Blocked, names: tuple[str, ...]) -> list[object]:
    what = "won by going out" if isinstance(end, Out) else "won blocked" if end.seat is not None else "drawn"
    return [
        line.number,
        line.round,
        *_player(end.seat, names),
        what,
        "",
        "",
        "",
        end.points,
        "anyway" if end.anyway else "",
    ]


def _note(line: Line) -> str:
    if line.reason is None:
        return ""
    return f"{'anyway' if line.overruled else 'unsettled'}: {line.reason}"
