"""`Board`, the core's board of a round as objects: cells and moves in the coordinates of the record.

A cell has different coordinates in the record and in the core, which puts the first tile in the middle of its field.
"""

from __future__ import annotations

from tricorn.bonus import Bonus, from_shape
from tricorn.core import layout as at
from tricorn.core.board import (
    CELLS,
    NO_NUMBER,
    OPEN,
    cell_at,
    cell_index,
    fitting_tiles,
    unpack_corners,
)
from tricorn.core.compile import Ints, ints
from tricorn.core.judging_cells import EMPTY, check_fits, has_room, number_at, shape_at
from tricorn.core.log import pack_cell
from tricorn.core.options import MAX_OPTIONS, describe, list_placements
from tricorn.core.refusals import OK
from tricorn.core.rules import Rules, start_points, startable
from tricorn.core.state import State, choice_cell, pack_placement
from tricorn.lattice import ORIGIN, Cell
from tricorn.moves import Option, Place
from tricorn.record import Placed
from tricorn.round.encoding import encode
from tricorn.round.refusing import refusal
from tricorn.tiles import tiles_of

__all__ = ["Board", "best_first", "start_options"]


def best_first(options: list[Option]) -> list[Option]:
    """Options sorted by points, the highest first."""
    return sorted(options, key=lambda option: (-option.points, str(option.move)))


def start_options(rules: Rules, hand: int) -> list[Option]:
    """The legal first moves of the player who starts, best first."""
    tiles = tiles_of(startable(rules, hand))
    return best_first([Option(Place(ORIGIN, tile.numbers), start_points(rules, tile.index)) for tile in tiles])


class Board:
    """The board of a round, over the core's array; it has the tiles whose cells are known and connected."""

    def __init__(self, state: State, rules: Rules) -> None:
        self.state = state
        self.rules = rules

    # Cells in the record and in the core.

    def core_cell(self, cell: Cell) -> int:
        """The core's index for a cell."""
        return cell_index(cell.x - self.state[at.FIRST_X], cell.y - self.state[at.FIRST_Y], not cell.up)

    def _record_cell(self, index: int) -> Cell:
        cell = cell_at(index)
        return Cell(cell.x + self.state[at.FIRST_X], cell.y + self.state[at.FIRST_Y], cell.up)

    def open_cells(self) -> list[Cell]:
        """The empty cells that share a side with a tile."""
        return [self._record_cell(self.state[CELLS + slot]) for slot in range(self.state[OPEN])]

    def place_at(self, choice: int) -> Place:
        """The placement that is a choice of the core."""
        return self._place(choice, describe(self.state, self.rules, choice))

    def _place(self, choice: int, described: int) -> Place:
        return Place(self._record_cell(choice_cell(choice)), unpack_corners(described & 0o777))

    # Tiles with known cells.

    def numbers_around(self, cell: Cell) -> tuple[int, ...]:
        """The numbers at those corners of a cell that tiles touch, clockwise from the apex."""
        numbers = [number_at(self.state, corner.x, corner.y) for corner in cell.corners]
        return tuple(number for number in numbers if number != NO_NUMBER)

    def is_filled(self, cell: Cell) -> bool:
        """Whether a tile is known to lie on a cell."""
        return self._shape_at(cell) != EMPTY

    def is_bridging(self, cell: Cell) -> bool:
        """Whether the tile on a cell is known to have been placed as a bridge (R15)."""
        return self._shape_at(cell) == Bonus.BRIDGE.shape

    def _shape_at(self, cell: Cell) -> int:
        return shape_at(self.state, pack_cell(cell.x, cell.y, not cell.up))

    # What fits, and which bonus it makes.

    def fitting(self) -> int:
        """The tiles that fit somewhere, as a mask."""
        return fitting_tiles(self.state)

    def options(self, tiles: int) -> list[Option]:
        """Every placement of these tiles, in the order of the core's open cells."""
        choices = ints(MAX_OPTIONS)
        return [self._option(choices[index]) for index in range(list_placements(self.state, tiles, choices))]

    def _option(self, choice: int) -> Option:
        """A placement of the core with its bonus and points."""
        described = describe(self.state, self.rules, choice)
        return Option(self._place(choice, described), described >> 12, from_shape(described >> 9 & 7))

    def option_at(self, place: Place) -> Option:
        """The bonus and points of a placement; refused with the rule that it breaks if not legal (R1, R2)."""
        placed, encoded = _placement(place)
        code = check_fits(self.state, encoded)
        if code != OK:
            raise refusal(code, placed, encoded)
        return self._option(pack_placement(self.core_cell(place.cell), place.tile.index))

    def has_room(self, place: Place) -> bool:
        """Whether a placement is possible as far as the board is known."""
        return has_room(self.state, _placement(place)[1])


def _placement(place: Place) -> tuple[Placed, Ints]:
    """A placement by anybody, as an event and as the core takes it."""
    placed = Placed(0, place.tile, place, 0)
    return placed, encode(placed)
