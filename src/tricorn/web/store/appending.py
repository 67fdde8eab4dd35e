"""Appending lines to games in PostgreSQL: whatever has queued up goes into one statement, at most once a table.

One statement is a transaction that begins and ends in the database, so a node that hangs leaves none open. A table that
another node is just writing about is put off for a moment and keeps no other waiting.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

import asyncpg

from tricorn.web.store.database import CHANNEL, LOST
from tricorn.web.store.digests import digest
from tricorn.web.store.leases import ours
from tricorn.web.store.protocol import Conflict, StoredLine, StoreError

__all__ = ["Append", "Appender", "Patience", "columns", "lapsed", "refusal"]

_log = logging.getLogger(__name__)

_MOST_AT_ONCE = 200
_BUSY_FOR = 8.0  # longer than it takes to end the connections of a node that hangs
_SHORTEST_PAUSE, _LONGEST_PAUSE = 0.005, 0.2

_APPEND = f"""
    WITH job AS MATERIALIZED (
        SELECT code, game, news, {ours("given.code", "given.node")} AS ours,
            NOT owned OR EXISTS (SELECT FROM leases WHERE code = given.code AND node = given.node) AS leased,
            after = (SELECT coalesce(max(n), 0) FROM lines WHERE code = given.code AND game = given.game) AS follows
        FROM unnest($1::text[], $2::text[], $3::integer[], $4::integer[], $5::boolean[], $6::text[])
            AS given (node, code, game, after, owned, news)
    ), good AS MATERIALIZED (
        SELECT code, game, news FROM job WHERE ours AND leased AND follows
    ), added AS (
        INSERT INTO lines (code, game, n, line, move, digest)
        SELECT code, game, n, line, move, digest
        FROM unnest($7::text[], $8::integer[], $9::text[], $10::text[], $11::bytea[])
            AS given (code, n, line, move, digest)
        JOIN good USING (code)
    ), touched AS (
        UPDATE tables SET state = coalesce(given.state, tables.state), touched = given.touched
        FROM unnest($12::text[], $13::text[], $14::double precision[]) AS given (code, state, touched)
        JOIN good USING (code) WHERE tables.code = given.code
    )
    SELECT code, ours, leased, follows, CASE WHEN good.news IS NOT NULL THEN pg_notify('{CHANNEL}', good.news) END
    FROM job LEFT JOIN good USING (code)
"""


class Patience:
    """How long a table may be busy: pauses that grow, and an end."""

    def __init__(self) -> None:
        self._until = time.monotonic() + _BUSY_FOR
        self._pause = _SHORTEST_PAUSE / 2

    def pause(self) -> float:
        """The next pause; `StoreError` when there have been enough."""
        if time.monotonic() >= self._until:
            raise StoreError("another node has been writing about the table for too long")
        self._pause = min(2 * self._pause, _LONGEST_PAUSE)
        return self._pause


@dataclass(frozen=True)
class Append:
    """Lines to be added to a game; `touched` only if it is to be noted, or the table's state changes."""

    node: str
    code: str
    game: int
    after: int
    lines: Sequence[StoredLine]
    owned: bool
    news: str
    state: str | None
    touched: float | None
    patience: Patience
    future: asyncio.Future[None]


class Appender:
    """Appends what it is given, in the order of each table."""

    def __init__(self, fetch: Callable[..., Awaitable[list[Any]]], on_lease_lost: Callable[[str], None]) -> None:
        self._fetch = fetch
        self._on_lease_lost = on_lease_lost
        self._waiting: deque[Append] = deque()
        self._unfinished: set[asyncio.Future[None]] = set()
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._work())

    async def close(self) -> None:
        """Append what there is, then stop."""
        if self._unfinished:
            await asyncio.wait(self._unfinished)
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def append(self, job: Append) -> None:
        """Append lines; whoever is cancelled while waiting for it does not stop it."""
        self._unfinished.add(job.future)
        job.future.add_done_callback(self._finished)
        self._put(job)
        await asyncio.shield(job.future)

    def _finished(self, future: asyncio.Future[None]) -> None:
        self._unfinished.discard(future)
        future.exception()  # looked at, as nobody else may do so any more

    def _put(self, job: Append) -> None:
        self._waiting.append(job)
        self._wake.set()

    async def _work(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                await self._run(self._next())

    def _next(self) -> list[Append]:
        """The first job of each table; the others stay, in their order."""
        jobs: dict[str, Append] = {}
        later: deque[Append] = deque()
        for job in self._waiting:
            if job.code in jobs or len(jobs) == _MOST_AT_ONCE:
                later.append(job)
            else:
                jobs[job.code] = job
        self._waiting = later
        return list(jobs.values())

    async def _run(self, jobs: list[Append]) -> None:
        """Do the jobs in one statement; if one spoils it, each in its own, so that it harms no other."""
        try:
            rows = {row["code"]: row for row in await self._fetch(_APPEND, *_values(jobs))}
            for job in jobs:
                self._answer(job, rows[job.code])
        except LOST as error:
            _log.error("The database cannot be reached: %s", str(error) or type(error).__name__)
            _fail(jobs, StoreError("the database cannot be reached"))
        except (asyncpg.LockNotAvailableError, asyncpg.QueryCanceledError) as error:
            _fail(jobs, refusal(error))  # the database is slow, and asking it for each would take it as long again
        except asyncpg.PostgresError as error:
            if len(jobs) == 1:
                _fail(jobs, refusal(error))
            for job in jobs if len(jobs) > 1 else []:
                await self._run([job])
        except Exception:  # whatever it is, nobody may wait for ever for a writer that has ended
            _log.exception("The database could not be written.")
            _fail(jobs, StoreError("the store could not be written"))

    def _answer(self, job: Append, row: Any) -> None:
        if row["ours"] is None:
            self._put_off(job)
        elif not row["ours"]:
            _fail([job], lapsed())
        elif row["leased"] and row["follows"]:
            job.future.set_result(None)
        else:
            if not row["leased"]:
                self._on_lease_lost(job.code)
            _fail([job], Conflict(f"line {job.after} is not the last of game {job.game} of {job.code}"))

    def _put_off(self, job: Append) -> None:
        try:
            asyncio.get_running_loop().call_later(job.patience.pause(), self._put, job)
        except StoreError as error:
            _fail([job], error)


def _values(jobs: Sequence[Append]) -> list[Any]:
    lines = [
        (job.code, n, *line, digest(job.code, job.game, n, *line))
        for job in jobs
        for n, line in enumerate(job.lines, job.after + 1)
    ]
    touched = [(job.code, job.state, job.touched) for job in jobs if job.touched is not None]
    return [
        [job.node for job in jobs],
        [job.code for job in jobs],
        [job.game for job in jobs],
        [job.after for job in jobs],
        [job.owned for job in jobs],
        [job.news for job in jobs],
        *_columns(lines, 5),
        *_columns(touched, 3),
    ]


def columns(code: str, game: int, after: int, lines: Sequence[StoredLine]) -> list[list[Any]]:
    """Lines, ids of moves and digests, of lines that are to follow on line `after`."""
    return _columns([(*line, digest(code, game, n, *line)) for n, line in enumerate(lines, after + 1)], 3)


def _columns(rows: Sequence[tuple[Any, ...]], width: int) -> list[list[Any]]:
    return [[row[column] for row in rows] for column in range(width)]


def _fail(jobs: Sequence[Append], error: StoreError) -> None:
    for job in jobs:
        if not job.future.done():
            job.future.set_exception(error)


def lapsed() -> StoreError:
    return StoreError("this node has lapsed")


def refusal(error: Exception) -> StoreError:
    """Why a single statement failed."""
    if isinstance(error, asyncpg.UniqueViolationError):
        return Conflict(str(error))
    # Its words may quote the row.
    _log.error("The database refused (%s, %s).", type(error).__name__, getattr(error, "sqlstate", None))
    return StoreError("the store could not be written")
