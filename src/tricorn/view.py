"""What one seat, or a spectator, may see of a game: the record with hidden tiles written `?-?-?`.

Bots, pages and hints get a view and nothing else. It holds no reference to the game it was cut from.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Generic, NamedTuple, TypeVar

from tricorn.editions import Edition
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
    last_scores,
)
from tricorn.round import Round
from tricorn.tiles import Tile

__all__ = ["Redacted", "View", "Visible", "visible", "visible_events"]

Form = TypeVar("Form")  # an event or its line

# Keys that would reveal the deals; a commitment to them (`commit`) is public and stays.
_SECRET_KEYS = frozenset({"seed"})


class Visible(NamedTuple, Generic[Form]):
    """An event of a game and who may see what of it: `public` is what everybody sees, and `seat` sees it in full.

    `hands` are the `left` events of the hands shown with it, by seat; a seat knows its own hand anyway.
    """

    full: Form
    public: Form
    seat: int | None = None
    hands: tuple[tuple[int, Form], ...] = ()

    def to(self, seats: Collection[int]) -> list[Form]:
        """The event as the holder of some seats may see it, after the hands that are shown with it."""
        hands = [hand for seat, hand in self.hands if seat not in seats]
        return [*hands, self.full if self.seat in seats else self.public]

    def as_lines(self) -> Visible[str]:
        """The same with lines of the record."""
        full = str(self.full)
        public = full if self.public is self.full else str(self.public)
        return Visible(full, public, self.seat, tuple((seat, str(hand)) for seat, hand in self.hands))


def visible(event: Event, hands: Iterable[Left] = ()) -> Visible[Event]:
    """Who may see what of an event; `hands` are those shown before it."""
    if isinstance(event, Deal):
        return Visible(event, Deal(event.seat, (None,) * len(event.tiles)), event.seat)
    if isinstance(event, Well):
        return Visible(event, Well((None,) * len(event.tiles)))
    if isinstance(event, Drew):
        return Visible(event, replace(event, tile=None), event.seat)
    if isinstance(event, Left | Out | Blocked):
        return Visible(event, event, None, tuple((left.seat, left) for left in hands))
    return Visible(event, event)


def visible_events(
    events: Sequence[Event], shown_hands: Mapping[int, Sequence[Left]], first: int
) -> Iterator[Visible[Event]]:
    """Who may see what of a game's events from an index on.

    `shown_hands` has, by the index of a `left` line or of a round's end, the hands shown before it.
    """
    for index in range(first, len(events)):
        yield visible(events[index], shown_hands.get(index, ()))


class Redacted:
    """The events of a game as a seat may see them; new ones are added."""

    def __init__(self, seat: int | None) -> None:
        self._seats = () if seat is None else (seat,)
        self._events: list[Event] = []
        self._added = 0  # how many events of the game
        self._insisted = False  # whether an event has `anyway`

    def add(self, events: Sequence[Event], shown_hands: Mapping[int, Sequence[Left]]) -> None:
        """Add the events of the game that are new; `shown_hands` are those of `visible_events`."""
        for event in visible_events(events, shown_hands, self._added):
            self._events += event.to(self._seats)
            self._insisted = self._insisted or getattr(event.full, "anyway", False)
        self._added = len(events)

    def record(self, header: Record) -> Record:
        """The record of the game, whose header is given, with these events and without secret keys."""
        keys = tuple(pair for pair in header.keys if pair[0] not in _SECRET_KEYS)
        events = _insisting_where_needed(header, self._events) if self._insisted else self._events
        return replace(header, keys=keys, events=tuple(events))


def _insisting_where_needed(record: Record, events: Iterable[Event]) -> Iterator[Event]:
    """The events with `anyway` on exactly those that are refused without it.

    These need not be the same as in the record: what a seat cannot see is no reason to refuse a line.
    """
    for event in events:
        if isinstance(event, RoundStart):
            current = Round(record.edition, len(record.names), event.number)
        elif isinstance(event, TableEvent):
            is_refused = current.refusal_of(replace(event, anyway=False)) is not None
            event = replace(event, anyway=is_refused)
        if isinstance(event, RoundEvent):
            current.take(event)
        yield event


@dataclass(frozen=True)
class View:
    """The game as one seat sees it (`seat` None: a spectator)."""

    parsed_record: Record
    seat: int | None
    turn: int | None
    scores: tuple[int, ...]
    options: tuple[Option, ...]
    # The round as this seat sees it, if the caller has tracked it; otherwise it is replayed from the record.
    known_round: Round | None = field(default=None, repr=False, compare=False)

    @property
    def edition(self) -> Edition:
        """The rules that are played."""
        return self.parsed_record.edition

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return self.parsed_record.names

    def record(self) -> str:
        """The record as text."""
        return str(self.parsed_record)

    def legal_moves(self) -> list[Move]:
        """The legal moves, if it is this seat's turn."""
        return [option.move for option in self.options]

    @cached_property
    def round(self) -> Round | None:
        """The current round, as far as this seat can know it."""
        if self.known_round is not None:
            return self.known_round
        events = self.parsed_record.events
        start = last_round_start(events)
        if start is None:
            return None
        first = events[start]
        assert isinstance(first, RoundStart)
        scores = last_scores(events[:start], self.edition.head_start[: len(self.names)])
        current = Round(self.edition, len(self.names), first.number, scores)
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
