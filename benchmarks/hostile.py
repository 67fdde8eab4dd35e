"""Two hundred tables and hostile clients: how much longer a move takes while the server is under attack.

The server has its default limits, which are per address. Players connect from twenty loopback addresses. The attack
comes from one or more other addresses and lasts a minute in total, as fast as the server allows; `_attacks.py` lists
its kinds. Some players share the first attacker's address, as behind one router; they are measured apart.

Moves are measured alternately with and without the attack, ten seconds each, in one run; the ratio is that of the 99th
percentiles. The server and its processes have one core. Players and attackers share another, where attackers run only
when players do not (SCHED_IDLE), so that players wait for the server and not for each other. Every page is visited
once first, as on a server that has run for a while.

    python benchmarks/hostile.py [--tables 200] [--turns 6] [--addresses 1] [--only KIND]
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import sys
import tempfile
import time
from pathlib import Path

import uvloop

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks._attacks import ATTACKER, KINDS, PAGES, Attacks, prepare
from benchmarks._players import Pair, Playing, api_client, make_pairs
from benchmarks._processes import cpu_seconds, memory_kib, waited_seconds
from benchmarks.tables import Node, allow_many_sockets, listen, percentile, running

from tricorn.arena.machine_info import machine_info
from tricorn.web.run import serve
from tricorn.web.settings import Settings

PLAYER_ADDRESSES = 20
PACE = 0.5
RAMP_SECONDS = 3.0


def serve_with_defaults(database: str) -> None:
    listener = listen()
    serve(Settings(Path(database)), listener, lambda: print(listener.getsockname()[1], flush=True))


# Measuring.


async def measure(node: Node, folder: Path, options: argparse.Namespace) -> None:
    """Play alternately with and without an attack, so that other work on the machine affects both."""
    tables = options.tables // PLAYER_ADDRESSES
    addresses = [f"127.0.1.{n + 1}" for n in range(PLAYER_ADDRESSES)]
    groups = await asyncio.gather(*(make_pairs([node.port], tables, address) for address in addresses))
    pairs: list[Pair] = [pair for group in groups for pair in group]
    neighbours = await make_pairs([node.port], tables, ATTACKER.format(1))
    kinds = [options.only] if options.only else KINDS
    attacks = Attacks(node.port, folder, pairs[0].code, kinds, options.addresses)
    figures = {name: Figures(name) for name in ("without attacks", "under attack", "at the attacker's address")}
    quiet, attacked, shared = figures.values()
    await visit_pages(node.port)
    async with Playing(pairs) as playing, Playing(neighbours) as neighbours_playing:
        await playing.play(RAMP_SECONDS, PACE)
        for _ in range(options.turns):
            await quiet.add(node, playing, options.seconds)
            async with attacks.running(options.seconds):
                await asyncio.gather(
                    attacked.add(node, playing, options.seconds),
                    shared.add(node, neighbours_playing, options.seconds),
                )
            await playing.play(RAMP_SECONDS, PACE)
    for measured in figures.values():
        measured.report()
    attacks.report()
    print(f"p99 under attack is {attacked.p99 / quiet.p99:.2f} times that without attacks", flush=True)


async def visit_pages(port: int) -> None:
    async with api_client(port) as client:
        for page in (*PAGES, "/nothing"):
            await client.get(page)


class Figures:
    """Measurements over several periods."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._times: list[float] = []
        self._seconds = [0.0] * 4  # clock, processor, waited by the server, waited by the players
        self._memory = 0  # KiB

    async def add(self, node: Node, playing: Playing, seconds: float) -> None:
        before = _seconds(node)
        self._times += await playing.play(seconds, PACE)
        for n, (start, end) in enumerate(zip(before, _seconds(node), strict=True)):
            self._seconds[n] += end - start
        self._memory = max(self._memory, memory_kib(node.process))

    @property
    def p99(self) -> float:
        return percentile(self._times, 0.99)

    def report(self) -> None:
        elapsed, core, server, players = self._seconds
        p50 = percentile(self._times, 0.5)
        print(f"{self._name:<25} {len(self._times):>7} moves   p50 {p50:7.2f} ms  p99 {self.p99:7.2f} ms")
        print(
            f"    server {core / elapsed:.0%} of a core, {self._memory // 1024} MiB; waiting for a core: "
            f"server {server / elapsed:.0%}, players {players / elapsed:.0%} of the time",
            flush=True,
        )


def _seconds(node: Node) -> tuple[float, ...]:
    waited = waited_seconds(node.process), waited_seconds(os.getpid())
    return time.perf_counter(), cpu_seconds(node.process), *waited


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=10.0, help="of an attack, and of the quiet period before it")
    parser.add_argument("--turns", type=int, default=6, help="number of attacks")
    parser.add_argument("--addresses", type=int, default=1, help="number of attacking addresses")
    parser.add_argument("--only", choices=KINDS, help="one kind of attack")
    parser.add_argument("--serve", metavar="DATABASE", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    allow_many_sockets()
    if arguments.serve:
        serve_with_defaults(arguments.serve)
        return
    gc.disable()  # pauses of this process would count as the server's
    print(f"{machine_info()}; load average {os.getloadavg()[0]:.1f} at the start", flush=True)
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {(os.cpu_count() or 1) - 1})
    with tempfile.TemporaryDirectory() as name:
        prepare(Path(name), f"{name}/tables.sqlite")
        with running(0, "--serve", f"{name}/tables.sqlite", script=__file__) as node:
            uvloop.run(measure(node, Path(name), arguments))


if __name__ == "__main__":
    main()
