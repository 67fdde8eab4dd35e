"""Many tables at once: how long a move takes from its sender to the other player, and what a table costs.

Each table has two players with a socket each, and a move every half second or every two seconds. The server has one
core and the load another, if the system allows it. For comparison, a bare echo server with as many sockets and plain
writes to the disk, which every move must wait for, are measured in the same run. On a busy machine times depend on
other programs, so each row says how long server and load waited for their cores, and the processor time per move, which
depends less on them.

    python benchmarks/tables.py [--tables 1000] [--seconds 20] [--thinking 4] [--db URL]
    python benchmarks/tables.py --nodes 2 [--db postgresql://…]     the capacity of several nodes
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import resource
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import uvicorn
import uvloop
from starlette.types import Receive, Scope, Send

sys.path.insert(0, str(Path(__file__).parents[1]))  # for the load, and the tests' PostgreSQL

from benchmarks._players import Playing, api_client, echo_times, make_bots, make_pairs
from benchmarks._processes import cpu_seconds, memory_kib, waited_seconds

from tricorn.arena.machine_info import machine_info

RAMP_SECONDS = 3.0  # of play before measuring
UNLIMITED = 1_000_000
SECONDS_IN_MEMORY = 30.0  # before an idle table is evicted; making all tables takes less
SECONDS_BETWEEN_EVICTIONS = 2.0


# The two servers, each in its own process.


def serve_tables(database: str) -> None:
    """Run the real server, with limits that do not restrict a single address."""
    from tricorn.web import registry
    from tricorn.web.run import serve
    from tricorn.web.setting_kinds import Rate
    from tricorn.web.settings import Settings

    registry._SECONDS_BETWEEN_EVICTIONS = SECONDS_BETWEEN_EVICTIONS
    limits: dict[str, Any] = dict.fromkeys(
        ("tables_in_memory", "tables_per_address", "sockets", "sockets_per_address", "connections_per_address"),
        UNLIMITED,
    ) | dict.fromkeys(
        ("new_connections", "connection_pace", "new_tables", "joins", "requests", "records", "reviews"),
        Rate(UNLIMITED, UNLIMITED),
    )
    settings = Settings(
        database if "://" in database else Path(database),
        bot_seconds=(0.0, 0.0),
        pause_between_rounds=0.0,
        seconds_in_memory=SECONDS_IN_MEMORY,
        **limits,
    )
    listener = listen()
    serve(settings, listener, lambda: print(listener.getsockname()[1], flush=True))


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    """A bare ASGI application that echoes every message."""
    if scope["type"] != "websocket":
        return
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": message["text"]})


def serve_echo() -> None:
    allow_many_sockets()
    listener = listen()
    print(listener.getsockname()[1], flush=True)
    config = uvicorn.Config(echo, ws_per_message_deflate=False, log_level="warning", lifespan="off")
    uvicorn.Server(config).run(sockets=[listener])


def listen() -> socket.socket:
    return socket.create_server(("127.0.0.1", 0), backlog=1024)


def allow_many_sockets() -> None:
    _, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard_limit, hard_limit))


@dataclass(frozen=True)
class Node:
    """A running server."""

    port: int
    process: int


@contextmanager
def running(core: int | None, *arguments: str, script: str = __file__) -> Iterator[Node]:
    """Run one of the servers, pinned to a core if one is given and the system can."""
    pinned = ["taskset", "-c", str(core)] if core is not None and shutil.which("taskset") else []
    process = subprocess.Popen([*pinned, sys.executable, script, *arguments], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield Node(int(process.stdout.readline()), process.pid)
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


# Measuring.


@dataclass(frozen=True)
class Measurement:
    """Measurements of a period of play."""

    times: list[float]
    seconds: float
    cpu: list[float]  # seconds per node
    waited: tuple[float, float]  # share of the time that the first node and the load waited for their cores
    memory: int  # growth of the first node in KiB

    @property
    def moves_per_second(self) -> float:
        return len(self.times) / self.seconds

    @property
    def cpu_of_a_move(self) -> float:
        """Processor time per move in milliseconds."""
        return sum(self.cpu) / len(self.times) * 1e3


async def measure_play(
    nodes: Sequence[Node],
    tables: int,
    seconds: float,
    pace: float,
    bots: tuple[str, int] = ("", 0),
    visited: int = 1,
) -> Measurement:
    """Measure some seconds of play; the players of a table use `visited` different nodes."""
    own, first = os.getpid(), nodes[0].process
    memory = memory_kib(first)
    pairs = await make_pairs([node.port for node in nodes[:visited]], tables)
    async with Playing(pairs, await make_bots(nodes[0].port, *bots)) as playing:
        await playing.play(RAMP_SECONDS, pace)
        cpu = [cpu_seconds(node.process) for node in nodes]
        waited = waited_seconds(first), waited_seconds(own)
        began = time.perf_counter()
        times = await playing.play(seconds, pace)
        elapsed = time.perf_counter() - began
        return Measurement(
            times,
            elapsed,
            [cpu_seconds(node.process) - before for node, before in zip(nodes, cpu, strict=True)],
            ((waited_seconds(first) - waited[0]) / elapsed, (waited_seconds(own) - waited[1]) / elapsed),
            memory_kib(first) - memory,
        )


async def idle_memory(node: Node, tables: int) -> tuple[float, float]:
    """KiB per idle table, in memory and evicted.

    A few tables are made first, to fill all caches. Evicted tables are measured with a third batch, because the
    interpreter reuses the memory of earlier batches for it.
    """
    sizes: list[tuple[int, int, int]] = []  # before a batch, with it in memory, with it evicted
    await make_pairs([node.port], 10)
    async with api_client(node.port) as client:
        for _ in range(3):
            before = memory_kib(node.process)
            await make_pairs([node.port], tables)
            in_memory = memory_kib(node.process)
            while "tricorn_tables_in_memory 0" not in (await client.get("/metrics")).text:
                await asyncio.sleep(SECONDS_BETWEEN_EVICTIONS / 4)
            sizes.append((before, in_memory, memory_kib(node.process)))
    return (sizes[0][1] - sizes[0][0]) / tables, (sizes[2][2] - sizes[1][2]) / tables


def disk_times(seconds: float) -> list[float]:
    """How long it takes to sync a few bytes to the disk."""
    times: list[float] = []
    with tempfile.TemporaryFile() as file:
        end = time.perf_counter() + seconds
        while (began := time.perf_counter()) < end:
            file.write(bytes(4096))
            file.flush()
            os.fsync(file.fileno())
            times.append(time.perf_counter() - began)
            time.sleep(0.002)
    return times


# The rows.

PERCENTILES = (("p50", 0.5), ("p99", 0.99), ("max", 1.0))


def percentile(times: list[float], share: float) -> float:
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1e3


def print_row(name: str, times: list[float]) -> None:
    figures = "  ".join(f"{label} {percentile(times, share):7.2f} ms" for label, share in PERCENTILES)
    print(f"{name:<44} {len(times):>7} messages   {figures}", flush=True)


def print_measurement(name: str, row: Measurement) -> None:
    print_row(name, row.times)
    print(
        f"    {row.moves_per_second:.0f} moves/s; server {sum(row.cpu) / row.seconds:.0%} of a core, "
        f"{row.cpu_of_a_move:.2f} ms per move; waiting for a core: server {row.waited[0]:.0%}, "
        f"load {row.waited[1]:.0%} of the time",
        flush=True,
    )


class Bench:
    """The rows, each measured with its own servers."""

    def __init__(self, database: str | None, seconds: float) -> None:
        self._database = database
        self._seconds = seconds
        # The load has the last core, the servers the others.
        self._cores = os.cpu_count() or 1
        if hasattr(os, "sched_setaffinity") and self._cores > 1:
            os.sched_setaffinity(0, {self._cores - 1})

    def nodes(self, stack: ExitStack, count: int = 1) -> list[Node]:
        """Start servers with one database: the configured one, or a new one."""
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        database = self._database or f"{folder}/tables.sqlite"
        cores = max(1, self._cores - 1)
        return [stack.enter_context(running(n % cores, "--serve", database)) for n in range(count)]

    def baselines(self, sockets: int) -> None:
        with running(0, "--echo") as node:
            print_row(f"echo, {sockets} sockets", uvloop.run(echo_times(node.port, sockets, self._seconds)))
        print_row("a write to the disk", disk_times(self._seconds / 4))

    def tables(self, tables: int, pace: float, bots: tuple[str, int] = ("", 0)) -> Measurement:
        with ExitStack() as stack:
            row = uvloop.run(measure_play(self.nodes(stack), tables, self._seconds, pace, bots))
        thinking = f", {bots[1]} of {bots[0]} bots" if bots[1] else ""
        print_measurement(f"{tables} tables, a move every {pace:g} s{thinking}", row)
        return row

    def memory(self, tables: int, live: Measurement, live_tables: int) -> None:
        with ExitStack() as stack:
            idle, evicted = uvloop.run(idle_memory(self.nodes(stack)[0], tables))
        print(
            f"memory per table: {live.memory / live_tables:.0f} KiB with two players connected, {idle:.0f} KiB after "
            f"they have left, {evicted:.1f} KiB after it is evicted",
            flush=True,
        )

    def cluster(self, count: int, tables: int) -> None:
        """The cost of a move for the node of its table and for the other nodes, with all players at full speed.

        From it follows the capacity of nodes with a core each, which divide the tables among them and are notified of
        each other's moves.
        """
        one = self._cluster_row("one node", 1, tables, visited=1)
        several = self._cluster_row(f"{count} nodes, players of a table at the same", count, tables, visited=1)
        own, *others = (cpu / len(several.times) * 1e3 for cpu in several.cpu)
        capacity = count * one.cpu_of_a_move / (own + sum(others))
        print(f"    a move costs its node {own:.2f} ms and each other {max(others):.2f} ms, so {count} nodes", end=" ")
        print(f"handle {capacity:.2f} times the moves of one", flush=True)
        apart = self._cluster_row(f"{count} nodes, players of a table at different ones", count, tables, visited=count)
        capacity = count * one.cpu_of_a_move / apart.cpu_of_a_move
        print(f"    so {count} nodes handle {capacity:.2f} times the moves of one")

    def _cluster_row(self, name: str, count: int, tables: int, visited: int) -> Measurement:
        with ExitStack() as stack:
            row = uvloop.run(measure_play(self.nodes(stack, count), tables, self._seconds, 0.0, visited=visited))
        print_measurement(name, row)
        return row


def measure(bench: Bench, tables: int, thinking: int) -> None:
    from tricorn.bots import LEVELS

    bench.baselines(2 * tables)
    bench.tables(tables // 5, 0.5)
    if thinking:
        bench.tables(tables // 5, 0.5, (LEVELS[-1], thinking))
    few = bench.tables(tables // 10, 2.0)
    many = bench.tables(tables, 2.0)
    ratio = 10 * many.cpu_of_a_move / few.cpu_of_a_move  # per move, because a busy machine may not keep the pace
    print(f"ten times as many tables cost {ratio:.1f} times the processor time")
    bench.memory(tables, many, tables)


def measure_nodes(arguments: argparse.Namespace) -> None:
    from tests.postgres import postgres_running

    with ExitStack() as stack:
        database = arguments.db or stack.enter_context(postgres_running()).new_database()
        Bench(database, arguments.seconds).cluster(arguments.nodes, max(1, arguments.tables // 10))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=int, default=1_000, help="in the largest row")
    parser.add_argument("--seconds", type=float, default=20.0, help="per row")
    parser.add_argument("--thinking", type=int, default=4, metavar="TABLES", help="tables of the strongest bots")
    parser.add_argument("--db", metavar="URL", help="the database (default: a new SQLite file)")
    parser.add_argument("--nodes", type=int, help="compare this many nodes with one, on PostgreSQL")
    parser.add_argument("--serve", metavar="DATABASE", help=argparse.SUPPRESS)
    parser.add_argument("--echo", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.serve:
        serve_tables(arguments.serve)
    elif arguments.echo:
        serve_echo()
    else:
        gc.disable()  # pauses of this process would count as the server's
        allow_many_sockets()
        print(f"{machine_info()}; load average {os.getloadavg()[0]:.1f} at the start", flush=True)
        if arguments.nodes:
            measure_nodes(arguments)
        else:
            measure(Bench(arguments.db, arguments.seconds), arguments.tables, arguments.thinking)


if __name__ == "__main__":
    main()
