"""Thousands of malformed requests and frames: no 5xx, no traceback, no table changed, no memory growth."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import struct
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.web.clients import BOT, HUMAN, Client, metric_values, new_table, plays_on, two_players
from tests.web.server_process import Server
from tests.web.test_bad_input import JUNK

AT_ONCE = 16
PATIENCE = 0.1  # seconds before a connection that gets no answer is closed
MAX_GROWTH = 6_000  # KiB by which an interpreter's memory varies
VALUES: list[Any] = [None, True, -1, 0, 1.5, 2**70, "", "x", "é\u0000", "\ud800", [], {}, [[]] * 50, "9" * 5_000]
FIELDS = ["edition", "seats", "name", "kind", "level", "to", "move", "seat", "after", "id", "keys", "listed", "start"]
CALLS = [
    "",
    "/join",
    "/start",
    "/bots",
    "/rules",
    "/seats/1",
    "/seats/1/move",
    "/seats/x",
    "/ready",
    "/moves",
    "/rematch",
    "/record?game=x",
]
METHODS = ["GET", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW", "HEAD", "get", "G\x00T"]
PATHS = [
    "*",
    "//evil.example/",
    "/" + "x" * 9_000,
    "/%00",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/?lang=%ff",
    "/api/tables/" + "%F0%9F%8E%B2" * 9,
    "/rules/spanish?target=%00",
    "/static/../app.py",
    "/t/%ff%fe",
    "/t/BCDFG/qr.svg" + "?x=" * 99,
]
HEADERS = ["Accept-Encoding", "Accept-Language", "Authorization", "Connection", "Content-Length", "Content-Type"]
HEADERS += ["Cookie", "Expect", "Host", "If-None-Match", "Origin", "Range", "Transfer-Encoding", "Upgrade"]
HEADER_VALUES = [
    b"",
    b"*;q=x, es;q=1e9",
    b"-1",
    b"99999999999999999999",
    b"Bearer " + b"k" * 5_000,
    b"Bearer",
    b"\x00",
    b"\xff\xfe",
    b"bytes=0-0,5-",
    b"chunked, chunked",
    b"es" * 3_000,
    b"h2c",
    b"http://[::1",
    b"lang=\x80; =;;",
]


class Storm:
    """Random malformed input, drawn from one seed."""

    def __init__(self, seed: int, codes: list[str]) -> None:
        self.random = Random(seed)
        self.codes = codes

    def request(self) -> bytes:
        """A malformed request, as bytes."""
        kinds = (self.noise, self.half_a_head, self.wrong_head, self.wrong_body, self.wrong_body, self.wrong_path)
        return self.random.choice(kinds)()

    def noise(self) -> bytes:
        return self.random.randbytes(self.random.randrange(1, 400)) + b"\r\n\r\n"

    def half_a_head(self) -> bytes:
        whole = self.wrong_head()
        return whole[: self.random.randrange(1, len(whole))]

    def wrong_head(self) -> bytes:
        name, value = self.random.choice(HEADERS), self.random.choice(HEADER_VALUES)
        return self.head("GET", self.path()) + name.encode() + b": " + value + b"\r\n\r\n"

    def wrong_body(self) -> bytes:
        body = self.random.choice((self.wrong_json, self.broken_json, lambda: self.random.randbytes(200)))()
        head = self.head("POST", self.path())
        return head + f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body

    def wrong_json(self) -> bytes:
        names = self.random.sample(FIELDS, self.random.randrange(4))
        body = {**{name: self.random.choice(VALUES) for name in names}, "no such field": 1}
        return json.dumps(body).encode()

    def broken_json(self) -> bytes:
        return self.random.choice([b"", b"{", b"[" * 5_000, b'{"seats":', b"\xff{}", b"nul", b'{"a":1}}', b'"\\ud800"'])

    def wrong_path(self) -> bytes:
        return self.head(self.random.choice(METHODS), self.random.choice(PATHS)) + b"\r\n"

    def path(self) -> str:
        code = self.random.choice([*self.codes, *self.codes, "ZZZZZ", "%00", "9" * 30])
        at_table = f"/api/tables/{code}{self.random.choice(CALLS)}"
        return self.random.choice([at_table, at_table, at_table, "/api/tables", "/api/mine", "/api/records", "/api/x"])

    def head(self, method: str, path: str) -> bytes:
        return f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n".encode()

    def frames(self) -> bytes:
        """A socket at a table (or nearly one) and what is sent over it: junk in frames, and malformed frames."""
        key = base64.b64encode(self.random.randbytes(16)).decode()
        version = self.random.choice(["13", "13", "13", "13", "8", "x"])
        head = self.head("GET", f"/ws/{self.random.choice([*self.codes, *self.codes, 'ZZZZZ', '%00'])}").replace(
            b"Connection: close", b"Connection: Upgrade"
        )
        shake = f"Upgrade: websocket\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: {version}\r\n\r\n"
        hello = b'{"type": "hello", "key": null, "from": 0}'
        first = hello if self.random.random() < 0.8 else self.junk()
        return head + shake.encode() + self.framed(first, 1) + self.wrong_frame()

    def wrong_frame(self) -> bytes:
        kinds: list[Callable[[], bytes]] = [
            lambda: self.framed(self.junk(), self.random.choice([1, 1, 1, 2])),
            lambda: self.framed(self.random.randbytes(60), 1),  # no UTF-8
            lambda: self.framed(b"x" * 5_000, 1),  # too large
            lambda: self.framed(b"x", self.random.choice([0, 3, 7, 11, 15])),  # out of place, or of no kind
            lambda: self.framed(b"x" * 130, 9),  # a ping that is too long
            lambda: self.framed(struct.pack("!H", self.random.choice([0, 999, 1005, 65535])), 8),
            lambda: b"\x81\x05hello",  # not masked
            lambda: b"\xf1\x80\0\0\0\0",  # reserved bits
            lambda: b"\x81\xff" + struct.pack("!Q", 2**63),  # longer than anything
            lambda: self.random.randbytes(50),
            lambda: b"\x81",  # and no more
        ]
        return self.random.choice(kinds)()

    def junk(self) -> bytes:
        junk = self.random.choice([*JUNK, self.wrong_json().decode()])
        return junk if isinstance(junk, bytes) else junk.encode()

    def framed(self, payload: bytes, kind: int) -> bytes:
        mask = self.random.randbytes(4)
        size = len(payload)
        length = bytes([0x80 | size]) if size < 126 else b"\xfe" + struct.pack("!H", size)
        masked = bytes(byte ^ mask[index % 4] for index, byte in enumerate(payload))
        return bytes([0x80 | kind]) + length + mask + masked


async def status_of(server: Server, sent: bytes) -> int:
    """The server's answer to some bytes: an HTTP status, or 0 if it closes without an answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    try:
        writer.write(sent)
        answering = asyncio.ensure_future(reader.read(-1))
        if not (await asyncio.wait([answering], timeout=PATIENCE))[0]:
            writer.write_eof()  # it waits for more, or is a socket
        answer = await asyncio.wait_for(answering, 20)
        return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/") else 0
    except ConnectionError:
        return 0
    finally:
        writer.transport.abort()


async def blow(server: Server, storm: Storm, count: int) -> Counter[int]:
    """Send `count` of them, several at a time, a third over sockets, and count the answers by status."""
    found: Counter[int] = Counter()
    left = iter(range(count))

    async def one_after_the_other() -> None:
        for n in left:
            sent = storm.frames() if n % 3 == 0 else storm.request()
            status = await status_of(server, sent)
            assert status < 500, (status, sent)
            found[status] += 1

    await asyncio.gather(*(one_after_the_other() for _ in range(AT_ONCE)))
    return found


async def state(*clients: Client) -> list[str]:
    """Everything that clients can see of tables."""
    paths = [(client, f"/api/tables/{client.code}{more}") for client in clients for more in ("", "/record")]
    return [(await client.calls.get(path)).text for client, path in paths]


@pytest.mark.parametrize("count", [1_000, pytest.param(10_000, marks=pytest.mark.soak)])
async def test_malformed_requests_and_frames_do_no_harm(tmp_path: Path, count: int) -> None:
    seed = int.from_bytes(os.urandom(4)) if count > 1_000 else 1
    with Server(tmp_path / "tables.sqlite", log="plain", seconds_to_hello=1.0) as own_server:
        host, guest = await two_players(own_server, "spanish")
        waiting, alone = await new_table(own_server, HUMAN), await new_table(own_server, HUMAN, BOT)
        await alone.enter()
        while not alone.on_turn:
            await alone.next()
        before = await state(host, guest, waiting, alone)
        storm = Storm(seed, [host.code, waiting.code, alone.code])
        found = await blow(own_server, storm, count // 2)  # a warm-up that fills all caches
        memory = own_server.memory
        found += await blow(own_server, storm, count // 2)
        grown = own_server.memory - memory
        print(f"seed {seed}, grown by {grown} KiB, answers {dict(found)}")
        assert grown < MAX_GROWTH
        assert await state(host, guest, waiting, alone) == before
        counted = await metric_values(own_server)
        assert counted["tricorn_errors_total"] == 0
        assert counted['tricorn_tables_total{what="made"}'] == 3
        await plays_on(host, guest)
        assert counted["tricorn_sockets"] < 3 + AT_ONCE
        assert "Traceback" not in own_server.log.read_text()
