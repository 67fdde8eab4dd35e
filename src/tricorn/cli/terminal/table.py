"""The table as a terminal shows it: whole, or the part of it that fits."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rich.text import Text

from tricorn.lattice import Cell
from tricorn.moves import Place
from tricorn.render import Area, Position, area_of, text
from tricorn.round.drawing import position_of
from tricorn.rulebook import Say
from tricorn.view import View

__all__ = ["Part", "Size", "Table", "labels_of"]

_MAX_LABEL_LENGTH = 3


class Size(NamedTuple):
    """Columns and lines of a part of the screen."""

    wide: int
    high: int

    def holds(self, wide: int, high: int) -> bool:
        return wide <= self.wide and high <= self.high


class Part(NamedTuple):
    """An area of the table and the cells in it that are offered."""

    area: Area
    cells: frozenset[Cell]


class Table:
    """The tiles of a view, and the cells that are offered with the number of their placement."""

    def __init__(self, view: View, say: Say = str) -> None:
        self.say = say
        self.position = Position() if view.round is None else position_of(view.round)
        # Before the first tile there is one cell and nothing to tell apart.
        self.labels = labels_of(view) if self.position.tiles else {}
        self._placements: dict[Cell, int] = {}
        for option in view.options:
            if isinstance(option.move, Place):
                self._placements[option.move.cell] = self._placements.get(option.move.cell, 0) + 1

    @property
    def whole(self) -> Area:
        """The area of everything that is drawn."""
        return area_of((*self.position.cells, *self.labels) or self._placements or [Cell(0, 0, True)])

    def lines(self, area: Area | None = None) -> list[Text]:
        """The picture, or an area of it."""
        shown = text(self.position, colour=True, labels=self.labels, area=area, say=self.say)
        return [Text.from_ansi(line) for line in shown.split("\n")]

    def around_last(self, size: Size) -> Area:
        """What fits of the table, with the last tile in it."""
        last = self.position.last
        return _widened(self.whole if last is None else area_of([last.cell]), size, self.whole)

    def parts(self, size: Size, most: int) -> list[Part]:
        """Areas of at most this size and number of placements; every offered cell is in one of them."""
        groups: list[list[Cell]] = []
        for cell in sorted(self._placements, key=lambda cell: area_of([cell])):
            group = next((group for group in groups if self._fits([*group, cell], size, most)), None)
            if group is None:
                groups.append([cell])
            else:
                group.append(cell)
        if not groups:
            return [Part(self.around_last(size), frozenset())]
        return [Part(_widened(area_of(group), size, self.whole), frozenset(group)) for group in groups]

    def _fits(self, cells: Iterable[Cell], size: Size, most: int) -> bool:
        area = area_of(cells)
        return size.holds(area.wide, area.high) and sum(self._placements[cell] for cell in cells) <= most


def labels_of(view: View) -> dict[Cell, str]:
    """The number of each placement by its cell; `3+` where other tiles fit too."""
    labels: dict[Cell, str] = {}
    places = (option.move for option in view.options if isinstance(option.move, Place))
    for number, place in enumerate(places, 1):
        label = labels.get(place.cell)
        labels[place.cell] = str(number) if label is None else f"{label.rstrip('+')}+"
    return {cell: label for cell, label in labels.items() if len(label) <= _MAX_LABEL_LENGTH}


def _widened(area: Area, size: Size, whole: Area) -> Area:
    """The area and as much of the table around it as there is room for, without leaving the table."""
    top, bottom = _stretch(area.top, area.bottom, size.high, whole.top, whole.bottom)
    left, right = _stretch(area.left, area.right, size.wide, whole.left, whole.right)
    return Area(top, left, bottom, right)


def _stretch(first: int, last: int, size: int, least: int, most: int) -> tuple[int, int]:
    """An interval of at most `size` within least..most, with first..last near its middle."""
    size = min(size, most - least + 1)
    start = first - (size - (last - first + 1)) // 2
    start = max(least, min(start, most - size + 1))
    return start, start + size - 1
