"""The log of a round: LOG_STRIDE numbers for each placement, draw and pass.

The first number of an entry packs, from the lowest bit: three bits for the kind, three for the seat, six for the tile,
thirteen for the cell of the core, three for the shape, nine for the numbers at the cell's corners, six for the draws
before a pass, flags, and six for the tile shown, inverted. The others are the points with the sum of a tile that is not
named, the cell of the record, and the tiles that the move proves its player did not hold.
"""

from __future__ import annotations

from tricorn.core.compile import inline

__all__ = [
    "LOG_ANYWAY",
    "LOG_BY_CLOCK",
    "LOG_CELL",
    "LOG_DRAW",
    "LOG_PASS",
    "LOG_PLACE",
    "LOG_POINTS",
    "LOG_PROVED",
    "LOG_START",
    "LOG_STRIDE",
    "LOG_WITHOUT_CELL",
    "NO_TILE",
    "complete_logged",
    "logged_cell",
    "logged_down",
    "logged_draws",
    "logged_kind",
    "logged_numbers",
    "logged_points",
    "logged_seat",
    "logged_shape",
    "logged_shown",
    "logged_tile",
    "logged_x",
    "logged_y",
    "pack_cell",
    "pack_logged",
    "pack_pass",
    "pack_points",
    "pack_shown",
]

LOG_STRIDE = 4
LOG_POINTS, LOG_CELL, LOG_PROVED = 1, 2, 3  # where the other numbers of an entry are
LOG_START, LOG_PLACE, LOG_DRAW, LOG_PASS = 0, 1, 2, 3

LOG_BY_CLOCK = 1 << 48  # the clock chose, not the player
LOG_ANYWAY = 1 << 49  # people insisted on it
LOG_WITHOUT_CELL = 1 << 50  # a placement whose cell is not known

NO_TILE = 63  # in place of a tile that is not known

_COORDINATE = 1 << 30  # added to a coordinate of a record, which has at most nine digits, so that it is positive


@inline
def pack_logged(kind: int, tile: int, cell: int, shape: int) -> int:
    """The first number of an entry, without its seat and corner numbers."""
    return kind | tile << 6 | cell << 12 | shape << 25


@inline
def pack_pass(draws: int) -> int:
    """The first number of an entry for a pass after this many draws, without its seat."""
    return LOG_PASS | draws << 38


@inline
def complete_logged(logged: int, seat: int, corners: int) -> int:
    """The first number of an entry with its seat and the numbers at its cell's corners, as in `corner_numbers`."""
    return logged | seat << 3 | corners << 28


@inline
def logged_kind(logged: int) -> int:
    """LOG_START, LOG_PLACE, LOG_DRAW or LOG_PASS."""
    return logged & 7


@inline
def logged_seat(logged: int) -> int:
    """The seat that made the move."""
    return logged >> 3 & 7


@inline
def logged_tile(logged: int) -> int:
    """The tile placed or drawn."""
    return logged >> 6 & 63


@inline
def logged_cell(logged: int) -> int:
    """The cell of a placement."""
    return logged >> 12 & 0x1FFF


@inline
def logged_shape(logged: int) -> int:
    """The shape that a placement made."""
    return logged >> 25 & 7


@inline
def logged_numbers(logged: int) -> tuple[int, int, int]:
    """The numbers at the corners of a placement's cell, clockwise from the apex."""
    return logged >> 34 & 7, logged >> 31 & 7, logged >> 28 & 7


@inline
def logged_draws(logged: int) -> int:
    """The number of draws before a pass."""
    return logged >> 38 & 63


@inline
def pack_shown(tile: int) -> int:
    """The tile that a start with 0-0-0 shows, or NO_TILE, as part of the first number of an entry."""
    return (tile ^ NO_TILE) << 52


@inline
def logged_shown(logged: int) -> int:
    """The tile that a start with 0-0-0 shows, or NO_TILE."""
    return logged >> 52 & 63 ^ NO_TILE


@inline
def pack_points(points: int, total: int) -> int:
    """The points of a move with the sum of a tile that is not named, or 0."""
    return points << 32 | total


@inline
def logged_points(packed: int) -> int:
    """The points of a move."""
    return packed >> 32


@inline
def pack_cell(x: int, y: int, down: int) -> int:
    """A cell of the record, with any coordinates."""
    return x + _COORDINATE << 32 | y + _COORDINATE << 1 | down


@inline
def logged_x(packed: int) -> int:
    """The x of a packed cell."""
    return (packed >> 32) - _COORDINATE


@inline
def logged_y(packed: int) -> int:
    """The y of a packed cell."""
    return (packed >> 1 & 0x7FFFFFFF) - _COORDINATE


@inline
def logged_down(packed: int) -> int:
    """1 if a packed cell points down, else 0."""
    return packed & 1
