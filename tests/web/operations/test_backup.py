"""Backups: made while the server runs, checked, and restored as a whole or not at all."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from tests.cli.conftest import Run, tricorn
from tests.postgres import Postgres
from tests.web.clients import BOT, HUMAN, Caller, begun_table, run
from tests.web.disruption import Player, check_nothing_was_lost, seat_players
from tests.web.registries import move, pass_and_play, run_with_registry
from tests.web.server_process import Server
from tests.web.sheet_clients import Keeper, new_sheet
from tests.web.store.test_damage import CHANGES, DAMAGE, execute
from tests.web.store.test_migrations import NEXT
from tests.web.stores import run_on

from tricorn.web.registry import Registry
from tricorn.web.store import SQLiteStore, Store, StoreError, migrations
from tricorn.web.store.migrations import STEPS

__all__ = ["tricorn"]


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    return new_database(request, request.param, tmp_path)


def new_database(request: pytest.FixtureRequest, engine: str, folder: Path) -> Path | str:
    if engine == "sqlite":
        return folder / f"{len(list(folder.iterdir()))}.sqlite"
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.new_database()


@pytest.fixture
def server(database: Path | str) -> Iterator[Server]:
    with Server(database, bot_seconds=(0.0, 0.02)) as running:
        yield running


async def play_some_moves(server: Server) -> list[Player]:
    """Four tables with some moves, at which bots go on playing."""
    players = await seat_players([server], 4, Random(5), 0.0)
    playing = [asyncio.ensure_future(player.play_on()) for player in players]
    while any(len(player.client.lines) < 12 for player in players):
        await asyncio.sleep(0.05)
    for task in playing:
        task.cancel()
    await asyncio.wait(playing)
    return players


@pytest.mark.parametrize(
    ("database", "engine"), [("sqlite", "postgres"), ("postgres", "sqlite")], indirect=["database"]
)
def test_a_backup_of_a_running_server_is_restored_to_the_other_engine_and_the_games_go_on(
    engine: str, server: Server, tricorn: Run, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    backup = tmp_path / "backup.sqlite"
    target = new_database(request, engine, tmp_path)

    async def test() -> None:
        players = await play_some_moves(server)
        sheet = await new_sheet(server, edition="pressman-classic", names=["Ana", "Bo"])
        result = await asyncio.to_thread(tricorn, "backup", backup, "--db", server.database)
        assert (result.code, result.err) == (0, "")
        assert f"{backup}: 5 tables, " in result.out
        assert re.search(r" [5-9] games, ", result.out), "a player whose game is over begins another"
        assert (await players[0].client.calls.get("/healthz")).status_code == 200
        result = await asyncio.to_thread(tricorn, "restore", backup, "--db", target)
        assert (result.code, result.err) == (0, "")
        server.kill()
        with Server(target) as again:
            assert (await Keeper(again, sheet.code).look())["sheet"]["code"] == sheet.code
            for player in players:
                if player.client.table["you"]:  # the others watch bots, which have gone on since
                    player.client.move_to(again)
                    await player.client.enter()
        await check_nothing_was_lost(target, [player for player in players if player.client.table["you"]])

    run(test())


def test_a_database_with_tables_is_replaced_only_on_request(database: Path | str, tricorn: Run, tmp_path: Path) -> None:
    async def test() -> None:
        with Server(database) as server:
            await play_some_moves(server)
            result = await asyncio.to_thread(tricorn, "backup", tmp_path / "backup.sqlite", "--db", database)
            assert result.code == 0
            result = await asyncio.to_thread(
                tricorn, "restore", tmp_path / "backup.sqlite", "--db", database, "--replace"
            )
            assert result.code == 1
            assert "stop" in result.err, "a server is running on it"

    run(test())
    for _ in range(100):  # the database may notice a moment later that the server has ended
        result = tricorn("restore", tmp_path / "backup.sqlite", "--db", database)
        if "servers are running" not in result.err:
            break
        time.sleep(0.05)
    assert result.code == 1
    assert "it has 4 tables, which would be deleted; use --replace" in result.err
    assert tricorn("restore", tmp_path / "backup.sqlite", "--db", database, "--replace").code == 0


def test_an_upgrade_is_rolled_back_with_the_backup_that_was_made_before_it(
    database: Path | str, tricorn: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    backup = tmp_path / "backup.sqlite"

    async def play_and_stop() -> None:
        with Server(database) as server:
            await play_some_moves(server)
            server.stop()

    async def migrate(store: Store) -> None:
        """Opening it does."""

    run(play_and_stop())
    before = tricorn("backup", backup, "--db", database).out
    with monkeypatch.context() as upgraded:
        upgraded.setattr(migrations, "STEPS", (*STEPS, NEXT))
        run_on(database, migrate)
        assert tricorn("backup", tmp_path / "later.sqlite", "--db", database).code == 0
    for command in (("backup", tmp_path / "new.sqlite"), ("restore", backup, "--replace")):
        refused = tricorn(*command, "--db", database)
        assert refused.code == 1
        assert "use the Tricorn that made it, or a later one" in refused.err
    target = new_database(request, "sqlite" if isinstance(database, Path) else "postgres", tmp_path)
    assert tricorn("restore", backup, "--db", target).code == 0
    assert (
        tricorn("backup", tmp_path / "again.sqlite", "--db", target).out.partition(":")[2] == before.partition(":")[2]
    )


# Puts a tile that does not exist into the games.
IMPOSSIBLE_TILE = (
    "UPDATE lines SET line = 'A 5,5^012 +3', digest = digest(code, game, n, 'A 5,5^012 +3', move) WHERE n = 7"
)


def test_a_game_that_does_not_replay_is_neither_backed_up_nor_restored(tricorn: Run, tmp_path: Path) -> None:
    database, backup, target = (tmp_path / name for name in ("tables.sqlite", "backup.sqlite", "target.sqlite"))

    async def test() -> None:
        with Server(database) as server:
            await play_some_moves(server)

    run(test())
    assert tricorn("backup", backup, "--db", database).code == 0
    good = backup.read_bytes()
    execute(database, IMPOSSIBLE_TILE)
    result = tricorn("backup", backup, "--db", database)
    assert result.code == 1
    assert "game 1 does not replay at line 7" in result.err
    assert backup.read_bytes() == good, "the backup from before is still there"
    execute(backup, IMPOSSIBLE_TILE)
    result = tricorn("restore", backup, "--db", target)
    assert result.code == 1
    assert "does not replay" in result.err
    assert not target.exists()
    assert not list(tmp_path.glob("*.part*"))


DESCRIPTION = """
    UPDATE tables SET about = {about}, digest = digest(code, {about}, listed, version, (
        SELECT group_concat(hash, char(10)) FROM (SELECT hash FROM keys WHERE keys.code = tables.code ORDER BY hash)
    ))
"""
TRIGGER = "CREATE TRIGGER evil AFTER INSERT ON lines BEGIN DELETE FROM tables; END"
INVALID_BACKUPS = {
    **{name: (change, "as it was stored|is missing|its phase") for name, change in CHANGES.items()},
    "gap": (
        "UPDATE lines SET n = n + 100, digest = digest(code, game, n + 100, line, move) WHERE n > 3",
        "line 4 of game 1 is missing",
    ),
    "broken description": (DESCRIPTION.format(about="'{}'"), "its description cannot be read"),
    "number for a name": (DESCRIPTION.format(about="json_set(about, '$.seats[0].name', 7)"), r"\(seats\)"),
    "other keys": ("UPDATE tables SET digest = digest(code, about, listed, version); DELETE FROM keys", "its keys"),
    "unknown code": ("UPDATE tables SET code = 'x'", "its code"),
    "text for a time": ("UPDATE tables SET touched = 'x'", "as it was stored"),
    "missing game": ("UPDATE games SET game = 3, digest = digest(code, 3, header)", "lines of game 1 of table"),
    "missing table": ("DELETE FROM tables", "a game of table .*, which does not exist"),
    "trigger": (TRIGGER, "not Tricorn's, the trigger evil"),
    "view": ("CREATE VIEW hands AS SELECT line FROM lines", "the view hands"),
    "foreign table": ("CREATE TABLE bookmarks (url TEXT)", "the table bookmarks"),
    "foreign index": ("CREATE INDEX moves ON lines (move)", "the index moves"),
    "another column": ("ALTER TABLE games ADD COLUMN colour TEXT", "the table games in it is not as Tricorn makes it"),
    "missing index": ("DROP INDEX tables_in_phase", "the index tables_in_phase in it is not"),
    "negative version": ("PRAGMA user_version = -1", "version -1"),
}


@pytest.fixture(scope="module")
def backup_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup with a game in play."""
    path = tmp_path_factory.mktemp("backup") / "tables.sqlite"

    async def fill(tables: Registry) -> None:
        table, key = await pass_and_play(tables)
        for _ in range(3):
            await move(table, key)

    run_with_registry(path.parent, fill)
    return path


@pytest.mark.parametrize(("change", "words"), INVALID_BACKUPS.values(), ids=INVALID_BACKUPS.keys())
def test_a_damaged_or_foreign_backup_is_refused_in_one_sentence(
    change: str, words: str, backup_file: Path, tricorn: Run, tmp_path: Path
) -> None:
    file, target = tmp_path / "backup.sqlite", tmp_path / "target.sqlite"
    file.write_bytes(backup_file.read_bytes())
    for statement in [change] if change == TRIGGER else change.split("; "):
        execute(file, statement)
    before = file.read_bytes()
    result = tricorn("restore", file, "--db", target)
    assert (result.code, result.out, result.err.count("\n")) == (1, "", 1)
    assert re.search(words, result.err), result.err
    assert not target.exists()
    assert not Path(f"{target}-owner").exists()
    assert file.read_bytes() == before
    result = tricorn("backup", tmp_path / "again.sqlite", "--db", file)
    assert (result.code, result.out, result.err.count("\n")) == (1, "", 1)
    assert not (tmp_path / "again.sqlite").exists()


def test_a_server_does_not_start_on_a_file_with_foreign_objects(backup_file: Path, tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    path.write_bytes(backup_file.read_bytes())
    execute(path, TRIGGER)
    with pytest.raises(StoreError, match="the trigger evil; remove that first"):
        SQLiteStore(path)


@pytest.mark.parametrize("engine", ["sqlite", "postgres"])
def test_damaged_tables_can_be_left_out_of_a_backup(
    engine: str, tricorn: Run, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    database, backup = new_database(request, engine, tmp_path), tmp_path / "backup.sqlite"

    async def test() -> None:
        with Server(database) as server:
            damaged, intact = [await begun_table(server, HUMAN, BOT) for _ in range(2)]
        change = f"{DAMAGE['line']} WHERE code = '{damaged.code}'"
        if isinstance(database, Path):
            execute(database, change)
        else:
            postgres: Postgres = request.getfixturevalue("postgres")
            await asyncio.to_thread(postgres.fetch, database, change)
        result = await asyncio.to_thread(tricorn, "backup", backup, "--db", database)
        assert result.code == 1
        assert f"table {damaged.code}: line 4 of game 1 is not as it was stored; with --leave-out-damaged" in result.err
        result = await asyncio.to_thread(tricorn, "backup", backup, "--db", database, "--leave-out-damaged")
        assert (result.code, result.err) == (0, "")
        assert f"left out: table {damaged.code}: line 4 of game 1" in result.out
        result = await asyncio.to_thread(tricorn, "restore", backup, "--db", tmp_path / "new.sqlite")
        assert (result.code, result.err) == (0, "")
        assert "1 tables, 1 games" in result.out
        with Server(tmp_path / "new.sqlite") as server:
            assert (await Caller(server).get(f"/api/tables/{intact.code}")).status_code == 200

    run(test())


@pytest.mark.parametrize(
    ("words", "arguments"),
    [
        ("there is no such file", ["backup", "b.sqlite", "--db", "none.sqlite"]),
        ("written over it", ["backup", "same.sqlite", "--db", "same.sqlite"]),
        ("is not a file", ["restore", "none.sqlite", "--db", "new.sqlite"]),
        ("is not a database of Tricorn", ["restore", "foreign.sqlite", "--db", "new.sqlite"]),
        ("it cannot be copied: file is not a database", ["restore", "junk.sqlite", "--db", "new.sqlite"]),
    ],
)
def test_a_failed_copy_is_reported_in_one_clear_line(
    words: str, arguments: list[str], tricorn: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("same.sqlite").touch()
    Path("junk.sqlite").write_bytes(b"junk " * 1000)
    with closing(sqlite3.connect("foreign.sqlite")) as db:
        db.execute("CREATE TABLE bookmarks (url TEXT)")
    result = tricorn(*arguments)
    assert (result.code, result.out) == (1, "")
    assert result.err.count("\n") == 1
    assert words in result.err
    assert not Path("new.sqlite").exists()


def test_a_database_of_another_program_is_never_overwritten(tricorn: Run, tmp_path: Path) -> None:
    async def test() -> None:
        with Server(tmp_path / "tables.sqlite") as server:
            await seat_players([server], 1, Random(5), 0.0)

    run(test())
    assert tricorn("backup", tmp_path / "backup.sqlite", "--db", tmp_path / "tables.sqlite").code == 0
    with closing(sqlite3.connect(tmp_path / "foreign.sqlite")) as db:
        db.execute("CREATE TABLE bookmarks (url TEXT)")
    result = tricorn("restore", tmp_path / "backup.sqlite", "--db", tmp_path / "foreign.sqlite", "--replace")
    assert result.code == 1
    assert "another program" in result.err
