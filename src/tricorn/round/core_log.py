"""Converts the core's log of a round to the events of a record."""

from __future__ import annotations

from collections.abc import Iterator

from tricorn.core import layout as at
from tricorn.core.layout import BLOCKED
from tricorn.core.log import (
    LOG_DRAW,
    LOG_PASS,
    LOG_POINTS,
    LOG_STRIDE,
    logged_kind,
    logged_points,
    logged_seat,
    logged_tile,
)
from tricorn.core.rules import NOBODY, Rules, is_free_pass, pass_cost, rules_for
from tricorn.core.state import State
from tricorn.editions import Edition
from tricorn.record import Blocked, Deal, Drew, Event, Out, Passed, RoundStart, Score, Starts, TileMove, Well
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
        *move_events(state, edition, at.LOG),
        *closing_events(state),
    ]


def opening_events(state: State, edition: Edition, number: int) -> list[Event]:
    """The events of a deal: `round`, the hands, the well and the lot."""
    players = state[at.PLAYERS]
    dealt = players * edition.tiles_dealt(players)
    return [
        RoundStart(number),
        *(Deal(seat, _dealt_to(state, edition, seat)) for seat in range(players)),
        Well(tuple(TILES[state[at.ORDER + index]] for index in range(dealt, len(TILES)))),
        *([Starts(state[at.STARTER])] if edition.start == "choice" else []),
    ]


def _dealt_to(state: State, edition: Edition, seat: int) -> tuple[Tile, ...]:
    hand_size = edition.tiles_dealt(state[at.PLAYERS])
    return tuple(sorted(TILES[state[at.ORDER + index]] for index in range(seat * hand_size, (seat + 1) * hand_size)))


def move_events(state: State, edition: Edition, first: int) -> Iterator[Event]:
    """The events that were logged from index `first` on."""
    rules = rules_for(edition)
    for index in range(first, state[at.LOG_END], LOG_STRIDE):
        yield logged_event(state, index, rules)


def logged_event(state: State, index: int, rules: Rules) -> TileMove:
    """The event of a record for the entry of the log at an index."""
    logged = state[index]
    if logged_kind(logged) == LOG_DRAW:
        return Drew(logged_seat(logged), TILES[logged_tile(logged)], rules.draw_penalty)
    if logged_kind(logged) == LOG_PASS:
        penalty = -logged_points(state[index + LOG_POINTS])
        return Passed(logged_seat(logged), penalty, plus_zero=not penalty and rules.pass_penalty > 0)
    return logged_placement(state, index)


def pass_event(rules: Rules, seat: int, draws: int, well: int, *, timeout: bool = False) -> Passed:
    """The line of a pass after some draws in the turn; a pass that is free is written +0 (R17, R20)."""
    return Passed(seat, pass_cost(rules, draws, well), timeout, plus_zero=is_free_pass(rules, draws, well))


def closing_events(state: State) -> list[Event]:
    """The events of a round's end: how it ended, and the scores."""
    winner, prize = state[at.WINNER], state[at.PRIZE]
    scores = Score(tuple(state[at.SCORES + seat] for seat in range(state[at.PLAYERS])))
    if state[at.OVER] == BLOCKED:
        return [Blocked(None if winner == NOBODY else winner, prize), scores]
    return [Out(winner, prize), scores]
