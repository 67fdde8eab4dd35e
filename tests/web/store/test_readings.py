"""Games and score sheets of the version before stay valid: the readings of that version are written into them."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Run, tricorn
from tests.earlier_records import OLD_VERSION, earlier_record, old_sql
from tests.postgres import Postgres
from tests.web.clients import Caller
from tests.web.server_process import Server

from tricorn.errors import RecordError
from tricorn.game import check_record
from tricorn.web.operations import backup
from tricorn.web.score.sheet import load_sheet
from tricorn.web.store import SQLiteStore, StoredGame, StoredTable, migrations
from tricorn.web.store.migrations import STEPS
from tricorn.web.store.postgres import PostgresStore, migrate_postgres
from tricorn.web.store.postgres.connections import connect
from tricorn.web.tables.game import load_game
from tricorn.web.tables.info import TableInfo

__all__ = ["tricorn"]

# The edition lines after the migration.
EDITIONS = {
    "SPNBC": "spanish blocked_when=passes",
    "SPNDF": "spanish target=1 deal=4/4/4 blocked_when=passes",
    "WDNBC": "wooden draw_limit=1 deal=3/3/3 blocked_when=passes",
    "STTBC": "domino-site beside=sides zero_option=yes",
    "STTDF": "domino-site target=60 beside=sides zero_option=yes",
    "SPNSS": "spanish blocked_when=passes",
    "STTSS": "domino-site deal=28 beside=sides zero_option=yes",
    "SPNNN": "spanish draw_limit=none deal=4/4/4",  # a pass there needs an empty well under either reading
    "SPNWW": "spanish",  # nothing was played at this table
    "BCDFG": "pressman-classic",
}
SHEETS = ("SPNSS", "STTSS")
Contents = dict[str, tuple[StoredTable, StoredGame | None]]


def old_file(folder: Path) -> Path:
    """An SQLite file of the version before."""
    path = folder / "old.sqlite"
    with closing(sqlite3.connect(path)) as db:
        db.executescript(old_sql())
    return path


def old_database(postgres: Postgres, folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A PostgreSQL database of the version before, with the same rows."""
    address = postgres.new_database()
    with monkeypatch.context() as earlier:
        earlier.setattr(migrations, "STEPS", STEPS[:OLD_VERSION])
        asyncio.run(migrate_postgres(address))

    async def fill() -> None:
        db = await connect(address)
        with closing(sqlite3.connect(old_file(folder))) as old:
            for name in ("tables", "keys", "games", "lines"):
                rows = old.execute(f"SELECT * FROM {name}").fetchall()
                if name == "tables":
                    rows = [(*row[:3], bool(row[3]), *row[4:]) for row in rows]
                await db.copy_records_to_table(name, records=rows)
        await db.close()

    asyncio.run(fill())
    return address


def load(store: Any) -> Contents:
    async def read() -> Contents:
        opened = store()
        await opened.open(lambda news: None)
        contents = {code: await opened.load_table(code) for code in EDITIONS}
        await opened.close()
        return contents

    return asyncio.run(read())


def check(contents: Contents) -> None:
    """Check that every game and sheet states the readings it was played under, and replays to its last line."""
    for code, (table, game) in contents.items():
        about = json.loads(table.about)
        assert about["edition"] == EDITIONS[code]
        if game is None:
            assert code == "SPNWW"
            continue
        assert game.header[1] == f"edition {EDITIONS[code]}"
        if code in SHEETS:
            assert not load_sheet(game).problems
            continue
        live = load_game(game, TableInfo.from_json(table.about).chain(1))
        assert (live.n, live.over) == (len(game.lines), table.phase == "over")


def test_an_sqlite_file_of_the_version_before_keeps_its_readings_as_house_rules(tmp_path: Path) -> None:
    path = old_file(tmp_path)
    check(load(lambda: SQLiteStore(path)))
    check(load(lambda: SQLiteStore(path)))


def test_a_postgresql_database_of_the_version_before_keeps_its_readings_as_house_rules(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = old_database(postgres, tmp_path, monkeypatch)
    for _ in range(2):
        asyncio.run(migrate_postgres(address))
        check(load(lambda: PostgresStore(address)))


def test_only_the_edition_is_changed_and_a_changed_description_has_a_new_version(tmp_path: Path) -> None:
    path = old_file(tmp_path)
    with closing(sqlite3.connect(path)) as db:
        tables = {row[0]: row for row in db.execute("SELECT code, about, version FROM tables")}
        headers = dict(db.execute("SELECT code, header FROM games"))
    for code, (table, game) in load(lambda: SQLiteStore(path)).items():
        _, about, version = tables[code]
        before, after = json.loads(about), json.loads(table.about)
        assert (table.version > version) == (before["edition"] != after["edition"])
        assert before | {"edition": after["edition"]} == after
        if game is not None:
            lines = json.loads(headers[code])
            assert [*lines[:1], game.header[1], *lines[2:]] == list(game.header)


@pytest.mark.parametrize("engine", ["sqlite", "postgres"])
def test_a_backup_of_the_version_before_is_restored_with_its_readings(
    engine: str, tricorn: Run, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    file = old_file(tmp_path)
    target: Path | str = tmp_path / "new.sqlite"
    if engine == "postgres":
        target = request.getfixturevalue("postgres").new_database()
    result = tricorn("restore", file, "--db", target)
    assert (result.code, result.err) == (0, "")
    assert "10 tables, 9 games" in result.out
    check(load(lambda: SQLiteStore(target) if isinstance(target, Path) else PostgresStore(target)))


def test_a_backup_of_a_file_of_the_version_before_has_its_readings(tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    assert backup.back_up(old_file(tmp_path), copy).games == 9
    check(load(lambda: SQLiteStore(copy)))


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "with blocked_when=passes added to its edition line, the record is valid."),
        ("es", "añadiendo blocked_when=passes a su línea edition, el registro es correcto."),
    ],
)
async def test_the_check_of_an_older_record_names_the_house_rule_that_would_make_it_right(
    server: Server, language: str, sentence: str
) -> None:
    caller, record = Caller(server, **{"Accept-Language": language}), earlier_record("SPNBC")
    for answer in (
        await caller.ask("POST", "/api/records", content=record.encode()),
        await caller.post("/api/sheets", {"record": record}),
    ):
        assert answer.status_code == 422
        assert answer.json()["error"].endswith(sentence)
        assert answer.json()["house_rules"] == ["blocked_when=passes"]


def test_without_its_readings_an_older_game_does_not_replay() -> None:
    """This shows that the migration is needed for each of these."""
    for code in ("SPNBC", "SPNDF", "WDNBC", "STTBC", "STTDF"):
        with pytest.raises(RecordError):
            check_record(earlier_record(code))
