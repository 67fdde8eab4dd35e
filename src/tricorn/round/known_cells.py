"""The tiles whose cells are known, where others are not, and the claims that they contradict.

Other tiles may lie anywhere else, so a claim is refused only if it contradicts the known tiles.
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
    """The known part of a table: which cells are filled, which of their tiles bridge, and the numbers at corners."""

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

        `elsewhere` are the bonuses of the other tiles; `beside_bridge` is the stricter reading of R15, by which
        two sides may earn nothing.
        """
        sides = self.filled.intersection(cell.neighbours)
        meets = bool(sides & self.bridging)
        others = sum(bonus is not Bonus.BRIDGE for bonus in elsewhere)
        unpaid = beside_bridge and not meets and 2 - len(sides) <= others
        if event.bonus is None and not unpaid and sides and all(corner in self.numbers for corner in cell.corners):
            raise Mismatch(Message.BONUS_AT_CORNERS(), event)
        if event.bonus is Bonus.BRIDGE and len(sides) >= 2:
            raise Mismatch(Message.NO_BRIDGE_AT_SIDES(count=len(sides)), event)
        may_meet = meets or (len(sides) < len(cell.neighbours) and others < len(elsewhere))
        if event.bonus is Bonus.BESIDE and beside_bridge and not may_meet:
            raise Mismatch(Message.NO_BRIDGE_BESIDE(), event)
