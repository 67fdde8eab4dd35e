"""Positions for tests of pictures: a real round of 25 tiles, and moments of it with a hexagon and a bridge."""

from __future__ import annotations

from tricorn.bonus import Bonus
from tricorn.moves import Place
from tricorn.render import Drawn, Position

ROUND = (
    "0,0^444 0,0v442 0,-1v544 1,0^224 0,-1^453 0,-2v235 1,-2^512 -1,0v404 1,-2v155 2,-2^501 "
    "-1,0^045 2,-2v055 3,-2^500 1,0v222 0,1^124 -1,1v441 1,-3v121 1,-3^212 2,-3^141 1,-1^455 "
    "3,-3v100 3,-3^014 2,-1^255 2,-4v514 3,-4v341"
)
HEXAGON_COUNT, BRIDGE_COUNT = 20, 23  # of tiles when the last one closes a hexagon, and when it makes a bridge


def tiles(placements: str) -> tuple[Drawn, ...]:
    """The tiles of placements written as in a record."""
    placed = (Place.parse(text) for text in placements.split())
    return tuple(Drawn(place.cell, place.numbers) for place in placed)


def after(count: int, bonus: Bonus | None = None) -> Position:
    """The round after this many tiles."""
    return Position(tiles(ROUND)[:count], bonus)


FULL = after(25)
HEXAGON = after(HEXAGON_COUNT, Bonus.HEXAGON)
BRIDGE = after(BRIDGE_COUNT, Bonus.BRIDGE)
