"""Saving and restoring a state around every line of play that a search tries."""

from __future__ import annotations

from tricorn.core.compile import Ints, jit
from tricorn.core.play import (
    CHANGED,
    CHANGING,
    DRAW,
    PASS,
    Play,
)
from tricorn.core.table import PLACED, take_back
from tricorn.moves import Draw, Move, Pass
from tricorn.round import Round

__all__ = ["SAVED", "choice_of", "rewind", "save"]

SAVED = CHANGED - CHANGING


@jit
def save(play: Play, saved: Ints, at: int) -> None:
    """Save everything that moves change, except the table, which can undo placements."""
    for index in range(SAVED):
        saved[at + index] = play[CHANGING + index]


@jit
def rewind(play: Play, saved: Ints, at: int, placed: int) -> None:
    """Restore what was saved, with so many tiles on the table."""
    while play[PLACED] > placed:
        take_back(play)
    for index in range(SAVED):
        play[CHANGING + index] = saved[at + index]


def choice_of(current: Round, move: Move) -> int:
    """A move as the core's choice."""
    if isinstance(move, Draw):
        return DRAW
    if isinstance(move, Pass):
        return PASS
    return current.board.core_cell(move.cell) << 6 | move.tile.index
