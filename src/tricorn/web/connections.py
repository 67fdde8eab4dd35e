"""Connections that protect the server: bytes, frames and time are limited before the application sees a request.

How many connections an address has is limited too, except for a trusted proxy, which speaks for many.
"""

from __future__ import annotations

import asyncio
import socket
import struct
from collections import Counter
from collections.abc import Callable, Iterator

import uvicorn
from fastapi import FastAPI
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from tricorn.web.limits import Bucket, Buckets, Networks, network_of
from tricorn.web.refusals import Refused
from tricorn.web.server import Server
from tricorn.web.settings import Settings

__all__ = ["Config"]

_PIECE = 4096  # bytes that are parsed at a time; limits are checked in between
_PIECE_OF_FRAMES = 512  # the smallest frame has six bytes
_MOST_PIPELINED = 10  # requests sent before the first is answered; browsers send none
_LEAST_PROGRESS = 8 * 1024  # bytes of a body that have to come, or of an answer that have to go, in each period
_SECONDS_TO_CLOSE = 5.0  # for a client to take the last bytes before the connection is cut
_SECONDS_BETWEEN_PINGS = 5.0  # a proxy that hears nothing for longer knows that the server hangs
_AGAINST_POLICY = 1008
_AT_ONCE = struct.pack("ii", 1, 0)

# What is still taken from a client, unread, after its request was refused: if the connection were closed while it is
# sending, it would not get the answer.
_MOST_IGNORED = 64 * 1024
_MOST_IGNORED_OF_BODY = 4 * 1024 * 1024


class Connections:
    """How many connections each address has, and how often it opens one."""

    def __init__(self, settings: Settings) -> None:
        self._most = settings.connections_an_address
        self._proxies = Networks(settings.proxy)
        self._open: Counter[str] = Counter()
        self._rates = Buckets(settings.new_connections)

    def admit(self, host: str) -> str | None:
        """Count a new connection: the address to release it by, or None if it is one too many."""
        if host in self._proxies:
            return ""
        address = network_of(host)
        if self._open[address] >= self._most or not self._rates.take(address):
            return None
        self._open[address] += 1
        return address

    def release(self, address: str) -> None:
        if address:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]


class Config(uvicorn.Config):
    """uvicorn's configuration, and the server that its connections belong to."""

    def __init__(self, app: FastAPI, server: Server) -> None:
        settings = server.settings
        super().__init__(
            app,
            http=_Connection,
            ws=_SocketConnection,
            ws_max_size=settings.frame_bytes,
            ws_ping_interval=_SECONDS_BETWEEN_PINGS,
            ws_per_message_deflate=False,  # it costs half as much again, and frames are small
            proxy_headers=settings.proxy is not None,
            forwarded_allow_ips=settings.proxy,
            access_log=False,
            server_header=False,
            log_config=None,
            timeout_keep_alive=settings.seconds_idle,
            timeout_graceful_shutdown=3,
        )
        self.server = server
        self.connections = Connections(settings)


class _Timer:
    """A call that comes after some seconds, unless it is stopped."""

    def __init__(self, loop: asyncio.AbstractEventLoop, call: Callable[[], None]) -> None:
        self._loop = loop
        self._call = call
        self._handle: asyncio.TimerHandle | None = None

    @property
    def runs(self) -> bool:
        return self._handle is not None

    def start(self, seconds: float) -> None:
        self.stop()
        self._handle = self._loop.call_later(seconds, self._due)

    def stop(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def _due(self) -> None:
        self._handle = None
        self._call()


class _Reading(asyncio.Protocol):
    """The part that both kinds of connections share: a client has to read what it is sent."""

    config: uvicorn.Config
    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    _address: str | None = None  # that it is counted for; None if it is not counted

    def _prepare(self) -> None:
        assert isinstance(self.config, Config)
        self._connections = self.config.connections
        self._server = self.config.server
        self._settings = self.config.server.settings
        self._unread = 0  # bytes, when the client was last looked at
        self._reading = _Timer(self.loop, self._check_reading)
        self._closing = _Timer(self.loop, self._cut)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._reading.stop()
        self._closing.stop()
        if self._address is not None:
            self._connections.release(self._address)
            self._address = None

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread = self.transport.get_write_buffer_size()
        self._reading.start(self._settings.seconds_to_read)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._reading.stop()
        if self.transport.is_closing():
            self._closing.start(self._settings.seconds_to_read)

    def _check_reading(self) -> None:
        """Cut the connection of a client that has read too little since the last look."""
        unread = self.transport.get_write_buffer_size()
        if unread > self._unread - _LEAST_PROGRESS:
            self._server.tables.context.metrics.dropped.inc()
            self._cut()
        else:
            self._unread = unread
            self._reading.start(self._settings.seconds_to_read)

    def _cut(self) -> None:
        """End the connection at once; the system, too, forgets what it has for the client."""
        self.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
        self.transport.abort()


class _Connection(_Reading, HttpToolsProtocol):
    """An HTTP connection. A request has a size, and a time to arrive in."""

    _has_head = False  # the request that is being received is known, but for its body
    _is_partial = False  # a request has begun and is not complete
    _ignored: int | None = None  # bytes that may still come and are not read any more

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._prepare()
        self._room = self._settings.head_bytes
        self._came = 0  # bytes since the client was last looked at
        self._asking = _Timer(self.loop, self._check_asking)
        self._address = self._connections.admit(self.client[0] if self.client else "")
        if self._address is None:
            self._note("too-many")
            self._cut()
        else:
            self._asking.start(self._settings.seconds_to_ask)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._asking.stop()

    def data_received(self, data: bytes) -> None:
        self._came += len(data)
        if self._ignored is not None:
            self._ignore(len(data))
            return
        for piece in _pieces(data, _PIECE):
            if self._is_read:
                self._parse(piece)
        self._expect_more()

    @property
    def _is_read(self) -> bool:
        """Whether what comes is still parsed."""
        return self._ignored is None and self._is_open

    @property
    def _is_open(self) -> bool:
        """Whether the connection is neither being closed nor a socket by now."""
        return not self.transport.is_closing() and self.transport.get_protocol() is self

    def _parse(self, piece: bytes) -> None:
        self._room -= len(piece)
        super().data_received(piece)
        if self._ignored is None:
            if self._room < 0:
                self._refuse(Refused("too-large", "The address and headers of the request are too large.", 431))
            elif len(self.pipeline) > _MOST_PIPELINED:
                self._cut()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._is_partial, self._has_head = True, False

    def on_headers_complete(self) -> None:
        self._has_head = True
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._room += 2 * len(body)  # the body has its own limit, and its chunks may need as much again
        super().on_body(body)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._is_partial = False
        self._room = self._settings.head_bytes

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.cycle.response_complete and self.cycle.more_body:
            self._ignore_rest(_MOST_IGNORED_OF_BODY)
        elif self.transport.is_closing() and not self.flow.write_paused:
            self._closing.start(self._settings.seconds_to_read)

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self._closing.start(self._settings.seconds_to_read)

    def handle_websocket_upgrade(self) -> None:
        self._asking.stop()
        address, self._address = self._address, None
        super().handle_websocket_upgrade()
        protocol = self.transport.get_protocol()
        assert isinstance(protocol, _SocketConnection)
        protocol._address = address

    @property
    def _is_answering(self) -> bool:
        """Whether there is a request that is not answered yet."""
        return bool(self.cycle) and not self.cycle.response_complete

    # Time.

    def _expect_more(self) -> None:
        """Have the clock run while a request is expected or half received, not while one is answered."""
        if self._is_answering and not self._is_partial:
            self._asking.stop()
        elif not self._asking.runs and self._is_read:
            self._asking.start(self._settings.seconds_to_ask)

    def _check_asking(self) -> None:
        """Refuse a head that takes too long, or a body of which too little has come since the last look."""
        came, self._came = self._came, 0
        if self.flow.read_paused or (self._has_head and came >= _LEAST_PROGRESS):
            self._asking.start(self._settings.seconds_to_ask)
        else:
            self._refuse(Refused("too-slow", "The request took too long to arrive.", 408))

    # Refusing.

    def send_400_response(self, msg: str) -> None:
        self._refuse(Refused("malformed", "The request could not be read.", 400))

    def _refuse(self, refusal: Refused) -> None:
        """Answer a request that is not received to its end."""
        self._note(refusal.code)
        if self._is_answering:
            if self.cycle.response_started:
                self._cut()
                return
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        # Its language is not known yet, so it is said in all of them.
        languages = self._server.languages.values()
        body = "".join(f"{refusal.text(language)}\n" for language in languages).encode()
        head = f"content-type: text/plain; charset=utf-8\r\ncontent-length: {len(body)}\r\nconnection: close\r\n\r\n"
        self.transport.write(STATUS_LINE[refusal.status] + head.encode() + body)
        self._ignore_rest(_MOST_IGNORED)

    def _note(self, code: str) -> None:
        self._server.tables.context.metrics.refusals.labels(code).inc()

    def _ignore_rest(self, most: int) -> None:
        """Close, but take what the client is still sending: it reads the answer only then."""
        self._ignored = most
        self._asking.stop()
        self._unset_keepalive_if_required()
        if not self.transport.is_closing():
            self.flow.resume_reading()
            self.transport.write_eof()
            self._closing.start(_SECONDS_TO_CLOSE)

    def _ignore(self, size: int) -> None:
        assert self._ignored is not None
        self._ignored -= size
        if self._ignored < 0 and not self.transport.is_closing():
            self._cut()


class _SocketConnection(_Reading, WebSocketsSansIOProtocol):
    """A WebSocket. Frames of every kind are counted, and one that is closed does not wait for ever for its client."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._prepare()
        self._frames = Bucket(self._settings.frames)

    async def send(self, message: ASGISendEvent) -> None:
        await super().send(message)
        # uvicorn takes a handshake that was answered with a status for one that was not answered.
        self.handshake_complete = self.handshake_complete or self.close_sent

    async def run_asgi(self) -> None:
        await super().run_asgi()
        if not self.disconnected:
            self._closing.start(_SECONDS_TO_CLOSE)

    def data_received(self, data: bytes) -> None:
        for piece in _pieces(data, _PIECE_OF_FRAMES):
            if not self.close_sent and not self.transport.is_closing():
                super().data_received(piece)

    def handle_events(self) -> None:
        if self._frames.take(len(self.conn.events)):
            super().handle_events()
            return
        self._server.tables.context.metrics.refusals.labels("too-fast").inc()
        self.conn.events_received()
        self.conn.data_to_send()
        self.conn.fail(_AGAINST_POLICY, "too many frames")
        self.handle_parser_exception()

    def handle_parser_exception(self) -> None:
        if self.conn.close_sent is None:  # the socket has not been accepted yet
            self._cut()
        else:
            super().handle_parser_exception()
            self._closing.start(_SECONDS_TO_CLOSE)


def _pieces(data: bytes, size: int) -> Iterator[bytes]:
    if len(data) <= size:
        yield data
    else:
        for start in range(0, len(data), size):
            yield data[start : start + size]
