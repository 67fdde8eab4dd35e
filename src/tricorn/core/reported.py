"""A round at a real table as people report it: the number of tiles in each hand is known, but not which they are.

The scorekeeper in the page runs on this. A reported round is an array like that of state.py, with the same table,
turns, scores and end, but without hands: HAND_TOTALS has the number of tiles of each seat and, once reported, their
sum. Reports are accepted as people make them, even out of turn; the caller checks before whether the rules allow them
(`list_options`, with the tiles in question as the hand).
"""

from __future__ import annotations

from tricorn.core.compile import inline, jit
from tricorn.core.rules import NOBODY, Rules, placed_points
from tricorn.core.state import (
    BLOCKED,
    DRAWS,
    FITTING,
    HAND_TOTALS,
    HANDS,
    MAX_SEATS,
    NEXT_DRAW,
    NO_SUM,
    NOT_CACHED,
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
    end_turn,
    pass_turn,
)
from tricorn.core.table import put, shape_of

__all__ = [
    "begin_reported",
    "claimed_points",
    "lay_reported",
    "report_draw",
    "report_pass",
    "report_placement",
    "settle_reported",
]


@jit
def begin_reported(state: State, hand_size: int) -> None:
    """Begin a round in which each player was dealt `hand_size` tiles; nobody is on turn yet."""
    clear_round(state)
    for seat in range(MAX_SEATS):
        state[HANDS + seat] = 0
        state[HAND_TOTALS + 2 * seat] = hand_size
        state[HAND_TOTALS + 2 * seat + 1] = NO_SUM
    state[NEXT_DRAW] = ORDER + state[PLAYERS] * hand_size
    state[SEAT] = NOBODY


@inline
def _take_turn(state: State, seat: int) -> None:
    """Put this player on turn, even out of turn; the round goes on."""
    if state[SEAT] != seat:
        state[SEAT] = seat
        state[DRAWS] = 0
    state[OVER] = 0


@jit
def claimed_points(rules: Rules, shape: int, total: int) -> int:
    """What a tile with this sum scores for the shape that people claim.

    This only calls `placed_points`, which is inlined: JavaScript can only call functions that the module exports.
    """
    return placed_points(rules, shape, total)


@jit
def lay_reported(state: State, rules: Rules, cell: int, tile: int) -> None:
    """Put a tile on an open cell that it fits."""
    put(state, cell, tile, shape_of(state, cell, rules.beside_bridge))
    state[FITTING] = NOT_CACHED


@jit
def report_placement(state: State, seat: int, points: int) -> None:
    """Report a player's placement and its points; a player without tiles is out."""
    _take_turn(state, seat)
    state[SCORES + seat] += points
    state[PASSES] = 0
    if state[HAND_TOTALS + 2 * seat] > 1:
        state[HAND_TOTALS + 2 * seat] -= 1
        end_turn(state)
    else:
        state[HAND_TOTALS + 2 * seat] = 0
        state[OVER] = OUT


@jit
def report_draw(state: State, seat: int, points: int) -> None:
    """Report a player's draw and its points, which are below zero."""
    _take_turn(state, seat)
    state[SCORES + seat] += points
    state[HAND_TOTALS + 2 * seat] += 1
    state[DRAWS] += 1
    if state[NEXT_DRAW] < WELL_END:
        state[NEXT_DRAW] += 1


@jit
def report_pass(state: State, rules: Rules, seat: int, points: int) -> None:
    """Report a player's pass and its points, which are below zero."""
    _take_turn(state, seat)
    state[SCORES + seat] += points
    if pass_turn(state, rules):
        state[OVER] = BLOCKED


@jit
def settle_reported(state: State, rules: Rules) -> None:
    """Score the end of the round from the sums in HAND_TOTALS: OVER says how it ended, SEAT who is out."""
    if state[OVER] == BLOCKED:
        end_blocked(state, rules)
        return
    others = 0
    for seat in range(state[PLAYERS]):
        if seat != state[SEAT]:
            others += state[HAND_TOTALS + 2 * seat + 1]
    end_out(state, rules, others)
