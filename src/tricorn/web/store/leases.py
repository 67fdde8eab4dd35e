"""Who runs a table: the leases that nodes on one PostgreSQL database have of tables.

A node has a row in `nodes`, which runs out by the database's clock unless it is renewed. The node that runs a table has
the table's row in `leases`; it goes with the node's own row, which any other node deletes once it has run out.

Every write about a table, and every taking of its lease, holds the table's lock until its transaction ends. The lock
is tried for and never waited for, so nobody waits in the database for a node that hangs. The name in `nodes` is the
fencing token of every write: once it has the lock, it checks that its node's row has not run out. Until it is committed
or rolled back nobody else can take the table, and a node whose row has run out can write nothing any more.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

__all__ = ["Claims", "ours"]

_CLAIM = """
    WITH free AS MATERIALIZED (
        SELECT code FROM unnest($2::text[]) AS wanted (code)
        WHERE NOT EXISTS (SELECT FROM leases WHERE leases.code = wanted.code)
    ), taken AS (
        INSERT INTO leases (code, node)
        SELECT code, name FROM free JOIN nodes ON name = $1 AND expires > clock_timestamp()
        WHERE pg_try_advisory_xact_lock(hashtextextended(code, 0))
        ON CONFLICT DO NOTHING RETURNING code
    )
    SELECT code FROM taken UNION ALL SELECT code FROM leases WHERE code = ANY($2) AND node = $1
"""
_GIVE_BACK = "DELETE FROM leases WHERE node = $1 AND code = ANY($2::text[]) RETURNING code"

# Runs a statement with the node's name and a list of codes: its rows, or None if they are not known.
Run = Callable[[str, list[str]], Awaitable[list[Any] | None]]


def ours(code: str, node: str) -> str:
    """SQL: whether this node may write about a table now; NULL if another is just writing about it."""
    lock = f"pg_try_advisory_xact_lock(hashtextextended({code}, 0))"
    expires = f"(SELECT expires FROM nodes WHERE name = {node})"
    # CASE is what has the clock looked at only after the lock was got.
    return f"CASE WHEN {lock} THEN coalesce(clock_timestamp() < {expires}, false) END"


class Claims:
    """The tables that this node runs or wants to run. Those who ask at the same time share a statement."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._turn = asyncio.Lock()
        self._held: set[str] = set()
        self._pending: set[str] = set()  # not answered yet
        self._wanted: set[str] = set()  # another node has them
        self._freed: set[str] = set()  # to be given back

    async def claim(self, code: str) -> bool:
        """Whether this node has a table's lease; if another has it, it is tried for again and again."""
        if code in self._freed or (code not in self._held and code not in self._wanted):
            self._pending.add(code)
            # The caller may be cancelled; the lease would be taken all the same, and nobody would know.
            await asyncio.shield(self._settle())
        return code in self._held

    async def release(self, code: str) -> None:
        """Give a table's lease back, or stop trying for it."""
        if code in self._held or code in self._pending:
            self._freed.add(code)
        self._pending.discard(code)
        self._wanted.discard(code)
        if self._freed:
            await asyncio.shield(self._settle())

    def forget(self, code: str) -> None:
        """The database says that the lease is gone."""
        self._held.discard(code)

    def clear(self) -> None:
        """All leases are gone."""
        for codes in (self._held, self._pending, self._wanted, self._freed):
            codes.clear()

    async def try_again(self) -> None:
        """Try for all tables that another node has had so far."""
        async with self._turn:
            await self._ask_for(self._wanted)
        await self._settle()

    async def _settle(self) -> None:
        async with self._turn:
            await self._give_back()
            await self._ask_for(self._pending)
            await self._give_back()

    async def _ask_for(self, codes: set[str]) -> None:
        asked = set(codes)
        if not asked:
            return
        rows = await self._run(_CLAIM, list(asked))
        still = asked & (self._pending | self._wanted)  # the others were released in the meantime
        if rows is None:
            self._freed |= asked - still
            return
        got = {row[0] for row in rows}
        self._held |= got & still
        self._freed |= got - still
        self._pending -= asked
        self._wanted = (self._wanted | still) - got

    async def _give_back(self) -> None:
        freed = set(self._freed)
        if freed and await self._run(_GIVE_BACK, list(freed)) is not None:
            self._freed -= freed
            self._held -= freed
