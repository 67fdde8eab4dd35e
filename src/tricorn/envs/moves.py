"""Converts actions to moves and back, by an observation that has the cell of each slot."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from tricorn.core.board import NO_NUMBER
from tricorn.envs.layout import (
    ACTIONS,
    DRAW_ACTION,
    FOR_EACH_SLOT,
    PASS_ACTION,
    PLACEMENTS,
    SLOTS,
    SLOTS_AT,
    TILE_NUMBER,
)
from tricorn.errors import TricornError
from tricorn.lattice import ORIGIN, Cell
from tricorn.messages import Message
from tricorn.moves import DRAW, PASS, Draw, Move, Pass, Place
from tricorn.tiles import TILES

__all__ = ["action_of", "move_of"]


def _slots(observation: NDArray[Any]) -> NDArray[Any]:
    return observation[SLOTS_AT : SLOTS_AT + SLOTS * FOR_EACH_SLOT].reshape(SLOTS, FOR_EACH_SLOT)


def move_of(observation: NDArray[Any], action: int) -> Move:
    """The move of an action, for the seat with this observation."""
    if not 0 <= action < ACTIONS:
        raise TricornError(Message.ACTION, most=ACTIONS - 1, action=action)
    if action >= PLACEMENTS:
        return DRAW if action == DRAW_ACTION else PASS
    slot, index = divmod(int(action), TILE_NUMBER)
    tile = TILES[index]
    if not _slots(observation)[0, 0]:
        return Place(ORIGIN, tile.numbers)
    kind, x, y, *corners, _, _ = map(int, _slots(observation)[slot])
    if not kind:
        raise TricornError(Message.SLOT_EMPTY, slot=slot, action=action)
    missing = tile.sum - sum(number for number in corners if number != NO_NUMBER)
    a, b, c = (missing if number == NO_NUMBER else number for number in corners)
    return Place(Cell(x, y, kind == 1), (a, b, c))


def action_of(observation: NDArray[Any], move: Move) -> int:
    """The action of a move, for the seat with this observation."""
    if isinstance(move, Draw):
        return DRAW_ACTION
    if isinstance(move, Pass):
        return PASS_ACTION
    slots = _slots(observation)
    if not slots[0, 0]:
        return move.tile.index
    x, y, up = move.cell
    for slot in range(SLOTS):
        if tuple(slots[slot, :3]) == (1 if up else 2, x, y):
            return slot * TILE_NUMBER + move.tile.index
    raise TricornError(Message.CELL_NOT_OPEN, cell=move.cell)
