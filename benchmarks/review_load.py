"""How a running review affects moves at other tables: p99 alternately with and without one, in the same run.

    python benchmarks/review_load.py [--tables 200] [--seconds 10] [--turns 3]

The server and its reviews share one core. Each turn is a period without reviews and one in which games are reviewed one
after another without a pause.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import sys
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # for the load

from benchmarks._players import Playing, api_client, make_pairs
from benchmarks.tables import RAMP_SECONDS, Node, allow_many_sockets, percentile, running, serve_tables

from tricorn.arena.machine_info import machine_info
from tricorn.arena.seating import Seating
from tricorn.core.totals import new_totals
from tricorn.editions import DEFAULT_EDITION, EDITIONS

_PACE = 0.5  # seconds from one move at a table to the next
_POLL_INTERVAL = 0.2


def records() -> Iterator[str]:
    """Records of games that no server has reviewed yet."""
    seating = Seating(EDITIONS[DEFAULT_EDITION], ["medium"] * 2, log=True)
    for number in count():
        yield str(seating.record_of(seating.seed_of(os.getpid(), number), new_totals()))


async def review_games(node: Node, games: Iterator[str], stop: asyncio.Event) -> int:
    """Request reviews of games until `stop` is set; return how many were finished."""
    done = 0
    async with api_client(node.port) as client:
        while not stop.is_set():
            created = (await client.post("/api/reviews", content=next(games).encode())).json()
            while (await client.get(f"/api/reviews/{created['id']}")).status_code == 202 and not stop.is_set():
                await asyncio.sleep(_POLL_INTERVAL)
            done += not stop.is_set()
    return done


async def measure(node: Node, options: argparse.Namespace) -> None:
    games = records()
    quiet: list[float] = []
    loaded: list[float] = []
    reviewed = 0
    async with Playing(await make_pairs([node.port], options.tables)) as playing:
        await playing.play(RAMP_SECONDS, _PACE)
        for _ in range(options.turns):
            quiet += await playing.play(options.seconds, _PACE)
            stop = asyncio.Event()
            reviewing = asyncio.create_task(review_games(node, games, stop))
            loaded += await playing.play(options.seconds, _PACE)
            stop.set()
            reviewed += await reviewing
            await playing.play(2 * RAMP_SECONDS, _PACE)  # until the last review has ended
    for name, times in (("without reviews", quiet), ("with reviews", loaded)):
        p50, p99 = percentile(times, 0.5), percentile(times, 0.99)
        print(f"{name:<16} {len(times):>7} moves   p50 {p50:7.2f} ms  p99 {p99:7.2f} ms")
    ratio = percentile(loaded, 0.99) / percentile(quiet, 0.99)
    print(f"p99 with reviews is {ratio:.2f} times that without them; {reviewed} games were reviewed", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=10.0, help="per period")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--serve", metavar="DATABASE", help=argparse.SUPPRESS)
    options = parser.parse_args()
    allow_many_sockets()
    if options.serve:
        serve_tables(options.serve)
        return
    gc.disable()  # pauses of this process would count as the server's
    print(f"{machine_info()}; load average {os.getloadavg()[0]:.1f} at the start", flush=True)
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {(os.cpu_count() or 1) - 1})
    with tempfile.TemporaryDirectory() as name, running(0, "--serve", f"{name}/tables.sqlite", script=__file__) as node:
        asyncio.run(measure(node, options))


if __name__ == "__main__":
    main()
