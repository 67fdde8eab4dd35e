"""The policies of playouts: the plain players, each a function of the table and of what its seat knows."""

from __future__ import annotations

from typing import NamedTuple

from tricorn.core.compile import Ints, highest, inline, jit, lowest, popcount, shared
from tricorn.core.heuristic import worth
from tricorn.core.rng import below, next32
from tricorn.core.rules import Rules, may_draw, may_pass, may_start_with_zero, placed_points
from tricorn.core.state import DRAW, PASS
from tricorn.core.table import CELLS, FITS, FOUND, OPEN, SUMS, Table, gather, shape_of

__all__ = ["EASY", "GREEDY", "HEURISTIC", "MEDIUM", "RANDOM", "Known", "choose", "choose_start"]

RANDOM, GREEDY, HEURISTIC, EASY, MEDIUM = 0, 1, 2, 3, 4


class Known(NamedTuple):
    """What a policy may see in addition to the table: what its seat knows."""

    hand: int  # the own tiles
    fitting: int  # those of them that fit somewhere
    laid: int  # the tiles on the table
    next_held: int  # how many tiles the next player holds
    draws: int  # how many the own seat has drawn in this turn
    well: int  # how many are left to draw


@jit
def choose_start(rules: Rules, hand: int, policy: int, rng: Ints) -> bool:
    """Whether to start with 0-0-0 where that is a choice: for its points, or at random."""
    if not may_start_with_zero(rules, hand):
        return False
    return policy != RANDOM or next32(rng) >> 31 == 1


@shared
def choose(table: Table, rules: Rules, policy: int, known: Known, policies: Ints, rng: Ints) -> int:
    """A legal choice of the player on turn."""
    if policy == RANDOM:
        return _random(table, rules, known, rng)
    if not known.fitting:
        return PASS if may_pass(rules, known.fitting != 0, known.draws, known.well) else DRAW
    if policy == EASY:
        return _overlooking(table, rules, known.fitting, rng)
    # A medium player looks at what a placement opens every other time.
    if policy == GREEDY or (policy == MEDIUM and next32(rng) >> 31):
        return _greedy(table, rules, known.fitting)
    return _heuristic(table, rules, known, policies)


@inline
def _random(table: Table, rules: Rules, known: Known, rng: Ints) -> int:
    """Any legal choice, each equally likely."""
    fitting = known.fitting
    draw = may_draw(rules, fitting != 0, known.draws, known.well)
    both = draw and may_pass(rules, fitting != 0, known.draws, known.well)
    if not fitting and not both:
        return DRAW if draw else PASS
    other = 2 if both else 1 if draw or may_pass(rules, fitting != 0, known.draws, known.well) else 0
    total = 0
    for slot in range(table[OPEN]):
        total += popcount(table[FITS + slot] & fitting)
    pick = below(rng, total + other) if total + other > 1 else 0
    if pick >= total:
        return DRAW if draw and pick == total else PASS
    return _nth_placement(table, fitting, pick)


@inline
def _nth_placement(table: Table, fitting: int, pick: int) -> int:
    """The placement with this number, counting through the open cells."""
    slot = 0
    tiles = table[FITS] & fitting
    while pick >= popcount(tiles):
        pick -= popcount(tiles)
        slot += 1
        tiles = table[FITS + slot] & fitting
    for _ in range(pick):
        tiles &= tiles - 1
    return table[CELLS + slot] << 6 | lowest(tiles)


@inline
def _greedy(table: Table, rules: Rules, fitting: int) -> int:
    """The placement that scores most; of equal ones, the first in the table's list of open cells."""
    best = -1
    choice = PASS
    found = gather(table, fitting)
    for index in range(found):
        slot = table[FOUND + index]
        cell = table[CELLS + slot]
        tile = highest(table[FITS + slot] & fitting)  # tiles are in order of their sums
        points = placed_points(rules, shape_of(table, cell, rules.beside_bridge), SUMS[tile])
        if points > best:
            best = points
            choice = cell << 6 | tile
    return choice


@jit
def _overlooking(table: Table, rules: Rules, fitting: int, rng: Ints) -> int:
    """The placement that scores most of those noticed; each is overlooked as often as not."""
    best, choice, seen = -1, PASS, 0
    for index in range(gather(table, fitting)):
        slot = table[FOUND + index]
        cell = table[CELLS + slot]
        tiles = table[FITS + slot] & fitting
        while tiles:
            tile = lowest(tiles)
            tiles &= tiles - 1
            seen += 1
            shape = shape_of(table, cell, rules.beside_bridge)
            points = placed_points(rules, shape, SUMS[tile]) if next32(rng) >> 31 else 0
            # A player who notices nothing takes any placement, each with equal chance.
            if points > best or (best == 0 and points == 0 and below(rng, seen) == 0):
                best, choice = points, cell << 6 | tile
    return choice


@jit
def _heuristic(table: Table, rules: Rules, known: Known, policies: Ints) -> int:
    """The placement that is worth most; of equal ones, the first found."""
    found = gather(table, known.fitting)
    best = 0
    choice = PASS
    # A trial placement changes the lists, but taking it back restores them, so slots stay what they were.
    for index in range(found):
        slot = table[FOUND + index]
        tiles = table[FITS + slot] & known.fitting
        while tiles:
            tile = lowest(tiles)
            tiles &= tiles - 1
            move = table[CELLS + slot] << 6 | tile
            if found == 1 and not tiles and choice == PASS:
                return move
            value = worth(table, rules, move, known.hand, known.laid, known.next_held, policies)
            if choice == PASS or value > best:
                best, choice = value, move
    return choice
