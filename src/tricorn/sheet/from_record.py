"""Turns a record into the entries of a score sheet, without the points and bonuses that the rules give anyway."""

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

__all__ = ["entries_from", "without_deals"]

_DealEvent = Receipt | DealNumber | Deal | Well | Secret  # a sheet has none of these


def without_deals(record: Record) -> Record:
    """The record without deals; if it has any, only what every player saw remains."""
    if not any(isinstance(event, _DealEvent) for event in record.events):
        return record
    public = Game.from_record(record).view(None).source
    return replace(public, events=tuple(event for event in public.events if not isinstance(event, _DealEvent)))


def entries_from(record: Record) -> Iterator[Entry]:
    """The entries that result in this record."""
    game = Game(record.edition, record.names, dealt=False)
    for event in game.replay(record):
        if isinstance(event, RoundStart | Score | Winner | _DealEvent):
            continue
        current = game.round
        if current is None or isinstance(event, Left):
            yield Entry(event)
        elif isinstance(event, Out | Blocked):
            if event.anyway or not current.hands_known:
                yield Entry(event, has_points=True)
        else:
            yield _shortest_entry(event, current)


def _shortest_entry(event: TableEvent, current: Round) -> Entry:
    """The entry for an event, without the points and bonus if the rules give the same."""
    assert not isinstance(event, Left | Out | Blocked)
    if isinstance(event, Placed) and event.place is not None:
        without_bonus = replace(event, bonus=None)
        if current.with_points(without_bonus) == event:
            return Entry(without_bonus)
    return Entry(event, has_points=current.with_points(event) != event)
