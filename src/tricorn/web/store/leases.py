"""Which node runs a table: the nodes on one PostgreSQL database hold leases on tables.

Each node has a row in `nodes`, which expires by the database's clock unless it is renewed. The node that runs a table
holds the table's row in `leases`. Any other node deletes an expired row of `nodes`, and its leases go with it.

Every write to a table, and every claim of its lease, holds the table's lock until its transaction ends. Locks are
tried, never waited for, so nobody waits in the database for a node that hangs. The node's name is the fencing token of
every write: once a write has the lock, it checks that its node's row has not expired. Until it is committed or rolled
back no other node can take the table, and a node whose row has expired can write nothing.
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
_RELEASE = "DELETE FROM leases WHERE node = $1 AND code = ANY($2::text[]) RETURNING code"

# Runs a statement with the node's name and a list of codes; returns its rows, or None if there was no answer.
Run = Callable[[str, list[str]], Awaitable[list[Any] | None]]


def ours(code: str, node: str) -> str:
    """SQL: whether the node may write to the table now; NULL if another node is writing to it."""
    lock = f"pg_try_advisory_xact_lock(hashtextextended({code}, 0))"
    expires = f"(SELECT expires FROM nodes WHERE name = {node})"
    # CASE makes sure that the clock is read only after the lock is held.
    return f"CASE WHEN {lock} THEN coalesce(clock_timestamp() < {expires}, false) END"


class Claims:
    """The tables that this node runs or wants to run. Concurrent claims share a statement."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._turn = asyncio.Lock()
        self._held: set[str] = set()
        self._pending: set[str] = set()  # not answered yet
        self._wanted: set[str] = set()  # another node has them
        self._freed: set[str] = set()  # to be released

    async def claim(self, code: str) -> bool:
        """Whether this node has a table's lease; if another node has it, `retry` tries again."""
        if code in self._freed or (code not in self._held and code not in self._wanted):
            self._pending.add(code)
            # If the caller is cancelled, the lease is taken all the same and has to be noted.
            await asyncio.shield(self._settle())
        return code in self._held

    async def release(self, code: str) -> None:
        """Release a table's lease, or stop trying to get it."""
        if code in self._held or code in self._pending:
            self._freed.add(code)
        self._pending.discard(code)
        self._wanted.discard(code)
        if self._freed:
            await asyncio.shield(self._settle())

    def forget(self, code: str) -> None:
        """Note that the database says the lease is gone."""
        self._held.discard(code)

    def clear(self) -> None:
        """Note that all leases are gone."""
        for codes in (self._held, self._pending, self._wanted, self._freed):
            codes.clear()

    async def retry(self) -> None:
        """Try again to get the tables that another node had so far."""
        async with self._turn:
            await self._request(self._wanted)
        await self._settle()

    async def _settle(self) -> None:
        async with self._turn:
            await self._release_freed()
            await self._request(self._pending)
            await self._release_freed()

    async def _request(self, codes: set[str]) -> None:
        requested = set(codes)
        if not requested:
            return
        rows = await self._run(_CLAIM, list(requested))
        still_wanted = requested & (self._pending | self._wanted)  # the others were released in the meantime
        if rows is None:
            self._freed |= requested - still_wanted
            return
        granted = {row[0] for row in rows}
        self._held |= granted & still_wanted
        self._freed |= granted - still_wanted
        self._pending -= requested
        self._wanted = (self._wanted | still_wanted) - granted

    async def _release_freed(self) -> None:
        freed = set(self._freed)
        if freed and await self._run(_RELEASE, list(freed)) is not None:
            self._freed -= freed
            self._held -= freed
