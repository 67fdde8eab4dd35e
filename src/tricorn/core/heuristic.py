"""The value of a placement, one move deep: its points, what it opens, and who is stuck afterwards."""

from __future__ import annotations

from collections.abc import Iterable

from tricorn.core.compile import Ints, inline, ints_of, jit, popcount
from tricorn.core.rules import Rules
from tricorn.core.state import MAX_SEATS
from tricorn.core.table import CELLS, FITS, OPEN, SUMS, Table, put, shape_of, take_back
from tricorn.tiles import TILES

__all__ = ["WEIGHTS", "new_policies", "worth"]

_EVERY_TILE = (1 << len(TILES)) - 1
_ONE = 1024  # values are whole numbers in 1/1024 of a point, so that every machine makes the same choices

# In 1/1024: a point of bonus, a point of the tile's own sum, a point of bonus left to the next player times the
# chance of holding the tile for it, a point of bonus left to the own hand, the next player's chance of being
# stuck, each own tile (up to three) that fits afterwards, and going out. Fitted by benchmarks/tune_heuristic.py.
WEIGHTS = (746, 30, 437, 250, 21120, 291, 40960)
# Where they stand among the policies, after each seat's own.
BONUS, SUM, THREAT, OWN, STUCK, MOBILITY, OUT = range(MAX_SEATS, MAX_SEATS + len(WEIGHTS))


def new_policies(policies: Iterable[int], weights: Iterable[int] = WEIGHTS) -> Ints:
    """How every seat plays: a policy for each, then the weights of the heuristic, in case one uses it."""
    seats = [*policies]
    return ints_of([*seats, *[0] * (MAX_SEATS - len(seats)), *weights])


@jit
def worth(table: Table, rules: Rules, choice: int, hand: int, laid: int, next_held: int, policies: Ints) -> int:
    """The worth of a placement to a player with this hand, in 1/1024 points; the table is left as it was."""
    cell, tile = choice >> 6, choice & 63
    shape = shape_of(table, cell, rules.beside_bridge)
    bonus = rules.bonuses[shape]
    rest = hand ^ (1 << tile)
    if not rest:
        return policies[OUT] + policies[BONUS] * bonus + policies[SUM] * SUMS[tile]
    put(table, cell, tile, shape)
    value = policies[BONUS] * bonus + policies[SUM] * SUMS[tile]
    value += _outlook(table, rules, rest, _EVERY_TILE & ~(hand | laid), next_held, policies)
    take_back(table)
    return value


@inline
def _outlook(table: Table, rules: Rules, rest: int, unseen: int, next_held: int, policies: Ints) -> int:
    """The worth of the table after a placement, with the rest of the hand and the tiles not seen."""
    fitting = 0
    threat = 0
    own = 0
    for slot in range(table[OPEN]):
        fits = table[FITS + slot]
        fitting |= fits
        # One tile alone fits where all three corners have numbers; only such a cell brings a bonus.
        if fits & (fits - 1) == 0 and fits & (rest | unseen):
            points = rules.bonuses[shape_of(table, table[CELLS + slot], rules.beside_bridge)]
            if fits & rest:
                own = max(own, points)
            else:
                threat += points
    number = popcount(unseen)
    value = policies[OWN] * own
    if number:
        value -= policies[THREAT] * threat * min(next_held, number) // number
    value += policies[STUCK] * _stuck(popcount(fitting & unseen), number, next_held) // _ONE
    return value + policies[MOBILITY] * min(popcount(fitting & rest), 3)


@inline
def _stuck(fitting: int, unseen: int, held: int) -> int:
    """The chance, in 1/1024, that none of the tiles held by the next player is among those that fit."""
    chance = _ONE
    for index in range(min(held, unseen)):
        chance = chance * max(0, unseen - fitting - index) // (unseen - index)
    return chance
