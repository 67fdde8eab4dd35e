"""An event of a round as an array of numbers, as `judge` and `apply_event` take it.

Every kind of event uses some of the fields; the others have the values of `new_event`.
"""

from __future__ import annotations

from tricorn.core.compile import Ints, ints
from tricorn.core.layout import NO_SUM
from tricorn.core.log import NO_TILE
from tricorn.core.rules import NOBODY
from tricorn.tiles import TILES

__all__ = [
    "ANYWAY",
    "CELL_DOWN",
    "CELL_X",
    "CELL_Y",
    "COUNT",
    "DEALT",
    "DECLARED_BLOCKED",
    "DECLARED_OUT",
    "DREW",
    "ENDED_BLOCKED",
    "ENDED_OUT",
    "EVENT_SEAT",
    "EVENT_SIZE",
    "FIGURES",
    "HAND_LEFT",
    "HAS_CELL",
    "KIND",
    "NO_COUNT",
    "NUMBERS",
    "PASSED",
    "PLACED",
    "PLUS_ZERO",
    "POINTS",
    "SHAPE",
    "SHOWN",
    "STARTS",
    "SUM",
    "TILE",
    "TILES_FROM",
    "TIMEOUT",
    "WELL",
    "new_event",
]

# The fields of an event. POINTS of tiles that are left in a hand is their sum; of a sum alone it is not used.
KIND, EVENT_SEAT, TILE, SUM, POINTS, SHAPE, SHOWN, TIMEOUT, ANYWAY = range(9)
HAS_CELL, CELL_X, CELL_Y, CELL_DOWN, NUMBERS = range(9, 14)  # the cell of the record, and its corner numbers
COUNT = 14  # how many tiles are dealt, in the well, or left, or NO_COUNT
PLUS_ZERO = 15  # whether a pass without a penalty is written +0, not -0; `complete` sets it
FIGURES = 16  # the figures of a refusal
TILES_FROM = FIGURES + 6  # the tiles that are dealt, in the well, or left
EVENT_SIZE = TILES_FROM + len(TILES)

# The kinds of events. The last two are not in records: people at a real table declare a round over before they count.
DEALT, WELL, STARTS, PLACED, DREW, PASSED, HAND_LEFT, ENDED_OUT, ENDED_BLOCKED = range(9)
DECLARED_OUT, DECLARED_BLOCKED = 9, 10

NO_COUNT = -1


def new_event(kind: int, seat: int = NOBODY) -> Ints:
    """An event of this kind; its other fields are to be filled in."""
    event = ints(EVENT_SIZE)
    event[KIND], event[EVENT_SEAT] = kind, seat
    event[TILE] = event[SHOWN] = NO_TILE
    event[SUM], event[COUNT] = NO_SUM, NO_COUNT
    return event
