"""A database of an earlier version is migrated, or left as it was."""

from __future__ import annotations

import asyncio
import hashlib
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from tests.postgres import Postgres
from tests.web.stores import database, game, run_on, table

from tricorn.web.store import SQLiteStore, Store, StoreError, migrations
from tricorn.web.store.migrations import STEPS, Step, schema_version
from tricorn.web.store.postgres import migrate_postgres

__all__ = ["database"]

# The step of a version to come: a column that games stored before it get too.
_COLUMN = "ALTER TABLE games ADD COLUMN colour TEXT NOT NULL DEFAULT 'red';"
NEXT = Step(_COLUMN, _COLUMN)
BROKEN = Step(_COLUMN * 2, _COLUMN * 2)
# The digests of all steps up to the newest release, 0.2.0: databases with them exist.
RELEASED = ["3a453b8ce4cb7935"]


def colours(database: Path | str, postgres: Postgres | None = None) -> list[str]:
    """The colours of the games, from the column of the new version."""
    query = "SELECT colour FROM games"
    if isinstance(database, str):
        assert postgres is not None
        return [row[0] for row in postgres.fetch(database, query)]
    with closing(sqlite3.connect(database)) as db:
        return [colour for (colour,) in db.execute(query)]


def version_and_schema(path: Path) -> tuple[int, list[str]]:
    """The version of a file, and the SQL of its tables and indexes."""
    with closing(sqlite3.connect(path)) as db:
        rows = db.execute("SELECT sql FROM sqlite_master ORDER BY name").fetchall()
        return schema_version(db), [str(sql) for (sql,) in rows]


async def store_game(store: Store) -> None:
    await store.begin_game(table(), game(1, "a", "b"))


async def check_stored_game(store: Store) -> None:
    loaded = await store.load_table("BCDFG")
    assert loaded is not None
    assert (replace(loaded[0], touched=0.0), loaded[1]) == (table(), game(1, "a", "b"))


def test_a_released_step_is_never_changed() -> None:
    steps = [hashlib.sha256("".join(step).encode()).hexdigest()[:16] for step in STEPS]
    assert steps[: len(RELEASED)] == RELEASED


def test_a_database_of_an_earlier_version_is_migrated_with_what_it_holds(
    database: Path | str, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    run_on(database, store_game)
    monkeypatch.setattr(migrations, "STEPS", (*STEPS, NEXT))
    for _ in range(2):  # the second time there is nothing to do
        run_on(database, check_stored_game)
    postgres = request.getfixturevalue("postgres") if isinstance(database, str) else None
    assert colours(database, postgres) == ["red"]


def test_a_step_that_fails_leaves_the_database_at_the_version_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tables.sqlite"
    run_on(path, store_game)
    before = version_and_schema(path)
    with monkeypatch.context() as later:
        later.setattr(migrations, "STEPS", (*STEPS, BROKEN))
        with pytest.raises(StoreError, match="colour"):
            SQLiteStore(path)
    assert version_and_schema(path) == before
    run_on(path, check_stored_game)


def test_a_database_of_a_later_version_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 99")
    with pytest.raises(StoreError, match=f"version 99 and this Tricorn knows versions up to {len(STEPS)}"):
        SQLiteStore(path)
    assert version_and_schema(path) == (99, [])


def test_a_postgresql_database_of_a_later_version_is_refused(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = postgres.new_database()
    asyncio.run(migrate_postgres(address))
    monkeypatch.setattr(migrations, "STEPS", STEPS[:-1])
    with pytest.raises(StoreError, match=f"version {len(STEPS)} and this Tricorn knows versions up to"):
        asyncio.run(migrate_postgres(address))
