"""The legal choices of the player on turn, what each scores, and what it makes."""

from __future__ import annotations

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
from tricorn.core.compile import Ints, inline, jit, lowest_bit
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
from tricorn.core.state import (
    DRAW,
    DRAWS,
    HANDS,
    PASS,
    SEAT,
    START_CELL,
    State,
    choice_cell,
    choice_tile,
    in_well,
    pack_placement,
    placeable,
)

__all__ = ["MAX_OPTIONS", "describe", "immediate_points", "list_options", "list_starts"]

MAX_OPTIONS = 256


@jit
def list_options(state: State, rules: Rules, options: Ints) -> int:
    """List the legal choices of the player on turn after the start, and return their number."""
    fitting = placeable(state)
    count = 0
    if fitting:
        for index in range(find_fitting_slots(state, fitting)):
            slot = state[FITTING_SLOTS + index]
            tiles = state[FITS + slot] & fitting
            while tiles and count < MAX_OPTIONS - 2:
                options[count] = pack_placement(state[CELLS + slot], lowest_bit(tiles))
                tiles &= tiles - 1
                count += 1
    if may_draw(rules, fitting != 0, state[DRAWS], in_well(state)):
        options[count] = DRAW
        count += 1
    if may_pass(rules, fitting != 0, state[DRAWS], in_well(state)):
        options[count] = PASS
        count += 1
    return count


@jit
def list_starts(state: State, rules: Rules, options: Ints) -> int:
    """List the placements that may start a round, first the tile that must start, and return their number."""
    hand = state[HANDS + state[SEAT]]
    options[0] = pack_placement(START_CELL, starting_tile(hand))
    options[1] = pack_placement(START_CELL, ZERO)
    return 2 if may_start_with_zero(rules, hand) else 1


@inline
def immediate_points(state: State, rules: Rules, choice: int) -> int:
    """What a choice scores at once; draws and passes get less than any placement."""
    if choice < 0:
        return choice
    shape = shape_of(state, choice_cell(choice), rules.beside_bridge)
    return placed_points(rules, shape, SUMS[choice_tile(choice)])


@jit
def describe(state: State, rules: Rules, choice: int) -> int:
    """What a choice scores, its shape and the numbers at its cell's corners, packed.

    The lowest nine bits are the numbers, the next three the shape, and all above the points.
    """
    if choice < 0:
        return -(rules.draw_penalty if choice == DRAW else pass_cost(rules, state[DRAWS])) << 12
    cell, tile = choice_cell(choice), choice_tile(choice)
    if state[PLACED] == 0:
        return start_points(rules, tile) << 12 | tile_corners(tile)
    shape = shape_of(state, cell, rules.beside_bridge)
    numbers = placed_corners(corner_numbers(state, cell), tile)
    return placed_points(rules, shape, SUMS[tile]) << 12 | shape << 9 | numbers
