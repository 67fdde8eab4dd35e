"""Lessons: positions from recorded games, each with a goal, and the reasons why other attempts are refused.

The records are in lessons/, one file per lesson. The core checks them and every attempt. The reader plays seat A.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from pathlib import Path
from typing import Any

from tricorn.errors import IllegalMove
from tricorn.game import Game
from tricorn.lattice import Cell
from tricorn.messages import Phrase
from tricorn.moves import Place
from tricorn.record import Blocked, Event, Out, Placed
from tricorn.round import Round
from tricorn.tiles import Tile

__all__ = ["LESSONS", "READER", "Goal", "Lesson", "Refusal"]

READER = 0  # the reader's seat
_RECORDS = Path(__file__).parent / "lessons"
_KINDS: dict[str, type[Event]] = {"place": Placed, "out": Out, "blocked": Blocked}


@dataclass(frozen=True)
class Goal:
    """The event that completes a lesson: its kind, and for a placement its bonus or tile if required."""

    kind: str
    bonus: str | None = None
    tile: str | None = None

    def is_met(self, event: Event) -> bool:
        """Whether this event completes the lesson."""
        if not isinstance(event, _KINDS[self.kind]):
            return False
        if not isinstance(event, Placed):
            return True
        return event.seat == READER and self.bonus in (None, event.bonus) and self.tile in (None, str(event.tile))

    def as_data(self) -> dict[str, str]:
        """The fields that are set, for the page."""
        return {name: value for name, value in vars(self).items() if value is not None}


@dataclass(frozen=True)
class Refusal:
    """A tile on a cell where it does not fit, turned or turned over so that as many corners as possible match."""

    place: Place
    tile: Tile
    reason: Phrase


@dataclass(frozen=True)
class Lesson:
    """A position and its goal. With `tries`, any open cell can be tried, not only those where a tile fits."""

    name: str
    goal: Goal
    tries: bool = False

    @property
    def record(self) -> str:
        """The record of the game up to the reader's turn."""
        return (_RECORDS / f"{self.name}.tri").read_text(encoding="utf-8")

    def game(self) -> Game:
        """The game at the reader's turn, checked line by line."""
        return Game.from_record(self.record)

    def refusals(self) -> list[Refusal]:
        """Why the core refuses each tile on each open cell where it does not fit."""
        current = self.game().round
        if not self.tries or current is None:
            return []
        cells = current.open_cells()
        attempts = [_refusal(current, tile, cell) for tile in current.hand(READER) for cell in cells]
        return [refusal for refusal in attempts if refusal is not None]


def _refusal(current: Round, tile: Tile, cell: Cell) -> Refusal | None:
    """Why a tile does not fit on a cell; None if it does."""
    numbers = {point: number for place in current.places for point, number in _corners(place)}
    orders = [Place(cell, (a, b, c)) for a, b, c in dict.fromkeys(permutations(tile.numbers))]
    best: tuple[int, Refusal] | None = None
    for place in orders:
        try:
            current.option_at(place)
        except IllegalMove as error:
            matches = sum(numbers.get(point) == number for point, number in _corners(place))
            if best is None or matches > best[0]:
                best = matches, Refusal(place, tile, _reason(error, tile))
        else:
            return None
    return None if best is None else best[1]


def _corners(place: Place) -> list[tuple[Any, int]]:
    return list(zip(place.cell.corners, place.numbers, strict=True))


def _reason(error: IllegalMove, tile: Tile) -> Phrase:
    """The reason for a refusal, with the tile in place of the placement, whose cell the reader sees on the board."""
    fields = {name: tile if isinstance(value, Place) else value for name, value in error.params.items()}
    return error.message(**fields)


LESSONS = (
    Lesson("side", Goal("place"), tries=True),
    Lesson("corners", Goal("place"), tries=True),
    Lesson("draw", Goal("place")),
    Lesson("bridge", Goal("place", bonus="bridge")),
    Lesson("beside", Goal("place", bonus="beside")),
    Lesson("hexagon", Goal("place", bonus="hexagon")),
    Lesson("out", Goal("out")),
    Lesson("blocked", Goal("blocked")),
    Lesson("start", Goal("place", tile="0-0-0")),
)
