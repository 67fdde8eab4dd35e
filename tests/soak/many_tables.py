"""Opens many tables and leaves them; prints this process's memory before, at the peak, and after, in KiB."""

from __future__ import annotations

import asyncio
import gc
import sys
import tempfile
from pathlib import Path

from tests.soak.test_memory import resident
from tests.web.registries import Listener, move, pass_and_play
from tests.web.server_process import QUICK

from tricorn.web import registry
from tricorn.web.context import ServerContext
from tricorn.web.registry import Registry
from tricorn.web.settings import Settings
from tricorn.web.store import open_store


async def _play(tables: Registry, number: int) -> None:
    for _ in range(number):
        table, key = await pass_and_play(tables)
        listener = Listener(key)
        await table.enter(listener, None, 0)
        for _ in range(3):
            await move(table, key)
        await table.leave(listener)


async def main(number: int, folder: str) -> None:
    database = Path(folder, "tables.sqlite")
    settings = Settings(database, seconds_in_memory=2.0, tables_per_address=number, **QUICK)
    tables = Registry(ServerContext.create(settings, open_store(database)))
    await _play(tables, 20)
    gc.freeze()  # as a server does
    before = resident()
    await _play(tables, number - 20)
    peak = resident()
    registry._SECONDS_BETWEEN_EVICTIONS = 1.0
    await tables.open()
    while len(tables):
        await asyncio.sleep(0.1)
    await asyncio.sleep(2.5)  # one more eviction
    print(before, peak, resident())
    await tables.close()
    await tables.context.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(main(int(sys.argv[1]), folder))
