"""The value of a position with all hands known and the order of the well unknown, by playing it to the round's end.

Values are a row of numbers: each seat's chance of winning the game, then each seat's lead in points. Both functions
give unbiased estimates of a mean over orders of the well, or over deals, with players of some policy. Therefore the
luck of draws and deals (analysis/luck.py) has mean zero.
"""

from __future__ import annotations

from tricorn.bots.snapshot import restore, save
from tricorn.bots.winning import seat_lead, win_chances
from tricorn.core import layout as at
from tricorn.core.board import PLACED
from tricorn.core.compile import Floats, Ints, inline, jit_nogil, not_literal
from tricorn.core.layout import MAX_SEATS
from tricorn.core.playout import advance, begin_round
from tricorn.core.policy import choose_start
from tricorn.core.rng import shuffle
from tricorn.core.rules import NOBODY, Rules
from tricorn.core.state import State, in_well, start_with

__all__ = ["CHANCES", "LEADS", "VALUES_SIZE", "read_row", "value_deals", "value_position"]

CHANCES, LEADS, VALUES_SIZE = 0, MAX_SEATS, 2 * MAX_SEATS  # the indexes in a row of values, and its size


@jit_nogil
def value_position(
    state: State, rules: Rules, policies: Ints, playouts: int, saved: Ints, rng: Ints, scratch: Floats, values: Floats
) -> None:
    """Write the mean value over `playouts` playouts, each with the well in another order; also before the start."""
    placed, base = state[PLACED], not_literal(0)
    _clear(values)
    save(state, saved, base)
    for _ in range(playouts):
        shuffle(state, state[at.NEXT_DRAW], in_well(state), rng)
        if not placed:
            seat = state[at.SEAT]
            start_with(state, rules, choose_start(rules, state[at.HANDS + seat], policies[seat], rng))
        advance(state, rules, policies, rng)
        _add(state, rules, 1.0 / playouts, scratch, values)
        restore(state, saved, base, placed)


@jit_nogil
def value_deals(
    state: State,
    rules: Rules,
    hand_size: int,
    policies: Ints,
    deals: int,
    before: Ints,
    rng: Ints,
    scratch: Floats,
    values: Floats,
) -> None:
    """Write the mean value over `deals` deals from the scores in `before`, each with every hand in every seat.

    Policies play a hand alike in every seat, so one playout serves for all rotations of a deal.
    """
    players = state[at.PLAYERS]
    _clear(values)
    for _ in range(deals):
        for seat in range(players):
            state[at.SCORES + seat] = 0
        begin_round(state, rules, hand_size, policies, rng, rng)
        advance(state, rules, policies, rng)
        winner = state[at.WINNER]
        for seat in range(players):
            before[MAX_SEATS + seat] = state[at.SCORES + seat]
        for rotation in range(players):
            for seat in range(players):
                rotated = (seat + rotation) % players
                state[at.SCORES + rotated] = before[rotated] + before[MAX_SEATS + seat]
            state[at.WINNER] = winner if winner == NOBODY else (winner + rotation) % players
            _add(state, rules, 1.0 / (deals * players), scratch, values)


def read_row(values: Floats, first: int, count: int) -> list[float]:
    """The `count` numbers of an array that begin at `first`."""
    return [values[index] for index in range(first, first + count)]


@inline
def _clear(values: Floats) -> None:
    for index in range(VALUES_SIZE):
        values[index] = 0.0


@inline
def _add(state: State, rules: Rules, weight: float, scratch: Floats, values: Floats) -> None:
    """Add the value of the end of a round with this weight."""
    win_chances(state, rules, scratch)
    for seat in range(state[at.PLAYERS]):
        values[CHANCES + seat] += weight * scratch[seat]
        values[LEADS + seat] += weight * seat_lead(state, seat)
