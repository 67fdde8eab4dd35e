"""What one seat, or a spectator, may see of a game: the record with hidden tiles written `?-?-?`.

Bots, pages and hints get a view and nothing else. It holds no reference to the game it was cut from.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from tricorn.editions import Edition
from tricorn.errors import TricornError
from tricorn.moves import Move, Option
from tricorn.record import (
    Blocked,
    Deal,
    Drew,
    Event,
    Left,
    Out,
    Record,
    RoundEvent,
    RoundStart,
    TableEvent,
    Well,
    last_round_start,
)
from tricorn.round import Round
from tricorn.tiles import Tile

__all__ = ["Redacted", "View", "redact"]

# Keys that would reveal the deals; a commitment to them (`commit`) is public and stays.
_SECRET_KEYS = frozenset({"seed"})


def redact(event: Event, seat: int | None) -> Event:
    """The event as a seat may see it; None is a spectator."""
    if isinstance(event, Deal) and event.seat != seat:
        return Deal(event.seat, (None,) * len(event.tiles))
    if isinstance(event, Well):
        return Well((None,) * len(event.tiles))
    if isinstance(event, Drew) and event.seat != seat:
        return Drew(event.seat, None, event.penalty, event.timeout, event.plus_zero, event.anyway)
    return event


class Redacted:
    """The events of a game as a seat may see them; new ones are added."""

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self._events: list[Event] = []
        self._added = 0  # how many events of the game
        self._insisted = False  # whether an event has `anyway`

    def add(self, events: Sequence[Event], shown_hands: Mapping[int, Sequence[Left]]) -> None:
        """Add the events of the game that are new.

        `shown_hands` has, by the index of a round's end among the events, the hands shown then.
        """
        for index in range(self._added, len(events)):
            event = events[index]
            if isinstance(event, Out | Blocked):
                self._events += [left for left in shown_hands.get(index, ()) if left.seat != self.seat]
            self._events.append(redact(event, self.seat))
            self._insisted = self._insisted or getattr(event, "anyway", False)
        self._added = len(events)

    def record(self, source: Record) -> Record:
        """The record of the game with these events, and without secret keys."""
        keys = tuple(pair for pair in source.keys if pair[0] not in _SECRET_KEYS)
        events = _insisting_where_needed(source, self._events) if self._insisted else self._events
        return Record(source.edition, source.names, keys, tuple(events), house_rules=source.house_rules)


def _insisting_where_needed(record: Record, events: Iterable[Event]) -> Iterator[Event]:
    """The events with `anyway` on exactly those that are refused without it.

    These need not be the same as in the record: what a seat cannot see is no reason to refuse a line.
    """
    for event in events:
        if isinstance(event, RoundStart):
            current = Round(record.edition, len(record.names), event.number)
        elif isinstance(event, TableEvent):
            event = replace(event, anyway=False)
            try:
                current.apply(event)
            except TricornError:
                event = replace(event, anyway=True)
                current.apply(event)
        elif isinstance(event, RoundEvent):
            current.apply(event)
        yield event


@dataclass(frozen=True)
class View:
    """The game as one seat sees it (`seat` None: a spectator)."""

    source: Record
    seat: int | None
    turn: int | None
    scores: tuple[int, ...]
    options: tuple[Option, ...]
    # The round as this seat sees it, if the caller has tracked it; otherwise it is replayed from the record.
    known_round: Round | None = field(default=None, repr=False, compare=False)

    @property
    def edition(self) -> Edition:
        """The rules that are played."""
        return self.source.edition

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return self.source.names

    def record(self) -> str:
        """The record as text."""
        return str(self.source)

    def legal_moves(self) -> list[Move]:
        """The legal moves, if it is this seat's turn."""
        return [option.move for option in self.options]

    @cached_property
    def round(self) -> Round | None:
        """The current round, as far as this seat can know it."""
        if self.known_round is not None:
            return self.known_round
        events = self.source.events
        start = last_round_start(events)
        if start is None:
            return None
        first = events[start]
        assert isinstance(first, RoundStart)
        current = Round(self.edition, len(self.names), first.number)
        for event in events[start + 1 :]:
            if isinstance(event, RoundEvent):
                current.apply(event)
        return current

    @property
    def hand(self) -> list[Tile]:
        """This seat's own tiles."""
        return [] if self.round is None or self.seat is None else self.round.hand(self.seat)

    @property
    def drawn(self) -> list[Tile | None]:
        """The tiles drawn in this turn; those of another seat are None."""
        return [] if self.round is None else list(self.round.drawn)

    @property
    def tiles_held(self) -> tuple[int, ...]:
        """How many tiles each player holds."""
        if self.round is None:
            return ()
        return tuple(self.round.tiles_held(seat) for seat in range(len(self.names)))

    @property
    def in_well(self) -> int:
        """How many tiles are left to draw."""
        return 0 if self.round is None else len(self.round.well)
