"""The store in a PostgreSQL database, which any number of servers may share.

Whatever has queued up is committed in one transaction, as with SQLite, together with the news of it for the other
nodes. Needs asyncpg, from the extra `cluster`.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import asyncpg

from tricorn.web.store.digests import (
    checked_game,
    checked_lines,
    checked_table,
    digest,
    read_table,
    table_digest,
)
from tricorn.web.store.migrations import steps_from
from tricorn.web.store.news import News, Presence
from tricorn.web.store.nodes import CHANNEL, LOST, Nodes
from tricorn.web.store.protocol import CodeTaken, Conflict, StoredGame, StoredLine, StoredTable, StoreError
from tricorn.web.store.sweeping import Swept, sweep_postgres
from tricorn.web.store.touched import Touched

__all__ = ["FAILED", "PostgresStore", "connect", "prepare"]

Result = TypeVar("Result")
Connection = Any  # asyncpg has no types
Work = Callable[[Connection], Awaitable[Any]]

_log = logging.getLogger(__name__)

FAILED = (*LOST, asyncpg.PostgresError, ValueError)  # ValueError: an address that cannot be read

_SCHEMA_LOCK = "7, 2"
_CONNECT_WITHIN = 5.0
_ANSWER_WITHIN = 10.0
_MIGRATE_WITHIN = 24 * 3600.0
_CONNECTIONS = 4  # one writes, the others read
# A move is acknowledged when it is on the disk, whatever the server's own configuration says; and the locks of a
# machine that is cut off are freed in seconds rather than hours.
_SETTINGS = {
    "application_name": f"tricorn {os.getpid()}",
    "synchronous_commit": "on",
    "tcp_keepalives_idle": "2",
    "tcp_keepalives_interval": "1",
    "tcp_keepalives_count": "3",
}

_APPEND = """
    INSERT INTO lines (code, game, n, line, move, digest)
    SELECT $1, $2, $3::integer + place, line, move, digest
    FROM unnest($4::text[], $5::text[], $6::bytea[]) WITH ORDINALITY AS new (line, move, digest, place)
    WHERE $3 = (SELECT coalesce(max(n), 0) FROM lines WHERE code = $1 AND game = $2)
"""
_WRITE_TABLE = """
    INSERT INTO tables (code, about, state, listed, touched, version, digest) VALUES ($1, $2, $3, $4, $5, $6, $7)
    ON CONFLICT (code) DO UPDATE SET about = $2, state = $3, listed = $4, touched = $5, version = $6, digest = $7
    WHERE tables.version = $6 - 1
"""
_DESCRIBE_TABLE = """
    UPDATE tables SET about = $2, listed = $3, touched = $4, version = $5, digest = $6
    WHERE code = $1 AND version = $5 - 1
"""
_READ_TABLES = """
    SELECT code, about, state, listed, ARRAY(SELECT hash FROM keys WHERE keys.code = tables.code ORDER BY hash),
        touched, version, digest
    FROM tables
"""


async def connect(url: str) -> Connection:
    """A connection to the database."""
    return await asyncpg.connect(
        url, timeout=_CONNECT_WITHIN, command_timeout=_ANSWER_WITHIN, server_settings=_SETTINGS
    )


async def prepare(url: str) -> None:
    """Make the database's tables or bring them up to date; `StoreError` if it cannot be used."""
    try:
        db = await connect(url)
        try:
            await _migrate(db)
        finally:
            await db.close()
    except FAILED as error:
        raise StoreError(f"it cannot be used for tables: {error}") from None


async def _migrate(db: Connection) -> None:
    """Take the steps that the database lacks; of several servers that start at once, one does and the others wait."""
    async with db.transaction():
        await db.execute(f"SELECT pg_advisory_xact_lock({_SCHEMA_LOCK})", timeout=_MIGRATE_WITHIN)
        await db.execute("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)")
        found = await db.fetchval("SELECT max(version) FROM schema_version") or 0
        for version, step in steps_from(found):
            await db.execute(step.postgres or step.sqlite, timeout=_MIGRATE_WITHIN)
            await db.execute("INSERT INTO schema_version VALUES ($1)", version)


@dataclass(frozen=True)
class _Job:
    """Work for the writer, the news of it, and whom to tell; a job refuses before it writes anything."""

    code: str
    work: Work | None = None
    news: News | None = None
    future: asyncio.Future[Any] | None = None


class PostgresStore:
    """A store in a database that `prepare` has made ready."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._nodes = Nodes(lambda: connect(url))
        self._pool: Any = None
        self._queue: asyncio.Queue[_Job | None] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None
        self._touched = Touched()
        self._reading = asyncio.Semaphore(_CONNECTIONS - 1)  # the writer never waits for readers

    @property
    def reachable(self) -> bool:
        return self._nodes.reachable

    async def open(self, on_news: Callable[[News], None]) -> None:
        try:
            self._pool = await asyncpg.create_pool(
                self._url,
                min_size=1,
                max_size=_CONNECTIONS,
                timeout=_CONNECT_WITHIN,
                command_timeout=_ANSWER_WITHIN,
                server_settings=_SETTINGS,
                reset=_leave_as_it_is,
            )
            await self._nodes.open(on_news)
        except FAILED as error:
            raise StoreError(f"it cannot be reached: {error}") from None
        self._writer = asyncio.get_running_loop().create_task(self._write())

    async def close(self) -> None:
        if self._writer is not None:
            self._queue.put_nowait(None)
            await self._writer
        await self._nodes.close()
        if self._pool is not None:
            self._pool.terminate()

    # The writer.

    async def _write(self) -> None:
        last = False
        while not last:
            jobs: list[_Job] = []
            job = await self._queue.get()
            while job is not None and not self._queue.empty():
                jobs.append(job)
                job = self._queue.get_nowait()
            last = job is None
            # In the order of the codes, so that no two nodes ever wait for each other.
            await self._run(sorted([*jobs, *([job] if job else [])], key=lambda job: job.code))

    async def _run(self, jobs: Sequence[_Job]) -> None:
        """Do the jobs in one transaction; if one spoils it, each in its own, so that it harms no other."""
        try:
            results = await self._transaction(jobs)
        except LOST as error:
            _log.error("The database cannot be reached: %s", error)
            results = [StoreError("the database cannot be reached")] * len(jobs)
        except asyncpg.PostgresError as error:
            if len(jobs) > 1:
                for job in jobs:
                    await self._run([job])
                return
            results = [_refusal(error)]
        except Exception:  # whatever it is, nobody may wait for ever for a writer that has ended
            _log.exception("The database could not be written.")
            results = [StoreError("the store could not be written")] * len(jobs)
        for job, result in zip(jobs, results, strict=True):
            _tell(job, result)

    async def _transaction(self, jobs: Sequence[_Job]) -> list[Any]:
        """The jobs' results, committed."""
        news: list[str] = []
        results: list[Any] = []
        async with self._connected() as db, db.transaction():
            for job in jobs:
                result = await _attempt(db, job)
                results.append(result)
                if job.news is not None and not isinstance(result, StoreError):
                    news.append(job.news.to_json())
            if news:
                await db.execute("SELECT pg_notify($1, text) FROM unnest($2::text[]) AS text", CHANNEL, news)
        return results

    @contextlib.asynccontextmanager
    async def _connected(self) -> AsyncIterator[Connection]:
        assert self._pool is not None, "the store is open"
        async with self._pool.acquire(timeout=_CONNECT_WITHIN) as db:
            yield db

    async def _do(self, code: str, work: Work, news: News | None) -> None:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(_Job(code, work, news, future))
        await future

    async def _read(self, work: Callable[[Connection], Awaitable[Result]]) -> Result:
        """Read at one moment, whatever is written meanwhile."""
        try:
            async with (
                self._reading,
                self._connected() as db,
                db.transaction(isolation="repeatable_read", readonly=True),
            ):
                return await work(db)
        except FAILED as error:
            raise StoreError(f"the database cannot be read: {error}") from None

    def _news(self, kind: Any, code: str, game: int = 0, first: int = 0, amended: bool = False) -> News:
        return News(kind, self._nodes.name, code, game, first, amended)

    # Writing.

    async def create_table(self, table: StoredTable) -> None:
        try:
            await self._do(table.code, lambda db: _write_table(db, table, self._touched.now()), None)
        except Conflict:
            raise CodeTaken(table.code) from None

    async def update_table(self, table: StoredTable) -> None:
        await self._do(
            table.code, lambda db: _describe_table(db, table, self._touched.now()), self._news("table", table.code)
        )

    async def begin_game(self, table: StoredTable, game: StoredGame) -> None:
        async def work(db: Connection) -> None:
            # A transaction within the transaction: nothing of it is kept if the second part refuses.
            async with db.transaction():
                await _write_table(db, table, self._touched.now())
                row = (table.code, game.number, json.dumps(game.header))
                done = await db.execute(
                    "INSERT INTO games (code, game, header, digest) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
                    *row,
                    digest(*row),
                )
                if not _count(done):
                    raise Conflict(f"game {game.number} of {table.code}")
                await _append(db, table.code, game.number, 0, game.lines)

        await self._do(table.code, work, self._news("table", table.code))

    async def deal(self, table: StoredTable, game: int, after: int, lines: Sequence[StoredLine]) -> None:
        async def work(db: Connection) -> None:
            async with db.transaction():
                await _describe_table(db, table, self._touched.now())
                await _append(db, table.code, game, after, lines)

        await self._do(table.code, work, self._news("table", table.code))

    async def append_lines(
        self, code: str, game: int, after: int, lines: Sequence[StoredLine], state: str | None = None
    ) -> None:
        async def work(db: Connection) -> None:
            await _append(db, code, game, after, lines)
            await self._touch(db, code, state)

        await self._do(code, work, self._news("lines", code, game, after + 1))

    async def replace_tail(
        self, code: str, game: int, after: int, last: int, lines: Sequence[StoredLine], state: str | None = None
    ) -> None:
        async def work(db: Connection) -> None:
            # Each statement sees what other nodes have stored by then. So no line after `last` is deleted, and if one
            # was added, by now or before the end, appending refuses and the savepoint gives the deleted lines back.
            async with db.transaction():
                done = await db.execute(
                    "DELETE FROM lines WHERE code = $1 AND game = $2 AND n > $3 AND n <= $4", code, game, after, last
                )
                if _count(done) != last - after:
                    raise Conflict(f"line {last} is not the last of game {game} of {code}")
                await _append(db, code, game, after, lines)
            await self._touch(db, code, state)

        assert after + len(lines) > last, "a tail never gets shorter"
        await self._do(code, work, self._news("lines", code, game, after + 1, True))

    async def _touch(self, db: Connection, code: str, state: str | None) -> None:
        """Note that something happens at a table, now and then, and its new state if it has one."""
        if state is not None or self._touched.due(code):
            change = "UPDATE tables SET state = coalesce($1, state), touched = $2 WHERE code = $3"
            await db.execute(change, state, self._touched.note(code), code)

    async def sweep(self, state: str, before: float) -> Swept:
        return await self._aside(lambda db: sweep_postgres(db, state, before))

    async def known_time(self) -> float:
        self._touched.known = await self._read(lambda db: db.fetchval("SELECT coalesce(max(time), 0) FROM clock"))
        return self._touched.known

    async def note_time(self, time: float) -> None:
        await self._aside(lambda db: db.execute("UPDATE clock SET time = $1", time))
        self._touched.known = time

    async def _aside(self, work: Callable[[Connection], Awaitable[Result]]) -> Result:
        """Write what no player waits for, in a transaction of its own beside those of the writer."""
        try:
            async with self._reading, self._connected() as db, db.transaction():
                return await work(db)
        except FAILED as error:
            raise StoreError(f"the database cannot be written: {error}") from None

    # Reading.

    async def load_table(self, code: str) -> tuple[StoredTable, StoredGame | None] | None:
        async def work(db: Connection) -> tuple[StoredTable, StoredGame | None] | None:
            tables = await _read_tables(db, "WHERE code = $1", code)
            if not tables:
                return None
            latest = await db.fetchval("SELECT max(game) FROM games WHERE code = $1", code)
            return checked_table(tables[0]), None if latest is None else await _read_game(db, code, latest)

        return await self._read(work)

    async def load_game(self, code: str, game: int) -> StoredGame | None:
        return await self._read(lambda db: _read_game(db, code, game))

    async def load_lines(self, code: str, game: int, after: int) -> list[StoredLine]:
        return await self._read(lambda db: _read_lines(db, code, game, after))

    async def list_listed(self, since: float, limit: int) -> list[StoredTable]:
        where = "WHERE listed AND state != 'over' AND touched >= $1 ORDER BY touched DESC LIMIT $2"
        return await self._read(lambda db: _read_tables(db, where, since, limit))

    async def tables_of_keys(self, hashes: Sequence[str], limit: int) -> list[StoredTable]:
        where = "WHERE code IN (SELECT code FROM keys WHERE hash = ANY($1)) ORDER BY touched DESC LIMIT $2"
        return await self._read(lambda db: _read_tables(db, where, list(hashes), limit))

    async def count_tables(self) -> int:
        return await self._read(_count_tables)

    # Other nodes.

    async def claim(self, code: str) -> bool:
        return await self._nodes.claim(code)

    async def release(self, code: str) -> None:
        await self._nodes.release(code)

    def announce(self, code: str, presence: Presence) -> None:
        news = News("here", self._nodes.name, code, presence=presence)
        self._queue.put_nowait(_Job(code, news=news))

    def ask_who(self, code: str) -> None:
        self._queue.put_nowait(_Job(code, news=self._news("who", code)))


async def _leave_as_it_is(db: Connection) -> None:
    """A connection of the pool has nothing to be undone: asking the server to do so would double its work."""


async def _attempt(db: Connection, job: _Job) -> Any:
    try:
        return None if job.work is None else await job.work(db)
    except StoreError as refusal:
        return refusal


def _refusal(error: Exception) -> StoreError:
    """Why a single job failed."""
    if isinstance(error, asyncpg.UniqueViolationError):
        return Conflict(str(error))
    # Its words may quote the row.
    _log.error("The database refused (%s, %s).", type(error).__name__, getattr(error, "sqlstate", None))
    return StoreError("the store could not be written")


def _tell(job: _Job, result: Any) -> None:
    if job.future is None or job.future.done():
        return
    if isinstance(result, StoreError):
        job.future.set_exception(result)
    else:
        job.future.set_result(result)


def _count(done: str) -> int:
    """How many rows a statement says it has written."""
    return int(done.rpartition(" ")[2])


async def _write_table(db: Connection, table: StoredTable, now: float) -> None:
    values = (table.code, table.about, table.state, table.listed, now, table.version, table_digest(table))
    _check_version(await db.execute(_WRITE_TABLE, *values), table)
    await _write_keys(db, table)


async def _describe_table(db: Connection, table: StoredTable, now: float) -> None:
    values = (table.code, table.about, table.listed, now, table.version, table_digest(table))
    _check_version(await db.execute(_DESCRIBE_TABLE, *values), table)
    await _write_keys(db, table)


def _check_version(done: str, table: StoredTable) -> None:
    if not _count(done):
        raise Conflict(f"version {table.version} of {table.code} does not follow on the last one")


async def _write_keys(db: Connection, table: StoredTable) -> None:
    await db.execute("DELETE FROM keys WHERE code = $1", table.code)
    await db.execute(
        "INSERT INTO keys (code, hash) SELECT $1, hash FROM unnest($2::text[]) AS hash", table.code, table.keys
    )


async def _append(db: Connection, code: str, game: int, after: int, lines: Sequence[StoredLine]) -> None:
    digests = [digest(code, game, n, *line) for n, line in enumerate(lines, after + 1)]
    values = ([line.line for line in lines], [line.move for line in lines], digests)
    if _count(await db.execute(_APPEND, code, game, after, *values)) != len(lines):
        raise Conflict(f"line {after} is not the last of game {game} of {code}")


async def _read_tables(db: Connection, where: str, *values: object) -> list[StoredTable]:
    rows = await db.fetch(_READ_TABLES + where, *values)
    return [
        read_table(StoredTable(code, about, state, listed, tuple(keys), touched, version), found)
        for code, about, state, listed, keys, touched, version, found in rows
    ]


async def _count_tables(db: Connection) -> int:
    return int(await db.fetchval("SELECT count(*) FROM tables"))


async def _read_game(db: Connection, code: str, game: int) -> StoredGame | None:
    row = await db.fetchrow("SELECT header, digest FROM games WHERE code = $1 AND game = $2", code, game)
    return None if row is None else checked_game(code, game, row[0], row[1], await _read_lines(db, code, game, 0))


async def _read_lines(db: Connection, code: str, game: int, after: int) -> list[StoredLine]:
    rows = await db.fetch(
        "SELECT n, line, move, digest FROM lines WHERE code = $1 AND game = $2 AND n > $3 ORDER BY n", code, game, after
    )
    return checked_lines(code, game, after, rows)
