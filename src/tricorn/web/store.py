"""Where tables and their record lines are kept: a small asynchronous interface, and SQLite behind it.

Nothing is told to anybody before it is stored. One thread owns the SQLite connection and commits whatever has
queued up in one transaction, so that many tables share the cost of one write to the disk.
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
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

__all__ = [
    "CodeTaken",
    "Conflict",
    "SQLiteStore",
    "Store",
    "StoreError",
    "StoredGame",
    "StoredLine",
    "StoredTable",
]

Result = TypeVar("Result")

_log = logging.getLogger(__name__)

_SCHEMA_VERSION = 1
_SCHEMA = """
CREATE TABLE tables (
    code TEXT PRIMARY KEY, about TEXT NOT NULL, state TEXT NOT NULL, listed INTEGER NOT NULL,
    touched REAL NOT NULL
) WITHOUT ROWID;
CREATE INDEX tables_listed ON tables (touched) WHERE listed;
CREATE INDEX tables_touched ON tables (touched);
CREATE TABLE keys (hash TEXT NOT NULL, code TEXT NOT NULL, PRIMARY KEY (hash, code)) WITHOUT ROWID;
CREATE INDEX keys_of_table ON keys (code);
CREATE TABLE games (
    code TEXT NOT NULL, game INTEGER NOT NULL, seed INTEGER NOT NULL, header TEXT NOT NULL,
    PRIMARY KEY (code, game)
) WITHOUT ROWID;
CREATE TABLE lines (
    code TEXT NOT NULL, game INTEGER NOT NULL, n INTEGER NOT NULL, line TEXT NOT NULL, move TEXT,
    PRIMARY KEY (code, game, n)
) WITHOUT ROWID;
"""
_TOUCHED_EVERY = 3600.0  # seconds; a table's time is noted coarsely, as a write a move would double the work
_MOST_TOUCHED = 10_000


class StoreError(Exception):
    """The store could not do what it was asked; nothing of it was kept."""


class Conflict(StoreError):
    """Somebody else has written lines to this game in the meantime."""


class CodeTaken(StoreError):
    """There is a table with this code already."""


class StoredLine(NamedTuple):
    """A line of a record and the id of the move that it answers, if a client sent one."""

    line: str
    move: str | None = None


@dataclass(frozen=True)
class StoredTable:
    """A table as it is kept: `about` is its own description as JSON, the rest is what tables are found by."""

    code: str
    about: str
    state: str
    listed: bool
    keys: tuple[str, ...]  # the hashes of its keys
    touched: float = 0.0


@dataclass(frozen=True)
class StoredGame:
    """A game at a table: its number, its seed (never to be sent), the header and the lines."""

    number: int
    seed: int
    header: tuple[str, ...]
    lines: tuple[StoredLine, ...]


class Store(Protocol):
    """What a server needs of a store. Every call returns once its work is safe on the disk."""

    async def create_table(self, table: StoredTable) -> None:
        """Keep a new table; `CodeTaken` if its code is in use."""
        ...

    async def update_table(self, table: StoredTable) -> None:
        """Keep a table's changed description."""
        ...

    async def begin_game(self, table: StoredTable, game: StoredGame) -> None:
        """Keep a table's description and its new game in one step; `Conflict` if that game is there."""
        ...

    async def append_lines(
        self, code: str, game: int, after: int, lines: Sequence[StoredLine], state: str | None = None
    ) -> None:
        """Add lines after line `after`, `Conflict` if that is not the last; `state` may change with it."""
        ...

    async def replace_tail(
        self, code: str, game: int, after: int, lines: Sequence[StoredLine], state: str | None = None
    ) -> None:
        """Put these lines in the place of all after line `after`; `Conflict` if there is no such line."""
        ...

    async def load_table(self, code: str) -> tuple[StoredTable, StoredGame | None] | None:
        """A table and its latest game."""
        ...

    async def load_game(self, code: str, game: int) -> StoredGame | None:
        """One game of a table."""
        ...

    async def list_listed(self, since: float, limit: int) -> list[StoredTable]:
        """The listed tables touched since then whose game is not over, the latest first."""
        ...

    async def tables_of_keys(self, hashes: Sequence[str], limit: int) -> list[StoredTable]:
        """The tables that these keys belong to, the latest first."""
        ...

    async def sweep(self, before: float) -> int:
        """Forget the tables not touched since then; how many there were."""
        ...

    async def close(self) -> None:
        """Finish what is queued and let go of the store."""
        ...


class _Job(NamedTuple):
    """Work for the thread: what to do with the connection, and whom to tell."""

    work: Callable[[sqlite3.Connection], Any]
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Any]


class SQLiteStore:
    """A store in one SQLite file."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._connection = _connect(path)
        self._touched: dict[str, float] = {}  # when it was last noted that something happened at a table
        self._queue: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="tricorn-store", daemon=True)
        self._thread.start()

    # The thread.

    def _work(self) -> None:
        while True:
            jobs, last = self._waiting()
            if jobs:
                self._run(jobs)
            if last:
                self._connection.close()
                return

    def _waiting(self) -> tuple[list[_Job], bool]:
        """Everything that has queued up, at least one job, and whether it is the end."""
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
        """Do the jobs in one transaction; if that fails, each in its own, so that a bad one harms no other."""
        done = self._transaction(jobs)
        if done is None and len(jobs) > 1:
            done = [each for job in jobs for each in self._transaction([job]) or [(job, _failed())]]
        _tell(done or [(job, _failed()) for job in jobs])

    def _transaction(self, jobs: list[_Job]) -> list[tuple[_Job, Any]] | None:
        """The jobs with their results, committed; or None, with nothing of them kept."""
        # Few statements: each gives the interpreter up, and may wait for the event loop to have it back.
        db = self._connection
        try:
            db.execute("BEGIN IMMEDIATE")
            done = [(job, _attempt(db, job)) for job in jobs]
            db.execute("COMMIT")
        except (sqlite3.Error, OverflowError) as error:
            _log.error("The store could not be written: %s", error)
            with contextlib.suppress(sqlite3.Error):
                db.execute("ROLLBACK")
            return None
        return done

    async def _do(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Result] = loop.create_future()
        self._queue.put(_Job(work, loop, future))
        return await future

    def _touch(self, db: sqlite3.Connection, code: str, state: str | None) -> None:
        """Note that something happens at a table, now and then, and its new state if it has one."""
        now = time.time()
        if state is not None or self._touched.get(code, 0.0) < now - _TOUCHED_EVERY:
            if len(self._touched) >= _MOST_TOUCHED:
                self._touched.clear()
            self._touched[code] = now
            change = "UPDATE tables SET state = coalesce(?, state), touched = ? WHERE code = ?"
            db.execute(change, (state, now, code))

    # The interface.

    async def create_table(self, table: StoredTable) -> None:
        def work(db: sqlite3.Connection) -> None:
            if db.execute("SELECT 1 FROM tables WHERE code = ?", (table.code,)).fetchone():
                raise CodeTaken(table.code)
            _write_table(db, table)

        await self._do(work)

    async def update_table(self, table: StoredTable) -> None:
        await self._do(lambda db: _write_table(db, table))

    async def begin_game(self, table: StoredTable, game: StoredGame) -> None:
        def work(db: sqlite3.Connection) -> None:
            key = (table.code, game.number)
            if db.execute("SELECT 1 FROM games WHERE code = ? AND game = ?", key).fetchone():
                raise Conflict(f"game {game.number} of {table.code}")
            _write_table(db, table)
            db.execute("INSERT INTO games VALUES (?, ?, ?, ?)", (*key, game.seed, json.dumps(game.header)))
            _write_lines(db, table.code, game.number, 0, game.lines)

        await self._do(work)

    async def append_lines(
        self, code: str, game: int, after: int, lines: Sequence[StoredLine], state: str | None = None
    ) -> None:
        def work(db: sqlite3.Connection) -> None:
            if _last(db, code, game) != after:
                raise Conflict(f"line {after} is not the last of game {game} of {code}")
            _write_lines(db, code, game, after, lines)
            self._touch(db, code, state)

        await self._do(work)

    async def replace_tail(
        self, code: str, game: int, after: int, lines: Sequence[StoredLine], state: str | None = None
    ) -> None:
        def work(db: sqlite3.Connection) -> None:
            if _last(db, code, game) < after:
                raise Conflict(f"there is no line {after} in game {game} of {code}")
            db.execute("DELETE FROM lines WHERE code = ? AND game = ? AND n > ?", (code, game, after))
            _write_lines(db, code, game, after, lines)
            self._touch(db, code, state)

        await self._do(work)

    async def load_table(self, code: str) -> tuple[StoredTable, StoredGame | None] | None:
        def work(db: sqlite3.Connection) -> tuple[StoredTable, StoredGame | None] | None:
            tables = _read_tables(db, "WHERE code = ?", (code,))
            if not tables:
                return None
            (latest,) = db.execute("SELECT max(game) FROM games WHERE code = ?", (code,)).fetchone()
            return tables[0], None if latest is None else _read_game(db, code, latest)

        return await self._do(work)

    async def load_game(self, code: str, game: int) -> StoredGame | None:
        return await self._do(lambda db: _read_game(db, code, game))

    async def list_listed(self, since: float, limit: int) -> list[StoredTable]:
        where = "WHERE listed AND state != 'over' AND touched >= ? ORDER BY touched DESC LIMIT ?"
        return await self._do(lambda db: _read_tables(db, where, (since, limit)))

    async def tables_of_keys(self, hashes: Sequence[str], limit: int) -> list[StoredTable]:
        marks = ", ".join("?" * len(hashes))
        where = f"WHERE code IN (SELECT code FROM keys WHERE hash IN ({marks})) ORDER BY touched DESC LIMIT ?"
        return await self._do(lambda db: _read_tables(db, where, (*hashes, limit)))

    async def sweep(self, before: float) -> int:
        def work(db: sqlite3.Connection) -> int:
            codes = db.execute("SELECT code FROM tables WHERE touched < ?", (before,)).fetchall()
            for name in ("lines", "games", "keys", "tables"):
                db.executemany(f"DELETE FROM {name} WHERE code = ?", codes)
            return len(codes)

        return await self._do(work)

    async def close(self) -> None:
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)


def _connect(path: Path) -> sqlite3.Connection:
    """The file, with its tables made if it is new; one made by a later Tricorn is refused."""
    try:
        db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    except sqlite3.Error as error:
        raise StoreError(f"it cannot be opened: {error}") from None
    try:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        (version,) = db.execute("PRAGMA user_version").fetchone()
        if version == 0:
            db.executescript(f"BEGIN IMMEDIATE; {_SCHEMA} PRAGMA user_version = {_SCHEMA_VERSION}; COMMIT;")
        elif version != _SCHEMA_VERSION:
            raise StoreError(f"it has tables of version {version}; this Tricorn reads {_SCHEMA_VERSION}")
    except sqlite3.Error as error:
        db.close()
        raise StoreError(f"it cannot be used for tables: {error}") from None
    except StoreError:
        db.close()
        raise
    return db


def _failed() -> StoreError:
    return StoreError("the store could not be written")


def _attempt(db: sqlite3.Connection, job: _Job) -> Any:
    """The job's result, or why it was refused; a job refuses before it writes anything."""
    try:
        return job.work(db)
    except StoreError as refusal:
        return refusal


def _tell(done: Iterable[tuple[_Job, Any]]) -> None:
    """Wake those who wait, once for each event loop."""
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[_Job, Any]]] = {}
    for job, result in done:
        by_loop.setdefault(job.loop, []).append((job, result))
    for loop, each in by_loop.items():
        # A loop that is closed has nobody left who waits.
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(_resolve, each)


def _resolve(done: Iterable[tuple[_Job, Any]]) -> None:
    for job, result in done:
        if job.future.done():
            continue
        if isinstance(result, StoreError):
            job.future.set_exception(result)
        else:
            job.future.set_result(result)


def _write_table(db: sqlite3.Connection, table: StoredTable) -> None:
    db.execute(
        "INSERT OR REPLACE INTO tables VALUES (?, ?, ?, ?, ?)",
        (table.code, table.about, table.state, table.listed, time.time()),
    )
    db.execute("DELETE FROM keys WHERE code = ?", (table.code,))
    db.executemany("INSERT INTO keys VALUES (?, ?)", [(key, table.code) for key in table.keys])


def _write_lines(db: sqlite3.Connection, code: str, game: int, after: int, lines: Sequence[StoredLine]) -> None:
    rows = [(code, game, n, line, move) for n, (line, move) in enumerate(lines, after + 1)]
    db.executemany("INSERT INTO lines VALUES (?, ?, ?, ?, ?)", rows)


def _last(db: sqlite3.Connection, code: str, game: int) -> int:
    (last,) = db.execute("SELECT max(n) FROM lines WHERE code = ? AND game = ?", (code, game)).fetchone()
    return last or 0


def _read_tables(db: sqlite3.Connection, where: str, values: Sequence[object]) -> list[StoredTable]:
    rows = db.execute(f"SELECT code, about, state, listed, touched FROM tables {where}", values).fetchall()
    return [
        StoredTable(code, about, state, bool(listed), _read_keys(db, code), touched)
        for code, about, state, listed, touched in rows
    ]


def _read_keys(db: sqlite3.Connection, code: str) -> tuple[str, ...]:
    return tuple(hash for (hash,) in db.execute("SELECT hash FROM keys WHERE code = ?", (code,)))


def _read_game(db: sqlite3.Connection, code: str, game: int) -> StoredGame | None:
    key = (code, game)
    row = db.execute("SELECT seed, header FROM games WHERE code = ? AND game = ?", key).fetchone()
    if row is None:
        return None
    lines = db.execute("SELECT line, move FROM lines WHERE code = ? AND game = ? ORDER BY n", key)
    return StoredGame(game, row[0], tuple(json.loads(row[1])), tuple(StoredLine(*line) for line in lines))
