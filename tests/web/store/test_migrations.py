"""Databases of every earlier version are migrated, or left as they were."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest
from tests.postgres import Postgres, execute

from tricorn.record import is_hash
from tricorn.web.store import SQLiteStore, StoredGame, StoredTable, StoreError, migrations, open_store
from tricorn.web.store.migrations import STEPS, Step
from tricorn.web.store.postgres import migrate_postgres
from tricorn.web.tables.game import load_game
from tricorn.web.tables.info import TableInfo

SCHEMA = Path(__file__).parents[1] / "schema"


def database_from(sql: str, path: Path) -> Path:
    """A database file made by SQL text."""
    db = sqlite3.connect(path)
    db.executescript(sql)
    db.close()
    return path


def schema_version(path: Path) -> int:
    db = sqlite3.connect(path)
    (version,) = db.execute("PRAGMA user_version").fetchone()
    db.close()
    return int(version)


def open_and_close(path: Path) -> None:
    async def run() -> None:
        await SQLiteStore(path).close()

    asyncio.run(run())


def load(database: Path | str, code: str) -> tuple[StoredTable, StoredGame | None]:
    store = open_store(database)

    async def run() -> tuple[StoredTable, StoredGame | None]:
        await store.open(lambda news: None)
        loaded = await store.load_table(code)
        await store.close()
        assert loaded is not None
        return loaded

    return asyncio.run(run())


def dump_of(version: int) -> str:
    """The dump of a database of a version, with a name that is not ASCII."""
    return (SCHEMA / f"{version}.sql").read_text(encoding="utf-8").replace("Bo Li", "Bö Łi")


def check_game(table: StoredTable, game: StoredGame | None) -> None:
    """Check that the table of an earlier version is unchanged."""
    assert (table.phase, table.listed, table.version, len(table.keys)) == ("playing", True, 0, 2)
    assert game is not None
    about = TableInfo.from_json(table.about)
    live = load_game(game, about.chain(1))
    assert (live.n, game.lines[4].move_id, live.game.commitment) == (6, "id 1", None)
    assert live.game.names == ("Ana", "Bö Łi")
    assert is_hash(about.secret)
    assert (about.on_resign, about.past, about.ending, about.agreement) == ("bot", (), None, None)


def schema_of(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """The tables and their columns."""
    db = sqlite3.connect(path)
    names = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")]
    columns = {name: db.execute(f"PRAGMA table_info({name})").fetchall() for name in names}
    db.close()
    return columns


@pytest.mark.parametrize("version", range(1, len(STEPS)))
def test_a_database_of_every_earlier_version_is_migrated(version: int, tmp_path: Path) -> None:
    old = database_from(dump_of(version), tmp_path / "old.sqlite")
    assert schema_version(old) == version
    table, game = load(old, "BCDFG")
    assert schema_version(old) == len(STEPS)
    check_game(table, game)
    assert load(old, "BCDFG")[0].about == table.about, "a secret is made once"
    open_and_close(tmp_path / "new.sqlite")
    assert schema_of(old) == schema_of(tmp_path / "new.sqlite")


def test_a_step_that_fails_leaves_the_database_at_the_version_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tables.sqlite"
    open_and_close(path)
    before = schema_of(path)
    bad = Step("ALTER TABLE games ADD COLUMN colour TEXT; ALTER TABLE games ADD COLUMN colour TEXT;")
    monkeypatch.setattr(migrations, "STEPS", (*STEPS, bad))
    with pytest.raises(StoreError, match="colour"):
        SQLiteStore(path)
    assert (schema_version(path), schema_of(path)) == (len(STEPS), before)


def test_a_database_of_a_later_version_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = database_from("PRAGMA user_version = 99", tmp_path / "tables.sqlite")
    with pytest.raises(StoreError, match=f"version 99 and this Tricorn knows versions up to {len(STEPS)}"):
        SQLiteStore(path)
    assert (schema_version(path), schema_of(path)) == (99, {})


COLUMNS = "SELECT table_name, column_name, data_type FROM information_schema.columns WHERE table_schema = 'public'"


@pytest.mark.parametrize("version", range(1, len(STEPS)))
def test_a_postgresql_database_of_every_earlier_version_is_migrated(
    version: int, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = postgres.new_database(), postgres.new_database()
    with monkeypatch.context() as earlier:
        earlier.setattr(migrations, "STEPS", STEPS[:version])
        asyncio.run(migrate_postgres(old))
    rows = "".join(line for line in dump_of(version).splitlines(keepends=True) if line.startswith("INSERT INTO"))
    rows = rows.replace("INSERT INTO clock VALUES", "UPDATE clock SET time =").replace("x'", r"'\x")
    asyncio.run(execute(old, rows.replace("'playing', 1,", "'playing', true,")))
    for address in (old, old, new):
        asyncio.run(migrate_postgres(address))
    check_game(*load(old, "BCDFG"))
    assert sorted(postgres.fetch(old, COLUMNS)) == sorted(postgres.fetch(new, COLUMNS))


def test_a_postgresql_database_of_a_later_version_is_refused(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = postgres.new_database()
    asyncio.run(migrate_postgres(address))
    monkeypatch.setattr(migrations, "STEPS", STEPS[:-1])
    with pytest.raises(StoreError, match=f"version {len(STEPS)} and this Tricorn knows versions up to"):
        asyncio.run(migrate_postgres(address))
