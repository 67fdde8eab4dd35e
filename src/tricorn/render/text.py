"""A position in plain characters for a terminal: numbers at the lattice points, sides between them.

All tiles round a point agree there (R2), so one number a point says everything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from typing import NamedTuple

from tricorn.errors import TricornError
from tricorn.lattice import Cell, Point
from tricorn.messages import Message, quoted
from tricorn.render.position import Position

__all__ = ["NUMBER_STYLES", "Area", "area_of", "text"]

# A side is 6 columns wide and 3 lines high, so that / and \ climb one column a line and a cell's
# widest inner line has room for a label of three characters.
_WIDE, _HIGH = 6, 3

_PLAIN = ""
_FAINT = "2"
_LAST = "1;7"
_LABEL = "1;4"
# ANSI codes in the order and near the hues of the SVG's colours; 0 is the terminal's own ink, black or white.
NUMBER_STYLES = ("1", "1;36", "1;32", "1;33", "1;31", "1;35")

_Canvas = dict[tuple[int, int], tuple[str, str]]


class Area(NamedTuple):
    """Lines and columns of a picture, first and last included; the lattice's origin is at line 0, column 0."""

    top: int
    left: int
    bottom: int
    right: int

    @property
    def wide(self) -> int:
        """The number of columns."""
        return self.right - self.left + 1

    @property
    def high(self) -> int:
        """The number of lines."""
        return self.bottom - self.top + 1


def area_of(cells: Iterable[Cell]) -> Area:
    """The smallest area that shows these cells with their corners.

    >>> area_of([Cell(0, 0, True)])
    Area(top=-3, left=0, bottom=0, right=6)
    """
    lines, columns = zip(*(_at(corner) for cell in cells for corner in cell.corners), strict=True)
    return Area(min(lines), min(columns), max(lines), max(columns))


def text(
    position: Position,
    *,
    colour: bool = False,
    coordinates: bool = False,
    labels: Mapping[Cell, str] | None = None,
    area: Area | None = None,
    say: Callable[[str], str] = str,
) -> str:
    r"""The position as lines of characters: a dot in every tile, a star in the last, labels in open cells.

    With `coordinates`, each row begins with the x,y of its first point; x grows by one a point. With an `area`,
    only that part of the picture is given.

    >>> from tricorn.render import Drawn
    >>> print(text(Position((Drawn(Cell(0, 0, True), (4, 1, 2)),))))
       4
      / \
     / * \
    2-----1
    """
    named = dict.fromkeys(position.open_cells, "o") | dict(labels or {})
    _check(position, named)
    canvas: _Canvas = {}
    for drawn in position.tiles:
        _sides(canvas, drawn.cell)
        _inside(canvas, drawn.cell, ".", _FAINT)
    if position.last is not None:
        _inside(canvas, position.last.cell, "*", _LAST)
    for cell, label in named.items():
        _inside(canvas, cell, _bracketed(label), _LABEL)
    for point, number in position.numbers.items():
        canvas[_at(point)] = (str(number), NUMBER_STYLES[number])
    if coordinates:
        _name_rows(canvas, position)
    if not canvas:
        return say("(an empty table)")
    return "\n".join(_lines(canvas, _extent(canvas) if area is None else area, colour))


def _check(position: Position, labels: Mapping[Cell, str]) -> None:
    for cell, label in labels.items():
        if cell in position.cells:
            raise TricornError(Message.LABEL_ON_TILE, cell=cell)
        if not 1 <= len(label) <= 3 or not label.isprintable():
            raise TricornError(Message.LABEL_WRITTEN, text=quoted(label, 40))


def _at(point: Point) -> tuple[int, int]:
    """The line and column of a point; lines grow downward."""
    return -_HIGH * point.y, _WIDE * point.x + _WIDE // 2 * point.y


def _sides(canvas: _Canvas, cell: Cell) -> None:
    """Draw the level side, and the two that run from its ends to the apex."""
    left, right = sorted(cell.corners[1:])
    line, column = _at(left)
    _, end = _at(right)
    step, from_left, from_right = (-1, "/", "\\") if cell.up else (1, "\\", "/")
    for i in range(1, _WIDE):
        canvas[line, column + i] = ("-", _FAINT)
    for i in range(1, _HIGH):
        canvas[line + step * i, column + i] = (from_left, _FAINT)
        canvas[line + step * i, end - i] = (from_right, _FAINT)


def _inside(canvas: _Canvas, cell: Cell, label: str, style: str) -> None:
    """Write up to three characters across the widest inner line of a cell."""
    line, column = _at(cell.corners[0])
    line += _HIGH - 1 if cell.up else 1 - _HIGH
    first = column - len(label) // 2
    for i, character in enumerate(label):
        canvas[line, first + i] = (character, style)


def _bracketed(label: str) -> str:
    # A bare digit beside a tile would read as the number of a point.
    return f"({label})" if len(label) == 1 and label.isdigit() else label


def _name_rows(canvas: _Canvas, position: Position) -> None:
    """Write each row's first point to the left of it, where nothing else can stand."""
    for y in {point.y for point in position.numbers}:
        first = min(point for point in position.numbers if point.y == y)
        name = f"{first.x},{first.y} "
        line, column = _at(first)
        for i, character in enumerate(name):
            canvas[line, column - len(name) + i] = (character, _PLAIN)


def _extent(canvas: _Canvas) -> Area:
    lines, columns = zip(*canvas, strict=True)
    return Area(min(lines), min(columns), max(lines), max(columns))


def _lines(canvas: _Canvas, area: Area, colour: bool) -> Iterator[str]:
    for line in range(area.top, area.bottom + 1):
        filled = [column for at, column in canvas if at == line and area.left <= column <= area.right]
        right = max(filled, default=area.left - 1)
        row = [canvas.get((line, column), (" ", _PLAIN)) for column in range(area.left, right + 1)]
        yield _paint(row) if colour else "".join(character for character, _ in row)


def _paint(row: list[tuple[str, str]]) -> str:
    """Characters in their styles, as ANSI escape codes."""
    runs = ((style, "".join(c for c, _ in run)) for style, run in groupby(row, key=lambda item: item[1]))
    return "".join(f"\x1b[{style}m{run}\x1b[0m" if style else run for style, run in runs)
