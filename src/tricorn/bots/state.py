"""A state to think in: made from a view, saved and rewound around every line of play that is tried."""

from __future__ import annotations

from tricorn.core.compile import Ints, jit
from tricorn.core.play import (
    CHANGED,
    CHANGING,
    DRAW,
    DRAWS,
    FITTING,
    LAID,
    NEXT,
    NOT_LOOKED,
    OVER,
    PASS,
    PASSES,
    SCORES,
    SEAT,
    WELL_END,
    Play,
    new_play,
)
from tricorn.core.table import PLACED, copy_table, take_back
from tricorn.moves import Draw, Move, Pass
from tricorn.round import Round
from tricorn.view import View

__all__ = ["SAVED", "choice_of", "rewind", "save", "state_of"]

SAVED = CHANGED - CHANGING


@jit
def save(play: Play, saved: Ints, at: int) -> None:
    """Note everything that moves change but the table, which takes its own placements back."""
    for index in range(SAVED):
        saved[at + index] = play[CHANGING + index]


@jit
def rewind(play: Play, saved: Ints, at: int, placed: int) -> None:
    """Go back to what was saved, with so many tiles on the table."""
    while play[PLACED] > placed:
        take_back(play)
    for index in range(SAVED):
        play[CHANGING + index] = saved[at + index]


def state_of(view: View, current: Round) -> Play:
    """A state for thinking in: the table and counts as seen; hands and well are filled in by worlds."""
    play = new_play(current.players)
    copy_table(current.board.table, play)
    assert view.seat is not None
    play[SEAT] = view.seat
    play[NEXT] = WELL_END - len(current.well)
    play[DRAWS] = len(current.drawn)
    play[PASSES] = current.passes
    play[OVER] = 0
    play[FITTING] = NOT_LOOKED
    play[LAID] = current.tiles.on_table
    for seat, score in enumerate(view.scores):
        play[SCORES + seat] = score
    return play


def choice_of(current: Round, move: Move) -> int:
    """A move as the core's choice."""
    if isinstance(move, Draw):
        return DRAW
    if isinstance(move, Pass):
        return PASS
    return current.board.core_cell(move.cell) << 6 | move.tile.index
