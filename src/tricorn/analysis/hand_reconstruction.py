"""Reconstructs hands that notes of a real table do not name but that follow from later lines, for a review.

At the end of a round all tiles of a player are known: those placed and those left. They are the dealt hand and the
drawn tiles. If drawing is legal only when nothing fits, a tile placed right after a draw is the one drawn. If all draws
of a player are known in this way, the hand is known for the whole round; otherwise it stays unknown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tricorn.editions import Edition
from tricorn.errors import RecordError
from tricorn.game import Game
from tricorn.record import Deal, Drew, Event, Left, Out, Placed, RoundStart, Summed, Well
from tricorn.tiles import Tile

__all__ = ["with_hands"]

IndexedEvent = tuple[int, Event]  # an event and its index in the original record


def with_hands(game: Game) -> tuple[Game, list[int]]:
    """The game with the hands and drawn tiles that follow from it, and for each event its index in the original.

    An added event has the index of its round's start. If the completed game breaks the rules, which notes without
    hands could not show, the original is returned.
    """
    indexed = [pair for events in _rounds(game.events) for pair in _completed(events, game)]
    indexes, events = [index for index, _ in indexed], [event for _, event in indexed]
    if events == game.events:
        return game, indexes
    try:
        return Game.from_record(replace(game.parsed_record, events=tuple(events))), indexes
    except RecordError:
        return game, list(range(len(game.events)))


def _rounds(events: Sequence[Event]) -> Iterator[list[IndexedEvent]]:
    """The events of each round, with their indexes."""
    current: list[IndexedEvent] = []
    for index, event in enumerate(events):
        if isinstance(event, RoundStart) and current:
            yield current
            current = []
        current.append((index, event))
    yield current


def _completed(indexed: list[IndexedEvent], game: Game) -> list[IndexedEvent]:
    """A round with the hands that follow from it; a round with recorded deals is returned unchanged."""
    edition, players = game.edition, game.players
    events = [event for _, event in indexed]
    if not events or not isinstance(events[0], RoundStart) or any(isinstance(event, Deal | Well) for event in events):
        return indexed
    if not edition.draw_optional:
        events = [_with_tile(event, following) for event, following in zip(events, [*events[1:], None], strict=True)]
    hands = [_dealt_hand(seat, events, edition, players) for seat in range(players)]
    if not any(hands):
        return indexed
    unknown: tuple[Tile | None, ...] = (None,) * edition.tiles_dealt(players)
    start = indexed[0][0]
    deals: list[IndexedEvent] = [(start, Deal(seat, hand or unknown)) for seat, hand in enumerate(hands)]
    rest = [
        (index, original if isinstance(event, Drew) and not hands[event.seat] else event)
        for (index, original), event in zip(indexed[1:], events[1:], strict=True)
        if not (isinstance(event, Left) and hands[event.seat])
    ]
    return [indexed[0], *deals, *rest]


def _with_tile(event: Event, following: Event | None) -> Event:
    """A draw with the tile that is placed right after it; any other event unchanged."""
    if not isinstance(event, Drew) or event.tile is not None or not isinstance(following, Placed):
        return event
    return replace(event, tile=following.tile) if following.seat == event.seat else event


def _dealt_hand(seat: int, events: Sequence[Event], edition: Edition, players: int) -> tuple[Tile, ...] | None:
    """The tiles dealt to a seat; None if they do not follow from the events."""
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
