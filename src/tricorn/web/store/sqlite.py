"""The store in one SQLite file.

One thread owns the connection that writes. It commits all queued jobs in one transaction, so many tables share the cost
of one write to disk. Another thread reads, so no move waits while a long game is loaded.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from tricorn.web.store.digests import (
    checked_game,
    checked_lines,
    checked_table,
    digest,
    mark_if_damaged,
    table_digest,
)
from tricorn.web.store.group_commit import GroupCommit
from tricorn.web.store.integrity import check_integrity, check_schema, find_orphans
from tricorn.web.store.interface import CodeTaken, Conflict, Damaged, StoredGame, StoredLine, StoredTable, StoreError
from tricorn.web.store.migrations import migrate_sqlite
from tricorn.web.store.news import News
from tricorn.web.store.permissions import make_file, restrict
from tricorn.web.store.sweep import SweepResult, sweep_sqlite
from tricorn.web.store.touch_times import TouchTimes
from tricorn.web.work.pacing import run_paced

__all__ = ["SQLiteStore", "decode_leniently", "lock_database", "read_game", "read_tables"]

Result = TypeVar("Result")

_log = logging.getLogger(__name__)
_READ_TABLES = """
    SELECT code, about, phase, listed, coalesce((
        SELECT group_concat(hash, ' ') FROM (SELECT hash FROM keys WHERE keys.code = tables.code ORDER BY hash)
    ), ''), touched, version, digest
    FROM tables
"""
_CORRUPT = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class _Job(NamedTuple):
    """Work for the writing thread, and the future that gets its result."""

    work: Callable[[sqlite3.Connection], Any]
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Any]


class SQLiteStore:
    """A store in one SQLite file, which one server at a time may open.

    It has more than 30 methods because `Store` has one for each kind of write and query.
    """

    reachable = True

    def __init__(self, path: Path) -> None:
        self._lock = lock_database(path)
        try:
            self._connection = _connect(path)
        except StoreError:
            self._lock.close()
            raise
        self._reader = decode_leniently(sqlite3.connect(path, isolation_level=None, check_same_thread=False))
        self._reader.execute("PRAGMA query_only = 1")
        self._read_executor = ThreadPoolExecutor(1, thread_name_prefix="tricorn-reader")
        self._touch_times = TouchTimes()
        self._touch_times.min_time = _read_clock(self._connection)
        self._queue: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._group_commit = GroupCommit()
        self._thread = threading.Thread(target=self._work, name="tricorn-store", daemon=True)
        self._thread.start()

    # The writing thread.

    def _work(self) -> None:
        while True:
            jobs, is_closing = self._next_jobs()
            if jobs:
                self._run(jobs)
            if is_closing:
                self._connection.close()
                self._lock.close()
                return
            if seconds := self._group_commit.pause_after(len(jobs)):
                time.sleep(seconds)

    def _next_jobs(self) -> tuple[list[_Job], bool]:
        """Wait for a job; return all that are queued, and whether the store is being closed."""
        jobs = []
        job = self._queue.get()
        while job is not None:
            jobs.append(job)
            try:
                job = self._queue.get_nowait()
            except queue.Empty:
                return jobs, False
        return jobs, True

    def _run(self, jobs: list[_Job]) -> None:
        """Run the jobs in one transaction; if it fails, run each in its own, so that one bad job fails alone."""
        results = self._transaction(jobs)
        if results is None and len(jobs) > 1:
            results = [result for job in jobs for result in self._transaction([job]) or [(job, _write_error())]]
        _deliver(results or [(job, _write_error()) for job in jobs])

    def _transaction(self, jobs: list[_Job]) -> list[tuple[_Job, Any]] | None:
        """Run and commit the jobs; return each with its result, or None if nothing was committed."""
        # Few statements: each releases the GIL and may have to wait for the event loop to release it again.
        db = self._connection
        try:
            db.execute("BEGIN IMMEDIATE")
            results = [(job, _attempt(db, job)) for job in jobs]
            db.execute("COMMIT")
        except Exception as error:  # if this thread ended, every caller would wait forever
            _log.error("The store could not be written: %s", error)
            with contextlib.suppress(sqlite3.Error):
                db.execute("ROLLBACK")
            return None
        return results

    async def _write(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Result] = loop.create_future()
        self._queue.put(_Job(work, loop, future))
        return await future

    async def _read(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        """Read from one snapshot of what is committed; `Damaged` if that part of the file is corrupt."""

        def read_snapshot() -> Result:
            try:
                with _snapshot(self._reader):
                    return work(self._reader)
            except sqlite3.DatabaseError as error:
                if error.sqlite_errorcode & 0xFF in _CORRUPT:
                    raise Damaged(f"it cannot be read ({error.sqlite_errorname})") from None
                _log.error("The store could not be read (%s).", error.sqlite_errorname)
                raise StoreError("the store could not be read") from None

        return await asyncio.get_running_loop().run_in_executor(self._read_executor, run_paced, read_snapshot)

    def _touch(self, db: sqlite3.Connection, code: str, phase: str | None) -> None:
        """Store a table's new phase if given, and its time if that is due."""
        if phase is not None or self._touch_times.is_due(code):
            update = "UPDATE tables SET phase = coalesce(?, phase), touched = ? WHERE code = ?"
            db.execute(update, (phase, self._touch_times.mark_stored(code), code))

    # The interface.

    async def open(self, on_news: Callable[[News], None]) -> None:
        """Report orphaned rows; there are no other nodes, so `on_news` is never called."""
        if await self._read(find_orphans):
            _log.error("Some rows belong to no table: part of the database is damaged. tricorn backup says which rows.")

    async def probe(self) -> None:
        def work(db: sqlite3.Connection) -> None:
            # One transaction that needs space in the file and on disk and leaves nothing behind.
            db.execute("CREATE TABLE probe (filler)")
            db.execute("INSERT INTO probe VALUES (zeroblob(8192))")
            db.execute("DROP TABLE probe")

        await self._write(work)

    async def create_table(self, table: StoredTable) -> None:
        def work(db: sqlite3.Connection) -> None:
            if db.execute("SELECT 1 FROM tables WHERE code = ?", (table.code,)).fetchone():
                raise CodeTaken(table.code)
            _write_table(db, table, self._touch_times.now())

        await self._write(work)

    async def update_table(self, table: StoredTable, phase: str | None = None) -> None:
        await self._write(lambda db: _update_table(db, table, self._touch_times.now(), phase))

    async def begin_game(self, table: StoredTable, game: StoredGame) -> None:
        def work(db: sqlite3.Connection) -> None:
            key = (table.code, game.number)
            if db.execute("SELECT 1 FROM games WHERE code = ? AND game = ?", key).fetchone():
                raise Conflict(f"game {game.number} of {table.code}")
            _check_version(db, table)
            _write_table(db, table, self._touch_times.now())
            header = json.dumps(game.header)
            row = (*key, header, digest(*key, header))
            db.execute("INSERT INTO games (code, game, header, digest) VALUES (?, ?, ?, ?)", row)
            _write_lines(db, table.code, game.number, 0, game.lines)

        await self._write(work)

    async def deal(
        self, table: StoredTable, game: int, after: int, lines: Sequence[StoredLine], needs_lease: bool = False
    ) -> None:
        def work(db: sqlite3.Connection) -> None:
            if _last_line(db, table.code, game) != after:
                raise Conflict(f"line {after} is not the last of game {game} of {table.code}")
            _update_table(db, table, self._touch_times.now())
            _write_lines(db, table.code, game, after, lines)

        await self._write(work)

    async def take_back(self, table: StoredTable, game: int, after: int, last: int) -> None:
        def work(db: sqlite3.Connection) -> None:
            if _last_line(db, table.code, game) != last:
                raise Conflict(f"line {last} is not the last of game {game} of {table.code}")
            _update_table(db, table, self._touch_times.now())
            _delete_lines(db, table.code, game, after)

        await self._write(work)

    async def append_lines(
        self,
        code: str,
        game: int,
        after: int,
        lines: Sequence[StoredLine],
        phase: str | None = None,
        needs_lease: bool = False,
    ) -> None:
        def work(db: sqlite3.Connection) -> None:
            if _last_line(db, code, game) != after:
                raise Conflict(f"line {after} is not the last of game {game} of {code}")
            _write_lines(db, code, game, after, lines)
            self._touch(db, code, phase)

        await self._write(work)

    async def replace_tail(
        self, code: str, game: int, after: int, last: int, lines: Sequence[StoredLine], phase: str | None = None
    ) -> None:
        def work(db: sqlite3.Connection) -> None:
            if _last_line(db, code, game) != last:
                raise Conflict(f"line {last} is not the last of game {game} of {code}")
            _delete_lines(db, code, game, after)
            _write_lines(db, code, game, after, lines)
            self._touch(db, code, phase)

        await self._write(work)

    async def load_table(self, code: str) -> tuple[StoredTable, StoredGame | None] | None:
        def work(db: sqlite3.Connection) -> tuple[StoredTable, StoredGame | None] | None:
            tables = read_tables(db, "WHERE code = ?", (code,))
            if not tables:
                return None
            (latest,) = db.execute("SELECT max(game) FROM games WHERE code = ?", (code,)).fetchone()
            return checked_table(tables[0]), None if latest is None else read_game(db, code, latest)

        return await self._read(work)

    async def load_game(self, code: str, game: int) -> StoredGame | None:
        return await self._read(lambda db: read_game(db, code, game))

    async def load_lines(self, code: str, game: int, after: int) -> list[StoredLine]:
        return await self._read(lambda db: _read_lines(db, code, game, after))

    async def listed_tables(self, since: float, limit: int) -> list[StoredTable]:
        where = "WHERE listed AND phase != 'over' AND touched >= ? ORDER BY touched DESC LIMIT ?"
        return await self._read(lambda db: read_tables(db, where, (since, limit)))

    async def tables_for_keys(self, hashes: Sequence[str], limit: int) -> list[StoredTable]:
        marks = ", ".join("?" * len(hashes))
        where = f"WHERE code IN (SELECT code FROM keys WHERE hash IN ({marks})) ORDER BY touched DESC LIMIT ?"
        return await self._read(lambda db: read_tables(db, where, (*hashes, limit)))

    async def count_tables(self) -> int:
        return await self._read(lambda db: int(db.execute("SELECT count(*) FROM tables").fetchone()[0]))

    async def sweep(self, phase: str, before: float) -> SweepResult:
        return await self._write(lambda db: sweep_sqlite(db, phase, before))

    async def read_clock(self) -> float:
        return await self._read(_read_clock)

    async def write_clock(self, now: float) -> None:
        await self._write(lambda db: db.execute("UPDATE clock SET time = ?", (now,)))
        self._touch_times.min_time = now

    async def secret(self, name: str, default: str) -> str:
        def work(db: sqlite3.Connection) -> str:
            db.execute("INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING", (name, default))
            return str(db.execute("SELECT value FROM secrets WHERE name = ?", (name,)).fetchone()[0])

        return await self._write(work)

    async def acquire_lease(self, code: str) -> bool:
        return True

    async def release_lease(self, code: str) -> None:
        pass

    def notify(self, news: News) -> None:
        pass  # it is the only node

    async def close(self) -> None:
        await asyncio.to_thread(self._read_executor.shutdown)
        self._reader.close()
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)


def lock_database(path: Path) -> sqlite3.Connection:
    """Lock a database until the returned connection is closed or the process ends.

    The lock is on a separate file next to it, so a backup can still read the database.
    """
    lock_file = Path(f"{path}-owner")
    make_file(lock_file)
    restrict(lock_file)
    owner = sqlite3.connect(lock_file, timeout=0, isolation_level=None, check_same_thread=False)
    try:
        owner.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        owner.close()
        raise StoreError(
            f"another Tricorn has it open ({error}); stop that one, or use PostgreSQL for several servers"
        ) from None
    return owner


def decode_leniently(db: sqlite3.Connection) -> sqlite3.Connection:
    """Let a connection read damaged text: its digest shows the damage, and SQLite's own error would quote the text."""
    db.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
    return db


def _connect(path: Path) -> sqlite3.Connection:
    """Open the file and create or migrate its tables; `StoreError` for a file of a later Tricorn."""
    make_file(path)
    try:
        db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    except sqlite3.Error as error:
        raise StoreError(f"it cannot be opened: {error}") from None
    decode_leniently(db)
    try:
        check_integrity(db)
        check_schema(db)
        restrict(path)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        migrate_sqlite(db)
    except (sqlite3.Error, UnicodeError) as error:  # the latter if SQLite's message quotes damaged text
        db.close()
        raise StoreError(f"it cannot be used for tables: {error}") from None
    except StoreError:
        db.close()
        raise
    return db


@contextlib.contextmanager
def _snapshot(db: sqlite3.Connection) -> Iterator[None]:
    """Let several statements read the same snapshot of the database."""
    db.execute("BEGIN")
    try:
        yield
    finally:
        db.execute("ROLLBACK")


def _write_error() -> StoreError:
    return StoreError("the store could not be written")


def _attempt(db: sqlite3.Connection, job: _Job) -> Any:
    """The job's result, or the error it raised; a job raises `StoreError` only before it writes anything."""
    try:
        return job.work(db)
    except StoreError as error:
        return error


def _deliver(results: Iterable[tuple[_Job, Any]]) -> None:
    """Resolve the jobs' futures, with one call into each event loop."""
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[_Job, Any]]] = {}
    for job, result in results:
        by_loop.setdefault(job.loop, []).append((job, result))
    for loop, loop_results in by_loop.items():
        with contextlib.suppress(RuntimeError):  # the loop is closed, so nobody waits for them
            loop.call_soon_threadsafe(_resolve, loop_results)


def _resolve(results: Iterable[tuple[_Job, Any]]) -> None:
    for job, result in results:
        if job.future.done():
            continue
        if isinstance(result, StoreError):
            job.future.set_exception(result)
        else:
            job.future.set_result(result)


def _check_version(db: sqlite3.Connection, table: StoredTable) -> None:
    """Refuse a description whose version does not follow the stored one."""
    stored = db.execute("SELECT version FROM tables WHERE code = ?", (table.code,)).fetchone()
    if stored is not None and stored[0] != table.version - 1:
        raise Conflict(f"version {table.version} of {table.code} does not follow version {stored[0]}")


def _write_table(db: sqlite3.Connection, table: StoredTable, now: float) -> None:
    db.execute(
        "INSERT OR REPLACE INTO tables (code, about, phase, listed, touched, version, digest) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        (table.code, table.about, table.phase, table.listed, now, table.version, table_digest(table)),
    )
    _write_keys(db, table)


def _update_table(db: sqlite3.Connection, table: StoredTable, now: float, phase: str | None = None) -> None:
    """Change a table's description, and its phase if there is a new one; `Conflict` as in `update_table`."""
    update = (
        "UPDATE tables SET about = ?, phase = coalesce(?, phase), listed = ?, touched = ?, version = ?, digest = ? "
    )
    values = (table.about, phase, table.listed, now, table.version, table_digest(table))
    if not db.execute(update + "WHERE code = ? AND version = ?", (*values, table.code, table.version - 1)).rowcount:
        raise Conflict(f"version {table.version} of {table.code} does not follow the last one")
    _write_keys(db, table)


def _write_keys(db: sqlite3.Connection, table: StoredTable) -> None:
    db.execute("DELETE FROM keys WHERE code = ?", (table.code,))
    db.executemany("INSERT INTO keys (hash, code) VALUES (?, ?)", [(key, table.code) for key in table.keys])


def _write_lines(db: sqlite3.Connection, code: str, game: int, after: int, lines: Sequence[StoredLine]) -> None:
    rows = [(code, game, n, *line, digest(code, game, n, *line)) for n, line in enumerate(lines, after + 1)]
    db.executemany("INSERT INTO lines (code, game, n, line, move, digest) VALUES (?, ?, ?, ?, ?, ?)", rows)


def _delete_lines(db: sqlite3.Connection, code: str, game: int, after: int) -> None:
    db.execute("DELETE FROM lines WHERE code = ? AND game = ? AND n > ?", (code, game, after))


def _read_clock(db: sqlite3.Connection) -> float:
    (seconds,) = db.execute("SELECT total(time) FROM clock").fetchone()
    return float(seconds)


def _last_line(db: sqlite3.Connection, code: str, game: int) -> int:
    (last,) = db.execute("SELECT max(n) FROM lines WHERE code = ? AND game = ?", (code, game)).fetchone()
    return last or 0


def read_tables(db: sqlite3.Connection, where: str, values: Sequence[object]) -> list[StoredTable]:
    """The tables that match a WHERE clause, damaged ones included."""
    return [
        mark_if_damaged(StoredTable(code, about, phase, bool(listed), tuple(keys.split()), touched, version), stored)
        for code, about, phase, listed, keys, touched, version, stored in db.execute(_READ_TABLES + where, values)
    ]


def read_game(db: sqlite3.Connection, code: str, game: int) -> StoredGame | None:
    """One game of a table; `Damaged` if it is not as it was stored."""
    key = (code, game)
    row = db.execute("SELECT header, digest FROM games WHERE code = ? AND game = ?", key).fetchone()
    return None if row is None else checked_game(code, game, row[0], row[1], _read_lines(db, code, game, 0))


def _read_lines(db: sqlite3.Connection, code: str, game: int, after: int) -> list[StoredLine]:
    rows = db.execute(
        "SELECT n, line, move, digest FROM lines WHERE code = ? AND game = ? AND n > ? ORDER BY n", (code, game, after)
    )
    return checked_lines(code, game, after, rows)
