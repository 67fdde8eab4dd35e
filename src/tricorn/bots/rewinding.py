"""Saving a state before a search tries a line of play, and restoring it afterwards."""

from __future__ import annotations

from tricorn.core.compile import Ints, jit
from tricorn.core.state import (
    CHANGED,
    CHANGING,
    State,
)
from tricorn.core.table import PLACED, take_back

__all__ = ["SAVED", "rewind", "save"]

SAVED = CHANGED - CHANGING


@jit
def save(state: State, saved: Ints, at: int) -> None:
    """Save everything that moves change, except the table, which can undo placements."""
    for index in range(SAVED):
        saved[at + index] = state[CHANGING + index]


@jit
def rewind(state: State, saved: Ints, at: int, placed: int) -> None:
    """Restore what was saved, with so many tiles on the table."""
    while state[PLACED] > placed:
        take_back(state)
    for index in range(SAVED):
        state[CHANGING + index] = saved[at + index]
