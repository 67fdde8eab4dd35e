"""The score sheet: a column for each player, a line for each play, the totals of rounds and game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from tricorn.cli.terminal.words import Audience, tiles_text
from tricorn.locales.i18n import Language
from tricorn.record import Blocked, Drew, Event, Out, Passed, Placed, RoundStart
from tricorn.rulebook import Say

__all__ = ["columns", "sheet", "totals"]

_REASON = 28
_NAME = 10


class _Entry(NamedTuple):
    """Points of one seat, and their reason."""

    seat: int
    points: int
    reason: str


def sheet(events: Sequence[Event], audience: Audience) -> list[str]:
    """The sheet of all events so far."""
    names = audience.names
    lines: list[str] = []
    game = [0] * len(names)
    for events_of_round in _rounds(events):
        entries = _entries(events_of_round, audience.language)
        points = [sum(entry.points for entry in entries if entry.seat == seat) for seat in range(len(names))]
        game = [sum(both) for both in zip(game, points, strict=True)]
        head, *foot = totals(events_of_round[0], audience, points, game)
        plays = [columns(f"  {entry.reason}", _only(entry, len(names))) for entry in entries]
        lines += [head, *plays, *foot, ""]
    return lines[:-1]


def totals(start: Event, audience: Audience, points: Sequence[int], game: Sequence[int]) -> list[str]:
    """A heading with the names, then the round's points and the game's."""
    assert isinstance(start, RoundStart)
    say = audience.language.gettext
    return [
        columns(say("Round {number}").format(number=start.number), audience.names),
        columns(say("this round"), [f"{figure:+d}" for figure in points]),
        columns(say("game"), [str(figure) for figure in game]),
    ]


def columns(reason: str, cells: Sequence[str]) -> str:
    """A line: a reason, then a cell for each player, cut to its width."""
    cells = [cell if len(cell) <= _NAME else f"{cell[: _NAME - 1]}." for cell in cells]
    return f"{reason:<{_REASON}}{''.join(f'{cell:>{_NAME + 2}}' for cell in cells)}".rstrip()


def _only(entry: _Entry, players: int) -> list[str]:
    return [f"{entry.points:+d}" if seat == entry.seat else "" for seat in range(players)]


def _rounds(events: Sequence[Event]) -> list[Sequence[Event]]:
    starts = [index for index, event in enumerate(events) if isinstance(event, RoundStart)]
    return [events[start:end] for start, end in zip(starts, [*starts[1:], len(events)], strict=True)]


def _entries(events: Iterable[Event], language: Language) -> list[_Entry]:
    """A round's points in order; the tiles drawn in a turn are one entry."""
    entries, say = [], language.gettext
    for (seat, drawing), group in groupby(events, key=lambda e: (getattr(e, "seat", None), isinstance(e, Drew))):
        if drawing and seat is not None:
            draws = [event for event in group if isinstance(event, Drew)]
            penalty = sum(draw.penalty for draw in draws)
            reason = say("drew {tiles}").format(tiles=tiles_text(len(draws), language))
            entries.append(_Entry(seat, -penalty, reason))
        else:
            entries += [entry for event in group if (entry := _entry(event, say)) is not None]
    return entries


def _entry(event: Event, say: Say) -> _Entry | None:
    if isinstance(event, Placed):
        started = event.bonus is None and event.points != event.tile.sum
        what = say(event.bonus.label) if event.bonus else say("start") if started else ""
        return _Entry(event.seat, event.points, f"{event.tile}, {what}" if what else str(event.tile))
    if isinstance(event, Passed):
        return _Entry(event.seat, -event.penalty, say("passed"))
    if isinstance(event, Out):
        return _Entry(event.seat, event.points, say("went out"))
    if isinstance(event, Blocked) and event.seat is not None:
        return _Entry(event.seat, event.points, say("won the blocked round"))
    return None
