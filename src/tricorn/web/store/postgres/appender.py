"""Appends lines to games in PostgreSQL: queued jobs share one statement, with at most one job per table.

The statement is its own transaction, so a node that hangs leaves no transaction open. If another node is writing to a
table, the job of that table is retried a moment later and does not delay the others.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

import asyncpg

from tricorn.web.store.digests import digest
from tricorn.web.store.interface import Conflict, StoredLine, StoreError
from tricorn.web.store.postgres.backoff import Backoff
from tricorn.web.store.postgres.connections import CHANNEL, CONNECTION_ERRORS
from tricorn.web.store.postgres.errors import lapsed_error, to_store_error
from tricorn.web.store.postgres.leases import may_write

__all__ = ["AppendJob", "Appender", "line_columns"]

_log = logging.getLogger(__name__)

_MAX_JOBS = 200  # per statement

_APPEND = f"""
    WITH job AS MATERIALIZED (
        SELECT code, game, news, {may_write("input.code", "input.node")} AS allowed,
            NOT needs_lease OR EXISTS (SELECT FROM leases WHERE code = input.code AND node = input.node) AS leased,
            after = (SELECT coalesce(max(n), 0) FROM lines WHERE code = input.code AND game = input.game) AS follows
        FROM unnest($1::text[], $2::text[], $3::integer[], $4::integer[], $5::boolean[], $6::text[])
            AS input (node, code, game, after, needs_lease, news)
    ), valid AS MATERIALIZED (
        SELECT code, game, news FROM job WHERE allowed AND leased AND follows
    ), new_lines AS (
        INSERT INTO lines (code, game, n, line, move, digest)
        SELECT code, game, n, line, move, digest
        FROM unnest($7::text[], $8::integer[], $9::text[], $10::text[], $11::bytea[])
            AS input (code, n, line, move, digest)
        JOIN valid USING (code)
    ), new_states AS (
        UPDATE tables SET phase = coalesce(input.phase, tables.phase), touched = input.touched
        FROM unnest($12::text[], $13::text[], $14::double precision[]) AS input (code, phase, touched)
        JOIN valid USING (code) WHERE tables.code = input.code
    )
    SELECT code, allowed, leased, follows, CASE WHEN valid.news IS NOT NULL THEN pg_notify('{CHANNEL}', valid.news) END
    FROM job LEFT JOIN valid USING (code)
"""


@dataclass(frozen=True)
class AppendJob:
    """Lines to append to a game; if `touched` is None, neither the table's time nor its phase is written."""

    node: str
    code: str
    game: int
    after: int
    lines: Sequence[StoredLine]
    needs_lease: bool
    news: str
    phase: str | None
    touched: float | None
    backoff: Backoff
    future: asyncio.Future[None]


class Appender:
    """Runs the queued jobs; those of one table run in order."""

    def __init__(self, fetch: Callable[..., Awaitable[list[Any]]], on_lease_lost: Callable[[str], None]) -> None:
        self._fetch = fetch
        self._on_lease_lost = on_lease_lost
        self._queue: deque[AppendJob] = deque()
        self._unfinished: set[asyncio.Future[None]] = set()
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._work())

    async def close(self) -> None:
        """Finish all jobs, then stop."""
        if self._unfinished:
            await asyncio.wait(self._unfinished)
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def append(self, job: AppendJob) -> None:
        """Append lines; the job continues if the caller is cancelled."""
        self._unfinished.add(job.future)
        job.future.add_done_callback(self._forget)
        self._put(job)
        await asyncio.shield(job.future)

    def _forget(self, future: asyncio.Future[None]) -> None:
        self._unfinished.discard(future)
        future.exception()  # marks it as retrieved: a caller that was cancelled does not

    def _put(self, job: AppendJob) -> None:
        self._queue.append(job)
        self._wake.set()

    async def _work(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._queue:
                await self._run(self._next_jobs())

    def _next_jobs(self) -> list[AppendJob]:
        """Take the first job of each table; the others stay queued, in order."""
        jobs: dict[str, AppendJob] = {}
        later: deque[AppendJob] = deque()
        for job in self._queue:
            if job.code in jobs or len(jobs) == _MAX_JOBS:
                later.append(job)
            else:
                jobs[job.code] = job
        self._queue = later
        return list(jobs.values())

    async def _run(self, jobs: list[AppendJob]) -> None:
        """Run the jobs in one statement; if it fails, run each on its own, so that one bad job fails alone."""
        try:
            rows = {row["code"]: row for row in await self._fetch(_APPEND, *_parameters(jobs))}
            for job in jobs:
                self._resolve(job, rows[job.code])
        except CONNECTION_ERRORS as error:
            _log.error("The database cannot be reached: %s", str(error) or type(error).__name__)
            _fail(jobs, StoreError("the database cannot be reached"))
        except (asyncpg.LockNotAvailableError, asyncpg.QueryCanceledError) as error:
            _fail(jobs, to_store_error(error))  # the database is slow; a retry for each job would only add load
        except asyncpg.PostgresError as error:
            if len(jobs) == 1:
                _fail(jobs, to_store_error(error))
                return
            for job in jobs:
                await self._run([job])
        except Exception:  # if this task ended, every caller would wait forever
            _log.exception("The database could not be written.")
            _fail(jobs, StoreError("the store could not be written"))

    def _resolve(self, job: AppendJob, row: Any) -> None:
        """Resolve a job's future, or retry the job later if another node holds the table's lock."""
        if row["allowed"] is None:
            self._retry_later(job)
        elif not row["allowed"]:
            _fail([job], lapsed_error())
        elif row["leased"] and row["follows"]:
            job.future.set_result(None)
        else:
            if not row["leased"]:
                self._on_lease_lost(job.code)
            _fail([job], Conflict(f"line {job.after} is not the last of game {job.game} of {job.code}"))

    def _retry_later(self, job: AppendJob) -> None:
        try:
            asyncio.get_running_loop().call_later(job.backoff.pause(), self._put, job)
        except StoreError as error:
            _fail([job], error)


def _parameters(jobs: Sequence[AppendJob]) -> list[Any]:
    lines = [
        (job.code, n, *line, digest(job.code, job.game, n, *line))
        for job in jobs
        for n, line in enumerate(job.lines, job.after + 1)
    ]
    touched = [(job.code, job.phase, job.touched) for job in jobs if job.touched is not None]
    return [
        [job.node for job in jobs],
        [job.code for job in jobs],
        [job.game for job in jobs],
        [job.after for job in jobs],
        [job.needs_lease for job in jobs],
        [job.news for job in jobs],
        *_columns(lines, 5),
        *_columns(touched, 3),
    ]


def line_columns(code: str, game: int, after: int, lines: Sequence[StoredLine]) -> list[list[Any]]:
    """The line, move id and digest of each line after line `after`, as columns."""
    return _columns([(*line, digest(code, game, n, *line)) for n, line in enumerate(lines, after + 1)], 3)


def _columns(rows: Sequence[tuple[Any, ...]], width: int) -> list[list[Any]]:
    return [[row[column] for row in rows] for column in range(width)]


def _fail(jobs: Sequence[AppendJob], error: StoreError) -> None:
    for job in jobs:
        if not job.future.done():
            job.future.set_exception(error)
