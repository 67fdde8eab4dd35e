"""The loops that steps.py times, compiled separately from the core because only this benchmark calls them."""

from __future__ import annotations

from tricorn.bonus import PLAIN
from tricorn.core.compile import Ints, jit
from tricorn.core.state import State, deal
from tricorn.core.table import (
    CELLS,
    OPEN,
    PLACED,
    Table,
    clear_table,
    fitting_tiles,
    put,
    put_first,
    shape_of,
    take_back,
)

PLACE, TAKE_BACK, FITTING, SHAPES = range(4)


@jit
def replay(table: Table, rounds: Ints, step: int, repeat: int, result: Ints) -> None:
    """Replay the placements of many rounds `repeat` times, with one additional step per placement.

    `rounds` has, for each round, its number of placements, the start as cell and numbers, and the other placements as
    cell and tile. `result` keeps the compiler from removing the steps.
    """
    for _ in range(repeat):
        at = 0
        while at < len(rounds):
            number = rounds[at]
            clear_table(table)
            put_first(table, rounds[at + 1], rounds[at + 2], rounds[at + 3], rounds[at + 4])
            at += 5
            for _ in range(number - 1):
                put(table, rounds[at], rounds[at + 1], PLAIN)
                at += 2
                if step == FITTING:
                    result[0] ^= fitting_tiles(table)
                elif step == SHAPES:
                    for slot in range(table[OPEN]):
                        result[0] += shape_of(table, table[CELLS + slot], 0)
            if step == TAKE_BACK:
                while table[PLACED]:
                    take_back(table)


@jit
def deals(state: State, rng: Ints, hand_size: int, number: int) -> None:
    """Deal a number of rounds."""
    for _ in range(number):
        deal(state, rng, hand_size)
