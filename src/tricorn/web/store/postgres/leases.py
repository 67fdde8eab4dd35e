"""Leases: which node of a PostgreSQL database runs a table.

Each node has a row in `nodes`, which expires by the database's clock unless it is renewed. The node that runs a table
holds the table's row in `leases`. Any other node deletes an expired row of `nodes`, and its leases go with it.

Every write to a table, and every statement that acquires its lease, holds the table's lock until its transaction ends.
A statement tries to take the lock and never waits for it, so none waits in the database for a node that hangs. The
node's name is the fencing token of every write: once a write has the lock, it checks that its node's row has not
expired. Until the write is committed or rolled back, no other node can acquire the lease; and a node whose row has
expired can write nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

__all__ = ["Leases", "may_write", "table_lock"]


def table_lock(code: str) -> str:
    """An SQL expression: whether the transaction now holds the lock of the table with this code."""
    return f"pg_try_advisory_xact_lock(hashtextextended({code}, 0))"


_ACQUIRE = f"""
    WITH free AS MATERIALIZED (
        SELECT code FROM unnest($2::text[]) AS wanted (code)
        WHERE NOT EXISTS (SELECT FROM leases WHERE leases.code = wanted.code)
    ), taken AS (
        INSERT INTO leases (code, node)
        SELECT code, name FROM free JOIN nodes ON name = $1 AND expires > clock_timestamp()
        WHERE {table_lock("code")}
        ON CONFLICT DO NOTHING RETURNING code
    )
    SELECT code FROM taken UNION ALL SELECT code FROM leases WHERE code = ANY($2) AND node = $1
"""
_RELEASE = "DELETE FROM leases WHERE node = $1 AND code = ANY($2::text[]) RETURNING code"

# Runs a statement with the node's name and a list of codes; returns its rows, or None if the database did not answer.
Query = Callable[[str, list[str]], Awaitable[list[Any] | None]]


def may_write(code: str, node: str) -> str:
    """An SQL expression: whether the node may write to the table now; NULL if another node is writing to it."""
    expires = f"(SELECT expires FROM nodes WHERE name = {node})"
    # With CASE, the clock is read only after the lock is held.
    return f"CASE WHEN {table_lock(code)} THEN coalesce(clock_timestamp() < {expires}, false) END"


class Leases:
    """The leases that this node has or wants. Concurrent requests share a statement."""

    def __init__(self, query: Query) -> None:
        self._query = query
        self._lock = asyncio.Lock()  # one statement at a time
        self._held: set[str] = set()
        self._pending: set[str] = set()  # requested, without an answer so far
        self._wanted: set[str] = set()  # requested, but another node has them
        self._releasing: set[str] = set()

    async def acquire(self, code: str) -> bool:
        """Whether this node has a table's lease; if another node has it, `retry` tries again."""
        if code in self._releasing or (code not in self._held and code not in self._wanted):
            self._pending.add(code)
            # Even if the caller is cancelled, the lease may be granted and must be recorded.
            await asyncio.shield(self._settle())
        return code in self._held

    async def release(self, code: str) -> None:
        """Release a table's lease, or stop trying to get it."""
        if code in self._held or code in self._pending:
            self._releasing.add(code)
        self._pending.discard(code)
        self._wanted.discard(code)
        if self._releasing:
            await asyncio.shield(self._settle())

    def forget(self, code: str) -> None:
        """Forget a lease that this node no longer has."""
        self._held.discard(code)

    def clear(self) -> None:
        """Forget all leases and requests."""
        for codes in (self._held, self._pending, self._wanted, self._releasing):
            codes.clear()

    async def retry(self) -> None:
        """Request again the leases that another node has had so far."""
        async with self._lock:
            await self._request(self._wanted)
        await self._settle()

    async def _settle(self) -> None:
        """Send the pending releases and requests to the database."""
        async with self._lock:
            await self._send_releases()
            await self._request(self._pending)
            await self._send_releases()  # of leases that were granted although no longer wanted

    async def _request(self, codes: set[str]) -> None:
        requested = set(codes)
        if not requested:
            return
        rows = await self._query(_ACQUIRE, list(requested))
        still_wanted = requested & (self._pending | self._wanted)  # without those released in the meantime
        if rows is None:
            self._releasing |= requested - still_wanted
            return
        granted = {row[0] for row in rows}
        self._held |= granted & still_wanted
        self._releasing |= granted - still_wanted
        self._pending -= requested
        self._wanted = (self._wanted | still_wanted) - granted

    async def _send_releases(self) -> None:
        codes = set(self._releasing)
        if codes and await self._query(_RELEASE, list(codes)) is not None:
            self._releasing -= codes
            self._held -= codes
