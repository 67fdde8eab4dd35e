"""The table: where tiles lie, which cells are open, what fits there and what a placement closes.

A lattice point is one byte: its number (7 while no tile touches it), how many tiles touch it, and whether
the up and the down cell of its rhombus are filled. A point's index is 64·y + x with the middle of the
64 x 64 field at (0, 0); a cell's index is twice that of its rhombus, plus one if it points down. Every
open cell has at least two numbered corners, so the tiles that fit it are one look-up by its corners.
"""

from __future__ import annotations

from typing import NamedTuple

from tricorn.core.compile import Ints, array, array_of, inline, jit
from tricorn.lattice import Cell
from tricorn.tiles import TILES

__all__ = [
    "BESIDE",
    "BRIDGE",
    "HEXAGON",
    "MIDDLE",
    "NO_NUMBER",
    "PLAIN",
    "SUMS",
    "Table",
    "cell_at",
    "cell_index",
    "copy_table",
    "corner_numbers",
    "gather",
    "is_filled",
    "new_table",
    "put",
    "put_first",
    "reset",
    "shape_of",
    "take_back",
    "third_number",
    "union",
]

WIDTH = 64
MIDDLE = 32
NO_NUMBER = 7
_ONE_TILE = 8  # the step of a point's tile count, which stands above its number
_FILLED = 64  # the flag of a filled up cell; a down cell's is twice that

# Shapes a placement can make, in the order of the figures in Rules.bonuses.
PLAIN, BRIDGE, BESIDE, HEXAGON = 0, 1, 2, 3

# A round has at most 56 tiles: one opens three cells, each further one at most one more than it fills.
_MOST_OPEN = 64

OPEN, PLACED = 0, 1

SUMS = array_of((tile.sum for tile in TILES), "int64")


def _fitting(first: int, second: int, third: int) -> int:
    """The tiles whose numbers can stand clockwise in this order; NO_NUMBER matches any."""
    mask = 0
    for tile in TILES:
        a, b, c = tile.numbers
        for turned in ((a, b, c), (b, c, a), (c, a, b)):
            if all(want in (NO_NUMBER, have) for want, have in zip((first, second, third), turned, strict=True)):
                mask |= tile.bit
    return mask


_FITS = array_of((_fitting(key >> 6, key >> 3 & 7, key & 7) for key in range(512)), "int64")


class Table(NamedTuple):
    """The state of one table, in flat arrays."""

    points: Ints  # 64 x 64 bytes as described above
    slots: Ints  # for each cell: one more than its place in the list of open cells, or 0
    cells: Ints  # the open cells
    fits: Ints  # for each open cell, the mask of all tiles that fit its corners
    found: Ints  # scratch: the places in `cells` that `gather` found
    trail: Ints  # for each placement what `take_back` needs
    counts: Ints  # how many cells are open, how many tiles are placed


def new_table() -> Table:
    """An empty table."""
    return Table(
        points=array(WIDTH * WIDTH, "uint8", NO_NUMBER),
        slots=array(2 * WIDTH * WIDTH, "uint8"),
        cells=array(_MOST_OPEN, "int64"),
        fits=array(_MOST_OPEN, "int64"),
        found=array(_MOST_OPEN, "int64"),
        trail=array(_MOST_OPEN, "int64"),
        counts=array(2, "int64"),
    )


def copy_table(table: Table) -> Table:
    """An independent copy."""
    return Table(*(part.copy() for part in table))


def cell_index(cell: Cell) -> int:
    """The core's index of a cell, or -1 if it lies outside the field a round can reach."""
    x, y, up = cell
    if not (-MIDDLE < x < MIDDLE - 1 and -MIDDLE < y < MIDDLE - 1):
        return -1
    return 2 * ((y + MIDDLE) * WIDTH + x + MIDDLE) + (not up)


def cell_at(index: int) -> Cell:
    """The cell with this index."""
    point, down = divmod(int(index), 2)
    return Cell(point % WIDTH - MIDDLE, point // WIDTH - MIDDLE, not down)


@inline
def apex(cell: int) -> int:
    """The point at a cell's apex."""
    return (cell >> 1) + WIDTH - (WIDTH - 1) * (cell & 1)


@inline
def second(cell: int) -> int:
    """The point clockwise of a cell's apex."""
    return (cell >> 1) + 1 + (WIDTH - 1) * (cell & 1)


@inline
def third(cell: int) -> int:
    """The last of a cell's points, clockwise from the apex."""
    return (cell >> 1) + (WIDTH + 1) * (cell & 1)


@inline
def neighbour(cell: int, side: int) -> int:
    """The cell across a side: 0, 1, 2 for the sides clockwise from the apex."""
    step = 0 if side == 0 else 2 * WIDTH if side == 1 else 2
    return cell - 1 + step if cell & 1 else cell + 1 - step


@inline
def is_filled(table: Table, cell: int) -> bool:
    return table.points[cell >> 1] & (_FILLED << (cell & 1)) != 0


@inline
def corner_numbers(table: Table, cell: int) -> int:
    """The numbers at a cell's corners clockwise from the apex, packed in three bits each."""
    points = table.points
    first = points[apex(cell)] & 7
    return (first << 6) | ((points[second(cell)] & 7) << 3) | (points[third(cell)] & 7)


@inline
def third_number(corners: int, tile: int) -> int:
    """The number a fitting tile brings to the corner that has none yet, from an open cell's corners."""
    total = (corners >> 6) + (corners >> 3 & 7) + (corners & 7)
    return SUMS[tile] + NO_NUMBER - total


@inline
def shape_of(table: Table, cell: int) -> int:
    """What filling this open cell makes: PLAIN, BRIDGE, BESIDE, HEXAGON or up to two more (R3, R4)."""
    points = table.points
    first, next_one, last = points[apex(cell)], points[second(cell)], points[third(cell)]
    if first & 7 == NO_NUMBER or next_one & 7 == NO_NUMBER or last & 7 == NO_NUMBER:
        return PLAIN
    hexagons = 0
    for point in (first, next_one, last):
        if point >> 3 & 7 == 5:
            hexagons += 1
    if hexagons:
        return HEXAGON + hexagons - 1
    sides = 0
    for side in range(3):
        if is_filled(table, neighbour(cell, side)):
            sides += 1
    return BESIDE if sides >= 2 else BRIDGE


@inline
def _open(table: Table, cell: int) -> None:
    """Add a cell to the list of open ones."""
    last = table.counts[OPEN]
    table.counts[OPEN] = last + 1
    table.cells[last] = cell
    table.fits[last] = _FITS[corner_numbers(table, cell)]
    table.slots[cell] = last + 1


@inline
def _refit_round(table: Table, point: int) -> None:
    """Look up again what fits the open cells round a point whose number changed."""
    for step in (0, -127, -128, -129, -2, -1):
        cell = 2 * point + step
        slot = table.slots[cell]
        if slot:
            table.fits[slot - 1] = _FITS[corner_numbers(table, cell)]


@inline
def _fill(table: Table, cell: int, trace: int) -> None:
    """Mark a cell filled, open its empty neighbours, and note on the trail how to take it back.

    A trace has the cell, its slot in the list of open cells, how many cells were opened, and the point that
    got a number: 16, 8, 8 and the upper bits. (Small values travel packed because numba would compile a
    function anew for every literal passed to it.)
    """
    points, counts = table.points, table.counts
    points[apex(cell)] += _ONE_TILE
    points[second(cell)] += _ONE_TILE
    points[third(cell)] += _ONE_TILE
    points[cell >> 1] |= _FILLED << (cell & 1)
    opened = 0
    for side in range(3):
        beyond = neighbour(cell, side)
        if table.slots[beyond] == 0 and not is_filled(table, beyond):
            _open(table, beyond)
            opened += 1
    table.trail[counts[PLACED]] = trace | opened << 24
    counts[PLACED] += 1


@jit
def put_first(table: Table, cell: int, a: int, b: int, c: int) -> None:
    """Lay the first tile of a round, its numbers clockwise from the apex."""
    table.points[apex(cell)] = a
    table.points[second(cell)] = b
    table.points[third(cell)] = c
    _fill(table, cell, cell)


@inline
def put(table: Table, cell: int, tile: int) -> None:
    """Lay a tile that fits on an open cell."""
    counts, cells, fits, slots = table.counts, table.cells, table.fits, table.slots
    slot = slots[cell] - 1
    slots[cell] = 0
    last = counts[OPEN] - 1
    counts[OPEN] = last
    if slot != last:
        cells[slot] = cells[last]
        fits[slot] = fits[last]
        slots[cells[slot]] = slot + 1
    corners = corner_numbers(table, cell)
    new_point = 0
    if corners >> 6 == NO_NUMBER:
        new_point = apex(cell)
    elif corners >> 3 & 7 == NO_NUMBER:
        new_point = second(cell)
    elif corners & 7 == NO_NUMBER:
        new_point = third(cell)
    if new_point:
        table.points[new_point] += third_number(corners, tile) - NO_NUMBER
        _refit_round(table, new_point)
    _fill(table, cell, cell | slot << 16 | new_point << 32)


@jit
def take_back(table: Table) -> None:
    """Undo the last placement, leaving everything as it was before it, list order included."""
    counts, cells, fits, slots, points = table.counts, table.cells, table.fits, table.slots, table.points
    counts[PLACED] -= 1
    trace = table.trail[counts[PLACED]]
    cell, slot, opened, new_point = trace & 0xFFFF, trace >> 16 & 0xFF, trace >> 24 & 0xFF, trace >> 32
    for _ in range(opened):
        counts[OPEN] -= 1
        slots[cells[counts[OPEN]]] = 0
    points[cell >> 1] ^= _FILLED << (cell & 1)
    points[apex(cell)] -= _ONE_TILE
    points[second(cell)] -= _ONE_TILE
    points[third(cell)] -= _ONE_TILE
    if counts[PLACED] == 0:
        points[apex(cell)] |= NO_NUMBER
        points[second(cell)] |= NO_NUMBER
        points[third(cell)] |= NO_NUMBER
        return
    if new_point:
        points[new_point] |= NO_NUMBER
        _refit_round(table, new_point)
    last = counts[OPEN]
    counts[OPEN] = last + 1
    if slot != last:
        cells[last] = cells[slot]
        fits[last] = fits[slot]
        slots[cells[last]] = last + 1
    cells[slot] = cell
    fits[slot] = _FITS[corner_numbers(table, cell)]
    slots[cell] = slot + 1


@jit
def reset(table: Table) -> None:
    """Clear the table, touching only what the round touched."""
    counts, points, slots = table.counts, table.points, table.slots
    for index in range(counts[OPEN]):
        slots[table.cells[index]] = 0
    for index in range(counts[PLACED]):
        cell = table.trail[index] & 0xFFFF
        points[apex(cell)] = NO_NUMBER
        points[second(cell)] = NO_NUMBER
        points[third(cell)] = NO_NUMBER
        points[cell >> 1] = NO_NUMBER
    counts[OPEN] = 0
    counts[PLACED] = 0


@inline
def gather(table: Table, hand: int) -> int:
    """Note in `found` the open cells that some tile of the hand fits; how many there are."""
    number = 0
    fits, found = table.fits, table.found
    for slot in range(table.counts[OPEN]):
        found[number] = slot
        if fits[slot] & hand:
            number += 1
    return number


@inline
def union(table: Table) -> int:
    """All tiles that fit somewhere."""
    mask = 0
    for slot in range(table.counts[OPEN]):
        mask |= table.fits[slot]
    return mask
