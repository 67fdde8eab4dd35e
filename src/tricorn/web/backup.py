"""Copies of all tables: made while servers go on, checked by replaying every game, and put back as a whole.

A backup is an SQLite file with the tables of a server, whichever engine they come from, so it also carries an
installation from one engine to the other.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from tricorn.web.live import stored_live_game
from tricorn.web.scoring import sheet_of
from tricorn.web.seats import About, is_sheet
from tricorn.web.store import StoreError
from tricorn.web.store.migrations import STEPS, migrate_sqlite
from tricorn.web.store.private import make_file, make_folder, tighten
from tricorn.web.store.sqlite import own, read_game

__all__ = ["Counts", "back_up", "restore"]

_COLUMNS = {
    "tables": ("code", "about", "state", "listed", "touched", "version"),
    "keys": ("hash", "code"),
    "games": ("code", "game", "header"),
    "lines": ("code", "game", "n", "line", "move"),
    "clock": ("time",),
}
_ROWS_AT_ONCE = 10_000


class Counts(NamedTuple):
    """What a backup holds."""

    tables: int
    games: int
    lines: int


def back_up(database: Path | str, file: Path) -> Counts:
    """Copy all tables of a database to a file, which appears only when every game in it has been replayed."""
    if isinstance(database, Path) and not database.exists():
        raise StoreError("there is no such file")
    if isinstance(database, Path) and file.exists() and file.samefile(database):
        raise StoreError("the backup would be written over it; name another file")
    with _scratch(file.parent) as part:
        with _rewritten(part) as copy:
            if isinstance(database, Path):
                _copy_file(database, copy)
            else:
                migrate_sqlite(copy)
                asyncio.run(_copy_from_postgres(database, copy))
            counts = _checked(copy)
        _to_disk(part)
        part.replace(file)
    return counts


def restore(file: Path, database: Path | str, replace: bool) -> Counts:
    """Put the tables of a backup into a database, all or none; those that are there go only with `replace`."""
    with _scratch(None) as part, _rewritten(part) as copy:
        _copy_file(file, copy)
        counts = _checked(copy)
        if isinstance(database, Path):
            _copy_to_file(copy, database, replace)
        else:
            asyncio.run(_copy_to_postgres(copy, database, replace))
    return counts


@contextmanager
def _scratch(folder: Path | None) -> Iterator[Path]:
    """A file to work on, gone afterwards unless it was given its name."""
    handle, name = tempfile.mkstemp(".part", dir=folder)
    os.close(handle)
    try:
        yield Path(name)
    finally:
        for left in (name, f"{name}-journal"):
            Path(left).unlink(missing_ok=True)


@contextmanager
def _rewritten(path: Path) -> Iterator[sqlite3.Connection]:
    """A copy to be filled; should that fail it is thrown away, so it needs no care while it is."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        try:
            yield db
        except sqlite3.Error as error:
            raise StoreError(f"it cannot be copied: {error}") from None


def _to_disk(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())


# Checking.


def _checked(db: sqlite3.Connection) -> Counts:
    """Replay every game and sheet as a server does that loads it; `StoreError` names the first that does not."""
    lines = 0
    kept = {code: (about, state) for code, about, state in db.execute("SELECT code, about, state FROM tables")}
    games = db.execute("SELECT code, game FROM games ORDER BY code, game").fetchall()
    for code, number in games:
        try:
            game = read_game(db, code, number)
            assert game is not None, "it was listed"
            about, state = kept[code]
            if is_sheet(state):
                sheet_of(game)
            else:
                stored_live_game(game, About.from_json(about).chain(number))
            lines += len(game.lines)
        except Exception as error:
            raise StoreError(f"game {number} of table {code} does not replay: {error!r}") from None
    return Counts(len(kept), len(games), lines)


# SQLite.


def _copy_file(path: Path, copy: sqlite3.Connection) -> None:
    """Copy a database at one moment, whatever its server writes meanwhile, and bring the copy up to date."""
    if not path.is_file():
        raise StoreError(f"{path} is no file")
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as source:
        source.backup(copy)
    copy.execute("PRAGMA journal_mode = DELETE")
    (version,) = copy.execute("PRAGMA user_version").fetchone()
    if version == 0:
        raise StoreError(f"{path} has no tables of Tricorn's")
    migrate_sqlite(copy)


def _copy_to_file(copy: sqlite3.Connection, path: Path, replace: bool) -> None:
    """Write a file anew in one transaction of SQLite's own: cut short, it leaves what was there."""
    make_folder(path.parent)
    make_file(path)
    with closing(own(path)), _rewritten(path) as target:
        names = {name for (name,) in target.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if names and not names >= {"tables", "keys", "games", "lines"}:
            raise StoreError("it is a database of another program; name a file of Tricorn's or a new one")
        if names and not replace:
            _refuse_if_any(target.execute("SELECT count(*) FROM tables").fetchone()[0])
        tighten(path)
        copy.backup(target)


def _refuse_if_any(tables: int) -> None:
    if tables:
        raise StoreError(f"it has {tables} tables, which would be lost; say --replace if they are to be")


# PostgreSQL.


async def _copy_from_postgres(url: str, copy: sqlite3.Connection) -> None:
    async with _postgres(url) as db, db.transaction(isolation="repeatable_read", readonly=True):
        version = await db.fetchval("SELECT max(version) FROM schema_version")
        if version != len(STEPS):
            raise StoreError(
                f"it has tables of version {version}, not {len(STEPS)}; start a server of this Tricorn on it"
            )
        copy.execute("BEGIN")
        for name, columns in _COLUMNS.items():
            copy.execute(f"DELETE FROM {name}")
            marks = ", ".join("?" * len(columns))
            rows: list[Any] = []
            async for row in db.cursor(f"SELECT {', '.join(columns)} FROM {name}", prefetch=_ROWS_AT_ONCE):
                rows.append(tuple(row))
                if len(rows) == _ROWS_AT_ONCE:
                    copy.executemany(f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({marks})", rows)
                    rows.clear()
            copy.executemany(f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({marks})", rows)
        copy.execute("COMMIT")


async def _copy_to_postgres(copy: sqlite3.Connection, url: str, replace: bool) -> None:
    from tricorn.web.store.nodes import SERVERS_LOCK
    from tricorn.web.store.postgres import prepare

    await prepare(url)
    async with _postgres(url) as db, db.transaction():
        if not await db.fetchval(f"SELECT pg_try_advisory_xact_lock({SERVERS_LOCK})"):
            raise StoreError("servers are running on it; stop them first")
        if not replace:
            _refuse_if_any(await db.fetchval("SELECT count(*) FROM tables"))
        for name, columns in _COLUMNS.items():
            await db.execute(f"DELETE FROM {name}")
            rows = copy.execute(f"SELECT {', '.join(columns)} FROM {name}")
            while some := rows.fetchmany(_ROWS_AT_ONCE):
                if name == "tables":
                    some = [(*row[:3], bool(row[3]), *row[4:]) for row in some]
                await db.copy_records_to_table(name, records=some, columns=columns)


@contextlib.asynccontextmanager
async def _postgres(url: str) -> Any:
    """A connection to the database; whatever goes wrong on it is a `StoreError`."""
    from tricorn.web.store.postgres import FAILED, connect

    try:
        db = await connect(url)
        try:
            yield db
        finally:
            await db.close()
    except FAILED as error:
        raise StoreError(f"it cannot be used: {error}") from None
