"""The meaning of every action number and of every index of an observation, the same in all environments.

docs/environments.md has them as tables. VERSION changes whenever the meaning of an index does.
"""

from __future__ import annotations

from tricorn.tiles import TILES

__all__ = [
    "ACTIONS",
    "BOARD",
    "DRAW_ACTION",
    "EXCLUDED",
    "FOR_EACH_SEAT",
    "FOR_EACH_SLOT",
    "FOR_EACH_TILE",
    "PASS_ACTION",
    "PLACEMENTS",
    "RACK",
    "SCALARS",
    "SCORE_STEP",
    "SEATS_AT",
    "SLOTS",
    "SLOTS_AT",
    "TILE_NUMBER",
    "VERSION",
    "observation_size",
]

VERSION = 2

TILE_NUMBER = len(TILES)
# The first tile opens three cells; every other tile fills one and opens at most two.
SLOTS = 3 + (TILE_NUMBER - 1)

# Actions: slot * 56 + tile for a placement, then these two.
PLACEMENTS = SLOTS * TILE_NUMBER
DRAW_ACTION = PLACEMENTS
PASS_ACTION = PLACEMENTS + 1
ACTIONS = PLACEMENTS + 2

# The observation has these parts in order. For each slot: 0 if it is empty, 1 for a cell that points up, 2 for one that
# points down; x; y; the numbers at the corners clockwise from the apex (7: none yet); the shape that filling it makes;
# the bonus for that (at most 127).
SLOTS_AT = 0
FOR_EACH_SLOT = 8
# For each tile: 0 if it is not on the table, else 1 to 3 on a cell that points up and 4 to 6 on one that points down,
# by which of its numbers is at the apex; x; y.
BOARD = SLOTS_AT + SLOTS * FOR_EACH_SLOT
FOR_EACH_TILE = 3
# For each tile, whether the observer holds it.
RACK = BOARD + TILE_NUMBER * FOR_EACH_TILE
# The observer's seat; the distance clockwise to the seat on turn; tiles on the table; the round's number (at most 127);
# tiles in the well; tiles drawn in this turn; passes in a row that count towards a blocked round.
SCALARS = RACK + TILE_NUMBER
# For each seat, the observer's first and then clockwise: tiles held; tiles drawn in this round; the tile it has shown
# and still holds, plus one; whether its last turn was a pass; its score as SCORE_STEP * the first + the second number.
SEATS_AT = SCALARS + 7
FOR_EACH_SEAT = 6
SCORE_STEP = 64
# After the seats, for each other seat clockwise: 1 for every tile that it is proven not to hold.
EXCLUDED = TILE_NUMBER


def observation_size(players: int) -> int:
    """The length of an observation for this number of players."""
    return SEATS_AT + players * FOR_EACH_SEAT + (players - 1) * EXCLUDED
