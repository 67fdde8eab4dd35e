"""The attacks of `hostile.py` and `proxied.py`, and the very long games that some of them use.

- pings: sockets that send nothing but control frames;
- headers: requests whose headers never end;
- slow: clients that request large responses and do not read them;
- pictures: QR codes, each of a different link;
- records: eight concurrent uploads of 6.5 MB and of very long games;
- imports: eight concurrent imports of a very long game;
- reviews: reviews of a game of six players with almost 3,000 lines, each a little different;
- games: the records and the lines of very long games, over fifty connections;
- guesses: a hundred codes at a time;
- pages: the rules, the home page, and lists for a hundred keys.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import shutil
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from tricorn.web.security.codes import new_code
from tricorn.web.security.keys import hash_key, new_key
from tricorn.web.store import Store, StoredGame, open_store
from tricorn.web.tables.game import TableGame, new_game
from tricorn.web.tables.info import Seat, TableInfo
from tricorn.web.tables.state import TableState

LONG_GAME = 4_900  # lines; the server deals no round after 5,000
LONG_REVIEW = 2_950
HUGE_RECORD = 6_500_000  # bytes
RUNNING, FINISHED = "BCDFGHJ", "JHGFDCB"  # codes of the long games
ATTACKER = "127.0.2.{}"  # the addresses that attack
PAGES = ("/", "/rules/spanish", "/rules/pressman-deluxe", "/score", "/api/openapi.json")


# Very long games.


def _new_info(players: int) -> TableInfo:
    seats = tuple(Seat("human", name, key=hash_key(new_key())) for name in ("Ana", "Bo", "Cai", "Di", "Eva", "Flo"))
    return TableInfo("pressman-classic", seats[:players], hash_key(new_key()), started=True)


def long_game(info: TableInfo, target: int, lines: int = LONG_GAME) -> TableGame:
    """A game of players who always make the move that scores most, up to a target or a number of lines."""
    names = [seat.name for seat in info.seats]
    game = new_game(1, f"pressman-classic target={target}", names, "", info.chain(1), {})
    while not game.over and game.n < lines:
        if game.round_over:
            game.deal({})
        else:
            game.play(game.options()[0].move)
    return game


def _finished_game(info: TableInfo, lines: int = LONG_GAME) -> TableGame:
    """A long game that is over."""
    endless = long_game(info, 1_000_000, lines)
    game = long_game(info, max(endless.full.scores) - 500, lines)
    assert game.over, "the second game must end"
    return game


def prepare(folder: Path, database: str) -> None:
    """Make a database with two long games, one of them finished, and the records to upload."""
    info = _new_info(2)
    finished = _finished_game(info)
    store = open_store(database if "://" in database else Path(database))
    asyncio.run(_fill(store, info, {RUNNING: long_game(info, 1_000_000), FINISHED: finished}))
    text = finished.full.record()
    (folder / "long.tri").write_text(text)
    header, _, rounds = text.partition("round 1\n")
    repeated = f"round 1\n{rounds}" * (HUGE_RECORD // len(text) + 1)
    (folder / "huge.tri").write_text(f"{header}{repeated}"[:HUGE_RECORD])
    (folder / "six.tri").write_text(_finished_game(_new_info(6), LONG_REVIEW).full.record())


async def _fill(store: Store, info: TableInfo, games: dict[str, TableGame]) -> None:
    await store.open(lambda news: None)
    for code, game in games.items():
        described = replace(info, edition=str(game.full.edition))
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

    def imports(self) -> Sequence[Attack]:
        body = (self._folder / "long.tri").read_bytes()
        return [partial(self._send, "POST", "/api/games", body)] * 8

    def reviews(self) -> Sequence[Attack]:
        body = (self._folder / "six.tri").read_bytes()

        async def request() -> None:
            await self._send("POST", "/api/reviews", b"%s# %s\n" % (body, secrets.token_hex(8).encode()))

        return [request] * 8

    def games(self) -> Sequence[Attack]:
        async def watch() -> None:
            reader, writer = await self._socket(RUNNING)
            try:
                await reader.readuntil(b'"type":"lines"')
            finally:
                writer.transport.abort()

        paths = (f"/api/tables/{RUNNING}/record", f"/api/tables/{FINISHED}/record")
        return [*[partial(self._send, "GET", path) for path in paths] * 18, *[watch] * 14]

    def guesses(self) -> Sequence[Attack]:
        return [lambda: self._send("GET", f"/api/tables/{new_code(0)}")] * 100

    def pages(self) -> Sequence[Attack]:
        keys = json.dumps({"keys": [secrets.token_urlsafe(24) for _ in range(100)]}).encode()
        visits = [partial(self._send, "GET", page) for page in PAGES]
        return [*visits, partial(self._send, "POST", "/api/mine", keys)] * 4


KINDS = ("pings", "headers", "slow", "pictures", "records", "imports", "reviews", "games", "guesses", "pages")
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
    attackers = [
        (kind, Attacker(port, ATTACKER.format(n + 1), folder, code)) for n in range(addresses) for kind in kinds
    ]
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await asyncio.gather(*(attacker.run(kind) for kind, attacker in attackers))
    totals: dict[str, Responses] = {kind: Counter() for kind in kinds}
    for kind, attacker in attackers:
        totals[kind] += attacker.responses
    print(json.dumps(totals))


@dataclass
class Attacks:
    """Attacks on one port, from another process; `responses` counts what they were answered, by kind."""

    port: int
    folder: Path
    code: str  # of a table that others play at
    kinds: Sequence[str]
    addresses: int
    responses: dict[str, Responses] = field(default_factory=dict)

    @asynccontextmanager
    async def running(self, seconds: float) -> AsyncIterator[None]:
        """A context that begins with an attack of some seconds, and ends after it."""
        # Players and attackers share a core. Time that players wait for it must not count as the server's.
        idle = ["chrt", "--idle", "0"] if shutil.which("chrt") else []
        options = [str(self.port), str(self.folder), self.code, str(seconds), str(self.addresses)]
        command = [*idle, sys.executable, __file__, *options, *self.kinds]
        process = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE)
        assert process.stdout is not None
        await process.stdout.readline()  # it has started
        yield
        out, _ = await process.communicate()
        for kind, responses in json.loads(out).items():
            self.responses.setdefault(kind, Counter()).update(responses)

    def report(self) -> None:
        for kind, responses in self.responses.items():
            print(f"  {kind}: " + ", ".join(f"{count} {response}" for response, count in sorted(responses.items())))


def main() -> None:
    port, folder, code, seconds, addresses, *kinds = sys.argv[1:]
    asyncio.run(attack(int(port), Path(folder), code, kinds, float(seconds), int(addresses)))


if __name__ == "__main__":
    main()
