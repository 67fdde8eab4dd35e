"""A position in plain characters for a terminal: numbers at the lattice points, sides between them.

All tiles around a point have the same number there (R2), so one number per point is enough.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import NamedTuple

from tricorn.errors import TricornError
from tricorn.lattice import Cell, Point
from tricorn.messages import Message
from tricorn.render.position import Position
from tricorn.wording import Say, quoted

__all__ = ["NUMBER_STYLES", "Area", "area_of", "text"]

# With these, / and \ move one column per line, and a cell's widest inner line has room for three characters.
_SIDE_COLUMNS, _SIDE_LINES = 6, 3

_PLAIN = ""
_FAINT = "2"
_LAST = "1;7"
_LABEL = "1;4"
# ANSI codes close to the hues of the SVG's colours; 0 has the terminal's own foreground colour.
NUMBER_STYLES = ("1", "1;36", "1;32", "1;33", "1;31", "1;35")

_Canvas = dict[tuple[int, int], tuple[str, str]]


class Area(NamedTuple):
    """The first and last lines and columns of a picture; the lattice's origin is at line 0, column 0."""

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
    lines, columns = zip(*(_line_and_column(corner) for cell in cells for corner in cell.corners), strict=True)
    return Area(min(lines), min(columns), max(lines), max(columns))


def text(
    position: Position,
    *,
    colour: bool = False,
    coordinates: bool = False,
    labels: Mapping[Cell, str] | None = None,
    area: Area | None = None,
    say: Say = str,
) -> str:
    r"""The position as lines of characters: a dot in every tile, a star in the last, labels in open cells.

    With `coordinates`, each row of points begins with the x,y of its first one; x grows by one per point. With an
    `area`, only that part of the picture is returned.

    >>> from tricorn.render import Drawn
    >>> print(text(Position((Drawn(Cell(0, 0, True), (4, 1, 2)),))))
       4
      / \
     / * \
    2-----1
    """
    cell_labels = dict.fromkeys(position.open_cells, "o") | dict(labels or {})
    _check_labels(position, cell_labels)
    canvas: _Canvas = {}
    for drawn in position.tiles:
        _draw_sides(canvas, drawn.cell)
        _write_inside(canvas, drawn.cell, ".", _FAINT)
    if position.last is not None:
        _write_inside(canvas, position.last.cell, "*", _LAST)
    for cell, label in cell_labels.items():
        _write_inside(canvas, cell, _bracketed(label), _LABEL)
    for point, number in position.numbers.items():
        canvas[_line_and_column(point)] = (str(number), NUMBER_STYLES[number])
    if coordinates:
        _write_coordinates(canvas, position)
    if not canvas:
        return say("(an empty table)")
    return "\n".join(_lines(canvas, _extent(canvas) if area is None else area, colour))


def _check_labels(position: Position, labels: Mapping[Cell, str]) -> None:
    for cell, label in labels.items():
        if cell in position.cells:
            raise TricornError(Message.LABEL_ON_TILE, cell=cell)
        if not 1 <= len(label) <= 3 or not label.isprintable():
            raise TricornError(Message.LABEL_WRITTEN, text=quoted(label, 40))


def _line_and_column(point: Point) -> tuple[int, int]:
    """The line and column of a point; lines grow downward."""
    return -_SIDE_LINES * point.y, _SIDE_COLUMNS * point.x + _SIDE_COLUMNS // 2 * point.y


def _draw_sides(canvas: _Canvas, cell: Cell) -> None:
    """Draw the horizontal side, and the two that run from its ends to the apex."""
    left, right = sorted(cell.corners[1:])
    line, column = _line_and_column(left)
    _, end = _line_and_column(right)
    step, from_left, from_right = (-1, "/", "\\") if cell.up else (1, "\\", "/")
    for i in range(1, _SIDE_COLUMNS):
        canvas[line, column + i] = ("-", _FAINT)
    for i in range(1, _SIDE_LINES):
        canvas[line + step * i, column + i] = (from_left, _FAINT)
        canvas[line + step * i, end - i] = (from_right, _FAINT)


def _write_inside(canvas: _Canvas, cell: Cell, label: str, style: str) -> None:
    """Write up to three characters across the widest inner line of a cell."""
    line, column = _line_and_column(cell.corners[0])
    line += _SIDE_LINES - 1 if cell.up else 1 - _SIDE_LINES
    first = column - len(label) // 2
    for i, character in enumerate(label):
        canvas[line, first + i] = (character, style)


def _bracketed(label: str) -> str:
    # A bare digit next to a tile would look like the number of a point.
    return f"({label})" if len(label) == 1 and label.isdigit() else label


def _write_coordinates(canvas: _Canvas, position: Position) -> None:
    """Write the coordinates of each row's first point to the left of it, where the canvas is empty."""
    for y in {point.y for point in position.numbers}:
        first = min(point for point in position.numbers if point.y == y)
        coordinates = f"{first.x},{first.y} "
        line, column = _line_and_column(first)
        for i, character in enumerate(coordinates, -len(coordinates)):
            canvas[line, column + i] = (character, _PLAIN)


def _extent(canvas: _Canvas) -> Area:
    lines, columns = zip(*canvas, strict=True)
    return Area(min(lines), min(columns), max(lines), max(columns))


def _lines(canvas: _Canvas, area: Area, colour: bool) -> Iterator[str]:
    for line in range(area.top, area.bottom + 1):
        filled = [column for row, column in canvas if row == line and area.left <= column <= area.right]
        right = max(filled, default=area.left - 1)
        characters = [canvas.get((line, column), (" ", _PLAIN)) for column in range(area.left, right + 1)]
        yield _paint(characters) if colour else "".join(character for character, _ in characters)


def _paint(characters: list[tuple[str, str]]) -> str:
    """Characters in their styles, as ANSI escape codes."""
    runs = ((style, "".join(c for c, _ in run)) for style, run in groupby(characters, key=lambda item: item[1]))
    return "".join(f"\x1b[{style}m{run}\x1b[0m" if style else run for style, run in runs)
