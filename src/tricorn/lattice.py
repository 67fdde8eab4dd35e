"""The triangular lattice of the table: points and cells, in the record's coordinates.

Lattice points have axial coordinates (x, y), y growing upward; the rhombus at (x, y) holds one cell
that points up (`x,y^`) and one that points down (`x,yv`).
"""

from __future__ import annotations

import re
from typing import NamedTuple

from tricorn.errors import TricornError
from tricorn.messages import Message
from tricorn.wording import quoted

__all__ = ["ORIGIN", "Cell", "Point", "cells_around", "to_cartesian"]

_TEXT = re.compile(r"(0|-?[1-9][0-9]{0,8}),(0|-?[1-9][0-9]{0,8})([v^])")


class Point(NamedTuple):
    """A lattice point, where up to six tiles meet."""

    x: int
    y: int


class Cell(NamedTuple):
    """A triangle of the lattice that can hold one tile.

    >>> Cell.parse("0,-1v").corners
    (Point(x=1, y=-1), Point(x=0, y=0), Point(x=1, y=0))
    """

    x: int
    y: int
    up: bool

    @classmethod
    def parse(cls, text: str) -> Cell:
        """The cell written `0,-1v`."""
        match = _TEXT.fullmatch(text)
        if match is None:
            raise TricornError(Message.CELL_WRITTEN, text=quoted(text, 40))
        return cls(int(match[1]), int(match[2]), match[3] == "^")

    @property
    def corners(self) -> tuple[Point, Point, Point]:
        """The three corners clockwise from the apex."""
        x, y, up = self
        if up:
            return Point(x, y + 1), Point(x + 1, y), Point(x, y)
        return Point(x + 1, y), Point(x, y + 1), Point(x + 1, y + 1)

    @property
    def neighbours(self) -> tuple[Cell, Cell, Cell]:
        """The three cells that share a side with this one."""
        x, y, up = self
        if up:
            return Cell(x, y, False), Cell(x, y - 1, False), Cell(x - 1, y, False)
        return Cell(x, y, True), Cell(x, y + 1, True), Cell(x + 1, y, True)

    def __str__(self) -> str:
        return f"{self.x},{self.y}{'^' if self.up else 'v'}"


ORIGIN = Cell(0, 0, True)


def cells_around(point: Point) -> tuple[Cell, ...]:
    """The six cells that meet at a point, clockwise from the one to its upper right."""
    x, y = point
    return (
        Cell(x, y, True),
        Cell(x, y - 1, False),
        Cell(x, y - 1, True),
        Cell(x - 1, y - 1, False),
        Cell(x - 1, y, True),
        Cell(x - 1, y, False),
    )


def to_cartesian(point: Point) -> tuple[float, float]:
    """The Cartesian coordinates of a lattice point, with y growing upward and sides one unit long."""
    return point.x + point.y / 2, point.y * 3**0.5 / 2
