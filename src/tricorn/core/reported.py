"""A round at a real table as people report it: it is known how many tiles each player holds, not which.

The scorekeeper in the page runs on this. A reported round is an array like that of state.py, with the same table,
turns, scores and end, but its hands are numbers: HELD has how many tiles each seat holds and, once that is reported,
their sum. What people report is taken as they say, even out of turn; whether the rules allow it is asked before
(`list_options`, with the tiles in question as the hand).
"""

from __future__ import annotations

from tricorn.core.compile import inline, jit
from tricorn.core.rules import NOBODY, Rules, placed_points
from tricorn.core.state import (
    BLOCKED,
    DRAWS,
    FITTING,
    HANDS,
    HELD,
    MAX_SEATS,
    NEXT,
    NOT_LOOKED,
    ORDER,
    OUT,
    OVER,
    PASSES,
    PLAYERS,
    SCORES,
    SEAT,
    WELL_END,
    State,
    clear_round,
    end_blocked,
    end_out,
    pass_turn,
    turn_over,
)
from tricorn.core.table import put, shape_of

__all__ = [
    "NO_SUM",
    "begin_reported",
    "claimed_points",
    "lay_reported",
    "report_draw",
    "report_pass",
    "report_placement",
    "settle_reported",
]

NO_SUM = -1  # in place of a hand's sum: not reported


@jit
def begin_reported(state: State, each: int) -> None:
    """Begin a round in which everybody was dealt so many tiles; whoever starts is on turn then."""
    clear_round(state)
    for seat in range(MAX_SEATS):
        state[HANDS + seat] = 0
        state[HELD + 2 * seat] = each
        state[HELD + 2 * seat + 1] = NO_SUM
    state[NEXT] = ORDER + state[PLAYERS] * each
    state[SEAT] = NOBODY


@inline
def _take_turn(state: State, seat: int) -> None:
    """The turn is this player's, whoever's it was, and the round goes on."""
    if state[SEAT] != seat:
        state[SEAT] = seat
        state[DRAWS] = 0
    state[OVER] = 0


@jit
def claimed_points(rules: Rules, shape: int, total: int) -> int:
    """What a tile with this sum scores for the shape that people say it makes."""
    return placed_points(rules, shape, total)


@jit
def lay_reported(state: State, rules: Rules, cell: int, tile: int) -> None:
    """Lay a tile that fits an open cell."""
    put(state, cell, tile, shape_of(state, cell, rules.beside_bridge))
    state[FITTING] = NOT_LOOKED


@jit
def report_placement(state: State, seat: int, points: int) -> None:
    """A player has placed a tile for so many points; whoever has none left is out."""
    _take_turn(state, seat)
    state[SCORES + seat] += points
    state[PASSES] = 0
    if state[HELD + 2 * seat] > 1:
        state[HELD + 2 * seat] -= 1
        turn_over(state)
    else:
        state[HELD + 2 * seat] = 0
        state[OVER] = OUT


@jit
def report_draw(state: State, seat: int, points: int) -> None:
    """A player has drawn a tile for so many points, which are below zero."""
    _take_turn(state, seat)
    state[SCORES + seat] += points
    state[HELD + 2 * seat] += 1
    state[DRAWS] += 1
    if state[NEXT] < WELL_END:
        state[NEXT] += 1


@jit
def report_pass(state: State, rules: Rules, seat: int, points: int) -> None:
    """A player has passed for so many points, which are below zero."""
    _take_turn(state, seat)
    state[SCORES + seat] += points
    if pass_turn(state, rules):
        state[OVER] = BLOCKED


@jit
def settle_reported(state: State, rules: Rules) -> None:
    """Give the points of the end, from the sums in HELD: OVER says how the round ended, SEAT who is out."""
    if state[OVER] == BLOCKED:
        end_blocked(state, rules)
        return
    others = 0
    for seat in range(state[PLAYERS]):
        if seat != state[SEAT]:
            others += state[HELD + 2 * seat + 1]
    end_out(state, rules, others)
