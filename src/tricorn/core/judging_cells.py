"""Checks of the cell of a placement, and of the bonus claimed for it, as far as the board is known.

The core's board has the tiles whose cells are known and connected. If some cells are not known, the others may lie
anywhere, so a placement is refused only if it contradicts the placements of the log with cells.
"""

from __future__ import annotations

from tricorn.bonus import PLAIN, SHAPES, Bonus
from tricorn.core import events, refusals
from tricorn.core import layout as at
from tricorn.core.board import (
    AT_BRIDGES,
    CELLS,
    FITS,
    MIDDLE,
    NEVER,
    NO_NUMBER,
    OPEN,
    cell_index,
    corner_numbers,
    is_filled,
    shape_of,
    slot_number,
)
from tricorn.core.compile import Ints, inline, ints_from, jit, jit_internal
from tricorn.core.log import (
    LOG_CELL,
    LOG_PLACE,
    LOG_START,
    LOG_STRIDE,
    LOG_WITHOUT_CELL,
    logged_down,
    logged_kind,
    logged_numbers,
    logged_shape,
    logged_x,
    logged_y,
    pack_cell,
)
from tricorn.core.refusals import OK, refuse
from tricorn.core.rules import Rules
from tricorn.core.state import State

__all__ = [
    "EMPTY",
    "check_claim",
    "check_first",
    "check_fits",
    "check_room",
    "check_somewhere",
    "core_cell",
    "has_room",
    "number_at",
    "shape_at",
]

_BRIDGE, _BESIDE = Bonus.BRIDGE.shape, Bonus.BESIDE.shape
EMPTY = -1  # in place of the shape of a cell's tile
_SIDES = 3
# For each shape, the fewest tiles on the table before it, and whether one of them must have been placed as a bridge.
# tests/rulings/test_reachable_bonuses.py enumerates all tables.
_FEWEST_TILES = ints_from([0, 8, 11, 5, 9, 12])
_NEEDS_BRIDGE = ints_from([0, 0, 1, 0, 1, 1])
_FARTHEST = 999_999_999 - MIDDLE  # of the first tile from 0,0: a coordinate of a record has at most nine digits


@jit_internal
def core_cell(state: State, event: Ints) -> int:
    """The core's index of an event's cell, or -1 if it lies outside the field a round can reach."""
    x, y = event[events.CELL_X] - state[at.FIRST_X], event[events.CELL_Y] - state[at.FIRST_Y]
    return cell_index(x, y, event[events.CELL_DOWN])


@inline
def _is_mirrored(numbers: int) -> bool:
    """Whether three numbers clockwise are those of a tile turned over (R1)."""
    first, second, third = numbers >> 6, numbers >> 3 & 7, numbers & 7
    return (first > second) + (second > third) + (third > first) == 2


@jit_internal
def check_first(event: Ints) -> int:
    """Refuse a first placement that turns its tile over (R1), or on a cell so far out that later ones have no name."""
    if _is_mirrored(event[events.NUMBERS]):
        return refusals.MIRRORED
    is_near = max(abs(event[events.CELL_X]), abs(event[events.CELL_Y])) <= _FARTHEST
    return OK if is_near else refusals.FIRST_TILE_TOO_FAR


@jit_internal
def check_fits(state: State, event: Ints) -> int:
    """Refuse a placement that is not legal on the core's board (R1, R2)."""
    cell = core_cell(state, event)
    if cell >= 0 and is_filled(state, cell):
        return refusals.CELL_FILLED
    if cell < 0 or not slot_number(state, cell):
        return refusals.NO_SIDE_TOUCHES
    corners = corner_numbers(state, cell)
    for shift in (6, 3, 0):
        number, there = event[events.NUMBERS] >> shift & 7, corners >> shift & 7
        if there not in (number, NO_NUMBER):
            return refuse(event, refusals.CORNER_MEETS, number, there)
    return refusals.MIRRORED if _is_mirrored(event[events.NUMBERS]) else OK


@jit_internal
def shape_at(state: State, cell: int) -> int:
    """The shape of the tile that is known to lie on a cell, packed as in the log, or EMPTY."""
    for index in range(at.LOG, state[at.LOG_END], LOG_STRIDE):
        if logged_kind(state[index]) in (LOG_START, LOG_PLACE) and state[index + LOG_CELL] == cell:
            if not state[index] & LOG_WITHOUT_CELL:
                return logged_shape(state[index])
    return EMPTY


@inline
def _corner_x(x: int, down: int, corner: int) -> int:
    """The x of a corner of a cell: 0, 1, 2 clockwise from the apex."""
    return x + (1 - down if corner == 1 else down)


@inline
def _corner_y(y: int, down: int, corner: int) -> int:
    """The y of a corner of a cell."""
    return y + (1 - down if corner == 0 else down)


@jit_internal
def number_at(state: State, x: int, y: int) -> int:
    """The number at a point that a tile with a known cell touches, or NO_NUMBER."""
    number = NO_NUMBER
    for index in range(at.LOG, state[at.LOG_END], LOG_STRIDE):
        logged, cell = state[index], state[index + LOG_CELL]
        if logged_kind(logged) not in (LOG_START, LOG_PLACE) or logged & LOG_WITHOUT_CELL:
            continue
        first, second, third = logged_numbers(logged)
        for corner in range(_SIDES):
            if _corner_x(logged_x(cell), logged_down(cell), corner) == x:
                if _corner_y(logged_y(cell), logged_down(cell), corner) == y:
                    number = first if corner == 0 else second if corner == 1 else third
    return number


@inline
def _corner_number(state: State, event: Ints, corner: int) -> int:
    """The number at a corner of an event's cell, or NO_NUMBER."""
    x = _corner_x(event[events.CELL_X], event[events.CELL_DOWN], corner)
    return number_at(state, x, _corner_y(event[events.CELL_Y], event[events.CELL_DOWN], corner))


@jit_internal
def check_room(state: State, event: Ints) -> int:
    """Refuse a placement that the tiles with known cells leave no room for."""
    if shape_at(state, pack_cell(event[events.CELL_X], event[events.CELL_Y], event[events.CELL_DOWN])) != EMPTY:
        return refusals.CELL_FILLED
    for corner in range(_SIDES):
        number, there = event[events.NUMBERS] >> (6 - 3 * corner) & 7, _corner_number(state, event, corner)
        if there not in (number, NO_NUMBER):
            return refuse(event, refusals.CORNER_MEETS, number, there)
    return OK


@jit
def has_room(state: State, event: Ints) -> bool:
    """Whether a placement is possible as far as the board is known."""
    if not state[at.LAID]:
        return check_first(event) == OK
    return (check_fits(state, event) if state[at.LOCATED] else check_room(state, event)) == OK


@jit_internal
def check_claim(state: State, rules: Rules, event: Ints) -> int:
    """Refuse a placement, or a bonus for it or none, that the tiles with known cells contradict."""
    code = check_room(state, event)
    if code != OK:
        return code
    x, y, down, shape = event[events.CELL_X], event[events.CELL_Y], event[events.CELL_DOWN], event[events.SHAPE]
    step = 1 if down else -1
    sides, bridges, corners = 0, 0, 0
    for side in range(_SIDES):
        beyond = pack_cell(x + (step if side == 2 else 0), y + (step if side == 1 else 0), 1 - down)
        beside = shape_at(state, beyond)
        sides += beside != EMPTY
        bridges += beside == _BRIDGE
        corners += _corner_number(state, event, side) != NO_NUMBER
    unpaid_sides = sides
    for other in range(SHAPES):
        unpaid_sides += state[at.ELSEWHERE + other] if rules.beside == NEVER or other != _BRIDGE else 0
    may_be_unpaid = unpaid_sides >= 2 and (rules.beside == NEVER or (rules.beside == AT_BRIDGES and not bridges))
    if shape == PLAIN and sides and corners == _SIDES and not may_be_unpaid:
        return refusals.BONUS_AT_CORNERS
    if shape == _BRIDGE and sides >= 2:
        return refuse(event, refusals.NO_BRIDGE_AT_SIDES, sides)
    may_meet_bridge = bridges or (sides < _SIDES and state[at.ELSEWHERE + _BRIDGE])
    if shape == _BESIDE and rules.beside == NEVER:
        return refusals.NO_BESIDE
    if shape == _BESIDE and rules.beside == AT_BRIDGES and not may_meet_bridge:
        return refusals.NO_BRIDGE_BESIDE
    return _check_reachable(state, event)


@jit_internal
def _check_reachable(state: State, event: Ints) -> int:
    """Refuse a bonus for which there are too few tiles on the table, or no bridge, wherever they lie."""
    shape = event[events.SHAPE]
    if state[at.LAID] < _FEWEST_TILES[shape]:
        return refuse(event, refusals.TOO_FEW_TILES, _FEWEST_TILES[shape], state[at.LAID])
    is_missing = _NEEDS_BRIDGE[shape] and not state[at.SHAPE_COUNTS + _BRIDGE]
    return refusals.NO_BRIDGE_BEFORE if is_missing else OK


@jit_internal
def check_somewhere(state: State, rules: Rules, event: Ints, tiles: int, what: int) -> int:
    """Refuse a placement without a cell unless one of these tiles fits somewhere with the bonus claimed."""
    shape = event[events.SHAPE]
    if not state[at.LOCATED]:
        if shape == _BESIDE and rules.beside == NEVER:
            return refusals.NO_BESIDE
        return _check_reachable(state, event)
    shapes = 0
    for slot in range(state[OPEN]):
        if state[FITS + slot] & tiles:
            shapes |= 1 << shape_of(state, state[CELLS + slot], rules.beside)
    if not shapes:
        return refuse(event, refusals.FITS_NOWHERE, what)
    return OK if shapes >> shape & 1 else refuse(event, refusals.BONUS_FOR, shapes, what)
