"""Deletes tables that were abandoned long ago: one batch a transaction, small enough that no player waits for it.

The oldest tables go first. A table with many lines is deleted game by game, its last game together with the table
itself, so that what a crash leaves behind is consistent.
"""

from __future__ import annotations

import sqlite3
from typing import Any, NamedTuple

__all__ = ["Swept", "sweep_postgres", "sweep_sqlite"]

_TABLES_PER_BATCH = 100
_LINES_PER_BATCH = 2_000  # a batch deletes no further game after this many lines; some milliseconds of work


class Swept(NamedTuple):
    """What one batch has deleted: for each table the time it was last touched, and the number of lines."""

    touched: tuple[float, ...]
    lines: int
    more: bool


def sweep_sqlite(db: sqlite3.Connection, state: str, before: float) -> Swept:
    """Delete a batch of the tables in a state that were last touched before `before`."""
    lines = 0
    done: list[float] = []
    rows = db.execute(
        "SELECT code, touched FROM tables WHERE state = ? AND touched < ? ORDER BY touched LIMIT ?",
        (state, before, _TABLES_PER_BATCH),
    ).fetchall()
    for code, touched in rows:
        for (game,) in db.execute("SELECT game FROM games WHERE code = ? ORDER BY game", (code,)).fetchall():
            if lines >= _LINES_PER_BATCH:
                return Swept(tuple(done), lines, True)
            lines += db.execute("DELETE FROM lines WHERE code = ? AND game = ?", (code, game)).rowcount
            db.execute("DELETE FROM games WHERE code = ? AND game = ?", (code, game))
        for name in ("keys", "tables"):
            db.execute(f"DELETE FROM {name} WHERE code = ?", (code,))
        done.append(touched)
    return Swept(tuple(done), lines, len(rows) == _TABLES_PER_BATCH)


async def sweep_postgres(db: Any, state: str, before: float) -> Swept:
    """The same in PostgreSQL; a table that another node is writing to is left for the next time."""
    lines = 0
    done: list[float] = []
    old = "SELECT code, touched FROM tables WHERE state = $1 AND touched < $2 ORDER BY touched LIMIT $3"
    free = "pg_try_advisory_xact_lock(hashtextextended(code, 0))"  # as in leases.py
    locked = f"SELECT code, touched FROM ({old} FOR UPDATE SKIP LOCKED) AS old WHERE {free} ORDER BY touched"
    rows = await db.fetch(locked, state, before, _TABLES_PER_BATCH)
    for code, touched in rows:
        for (game,) in await db.fetch("SELECT game FROM games WHERE code = $1 ORDER BY game", code):
            if lines >= _LINES_PER_BATCH:
                return Swept(tuple(done), lines, True)
            deleted = await db.execute("DELETE FROM lines WHERE code = $1 AND game = $2", code, game)
            lines += int(deleted.rpartition(" ")[2])
            await db.execute("DELETE FROM games WHERE code = $1 AND game = $2", code, game)
        for name in ("keys", "tables"):
            await db.execute(f"DELETE FROM {name} WHERE code = $1", code)
        done.append(touched)
    return Swept(tuple(done), lines, len(rows) == _TABLES_PER_BATCH)
