"""Many tables at once: how long a move takes from its sender to the other player, beside a bare echo server.

Each table has two sockets, and each of them a move a second. The server has one core to itself where the
system lets it (taskset), and the load comes from another process. The last row is the same while bots of the
strongest level think all the time at some more tables. A move is told when it is safe on the disk, so the disk has
a row of its own. On a busy machine the figures are those of the other programs: each row says how long server and
load were kept from their cores, and counts only where that is next to nothing.

    python benchmarks/tables.py [--tables 200] [--seconds 20] [--thinking 4]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx
import uvicorn
import uvloop
from starlette.types import Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect

SERVER_CORE, LOAD_CORE = "0", "1"
RAMP_SECONDS = 3.0  # before measuring: connecting, first moves
FULL_CAPACITY = 1_000_000


# The two servers, each run in a process of its own.


def serve_tables(database: str) -> None:
    """The real server, with limits that let one address have everything."""
    from tricorn.warmup import warm_up
    from tricorn.web.run import serve
    from tricorn.web.settings import Rate, Settings

    warm_up(lambda text: None)
    all_of_it = Rate(FULL_CAPACITY, FULL_CAPACITY)
    settings = Settings(
        Path(database),
        bot_seconds=(0.0, 0.0),
        pause_between_rounds=0.0,
        sockets_an_address=FULL_CAPACITY,
        new_tables=all_of_it,
        joins=all_of_it,
        requests=all_of_it,
    )
    listener = _listener()
    serve(settings, listener, lambda: print(listener.getsockname()[1], flush=True))


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    """A bare ASGI application that sends back what it gets."""
    if scope["type"] != "websocket":
        return
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": message["text"]})


def serve_echo() -> None:
    listener = _listener()
    print(listener.getsockname()[1], flush=True)
    config = uvicorn.Config(echo, ws_per_message_deflate=False, log_level="warning", lifespan="off")
    uvicorn.Server(config).run(sockets=[listener])


def _listener() -> socket.socket:
    return socket.create_server(("127.0.0.1", 0), backlog=1024)


@contextmanager
def running(*arguments: str) -> Iterator[tuple[int, int]]:
    """One of the servers on its core: its port and its process."""
    pinned = ["taskset", "-c", SERVER_CORE] if shutil.which("taskset") else []
    command = [*pinned, sys.executable, __file__, *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield int(process.stdout.readline()), process.pid
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


# The load.


class Player:
    """One socket at a table. `heard` has the time at which each line came."""

    def __init__(self, code: str, key: str) -> None:
        self.code, self.key = code, key
        self.heard: dict[int, float] = {}
        self.now: dict[str, Any] = {}
        self.turn = asyncio.Event()
        self.socket: ClientConnection

    async def come(self, port: int) -> None:
        self.socket = await connect(f"ws://127.0.0.1:{port}/ws/{self.code}", compression=None, proxy=None)
        await self.socket.send(json.dumps({"type": "hello", "key": self.key, "from": 0}))

    async def listen(self) -> None:
        async for text in self.socket:
            came = time.perf_counter()
            assert isinstance(text, str)
            if text.startswith('{"type":"line"'):
                frame = json.loads(text)
                self.heard[frame["n"]] = came
            elif text.startswith('{"type":"now"'):
                await self._take_now(json.loads(text))
            elif text.startswith('{"type":"refused"'):
                raise RuntimeError(text)

    async def _take_now(self, now: dict[str, Any]) -> None:
        self.now = now
        if now["options"]:
            self.turn.set()
        elif now["over"] and now["hands"]:
            await self.socket.send('{"type":"ready"}')

    async def move(self) -> int:
        """Send the best move; the number its line will have."""
        self.turn.clear()
        frame = {"type": "move", "id": os.urandom(8).hex(), "seat": self.now["turn"], "after": self.now["n"]}
        await self.socket.send(json.dumps({**frame, "move": self.now["options"][0]["move"]}))
        return int(self.now["n"]) + 1


class Pair:
    """The two players of a table, and the times from sending a move to its arrival at the other."""

    def __init__(self, players: list[Player]) -> None:
        self.players = players
        self.times: list[tuple[float, float]] = []  # when sent, how long it took

    async def play(self, begin: float, end: float) -> None:
        """A move every half second, so that each of the two has one a second."""
        loop = asyncio.get_running_loop()
        due = begin
        while due < end:
            await asyncio.sleep(due - loop.time())
            mover = await self._on_turn()
            other = self.players[mover is self.players[0]]
            sent = time.perf_counter()
            n = await mover.move()
            while n not in other.heard:
                await asyncio.sleep(0.002)
            self.times.append((sent, other.heard.pop(n) - sent))
            due += 0.5

    async def _on_turn(self) -> Player:
        waiting = [asyncio.ensure_future(player.turn.wait()) for player in self.players]
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        for task in waiting:
            task.cancel()
        return next(player for player in self.players if player.turn.is_set())


async def make_table(client: httpx.AsyncClient) -> Pair:
    """A table of two people whose game goes on for longer than the measuring."""
    seats = [{"kind": "human", "name": "Ana"}, {"kind": "open"}]
    wanted = {"edition": "pressman-classic target=1000000", "seats": seats}
    made = (await client.post("/api/tables", json=wanted)).json()
    code, key = made["code"], made["key"]
    joined = (await client.post(f"/api/tables/{code}/join", json={"name": "Bo"})).json()
    answer = await client.post(f"/api/tables/{code}/start", headers={"Authorization": f"Bearer {key}"})
    answer.raise_for_status()
    return Pair([Player(code, key), Player(code, joined["key"])])


async def make_table_of_bots(client: httpx.AsyncClient, level: str) -> Player:
    """A table where bots play without a pause, and somebody who watches, without whom they would not."""
    seats = [{"kind": "bot", "level": level}] * 2
    wanted = {"edition": "pressman-classic target=1000000", "seats": seats}
    made = (await client.post("/api/tables", json=wanted)).json()
    return Player(made["code"], made["key"])


async def load_tables(port: int, tables: int, seconds: float, thinking: int, level: str) -> list[float]:
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", verify=False) as client:
        pairs = [await make_table(client) for _ in range(tables)]
        watchers = [await make_table_of_bots(client, level) for _ in range(thinking)]
    for watcher in watchers:
        await watcher.come(port)
    for pair in pairs:
        await asyncio.gather(*(player.come(port) for player in pair.players))
    everybody = [*watchers, *(player for pair in pairs for player in pair.players)]
    listening = [asyncio.create_task(player.listen()) for player in everybody]
    random, loop = Random(1), asyncio.get_running_loop()
    begin = loop.time() + 0.5
    measured = time.perf_counter() + 0.5 + RAMP_SECONDS
    end = begin + RAMP_SECONDS + seconds
    await asyncio.gather(*(pair.play(begin + random.random() * 0.5, end) for pair in pairs))
    for task in listening:
        if task.done():
            task.result()
        task.cancel()
    return [took for pair in pairs for sent, took in pair.times if sent >= measured]


async def load_echo(port: int, sockets: int, seconds: float) -> list[float]:
    """As many sockets with a message a second each."""
    times: list[float] = []
    connections = [await connect(f"ws://127.0.0.1:{port}/", compression=None, proxy=None) for _ in range(sockets)]
    random, loop = Random(1), asyncio.get_running_loop()
    begin = loop.time() + 0.5

    async def talk(connection: ClientConnection, due: float) -> None:
        while due < begin + RAMP_SECONDS + seconds:
            await asyncio.sleep(due - loop.time())
            sent = time.perf_counter()
            await connection.send(json.dumps({"type": "move", "id": "0123456789abcdef", "move": "0,0v144"}))
            await connection.recv()
            if due >= begin + RAMP_SECONDS:
                times.append(time.perf_counter() - sent)
            due += 1.0
        await connection.close()

    await asyncio.gather(*(talk(connection, begin + random.random()) for connection in connections))
    return times


# What comes out.


def percentile(times: list[float], part: float) -> float:
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] * 1e3


def row(name: str, times: list[float]) -> str:
    figures = "  ".join(f"{label} {percentile(times, part):7.2f} ms" for label, part in PARTS)
    return f"{name:<28} {len(times):>7} messages   {figures}"


PARTS = (("p50", 0.5), ("p99", 0.99), ("most", 1.0))


def memory_kib(process: int) -> int:
    """Resident memory of a process, where the system tells."""
    status = Path(f"/proc/{process}/status")
    if not status.exists():
        return 0
    return int(next(line for line in status.read_text().splitlines() if line.startswith("VmRSS")).split()[1])


def cpu_seconds(process: int) -> float:
    stat = Path(f"/proc/{process}/stat")
    if not stat.exists():
        return 0.0
    fields = stat.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def waited_seconds(process: int) -> float:
    """How long a process's first thread was ready to run and others had its core, where the system tells."""
    status = Path(f"/proc/{process}/task/{process}/schedstat")
    return int(status.read_text().split()[1]) / 1e9 if status.exists() else 0.0


def measure(tables: int, seconds: float, thinking: int) -> None:
    if hasattr(os, "sched_setaffinity") and (os.cpu_count() or 1) > 1:
        os.sched_setaffinity(0, {int(LOAD_CORE)})
    with running("--echo") as (port, _):
        print(row(f"echo, {2 * tables} sockets", uvloop.run(load_echo(port, 2 * tables, seconds))), flush=True)
    print(row("a write to the disk", disk_times(seconds / 4)), flush=True)
    measure_tables(tables, seconds, 0)
    if thinking:
        measure_tables(tables, seconds, thinking)


def disk_times(seconds: float) -> list[float]:
    """How long it takes to have some bytes safe on the disk, which every move has to wait for."""
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


def measure_tables(tables: int, seconds: float, thinking: int) -> None:
    from tricorn.bots import LEVELS

    own = os.getpid()
    with tempfile.TemporaryDirectory() as folder, running("--serve", f"{folder}/tables.sqlite") as server:
        port, process = server
        memory, busy, began = memory_kib(process), cpu_seconds(process), time.monotonic()
        waited = [waited_seconds(each) for each in (process, own)]
        times = uvloop.run(load_tables(port, tables, seconds, thinking, LEVELS[-1]))
        took = time.monotonic() - began
        busy, memory = cpu_seconds(process) - busy, memory_kib(process) - memory
        waited = [waited_seconds(each) - before for each, before in zip((process, own), waited, strict=True)]
    name = f"{tables} tables" + (f", {thinking} of {LEVELS[-1]} bots" if thinking else "")
    print(row(name, times), flush=True)
    print(
        f"    server: {busy / took:.0%} of a core, {memory / (tables + thinking):.0f} KiB a table; "
        f"kept from its core by others: server {waited[0] / took:.0%}, load {waited[1] / took:.0%} of the time",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--thinking", type=int, default=4, metavar="TABLES")
    parser.add_argument("--serve", metavar="FILE", help=argparse.SUPPRESS)
    parser.add_argument("--echo", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.serve:
        serve_tables(arguments.serve)
    elif arguments.echo:
        serve_echo()
    else:
        measure(arguments.tables, arguments.seconds, arguments.thinking)


if __name__ == "__main__":
    main()
