"""The tables of a server in this process, without a socket: who watches and who moves, and a store that fails."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any

from tests.web.server_process import QUICK

from tricorn.locales.i18n import load_languages
from tricorn.web.context import ServerContext
from tricorn.web.registry import Registry
from tricorn.web.security.keys import KeyHash, hash_key
from tricorn.web.settings import Settings
from tricorn.web.store import SQLiteStore, StoredLine, StoreError
from tricorn.web.tables.requests import Move, NewSeat, NewTable
from tricorn.web.tables.table import Table

ENGLISH = load_languages()["en"]


class Listener:
    """A watcher that records what it is sent."""

    def __init__(self, key: KeyHash | None = None) -> None:
        self.key = key
        self.address = "192.0.2.1"
        self.language = ENGLISH
        self.frames: list[str] = []
        self.disconnected = False

    def send(self, frame: str) -> None:
        self.frames.append(frame)

    def disconnect(self) -> None:
        self.disconnected = True


class FailingStore(SQLiteStore):
    """A store whose disk is full at times."""

    full = False

    async def append_lines(
        self,
        code: str,
        game: int,
        after: int,
        lines: Sequence[StoredLine],
        phase: str | None = None,
        needs_lease: bool = False,
    ) -> None:
        if self.full:
            raise StoreError("disk full")
        await super().append_lines(code, game, after, lines, phase, needs_lease)


def run_with_registry(path: Path, test: Callable[[Registry], Coroutine[Any, Any, None]], **changes: Any) -> None:
    async def whole() -> None:
        database = path / "tables.sqlite"
        settings = dataclasses.replace(Settings(database, **QUICK), **changes)
        tables = Registry(ServerContext.create(settings, FailingStore(database)))
        await tables.open()
        try:
            await test(tables)
        finally:
            await tables.close()
            await tables.context.close()

    asyncio.run(asyncio.wait_for(whole(), 60))


async def create_table(tables: Registry, new: NewTable, address: str = "here") -> tuple[Table, KeyHash]:
    """A new table, and the hash of its creator's key."""
    created = await tables.create_table(new, ENGLISH, address)
    return await tables.table(created.code, address), hash_key(created.key)


async def pass_and_play(
    tables: Registry,
    address: str = "here",
    edition: str = "pressman-classic target=100000",  # no round ends the game
) -> tuple[Table, KeyHash]:
    """A table where one key plays both seats; the key's hash."""
    seats = [NewSeat(kind="human", name="Ana"), NewSeat(kind="human", name="Bo")]
    new = NewTable(edition=edition, seats=seats, pass_and_play=True, start=False)
    table, key = await create_table(tables, new, address)
    await table.start(key)
    return table, key


async def move(table: Table, key: KeyHash) -> int:
    live = table.state.game
    assert live is not None
    assert live.turn is not None
    return await table.play(
        key, Move(seat=live.turn, move=str(live.options()[0].move), after=live.n, id=f"id {live.n}")
    )
