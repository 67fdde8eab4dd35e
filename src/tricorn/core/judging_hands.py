"""Checks of what a player can hold, as far as the hands are known; which tile a refusal names."""

from __future__ import annotations

from tricorn.core import layout as at
from tricorn.core import refusals
from tricorn.core.board import SUMS, tile_corners
from tricorn.core.compile import Ints, inline, jit_internal, lowest_bit
from tricorn.core.knowledge import MAX_SUM, WITH_SUM, count_possible, excluded_from_all, seen_tiles
from tricorn.core.refusals import OK, SUM_OF_TILE, refuse
from tricorn.core.state import State

__all__ = ["check_holds", "check_holds_sum", "first_to_read"]


@jit_internal
def check_holds(state: State, event: Ints, seat: int, tile: int) -> int:
    """Refuse a tile that a player cannot hold."""
    if state[at.HANDS + seat] >> tile & 1:
        return OK
    if state[at.ON_TABLE] >> tile & 1:
        return refuse(event, refusals.ON_TABLE_ALREADY, tile, seat)
    if not state[at.HIDDEN + seat] or seen_tiles(state) >> tile & 1:
        return refuse(event, refusals.NOT_IN_HAND, tile, seat)
    if excluded_from_all(state, seat) >> tile & 1:
        return refuse(event, refusals.PLACED_TOO_LATE, seat, tile)
    if count_possible(state, seat, SUMS[tile]) < 1:
        return refuse(event, refusals.SUM_SEEN, SUMS[tile])
    return OK


@jit_internal
def check_holds_sum(state: State, event: Ints, seat: int, total: int) -> int:
    """Refuse a sum that no tile of a player can have."""
    if total > MAX_SUM:
        return refuse(event, refusals.SUM_TOO_HIGH, total)
    if count_possible(state, seat, total) < 1:
        return refuse(event, refusals.SUM_SEEN, total)
    if state[at.HANDS + seat] & WITH_SUM[total]:
        return OK
    if not state[at.HIDDEN + seat]:
        return refuse(event, refusals.SUM_NOT_IN_HAND, total, seat)
    if not WITH_SUM[total] & ~seen_tiles(state) & ~excluded_from_all(state, seat):
        return refuse(event, refusals.PLACED_TOO_LATE, seat, SUM_OF_TILE + total)
    return OK


@inline
def first_to_read(tiles: int) -> int:
    """The tile with the lowest numbers in reading order."""
    best = lowest_bit(tiles)
    while tiles:
        tile = lowest_bit(tiles)
        tiles &= tiles - 1
        if tile_corners(tile) < tile_corners(best):
            best = tile
    return best
