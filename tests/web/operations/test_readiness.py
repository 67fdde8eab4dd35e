"""A server is ready if it can write to its store, which it checks by writing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from tests.postgres import Postgres
from tests.web.clients import HUMAN, Caller, run
from tests.web.server_process import Server
from tests.web.stores import run_on, table

from tricorn.web.operations.readiness import Readiness
from tricorn.web.store import SQLiteStore, Store, StoreError


async def health(server: Server) -> int:
    return (await Caller(server).get("/healthz")).status_code


async def until_health(server: Server, status: int) -> None:
    async with asyncio.timeout(30):
        while await health(server) != status:
            await asyncio.sleep(0.1)


async def test_a_server_whose_disk_is_full_is_not_ready(tmp_path: Path) -> None:
    program = ("tests.web.full_disk_server", "300000")
    with Server(tmp_path / "tables.sqlite", program=program, log="plain") as own_server:
        assert await health(own_server) == 200
        answer = await Caller(own_server).post("/api/tables", {"seats": [HUMAN]})
        while answer.status_code == 200:
            answer = await Caller(own_server).post("/api/tables", {"seats": [HUMAN]})
        assert answer.json()["code"] == "store"
        await until_health(own_server, 503)


def test_a_full_file_cannot_be_written(tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        assert isinstance(store, SQLiteStore)
        await store.probe()
        await store._write(lambda db: db.execute("PRAGMA max_page_count = 1").fetchall())  # no more than it has
        tables = [store.create_table(table(f"T{number:04}")) for number in range(1000)]
        assert any(await asyncio.gather(*tables, return_exceptions=True)), "it is full"
        with pytest.raises(StoreError):
            await store.probe()

    run_on(tmp_path / "tables.sqlite", test)


def test_the_probe_leaves_nothing_behind(tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        assert isinstance(store, SQLiteStore)

        async def contents() -> list[object]:
            schema = await store._write(lambda db: db.execute("SELECT sql FROM sqlite_master").fetchall())
            pages = await store._write(lambda db: db.execute("PRAGMA page_count").fetchall())
            return [*schema, *pages]

        await store.probe()
        before = await contents()
        for _ in range(50):
            await store.probe()
        assert await contents() == before

    run_on(tmp_path / "tables.sqlite", test)


class Counted(SQLiteStore):
    """A store that counts its probes."""

    probes = 0

    async def probe(self) -> None:
        self.probes += 1
        await super().probe()


async def test_the_store_is_probed_once_a_second_however_many_ask(tmp_path: Path) -> None:
    store = Counted(tmp_path / "tables.sqlite")
    try:
        readiness = Readiness(store)
        assert all(await asyncio.gather(*(readiness.check() for _ in range(500))))
        assert store.probes == 1
        while store.probes == 1:
            assert await readiness.check()
    finally:
        await store.close()


def check_unready(
    own_server: Server, hinder: Callable[[], Awaitable[None]], mend: Callable[[], Awaitable[None]]
) -> None:
    async def test() -> None:
        assert await health(own_server) == 200
        try:
            await hinder()
            await until_health(own_server, 503)
        finally:
            await mend()
        await until_health(own_server, 200)

    run(test())


def test_a_server_whose_database_can_only_be_read_is_not_ready(postgres: Postgres) -> None:
    async def only_read(value: str) -> None:
        for sql in (f"ALTER SYSTEM SET default_transaction_read_only = {value}", "SELECT pg_reload_conf()"):
            await asyncio.to_thread(postgres.execute, postgres.address, sql)

    with Server(postgres.new_database()) as own_server:
        check_unready(own_server, lambda: only_read("on"), lambda: only_read("off"))


def test_a_server_that_may_not_write_to_its_database_is_not_ready(postgres: Postgres) -> None:
    address = postgres.new_database()
    postgres.execute(address, "CREATE ROLE player LOGIN; GRANT CREATE, USAGE ON SCHEMA public TO player")

    async def tell(sql: str) -> None:
        await asyncio.to_thread(postgres.execute, address, sql)

    with Server(address.replace("//postgres:", "//player:")) as own_server:
        rights = "INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public"
        check_unready(
            own_server, lambda: tell(f"REVOKE {rights} FROM player"), lambda: tell(f"GRANT {rights} TO player")
        )
