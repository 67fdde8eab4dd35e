"""What remains of score sheets: a player's averages over finished games, and a sheet as a table for spreadsheets."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from dataclasses import dataclass
from io import StringIO

from tricorn.record import SEATS, Blocked, Drew, Left, Out, Passed, Placed, Record, Score, Summed, Winner
from tricorn.sheet import Line, Sheet
from tricorn.tiles import UNKNOWN

__all__ = ["Averages", "averages", "harmless", "sheet_csv"]


@dataclass(frozen=True)
class Averages:
    """How a player did in finished games: counts of games and rounds, means a game, the most points for one tile."""

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
        raise TypeError("averages are taken over records that have been read; for their text: parse_record(text)")
    games = [
        (record, record.names.index(name))
        for record in records
        if name in record.names and record.events and isinstance(record.events[-1], Winner)
    ]
    if not games:
        return None
    each = [_figures(record, seat) for record, seat in games]
    won, rounds, *sums = (sum(figures) for figures in zip(*each, strict=True))
    score, rounds_won, bridges, hexagons, draws, passes = (figure / len(games) for figure in sums)
    best = max(_best_play(record, seat) for record, seat in games)
    return Averages(name, len(games), won, rounds, score, rounds_won, bridges, hexagons, draws, passes, best)


def _figures(record: Record, seat: int) -> tuple[int, ...]:
    """One game's figures, in the order of the fields of `Averages` from `won` on."""
    mine = [event for event in record.events if getattr(event, "seat", None) == seat]
    scores = [event.scores for event in record.events if isinstance(event, Score)]
    bonuses = [event.bonus for event in mine if isinstance(event, Placed | Summed) and event.bonus]
    return (
        sum(isinstance(event, Winner) for event in mine),
        len(scores),
        scores[-1][seat] if scores else 0,
        sum(isinstance(event, Out | Blocked) for event in mine),
        sum(not bonus.hexagons for bonus in bonuses),
        sum(bonus.hexagons > 0 for bonus in bonuses),
        sum(isinstance(event, Drew) for event in mine),
        sum(isinstance(event, Passed) for event in mine),
    )


def _best_play(record: Record, seat: int) -> int:
    points = (event.points for event in record.events if isinstance(event, Placed | Summed) and event.seat == seat)
    return max(points, default=0)


_HEAD = ("line", "round", "seat", "player", "what", "tile", "cell", "bonus", "points", "note")


def sheet_csv(sheet: Sheet) -> str:
    """The sheet as CSV: a line an entry, and one for each round's end, with the running scores of all players."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([*_HEAD, *(f"score {SEATS[seat]}" for seat in range(len(sheet.names)))])
    for line in sheet.lines:
        writer.writerow([*_cells(line, sheet.names), *line.scores])
        if line.end is not None:
            writer.writerow([*_end_cells(line, line.end, sheet.names), *line.scores])
    return out.getvalue()


def _cells(line: Line, names: tuple[str, ...]) -> list[object]:
    event = line.entry.event
    return [line.number, line.round, *_who(event.seat, names), *_what(line), line.bonus or "", line.points, _note(line)]


def _who(seat: int | None, names: tuple[str, ...]) -> tuple[str, str]:
    return ("", "") if seat is None else (SEATS[seat], harmless(names[seat]))


def harmless(name: str) -> str:
    """A name that a spreadsheet does not take for a formula."""
    return f"'{name}" if name[:1] in ("=", "+", "-", "@") else name


def _what(line: Line) -> tuple[str, str, str]:
    """What happened, the tile or tiles, the cell."""
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


def _end_cells(line: Line, end: Out | Blocked, names: tuple[str, ...]) -> list[object]:
    what = "won by going out" if isinstance(end, Out) else "won blocked" if end.seat is not None else "drawn"
    return [
        line.number,
        line.round,
        *_who(end.seat, names),
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
