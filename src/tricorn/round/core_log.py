"""Converts the core's log of a round to the events of a record."""

from __future__ import annotations

from collections.abc import Iterator

from tricorn.core.log import LOG_DRAW, LOG_PASS, LOG_STRIDE, logged_draws, logged_kind, logged_seat, logged_tile
from tricorn.core.rules import NOBODY, Rules, ends_free, pass_cost, rules_for
from tricorn.core.state import BLOCKED, LOG, LOG_END, ORDER, OVER, PLAYERS, PRIZE, SCORES, WINNER, State
from tricorn.editions import Edition
from tricorn.record import Blocked, Deal, Drew, Event, Out, Passed, RoundStart, Score, TileMove, Well
from tricorn.round.encoding import logged_placement
from tricorn.tiles import TILES, Tile

__all__ = [
    "closing_events",
    "logged_event",
    "move_events",
    "opening_events",
    "pass_event",
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
    """The events that were logged from index `first` on."""
    rules = rules_for(edition)
    for index in range(first, state[LOG_END], LOG_STRIDE):
        yield logged_event(state, index, rules)


def logged_event(state: State, index: int, rules: Rules) -> TileMove:
    """The event of a record for the entry of the log at an index."""
    logged = state[index]
    if logged_kind(logged) == LOG_DRAW:
        return Drew(logged_seat(logged), TILES[logged_tile(logged)], rules.draw_penalty)
    if logged_kind(logged) == LOG_PASS:
        return pass_event(rules, logged_seat(logged), logged_draws(logged))
    return logged_placement(state, index)


def pass_event(rules: Rules, seat: int, draws: int, *, timeout: bool = False) -> Passed:
    """The line of a pass after some draws in the turn; a pass that is free after a draw is written +0 (R17)."""
    return Passed(seat, pass_cost(rules, draws), timeout, plus_zero=ends_free(rules, draws))


def closing_events(state: State) -> list[Event]:
    """The events of a round's end: how it ended, and the scores."""
    winner, prize = state[WINNER], state[PRIZE]
    scores = Score(tuple(state[SCORES + seat] for seat in range(state[PLAYERS])))
    if state[OVER] == BLOCKED:
        return [Blocked(None if winner == NOBODY else winner, prize), scores]
    return [Out(winner, prize), scores]
