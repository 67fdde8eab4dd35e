"""The tiles on the table of a round, with their cells as far as those are known; what fits, and which bonus it makes.

A cell has different coordinates in the record and in the core, which puts the first tile in the middle of its field.
"""

from __future__ import annotations

from dataclasses import replace

from tricorn.bonus import Bonus, from_shape, to_shape
from tricorn.core.rules import Rules, placed_points
from tricorn.core.table import (
    CELLS,
    FITS,
    NO_NUMBER,
    OPEN,
    PLACED,
    Table,
    cell_at,
    cell_index,
    corner_numbers,
    fitting_tiles,
    is_filled,
    mark_bridge,
    new_table,
    put,
    put_first,
    shape_of,
    slot_number,
    take_back,
    third_number,
    unpack_corners,
)
from tricorn.errors import IllegalMove, Mismatch
from tricorn.lattice import ORIGIN, Cell
from tricorn.messages import Message, either
from tricorn.moves import Option, Place
from tricorn.record import Placed, Summed
from tricorn.round.known_cells import KnownCells
from tricorn.tiles import Tile, tiles_of
from tricorn.wording import Line

__all__ = ["Board", "best_first", "check_not_mirrored"]


def check_not_mirrored(place: Place) -> None:
    """Refuse a placement that turns its tile over (R1)."""
    if place.is_mirrored:
        raise IllegalMove(Message.MIRRORED, place=place, tile=place.tile)


def best_first(options: list[Option]) -> list[Option]:
    """Options sorted by points, the highest first."""
    return sorted(options, key=lambda option: (-option.points, str(option.move)))


class Board:
    """The placements of a round. `table` is the core's, with the tiles whose cells are known and connected."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.table: Table = new_table()
        self.placements: list[Placed] = []  # of the tiles that were named
        self.located = True  # whether the cell of every tile placed is known
        self._located_prefix = 0  # the number of placements before the first one without a cell
        self._unlocated: list[Bonus | None] = []  # the bonuses of the tiles whose cells are not known
        self._shift = ORIGIN  # the first tile's cell in the record

    def copy(self) -> Board:
        """An independent copy."""
        clone = Board.__new__(Board)
        clone.__dict__.update(self.__dict__)
        clone.table = self.table[:]
        clone.placements, clone._unlocated = self.placements.copy(), self._unlocated.copy()
        return clone

    @property
    def places(self) -> list[Place]:
        """The placements whose cells are known, in order."""
        return [placed.place for placed in self.placements if placed.place is not None]

    def open_cells(self) -> list[Cell]:
        """The empty cells that share a side with a tile."""
        return [self._record_cell(cell) for cell in self._open_core_cells()]

    def numbers_around(self, cell: Cell) -> tuple[int, ...]:
        """The numbers at those corners of a cell that tiles touch, clockwise from the apex."""
        numbers = KnownCells(self.placements).numbers
        return tuple(numbers[corner] for corner in cell.corners if corner in numbers)

    def is_filled(self, cell: Cell) -> bool:
        """Whether a tile is known to lie on a cell."""
        return any(place.cell == cell for place in self.places)

    def is_bridging(self, cell: Cell) -> bool:
        """Whether the tile on a cell is known to have been placed as a bridge (R15)."""
        return cell in KnownCells(self.placements).bridging

    # Cells in the record and in the core.

    def core_cell(self, cell: Cell) -> int:
        """The core's index for a cell."""
        return cell_index(Cell(cell.x - self._shift.x, cell.y - self._shift.y, cell.up))

    def _record_cell(self, index: int) -> Cell:
        cell = cell_at(index)
        return Cell(cell.x + self._shift.x, cell.y + self._shift.y, cell.up)

    def _open_core_cells(self) -> list[int]:
        return [self.table[CELLS + slot] for slot in range(self.table[OPEN])]

    def place_at(self, cell: int, tile: Tile) -> Place:
        """The placement of a fitting tile on an open cell of the core."""
        corners = corner_numbers(self.table, cell)
        missing = third_number(corners, tile.index)
        a, b, c = (missing if n == NO_NUMBER else n for n in unpack_corners(corners))
        return Place(self._record_cell(cell), (a, b, c))

    # What fits, and which bonus it makes.

    def fitting(self) -> int:
        """The tiles that fit somewhere, as a mask."""
        return fitting_tiles(self.table)

    def options(self, tiles: int) -> list[Option]:
        """Every placement of these tiles, in the order of the core's open cells."""
        options: list[Option] = []
        for slot, cell in enumerate(self._open_core_cells()):
            fitting = self.table[FITS + slot] & tiles
            if not fitting:
                continue
            shape = shape_of(self.table, cell, self.rules.beside_bridge)
            bonus = from_shape(shape)
            options += [
                Option(self.place_at(cell, tile), placed_points(self.rules, shape, tile.sum), bonus)
                for tile in tiles_of(fitting)
            ]
        return options

    def option_at(self, place: Place) -> Option:
        """The bonus and points of a placement; refused with the rule that it breaks if not legal (R1, R2)."""
        cell = self.core_cell(place.cell)
        if cell >= 0 and is_filled(self.table, cell):
            raise IllegalMove(Message.CELL_FILLED, cell=place.cell)
        if cell < 0 or not slot_number(self.table, cell):
            raise IllegalMove(Message.NO_SIDE_TOUCHES, cell=place.cell)
        corners = corner_numbers(self.table, cell)
        for number, there in zip(place.numbers, unpack_corners(corners), strict=True):
            if there not in (number, NO_NUMBER):
                raise IllegalMove(Message.CORNER_MEETS, place=place, number=number, there=there)
        check_not_mirrored(place)
        shape = shape_of(self.table, cell, self.rules.beside_bridge)
        return Option(place, placed_points(self.rules, shape, place.tile.sum), from_shape(shape))

    def fits(self, place: Place) -> bool:
        """Whether a placement is legal on the core's table."""
        try:
            self.option_at(place)
        except IllegalMove:
            return False
        return True

    def has_room(self, place: Place) -> bool:
        """Whether a placement is possible as far as the table is known."""
        return self.fits(place) if self.located else KnownCells(self.placements).has_room(place)

    def check_claim(self, event: Placed, place: Place) -> None:
        """Refuse a placement that contradicts the tiles whose cells are known; the others may lie anywhere else."""
        known = KnownCells(self.placements)
        known.check_room(place)
        known.check_claim(event, place.cell, self._unlocated, bool(self.rules.beside_bridge))

    def check_somewhere(self, event: Placed | Summed, tiles: int, what: object) -> None:
        """Refuse a placement without a cell unless one of these tiles fits somewhere with the bonus claimed."""
        if not self.located:
            self._check_bridge_placed(event)
            return
        bonuses = {option.bonus for option in self.options(tiles)}
        if not bonuses:
            raise IllegalMove(Message.FITS_NOWHERE, what=what)
        if event.bonus not in bonuses:
            named = [Line(bonus) for bonus in sorted(filter(None, bonuses))]
            none = [Message.NO_BONUS()] if None in bonuses else []
            found = Line(event.bonus) if event.bonus else Message.NO_BONUS()
            raise Mismatch(Message.BONUS_FOR(bonuses=either([*named, *none]), what=what), found)

    def _check_bridge_placed(self, event: Placed | Summed) -> None:
        """Refuse a bonus for two sides beside a bridging tile if none has been placed (R15)."""
        if event.bonus is not Bonus.BESIDE or not self.rules.beside_bridge:
            return
        if Bonus.BRIDGE not in (*self._unlocated, *(placed.bonus for placed in self.placements)):
            raise Mismatch(Message.NO_BRIDGE_PLACED(), event)

    # Laying tiles and taking them back.

    def lay(self, event: Placed, *, first: bool) -> None:
        """Add a tile; the core's table gets it too if its cell is known and touches known ones."""
        if first:
            event = replace(event, bonus=None)  # people may insist on a bonus, but the first tile bridges nothing (R15)
        if event.place is None:
            self._unlocated.append(event.bonus)
            self.located = False
        else:
            self._lay_in_core(event, event.place)
        self._located_prefix += self.located
        self.placements.append(event)

    def _lay_in_core(self, event: Placed, place: Place) -> None:
        if not self.table[PLACED]:
            self._shift = Cell(place.cell.x, place.cell.y, True)
            put_first(self.table, self.core_cell(place.cell), *place.numbers)
            if event.bonus is Bonus.BRIDGE:
                mark_bridge(self.table, self.core_cell(place.cell))
        elif self.located or self.fits(place):
            put(self.table, self.core_cell(place.cell), event.tile.index, to_shape(event.bonus))

    def lay_unnamed(self, bonus: Bonus | None) -> None:
        """Add a tile of which only the sum is known."""
        self.located = False
        self._unlocated.append(bonus)

    def take_back_to(self, place: Place) -> bool:
        """Remove a placement and all later ones; return whether it was found."""
        index = next((index for index, placed in enumerate(self.placements) if placed.place == place), None)
        if index is None:
            return False
        cell = self.core_cell(place.cell)
        while cell >= 0 and is_filled(self.table, cell):
            take_back(self.table)
        del self.placements[index:]
        self.located = len(self.placements) <= self._located_prefix
        if self.located:
            self._unlocated = []
        return True
