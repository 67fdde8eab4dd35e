"""The legal choices of the player on turn, what each scores, and what it makes."""

from __future__ import annotations

from tricorn.core.compile import Ints, inline, jit, lowest
from tricorn.core.rules import (
    ZERO,
    Rules,
    may_draw,
    may_pass,
    may_start_with_zero,
    pass_cost,
    placed_points,
    start_points,
    starting_tile,
)
from tricorn.core.state import DRAW, DRAWS, HANDS, NUMBERS, PASS, SEAT, START_CELL, State, in_well, placeable
from tricorn.core.table import (
    CELLS,
    FITS,
    FOUND,
    NO_NUMBER,
    PLACED,
    SUMS,
    corner_numbers,
    gather,
    shape_of,
    third_number,
)

__all__ = ["MAX_OPTIONS", "describe", "list_options", "list_starts", "points_of"]

MAX_OPTIONS = 256


@jit
def list_options(state: State, rules: Rules, options: Ints) -> int:
    """List the legal choices of the player on turn after the start, and return their number."""
    fitting = placeable(state)
    number = 0
    if fitting:
        for index in range(gather(state, fitting)):
            slot = state[FOUND + index]
            tiles = state[FITS + slot] & fitting
            while tiles and number < MAX_OPTIONS - 2:
                options[number] = state[CELLS + slot] << 6 | lowest(tiles)
                tiles &= tiles - 1
                number += 1
    if may_draw(rules, fitting != 0, state[DRAWS], in_well(state)):
        options[number] = DRAW
        number += 1
    if may_pass(rules, fitting != 0, state[DRAWS], in_well(state)):
        options[number] = PASS
        number += 1
    return number


@jit
def list_starts(state: State, rules: Rules, options: Ints) -> int:
    """List the placements that a round may start with, the tile that must start first, and return their number."""
    hand = state[HANDS + state[SEAT]]
    options[0] = START_CELL << 6 | starting_tile(hand)
    options[1] = START_CELL << 6 | ZERO
    return 2 if may_start_with_zero(rules, hand) else 1


@inline
def points_of(state: State, rules: Rules, choice: int) -> int:
    """What a choice scores at once; drawing and passing come after every placement."""
    if choice < 0:
        return choice
    return placed_points(rules, shape_of(state, choice >> 6, rules.beside_bridge), SUMS[choice & 63])


@jit
def describe(state: State, rules: Rules, choice: int) -> int:
    """What a choice scores, the shape it makes and the numbers at its cell's corners: upper bits, three and nine."""
    if choice < 0:
        return -(rules.draw_penalty if choice == DRAW else pass_cost(rules, state[DRAWS])) << 12
    cell, tile = choice >> 6, choice & 63
    if state[PLACED] == 0:
        a, b, c = NUMBERS[3 * tile], NUMBERS[3 * tile + 1], NUMBERS[3 * tile + 2]
        return start_points(rules, tile) << 12 | a << 6 | b << 3 | c
    shape = shape_of(state, cell, rules.beside_bridge)
    return placed_points(rules, shape, SUMS[tile]) << 12 | shape << 9 | _numbers(corner_numbers(state, cell), tile)


@inline
def _numbers(corners: int, tile: int) -> int:
    """A cell's numbers with a fitting tile on it."""
    brought = third_number(corners, tile)
    for shift in (0, 3, 6):
        if corners >> shift & 7 == NO_NUMBER:
            corners ^= (NO_NUMBER ^ brought) << shift
    return corners
