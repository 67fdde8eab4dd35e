"""Deletes tables that were abandoned long ago, in batches so small that no player notices a delay.

A batch is one transaction. The oldest tables are deleted first. If a table has many lines, its games may be deleted in
several batches, the last game together with the table itself, so the store is consistent after every batch.
"""

from __future__ import annotations

import sqlite3
from typing import NamedTuple

__all__ = ["LINES_PER_BATCH", "TABLES_PER_BATCH", "SweepResult", "sweep_sqlite"]

TABLES_PER_BATCH = 100
LINES_PER_BATCH = 2_000  # after this many lines a batch deletes no further game; takes some milliseconds


class SweepResult(NamedTuple):
    """What one batch has deleted."""

    touched: tuple[float, ...]  # for each table the time at which it was last touched
    lines: int
    more: bool  # whether there may be more to delete


def sweep_sqlite(db: sqlite3.Connection, phase: str, before: float) -> SweepResult:
    """Delete a batch of the tables in a phase that were last touched before `before`."""
    lines = 0
    touched_times: list[float] = []
    rows = db.execute(
        "SELECT code, touched FROM tables WHERE phase = ? AND touched < ? ORDER BY touched LIMIT ?",
        (phase, before, TABLES_PER_BATCH),
    ).fetchall()
    for code, touched in rows:
        for (game,) in db.execute("SELECT game FROM games WHERE code = ? ORDER BY game", (code,)).fetchall():
            if lines >= LINES_PER_BATCH:
                return SweepResult(tuple(touched_times), lines, True)
            lines += db.execute("DELETE FROM lines WHERE code = ? AND game = ?", (code, game)).rowcount
            db.execute("DELETE FROM games WHERE code = ? AND game = ?", (code, game))
        for name in ("keys", "tables"):
            db.execute(f"DELETE FROM {name} WHERE code = ?", (code,))
        touched_times.append(touched)
    return SweepResult(tuple(touched_times), lines, len(rows) == TABLES_PER_BATCH)
