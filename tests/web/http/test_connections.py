"""Limits of a connection: a client that exceeds those on bytes, frames or time is disconnected."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path
from typing import Any

import pytest
from tests.web.clients import Caller, Closed, metric_values, plays_on, two_players
from tests.web.server_process import Server
from tests.web.test_many_clients import connect_without_reading, is_connected
from websockets.asyncio.client import ClientConnection, connect
from websockets.frames import Frame, Opcode

from tricorn.web.settings import Settings

pytestmark = pytest.mark.time_limit(30)
SETTINGS = Settings(Path("unused"))
HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
CHUNKED = b"POST /api/records HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"


async def answer_to(server: Server, *sent: bytes) -> bytes:
    """Send some bytes, and read until the server closes the connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    try:
        for part in sent:
            writer.write(part)
            await writer.drain()
        return await reader.read(-1)
    finally:
        writer.transport.abort()


async def send_until_aborted(server: Server, begin: bytes, more: bytes) -> None:
    """Send far more than is allowed; `ConnectionError` once the server aborts the connection."""
    _, writer = await asyncio.open_connection("127.0.0.1", server.port)
    try:
        writer.write(begin)
        for _ in range(100):
            writer.write(more)
            await writer.drain()
    finally:
        writer.transport.abort()


# Frames.

EMPTY_FRAMES = {
    "ping": b"\x89\x80\0\0\0\0",
    "pong": b"\x8a\x80\0\0\0\0",
    "text": b"\x81\x80\0\0\0\0",
    "binary": b"\x82\x80\0\0\0\0",
    "continuation": b"\x00\x80\0\0\0\0",
}


async def flood(server: Server, code: str, frames: bytes) -> None:
    """Send frames over a socket and read until it is closed."""
    address = f"ws://127.0.0.1:{server.port}/ws/{code}"
    async with connect(address, compression=None, proxy=None) as client:
        client.transport.write(frames)
        while True:
            await client.recv()


async def test_a_socket_that_sends_too_many_frames_of_any_kind_is_closed(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite", frames=SETTINGS.frames, faults_per_socket=10**6) as own_server:
        host, guest = await two_players(own_server)
        for kind, frame in EMPTY_FRAMES.items():
            first = b"\x01\x80\0\0\0\0" if kind == "continuation" else b""
            with pytest.raises(Closed):
                await flood(own_server, host.code, first + frame * 2_000)
        await plays_on(host, guest)
        assert (await metric_values(own_server))['tricorn_refusals_total{code="too-fast"}'] == len(EMPTY_FRAMES)


KEY = b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
SOCKET = b"GET /ws/BCDFG HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" + KEY


@pytest.mark.parametrize("body", [b"Content-Length: 5\r\n\r\nhello", b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"])
async def test_a_request_for_a_socket_with_a_body_is_refused(server: Server, body: bytes) -> None:
    assert (await answer_to(server, SOCKET + body)).startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize("more", [b"X: x\r\n" * 200, b"X: " + b"x" * 9_000 + b"\r\n"])
async def test_a_request_for_a_socket_with_more_headers_than_its_parser_reads_is_refused(
    server: Server, more: bytes
) -> None:
    assert (await answer_to(server, SOCKET + more + b"\r\n")).startswith(b"HTTP/1.1 400 ")


async def test_a_request_for_a_socket_after_one_in_progress_is_refused_without_an_error(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite", log="plain") as own_server:
        sent = HEAD.replace(b"/", b"/rules/spanish", 1) + b"\r\n" + SOCKET + b"\r\n"
        assert (await answer_to(own_server, sent)).startswith(b"HTTP/1.1 400 ")
        assert (await Caller(own_server).get("/rules/spanish")).status_code == 200
        assert "Traceback" not in own_server.log.read_text(encoding="utf-8")


async def test_the_body_of_a_request_for_another_protocol_is_not_taken_for_a_request(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite") as own_server:
        body = b'{"seats": [{"kind": "human"}]}'
        made = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        hidden = b"\r\n" * 4_096 + made + b"Content-Length: %d\r\n\r\n" % len(body) + body
        upgrade = b"Connection: Upgrade\r\nUpgrade: other\r\nContent-Length: %d\r\n\r\n" % len(hidden)
        answer = await answer_to(own_server, made + upgrade + hidden)
        assert (await metric_values(own_server)).get('tricorn_tables_total{what="made"}', 0) == 0
        assert answer.startswith(b"HTTP/1.1 400 ")


async def test_a_socket_within_the_limit_of_control_frames_is_served(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite", frames=SETTINGS.frames) as own_server:
        host, guest = await two_players(own_server)
        assert host._socket is not None
        for _ in range(SETTINGS.frames.burst // 2):
            await (await host._socket.ping())
        await plays_on(host, guest)


class PingCounter(ClientConnection):
    """A client's connection that counts the pings it receives."""

    pings = 0

    def process_event(self, event: object) -> None:
        self.pings += isinstance(event, Frame) and event.opcode is Opcode.PING
        super().process_event(event)  # type: ignore[arg-type] # the type of events is not public


async def test_only_a_socket_that_is_silent_gets_pings(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite", seconds_between_pings=1.0) as own_server:
        host, _ = await two_players(own_server)
        address = f"ws://127.0.0.1:{own_server.port}/ws/{host.code}"
        options: dict[str, Any] = {
            "create_connection": PingCounter,
            "ping_interval": None,
            "compression": None,
            "proxy": None,
        }
        async with connect(address, **options) as silent, connect(address, **options) as busy:
            assert isinstance(silent, PingCounter)
            assert isinstance(busy, PingCounter)
            for client in (silent, busy):
                await client.send('{"type": "hello"}')
            while silent.pings < 2:
                await busy.send('{"type": "ping"}')
                await asyncio.sleep(0.05)
        assert busy.pings == 0


async def test_unread_pongs_do_not_pile_up(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite", seconds_to_read=0.5) as own_server:
        host, guest = await two_players(own_server)
        client = await connect_without_reading(own_server, host.code)
        ping = b"\x89\xfd\0\0\0\0" + b"x" * 125
        client.transport.write(ping * 5_000)
        while is_connected(client):
            await asyncio.sleep(0.05)
        client.transport.abort()
        await plays_on(host, guest)
        assert (await metric_values(own_server))["tricorn_sockets_dropped_total"] == 1


# Heads.

LARGE: dict[str, tuple[bytes, bytes]] = {
    "address": (b"GET /", b"x" * 1_000),
    "header": (HEAD + b"X: ", b"x" * 1_000),
    "headers": (HEAD, b"X: " + b"x" * 995 + b"\r\n"),
    "short headers": (HEAD, b"X:x\r\n"),
    "blank lines": (b"", b"\r\n" * 500),
    "chunk extension": (CHUNKED + b"1;", b"x" * 1_000),
    "trailer": (CHUNKED + b"1\r\nx\r\n0\r\nX: ", b"x" * 1_000),
    "tiny chunks": (CHUNKED, b"1\r\nx\r\n"),
}


@pytest.mark.parametrize("kind", LARGE)
async def test_a_head_is_refused_as_soon_as_it_is_too_large(server: Server, kind: str) -> None:
    begin, more = LARGE[kind]
    answer = await answer_to(server, begin + more * (1 + 40_000 // len(more)))  # and no end
    assert answer.startswith(b"HTTP/1.1 431 ")
    assert "The address and headers of the request are too large." in answer.decode()
    assert "La dirección y las cabeceras de la petición son demasiado grandes." in answer.decode()


async def test_a_head_within_the_limit_is_read(server: Server) -> None:
    large = "x" * (SETTINGS.head_bytes - 1_000)
    assert (await Caller(server, Large=large).get("/api/tables")).status_code == 200
    assert (await Caller(server).get(f"/api/tables?{large}")).status_code == 200


@pytest.mark.time_limit(60)
async def test_endless_headers_cost_no_memory(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite") as own_server:
        await Caller(own_server).get("/api/tables")
        before = own_server.memory
        with pytest.raises(ConnectionError):
            await send_until_aborted(own_server, HEAD, b"X: " + b"x" * 1_000_000 + b"\r\n")
        assert own_server.memory - before < 10_000


async def test_pipelined_requests_are_limited(server: Server) -> None:
    few = b"GET /api/tables HTTP/1.1\r\nHost: localhost\r\n\r\n" * 5
    last = b"GET /api/tables HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    assert (await answer_to(server, few + last)).count(b"HTTP/1.1 200 ") == 6
    with pytest.raises(ConnectionError):
        await answer_to(server, few * 1_000 + last)


# Bodies.


async def test_what_follows_a_refused_request_is_not_read_for_ever(server: Server) -> None:
    head = b"POST /api/records HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000000000\r\n\r\n"
    with pytest.raises(ConnectionError):
        await send_until_aborted(server, head, b"x" * 1_000_000)


# Time.

SLOW = {
    "nothing": b"",
    "half a head": HEAD,
    "half a body": b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{",
    "half a head after a request": b"GET /api/tables HTTP/1.1\r\nHost: localhost\r\n\r\n" + HEAD,
    "a blank line after a request": b"GET /api/tables HTTP/1.1\r\nHost: localhost\r\n\r\n\r\n",
}


@pytest.mark.parametrize("kind", SLOW)
async def test_a_request_that_takes_too_long_is_refused(tmp_path: Path, kind: str) -> None:
    with Server(tmp_path / "tables.sqlite", seconds_to_request=0.3, seconds_idle=1) as own_server:
        answer = await answer_to(own_server, SLOW[kind])
        last = answer[answer.rindex(b"HTTP/1.1 ") :]
        if kind == "a blank line after a request":
            assert last.startswith(b"HTTP/1.1 200 ")
        else:
            assert last.startswith(b"HTTP/1.1 408 ")
            assert "La petición ha tardado demasiado en llegar." in last.decode()


async def test_a_response_that_nobody_reads_is_aborted(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite", seconds_to_read=0.5) as own_server:
        with socket.socket() as raw:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            raw.setblocking(False)
            loop = asyncio.get_running_loop()
            await loop.sock_connect(raw, ("127.0.0.1", own_server.port))
            await loop.sock_sendall(raw, b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 10)
            while raw.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0] == 1:
                await asyncio.sleep(0.05)
        assert (await metric_values(own_server))["tricorn_sockets_dropped_total"] == 1


# Addresses.


async def is_admitted(server: Server) -> bool:
    """Whether a new connection is answered."""
    try:
        return (await answer_to(server, HEAD + b"Connection: close\r\n\r\n")).startswith(b"HTTP/1.1 200 ")
    except ConnectionError:
        return False


async def test_the_number_of_connections_of_an_address_is_limited(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite", connections_per_address=5) as own_server:
        idle = [await asyncio.open_connection("127.0.0.1", own_server.port) for _ in range(4)]
        while not await is_admitted(own_server):
            pass
        idle.append(await asyncio.open_connection("127.0.0.1", own_server.port))
        while await is_admitted(own_server):  # it may not have seen the last one yet
            pass
        idle[-1][1].transport.abort()
        while not await is_admitted(own_server):
            pass
        for _, writer in idle:
            writer.transport.abort()


@pytest.mark.parametrize(
    ("settings", "admitted"), [({}, 5), ({"behind_proxy": ["127.0.0.1"]}, 20)], ids=["direct", "proxy"]
)
async def test_the_rate_of_new_connections_of_an_address_is_limited(
    tmp_path: Path, settings: dict[str, Any], admitted: int
) -> None:
    with Server(tmp_path / "tables.sqlite", new_connections=(5, 0.001), **settings) as own_server:
        assert [await is_admitted(own_server) for _ in range(20)].count(True) == admitted
