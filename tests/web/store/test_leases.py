"""Nodes on one PostgreSQL database: who may write, who runs a table, and what a node that hangs costs the others."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import asyncpg
import pytest
from tests.fork_server import ROOT
from tests.postgres import Postgres
from tests.web.stores import game, lines_of, table

from tricorn.web.store import Conflict, News, StoredLine, StoreError
from tricorn.web.store.postgres import PostgresStore, migrate_postgres
from tricorn.web.store.postgres import node as node_module
from tricorn.web.store.postgres.node import exclude_nodes

LINE = [StoredLine("A pass -10")]
EXPIRE = "UPDATE nodes SET expires = clock_timestamp() - interval '1ms'"
LATER = "UPDATE nodes SET expires = clock_timestamp() + interval '2s'"


@pytest.fixture
def address(postgres: Postgres) -> str:
    address = postgres.new_database()
    asyncio.run(migrate_postgres(address))
    return address


@asynccontextmanager
async def node(address: str, on_news: Callable[[News], None] = lambda news: None) -> AsyncIterator[PostgresStore]:
    store = PostgresStore(address)
    await store.open(on_news)
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def database(address: str) -> AsyncIterator[asyncpg.Connection]:
    connection = await asyncpg.connect(address)
    try:
        yield connection
    finally:
        await connection.close()


def freeze(store: PostgresStore) -> None:
    """Stop a node from renewing its row, without it noticing."""
    for task in store._node._tasks:
        task.cancel()


async def until(condition: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(30):
        while not await condition():
            await asyncio.sleep(0.05)


async def test_a_node_whose_row_has_expired_can_write_nothing(address: str) -> None:
    async with node(address) as store, database(address) as db:
        await store.begin_game(table(), game(1, "a", "b"))
        assert await store.acquire_lease("BCDFG")
        freeze(store)
        await db.execute(EXPIRE)
        for work in (
            store.append_lines("BCDFG", 1, 2, LINE),
            store.append_lines("BCDFG", 1, 2, LINE, needs_lease=True),
            store.replace_tail("BCDFG", 1, 1, 2, LINE * 2),
            store.deal(table(version=1), 1, 2, LINE),
            store.take_back(table(version=1), 1, 1, 2),
            store.update_table(table(version=1)),
            store.begin_game(table(version=1), game(2, "a")),
            store.create_table(table("CDFGH")),
            store.probe(),
        ):
            with pytest.raises(StoreError, match="lapsed"):
                await work
        assert await lines_of(store) == ["a", "b"]
        assert not await store.acquire_lease("CDFGH")


async def test_only_the_node_that_runs_a_table_writes_the_moves_of_bots_and_clocks(address: str) -> None:
    async with node(address) as store, node(address) as another:
        await store.begin_game(table(), game(1, "a", "b"))
        assert await another.acquire_lease("BCDFG")
        assert not await store.acquire_lease("BCDFG")
        for work in (
            store.append_lines("BCDFG", 1, 2, LINE, needs_lease=True),
            store.replace_tail("BCDFG", 1, 1, 2, LINE * 2),
            store.deal(table(version=1), 1, 2, LINE, needs_lease=True),
        ):
            with pytest.raises(Conflict):
                await work
        await store.append_lines("BCDFG", 1, 2, LINE)  # any node writes the moves of people
        await another.append_lines("BCDFG", 1, 3, LINE, needs_lease=True)


async def test_a_lease_that_is_gone_from_the_database_is_not_relied_on(address: str) -> None:
    async with node(address) as store, database(address) as db:
        await store.begin_game(table(), game(1, "a"))
        assert await store.acquire_lease("BCDFG")
        await db.execute("DELETE FROM leases")
        with pytest.raises(Conflict):
            await store.append_lines("BCDFG", 1, 1, LINE, needs_lease=True)
        await store.append_lines("BCDFG", 1, 1, LINE, needs_lease=True)  # the lease was acquired again


async def test_a_locked_table_does_not_delay_other_tables(address: str) -> None:
    async with node(address) as store, database(address) as db:
        for code in ("BCDFG", "CDFGH"):
            await store.begin_game(table(code), game(1, "a"))
        async with db.transaction():
            await db.execute("SELECT pg_advisory_xact_lock(hashtextextended('BCDFG', 0))")
            stuck = [
                asyncio.ensure_future(store.append_lines("BCDFG", 1, 1, LINE)),
                asyncio.ensure_future(store.update_table(table(version=1))),
                *(asyncio.ensure_future(store.update_table(table(version=9))) for _ in range(20)),
            ]
            for n in range(1, 30):
                await store.append_lines("CDFGH", 1, n, LINE)
                await store.update_table(table("CDFGH", version=n))
            await store.probe()
            assert not any(task.done() for task in stuck)
        await stuck[0]
        await stuck[1]
        await asyncio.gather(*stuck, return_exceptions=True)
        assert await lines_of(store) == ["a", "A pass -10"]


async def test_every_query_of_a_node_ends_within_seconds(address: str) -> None:
    names = ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout")
    async with node(address) as store:
        for ask in (store._node._query, store._fetch):
            for name in names:
                assert await ask(f"SHOW {name}") in ([("2s",)], [("4s",)]), name


async def test_a_node_that_hangs_loses_its_connections_and_tables(address: str) -> None:
    async with node(address) as store, database(address) as db:
        await store.begin_game(table(), game(1, "a"))
        assert await store.acquire_lease("BCDFG")
        freeze(store)
        name = store._node.name
        half_dead = store._pool.acquire()
        connection = await half_dead
        await connection.execute("BEGIN; SELECT pg_advisory_xact_lock(hashtextextended('BCDFG', 0))")
        async with node(address) as another:
            await db.execute(f"{EXPIRE} WHERE name = $1", name)
            await until(lambda: another.acquire_lease("BCDFG"))
            question = "SELECT count(*) FROM pg_stat_activity WHERE application_name = $1"
            assert await db.fetchval(question, store._node.application) == 0
            assert await db.fetchval("SELECT count(*) FROM nodes WHERE name = $1", name) == 0
            await another.append_lines("BCDFG", 1, 1, LINE, needs_lease=True)


@pytest.mark.time_limit(30)
async def test_a_node_whose_notification_failed_reconnects_so_that_everything_is_announced(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    received: list[News] = []
    async with node(address, received.append) as store:
        with monkeypatch.context() as changed:
            changed.setattr(node_module, "_NOTIFY", "SELECT 1 / 0, $1::text, $2::text[]")
            store.notify(News("who", code="BCDFG"))
            while store._node._connection is not None:
                await asyncio.sleep(0.01)
        while News("missed") not in received:
            await asyncio.sleep(0.01)


async def test_a_lapsed_node_reports_it_and_rejoins_under_another_name(address: str) -> None:
    received: list[str] = []
    async with node(address, lambda news: received.append(news.kind)) as store, database(address) as db:
        await store.begin_game(table(), game(1, "a"))
        assert await store.acquire_lease("BCDFG")
        before = store._node.name
        await db.execute(EXPIRE)
        while received != ["lapsed", "missed"]:
            assert received in ([], ["lapsed"])
            assert store.reachable == (not received)
            await asyncio.sleep(0.01)
        assert store.reachable
        assert store._node.name != before
        assert await db.fetchval("SELECT count(*) FROM leases") == 0
        await store.append_lines("BCDFG", 1, 1, LINE)
        assert await store.acquire_lease("BCDFG")


@pytest.mark.time_limit(30)
async def test_a_node_that_comes_back_uses_none_of_its_former_connections(address: str) -> None:
    received: list[str] = []
    async with node(address, lambda news: received.append(news.kind)) as store, database(address) as db:
        await store.begin_game(table(), game(1, "a"))
        async with store._acquire() as former:
            former._transport.pause_reading()  # it will not notice that the database has closed it
        await db.execute(EXPIRE)
        while "missed" not in received:
            await asyncio.sleep(0.01)
        await store.append_lines("BCDFG", 1, 1, LINE)
        assert await lines_of(store) == ["a", *(line.line for line in LINE)]


async def test_a_node_that_slept_knows_at_once_that_it_may_have_lapsed(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with node(address) as store:
        freeze(store)
        assert store.reachable
        store._node._expires -= 5.0  # as if it had just woken up
        assert not store.reachable


async def test_the_tables_of_a_process_that_has_ended_are_free_before_its_row_expires(address: str) -> None:
    async with node(address) as another, database(address) as db:
        store = PostgresStore(address)
        await store.open(lambda news: None)
        assert await store.acquire_lease("BCDFG")
        freeze(store)
        store._pool.terminate()
        store._node._disconnect()

        async def claim() -> bool:
            await db.execute(f"{LATER} WHERE name = $1", store._node.name)
            return await another.acquire_lease("BCDFG")

        await until(claim)


async def test_concurrent_claims_share_a_statement(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with node(address) as store, node(address) as another:
        ask, asked = store._node._query, [0]

        async def count(statement: str, *values: object) -> list[object] | None:
            asked[0] += statement.lstrip().startswith("WITH free")
            return await ask(statement, *values)

        monkeypatch.setattr(store._node, "_query", count)
        codes = [f"T{n:04}" for n in range(200)]
        assert await another.acquire_lease("T0007")
        claimed = await asyncio.gather(*(store.acquire_lease(code) for code in codes))
        assert [code for code, got in zip(codes, claimed, strict=True) if not got] == ["T0007"]
        assert asked[0] < 10
        for _ in range(100):
            assert not await store.acquire_lease("T0007")
        assert asked[0] < 20, "what another node has is asked for once a second"
        await another.release_lease("T0007")
        await until(lambda: store.acquire_lease("T0007"))


async def test_a_restore_is_refused_while_a_node_is_alive_and_a_node_that_hangs_delays_it_only_briefly(
    address: str,
) -> None:
    async with node(address) as store, database(address) as db:
        await store.begin_game(table(), game(1, "a"))
        async with db.transaction():
            assert not await exclude_nodes(db)
        freeze(store)
        await db.execute(EXPIRE)
        async with db.transaction():
            assert await exclude_nodes(db)
            with pytest.raises(StoreError):
                await store.append_lines("BCDFG", 1, 1, LINE)
            with pytest.raises(StoreError):
                async with node(address):
                    pass
        async with node(address) as another:
            assert await lines_of(another) == ["a"]


async def test_the_documented_query_says_which_node_runs_how_many_tables(address: str) -> None:
    (question,) = re.findall(r"```sql\n *(SELECT.*?);", (ROOT / "docs" / "hosting.md").read_text(), re.DOTALL)
    async with node(address) as store, database(address) as db:
        await asyncio.gather(*(store.acquire_lease(code) for code in ("BCDFG", "CDFGH")))
        ((name, left, count),) = await db.fetch(question)
        assert name.startswith(f"{os.getpid()}-")
        assert 0.0 < left.total_seconds() < 5.0
        assert count == 2
