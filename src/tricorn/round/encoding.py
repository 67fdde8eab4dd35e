"""Events of a record as the core takes them (core/events.py), and placements of the core's log as events."""

from __future__ import annotations

from collections.abc import Sequence

from tricorn.bonus import from_shape, to_shape
from tricorn.core import events
from tricorn.core.board import pack_corners
from tricorn.core.compile import Ints
from tricorn.core.log import (
    LOG_ANYWAY,
    LOG_BY_CLOCK,
    LOG_CELL,
    LOG_POINTS,
    LOG_WITHOUT_CELL,
    NO_TILE,
    logged_down,
    logged_numbers,
    logged_points,
    logged_seat,
    logged_shape,
    logged_shown,
    logged_tile,
    logged_x,
    logged_y,
)
from tricorn.core.rules import NOBODY
from tricorn.core.state import State
from tricorn.lattice import Cell
from tricorn.moves import Place
from tricorn.record import Blocked, Deal, Drew, Left, Out, Passed, Placed, RoundEvent, Starts, Summed, Well
from tricorn.tiles import TILES, Tile

__all__ = ["encode", "logged_placement", "tile_or_none"]


def encode(event: RoundEvent) -> Ints:
    """An event as the core takes it."""
    if isinstance(event, Deal):
        return _with_tiles(events.new_event(events.DEALT, event.seat), event.tiles)
    if isinstance(event, Well):
        return _with_tiles(events.new_event(events.WELL), event.tiles)
    if isinstance(event, Starts):
        return events.new_event(events.STARTS, event.seat)
    encoded = _encode_move(event) if isinstance(event, Placed | Summed | Drew | Passed) else _encode_end(event)
    encoded[events.ANYWAY] = event.anyway
    return encoded


def _with_tiles(encoded: Ints, tiles: Sequence[Tile | None]) -> Ints:
    encoded[events.COUNT] = len(tiles)
    for index, tile in enumerate(tiles[: len(TILES)]):  # a number that is wrong is refused before the tiles are read
        encoded[events.TILES_FROM + index] = _index(tile)
    return encoded


def _index(tile: Tile | None) -> int:
    return NO_TILE if tile is None else tile.index


def _encode_move(event: Placed | Summed | Drew | Passed) -> Ints:
    if isinstance(event, Placed | Summed):
        encoded = events.new_event(events.PLACED, event.seat)
        encoded[events.POINTS], encoded[events.SHAPE] = event.points, to_shape(event.bonus)
        if isinstance(event, Summed):
            encoded[events.SUM] = event.total
        else:
            encoded[events.TILE], encoded[events.SHOWN] = event.tile.index, _index(event.shows)
            if event.place is not None:
                _add_place(encoded, event.place)
    else:
        encoded = events.new_event(events.DREW if isinstance(event, Drew) else events.PASSED, event.seat)
        encoded[events.POINTS] = -event.penalty
        if isinstance(event, Drew):
            encoded[events.TILE] = _index(event.tile)
    encoded[events.TIMEOUT] = event.timeout
    return encoded


def _add_place(encoded: Ints, place: Place) -> None:
    encoded[events.HAS_CELL] = 1
    encoded[events.CELL_X], encoded[events.CELL_Y] = place.cell.x, place.cell.y
    encoded[events.CELL_DOWN] = not place.cell.up
    encoded[events.NUMBERS] = pack_corners(*place.numbers)


def _encode_end(event: Left | Out | Blocked) -> Ints:
    if isinstance(event, Left):
        encoded = events.new_event(events.HAND_LEFT, event.seat)
        if event.tiles is not None:
            encoded[events.POINTS] = event.sum
            return _with_tiles(encoded, event.tiles)
        encoded[events.SUM] = event.total or 0
        encoded[events.COUNT] = events.NO_COUNT if event.count is None else event.count
        return encoded
    kind = events.ENDED_OUT if isinstance(event, Out) else events.ENDED_BLOCKED
    encoded = events.new_event(kind, NOBODY if event.seat is None else event.seat)
    encoded[events.POINTS] = event.points
    return encoded


def tile_or_none(tile: int) -> Tile | None:
    """A tile of the core, which may be unknown."""
    return None if tile == NO_TILE else TILES[tile]


def logged_placement(state: State, index: int) -> Placed:
    """The placement of a named tile that the log has at an index."""
    logged, cell = state[index], state[index + LOG_CELL]
    place = None
    if not logged & LOG_WITHOUT_CELL:
        place = Place(Cell(logged_x(cell), logged_y(cell), not logged_down(cell)), logged_numbers(logged))
    return Placed(
        logged_seat(logged),
        TILES[logged_tile(logged)],
        place,
        logged_points(state[index + LOG_POINTS]),
        from_shape(logged_shape(logged)),
        tile_or_none(logged_shown(logged)),
        bool(logged & LOG_BY_CLOCK),
        bool(logged & LOG_ANYWAY),
    )
