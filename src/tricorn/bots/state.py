"""A state to think in: made from a view, saved and rewound around every line of play that is tried."""

from __future__ import annotations

from tricorn.core.compile import Ints, jit
from tricorn.core.play import (
    DRAW,
    DRAWS,
    FITTING,
    LAID,
    NEXT,
    NOT_LOOKED,
    OVER,
    PASS,
    PASSES,
    SEAT,
    Play,
    new_play,
)
from tricorn.core.table import PLACED, copy_table, take_back
from tricorn.moves import Draw, Move, Pass
from tricorn.round import Round
from tricorn.tiles import TILES
from tricorn.view import View

__all__ = ["SAVED", "choice_of", "rewind", "save", "state_of"]

SAVED = 6 + 6 + 12  # hands, scores, and Play.now


@jit
def save(play: Play, saved: Ints, at: int) -> None:
    """Note everything but the table, which takes its own placements back."""
    for seat in range(6):
        saved[at + seat] = play.hands[seat]
        saved[at + 6 + seat] = play.scores[seat]
    for index in range(len(play.now)):
        saved[at + 12 + index] = play.now[index]


@jit
def rewind(play: Play, saved: Ints, at: int, placed: int) -> None:
    """Go back to what was saved, with so many tiles on the table."""
    while play.table.counts[PLACED] > placed:
        take_back(play.table)
    for seat in range(6):
        play.hands[seat] = saved[at + seat]
        play.scores[seat] = saved[at + 6 + seat]
    for index in range(len(play.now)):
        play.now[index] = saved[at + 12 + index]


def state_of(view: View, current: Round) -> Play:
    """A state for thinking in: the table and counts as seen; hands and well are filled in by worlds."""
    play = new_play(current.players)
    play = play._replace(table=copy_table(current.table))
    now = play.now
    assert view.seat is not None
    now[SEAT] = view.seat
    now[NEXT] = len(TILES) - len(current.well)
    now[DRAWS] = len(current.drawn)
    now[PASSES] = current.passes
    now[OVER] = 0
    now[FITTING] = NOT_LOOKED
    now[LAID] = sum(placed.tile.bit for placed in current.placements)
    for seat, score in enumerate(view.scores):
        play.scores[seat] = score
    return play


def choice_of(current: Round, move: Move) -> int:
    """A move as the core's choice."""
    if isinstance(move, Draw):
        return DRAW
    if isinstance(move, Pass):
        return PASS
    return current.core_cell(move.cell) << 6 | move.tile.index
