"""The value of a position with all hands known and the order of the well unknown, and the luck of draws and deals.

A position is played to the round's end many times. Values are a row of numbers: each seat's chance of winning the
game, then each seat's lead in points. The luck of a draw is the value after drawing that tile minus the mean over all
tiles of the well. The luck of a deal is the value of the deal minus the value of the scores alone. Both terms of a
difference are unbiased estimates with the same expectation over all outcomes, so luck has mean zero whatever the
quality of the playouts; docs/review.md has the proof.

In the playouts all seats play at level medium. All hands are known here, so players who always choose in the same way
would make the outcome look more certain than it is. Medium players choose in one of two ways at random; with them, luck
explains more of the results.
"""

from __future__ import annotations

from typing import NamedTuple

from tricorn.bots.snapshot import SNAPSHOT_SIZE, restore, save
from tricorn.bots.winning import seat_lead, win_chances
from tricorn.core import layout as at
from tricorn.core.board import PLACED
from tricorn.core.compile import (
    Floats,
    Ints,
    floats,
    inline,
    ints,
    ints_from,
    jit,
    jit_internal,
    jit_nogil,
    not_literal,
)
from tricorn.core.heuristic import WEIGHTS
from tricorn.core.layout import MAX_SEATS
from tricorn.core.playout import advance, begin_round
from tricorn.core.policy import MEDIUM, choose_start
from tricorn.core.rng import shuffle
from tricorn.core.rules import NOBODY, Rules
from tricorn.core.state import DRAW, State, apply_choice, copy_without_hands, in_well, start_with
from tricorn.tiles import ALL_TILES, TILES

__all__ = [
    "CHANCES",
    "LEADS",
    "Valuing",
    "deal_luck",
    "draw_luck",
    "empty_valuing",
    "init_valuing",
    "read_row",
    "value_round",
]

CHANCES, LEADS, VALUES_SIZE = 0, MAX_SEATS, 2 * MAX_SEATS  # the indexes in a row of values, and its size

_MIN_PLAYOUTS = 8  # for each tile that could have been drawn
# Multiples of the playouts for the value of a deal and for that of the scores: there is more luck in a deal than in a
# draw, and there are fewer deals.
_DEAL_FACTOR, _SCORES_FACTOR = 2, 4
_POSITION_DIVISOR = 5  # a chart needs only a fifth of the playouts

_WEIGHTS = ints_from(WEIGHTS)
_TILE_COUNT = len(TILES)


class Valuing(NamedTuple):
    """The arrays in which positions are valued."""

    state: State  # the position that is played out
    policies: Ints  # of the players
    saved: Ints  # scratch: a snapshot of the state
    scores: Ints  # scratch: those before a deal, and those of its round
    scratch: Floats
    compared: Floats  # the other term of a difference
    values: Floats  # the result: a row of values, or of their changes by luck


def empty_valuing() -> Valuing:
    """The arrays, all zeros."""
    return Valuing(
        state=ints(at.KNOWN),
        policies=ints(MAX_SEATS + len(WEIGHTS)),
        saved=ints(SNAPSHOT_SIZE),
        scores=ints(2 * MAX_SEATS),
        scratch=floats(MAX_SEATS),
        compared=floats(VALUES_SIZE),
        values=floats(VALUES_SIZE),
    )


@jit
def init_valuing(valuing: Valuing) -> None:
    """Prepare arrays of zeros: the policies of the players."""
    for seat in range(MAX_SEATS):
        valuing.policies[seat] = MEDIUM
    for index in range(len(_WEIGHTS)):
        valuing.policies[MAX_SEATS + index] = _WEIGHTS[index]


@jit_nogil
def value_round(current: State, rules: Rules, seat: int, playouts: int, valuing: Valuing, rng: Ints) -> None:
    """Write a rough estimate of an open round with this seat on turn."""
    _fill(current, seat, valuing.state, not_literal(-1))
    _value_position(rules, playouts // _POSITION_DIVISOR + 1, valuing, rng)


@jit_nogil
def draw_luck(current: State, rules: Rules, seat: int, tile: int, playouts: int, valuing: Valuing, rng: Ints) -> None:
    """Write the luck of drawing this tile in an open round with this seat on turn."""
    count, values, mean = in_well(current), valuing.values, valuing.compared
    each = max(min(_MIN_PLAYOUTS, playouts), playouts // count)
    well = _unseen(current)
    _clear(mean)
    for other in range(_TILE_COUNT):
        if well >> other & 1:
            _value_draw(current, rules, seat, other, each, valuing, rng)
            for index in range(VALUES_SIZE):
                mean[index] += values[index]
    _value_draw(current, rules, seat, tile, playouts, valuing, rng)
    for index in range(VALUES_SIZE):
        values[index] -= mean[index] / count


@jit_nogil
def deal_luck(current: State, rules: Rules, seat: int, playouts: int, valuing: Valuing, rng: Ints) -> None:
    """Write the luck of a deal and its lot, by which this seat starts, before the first tile is placed."""
    values, dealt = valuing.values, valuing.compared
    _fill(current, seat, valuing.state, not_literal(-1))
    _value_position(rules, _DEAL_FACTOR * playouts, valuing, rng)
    for index in range(VALUES_SIZE):
        dealt[index] = values[index]
    for other in range(current[at.PLAYERS]):
        valuing.scores[other] = current[at.SCORES + other]
    _value_deals(rules, current[at.HAND_SIZE], _SCORES_FACTOR * playouts, valuing, rng)
    for index in range(VALUES_SIZE):
        values[index] = dealt[index] - values[index]


@inline
def _unseen(current: State) -> int:
    """The tiles of the well of an open round, as a mask."""
    seen = current[at.ON_TABLE]
    for seat in range(current[at.PLAYERS]):
        seen |= current[at.HANDS + seat]
    return ALL_TILES & ~seen


@jit_internal
def _fill(current: State, seat: int, state: State, first: int) -> None:
    """Copy an open round; the tiles of the well follow in ascending order, but the tile `first`, if any, is the first.

    So nothing depends on the order of the well.
    """
    copy_without_hands(current, state)
    state[at.SEAT] = seat
    for other in range(current[at.PLAYERS]):
        state[at.HANDS + other] = current[at.HANDS + other]
    well, index = _unseen(current), state[at.NEXT_DRAW]
    if first >= 0:
        state[index] = first
        index += 1
    for tile in range(_TILE_COUNT):
        if well >> tile & 1 and tile != first:
            state[index] = tile
            index += 1


@jit_internal
def _value_draw(current: State, rules: Rules, seat: int, tile: int, playouts: int, valuing: Valuing, rng: Ints) -> None:
    """Write the value of an open round after a tile is drawn."""
    _fill(current, seat, valuing.state, tile)
    apply_choice(valuing.state, rules, not_literal(DRAW))
    _value_position(rules, playouts, valuing, rng)


@jit_internal
def _value_position(rules: Rules, playouts: int, valuing: Valuing, rng: Ints) -> None:
    """Write the mean value over `playouts` playouts, each with the well in another order; also before the start."""
    state, policies = valuing.state, valuing.policies
    placed, base = state[PLACED], not_literal(0)
    _clear(valuing.values)
    save(state, valuing.saved, base)
    for _ in range(playouts):
        shuffle(state, state[at.NEXT_DRAW], in_well(state), rng)
        if not placed:
            seat = state[at.SEAT]
            start_with(state, rules, choose_start(rules, state[at.HANDS + seat], policies[seat], rng))
        advance(state, rules, policies, rng)
        _add(rules, 1.0 / playouts, valuing)
        restore(state, valuing.saved, base, placed)


@jit_internal
def _value_deals(rules: Rules, hand_size: int, deals: int, valuing: Valuing, rng: Ints) -> None:
    """Write the mean value over `deals` deals from the scores before them, each with every hand in every seat.

    Policies play a hand alike in every seat, so one playout serves for all rotations of a deal.
    """
    state, policies, scores = valuing.state, valuing.policies, valuing.scores
    players = state[at.PLAYERS]
    _clear(valuing.values)
    for _ in range(deals):
        for seat in range(players):
            state[at.SCORES + seat] = 0
        begin_round(state, rules, hand_size, policies, rng, rng)
        advance(state, rules, policies, rng)
        winner = state[at.WINNER]
        for seat in range(players):
            scores[MAX_SEATS + seat] = state[at.SCORES + seat]
        for rotation in range(players):
            for seat in range(players):
                rotated = (seat + rotation) % players
                state[at.SCORES + rotated] = scores[rotated] + scores[MAX_SEATS + seat]
            state[at.WINNER] = winner if winner == NOBODY else (winner + rotation) % players
            _add(rules, 1.0 / (deals * players), valuing)


def read_row(values: Floats, first: int, count: int) -> list[float]:
    """The `count` numbers of an array that begin at `first`."""
    return [values[index] for index in range(first, first + count)]


@inline
def _clear(values: Floats) -> None:
    for index in range(VALUES_SIZE):
        values[index] = 0.0


@inline
def _add(rules: Rules, weight: float, valuing: Valuing) -> None:
    """Add the value of the end of a round with this weight."""
    state, values, chances = valuing.state, valuing.values, valuing.scratch
    win_chances(state, rules, chances)
    for seat in range(state[at.PLAYERS]):
        values[CHANCES + seat] += weight * chances[seat]
        values[LEADS + seat] += weight * seat_lead(state, seat)
