"""Converts the core's log of a round to the events of a record."""

from __future__ import annotations

from collections.abc import Iterator

from tricorn.bonus import from_shape
from tricorn.core.rules import NOBODY, TRIPLES, ZERO, Rules, placed_points, rules_for, start_points, starting_tile
from tricorn.core.state import (
    BLOCKED,
    LOG,
    LOG_DRAW,
    LOG_END,
    LOG_PASS,
    LOG_START,
    ORDER,
    OVER,
    PLAYERS,
    PRIZE,
    SCORES,
    WINNER,
    State,
    entry_cell,
    entry_draws,
    entry_kind,
    entry_numbers,
    entry_seat,
    entry_shape,
    entry_tile,
)
from tricorn.core.table import cell_at
from tricorn.editions import Edition
from tricorn.moves import Place
from tricorn.record import Blocked, Deal, Drew, Event, Out, Placed, RoundStart, Score, TileMove, Well
from tricorn.round.plays import pass_event
from tricorn.tiles import TILES, Tile

__all__ = [
    "closing_events",
    "event_from_entry",
    "move_events",
    "opening_events",
    "round_events",
]


def round_events(state: State, edition: Edition, number: int) -> list[Event]:
    """All events of a round that was played with a log, from `round` to `score`."""
    return [
        *opening_events(state, edition, number),
        *move_events(state, edition, LOG),
        *closing_events(state),
    ]


def opening_events(state: State, edition: Edition, number: int) -> list[Event]:
    """The events of a deal: `round`, the hands and the well."""
    players = state[PLAYERS]
    dealt = players * edition.tiles_dealt(players)
    return [
        RoundStart(number),
        *(Deal(seat, _dealt_to(state, edition, seat)) for seat in range(players)),
        Well(tuple(TILES[state[ORDER + index]] for index in range(dealt, len(TILES)))),
    ]


def _dealt_to(state: State, edition: Edition, seat: int) -> tuple[Tile, ...]:
    hand_size = edition.tiles_dealt(state[PLAYERS])
    return tuple(sorted(TILES[state[ORDER + index]] for index in range(seat * hand_size, (seat + 1) * hand_size)))


def move_events(state: State, edition: Edition, first: int) -> Iterator[Event]:
    """The events of the log entries from index `first` on."""
    rules = rules_for(edition)
    for index in range(first, state[LOG_END]):
        entry = state[index]
        if entry_kind(entry) == LOG_START:
            seat, tile = entry_seat(entry), TILES[entry_tile(entry)]
            shown = _shown_triple(_dealt_to(state, edition, seat), tile) if edition.show_triple else None
            yield Placed(seat, tile, _place(entry), start_points(rules, tile.index), None, shown)
        else:
            yield event_from_entry(entry, rules)


def event_from_entry(entry: int, rules: Rules) -> TileMove:
    """The event of a log entry other than the start, which may also show a triple."""
    kind, seat, tile = entry_kind(entry), entry_seat(entry), TILES[entry_tile(entry)]
    if kind == LOG_DRAW:
        return Drew(seat, tile, rules.draw_penalty)
    if kind == LOG_PASS:
        return pass_event(rules, seat, entry_draws(entry))
    shape = entry_shape(entry)
    return Placed(seat, tile, _place(entry), placed_points(rules, shape, tile.sum), from_shape(shape))


def _place(entry: int) -> Place:
    return Place(cell_at(entry_cell(entry)), entry_numbers(entry))


def _shown_triple(hand: tuple[Tile, ...], placed: Tile) -> Tile | None:
    """The triple that a start with 0-0-0 shows, if the hand holds a higher one."""
    mask = sum(tile.bit for tile in hand)
    if placed.index != ZERO or not mask & TRIPLES & ~placed.bit:
        return None
    return TILES[starting_tile(mask)]


def closing_events(state: State) -> list[Event]:
    """The events of a round's end: how it ended, and the scores."""
    winner, prize = state[WINNER], state[PRIZE]
    scores = Score(tuple(state[SCORES + seat] for seat in range(state[PLAYERS])))
    if state[OVER] == BLOCKED:
        return [Blocked(None if winner == NOBODY else winner, prize), scores]
    return [Out(winner, prize), scores]
