"""The socket of one client at a table or a score sheet: frames read, checked, answered; frames waiting to be sent."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import Counter, deque
from collections.abc import Iterator
from typing import Any, NamedTuple

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from tricorn.locales.i18n import Language
from tricorn.record import is_hash
from tricorn.web import frames
from tricorn.web.channel import Channel
from tricorn.web.keys import hash_key
from tricorn.web.limits import Bucket
from tricorn.web.metrics import Metrics
from tricorn.web.refusals import Refused
from tricorn.web.settings import Settings
from tricorn.web.store import StoreError
from tricorn.web.table import MoveRequest, Table
from tricorn.web.tables import Tables

__all__ = ["Socket", "Sockets"]

# Close codes: those of the web where there is one, else our own from 4000 on.
_GOING_AWAY, _AGAINST_POLICY, _COME_BACK, _NOT_SERVED = 1001, 1008, 1012, 4000
_TRY_AGAIN = "try-again"
_LONGEST_KEY = 100
_LONGEST_ID = 64
_LONGEST_MOVE = 40
_MOST = 2**31


class Sockets:
    """How many sockets are open, in all and from each address."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._open: Counter[str] = Counter()

    @property
    def open(self) -> int:
        return self._open.total()

    @contextlib.contextmanager
    def counted(self, address: str) -> Iterator[None]:
        """Count a socket while it is open; refused if there are too many."""
        if self._open[address] >= self._settings.sockets_an_address:
            raise Refused("too-many", "Too many connections from your address.", 429)
        if self.open >= self._settings.sockets:
            raise Refused("busy", "All tables of this server are taken; please try again later.", 503)
        self._open[address] += 1
        try:
            yield
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]


class _Hello(NamedTuple):
    """The last line that a client has, and the game that it is a line of; None is the table's own."""

    game: int | None
    last: int


class Socket:
    """One client's socket; a `Client` of its channel."""

    def __init__(self, websocket: WebSocket, language: Language, settings: Settings, metrics: Metrics) -> None:
        self.key: str | None = None
        self.language = language
        self._websocket = websocket
        self._settings = settings
        self._metrics = metrics
        self._patience: asyncio.Timeout | None = None  # with which the next frame is waited for
        self._outbox: deque[str] = deque()
        self._waiting = 0  # characters in the outbox
        self._wake = asyncio.Event()
        self._close_code: int | None = None
        self._bucket = Bucket(settings.messages)
        self._faults = 0

    # Sending.

    def send(self, frame: str) -> None:
        """Put a frame in the outbox; a client that does not read any more is given up."""
        if self._close_code is not None:
            return
        self._outbox.append(frame)
        self._waiting += len(frame)
        self._wake.set()
        if self._waiting > self._settings.outbox_bytes:
            self._drop()

    def disconnect(self) -> None:
        """Close once what is in the outbox is sent; the client comes back by itself."""
        self._close(_COME_BACK)

    def _close(self, code: int) -> None:
        if self._close_code is None:
            self._close_code = code
            self._wake.set()

    def _drop(self) -> None:
        """Give up a client that does not read; nothing more is kept for it."""
        self._outbox.clear()
        self._close(_AGAINST_POLICY)
        self._metrics.dropped.inc()
        if self._patience is not None:
            self._patience.reschedule(asyncio.get_running_loop().time())

    async def write(self) -> None:
        """Send what comes into the outbox until the socket closes."""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while True:
                await self._empty_outbox()
                if self._close_code is not None:
                    await self._websocket.close(self._close_code)
                    return
                self._wake.clear()
                await self._wake.wait()

    async def _empty_outbox(self) -> None:
        while self._outbox:
            frame = self._outbox.popleft()
            self._waiting -= len(frame)
            await self._websocket.send_text(frame)

    # Receiving.

    async def serve(self, code: str, address: str, tables: Tables) -> None:
        """Greet the client, then read its frames until it goes."""
        writer = asyncio.get_running_loop().create_task(self.write())
        channel: Channel | None = None
        try:
            hello = await self._hello()
            channel = await tables.channel(code, address)
            await channel.enter(self, hello.game, hello.last)
            while self._close_code is None:
                await self._read(channel)
        except Refused as refusal:
            self._turn_away(refusal)
        except StoreError:
            self._close(_COME_BACK)
        except (WebSocketDisconnect, TimeoutError):
            self._close(_GOING_AWAY)
        finally:
            if channel is not None:
                await channel.leave(self)
            await self._finish(writer)

    def _turn_away(self, refusal: Refused) -> None:
        """Say why this socket is not served, unless coming back is all it takes."""
        if refusal.code == _TRY_AGAIN:
            self._close(_COME_BACK)
        else:
            self._refuse(None, refusal)
            self._close(_NOT_SERVED)

    def _refuse(self, id: str | None, refusal: Refused) -> None:
        self._metrics.refusals.labels(refusal.code).inc()
        self.send(frames.refused_frame(id, refusal, self.language))

    async def _finish(self, writer: asyncio.Task[None]) -> None:
        """Let the last frames out, but do not wait for a client that is gone."""
        if self._websocket.client_state is WebSocketState.CONNECTED:
            self._close(_GOING_AWAY)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(writer), 2)
        writer.cancel()

    async def _hello(self) -> _Hello:
        """Who is there, and what they have already."""
        async with asyncio.timeout(self._settings.seconds_to_hello):
            frame = _frame(await self._receive())
        if frame.get("type") != "hello":
            raise _malformed()
        if frame.get("key") is not None:
            self.key = hash_key(_text(frame, "key", _LONGEST_KEY))
        game = None if frame.get("game") is None else _number(frame, "game")
        return _Hello(game, _number(frame, "from") if "from" in frame else 0)

    async def _receive(self) -> str:
        # Only here may it be interrupted: a move is not left half done.
        async with asyncio.timeout(None) as self._patience:
            message = await self._websocket.receive()
        self._patience = None
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", _GOING_AWAY))
        text = message.get("text")
        if not isinstance(text, str):
            raise _malformed()
        return text

    async def _read(self, channel: Channel) -> None:
        """Read one frame and answer it."""
        id = ""
        try:
            frame = _frame(await self._receive())
            id = _id(frame)
            if not self._bucket.take():
                raise Refused("too-fast", "That was too often; please wait a moment.", 429)
            await self._answer(channel, frame, id)
        except Refused as refusal:
            if refusal.code == _TRY_AGAIN:
                raise  # without an answer: the client comes back and sends it again
            self._refuse(id, refusal)
            if refusal.code in ("malformed", "too-fast"):
                self._faults += 1
                if self._faults > self._settings.faults_a_socket:
                    self._close(_AGAINST_POLICY)

    async def _answer(self, channel: Channel, frame: dict[str, Any], id: str) -> None:
        if frame.get("type") == "ping":
            self.send(frames.pong_frame())
        elif isinstance(channel, Table):
            await self._play(channel, frame, id)
        else:
            raise _malformed()

    async def _play(self, table: Table, frame: dict[str, Any], id: str) -> None:
        kind = frame.get("type")
        if kind == "move":
            sent = MoveRequest(
                _number(frame, "seat"), _text(frame, "move", _LONGEST_MOVE), _number(frame, "after"), id or None
            )
            n = await table.play(self.key, sent)
            self.send(frames.ack_frame(id or "", n))
        elif kind == "ready":
            await table.ready(self.key, None if frame.get("seat") is None else _number(frame, "seat"))
        elif kind == "number":
            game, round_number = _number(frame, "game"), _number(frame, "round")
            receipt = await table.add_number(self.key, game, round_number, _hash(frame))
            self.send(frames.receipt_frame(id, game, round_number, receipt))
        else:
            raise _malformed()


def _malformed() -> Refused:
    return Refused("malformed", "The message could not be read.", 422)


def _frame(text: str) -> dict[str, Any]:
    try:
        frame = json.loads(text)
    except (ValueError, RecursionError):
        raise _malformed() from None
    if not isinstance(frame, dict):
        raise _malformed()
    return frame


def _id(frame: dict[str, Any]) -> str:
    """A frame's id, empty if it has none; it is sent back, so it has to be harmless."""
    id = _text(frame, "id", _LONGEST_ID) if frame.get("id") is not None else ""
    if not id.isascii() or not id.isprintable():
        raise _malformed()
    return id


def _text(frame: dict[str, Any], name: str, longest: int) -> str:
    value = frame.get(name)
    if not isinstance(value, str) or len(value) > longest:
        raise _malformed()
    return value


def _hash(frame: dict[str, Any]) -> str:
    number = _text(frame, "number", _LONGEST_KEY)
    if not is_hash(number):
        raise _malformed()
    return number


def _number(frame: dict[str, Any], name: str) -> int:
    value = frame.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < _MOST:
        raise _malformed()
    return value
