"""A position as plain data for pictures: the tiles on the table, and the bonus of the last one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from tricorn.bonus import Bonus
from tricorn.errors import TricornError
from tricorn.lattice import Cell, Point, cells_around
from tricorn.messages import Message
from tricorn.tiles import NUMBERS, Tile

__all__ = ["Drawn", "Position"]


@dataclass(frozen=True)
class Drawn:
    """One tile on the table, its numbers read clockwise from the apex as in a placement."""

    cell: Cell
    numbers: tuple[int, int, int]

    def __post_init__(self) -> None:
        if any(number not in NUMBERS for number in self.numbers):
            raise TricornError(Message.TILE_HOLDS, numbers=self.numbers)

    @property
    def tile(self) -> Tile:
        """The tile that is drawn."""
        return Tile.holding(*self.numbers)

    @property
    def corners(self) -> tuple[tuple[Point, int], ...]:
        """The lattice point of each corner, with its number."""
        return tuple(zip(self.cell.corners, self.numbers, strict=True))

    def __str__(self) -> str:
        return "{}{}{}{}".format(self.cell, *self.numbers)


@dataclass(frozen=True)
class Position:
    """The table: its tiles in the order they were placed, and the bonus of the last placement.

    >>> Position((Drawn(Cell(0, 0, True), (4, 4, 1)),)).numbers[Point(0, 0)]
    1
    """

    tiles: tuple[Drawn, ...] = ()
    bonus: Bonus | None = None
    open_cells: tuple[Cell, ...] = ()
    caption: str = ""

    def __post_init__(self) -> None:
        _check_consistent(self.tiles)

    @cached_property
    def cells(self) -> frozenset[Cell]:
        """The cells that hold a tile."""
        return frozenset(drawn.cell for drawn in self.tiles)

    @cached_property
    def numbers(self) -> dict[Point, int]:
        """The number at every lattice point that a tile touches; all tiles around a point agree (R2)."""
        return {point: number for drawn in self.tiles for point, number in drawn.corners}

    @property
    def last(self) -> Drawn | None:
        """The tile that was placed last."""
        return self.tiles[-1] if self.tiles else None

    @property
    def matched_sides(self) -> tuple[tuple[Point, Point], ...]:
        """The sides that the last placement matched, if it earned the bridge bonus."""
        if self.last is None or self.bonus not in (Bonus.BRIDGE, Bonus.BESIDE):
            return ()
        neighbours = (cell for cell in self.last.cell.neighbours if cell in self.cells)
        return tuple(_shared_side(self.last.cell, cell) for cell in neighbours)

    @property
    def bridge_point(self) -> Point | None:
        """The point that a bridge reached: the last tile's corner opposite the matched side."""
        if self.last is None or self.bonus is not Bonus.BRIDGE or len(self.matched_sides) != 1:
            return None
        (side,) = self.matched_sides
        return next(point for point in self.last.cell.corners if point not in side)

    @property
    def hexagon_points(self) -> tuple[Point, ...]:
        """The points round which the last placement closed a hexagon."""
        if self.last is None or self.bonus is None or not self.bonus.hexagons:
            return ()
        return tuple(point for point in self.last.cell.corners if self.cells.issuperset(cells_around(point)))


def _shared_side(cell: Cell, neighbour: Cell) -> tuple[Point, Point]:
    one, other = (point for point in cell.corners if point in neighbour.corners)
    return one, other


def _check_consistent(tiles: Sequence[Drawn]) -> None:
    """Refuse two tiles on a cell and two numbers at a point."""
    cells: set[Cell] = set()
    numbers: dict[Point, int] = {}
    for drawn in tiles:
        if drawn.cell in cells:
            raise TricornError(Message.TWO_TILES_ON_CELL, cell=drawn.cell)
        cells.add(drawn.cell)
        for point, number in drawn.corners:
            if numbers.setdefault(point, number) != number:
                where = f"{point.x},{point.y}"
                there = numbers[point]
                raise TricornError(Message.TWO_NUMBERS_AT_POINT, place=drawn, number=number, point=where, there=there)
