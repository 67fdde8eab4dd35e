"""Backup and restore of all tables. A backup can be made while servers run; every game in it is replayed as a check.

A backup is an SQLite file, whether the tables come from SQLite or PostgreSQL, so it can also move an installation from
one to the other.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from tricorn.web.loading import read_info
from tricorn.web.score.info import SheetInfo
from tricorn.web.score.stored_sheets import load_sheet
from tricorn.web.security.codes import is_code
from tricorn.web.store import Damaged, StoreError
from tricorn.web.store.integrity import check_integrity, check_schema, find_orphans
from tricorn.web.store.migrations import COLUMNS, migrate_sqlite, schema_version, steps_from
from tricorn.web.store.permissions import make_file, restrict
from tricorn.web.store.sqlite import decode_leniently, lock_database, read_game, read_tables
from tricorn.web.tables.game import load_game
from tricorn.web.tables.info import TableInfo

__all__ = ["CopyReport", "back_up", "restore"]

_BATCH_ROWS = 10_000


class CopyReport(NamedTuple):
    """The contents of a copy: how many intact tables, games, lines; damaged tables with the reason; orphaned rows."""

    tables: int
    games: int
    lines: int
    damaged: Mapping[str, str]
    orphaned: tuple[str, ...]

    @property
    def problems(self) -> list[str]:
        """A sentence for each damaged table and orphaned row."""
        sentences = [*(f"table {code}: {damage}" for code, damage in self.damaged.items()), *self.orphaned]
        return [sentence.encode("ascii", "backslashreplace").decode() for sentence in sentences]


def back_up(database: Path | str, file: Path, leave_out_damaged: bool = False) -> CopyReport:
    """Copy all tables of a database to a file, which appears only after everything in it was checked."""
    if isinstance(database, Path) and not database.exists():
        raise StoreError("there is no such file")
    if isinstance(database, Path) and file.exists() and file.samefile(database):
        raise StoreError("the backup would be written over it; name another file")
    with _temporary_file(file.parent) as part:
        with _open_copy(part) as copy:
            if isinstance(database, Path):
                _copy_file(database, copy)
            else:
                migrate_sqlite(copy)
                asyncio.run(_copy_from_postgres(database, copy))
            report = _check_copy(copy)
            if leave_out_damaged:
                _delete_damaged(copy, report)
            else:
                _refuse_damaged(report, "; with --leave-out-damaged the rest is copied")
        _sync(part)
        part.replace(file)
    return report


def restore(file: Path, database: Path | str, replace: bool) -> CopyReport:
    """Put the tables of a backup into a database, all or none; `replace` allows existing tables to be deleted."""
    with _temporary_file(None) as part, _open_copy(part) as copy:
        _copy_file(file, copy)
        report = _check_copy(copy)
        _refuse_damaged(report)
        if isinstance(database, Path):
            _copy_to_file(copy, database, replace)
        else:
            asyncio.run(_copy_to_postgres(copy, database, replace))
    return report


@contextmanager
def _temporary_file(folder: Path | None) -> Iterator[Path]:
    """A temporary file, deleted afterwards unless it was renamed."""
    handle, name = tempfile.mkstemp(".part", dir=folder)
    os.close(handle)
    try:
        yield Path(name)
    finally:
        for path in (name, f"{name}-journal"):
            Path(path).unlink(missing_ok=True)


@contextmanager
def _open_copy(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection to the file of a copy; errors of SQLite become `StoreError`."""
    with closing(decode_leniently(sqlite3.connect(path, isolation_level=None))) as db:
        try:
            yield db
        except (sqlite3.Error, UnicodeError) as error:
            raise StoreError(f"it cannot be copied: {error}") from None


def _sync(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())


# Checking.


def _check_copy(db: sqlite3.Connection) -> CopyReport:
    """Check every table and replay its games, as a server does when it loads a table."""
    check_integrity(db)
    counts, damaged = Counter[str](), {}
    for (code,) in db.execute("SELECT code FROM tables ORDER BY code").fetchall():
        try:
            if not isinstance(code, str) or not is_code(code):
                raise Damaged("its code is not valid")
            counts += _check_table(db, code)
        except Damaged as damage:
            damaged[code] = str(damage)
    orphaned = tuple(f"{words}, which does not exist" for words in find_orphans(db))
    return CopyReport(counts["tables"], counts["games"], counts["lines"], damaged, orphaned)


def _refuse_damaged(report: CopyReport, hint: str = "") -> None:
    """Refuse a copy with damage, naming the first."""
    if report.problems:
        more = f" (and {len(report.problems) - 1} more)" if len(report.problems) > 1 else ""
        raise StoreError(f"{report.problems[0]}{more}{hint}")


def _check_table(db: sqlite3.Connection, code: str) -> Counter[str]:
    """Check one table and count its games and lines."""
    (stored,) = read_tables(db, "WHERE code = ?", (code,))
    info = read_info(stored)
    types = db.execute("SELECT typeof(touched), typeof(version) FROM tables WHERE code = ?", (code,)).fetchone()
    if types != ("real", "integer"):
        raise Damaged("its description is not as it was stored")
    keys, listed = (info.keys(), info.listed) if isinstance(info, TableInfo) else (info.keys, False)
    if set(stored.keys) != set(keys) or stored.listed != listed:
        raise Damaged("its keys, or whether it is listed, do not match its description")
    games = [number for (number,) in db.execute("SELECT game FROM games WHERE code = ? ORDER BY game", (code,))]
    if not all(isinstance(number, int) and number > 0 for number in games):
        raise Damaged("one of its games has no number")
    if games and games != list(range(games[0], games[0] + len(games))):
        raise Damaged("one of its games is missing")
    if isinstance(info, SheetInfo) and games != [1]:
        raise Damaged("its changes are missing")
    return Counter(tables=1, games=len(games), lines=sum(_replay_game(db, code, info, number) for number in games))


def _replay_game(db: sqlite3.Connection, code: str, info: TableInfo | SheetInfo, number: int) -> int:
    """Replay a game or the changes of a sheet and return the number of its lines."""
    game = read_game(db, code, number)
    assert game is not None, "it was listed"
    if isinstance(info, TableInfo):
        load_game(game, info.chain(number))
    else:
        load_sheet(game)
    return len(game.lines)


def _delete_damaged(db: sqlite3.Connection, report: CopyReport) -> None:
    """Delete damaged tables and orphaned rows."""
    db.execute("BEGIN")
    codes = [(str(code).encode("utf-8", "surrogateescape"),) for code in report.damaged]
    db.executemany("DELETE FROM tables WHERE code = CAST(? AS TEXT)", codes)
    for name in ("keys", "games", "lines"):
        db.execute(f"DELETE FROM {name} WHERE code NOT IN (SELECT code FROM tables)")
    db.execute("DELETE FROM lines WHERE (code, game) NOT IN (SELECT code, game FROM games)")
    db.execute("COMMIT")


# SQLite.


def _copy_file(path: Path, copy: sqlite3.Connection) -> None:
    """Copy a snapshot of a database, which a server may be using, and migrate the copy."""
    if not path.is_file():
        raise StoreError(f"{path} is not a file")
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as source:
        source.backup(copy)
    copy.execute("PRAGMA journal_mode = DELETE")
    if schema_version(copy) == 0:
        raise StoreError(f"{path} is not a database of Tricorn")
    check_schema(copy)
    migrate_sqlite(copy)


def _copy_to_file(copy: sqlite3.Connection, path: Path, replace: bool) -> None:
    """Overwrite a database in one transaction of SQLite: if interrupted, the old contents stay."""
    make_file(path)
    with closing(lock_database(path)), _open_copy(path) as target:
        check_schema(target)
        if schema_version(target) and not replace:
            _refuse_if_any(target.execute("SELECT count(*) FROM tables").fetchone()[0])
        restrict(path)
        copy.backup(target)


def _refuse_if_any(tables: int) -> None:
    if tables:
        raise StoreError(f"it has {tables} tables, which would be deleted; use --replace to allow that")


# PostgreSQL.


async def _copy_from_postgres(url: str, copy: sqlite3.Connection) -> None:
    async with _postgres(url) as db, db.transaction(isolation="repeatable_read", readonly=True):
        version = await db.fetchval("SELECT max(version) FROM schema_version")
        if steps_from(version):
            raise StoreError(f"it has tables of version {version}; start a server of this Tricorn, which migrates them")
        copy.execute("BEGIN")
        for name, columns in COLUMNS.items():
            copy.execute(f"DELETE FROM {name}")
            marks = ", ".join("?" * len(columns))
            insert = f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({marks})"
            rows: list[Any] = []
            async for row in db.cursor(f"SELECT {', '.join(columns)} FROM {name}", prefetch=_BATCH_ROWS):
                rows.append(tuple(row))
                if len(rows) == _BATCH_ROWS:
                    copy.executemany(insert, rows)
                    rows.clear()
            copy.executemany(insert, rows)
        copy.execute("COMMIT")


async def _copy_to_postgres(copy: sqlite3.Connection, url: str, replace: bool) -> None:
    from tricorn.web.store.postgres import migrate_postgres
    from tricorn.web.store.postgres.node import exclude_nodes

    await migrate_postgres(url)
    async with _postgres(url) as db, db.transaction():
        if not await exclude_nodes(db):
            raise StoreError("servers are running on it, or were until a moment ago; stop them first")
        if not replace:
            _refuse_if_any(await db.fetchval("SELECT count(*) FROM tables"))
        await db.execute(f"TRUNCATE {', '.join(COLUMNS)}")
        for name, columns in COLUMNS.items():
            rows = copy.execute(f"SELECT {', '.join(columns)} FROM {name}")
            while batch := rows.fetchmany(_BATCH_ROWS):
                if name == "tables":  # SQLite has no booleans: `listed` is 0 or 1
                    at = columns.index("listed")
                    batch = [(*row[:at], bool(row[at]), *row[at + 1 :]) for row in batch]
                await db.copy_records_to_table(name, records=batch, columns=columns)


@contextlib.asynccontextmanager
async def _postgres(url: str) -> Any:
    """A connection to the database; its errors become `StoreError`."""
    from tricorn.web.store.postgres.connections import DATABASE_ERRORS, connect

    try:
        db = await connect(url)
        try:
            yield db
        finally:
            await db.close()
    except DATABASE_ERRORS as error:
        raise StoreError(f"it cannot be used: {error}") from None
