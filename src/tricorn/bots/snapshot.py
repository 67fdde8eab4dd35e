"""Saving a state before a search tries a line of play, and restoring it afterwards."""

from __future__ import annotations

from tricorn.core.board import PLACED, take_back
from tricorn.core.compile import Ints, jit
from tricorn.core.state import MUTABLE_END, MUTABLE_START, State

__all__ = ["SNAPSHOT_SIZE", "restore", "save"]

SNAPSHOT_SIZE = MUTABLE_END - MUTABLE_START


@jit
def save(state: State, saved: Ints, at: int) -> None:
    """Save everything that moves change, except the board, which can undo placements."""
    for index in range(SNAPSHOT_SIZE):
        saved[at + index] = state[MUTABLE_START + index]


@jit
def restore(state: State, saved: Ints, at: int, placed: int) -> None:
    """Restore what was saved when `placed` tiles were on the table."""
    while state[PLACED] > placed:
        take_back(state)
    for index in range(SNAPSHOT_SIZE):
        state[MUTABLE_START + index] = saved[at + index]
