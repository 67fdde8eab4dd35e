"""Costs of the store: the digest of a line, and how long moves wait while old tables are deleted.

python benchmarks/store.py [--tables 2000] [--lines 100] [--db postgresql://…]
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from pathlib import Path

from tricorn.web.operations.sweeper import Sweeper
from tricorn.web.settings import Settings
from tricorn.web.store import Store, StoredGame, StoredLine, StoredTable, open_store
from tricorn.web.store.digests import digest

_LINE = StoredLine("A -3,1^131 +5 bridge", "0f0e0d0c-aaaa-bbbb-cccc-001122334455")
_IN_PLAY = "BCDFG"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=2_000)
    parser.add_argument("--lines", type=int, default=100, help="lines per table")
    parser.add_argument("--db", help="an empty PostgreSQL database (default: an SQLite file)")
    options = parser.parse_args()
    _time_digest()
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(options.db or Path(folder, "tables.sqlite"))
        asyncio.run(_sweep(store, options.tables, options.lines))


def _time_digest() -> None:
    repeats = 100_000
    began = time.process_time()
    for n in range(repeats):
        digest(_IN_PLAY, 1, n, *_LINE)
    print(f"digest: {(time.process_time() - began) / repeats * 1e6:.2f} us of processor time per line")


async def _sweep(store: Store, tables: int, lines: int) -> None:
    await store.open(lambda news: None)
    old = tuple([_LINE] * lines)
    for n in range(tables):
        await store.begin_game(StoredTable(f"T{n}", "{}", "over", False, ()), StoredGame(1, (), old))
    await store.begin_game(StoredTable(_IN_PLAY, "{}", "playing", False, ()), StoredGame(1, (), ()))
    waits, _ = await _append_during(store, 0, asyncio.sleep(3.0))
    print(f"without deleting: {_summary(waits)}")
    sweeper = Sweeper(store, Settings(Path(), days_in_store=-1.0))
    waits, seconds = await _append_during(store, len(waits), sweeper.sweep())
    print(f"deleting {tables * lines:,} lines in {seconds:.1f} s: {_summary(waits)}")
    await store.close()


async def _append_during(store: Store, after: int, work: object) -> tuple[list[float], float]:
    """Append lines one by one while some work runs; return how long each took, and the time of the work."""
    began, waits = time.perf_counter(), list[float]()
    task = asyncio.ensure_future(work)  # type: ignore[call-overload]
    while not task.done():
        start = time.perf_counter()
        await store.append_lines(_IN_PLAY, 1, after + len(waits), [_LINE])
        waits.append(time.perf_counter() - start)
    await task
    return waits, time.perf_counter() - began


def _summary(waits: list[float]) -> str:
    ordered = sorted(waits)
    p50, p99 = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.99)]
    return f"a move takes {p50 * 1e3:.2f} ms (p50), {p99 * 1e3:.2f} ms (p99), {ordered[-1] * 1e3:.1f} ms (max)"


if __name__ == "__main__":
    main()
