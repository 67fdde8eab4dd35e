"""The score sheet of a game: a column for each player, a line for each play, and the totals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from tricorn.cli.terminal.sentences import Audience, tile_count_text
from tricorn.editions import Edition
from tricorn.locales.i18n import Language
from tricorn.record import Blocked, Drew, Event, Out, Passed, Placed, RoundStart
from tricorn.wording import Say

__all__ = ["columns", "game_sheet", "totals"]

_REASON_WIDTH = 28
_CELL_WIDTH = 10


class _Entry(NamedTuple):
    """Points of one seat, and their reason."""

    seat: int
    points: int
    reason: str


def game_sheet(events: Sequence[Event], edition: Edition, audience: Audience) -> list[str]:
    """The lines of the sheet."""
    names = audience.names
    lines: list[str] = []
    scores = [0] * len(names)
    for round_events in _rounds(events):
        entries = _entries(round_events, edition, audience.language)
        points = [sum(entry.points for entry in entries if entry.seat == seat) for seat in range(len(names))]
        scores = [sum(pair) for pair in zip(scores, points, strict=True)]
        head, *foot = totals(round_events[0], audience, points, scores)
        plays = [columns(f"  {entry.reason}", _points_cells(entry, len(names))) for entry in entries]
        lines += [head, *plays, *foot, ""]
    return lines[:-1]


def totals(start: Event, audience: Audience, points: Sequence[int], scores: Sequence[int]) -> list[str]:
    """A heading with the names, then the points of the round and the scores of the game."""
    assert isinstance(start, RoundStart)
    say = audience.language.gettext
    return [
        columns(say("Round {number}").format(number=start.number), audience.names),
        columns(say("this round"), [f"{figure:+d}" for figure in points]),
        columns(say("game"), [str(score) for score in scores]),
    ]


def columns(reason: str, cells: Sequence[str]) -> str:
    """A line: a reason, then a cell for each player, cut to the width of a column."""
    cells = [cell if len(cell) <= _CELL_WIDTH else f"{cell[: _CELL_WIDTH - 1]}." for cell in cells]
    return f"{reason:<{_REASON_WIDTH}}{''.join(f'{cell:>{_CELL_WIDTH + 2}}' for cell in cells)}".rstrip()


def _points_cells(entry: _Entry, players: int) -> list[str]:
    return [f"{entry.points:+d}" if seat == entry.seat else "" for seat in range(players)]


def _rounds(events: Sequence[Event]) -> list[Sequence[Event]]:
    starts = [index for index, event in enumerate(events) if isinstance(event, RoundStart)]
    return [events[start:end] for start, end in zip(starts, [*starts[1:], len(events)], strict=True)]


def _entries(events: Iterable[Event], edition: Edition, language: Language) -> list[_Entry]:
    """The entries of a round in order; the tiles drawn in a turn are one entry."""
    entries, say = [], language.gettext
    for (seat, drawing), group in groupby(
        events, key=lambda event: (getattr(event, "seat", None), isinstance(event, Drew))
    ):
        if drawing and seat is not None:
            draws = [event for event in group if isinstance(event, Drew)]
            penalty = sum(draw.penalty for draw in draws)
            reason = say("drew {tiles}").format(tiles=tile_count_text(len(draws), language))
            entries.append(_Entry(seat, -penalty, reason))
        else:
            entries += [entry for event in group if (entry := _entry(event, edition, say)) is not None]
    return entries


def _entry(event: Event, edition: Edition, say: Say) -> _Entry | None:
    if isinstance(event, Placed):
        started = event.bonus is None and event.points != edition.points_of([event.tile])
        extra = say(event.bonus.label) if event.bonus else say("start") if started else ""
        return _Entry(event.seat, event.points, f"{event.tile}, {extra}" if extra else str(event.tile))
    if isinstance(event, Passed):
        return _Entry(event.seat, -event.penalty, say("passed"))
    if isinstance(event, Out):
        return _Entry(event.seat, event.points, say("went out"))
    if isinstance(event, Blocked) and event.seat is not None:
        return _Entry(event.seat, event.points, say("won the blocked round"))
    return None
