"""HTTP and WebSocket connections with limits on size, rate and time, enforced before the application sees a request.

The number of connections of an address is limited too, except for a trusted proxy, which serves many clients.
"""

from __future__ import annotations

import asyncio
import socket
import struct
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from math import inf

import uvicorn
from fastapi import FastAPI
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from tricorn.web.http.base_path import ForwardedPrefix
from tricorn.web.refusals import Refused, malformed_refusal
from tricorn.web.security.addresses import Networks, count_down, counted_address
from tricorn.web.security.limits import RateLimiter, TokenBucket
from tricorn.web.server import Server
from tricorn.web.settings import Settings
from tricorn.web.socket import CONNECTION

__all__ = ["LimitedHttpProtocol", "ServerConfig", "no_linger"]

_CHUNK = 4096  # bytes of a request parsed at a time; limits are checked in between
_FRAMES_CHUNK = 512  # the same for WebSocket frames, which have six bytes or more
_MAX_PIPELINED = 10  # requests sent before the first is answered; browsers send none
_MIN_PROGRESS = 8 * 1024  # bytes of a body to be received, or of a response to be read, in each period
_SECONDS_TO_CLOSE = 5.0  # for a client to read the last bytes before the connection is aborted
_POLICY_VIOLATION = 1008
_NO_LINGER = struct.pack("ii", 1, 0)

# How many bytes are discarded after a request was refused: a client that is still sending when the connection is
# closed would not get the response.
_MAX_DISCARDED = 64 * 1024
_MAX_DISCARDED_BODY = 4 * 1024 * 1024


class ConnectionLimiter:
    """Limits how many connections an address may have and how fast it may open new ones."""

    def __init__(self, settings: Settings) -> None:
        self._max_per_address = settings.connections_per_address
        self._proxies = Networks(settings.behind_proxy)
        self._open: Counter[str] = Counter()
        self._new_connections = RateLimiter(settings.new_connections)
        self._pace = RateLimiter(settings.connection_pace)

    def admit(self, host: str) -> str | None:
        """Count a new connection; returns the address to release it with, or None if it is refused."""
        if host in self._proxies:
            return ""
        address = counted_address(host)
        if self._open[address] >= self._max_per_address or not self._new_connections.take(address):
            return None
        self._open[address] += 1
        return address

    def seconds_to_wait(self, address: str) -> float:
        """How long an admitted connection waits before it is served: a burst would delay all moves."""
        return self._pace.delay(address, inf) if address else 0.0

    def release(self, address: str) -> None:
        if address:
            count_down(self._open, address)


class ServerConfig(uvicorn.Config):
    """uvicorn's configuration, with the server that the connections belong to."""

    def __init__(self, app: FastAPI, server: Server) -> None:
        settings = server.settings
        super().__init__(
            app,
            http=LimitedHttpProtocol,
            ws=_LimitedWebSocketProtocol,
            ws_max_size=settings.frame_bytes,
            ws_ping_interval=settings.seconds_between_pings,
            ws_ping_timeout=settings.seconds_to_pong,
            ws_per_message_deflate=False,  # costs 50% more processor time, and frames are small
            proxy_headers=bool(settings.behind_proxy),
            forwarded_allow_ips=list(settings.behind_proxy),
            access_log=False,
            server_header=False,
            log_config=None,
            timeout_keep_alive=settings.seconds_idle,
            timeout_graceful_shutdown=5,  # for clients that do not read their last response
        )
        self.server = server
        self.connections = ConnectionLimiter(settings)

    def load(self) -> None:
        super().load()
        self.loaded_app = ForwardedPrefix(self.loaded_app, Networks(self.server.settings.behind_proxy))


class _Timer:
    """Calls a function after some seconds unless it is stopped; holds no reference to the function afterwards."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._handle: asyncio.TimerHandle | None = None

    @property
    def is_running(self) -> bool:
        return self._handle is not None

    def start(self, seconds: float, call: Callable[[], None]) -> None:
        self.stop()
        self._handle = self._loop.call_later(seconds, self._fire, call)

    def stop(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def _fire(self, call: Callable[[], None]) -> None:
        self._handle = None
        call()


class _LimitedProtocol(asyncio.Protocol):
    """What HTTP and WebSocket connections share: a client that does not read what it is sent is disconnected."""

    config: uvicorn.Config
    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    address: str | None = None  # the address it is counted for; None if it is not counted

    def _prepare(self) -> None:
        assert isinstance(self.config, ServerConfig)
        self._server = self.config.server
        self._settings = self.config.server.settings
        self._unread = 0  # bytes in the send buffer at the last check
        self._read_timer = _Timer(self.loop)
        self._close_timer = _Timer(self.loop)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._read_timer.stop()
        self._close_timer.stop()
        self.release()

    def release(self) -> None:
        """Stop counting the connection."""
        assert isinstance(self.config, ServerConfig)
        if self.address is not None:
            self.config.connections.release(self.address)
            self.address = None

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread = self.transport.get_write_buffer_size()
        self._read_timer.start(self._settings.seconds_to_read, self._check_reading)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._read_timer.stop()
        if self.transport.is_closing():
            self._close_timer.start(self._settings.seconds_to_read, self._abort)

    def _check_reading(self) -> None:
        """Disconnect a client that has read too little since the last check."""
        unread = self.transport.get_write_buffer_size()
        if unread > self._unread - _MIN_PROGRESS:
            self._server.context.metrics.sockets_dropped.inc()
            self._abort()
        else:
            self._unread = unread
            self._read_timer.start(self._settings.seconds_to_read, self._check_reading)

    def _abort(self) -> None:
        _abort(self.transport)


def _abort(transport: asyncio.Transport) -> None:
    """Close a connection at once and discard all unsent data, including that in the system's buffer."""
    no_linger(transport.get_extra_info("socket"))
    transport.abort()


def no_linger(connected: socket.socket) -> None:
    """Have the system discard all unsent data of a connection when it is closed."""
    with suppress(ValueError):  # raised by uvloop if the socket is closed already
        connected.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _NO_LINGER)


class LimitedHttpProtocol(_LimitedProtocol, HttpToolsProtocol):
    """An HTTP connection that limits the size of a request and the time it may take to arrive."""

    _has_head = False  # the head of the current request is complete
    _is_partial = False  # the current request is not complete
    _discard_left: int | None = None  # bytes that may still be discarded; None while requests are parsed

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._prepare()
        self._bytes_left = self._settings.head_bytes
        self._received = 0  # bytes since the last check
        self._request_timer = _Timer(self.loop)
        self._request_timer.start(self._settings.seconds_to_request, self._check_request)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._request_timer.stop()
        self._break_cycles()

    def _break_cycles(self) -> None:
        """Drop reference cycles, which would keep this connection in memory until garbage is collected."""
        self.parser = self.cycle = None  # type: ignore[assignment] # not used any more

    def data_received(self, data: bytes) -> None:
        self._received += len(data)
        if self._discard_left is not None:
            self._discard(len(data))
            return
        for chunk in _chunks(data, _CHUNK):
            if self._is_parsing:
                self._parse(chunk)
        self._expect_more()

    @property
    def _is_parsing(self) -> bool:
        """Whether received data is still parsed."""
        return self._discard_left is None and self._is_open

    @property
    def _is_open(self) -> bool:
        """Whether the connection is neither closing nor upgraded to a WebSocket."""
        return not self.transport.is_closing() and self.transport.get_protocol() is self

    def _parse(self, chunk: bytes) -> None:
        self._bytes_left -= len(chunk)
        super().data_received(chunk)
        if self._discard_left is None:
            if self._bytes_left < 0:
                self._refuse(Refused("too-large", "The address and headers of the request are too large.", 431))
            elif len(self.pipeline) > _MAX_PIPELINED:
                self._abort()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._is_partial, self._has_head = True, False

    def on_headers_complete(self) -> None:
        self._has_head = True
        if self.parser.should_upgrade() and self._announces_body:
            # The parser would skip the body, and take it for the next request.
            raise ValueError("a request for another protocol has no body")
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        # The application limits the body. Twice its length, because chunked encoding may double the size.
        self._bytes_left += 2 * len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._is_partial = False
        self._bytes_left = self._settings.head_bytes

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not bool(self.cycle):  # the client is gone
            return
        if self.cycle.response_complete and self.cycle.more_body:
            self._discard_rest(_MAX_DISCARDED_BODY)
        elif self.transport.is_closing() and not self.flow.write_paused:
            self._close_timer.start(self._settings.seconds_to_read, self._abort)

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self._close_timer.start(self._settings.seconds_to_read, self._abort)

    def handle_websocket_upgrade(self) -> None:
        if self._is_answering:  # a request that was sent before on the same connection
            self._refuse(malformed_refusal())
            return
        self._request_timer.stop()
        address, self.address = self.address, None
        super().handle_websocket_upgrade()
        protocol = self.transport.get_protocol()
        assert isinstance(protocol, _LimitedWebSocketProtocol)
        protocol.address = address
        if not protocol.handshake_initiated:
            protocol.refuse_handshake()
        self._break_cycles()

    @property
    def _announces_body(self) -> bool:
        headers = dict(self.headers)
        return b"transfer-encoding" in headers or headers.get(b"content-length", b"0") != b"0"

    @property
    def _is_answering(self) -> bool:
        """Whether a request has not been answered yet."""
        return bool(self.cycle) and not self.cycle.response_complete

    # Time.

    def _expect_more(self) -> None:
        """Run the request timer while a request is expected or incomplete, but not while one is being answered."""
        if self._is_answering and not self._is_partial:
            self._request_timer.stop()
        elif not self._request_timer.is_running and self._is_parsing:
            self._request_timer.start(self._settings.seconds_to_request, self._check_request)

    def _check_request(self) -> None:
        """Refuse a head that takes too long, or a body of which too little was received since the last check."""
        received, self._received = self._received, 0
        if self.flow.read_paused or (self._has_head and received >= _MIN_PROGRESS):
            self._request_timer.start(self._settings.seconds_to_request, self._check_request)
        else:
            self._refuse(Refused("too-slow", "The request took too long to arrive.", 408))

    # Refusing.

    def send_400_response(self, msg: str) -> None:
        self._refuse(malformed_refusal())

    def _refuse(self, refusal: Refused) -> None:
        """Refuse a request before it is complete."""
        self._count_refusal(refusal.code)
        if self._is_answering:
            if self.cycle.response_started:
                self._abort()
                return
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        # The client's language is not known yet, so the message is sent in all of them.
        languages = self._server.languages.values()
        body = "".join(f"{refusal.text(language)}\n" for language in languages).encode()
        head = f"content-type: text/plain; charset=utf-8\r\ncontent-length: {len(body)}\r\nconnection: close\r\n\r\n"
        self.transport.write(STATUS_LINE[refusal.status] + head.encode() + body)
        self._discard_rest(_MAX_DISCARDED_BODY if self._has_head else _MAX_DISCARDED)

    def _count_refusal(self, code: str) -> None:
        self._server.context.metrics.refusals.labels(code).inc()

    def _discard_rest(self, max_bytes: int) -> None:
        """Close after discarding what the client is still sending: it may read the response only after that."""
        self._discard_left = max_bytes
        self._request_timer.stop()
        self._unset_keepalive_if_required()
        if not self.transport.is_closing():
            self.flow.resume_reading()
            self.transport.write_eof()
            self._close_timer.start(_SECONDS_TO_CLOSE, self._abort)

    def _discard(self, size: int) -> None:
        assert self._discard_left is not None
        self._discard_left -= size
        if self._discard_left < 0 and not self.transport.is_closing():
            self._abort()


class _LimitedWebSocketProtocol(_LimitedProtocol, WebSocketsSansIOProtocol):
    """A WebSocket that limits the rate of frames of every kind, and the time that a client may take to close.

    Frames sent in one iteration of the event loop are written to the transport together.
    """

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._prepare()
        self._frames = TokenBucket(self._settings.frames)
        self._unwritten = 0  # bytes of frames that `_write_frames` will hand to the transport
        self._written_at = self._received_at = self.loop.time()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][CONNECTION] = self  # type: ignore[assignment]

    def refuse_handshake(self) -> None:
        """Refuse a request that cannot be read as one for a WebSocket: it has too many headers or too long a line."""
        self.handshake_complete = self.close_sent = True
        self.transport.write(STATUS_LINE[400] + b"content-length: 0\r\nconnection: close\r\n\r\n")
        self.transport.close()
        self._close_timer.start(_SECONDS_TO_CLOSE, self._abort)

    def send_text(self, text: str) -> int:
        """Send a frame; returns the number of bytes that are waiting to be sent."""
        if self.close_sent or self.transport.is_closing():
            return 0
        data = text.encode()
        self.conn.send_text(data)
        if not self._unwritten:
            self.loop.call_soon(self._write_frames)
        self._unwritten += len(data)
        return self._unwritten + self.transport.get_write_buffer_size()

    def discard_unsent(self) -> None:
        """Discard frames that have not been handed to the transport yet."""
        self.conn.data_to_send()

    def _write_frames(self) -> None:
        self._unwritten = 0
        self._written_at = self.loop.time()
        if not self.transport.is_closing():
            self.transport.write(b"".join(self.conn.data_to_send()))

    def send_keepalive_ping(self) -> None:
        """Send a ping, unless frames went both ways recently: they show as well that both ends are alive.

        A proxy that receives nothing for longer can assume that the server hangs.
        """
        due = min(self._written_at, self._received_at) + self._settings.seconds_between_pings
        if due > self.loop.time():
            self.ping_timer = self.loop.call_at(due, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.conn.parser.close()  # its frame refers to the connection, which would stay in memory otherwise

    async def send(self, message: ASGISendEvent) -> None:
        await super().send(message)
        # uvicorn does not mark a handshake that was denied with a status as complete.
        self.handshake_complete = self.handshake_complete or self.close_sent

    async def run_asgi(self) -> None:
        await super().run_asgi()
        del self.scope["extensions"][CONNECTION]  # it refers to this object
        if not self.disconnected:
            self._close_timer.start(_SECONDS_TO_CLOSE, self._abort)

    def data_received(self, data: bytes) -> None:
        self._received_at = self.loop.time()
        for chunk in _chunks(data, _FRAMES_CHUNK):
            if not self.transport.is_closing():
                super().data_received(chunk)

    def handle_events(self) -> None:
        if self._frames.take(len(self.conn.events)):
            super().handle_events()
            return
        self._server.context.metrics.refusals.labels("too-fast").inc()
        self.conn.events_received()
        self.conn.data_to_send()
        self.conn.fail(_POLICY_VIOLATION, "too many frames")
        self.handle_parser_exception()

    def handle_parser_exception(self) -> None:
        if self.conn.close_sent is None:  # the socket has not been accepted yet
            self._abort()
        else:
            super().handle_parser_exception()
            self._close_timer.start(_SECONDS_TO_CLOSE, self._abort)


def _chunks(data: bytes, size: int) -> Iterator[bytes]:
    if len(data) <= size:
        yield data
    else:
        for start in range(0, len(data), size):
            yield data[start : start + size]
