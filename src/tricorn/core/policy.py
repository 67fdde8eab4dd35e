"""How a playout chooses: the plain players, each a function of the table and the own hand alone."""

from __future__ import annotations

from tricorn.core.compile import Ints, highest, inline, jit, lowest, popcount
from tricorn.core.play import DRAW, PASS
from tricorn.core.rng import below, next32
from tricorn.core.rules import TRIPLES, ZERO, Rules, may_draw, may_pass
from tricorn.core.table import SUMS, Table, gather, shape_of

__all__ = ["GREEDY", "RANDOM", "choose", "choose_start", "may_start_with_zero"]

RANDOM, GREEDY = 0, 1


@inline
def may_start_with_zero(hand: int) -> bool:
    """Whether the starting player may choose 0-0-0 instead of the highest triple."""
    return hand >> ZERO & 1 != 0 and hand & TRIPLES > 1


@jit
def choose_start(hand: int, policy: int, rng: Ints) -> bool:
    """Whether to start with 0-0-0 where there is the choice: greedy for its points, random by chance."""
    if not may_start_with_zero(hand):
        return False
    return policy != RANDOM or next32(rng) >> 31 == 1


@inline
def choose(table: Table, rules: Rules, policy: int, able: int, draws: int, well: int, rng: Ints) -> int:
    """A lawful choice: `able` are the tiles in hand that fit, after so many draws, with so many in the well."""
    if policy == RANDOM:
        return _random(table, rules, able, draws, well, rng)
    if able:
        return _greedy(table, rules, able)
    return DRAW if may_draw(rules, able != 0, draws, well) else PASS


@inline
def _random(table: Table, rules: Rules, able: int, draws: int, well: int, rng: Ints) -> int:
    """Any lawful choice, each equally likely."""
    draw = may_draw(rules, able != 0, draws, well)
    if not able:
        return DRAW if draw else PASS
    other = 1 if draw or may_pass(rules, able != 0, draws, well) else 0
    found = gather(table, able)
    total = 0
    for index in range(found):
        total += popcount(table.fits[table.found[index]] & able)
    pick = below(rng, total + other) if total + other > 1 else 0
    if pick == total:
        return DRAW if draw else PASS
    return _nth_placement(table, able, pick)


@inline
def _nth_placement(table: Table, able: int, pick: int) -> int:
    """The placement with this number, counting through the open cells that `gather` found."""
    index = 0
    tiles = table.fits[table.found[0]] & able
    while pick >= popcount(tiles):
        pick -= popcount(tiles)
        index += 1
        tiles = table.fits[table.found[index]] & able
    for _ in range(pick):
        tiles &= tiles - 1
    return table.cells[table.found[index]] << 6 | lowest(tiles)


@inline
def _greedy(table: Table, rules: Rules, able: int) -> int:
    """The placement that scores most; of equal ones, the first in the table's list of open cells."""
    best = -1
    choice = PASS
    found = gather(table, able)
    for index in range(found):
        slot = table.found[index]
        cell = table.cells[slot]
        tile = highest(table.fits[slot] & able)  # tiles are in order of their sums
        points = SUMS[tile] + rules.bonuses[shape_of(table, cell)]
        if points > best:
            best = points
            choice = cell << 6 | tile
    return choice
