"""Checks of placements on a table on which only some tiles have known cells.

The other tiles may lie anywhere else, so a placement is refused only if it contradicts the known ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tricorn.bonus import Bonus
from tricorn.errors import IllegalMove, Mismatch
from tricorn.lattice import Cell, Point
from tricorn.messages import Message
from tricorn.moves import Place
from tricorn.record import Placed

__all__ = ["KnownCells"]


class KnownCells:
    """The tiles with known cells: the cells they fill, those of bridging tiles, and the numbers at their corners."""

    def __init__(self, placements: Iterable[Placed]) -> None:
        located = [(placed, placed.place) for placed in placements if placed.place is not None]
        self.filled = {place.cell for _, place in located}
        self.bridging = {place.cell for placed, place in located if placed.bonus is Bonus.BRIDGE}
        self.numbers: dict[Point, int] = {
            corner: number
            for _, place in located
            for corner, number in zip(place.cell.corners, place.numbers, strict=True)
        }

    def check_room(self, place: Place) -> None:
        """Refuse a placement that the known tiles leave no room for."""
        if place.cell in self.filled:
            raise IllegalMove(Message.CELL_FILLED, cell=place.cell)
        for corner, number in zip(place.cell.corners, place.numbers, strict=True):
            if self.numbers.get(corner, number) != number:
                raise IllegalMove(Message.CORNER_MEETS, place=place, number=number, there=self.numbers[corner])

    def has_room(self, place: Place) -> bool:
        """Whether the known tiles leave room for a placement."""
        try:
            self.check_room(place)
        except IllegalMove:
            return False
        return True

    def check_claim(self, event: Placed, cell: Cell, elsewhere: Sequence[Bonus | None], beside_bridge: bool) -> None:
        """Refuse a bonus, or none, that the known tiles contradict.

        `elsewhere` has the bonuses of the tiles with unknown cells. With `beside_bridge`, the stricter reading of R15,
        two sides may earn nothing.
        """
        sides = self.filled.intersection(cell.neighbours)
        meets_bridge = bool(sides & self.bridging)
        plain_elsewhere = sum(bonus is not Bonus.BRIDGE for bonus in elsewhere)
        may_be_unpaid = beside_bridge and not meets_bridge and len(sides) + plain_elsewhere >= 2
        corners_met = all(corner in self.numbers for corner in cell.corners)
        if event.bonus is None and sides and corners_met and not may_be_unpaid:
            raise Mismatch(Message.BONUS_AT_CORNERS(), event)
        if event.bonus is Bonus.BRIDGE and len(sides) >= 2:
            raise Mismatch(Message.NO_BRIDGE_AT_SIDES(count=len(sides)), event)
        may_meet_bridge = meets_bridge or (len(sides) < len(cell.neighbours) and plain_elsewhere < len(elsewhere))
        if event.bonus is Bonus.BESIDE and beside_bridge and not may_meet_bridge:
            raise Mismatch(Message.NO_BRIDGE_BESIDE(), event)
