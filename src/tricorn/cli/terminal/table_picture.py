"""A picture of the table in characters: the whole of it, or the part that fits on the screen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from rich.text import Text

from tricorn.bonus import Bonus
from tricorn.lattice import Cell
from tricorn.moves import Place
from tricorn.render import Area, Position, area_of, text
from tricorn.round.pictures import position_of
from tricorn.view import View
from tricorn.wording import Say

__all__ = ["NumberedPlacement", "Size", "TablePart", "TablePicture", "numbered_placements", "placement_labels"]

_MAX_LABEL_LENGTH = 3


class Size(NamedTuple):
    """The size of an area of the screen, in columns and lines."""

    width: int
    height: int

    def holds(self, width: int, height: int) -> bool:
        return width <= self.width and height <= self.height


class TablePart(NamedTuple):
    """An area of the table, and the cells in it where a tile can be placed."""

    area: Area
    cells: frozenset[Cell]


class TablePicture:
    """The tiles of a view, and the cells where a tile can be placed, labelled with the placement's number."""

    def __init__(self, view: View, say: Say = str) -> None:
        self.say = say
        self.position = Position() if view.round is None else position_of(view.round)
        self.labels = placement_labels(view)
        self._placement_counts = Counter(placement.place.cell for placement in numbered_placements(view))

    @property
    def whole(self) -> Area:
        """The area of everything that is drawn."""
        return area_of((*self.position.cells, *self.labels) or self._placement_counts or [Cell(0, 0, True)])

    def lines(self, area: Area | None = None) -> list[Text]:
        """The picture, or an area of it."""
        picture = text(self.position, colour=True, labels=self.labels, area=area, say=self.say)
        return [Text.from_ansi(line) for line in picture.split("\n")]

    def around_last(self, size: Size) -> Area:
        """The area of at most this size around the tile placed last."""
        last = self.position.last
        return _enlarged(self.whole if last is None else area_of([last.cell]), size, self.whole)

    def parts(self, size: Size, max_placements: int) -> list[TablePart]:
        """Parts of at most this size and number of placements; together they have every cell that is offered."""
        groups: list[list[Cell]] = []
        for cell in sorted(self._placement_counts, key=lambda cell: area_of([cell])):
            group = next((group for group in groups if self._fits([*group, cell], size, max_placements)), None)
            if group is None:
                groups.append([cell])
            else:
                group.append(cell)
        if not groups:
            return [TablePart(self.around_last(size), frozenset())]
        return [TablePart(_enlarged(area_of(group), size, self.whole), frozenset(group)) for group in groups]

    def _fits(self, cells: Sequence[Cell], size: Size, max_placements: int) -> bool:
        area = area_of(cells)
        return (
            size.holds(area.wide, area.high) and sum(self._placement_counts[cell] for cell in cells) <= max_placements
        )


class NumberedPlacement(NamedTuple):
    """A legal placement and the number to type for it."""

    number: int
    place: Place
    points: int
    bonus: Bonus | None


def numbered_placements(view: View) -> list[NumberedPlacement]:
    """The legal placements in the order of their numbers, which begin with 1."""
    placing = [(option, option.move) for option in view.options if isinstance(option.move, Place)]
    return [
        NumberedPlacement(number, place, option.points, option.bonus)
        for number, (option, place) in enumerate(placing, 1)
    ]


def placement_labels(view: View) -> dict[Cell, str]:
    """The label of each cell where a tile can be placed: the placement's number, as `3+` if other tiles fit too."""
    if view.round is None or not view.round.started:
        return {}  # before the first tile there is only one cell
    labels: dict[Cell, str] = {}
    for number, place, _, _ in numbered_placements(view):
        label = labels.get(place.cell)
        labels[place.cell] = str(number) if label is None else f"{label.rstrip('+')}+"
    return {cell: label for cell, label in labels.items() if len(label) <= _MAX_LABEL_LENGTH}


def _enlarged(area: Area, size: Size, whole: Area) -> Area:
    """The area, enlarged to this size but not beyond the whole table."""
    top, bottom = _stretch(area.top, area.bottom, size.height, whole.top, whole.bottom)
    left, right = _stretch(area.left, area.right, size.width, whole.left, whole.right)
    return Area(top, left, bottom, right)


def _stretch(first: int, last: int, size: int, lowest: int, highest: int) -> tuple[int, int]:
    """An interval of at most `size` within lowest..highest, with first..last near its middle."""
    size = min(size, highest - lowest + 1)
    start = first - (size - (last - first + 1)) // 2
    start = max(lowest, min(start, highest - size + 1))
    return start, start + size - 1
