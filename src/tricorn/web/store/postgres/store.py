"""`PostgresStore`: every write is one statement, in its own transaction and under the table's lock (see `leases`).

The same statement notifies the other nodes.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from typing import Any, TypeVar

import asyncpg

from tricorn.web.store.digests import (
    checked_game,
    checked_lines,
    checked_table,
    digest,
    mark_if_damaged,
    table_digest,
)
from tricorn.web.store.interface import CodeTaken, Conflict, StoredGame, StoredLine, StoredTable, StoreError
from tricorn.web.store.migrations import steps_from
from tricorn.web.store.news import News
from tricorn.web.store.postgres.appender import Appender, AppendJob, line_columns
from tricorn.web.store.postgres.backoff import Backoff
from tricorn.web.store.postgres.connections import (
    CONNECT_TIMEOUT,
    CONNECTION_ERRORS,
    DATABASE_ERRORS,
    Connection,
    connect,
    open_pool,
)
from tricorn.web.store.postgres.errors import lapsed_error, to_store_error
from tricorn.web.store.postgres.node import Node
from tricorn.web.store.postgres.statements import (
    BEGIN_GAME,
    CREATE_TABLE,
    DEAL,
    LOCK,
    PROBE,
    REPLACE_TAIL,
    TAKE_BACK,
    UPDATE_TABLE,
)
from tricorn.web.store.postgres.sweep import sweep_postgres
from tricorn.web.store.sweep import SweepResult
from tricorn.web.store.touch_times import TouchTimes
from tricorn.web.work.background import TaskSet
from tricorn.web.work.pacing import run_paced

__all__ = ["PostgresStore", "migrate_postgres"]

Result = TypeVar("Result")

_SCHEMA_LOCK = "7, 2"
_READERS, _WRITERS = 3, 2  # connections; one more is for the appender
_MAX_CHECKED_DIRECTLY = 1_000  # lines; more take milliseconds and are checked in a thread

_READ_TABLES = """
    SELECT code, about, phase, listed, ARRAY(SELECT hash FROM keys WHERE keys.code = tables.code ORDER BY hash),
        touched, version, digest
    FROM tables
"""


async def migrate_postgres(url: str) -> None:
    """Create or migrate the database's tables; `StoreError` if it cannot be used."""
    try:
        db = await connect(url)
        try:
            await _migrate(db)
        finally:
            await db.close()
    except DATABASE_ERRORS as error:
        raise StoreError(f"it cannot be used for tables: {error}") from None


async def _migrate(db: Connection) -> None:
    """Run the missing steps; if several servers start at once, one of them runs the steps and the others wait."""
    async with db.transaction():
        await db.execute(f"SELECT pg_advisory_xact_lock({_SCHEMA_LOCK})")
        await db.execute("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)")
        current = await db.fetchval("SELECT max(version) FROM schema_version") or 0
        for version, step in steps_from(current):
            await db.execute(step.postgres)
            await db.execute("INSERT INTO schema_version VALUES ($1)", version)


class PostgresStore:
    """A store in a database that `migrate_postgres` has prepared.

    It has more than 30 methods because `Store` has one for each kind of write and query.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._node = Node(url)
        self._appender = Appender(self._fetch, self._node.leases.forget)
        self._pool: Any = None
        self._touch_times = TouchTimes()
        self._read_slots = asyncio.Semaphore(_READERS)
        self._write_slots = asyncio.Semaphore(_WRITERS)
        self._writes = TaskSet()

    @property
    def reachable(self) -> bool:
        return self._node.reachable

    async def open(self, on_news: Callable[[News], None]) -> None:
        try:
            await self._replace_pool()
            await self._node.open(on_news, self._replace_pool)
        except DATABASE_ERRORS as error:
            raise StoreError(f"it cannot be reached: {error}") from None
        self._appender.open()

    async def close(self) -> None:
        await self._appender.close()
        await self._writes.wait()
        await self._node.close()
        if self._pool is not None:
            self._pool.terminate()

    async def _replace_pool(self) -> None:
        """Open a new pool and close the connections of the old one."""
        old, self._pool = self._pool, await open_pool(self._url, self._node.application, _READERS + _WRITERS + 1)
        if old is not None:
            old.terminate()

    @contextlib.asynccontextmanager
    async def _acquire(self) -> AsyncIterator[Connection]:
        assert self._pool is not None, "the store is open"
        async with self._pool.acquire(timeout=CONNECT_TIMEOUT) as db:
            try:
                yield db
            except (*CONNECTION_ERRORS, asyncio.CancelledError):
                with contextlib.suppress(asyncpg.InterfaceError):  # already closed
                    db.terminate()  # its state is unknown, so it must not be reused
                raise

    async def _fetch(self, statement: str, *values: Any) -> list[Any]:
        async with self._acquire() as db:
            rows: list[Any] = await db.fetch(statement, *values)
            return rows

    async def _fetch_locked(self, statement: str, node: str, code: str, *values: Any) -> list[Any]:
        """Take the table's lock, then run a statement, which sees all that was stored before."""
        async with self._acquire() as db, db.transaction():
            if not await db.fetchval(LOCK, code):
                return [{"allowed": None}]
            rows: list[Any] = await db.fetch(statement, node, code, *values)
            return rows

    # Writing.

    async def _write(self, statement: str, code: str, news: News | None, *values: Any) -> None:
        """Write to a table; the write continues if the caller is cancelled."""
        text = None if news is None else news.to_json()
        await self._run_to_end(self._write_with_retries(statement, self._node.name, code, text, *values))

    async def _run_to_end(self, work: Coroutine[Any, Any, None]) -> None:
        task = self._writes.start(work)
        task.add_done_callback(_mark_retrieved)  # a caller that was cancelled does not
        await asyncio.shield(task)

    async def _write_with_retries(self, statement: str, *values: Any) -> None:
        backoff = Backoff()
        while True:
            row = await self._try_to_write(statement, *values)
            if row["allowed"] is not None:
                break
            await asyncio.sleep(backoff.pause())
        if not row["allowed"]:
            raise lapsed_error()
        if not row["written"]:
            raise Conflict("another node wrote first")

    async def _try_to_write(self, statement: str, *values: Any) -> Any:
        try:
            async with self._write_slots:
                fetch = self._fetch_locked if statement is TAKE_BACK else self._fetch
                return (await fetch(statement, *values))[0]
        except CONNECTION_ERRORS as error:
            raise StoreError(f"the database cannot be reached: {error}") from None
        except asyncpg.PostgresError as error:
            raise to_store_error(error) from None

    def _news(self, kind: Any, code: str, game: int = 0, first: int = 0, amended: bool = False) -> News:
        return News(kind, self._node.name, code, game, first, amended)

    async def create_table(self, table: StoredTable) -> None:
        try:
            await self._write(CREATE_TABLE, table.code, None, *self._description(table, table.phase))
        except Conflict:
            raise CodeTaken(table.code) from None

    async def update_table(self, table: StoredTable, phase: str | None = None) -> None:
        news = self._news("table", table.code)
        await self._write(UPDATE_TABLE, table.code, news, *self._description(table), phase)

    async def begin_game(self, table: StoredTable, game: StoredGame) -> None:
        header = json.dumps(game.header)
        lines = line_columns(table.code, game.number, 0, game.lines)
        row = (game.number, header, digest(table.code, game.number, header))
        values = (*self._description(table, table.phase), *row, *lines)
        await self._write(BEGIN_GAME, table.code, self._news("table", table.code), *values)

    async def deal(
        self, table: StoredTable, game: int, after: int, lines: Sequence[StoredLine], needs_lease: bool = False
    ) -> None:
        if needs_lease:
            await self._ensure_lease(table.code)
        values = (*self._description(table), game, after, *line_columns(table.code, game, after, lines), needs_lease)
        await self._write(DEAL, table.code, self._news("table", table.code), *values)

    async def take_back(self, table: StoredTable, game: int, after: int, last: int) -> None:
        values = (*self._description(table), game, last, after)
        await self._write(TAKE_BACK, table.code, self._news("table", table.code), *values)

    def _description(self, table: StoredTable, *phase: str) -> tuple[Any, ...]:
        """The parameters of a statement that writes a table's description, and its phase if given."""
        now = self._touch_times.now()
        return (list(table.keys), table.about, *phase, table.listed, now, table.version, table_digest(table))

    async def append_lines(
        self,
        code: str,
        game: int,
        after: int,
        lines: Sequence[StoredLine],
        phase: str | None = None,
        needs_lease: bool = False,
    ) -> None:
        if needs_lease:
            await self._ensure_lease(code)
        news = self._news("lines", code, game, after + 1)
        touched = self._touch_times.mark_stored(code) if phase is not None or self._touch_times.is_due(code) else None
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        job = AppendJob(
            news.node, code, game, after, lines, needs_lease, news.to_json(), phase, touched, Backoff(), future
        )
        await self._appender.append(job)

    async def replace_tail(
        self, code: str, game: int, after: int, last: int, lines: Sequence[StoredLine], phase: str | None = None
    ) -> None:
        assert after + len(lines) > last, "a tail never gets shorter"
        await self._ensure_lease(code)
        news = self._news("lines", code, game, after + 1, True)
        touched = self._touch_times.mark_stored(code)
        values = (game, after, last, *line_columns(code, game, after, lines), phase, touched)
        await self._write(REPLACE_TAIL, code, news, *values)

    async def _ensure_lease(self, code: str) -> None:
        """Acquire the table's lease again in case it was released, as it is when everybody has left."""
        if not await self.acquire_lease(code):
            raise Conflict(f"another node runs {code}")

    async def probe(self) -> None:
        try:
            async with self._write_slots:
                rows = await self._fetch(PROBE, self._node.name)
        except DATABASE_ERRORS as error:
            raise StoreError(f"the database cannot be written: {error}") from None
        if not rows:
            raise lapsed_error()

    async def sweep(self, phase: str, before: float) -> SweepResult:
        return await self._background_write(lambda db: sweep_postgres(db, phase, before))

    async def read_clock(self) -> float:
        self._touch_times.min_time = await self._read(
            lambda db: db.fetchval("SELECT coalesce(max(time), 0) FROM clock")
        )
        return self._touch_times.min_time

    async def write_clock(self, now: float) -> None:
        await self._background_write(lambda db: db.execute("UPDATE clock SET time = $1", now))
        self._touch_times.min_time = now

    async def secret(self, name: str, default: str) -> str:
        insert = "INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING"
        await self._background_write(lambda db: db.execute(insert, name, default))
        return str(await self._read(lambda db: db.fetchval("SELECT value FROM secrets WHERE name = $1", name)))

    async def _background_write(self, work: Callable[[Connection], Awaitable[Result]]) -> Result:
        """Write something that no player waits for, in its own transaction.

        It uses a slot for reading, so that it takes no connection from writes that a player waits for.
        """
        try:
            async with self._read_slots, self._acquire() as db, db.transaction():
                return await work(db)
        except DATABASE_ERRORS as error:
            raise StoreError(f"the database cannot be written: {error}") from None

    # Reading.

    async def _read(self, work: Callable[[Connection], Awaitable[Result]]) -> Result:
        """Read from one consistent snapshot."""
        try:
            async with (
                self._read_slots,
                self._acquire() as db,
                db.transaction(isolation="repeatable_read", readonly=True),
            ):
                return await work(db)
        except DATABASE_ERRORS as error:
            raise StoreError(f"the database cannot be read: {error}") from None

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

    async def listed_tables(self, since: float, limit: int) -> list[StoredTable]:
        where = "WHERE listed AND phase != 'over' AND touched >= $1 ORDER BY touched DESC LIMIT $2"
        return await self._read(lambda db: _read_tables(db, where, since, limit))

    async def tables_for_keys(self, hashes: Sequence[str], limit: int) -> list[StoredTable]:
        where = "WHERE code IN (SELECT code FROM keys WHERE hash = ANY($1)) ORDER BY touched DESC LIMIT $2"
        return await self._read(lambda db: _read_tables(db, where, list(hashes), limit))

    async def count_tables(self) -> int:
        return await self._read(_count_tables)

    # Other nodes.

    async def acquire_lease(self, code: str) -> bool:
        return await self._node.leases.acquire(code)

    async def release_lease(self, code: str) -> None:
        await self._node.leases.release(code)

    def notify(self, news: News) -> None:
        self._node.send(news._replace(node=self._node.name))


def _mark_retrieved(task: asyncio.Task[None]) -> None:
    """Mark the exception of a task as retrieved, so that it is not logged."""
    if not task.cancelled():
        task.exception()


async def _read_tables(db: Connection, where: str, *values: object) -> list[StoredTable]:
    rows = await db.fetch(_READ_TABLES + where, *values)
    return [
        mark_if_damaged(StoredTable(code, about, phase, listed, tuple(keys), touched, version), stored)
        for code, about, phase, listed, keys, touched, version, stored in rows
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
    if len(rows) > _MAX_CHECKED_DIRECTLY:
        return await asyncio.to_thread(run_paced, checked_lines, code, game, after, rows)
    return checked_lines(code, game, after, rows)
