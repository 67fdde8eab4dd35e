"""Deletes tables that were abandoned long ago, in batches, as in web/store/sweep.py."""

from __future__ import annotations

from typing import Any

from tricorn.web.store.postgres.leases import table_lock
from tricorn.web.store.sweep import LINES_PER_BATCH, TABLES_PER_BATCH, SweepResult

__all__ = ["sweep_postgres"]


async def sweep_postgres(db: Any, phase: str, before: float) -> SweepResult:
    """Delete a batch of the tables in a phase that were last touched before `before`.

    Tables that another node is writing to are left out.
    """
    lines = 0
    touched_times: list[float] = []
    old = "SELECT code, touched FROM tables WHERE phase = $1 AND touched < $2 ORDER BY touched LIMIT $3"
    locked = (
        f"SELECT code, touched FROM ({old} FOR UPDATE SKIP LOCKED) AS old WHERE {table_lock('code')} ORDER BY touched"
    )
    rows = await db.fetch(locked, phase, before, TABLES_PER_BATCH)
    for code, touched in rows:
        for (game,) in await db.fetch("SELECT game FROM games WHERE code = $1 ORDER BY game", code):
            if lines >= LINES_PER_BATCH:
                return SweepResult(tuple(touched_times), lines, True)
            deleted = await db.execute("DELETE FROM lines WHERE code = $1 AND game = $2", code, game)
            lines += int(deleted.rpartition(" ")[2])
            await db.execute("DELETE FROM games WHERE code = $1 AND game = $2", code, game)
        for name in ("keys", "tables"):
            await db.execute(f"DELETE FROM {name} WHERE code = $1", code)
        touched_times.append(touched)
    return SweepResult(tuple(touched_times), lines, len(rows) == TABLES_PER_BATCH)
