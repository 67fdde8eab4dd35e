"""Saving a state before a search tries a line of play, and restoring it afterwards."""

from __future__ import annotations

from tricorn.core import layout as at
from tricorn.core.board import PLACED, take_back
from tricorn.core.compile import Ints, jit
from tricorn.core.state import State

__all__ = ["SNAPSHOT_SIZE", "restore", "save"]

SNAPSHOT_SIZE = at.MUTABLE_END - at.MUTABLE_START


@jit
def save(state: State, saved: Ints, first: int) -> None:
    """Save everything that moves change, except the board, which can undo placements."""
    for index in range(SNAPSHOT_SIZE):
        saved[first + index] = state[at.MUTABLE_START + index]


@jit
def restore(state: State, saved: Ints, first: int, placed: int) -> None:
    """Restore what was saved when `placed` tiles were on the table."""
    while state[PLACED] > placed:
        take_back(state)
    for index in range(SNAPSHOT_SIZE):
        state[at.MUTABLE_START + index] = saved[first + index]
