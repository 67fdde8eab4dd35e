"""The socket of one client at a table or a score sheet: reads and answers messages, and sends frames."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Iterator
from typing import Protocol

from starlette.types import Receive, Send

from tricorn.locales.i18n import Language
from tricorn.web import protocol, requests
from tricorn.web.channel import Channel
from tricorn.web.operations.metrics import Metrics
from tricorn.web.refusals import Refused, busy_refusal, too_fast_refusal
from tricorn.web.registry import Registry
from tricorn.web.security.addresses import count_down
from tricorn.web.security.keys import KeyHash, hash_key
from tricorn.web.security.limits import TokenBucket
from tricorn.web.settings import Settings
from tricorn.web.store import StoreError
from tricorn.web.tables.requests import (
    ClientMessage,
    MoveMessage,
    NonceMessage,
    ReactionMessage,
    ReadyMessage,
    read_message,
)
from tricorn.web.tables.table import Table

__all__ = ["CONNECTION", "Connection", "Socket", "SocketCounter"]

CONNECTION = "tricorn.connection"  # the extension of the ASGI scope that holds the `Connection`

# Close codes: those of the standard where there is one, otherwise our own from 4000 on.
_GOING_AWAY, _POLICY_VIOLATION, _SERVICE_RESTART, _NOT_SERVED = 1001, 1008, 1012, 4000
_TRY_AGAIN = "try-again"
_SECONDS_TO_FLUSH = 2.0
_PONG = protocol.encode({"type": "pong"})


class SocketCounter:
    """How many sockets are open, in total and from each address."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._open: Counter[str] = Counter()

    @property
    def open(self) -> int:
        return self._open.total()

    @contextlib.contextmanager
    def counted(self, address: str) -> Iterator[None]:
        """Count a socket while it is open; raises `Refused` if there are too many."""
        if self._open[address] >= self._settings.sockets_per_address:
            raise Refused("too-many", "Too many connections from your address.", 429)
        if self.open >= self._settings.sockets:
            raise busy_refusal()
        self._open[address] += 1
        try:
            yield
        finally:
            count_down(self._open, address)


class _Disconnected(Exception):
    """The client is gone, or the socket was closed."""


class Connection(Protocol):
    """A WebSocket connection that sends frames without a task for each socket, which ASGI's `send` would need."""

    def send_text(self, text: str) -> int:
        """Send a frame; returns the number of bytes that are waiting to be sent."""
        ...

    def discard_unsent(self) -> None:
        """Discard frames that have not been handed to the transport yet."""
        ...


class Socket:
    """The accepted socket of one client, with its ASGI channels; a `Client` of a channel."""

    def __init__(
        self,
        receive: Receive,
        send: Send,
        connection: Connection,
        address: str,
        language: Language,
        settings: Settings,
        metrics: Metrics,
    ) -> None:
        self.key: KeyHash | None = None
        self.address = address
        self.language = language
        self._asgi_receive = receive
        self._asgi_send = send
        self._connection = connection
        self._settings = settings
        self._metrics = metrics
        self._receiving: asyncio.Task[None] | None = None  # while it waits for a message
        self._is_connected = True
        self._close_code: int | None = None
        self._rate = TokenBucket(settings.messages)
        self._faults = 0

    # Sending.

    def send(self, frame: str) -> None:
        """Send a frame; a client that does not read is dropped."""
        if self._close_code is None and self._connection.send_text(frame) > self._settings.outbox_bytes:
            self._connection.discard_unsent()
            self._metrics.sockets_dropped.inc()
            self._close(_POLICY_VIOLATION)

    def disconnect(self) -> None:
        """Close after the frames that were sent; the client reconnects automatically."""
        self._close(_SERVICE_RESTART)

    def _close(self, code: int) -> None:
        if self._close_code is None:
            self._close_code = code
            if self._receiving is not None:
                self._receiving.cancel()

    # Receiving.

    async def serve(self, code: str, registry: Registry) -> None:
        """Bring the client up to date, then read its messages until it disconnects."""
        channel: Channel | None = None
        try:
            hello = await self._hello()
            channel = await registry.channel(code, self.address, self.key)
            await channel.enter(self, hello.game, hello.last)
            while self._close_code is None:
                await self._read(channel)
        except Refused as refusal:
            self._reject(refusal)
        except StoreError:
            self._close(_SERVICE_RESTART)
        except (_Disconnected, TimeoutError):
            self._close(_GOING_AWAY)
        finally:
            if channel is not None:
                await channel.leave(self)
            await self._finish()

    def _reject(self, refusal: Refused) -> None:
        """Tell the client why its socket is closed, unless it only needs to reconnect."""
        if refusal.code == _TRY_AGAIN:
            self._close(_SERVICE_RESTART)
        else:
            self._refuse(None, refusal)
            self._close(_NOT_SERVED)

    def _refuse(self, id: str | None, refusal: Refused) -> None:
        self._metrics.refusals.labels(refusal.code).inc()
        frame: protocol.Refusal = {
            "type": "refused",
            "id": id,
            "reason": refusal.text(self.language),
            "code": refusal.code,
            "message": refusal.message,
        }
        self.send(protocol.encode(frame))

    async def _finish(self) -> None:
        """Close the connection, but do not wait long for a client that does not read."""
        if self._is_connected:
            self._close(_GOING_AWAY)
            with contextlib.suppress(OSError, RuntimeError):  # the client is gone, or the time is up
                async with asyncio.timeout(_SECONDS_TO_FLUSH):
                    await self._asgi_send({"type": "websocket.close", "code": self._close_code})

    async def _hello(self) -> requests.Hello:
        async with asyncio.timeout(self._settings.seconds_to_hello):
            hello = requests.read_hello(await self._receive())
        if hello.key is not None:
            self.key = hash_key(hello.key)
        return hello

    async def _receive(self) -> str:
        """The next message. `_close` interrupts only this wait, so no move is left half done."""
        task = self._receiving = asyncio.current_task()
        try:
            message = await self._asgi_receive()
        except asyncio.CancelledError:
            if self._close_code is None or task is None or task.uncancel():
                raise  # something other than `_close` cancelled it
            raise _Disconnected from None
        finally:
            self._receiving = None
        if message["type"] == "websocket.disconnect":
            self._is_connected = False
            raise _Disconnected
        text = message.get("text")
        if not isinstance(text, str):
            raise requests.malformed_message_refusal()
        return text

    async def _read(self, channel: Channel) -> None:
        """Read one message and answer it."""
        text, id = "", None
        try:
            text = await self._receive()
            message = read_message(text)
            id = message.id or ""
            if not self._rate.take():
                raise too_fast_refusal()
            await self._answer(channel, message, id)
        except Refused as refusal:
            if refusal.code == _TRY_AGAIN:
                raise  # unanswered: the client reconnects and sends it again
            self._refuse(requests.sent_id(text) if id is None else id, refusal)
            if refusal.code in ("malformed", "too-fast"):
                self._faults += 1
                if self._faults > self._settings.faults_per_socket:
                    self._close(_POLICY_VIOLATION)

    async def _answer(self, channel: Channel, message: ClientMessage, id: str) -> None:
        if isinstance(message, requests.Ping):
            self.send(_PONG)
        elif not isinstance(channel, Table):
            raise requests.malformed_message_refusal()
        elif isinstance(message, MoveMessage):
            n = await channel.play(self.key, message)
            self.send(protocol.encode({"type": "ack", "id": id, "n": n}))
        elif isinstance(message, ReadyMessage):
            await channel.ready(self.key, message.seat)
        elif isinstance(message, NonceMessage):
            await self._add_nonce(channel, message, id)
        elif isinstance(message, ReactionMessage):
            await channel.reactions.send(self.key, message.seat, message.reaction)

    async def _add_nonce(self, table: Table, message: NonceMessage, id: str) -> None:
        game, round_number = message.game, message.round
        receipt = await table.add_nonce(self.key, game, round_number, message.nonce)
        frame = {"type": "receipt", "id": id, "game": game, "round": round_number, "receipt": receipt}
        self.send(protocol.encode(frame))
