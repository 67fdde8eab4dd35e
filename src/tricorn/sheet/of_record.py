"""A record as the entries of a score sheet, which leave out what the rules work out by themselves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tricorn.entry import Entry
from tricorn.game import Game
from tricorn.record import (
    Blocked,
    Deal,
    DealNumber,
    Left,
    Out,
    Placed,
    Receipt,
    Record,
    RoundStart,
    Score,
    Secret,
    TableEvent,
    Well,
    Winner,
)
from tricorn.round import Round

__all__ = ["entries_of", "without_deals"]

_Dealing = Receipt | DealNumber | Deal | Well | Secret  # what a sheet does not have


def without_deals(record: Record) -> Record:
    """Of a game that was dealt, what everybody at the table saw."""
    if not any(isinstance(event, _Dealing) for event in record.events):
        return record
    public = Game.from_record(record).view(None).source
    return replace(public, events=tuple(event for event in public.events if not isinstance(event, _Dealing)))


def entries_of(record: Record) -> Iterator[Entry]:
    """The entries that give this record."""
    game = Game(record.edition, record.names, dealt=False)
    for event in game.replay(record):
        if isinstance(event, RoundStart | Score | Winner | _Dealing):
            continue
        current = game.round
        if current is None or isinstance(event, Left):
            yield Entry(event)
        elif isinstance(event, Out | Blocked):
            if event.anyway or not current.hands_known:
                yield Entry(event, has_points=True)
        else:
            yield _shortest(event, current)


def _shortest(event: TableEvent, current: Round) -> Entry:
    assert not isinstance(event, Left | Out | Blocked)
    if isinstance(event, Placed) and event.place is not None:
        found = replace(event, bonus=None)
        if current.with_points(found) == event:
            return Entry(found)
    return Entry(event, has_points=current.with_points(event) != event)
