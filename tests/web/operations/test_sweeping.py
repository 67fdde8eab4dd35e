"""Deleting old tables from the store: what, when, and never because of a wrong clock."""

from __future__ import annotations

import asyncio
import logging
import time
from pathlib import Path
from types import SimpleNamespace

import asyncpg
import pytest
from tests.postgres import Postgres
from tests.web.clients import BOT, HUMAN, Caller, Client, begun_table, new_table
from tests.web.server_process import Server
from tests.web.stores import Run, database, game, lines_of, run_on, run_with_store, table

from tricorn.web.operations import sweeper
from tricorn.web.operations.sweeper import Sweeper
from tricorn.web.settings import Settings
from tricorn.web.store import Store, StoredLine, open_store
from tricorn.web.store.postgres.sweep import sweep_postgres
from tricorn.web.store.sweep import SweepResult

__all__ = ["database", "run_with_store"]

DAY = 86_400.0
PHASES = ("waiting", "over", "scored", "playing", "scoring")


class Clock:
    """A clock that the test sets, for the sweeper and the store."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._started = time.time()
        self.days = 0.0  # by which it is ahead
        self.hours = 0.0  # passed
        for module in ("operations.sweeper", "store.touch_times"):
            monkeypatch.setattr(f"tricorn.web.{module}.time", self._module())

    def _module(self) -> SimpleNamespace:
        return SimpleNamespace(
            time=lambda: self._started + self.days * DAY + self.hours * 3600, monotonic=lambda: self.hours * 3600
        )


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


async def remaining(store: Store) -> str:
    """The codes of the test's tables that still exist."""
    return "".join([code for code in "ABCDEFGHIJ" if await store.load_table(code) is not None])


# The batches.


def test_old_tables_of_a_state_are_deleted_with_everything_that_belongs_to_them(run_with_store: Run) -> None:
    async def test(store: Store) -> None:
        await store.begin_game(table("A", phase="over"), game(1, "round 1"))
        await store.begin_game(table("B", phase="playing", keys=("other",)), game(1, "round 1"))
        assert await store.sweep("over", time.time() - 100) == SweepResult((), 0, False)
        assert (await store.sweep("over", time.time() + 1))._replace(touched=()) == SweepResult((), 1, False)
        assert await remaining(store) == "B"
        assert await store.load_game("A", 1) is None
        assert await store.load_lines("A", 1, 0) == []
        assert await store.tables_for_keys(["k1"], 10) == []
        await store.create_table(table("A", keys=()))
        assert await store.tables_for_keys(["k1"], 10) == []

    run_with_store(test)


def test_a_batch_is_small_and_what_it_leaves_of_a_table_is_consistent(
    run_with_store: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("store.sweep", "store.postgres.sweep"):
        monkeypatch.setattr(f"tricorn.web.{module}.LINES_PER_BATCH", 3)
        monkeypatch.setattr(f"tricorn.web.{module}.TABLES_PER_BATCH", 2)

    async def test(store: Store) -> None:
        for number in (1, 2, 3):  # the oldest table has three games
            await store.begin_game(table("A", phase="over", version=number - 1), game(number, "a", "b"))
        for code in "BC":
            await store.begin_game(table(code, phase="over"), game(1, "a"))
        batches = []
        for _ in range(3):
            batch = await store.sweep("over", time.time() + 1)
            batches.append((len(batch.touched), batch.lines, batch.more, await remaining(store)))
            if "A" in batches[-1][3]:
                assert await lines_of(store, "A") == ["a", "b"]
                assert [await store.load_game("A", number) is not None for number in (1, 2, 3)] == [False, False, True]
        assert batches == [(0, 4, True, "ABC"), (2, 3, True, "C"), (1, 1, False, "")]

    run_with_store(test)


def test_players_do_not_wait_while_a_batch_is_deleted_from_postgresql(postgres: Postgres) -> None:
    address = postgres.new_database()
    another = open_store(address)

    async def test(store: Store) -> None:
        await store.begin_game(table("A", phase="over"), game(1, "a"))
        await store.begin_game(table("B"), game(1, "a"))
        await another.open(lambda news: None)
        db = await asyncpg.connect(address)
        async with db.transaction():
            assert (await sweep_postgres(db, "over", time.time() + 1)).lines == 1
            for node, after in ((store, 1), (another, 2)):
                await node.append_lines("B", 1, after, [StoredLine("b")])
            assert not (await another.sweep("over", time.time() + 1)).touched, "another node leaves it to the first"
        await db.close()
        await another.close()
        assert await remaining(store) == "B"

    run_on(address, test)


# The clock.


def test_tables_are_deleted_by_phase_and_age_with_a_log_line(
    clock: Clock, database: Path | str, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(store: Store) -> None:
        for days, codes in ((-400.0, "ABCDE"), (-100.0, "FGHIJ")):
            clock.days = days
            for code, phase in zip(codes, PHASES, strict=True):
                await store.begin_game(table(code, phase=phase), game(1, "a"))
        clock.days = 0.0
        await Sweeper(store, Settings(Path())).sweep()
        assert await remaining(store) == "IJ", "games and sheets in play"

    run_on(database, test)
    assert sorted(caplog.messages) == [
        "Deleted 1 tables in the phase playing (1 lines) that were last used 400 to 400 days ago.",
        "Deleted 1 tables in the phase scoring (1 lines) that were last used 400 to 400 days ago.",
        "Deleted 2 tables in the phase over (2 lines) that were last used 100 to 400 days ago.",
        "Deleted 2 tables in the phase scored (2 lines) that were last used 100 to 400 days ago.",
        "Deleted 2 tables in the phase waiting (2 lines) that were last used 100 to 400 days ago.",
    ]


@pytest.mark.parametrize("days", [91.0, 4000.0, -91.0, -20_000.0])
def test_a_clock_that_jumped_deletes_nothing_whatever_is_played_under_it(
    days: float, clock: Clock, database: Path | str, caplog: pytest.LogCaptureFixture
) -> None:
    async def in_time(store: Store) -> None:
        await Sweeper(store, Settings(Path())).sweep()
        for code, phase in zip("ABCDE", PHASES, strict=True):
            await store.begin_game(table(code, phase=phase), game(1, "a"))

    async def with_the_wrong_clock(store: Store) -> None:
        sweeper = Sweeper(store, Settings(Path()))
        await sweeper.sweep()
        await store.append_lines("A", 1, 1, [StoredLine("b")], "over")
        await store.begin_game(table("F", phase="over"), game(1, "a"))
        clock.hours += 1
        await sweeper.sweep()

    async def in_time_again(store: Store) -> None:
        await Sweeper(store, Settings(Path())).sweep()
        assert await remaining(store) == "ABCDEF"

    run_on(database, in_time)
    assert not caplog.messages
    clock.days = days
    for _ in range(3):
        run_on(database, with_the_wrong_clock if clock.hours == 0 else in_time_again)
    where = "ahead of" if days > 0 else "behind"
    assert f"The clock is {abs(days):.0f} days {where} the time in the store;" in caplog.messages[0]
    assert len(caplog.messages) == 3, "at each start"
    caplog.clear()
    clock.days = 0.0
    run_on(database, in_time_again)
    assert not caplog.messages


def test_a_server_that_was_off_for_long_deletes_again_after_some_days(
    clock: Clock, run_with_store: Run, caplog: pytest.LogCaptureFixture
) -> None:
    settings = Settings(Path(), days_in_store=20.0)

    async def test(store: Store) -> None:
        await Sweeper(store, settings).sweep()
        await store.begin_game(table("A", phase="over"), game(1, "a"))
        clock.days = 27.0
        hours = 0
        sweeper = Sweeper(store, settings)
        await sweeper.sweep()
        while await remaining(store):
            clock.hours, hours = clock.hours + 1, hours + 1
            await sweeper.sweep()
        assert hours == 22, "a day an hour, up to a week before the clock"

    run_with_store(test)
    assert [message[:24] for message in caplog.messages] == [
        "The clock is 27 days ahe",
        "The clock and the time i",
        "Deleted 1 tables in the ",
    ]


def test_a_sweep_that_fails_is_retried(
    run_with_store: Run, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sweeper, "_SECONDS_BETWEEN_SWEEPS", 0.0)

    async def test(store: Store) -> None:
        tries = 0

        async def read_clock() -> float:
            nonlocal tries
            tries += 1
            raise OSError

        monkeypatch.setattr(store, "read_clock", read_clock)
        task = asyncio.ensure_future(Sweeper(store, Settings(Path())).run())
        while tries < 3:
            await asyncio.sleep(0)
        task.cancel()

    run_with_store(test)
    assert caplog.record_tuples[0][1] == logging.ERROR


async def test_a_start_with_a_clock_91_days_ahead_keeps_every_table(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"

    async def played() -> list[Client]:
        with Server(path) as server:
            waiting = await new_table(server, HUMAN)
            playing = await begun_table(server, HUMAN, BOT)
            return [waiting, playing]

    async def looked_at() -> str:
        with Server(path, log="plain", program=("tests.web.wrong_clock_server", "91")) as server:
            for client in clients:
                answer = await Caller(server).get(f"/api/tables/{client.code}")
                assert answer.status_code == 200
            server.stop()
            return server.log.read_text()

    clients: list[Client] = []
    clients.extend(await played())
    for _ in range(2):
        assert "warning The clock is 91 days ahead of" in await looked_at()
