"""The store: order, atomicity and durability."""

from __future__ import annotations

import asyncio
import dataclasses
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import asyncpg
import pytest
from tests.postgres import Postgres
from tests.web.stores import Run, database, game, lines_of, run_on, run_with_store, table

from tricorn.extras import command_for
from tricorn.web.store import (
    CodeTaken,
    Conflict,
    SQLiteStore,
    Store,
    StoredGame,
    StoredLine,
    StoreError,
    open_store,
)
from tricorn.web.store.digests import digest
from tricorn.web.store.postgres import PostgresStore

__all__ = ["database", "run_with_store"]


def test_what_was_stored_is_loaded(run_with_store: Run) -> None:
    async def test(store: Store) -> None:
        await store.create_table(table(phase="waiting"))
        assert await store.load_table("BCDFG") is not None
        await store.begin_game(table(version=1), game(1, "round 1"))
        await store.append_lines("BCDFG", 1, 1, [StoredLine("A pass -10", "id 1"), StoredLine("B pass -10")])
        loaded = await store.load_table("BCDFG")
        assert loaded is not None
        stored, last = loaded
        assert (stored.phase, stored.keys, stored.about) == ("playing", ("k1", "k2"), "{}")
        assert last == StoredGame(
            1,
            ("tricorn 1", "edition wooden"),
            (StoredLine("round 1"), StoredLine("A pass -10", "id 1"), StoredLine("B pass -10")),
        )
        assert await store.load_table("ZZZZZ") is None
        assert await store.load_game("BCDFG", 2) is None

    run_with_store(test)


def test_a_code_is_used_once(run_with_store: Run) -> None:
    async def test(store: Store) -> None:
        await store.create_table(table())
        with pytest.raises(CodeTaken):
            await store.create_table(table())

    run_with_store(test)


def test_lines_are_added_only_after_the_last(run_with_store: Run) -> None:
    async def test(store: Store) -> None:
        await store.begin_game(table(), game(1, "round 1"))
        for after in (0, 2, 100):
            with pytest.raises(Conflict):
                await store.append_lines("BCDFG", 1, after, [StoredLine("A pass -10")])
        with pytest.raises(Conflict):
            await store.begin_game(table(), game(1, "round 1"))
        with pytest.raises(Conflict):
            await store.replace_tail("BCDFG", 1, 0, 2, [StoredLine("A pass -10")] * 3)
        assert await lines_of(store) == ["round 1"]

    run_with_store(test)


def test_a_round_is_dealt_only_after_the_last_line_and_description(run_with_store: Run) -> None:
    async def test(store: Store) -> None:
        await store.create_table(table(phase="waiting"))
        await store.begin_game(table(version=1), game(1, "round 1"))
        for version, after in ((1, 1), (3, 1), (2, 0), (2, 2)):
            with pytest.raises(Conflict):
                await store.deal(table(version=version), 1, after, [StoredLine("round 2")])
        await store.deal(table(version=2), 1, 1, [StoredLine("round 2")])
        with pytest.raises(Conflict):
            await store.update_table(table(version=2))  # by a node that did not know of the deal
        assert await lines_of(store) == ["round 1", "round 2"]

    run_with_store(test)


def test_a_tail_is_replaced(run_with_store: Run) -> None:
    async def test(store: Store) -> None:
        await store.begin_game(table(), game(1, "a", "b", "c"))
        await store.replace_tail("BCDFG", 1, 1, 3, [StoredLine("B"), StoredLine("C"), StoredLine("D")], "over")
        assert await lines_of(store) == ["a", "B", "C", "D"]
        loaded = await store.load_table("BCDFG")
        assert loaded is not None
        assert loaded[0].phase == "over"

    run_with_store(test)


def test_lines_are_taken_back_with_the_description_and_only_up_to_the_last(run_with_store: Run) -> None:
    async def test(store: Store) -> None:
        await store.create_table(table(phase="waiting"))
        await store.begin_game(table(version=1), game(1, "a", "b", "c", "d"))
        for version, last in ((1, 4), (3, 4), (2, 3), (2, 5)):
            with pytest.raises(Conflict):
                await store.take_back(table(version=version), 1, 2, last)
        await store.take_back(table(version=2), 1, 2, 4)
        await store.append_lines("BCDFG", 1, 2, [StoredLine("C")])
        assert await lines_of(store) == ["a", "b", "C"]
        loaded = await store.load_table("BCDFG")
        assert loaded is not None
        assert (loaded[0].version, loaded[0].phase) == (2, "playing")

    run_with_store(test)


def test_concurrent_appends_share_transactions_and_one_that_fails_fails_alone(run_with_store: Run) -> None:
    async def test(store: Store) -> None:
        codes = [f"T{n:04}" for n in range(50)]
        await asyncio.gather(*(store.begin_game(table(code), game()) for code in codes))
        appends = [
            store.append_lines(code, 1, n if code != "T0007" else 99, [StoredLine(f"line {n + 1}")])
            for n in range(5)
            for code in codes
        ]
        results = await asyncio.gather(*appends, return_exceptions=True)
        assert sum(isinstance(result, Conflict) for result in results) == 5
        assert sum(result is None for result in results) == 5 * 49
        for code in codes:
            expected = [] if code == "T0007" else [f"line {n}" for n in range(1, 6)]
            assert await lines_of(store, code) == expected

    run_with_store(test)


def test_work_that_cannot_be_written_fails_alone(run_with_store: Run) -> None:
    async def test(store: Store) -> None:
        bad = dataclasses.replace(game(), number=2**80)
        codes = [f"T{n:04}" for n in range(5)]
        jobs = [store.begin_game(table(code), bad if code == "T0002" else game(1, "x")) for code in codes]
        results = await asyncio.gather(*jobs, return_exceptions=True)
        assert [isinstance(result, StoreError) for result in results] == [code == "T0002" for code in codes]
        assert await store.load_table("T0002") is None
        assert await lines_of(store, "T0003") == ["x"]

    run_with_store(test)


def test_listed_tables_and_those_of_keys_come_latest_first(run_with_store: Run) -> None:
    async def test(store: Store) -> None:
        for code, listed, phase in (("A", True, "waiting"), ("B", True, "over"), ("C", False, "waiting")):
            await store.create_table(table(code, listed=listed, phase=phase, keys=("k", f"k-{code}")))
            await asyncio.sleep(0.002)
        await store.create_table(table("D", listed=True, phase="playing", keys=("other",)))
        assert [stored.code for stored in await store.listed_tables(0, 10)] == ["D", "A"]
        assert [stored.code for stored in await store.listed_tables(time.time() + 9, 10)] == []
        assert [stored.code for stored in await store.tables_for_keys(["k"], 10)] == ["C", "B", "A"]
        assert [stored.code for stored in await store.tables_for_keys(["k-A", "other"], 1)] == ["D"]
        assert await store.tables_for_keys([], 10) == []

    run_with_store(test)


def test_the_lines_after_a_line_are_loaded(run_with_store: Run) -> None:
    async def test(store: Store) -> None:
        await store.begin_game(table(), game(1, "a", "b"))
        await store.append_lines("BCDFG", 1, 2, [StoredLine("c", "id")])
        assert await store.load_lines("BCDFG", 1, 1) == [StoredLine("b"), StoredLine("c", "id")]
        assert await store.load_lines("BCDFG", 1, 3) == []

    run_with_store(test)


def test_a_table_whose_claim_was_cancelled_is_free_again_once_released(postgres: Postgres) -> None:
    address = postgres.new_database()
    another = open_store(address)

    async def test(store: Store) -> None:
        await another.open(lambda news: None)
        for turns in range(40):
            claiming = asyncio.ensure_future(store.acquire_lease("BCDFG"))
            for _ in range(turns % 8):
                await asyncio.sleep(0)  # cancelled at any step
            claiming.cancel()
            assert await store.acquire_lease("BCDFG")
            await store.release_lease("BCDFG")
            assert await another.acquire_lease("BCDFG"), "the other node would wait forever"
            await another.release_lease("BCDFG")
        await another.close()

    run_on(address, test)


def test_a_line_added_while_a_tail_is_replaced_is_not_lost(postgres: Postgres) -> None:
    address = postgres.new_database()

    async def test(store: Store) -> None:
        await store.begin_game(table(), game(1, "a", "b"))
        assert await store.acquire_lease("BCDFG")
        other = await asyncpg.connect(address)
        try:
            async with other.transaction():
                line = ("BCDFG", 1, 3, "acknowledged")
                await other.execute("INSERT INTO lines VALUES ($1, $2, $3, $4, NULL, $5)", *line, digest(*line))
                replacing = asyncio.ensure_future(
                    store.replace_tail("BCDFG", 1, 1, 2, [StoredLine("late"), StoredLine("later")])
                )
                while not await other.fetchval("SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted)"):
                    await asyncio.sleep(0.01)
        finally:
            await other.close()
        with pytest.raises(Conflict):
            await replacing
        assert await lines_of(store) == ["a", "b", "acknowledged"]

    run_on(address, test)


async def until_reachable(store: Store, reachable: bool) -> None:
    while store.reachable != reachable:
        await asyncio.sleep(0.05)


def test_a_node_reconnects_after_the_database_has_refused_it(postgres: Postgres) -> None:
    address = postgres.new_database()
    name = urlsplit(address).path[1:]

    async def execute(sql: str) -> None:
        await asyncio.to_thread(postgres.fetch, postgres.address, sql)

    async def test(store: Store) -> None:
        await execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        await execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
        await until_reachable(store, False)
        await asyncio.sleep(1)  # and is refused
        await execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
        await until_reachable(store, True)
        await store.create_table(table())

    run_on(address, test)


def test_many_readers_do_not_delay_the_writer(postgres: Postgres) -> None:
    async def test(store: Store) -> None:
        assert isinstance(store, PostgresStore)
        reading = [asyncio.ensure_future(store._read(lambda db: db.execute("SELECT pg_sleep(8)"))) for _ in range(8)]
        await asyncio.sleep(0.1)
        await store.create_table(table())
        assert not any(task.done() for task in reading)
        for task in reading:
            task.cancel()
        await asyncio.gather(*reading, return_exceptions=True)

    run_on(postgres.new_database(), test)


def test_a_refusal_of_the_database_is_logged_without_its_contents(
    postgres: Postgres, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(store: Store) -> None:
        nothing: Any = None
        with pytest.raises(StoreError):
            await store.begin_game(table(), StoredGame(1, (), (StoredLine(nothing, "id 0-1-2"),)))

    run_on(postgres.new_database(), test)
    assert caplog.messages
    assert not any(word in message for message in caplog.messages for word in ("0-1-2", "BCDFG"))


def test_no_write_waits_for_a_long_read(tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        assert isinstance(store, SQLiteStore)
        began, end = threading.Event(), threading.Event()

        def read(db: sqlite3.Connection) -> list[Any]:
            rows = db.execute("SELECT code FROM tables").fetchall()
            began.set()
            end.wait()
            return [rows, db.execute("SELECT code FROM tables").fetchall()]

        reading = asyncio.create_task(store._read(read))
        await asyncio.to_thread(began.wait)
        await store.create_table(table())
        assert not reading.done()
        end.set()
        assert await reading == [[], []], "a read sees one snapshot"
        assert await store.load_table("BCDFG") is not None

    run_on(tmp_path / "tables.sqlite", test)


def test_every_commit_reaches_the_disk(tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        assert isinstance(store, SQLiteStore)
        assert store._connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert store._connection.execute("PRAGMA synchronous").fetchone() == (2,)

    run_on(tmp_path / "tables.sqlite", test)


WRITER = """
import asyncio, sys
from pathlib import Path
from tricorn.web.store import *

store = open_store(sys.argv[1] if "://" in sys.argv[1] else Path(sys.argv[1]))

async def main():
    await store.open(lambda news: None)
    await store.begin_game(StoredTable("BCDFG", "{}", "playing", False, ()), StoredGame(1, (), ()))
    for n in range(100_000):
        await store.append_lines("BCDFG", 1, n, [StoredLine(f"line {n + 1}")])
        print(n + 1, flush=True)

asyncio.run(main())
"""


def test_an_acknowledged_line_survives_a_kill(database: Path | str) -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3] / "src")}
    process = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(database)], stdout=subprocess.PIPE, text=True, env=environment
    )
    assert process.stdout is not None
    for _ in range(50):
        process.stdout.readline()
    process.send_signal(signal.SIGKILL)
    rest = process.stdout.read().split()
    process.wait()
    process.stdout.close()
    acknowledged = int(rest[-1]) if rest else 50

    async def test(store: Store) -> None:
        lines = await lines_of(store)
        assert len(lines) >= acknowledged
        assert lines == [f"line {n}" for n in range(1, len(lines) + 1)]

    run_on(database, test)


def test_a_file_has_one_server_at_a_time(tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        with pytest.raises(StoreError, match="another Tricorn has it open"):
            open_store(tmp_path / "tables.sqlite")
        await store.create_table(table())

    run_on(tmp_path / "tables.sqlite", test)


def test_a_description_is_changed_only_from_the_latest_version(run_with_store: Run) -> None:
    async def test(store: Store) -> None:
        with pytest.raises(Conflict):
            await store.update_table(table(version=1))  # there is no such table
        await store.create_table(table(phase="waiting"))
        await store.update_table(table(phase="waiting", listed=True, version=1))
        for version in (0, 1, 3):
            with pytest.raises(Conflict):
                await store.update_table(table(phase="over", version=version))
            with pytest.raises(Conflict):
                await store.begin_game(table(phase="over", version=version), game())
        loaded = await store.load_table("BCDFG")
        assert loaded is not None
        assert (loaded[0].phase, loaded[0].listed, loaded[0].version, loaded[1]) == ("waiting", True, 1, None)

    run_with_store(test)


def test_a_description_does_not_change_the_state_that_lines_have_set(run_with_store: Run) -> None:
    async def test(store: Store) -> None:
        await store.create_table(table(phase="waiting", listed=True))
        await store.begin_game(table(listed=True, version=1), game(1, "round 1"))
        await store.append_lines("BCDFG", 1, 1, [StoredLine("winner A")], "over")
        await store.update_table(table(listed=True, keys=("k1", "k3"), version=2))  # by a node that is behind
        loaded = await store.load_table("BCDFG")
        assert loaded is not None
        assert (loaded[0].phase, loaded[0].keys, loaded[0].version) == ("over", ("k1", "k3"), 2)
        assert await store.listed_tables(0, 10) == []

    run_with_store(test)


def test_a_secret_is_what_was_stored_first(database: Path | str) -> None:
    async def first(store: Store) -> None:
        secrets.extend(await asyncio.gather(*(store.secret("web push", f"key {n}") for n in range(3))))
        assert await store.secret("another", "new") == "new"

    async def later(store: Store) -> None:
        secrets.append(await store.secret("web push", "a later key"))

    secrets: list[str] = []
    run_on(database, first)
    run_on(database, later)
    assert len(secrets) == 4
    assert len(set(secrets)) == 1


def test_tables_are_counted(run_with_store: Run) -> None:
    async def test(store: Store) -> None:
        assert await store.count_tables() == 0
        for code in ("B", "C", "D"):
            await store.create_table(table(code))
        assert await store.count_tables() == 3

    run_with_store(test)


def test_a_file_that_is_not_a_store_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    path.write_bytes(b"this is not a database, " * 100)
    with pytest.raises(StoreError, match="cannot be used"):
        SQLiteStore(path)


WITHOUT_ASYNCPG = """
import sys
import threading
sys.modules["asyncpg"] = None
from tricorn.web.store import *
try:
    open_store("postgresql://ana@localhost/games")
except StoreError as error:
    print(error)
"""


def test_without_its_package_postgresql_is_refused_with_the_way_to_get_it() -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3] / "src")}
    command = [sys.executable, "-c", WITHOUT_ASYNCPG]
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert result.stdout == f"PostgreSQL needs the package asyncpg: {command_for('cluster')}\n"


def test_a_description_ends_a_game_in_the_same_step(run_with_store: Run) -> None:
    async def test(store: Store) -> None:
        await store.create_table(table(phase="waiting", listed=True))
        await store.begin_game(table(listed=True, version=1), game(1, "round 1"))
        with pytest.raises(Conflict):
            await store.update_table(table(listed=True, version=1), "over")
        assert len(await store.listed_tables(0, 10)) == 1
        await store.update_table(table(listed=True, version=2), "over")
        loaded = await store.load_table("BCDFG")
        assert loaded is not None
        assert (loaded[0].phase, loaded[0].version) == ("over", 2)
        assert await store.listed_tables(0, 10) == []

    run_with_store(test)
