"""Moves as objects and as text: a record line without its points (`0,0v144`, `draw`, `pass`)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tricorn.bonus import Bonus
from tricorn.errors import TricornError
from tricorn.lattice import Cell
from tricorn.messages import Message
from tricorn.tiles import Tile
from tricorn.wording import quoted

__all__ = ["DRAW", "PASS", "Draw", "Move", "Option", "Pass", "Place", "parse_move", "timeout_move"]

_PLACE = re.compile(r"([^v^ ]*[v^])([0-5])([0-5])([0-5])")
_END_OF_PLACE = re.compile(r"[v^][0-5]{3}$")


class Place(NamedTuple):
    """A tile put on a cell, its numbers read clockwise from the apex.

    >>> str(Place.parse("-1,1v144").tile)
    '1-4-4'
    """

    cell: Cell
    numbers: tuple[int, int, int]

    @classmethod
    def parse(cls, text: str) -> Place:
        """The placement written `-1,1v144`; a mirrored tile is refused (R1)."""
        match = _PLACE.fullmatch(text)
        if match is None:
            raise TricornError(Message.PLACEMENT_WRITTEN, text=quoted(text, 40))
        place = cls(Cell.parse(match[1]), (int(match[2]), int(match[3]), int(match[4])))
        if place.is_mirrored:
            raise TricornError(Message.NUMBERS_MIRRORED, numbers=text.removeprefix(match[1]), tile=place.tile)
        return place

    @property
    def tile(self) -> Tile:
        """The tile that is placed."""
        return Tile.holding(*self.numbers)

    @property
    def is_mirrored(self) -> bool:
        """Whether the numbers run the wrong way round for the tile that holds them."""
        a, b, c = self.numbers
        return self.tile.numbers not in ((a, b, c), (b, c, a), (c, a, b))

    def __str__(self) -> str:
        return "{}{}{}{}".format(self.cell, *self.numbers)


@dataclass(frozen=True)
class Draw:
    """One tile drawn from the well; the player does not choose which."""

    def __str__(self) -> str:
        return "draw"


@dataclass(frozen=True)
class Pass:
    """A turn without a placement, if the rules allow or require it."""

    def __str__(self) -> str:
        return "pass"


Move = Place | Draw | Pass

DRAW = Draw()
PASS = Pass()


class Option(NamedTuple):
    """A legal move, with its points and bonus."""

    move: Move
    points: int
    bonus: Bonus | None = None


def parse_move(text: str) -> Move:
    """The move written as in a record, without seat and points."""
    if text == "draw":
        return DRAW
    if text == "pass":
        return PASS
    if not _END_OF_PLACE.search(text):
        raise TricornError(Message.MOVE_WRITTEN, text=quoted(text, 40))
    return Place.parse(text)


def timeout_move(options: Sequence[Option]) -> Move:
    """The move made for a player whose time is up: the placement that scores least, or else the pass or draw (R14).

    The options are all legal ones, best first.
    """
    placements = [option.move for option in options if isinstance(option.move, Place)]
    return placements[-1] if placements else options[0].move
