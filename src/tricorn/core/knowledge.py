"""What is known of the hands of a round: known tiles, unknown ones, and what those cannot be.

HANDS has the known tiles of each hand, HIDDEN the number of its unknown ones, and UNKNOWN what each of those cannot be
(unknown_tiles.py). The well in ORDER and the draws in the log have NO_TILE for a tile that is not known. A hand that
people insist is larger than any can be has no exclusions.
"""

from __future__ import annotations

from tricorn.core import layout as at
from tricorn.core.board import SUMS
from tricorn.core.compile import inline, ints_from, jit, jit_internal, popcount
from tricorn.core.layout import NO_SUM
from tricorn.core.log import LOG_STRIDE, NO_TILE, logged_tile
from tricorn.core.rules import Rules
from tricorn.core.state import State
from tricorn.core.unknown_tiles import (
    HAND_STRIDE,
    MAX_UNKNOWN,
    add_unknown,
    exclude,
    excluded_index,
    moment_index,
    reveal,
)
from tricorn.tiles import ALL_TILES, TILES

__all__ = [
    "WITH_SUM",
    "add_hidden",
    "bound_of_sum",
    "count_possible",
    "exclude_tiles",
    "excluded_from_all",
    "first_unknown",
    "forget_tiles",
    "held",
    "highest_points",
    "last_drawn",
    "lowest_points",
    "remove_hidden",
    "reveal_tile",
    "seen_tiles",
    "set_hidden",
    "tiles_with_sum",
]

MAX_SUM = 15
WITH_SUM = ints_from(sum(tile.bit for tile in TILES if tile.sum == total) for total in range(MAX_SUM + 1))
_TILES_BY_SUM = ints_from(tile.index for tile in sorted(TILES, key=lambda tile: tile.sum))


@inline
def first_unknown(seat: int) -> int:
    """The index at which the unknown tiles of a hand begin."""
    return at.UNKNOWN + seat * HAND_STRIDE


@jit
def seen_tiles(state: State) -> int:
    """Every tile known to be on the table, in a hand or in the well, as a mask."""
    mask = state[at.ON_TABLE]
    for seat in range(state[at.PLAYERS]):
        mask |= state[at.HANDS + seat]
    for index in range(state[at.NEXT_DRAW], at.WELL_END):
        if state[index] != NO_TILE:
            mask |= 1 << state[index]
    return mask


@inline
def held(state: State, seat: int) -> int:
    """How many tiles a player holds, known or not."""
    return popcount(state[at.HANDS + seat]) + state[at.HIDDEN + seat]


@inline
def last_drawn(state: State) -> int:
    """The last tile drawn in this turn, in which there was a draw; NO_TILE if it is not known."""
    return logged_tile(state[state[at.LOG_END] - LOG_STRIDE]) if state[at.DRAWS] else NO_TILE


@jit_internal
def excluded_from_all(state: State, seat: int) -> int:
    """The tiles that no unknown tile of a hand can be; all of them if it has none."""
    if state[at.HIDDEN + seat] > MAX_UNKNOWN:
        return 0
    mask = ALL_TILES
    for index in range(state[at.HIDDEN + seat]):
        mask &= state[excluded_index(first_unknown(seat), index)]
    return mask


@jit_internal
def tiles_with_sum(state: State, seat: int, total: int) -> int:
    """The tiles with a sum that a hand may hold."""
    return WITH_SUM[total] & ~(seen_tiles(state) & ~state[at.HANDS + seat])


@jit_internal
def count_possible(state: State, seat: int, total: int) -> int:
    """How many tiles with a sum may be in a hand, in view of those placed of which only the sum is known."""
    return popcount(tiles_with_sum(state, seat, total)) - state[at.SUMMED + total]


@jit_internal
def bound_of_sum(state: State, seat: int, highest: bool) -> int:
    """The lowest or highest possible sum of the numbers in a hand, by its tiles."""
    total, hand, left = 0, state[at.HANDS + seat], state[at.HIDDEN + seat]
    possible = ALL_TILES & ~seen_tiles(state) & ~excluded_from_all(state, seat)
    for rank in range(len(_TILES_BY_SUM)):
        tile = _TILES_BY_SUM[len(_TILES_BY_SUM) - 1 - rank if highest else rank]
        if hand >> tile & 1:
            total += SUMS[tile]
        elif left > 0 and possible >> tile & 1:
            total += SUMS[tile]
            left -= 1
    return total


@inline
def _bound(state: State, rules: Rules, seat: int, highest: bool) -> int:
    """The fewest or most points that a hand can count, from what was reported or from its tiles (R23)."""
    if rules.by_tiles:
        return held(state, seat)
    reported = state[at.HAND_TOTALS + 2 * seat + 1]
    return bound_of_sum(state, seat, highest) if reported == NO_SUM else reported


@jit
def lowest_points(state: State, rules: Rules, seat: int) -> int:
    """The fewest points that a hand can count."""
    return _bound(state, rules, seat, False)


@jit
def highest_points(state: State, rules: Rules, seat: int) -> int:
    """The most points that a hand can count."""
    return _bound(state, rules, seat, True)


# Changes.


@jit_internal
def set_hidden(state: State, seat: int, count: int) -> None:
    """Set the number of unknown tiles of a hand, of which nothing is excluded."""
    state[at.HIDDEN + seat] = count
    first = first_unknown(seat)
    state[first] = min(count, MAX_UNKNOWN)
    for index in range(state[first]):
        state[excluded_index(first, index)] = 0
        state[moment_index(first, index)] = 0


@jit_internal
def add_hidden(state: State, seat: int, moment: int) -> None:
    """Add an unknown tile to a hand."""
    if state[at.HIDDEN + seat] < MAX_UNKNOWN:
        add_unknown(state, first_unknown(seat), moment)
        state[at.HIDDEN + seat] += 1
    else:
        set_hidden(state, seat, state[at.HIDDEN + seat] + 1)
    state[at.TRACKED] &= ~(1 << seat)


@jit_internal
def forget_tiles(state: State, seat: int, tiles: int) -> None:
    """Make these tiles of a hand unknown, if it is known to hold them."""
    known = state[at.HANDS + seat] & tiles
    state[at.HANDS + seat] ^= known
    for _ in range(popcount(known)):
        add_hidden(state, seat, 0)


@jit_internal
def remove_hidden(state: State, seat: int, just_drawn: bool) -> None:
    """Remove one unknown tile from a hand: the last one drawn if `just_drawn`, otherwise any."""
    first, common = first_unknown(seat), excluded_from_all(state, seat)
    if not just_drawn:
        for index in range(state[first]):
            state[excluded_index(first, index)] = common
    state[at.HIDDEN + seat] -= 1
    state[first] = min(state[at.HIDDEN + seat], MAX_UNKNOWN)
    state[at.TRACKED] &= ~(1 << seat)


@jit_internal
def reveal_tile(state: State, seat: int, tile: int, just_drawn: bool) -> None:
    """Make a tile of a hand known."""
    if state[at.HANDS + seat] >> tile & 1:
        return
    if state[at.HIDDEN + seat] <= MAX_UNKNOWN:
        reveal(state, first_unknown(seat), tile, just_drawn)
    state[at.HIDDEN + seat] -= 1
    state[at.HANDS + seat] |= 1 << tile


@jit_internal
def exclude_tiles(state: State, seat: int, tiles: int) -> None:
    """Exclude these tiles from the unknown ones of a hand."""
    if state[at.HIDDEN + seat] <= MAX_UNKNOWN:
        exclude(state, first_unknown(seat), tiles)
