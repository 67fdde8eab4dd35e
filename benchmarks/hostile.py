"""Two hundred tables and hostile clients: how much longer a move takes while the server is under attack.

The server has its default limits, which are per address. Players connect from twenty loopback addresses. The attack
comes from one or more other addresses and lasts a minute in total, as fast as the server allows:

- pings: sockets that send nothing but control frames;
- headers: requests whose headers never end;
- slow: clients that request large responses and do not read them;
- pictures: QR codes, each of a different link;
- records: eight concurrent uploads of 6.5 MB and of very long games;
- games: the record, the replay and the lines of very long games, over fifty connections;
- guesses: a hundred codes at a time;
- pages: the rules, the home page, and lists for a hundred keys.

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
import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import uvloop

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks._players import Pair, Playing, api_client, make_pairs
from benchmarks._processes import cpu_seconds, memory_kib, waited_seconds
from benchmarks.tables import Node, allow_many_sockets, listen, percentile, running

from tricorn.arena.machine_info import machine_info
from tricorn.web.run import serve
from tricorn.web.security.codes import new_code
from tricorn.web.security.keys import hash_key, new_key
from tricorn.web.settings import Settings
from tricorn.web.store import SQLiteStore, StoredGame
from tricorn.web.tables.game import TableGame, new_game
from tricorn.web.tables.info import Seat, TableInfo
from tricorn.web.tables.state import TableState

PLAYER_ADDRESSES = 20
PACE = 0.5
RAMP_SECONDS = 3.0
LONG_GAME = 4_900  # lines; the server deals no round after 5,000
HUGE_RECORD = 6_500_000  # bytes
RUNNING, FINISHED = "BCDFGHJ", "JHGFDCB"  # codes of the long games
PAGES = ("/", "/rules/spanish", "/rules/pressman-deluxe", "/score", "/api/openapi.json")


def serve_with_defaults(database: str) -> None:
    listener = listen()
    serve(Settings(Path(database)), listener, lambda: print(listener.getsockname()[1], flush=True))


# Very long games.


def long_game(info: TableInfo, target: int) -> TableGame:
    """A game of two players who always make the move that scores most, up to a target or a number of lines."""
    names = [seat.name for seat in info.seats]
    game = new_game(1, f"pressman-classic target={target}", names, "", info.chain(1), {})
    while not game.over and game.n < LONG_GAME:
        if game.round_over:
            game.deal({})
        else:
            game.play(game.options()[0].move)
    return game


def prepare(folder: Path) -> None:
    """Make a database with two long games, one of them finished, and the records to upload."""
    seats = (Seat("human", "Ana", key=hash_key(new_key())), Seat("human", "Bo", key=hash_key(new_key())))
    info = TableInfo("pressman-classic", seats, hash_key(new_key()), started=True)
    running = long_game(info, 1_000_000)
    finished = long_game(info, max(running.game.scores) - 500)
    assert finished.over, "the second game must end"
    asyncio.run(_store(folder / "tables.sqlite", info, {RUNNING: running, FINISHED: finished}))
    text = finished.game.record()
    (folder / "long.tri").write_text(text)
    header, _, rounds = text.partition("round 1\n")
    repeated = f"round 1\n{rounds}" * (HUGE_RECORD // len(text) + 1)
    (folder / "huge.tri").write_text(f"{header}{repeated}"[:HUGE_RECORD])


async def _store(database: Path, info: TableInfo, games: dict[str, TableGame]) -> None:
    store = SQLiteStore(database)
    for code, game in games.items():
        described = replace(info, edition=str(game.game.edition))
        table = TableState(code, described).stored(described, "over" if game.over else "playing", 1)
        await store.begin_game(table, StoredGame(1, tuple(game.header()), tuple(game.stored_lines(1))))
    await store.close()


# Attacks. Each runs until it is cancelled, and counts the responses.

Responses = Counter[str]
Attack = Callable[[], Coroutine[Any, Any, None]]


class Attacker:
    """One hostile address."""

    def __init__(self, port: int, source: str, folder: Path, code: str) -> None:
        self._port, self._source = port, source
        self._folder, self._code = folder, code
        self.responses: Responses = Counter()

    async def run(self, kind: str) -> None:
        attacks: Callable[[], Sequence[Attack]] = getattr(self, kind)
        await asyncio.gather(*(self._repeat(attack) for attack in attacks()))

    async def _repeat(self, attack: Attack) -> None:
        while True:
            try:
                await attack()
            except (OSError, EOFError) as error:
                self.responses[type(error).__name__] += 1
                await asyncio.sleep(0.01)

    async def _connect(self, window: int | None = None) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        raw = socket.socket()
        if window is not None:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
        raw.setblocking(False)
        raw.bind((self._source, 0))
        await asyncio.get_running_loop().sock_connect(raw, ("127.0.0.1", self._port))
        return await asyncio.open_connection(sock=raw)

    async def _send(self, method: str, path: str, body: bytes = b"") -> None:
        """Send one request on a new connection, and read the whole response."""
        reader, writer = await self._connect()
        try:
            writer.write(_request(method, path, len(body)) + body)
            await writer.drain()
            status = await reader.readline()
            self.responses[status[9:12].decode() or "closed"] += 1
            while await reader.read(65_536):
                pass
        finally:
            writer.transport.abort()

    async def _socket(self, code: str, window: int | None = None) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await self._connect(window)
        writer.write(_HANDSHAKE.format(code=code).encode())
        status = await reader.readline()
        self.responses[f"socket {status[9:12].decode()}"] += 1
        while (await reader.readline()).strip():
            pass
        writer.write(_text_frame('{"type":"hello","from":0}'))
        return reader, writer

    def pings(self) -> Sequence[Attack]:
        async def flood() -> None:
            reader, writer = await self._socket(self._code)
            try:
                while not reader.at_eof():
                    writer.write(b"\x89\x80\0\0\0\0" * 1_000)
                    await writer.drain()
                    with suppress(TimeoutError):
                        await asyncio.wait_for(reader.read(65_536), 0.01)
            finally:
                writer.transport.abort()

        return [flood] * 8

    def headers(self) -> Sequence[Attack]:
        async def flood() -> None:
            _, writer = await self._connect()
            try:
                writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
                while not writer.is_closing():
                    writer.write(b"X: " + b"x" * 60_000 + b"\r\n")
                    await writer.drain()
                    await asyncio.sleep(0)
                raise ConnectionResetError
            finally:
                writer.transport.abort()

        return [flood] * 8

    def slow(self) -> Sequence[Attack]:
        async def request_and_stall() -> None:
            reader, writer = await self._connect(4096)
            await self._stall(reader, writer, _request("GET", f"/api/tables/{RUNNING}/record", 0) * 5)

        async def watch_and_stall() -> None:
            reader, writer = await self._socket(RUNNING, 4096)
            await self._stall(reader, writer, b"\x89\xfd\0\0\0\0" + b"x" * 125)

        return [request_and_stall] * 50 + [watch_and_stall] * 50

    async def _stall(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: bytes) -> None:
        """Send a request, and read one byte of the response per second."""
        try:
            writer.write(request)
            while await reader.read(1):
                writer.transport.pause_reading()  # type: ignore[attr-defined] # it is a socket's
                await asyncio.sleep(1.0)
                if writer.is_closing():
                    return
        finally:
            writer.transport.abort()

    def pictures(self) -> Sequence[Attack]:
        return [lambda: self._send("GET", f"/t/{new_code(10**6)}/qr.svg")] * 20

    def records(self) -> Sequence[Attack]:
        bodies = [(self._folder / name).read_bytes() for name in ("long.tri", "huge.tri")]
        return [partial(self._send, "POST", "/api/records", body) for body in bodies] * 8

    def games(self) -> Sequence[Attack]:
        async def watch() -> None:
            reader, writer = await self._socket(RUNNING)
            try:
                await reader.readuntil(b'"type":"lines"')
            finally:
                writer.transport.abort()

        paths = (f"/api/tables/{RUNNING}/record", f"/api/tables/{FINISHED}/record", f"/api/tables/{FINISHED}/replay")
        return [*[partial(self._send, "GET", path) for path in paths] * 12, *[watch] * 14]

    def guesses(self) -> Sequence[Attack]:
        return [lambda: self._send("GET", f"/api/tables/{new_code(0)}")] * 100

    def pages(self) -> Sequence[Attack]:
        keys = json.dumps({"keys": [secrets.token_urlsafe(24) for _ in range(100)]}).encode()
        visits = [partial(self._send, "GET", page) for page in PAGES]
        return [*visits, partial(self._send, "POST", "/api/mine", keys)] * 4


KINDS = ("pings", "headers", "slow", "pictures", "records", "games", "guesses", "pages")
_HANDSHAKE = (
    "GET /ws/{code} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def _request(method: str, path: str, length: int) -> bytes:
    media_type = "application/json" if path.startswith("/api/mine") else "text/plain"
    head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\nContent-Type: {media_type}\r\n"
    return f"{head}Content-Length: {length}\r\nConnection: close\r\n\r\n".encode()


def _text_frame(text: str) -> bytes:
    return bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text.encode()


async def attack(port: int, folder: Path, code: str, kinds: list[str], seconds: float, addresses: int) -> None:
    """Attack for some seconds, and print the counts of responses as JSON."""
    print("started", flush=True)
    attackers = [(kind, Attacker(port, f"127.0.2.{n + 1}", folder, code)) for n in range(addresses) for kind in kinds]
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await asyncio.gather(*(attacker.run(kind) for kind, attacker in attackers))
    totals: dict[str, Responses] = {kind: Counter() for kind in kinds}
    for kind, attacker in attackers:
        totals[kind] += attacker.responses
    print(json.dumps(totals))


# Measuring.


async def measure(node: Node, folder: Path, options: argparse.Namespace, kinds: list[str]) -> None:
    """Play alternately with and without an attack, so that other work on the machine affects both."""
    tables = options.tables // PLAYER_ADDRESSES
    addresses = [f"127.0.1.{n + 1}" for n in range(PLAYER_ADDRESSES)]
    groups = await asyncio.gather(*(make_pairs([node.port], tables, address) for address in addresses))
    pairs: list[Pair] = [pair for group in groups for pair in group]
    quiet, attacked = Figures(), Figures()
    totals: dict[str, Responses] = {kind: Counter() for kind in kinds}
    await visit_pages(node.port)
    async with Playing(pairs) as playing:
        await playing.play(RAMP_SECONDS, PACE)
        for _ in range(options.turns):
            await quiet.add(node, playing, options.seconds)
            attacking = await _start_attack(node, folder, pairs[0].code, options, kinds)
            await attacked.add(node, playing, options.seconds)
            out, _ = await attacking.communicate()
            for kind, responses in json.loads(out).items():
                totals[kind].update(responses)
            await playing.play(RAMP_SECONDS, PACE)
    quiet.report("without attacks")
    attacked.report("under attack")
    for kind, responses in totals.items():
        print(f"  {kind}: " + ", ".join(f"{count} {response}" for response, count in sorted(responses.items())))
    print(f"p99 under attack is {attacked.p99 / quiet.p99:.2f} times that without attacks", flush=True)


async def visit_pages(port: int) -> None:
    async with api_client(port) as client:
        for page in (*PAGES, "/nothing"):
            await client.get(page)


async def _start_attack(
    node: Node, folder: Path, code: str, options: argparse.Namespace, kinds: list[str]
) -> asyncio.subprocess.Process:
    # Players and attackers share a core. Time that players wait for it must not count as the server's.
    idle = ["chrt", "--idle", "0"] if shutil.which("chrt") else []
    command = [*idle, sys.executable, __file__, "--seconds", str(options.seconds)]
    command += ["--addresses", str(options.addresses), "--attack", str(node.port), str(folder), code, *kinds]
    process = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE)
    assert process.stdout is not None
    await process.stdout.readline()  # it has started
    return process


class Figures:
    """Measurements over several periods."""

    def __init__(self) -> None:
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

    def report(self, name: str) -> None:
        elapsed, core, server, players = self._seconds
        p50 = percentile(self._times, 0.5)
        print(f"{name:<15} {len(self._times):>7} moves   p50 {p50:7.2f} ms  p99 {self.p99:7.2f} ms")
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
    parser.add_argument("--attack", nargs="+", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    allow_many_sockets()
    if arguments.serve:
        serve_with_defaults(arguments.serve)
    elif arguments.attack:
        port, folder, code, *kinds = arguments.attack
        asyncio.run(attack(int(port), Path(folder), code, kinds, arguments.seconds, arguments.addresses))
    else:
        gc.disable()  # pauses of this process would count as the server's
        print(f"{machine_info()}; load average {os.getloadavg()[0]:.1f} at the start", flush=True)
        if hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(0, {(os.cpu_count() or 1) - 1})
        with tempfile.TemporaryDirectory() as name:
            prepare(Path(name))
            with running(0, "--serve", f"{name}/tables.sqlite", script=__file__) as node:
                kinds = [arguments.only] if arguments.only else list(KINDS)
                uvloop.run(measure(node, Path(name), arguments, kinds))


if __name__ == "__main__":
    main()
