"""Hands that notes of a real table do not name but that follow from later lines, so that they can be reviewed.

At the end of a round all tiles of a player are known: those placed and those left. They are the hand that was dealt and
the tiles drawn. Where drawing is allowed only if nothing fits, a tile placed right after a draw is the one drawn. A
player all of whose draws are known that way has a known hand for the whole round; any other hand stays unknown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tricorn.editions import Edition
from tricorn.errors import RecordError
from tricorn.game import Game
from tricorn.record import Deal, Drew, Event, Left, Out, Placed, Record, RoundStart, Summed, Well
from tricorn.tiles import Tile

__all__ = ["with_hands"]

Numbered = tuple[int, Event]  # an event and its index in the record as it was


def with_hands(record: Record) -> tuple[Record, list[int]]:
    """The record with the hands and drawn tiles that follow from it, and for each event the index it had before.

    An added event has the index of its round's start. What follows must be a game by the rules; where people have
    insisted on something else, the record is returned as it is.
    """
    numbered = [each for events in _rounds(record.events) for each in _completed(events, record)]
    indices, events = [index for index, _ in numbered], tuple(event for _, event in numbered)
    if events != record.events:
        completed = replace(record, events=events, lines=())
        try:
            Game.from_record(completed)
        except RecordError:
            return record, list(range(len(record.events)))
        return completed, indices
    return record, indices


def _rounds(events: Sequence[Event]) -> Iterator[list[Numbered]]:
    """The events of each round, with their indices."""
    current: list[Numbered] = []
    for index, event in enumerate(events):
        if isinstance(event, RoundStart) and current:
            yield current
            current = []
        current.append((index, event))
    yield current


def _completed(numbered: list[Numbered], record: Record) -> list[Numbered]:
    """A round with the hands that follow from it; one with deals on record stays as it is."""
    edition, players = record.edition, len(record.names)
    events = [event for _, event in numbered]
    if not events or not isinstance(events[0], RoundStart) or any(isinstance(event, Deal | Well) for event in events):
        return numbered
    if not edition.draw_optional:
        events = [_named_draw(event, following) for event, following in zip(events, [*events[1:], None], strict=True)]
    hands = [_hand_of(seat, events, edition, players) for seat in range(players)]
    if not any(hands):
        return numbered
    unknown: tuple[Tile | None, ...] = (None,) * edition.tiles_dealt(players)
    start = numbered[0][0]
    deals: list[Numbered] = [(start, Deal(seat, hand or unknown)) for seat, hand in enumerate(hands)]
    rest = [
        (index, event if hands[_seat_of(event)] else before)
        for (index, before), event in zip(numbered[1:], events[1:], strict=True)
        if not (isinstance(event, Left) and hands[event.seat])
    ]
    return [numbered[0], *deals, *rest]


def _seat_of(event: Event) -> int:
    """The seat of a draw, and any seat of other events, which are not changed."""
    return event.seat if isinstance(event, Drew) else 0


def _named_draw(event: Event, following: Event | None) -> Event:
    """A draw with its tile, if that is placed at once."""
    if not isinstance(event, Drew) or event.tile is not None or not isinstance(following, Placed):
        return event
    return replace(event, tile=following.tile) if following.seat == event.seat else event


def _hand_of(seat: int, events: Sequence[Event], edition: Edition, players: int) -> tuple[Tile, ...] | None:
    """The tiles that a seat was dealt; None if that does not follow."""
    own = [event for event in events if getattr(event, "seat", None) == seat]
    left = next((event.tiles for event in own if isinstance(event, Left)), None)
    if any(isinstance(event, Out) for event in own):
        left = ()
    drawn = {event.tile for event in own if isinstance(event, Drew)}
    if left is None or None in drawn or any(isinstance(event, Summed) for event in own):
        return None
    held = {event.tile for event in own if isinstance(event, Placed)} | {*left}
    hand = tuple(sorted(held - drawn, key=lambda tile: tile.index))
    return hand if len(hand) == edition.tiles_dealt(players) else None
