"""An empty store on either engine, and tables and games to store."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from tests.postgres import Postgres

from tricorn.web.store import Store, StoredGame, StoredLine, StoredTable, open_store


def table(code: str = "BCDFG", **more: Any) -> StoredTable:
    return StoredTable(code, "{}", **{"phase": "playing", "listed": False, "keys": ("k1", "k2"), **more})


def game(number: int = 1, *lines: str) -> StoredGame:
    return StoredGame(number, ("tricorn 1", "edition wooden"), tuple(map(StoredLine, lines)))


Test = Callable[[Store], Coroutine[Any, Any, None]]
Run = Callable[[Test], None]


def run_on(database: Path | str, test: Test) -> None:
    """Run a test on the store at a file or an address."""
    store = open_store(database)

    async def open_and_test() -> None:
        await store.open(lambda news: None)
        try:
            await test(store)
        finally:
            await store.close()

    asyncio.run(asyncio.wait_for(open_and_test(), 60))


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """The file or address of an empty store, on either engine."""
    if request.param == "sqlite":
        return tmp_path / "tables.sqlite"
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.new_database()


@pytest.fixture
def run_with_store(database: Path | str) -> Run:
    """Run a test on an empty store, on either engine."""
    return lambda test: run_on(database, test)


async def lines_of(store: Store, code: str = "BCDFG") -> list[str]:
    loaded = await store.load_table(code)
    assert loaded is not None
    assert loaded[1] is not None
    return [line.line for line in loaded[1].lines]
