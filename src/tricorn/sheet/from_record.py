"""Turns a record into the entries of a score sheet, without the points and bonuses that the rules give anyway."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tricorn.game import Game
from tricorn.record import (
    Blocked,
    Deal,
    DealNumber,
    Left,
    MoveEvent,
    Out,
    Placed,
    Receipt,
    Record,
    RoundStart,
    Score,
    Secret,
    Starts,
    Well,
    Winner,
    parse_record,
)
from tricorn.round import Round
from tricorn.sheet.entry import Entry, RoundPoints
from tricorn.sheet.history import History

__all__ = ["UNSETTLED", "read_record", "without_deals"]

UNSETTLED = "#> "  # begins an unsettled entry and all later ones; other readers of records take them for comments
_DealEvent = Receipt | DealNumber | Deal | Well | Starts | Secret  # a sheet has none of these


def read_record(text: str) -> tuple[Record, tuple[Entry, ...]]:
    """A record, of a dealt game only what every player saw, and the entries that result in it, with unsettled ones."""
    record = without_deals(parse_record(text))
    lines = text.split("\n")
    rest = [line.removeprefix(UNSETTLED).removesuffix("\r") for line in lines if line.startswith(UNSETTLED)]
    return record, History(len(record.names), [*_entries_from(record), *rest]).entries


def without_deals(record: Record) -> Record:
    """The record without deals; if it has any, only what every player saw remains."""
    if not any(isinstance(event, _DealEvent) for event in record.events):
        return record
    public = Game.from_record(record).view(None).parsed_record
    return replace(public, events=tuple(event for event in public.events if not isinstance(event, _DealEvent)))


def _entries_from(record: Record) -> Iterator[Entry]:
    """The entries that result in this record."""
    game = Game(record.edition, record.names, dealt=False)
    for event in game.replay(record):
        if isinstance(event, Score) and isinstance(game.events[-1], RoundStart):
            for seat, (score, before) in enumerate(zip(event.scores, game.scores, strict=True)):
                yield Entry(RoundPoints(seat, score - before), has_points=True)
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


def _shortest_entry(event: MoveEvent, current: Round) -> Entry:
    """The entry for a move, without the points and bonus if the rules give the same."""
    if isinstance(event, Placed) and event.place is not None:
        without_bonus = replace(event, bonus=None)
        if current.with_points(without_bonus) == event:
            return Entry(without_bonus)
    return Entry(event, has_points=current.with_points(event) != event)
