"""The loops that steps.py times, compiled separately from the core because nothing else calls them."""

from __future__ import annotations

from tricorn.bonus import PLAIN
from tricorn.core.compile import Ints, jit
from tricorn.core.state import State, deal
from tricorn.core.table import CELLS, OPEN, PLACED, Table, put, put_first, reset, shape_of, take_back, union

LAY, TAKE_BACK, LOOK, SHAPES = range(4)


@jit
def lay(table: Table, laid: Ints, step: int, repeat: int, found: Ints) -> None:
    """Lay the placements of many rounds again and again, each with one step more.

    `laid` has a round's length, then its placements: the start as cell and numbers, the others as cell
    and tile.
    """
    for _ in range(repeat):
        at = 0
        while at < len(laid):
            number = laid[at]
            reset(table)
            put_first(table, laid[at + 1], laid[at + 2], laid[at + 3], laid[at + 4])
            at += 5
            for _ in range(number - 1):
                put(table, laid[at], laid[at + 1], PLAIN)
                at += 2
                if step == LOOK:
                    found[0] ^= union(table)
                elif step == SHAPES:
                    for slot in range(table[OPEN]):
                        found[0] += shape_of(table, table[CELLS + slot], 0)
            if step == TAKE_BACK:
                while table[PLACED]:
                    take_back(table)


@jit
def deals(state: State, rng: Ints, each: int, number: int) -> None:
    """Deal a number of rounds."""
    for _ in range(number):
        deal(state, rng, each)
