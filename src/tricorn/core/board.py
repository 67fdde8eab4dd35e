"""The board as an array, the first part of a round: where tiles lie, which cells are open, what fits and what it makes.

A board is one flat array of whole numbers, divided into the parts named below. (One array, because numba's time to
compile a function grows with the number of its array arguments.) The first part packs, for each lattice point: the
number on it (7 while no tile touches it), how many tiles touch it, whether the up and the down cell of its rhombus are
filled and hold a bridging tile, and the slot number of each of them in the list of open cells. A point's index is
64·y + x with the middle of the 64 x 64 field at (0, 0); a cell's index is twice that of its rhombus, plus one if it
points down. Every open cell has at least two numbered corners, so the tiles that fit it are one look-up by its corners.
"""

from __future__ import annotations

from itertools import product
from typing import TypeAlias

from tricorn.bonus import PLAIN, Bonus
from tricorn.core.compile import Ints, inline, ints, ints_from, jit, jit_inline, jit_internal, not_literal
from tricorn.lattice import Cell
from tricorn.tiles import TILES

__all__ = [
    "AT_BRIDGES",
    "AT_SIDES",
    "BOARD_SIZE",
    "CELLS",
    "FITS",
    "FITTING_SLOTS",
    "MIDDLE",
    "NEVER",
    "NO_NUMBER",
    "OPEN",
    "PLACED",
    "SUMS",
    "TRAIL",
    "WIDTH",
    "Board",
    "cell_at",
    "cell_index",
    "cell_x",
    "cell_y",
    "clear_board",
    "copy_board",
    "corner_numbers",
    "find_fitting_slots",
    "fitting_tiles",
    "is_filled",
    "mark_bridge",
    "new_board",
    "pack_corners",
    "placed_corners",
    "points_down",
    "put",
    "put_first",
    "shape_of",
    "slot_number",
    "take_back",
    "third_number",
    "tile_corners",
    "unpack_corners",
]

WIDTH = 64
MIDDLE = 32
NO_NUMBER = 7
_ONE_TILE = 8  # the step of a point's tile count, whose bits are above those of its number
_FILLED = 64  # the flag of a filled up cell; a down cell's is twice that
_BRIDGING = 1 << 24  # the flag of an up cell whose tile was placed as a bridge; a down cell's is twice that
_SLOT_NUMBER = 8  # the lowest bit of the slot number of an up cell; that of a down cell is 16

_BRIDGE, _BESIDE, _HEXAGON = Bonus.BRIDGE.shape, Bonus.BESIDE.shape, Bonus.HEXAGON.shape

# When matching two or three sides earns the bonus beside a bridge: always, beside a bridging tile only, or never.
AT_SIDES, AT_BRIDGES, NEVER = 0, 1, 2

# A round has at most 56 tiles: one opens three cells, each further one at most one more than it fills.
_MAX_OPEN = 64

# From twice a point's index to the indexes of the six cells around it, clockwise from the upper right.
_STEPS_AROUND = (0, 1 - 2 * WIDTH, -2 * WIDTH, -1 - 2 * WIDTH, -2, -1)

# The parts of a board.
LATTICE_POINTS = 0  # a number for each lattice point, as described above
CELLS = LATTICE_POINTS + WIDTH * WIDTH  # the open cells
FITS = CELLS + _MAX_OPEN  # for each open cell, the mask of all tiles that fit its corners
FITTING_SLOTS = FITS + _MAX_OPEN  # scratch: the slots that `find_fitting_slots` found
TRAIL = FITTING_SLOTS + _MAX_OPEN  # for each placement, what `take_back` needs
OPEN = TRAIL + _MAX_OPEN  # the number of open cells
PLACED = OPEN + 1  # the number of tiles placed
BOARD_SIZE = PLACED + 1

Board: TypeAlias = Ints

SUMS = ints_from(tile.sum for tile in TILES)
_CORNERS_OF_TILES = ints_from(a << 6 | b << 3 | c for a, b, c in (tile.numbers for tile in TILES))


def _fitting_masks() -> list[int]:
    """For three corners clockwise, packed as in `corner_numbers`, the tiles that fit; NO_NUMBER matches any."""
    masks = [0] * 512
    for tile in TILES:
        a, b, c = tile.numbers
        for rotated in ((a, b, c), (b, c, a), (c, a, b)):
            for first, second, third in product(*((number, NO_NUMBER) for number in rotated)):
                masks[first << 6 | second << 3 | third] |= tile.bit
    return masks


_FITTING_MASKS = ints_from(_fitting_masks())


def new_board(size: int = BOARD_SIZE) -> Board:
    """An empty board, or a longer array that begins with one and goes on with zeros."""
    board = ints(size, NO_NUMBER)
    for index in range(CELLS, size):
        board[index] = 0
    return board


@jit
def copy_board(board: Board, into: Board) -> None:
    """Copy a board over another."""
    for index in range(BOARD_SIZE):
        into[index] = board[index]


@jit_internal
def cell_index(x: int, y: int, down: int) -> int:
    """The core's index of a cell, or -1 if it lies outside the field a round can reach."""
    if not (-MIDDLE < x < MIDDLE - 1 and -MIDDLE < y < MIDDLE - 1):
        return -1
    return 2 * ((y + MIDDLE) * WIDTH + x + MIDDLE) + down


def cell_at(index: int) -> Cell:
    """The cell with this index."""
    return Cell(cell_x(index), cell_y(index), not points_down(index))


@inline
def cell_x(cell: int) -> int:
    """The x of a cell's rhombus."""
    return (cell >> 1) % WIDTH - MIDDLE


@inline
def cell_y(cell: int) -> int:
    """The y of a cell's rhombus."""
    return (cell >> 1) // WIDTH - MIDDLE


@inline
def points_down(cell: int) -> int:
    """1 for a cell that points down, else 0."""
    return cell & 1


@inline
def apex_point(cell: int) -> int:
    """The point at a cell's apex."""
    return (cell >> 1) + WIDTH - (WIDTH - 1) * (cell & 1)


@inline
def second_point(cell: int) -> int:
    """The point clockwise of a cell's apex."""
    return (cell >> 1) + 1 + (WIDTH - 1) * (cell & 1)


@inline
def third_point(cell: int) -> int:
    """The last of a cell's points, clockwise from the apex."""
    return (cell >> 1) + (WIDTH + 1) * (cell & 1)


@inline
def neighbour(cell: int, side: int) -> int:
    """The cell across a side: 0, 1, 2 for the sides clockwise from the apex."""
    step = 0 if side == 0 else 2 * WIDTH if side == 1 else 2
    return cell - 1 + step if cell & 1 else cell + 1 - step


@inline
def is_filled(board: Board, cell: int) -> bool:
    return board[LATTICE_POINTS + (cell >> 1)] & (_FILLED << (cell & 1)) != 0


@inline
def _is_bridging(board: Board, cell: int) -> bool:
    """Whether a cell's tile was placed as a bridge."""
    return board[LATTICE_POINTS + (cell >> 1)] & (_BRIDGING << (cell & 1)) != 0


@inline
def slot_number(board: Board, cell: int) -> int:
    """A cell's place in the list of open cells, from 1; 0 if it is not open."""
    return board[LATTICE_POINTS + (cell >> 1)] >> (_SLOT_NUMBER << (cell & 1)) & 0xFF


@inline
def _set_slot_number(board: Board, cell: int, number: int) -> None:
    shift = _SLOT_NUMBER << (cell & 1)
    board[LATTICE_POINTS + (cell >> 1)] = board[LATTICE_POINTS + (cell >> 1)] & ~(0xFF << shift) | number << shift


@jit_inline
def corner_numbers(board: Board, cell: int) -> int:
    """The numbers at a cell's corners clockwise from the apex, packed in three bits each."""
    first, second = board[LATTICE_POINTS + apex_point(cell)] & 7, board[LATTICE_POINTS + second_point(cell)] & 7
    return first << 6 | second << 3 | board[LATTICE_POINTS + third_point(cell)] & 7


@inline
def pack_corners(apex: int, second: int, third: int) -> int:
    """Three numbers at a cell's corners, packed as in `corner_numbers`."""
    return apex << 6 | second << 3 | third


@inline
def unpack_corners(corners: int) -> tuple[int, int, int]:
    """The numbers at a cell's corners clockwise from the apex."""
    return corners >> 6, corners >> 3 & 7, corners & 7


@inline
def third_number(corners: int, tile: int) -> int:
    """The number a fitting tile brings to the corner that has none yet, from an open cell's corners."""
    total = (corners >> 6) + (corners >> 3 & 7) + (corners & 7)
    return SUMS[tile] + NO_NUMBER - total


@inline
def tile_corners(tile: int) -> int:
    """The numbers of a tile in ascending order, packed as in `corner_numbers`."""
    return _CORNERS_OF_TILES[tile]


@inline
def placed_corners(corners: int, tile: int) -> int:
    """The numbers at an open cell's corners after a fitting tile is placed there."""
    new_number = third_number(corners, tile)
    for shift in (0, 3, 6):
        if corners >> shift & 7 == NO_NUMBER:
            corners ^= (NO_NUMBER ^ new_number) << shift
    return corners


@jit_inline
def shape_of(board: Board, cell: int, beside: int) -> int:
    """The shape that filling this open cell makes (R3, R4); `beside` says when two sides earn a bonus (R15, R21)."""
    first, second = board[LATTICE_POINTS + apex_point(cell)], board[LATTICE_POINTS + second_point(cell)]
    third = board[LATTICE_POINTS + third_point(cell)]
    if first & 7 == NO_NUMBER or second & 7 == NO_NUMBER or third & 7 == NO_NUMBER:
        return PLAIN
    hexagons = 0
    for point in (first, second, third):
        if point >> 3 & 7 == 5:
            hexagons += 1
    if hexagons:
        return _HEXAGON + hexagons - 1
    sides = 0
    for side in range(3):
        if is_filled(board, neighbour(cell, side)):
            sides += 1
    if sides < 2:
        return _BRIDGE
    if beside == AT_SIDES or (beside == AT_BRIDGES and _meets_bridge(board, cell)):
        return _BESIDE
    return PLAIN


@inline
def _meets_bridge(board: Board, cell: int) -> bool:
    """Whether a neighbour was placed as a bridge."""
    for side in range(3):
        if _is_bridging(board, neighbour(cell, side)):
            return True
    return False


@inline
def _open(board: Board, cell: int) -> None:
    """Add a cell to the list of open ones."""
    last = board[OPEN]
    board[OPEN] = last + 1
    board[CELLS + last] = cell
    board[FITS + last] = _FITTING_MASKS[corner_numbers(board, cell)]
    _set_slot_number(board, cell, last + 1)


@inline
def _refit_around(board: Board, point: int) -> None:
    """Update what fits the open cells around a point whose number has changed."""
    for step in _STEPS_AROUND:
        cell = 2 * point + step
        number = slot_number(board, cell)
        if number:
            board[FITS + number - 1] = _FITTING_MASKS[corner_numbers(board, cell)]


@inline
def _fill(board: Board, cell: int, trace: int) -> None:
    """Mark a cell filled, open its empty neighbours, and write to the trail how to take it back.

    A trace packs the cell (16 bits), its slot in the list of open cells (8), the number of cells that were opened (8),
    and the point that got a number. It is one argument because numba compiles a function again for every literal
    passed to it.
    """
    board[LATTICE_POINTS + apex_point(cell)] += _ONE_TILE
    board[LATTICE_POINTS + second_point(cell)] += _ONE_TILE
    board[LATTICE_POINTS + third_point(cell)] += _ONE_TILE
    board[LATTICE_POINTS + (cell >> 1)] |= _FILLED << (cell & 1)
    opened = 0
    for side in range(3):
        beyond = neighbour(cell, side)
        if slot_number(board, beyond) == 0 and not is_filled(board, beyond):
            _open(board, beyond)
            opened += 1
    board[TRAIL + board[PLACED]] = trace | opened << 24
    board[PLACED] += 1


@jit_inline
def mark_bridge(board: Board, cell: int) -> None:
    """Mark a cell's tile as placed as a bridge (R15)."""
    board[LATTICE_POINTS + (cell >> 1)] |= _BRIDGING << (cell & 1)


@jit
def put_first(board: Board, cell: int, a: int, b: int, c: int) -> None:
    """Place the first tile of a round, its numbers clockwise from the apex."""
    board[LATTICE_POINTS + apex_point(cell)] += a - NO_NUMBER
    board[LATTICE_POINTS + second_point(cell)] += b - NO_NUMBER
    board[LATTICE_POINTS + third_point(cell)] += c - NO_NUMBER
    _fill(board, cell, cell)


@jit_inline
def put(board: Board, cell: int, tile: int, shape: int) -> None:
    """Place a tile that fits an open cell, where it makes this shape."""
    slot = slot_number(board, cell) - 1
    _set_slot_number(board, cell, not_literal(0))
    last = board[OPEN] - 1
    board[OPEN] = last
    if slot != last:
        moved = board[CELLS + last]
        board[CELLS + slot] = moved
        board[FITS + slot] = board[FITS + last]
        _set_slot_number(board, moved, slot + 1)
    corners = corner_numbers(board, cell)
    new_point = 0
    if corners >> 6 == NO_NUMBER:
        new_point = apex_point(cell)
    elif corners >> 3 & 7 == NO_NUMBER:
        new_point = second_point(cell)
    elif corners & 7 == NO_NUMBER:
        new_point = third_point(cell)
    if new_point:
        board[LATTICE_POINTS + new_point] += third_number(corners, tile) - NO_NUMBER
        _refit_around(board, new_point)
    if shape == _BRIDGE:
        mark_bridge(board, cell)
    _fill(board, cell, cell | slot << 16 | new_point << 32)


@jit
def take_back(board: Board) -> None:
    """Undo the last placement; everything is as it was before, including the order of the lists."""
    board[PLACED] -= 1
    trace = board[TRAIL + board[PLACED]]
    cell, slot, opened, new_point = trace & 0xFFFF, trace >> 16 & 0xFF, trace >> 24 & 0xFF, trace >> 32
    for _ in range(opened):
        board[OPEN] -= 1
        _set_slot_number(board, board[CELLS + board[OPEN]], not_literal(0))
    board[LATTICE_POINTS + (cell >> 1)] &= ~((_FILLED | _BRIDGING) << (cell & 1))
    for point in (apex_point(cell), second_point(cell), third_point(cell)):
        board[LATTICE_POINTS + point] -= _ONE_TILE
        if board[PLACED] == 0:
            board[LATTICE_POINTS + point] |= NO_NUMBER
    if board[PLACED] == 0:
        return
    if new_point:
        board[LATTICE_POINTS + new_point] |= NO_NUMBER
        _refit_around(board, new_point)
    last = board[OPEN]
    board[OPEN] = last + 1
    if slot != last:
        moved = board[CELLS + slot]
        board[CELLS + last] = moved
        board[FITS + last] = board[FITS + slot]
        _set_slot_number(board, moved, last + 1)
    board[CELLS + slot] = cell
    board[FITS + slot] = _FITTING_MASKS[corner_numbers(board, cell)]
    _set_slot_number(board, cell, slot + 1)


@jit
def clear_board(board: Board) -> None:
    """Clear the board; only what the round has changed is written."""
    for index in range(board[OPEN]):
        board[LATTICE_POINTS + (board[CELLS + index] >> 1)] = NO_NUMBER
    for index in range(board[PLACED]):
        cell = board[TRAIL + index] & 0xFFFF
        for point in (apex_point(cell), second_point(cell), third_point(cell), cell >> 1):
            board[LATTICE_POINTS + point] = NO_NUMBER
    board[OPEN] = 0
    board[PLACED] = 0


@inline
def find_fitting_slots(board: Board, hand: int) -> int:
    """Write the slots of the open cells that a tile of the hand fits to FITTING_SLOTS, and return their number."""
    count = 0
    for slot in range(board[OPEN]):
        # Written before the test, so that the loop has no branch; a slot that does not count is overwritten.
        board[FITTING_SLOTS + count] = slot
        if board[FITS + slot] & hand:
            count += 1
    return count


@jit_inline
def fitting_tiles(board: Board) -> int:
    """The mask of all tiles that fit somewhere."""
    mask = 0
    for slot in range(board[OPEN]):
        mask |= board[FITS + slot]
    return mask
