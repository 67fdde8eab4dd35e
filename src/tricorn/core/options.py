"""The legal choices of the player on turn, what each scores, and what it makes."""

from __future__ import annotations

from tricorn.core import layout as at
from tricorn.core.board import (
    CELLS,
    FITS,
    FITTING_SLOTS,
    PLACED,
    SUMS,
    corner_numbers,
    find_fitting_slots,
    placed_corners,
    shape_of,
    tile_corners,
)
from tricorn.core.compile import Ints, highest_bit, inline, jit, jit_inline, lowest_bit
from tricorn.core.rules import (
    Rules,
    may_draw,
    may_pass,
    pass_cost,
    placed_points,
    start_points,
    startable,
)
from tricorn.core.state import (
    DRAW,
    PASS,
    START_CELL,
    State,
    choice_cell,
    choice_tile,
    in_well,
    pack_placement,
    placeable,
)

__all__ = ["MAX_OPTIONS", "describe", "immediate_points", "list_options", "list_placements"]

MAX_OPTIONS = 256


@jit_inline
def list_placements(state: State, tiles: int, options: Ints) -> int:
    """List all placements of these tiles, in the order of the open cells, and return their number."""
    count = 0
    for index in range(find_fitting_slots(state, tiles)):
        slot = state[FITTING_SLOTS + index]
        fitting = state[FITS + slot] & tiles
        while fitting and count < MAX_OPTIONS - 2:
            options[count] = pack_placement(state[CELLS + slot], lowest_bit(fitting))
            fitting &= fitting - 1
            count += 1
    return count


@jit
def list_options(state: State, rules: Rules, options: Ints) -> int:
    """List the legal choices of the player on turn, and return their number."""
    if not state[PLACED]:
        return _list_starts(state, rules, options)
    fitting = placeable(state)
    count = list_placements(state, fitting, options)
    if may_draw(rules, fitting != 0, state[at.DRAWS], in_well(state)):
        options[count] = DRAW
        count += 1
    if may_pass(rules, fitting != 0, state[at.DRAWS], in_well(state)):
        options[count] = PASS
        count += 1
    return count


@inline
def _list_starts(state: State, rules: Rules, options: Ints) -> int:
    """List the placements that may start a round, the tile with the highest sum first, and return their number."""
    tiles, count = startable(rules, state[at.HANDS + state[at.SEAT]]), 0
    while tiles:
        tile = highest_bit(tiles)
        tiles ^= 1 << tile
        options[count] = pack_placement(START_CELL, tile)
        count += 1
    return count


@inline
def immediate_points(state: State, rules: Rules, choice: int) -> int:
    """What a choice scores at once; draws and passes get less than any placement."""
    if choice < 0:
        return choice
    if not state[PLACED]:
        return start_points(rules, choice_tile(choice))
    shape = shape_of(state, choice_cell(choice), rules.beside)
    return placed_points(rules, shape, SUMS[choice_tile(choice)])


@jit
def describe(state: State, rules: Rules, choice: int) -> int:
    """What a choice scores, its shape and the numbers at its cell's corners, packed.

    The lowest nine bits are the numbers, the next three the shape, and all above the points.
    """
    if choice < 0:
        return -(rules.draw_penalty if choice == DRAW else pass_cost(rules, state[at.DRAWS], in_well(state))) << 12
    cell, tile = choice_cell(choice), choice_tile(choice)
    if state[PLACED] == 0:
        return start_points(rules, tile) << 12 | tile_corners(tile)
    shape = shape_of(state, cell, rules.beside)
    numbers = placed_corners(corner_numbers(state, cell), tile)
    return placed_points(rules, shape, SUMS[tile]) << 12 | shape << 9 | numbers
