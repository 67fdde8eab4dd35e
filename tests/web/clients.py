"""Test clients that play over real sockets, record every frame, and check that no line is skipped."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import ssl
import sys
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

import httpx
import websockets
from pydantic import TypeAdapter
from websockets.asyncio.client import ClientConnection, connect

from tricorn.bots import LEVELS
from tricorn.web.tables import protocol

# httpx tries to import this package for every request. Searching for one that is not there takes half a millisecond.
sys.modules.setdefault("sniffio", None)  # type: ignore[arg-type]

Frame = dict[str, Any]
SECONDS = 20.0
ANY_CERTIFICATE = ssl.create_default_context()
ANY_CERTIFICATE.check_hostname = False
ANY_CERTIFICATE.verify_mode = ssl.CERT_NONE


class Address(Protocol):
    """Where a client connects: a server, or a proxy in front of several."""

    @property
    def address(self) -> str: ...


def run(test: Coroutine[Any, Any, None], seconds: float = 120) -> None:
    """Run a test's coroutine, or fail if it hangs; connections left open are closed."""
    asyncio.run(_run_and_close(test, seconds))


_connected: set[Client] = set()


async def _run_and_close(test: Coroutine[Any, Any, None], seconds: float) -> None:
    try:
        async with asyncio.timeout(seconds):
            await test
    finally:
        await _cancel_other_tasks()
        for client in list(_connected):
            await client.leave()
        _abort_connections()


async def _cancel_other_tasks() -> None:
    """Cancel the tasks that a failed test leaves behind: a player among them would reconnect."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)


def _abort_connections() -> None:
    """Abort connections that a cancelled call or a killed server left half open: they would fail a later test."""
    for transport in list(vars(asyncio.get_running_loop())["_transports"].values()):
        transport.abort()


class Caller:
    """HTTP calls with a key; every answer is recorded."""

    def __init__(self, server: Address, key: str | None = None, **headers: str) -> None:
        authorization = {} if key is None else {"Authorization": f"Bearer {key}"}
        self._headers = {**authorization, **headers}
        self._server = server
        self.answers: list[str] = []

    async def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        async with httpx.AsyncClient(
            base_url=self._server.address, headers=self._headers, timeout=SECONDS, verify=False
        ) as client:
            answer = await client.request(method, path, **more)
        self.answers.append(answer.text)
        return answer

    async def get(self, path: str, **more: Any) -> httpx.Response:
        return await self.ask("GET", path, **more)

    async def post(self, path: str, body: Any = None, **more: Any) -> httpx.Response:
        if body is not None:
            more["json"] = body
        return await self.ask("POST", path, **more)


class Client:
    """A client at a table: what it was sent, and its state after that. Every frame is validated by the schema."""

    frames: TypeAdapter[Any] = TypeAdapter(protocol.TableFrame)

    def __init__(self, server: Address, code: str, key: str | None = None, **headers: str) -> None:
        self.server, self.code, self.key = server, code, key
        self.calls = Caller(server, key, **headers)
        self._headers = headers
        self._socket: ClientConnection | None = None
        self.texts: list[str] = []  # every frame as received
        self.game = 0
        self.header: list[str] = []
        self.rules: Frame = {}
        self._is_catching_up = False
        self.lines: list[list[str]] = []
        self.received_lines: list[tuple[int, int, list[str]]] = []  # every line as received: game, number, text
        self.table: Frame = {}
        self.now: Frame = {}
        self.answers: dict[str | None, Frame] = {}

    # Connecting.

    async def connect(self) -> None:
        """Open the socket without sending anything; a previous one is aborted."""
        if self._socket is not None:
            self.cut()
        address = f"{self.server.address.replace('http', 'ws')}/ws/{self.code}"
        self._socket = await connect(
            address,
            compression=None,
            ssl=ANY_CERTIFICATE if address.startswith("wss:") else None,
            additional_headers=self._headers,
            proxy=None,
            open_timeout=SECONDS,
            max_size=2**24,
            max_queue=None,  # a full queue stops reading, and a close would be noticed ten seconds late
        )
        _connected.add(self)

    async def enter(self, last: int | None = None) -> Client:
        """Connect and send hello, with the number of the last line it has, or with `last`."""
        await self.connect()
        if last is not None:
            del self.lines[last:]
        hello: Frame = {"type": "hello", "key": self.key, "from": len(self.lines)}
        if self.game:
            hello["game"] = self.game
        self._is_catching_up = True
        await self.send(hello)
        await self.until(lambda frame: frame["type"] in ("table", "refused"))
        if self.table.get("started"):
            await self.until(lambda frame: frame["type"] == "lines")
        return self

    def move_to(self, server: Address) -> None:
        """Use another server from now on."""
        self.server = self.calls._server = server

    async def leave(self) -> None:
        if self._socket is not None:
            await self._socket.close()
            self._socket = None
        _connected.discard(self)

    def cut(self) -> None:
        """Abort the connection without closing it."""
        assert self._socket is not None
        self._socket.transport.abort()
        self._socket = None

    # Frames.

    async def send(self, frame: Frame | str | bytes) -> None:
        assert self._socket is not None
        await self._socket.send(json.dumps(frame) if isinstance(frame, dict) else frame)

    async def next(self) -> Frame:
        assert self._socket is not None
        # Not wait_for: it loses a cancellation that comes at the same moment as a frame.
        async with asyncio.timeout(SECONDS):
            text = await self._socket.recv()
        assert isinstance(text, str)
        self.texts.append(text)
        self.frames.validate_json(text)
        frame: Frame = json.loads(text)
        self._take(frame)
        return frame

    async def until(self, wanted: Callable[[Frame], bool]) -> Frame:
        while True:
            frame = await self.next()
            if wanted(frame):
                return frame

    def _take(self, frame: Frame) -> None:
        kind = frame["type"]
        if kind == "header":
            if frame["game"] != self.game:
                self.game, self.lines = frame["game"], []
            self.header, self.rules = frame["lines"], frame["rules"]
        elif kind == "lines":
            self._take_lines(frame["first"], frame["lines"])
            self.now = frame["now"]
            assert (self.now["game"], self.now["n"]) == (self.game, len(self.lines))
        elif kind == "table":
            self.table = frame
        elif kind in ("ack", "refused"):
            self.answers[frame["id"]] = frame

    def _take_lines(self, first: int, lines: list[list[str]]) -> None:
        assert 1 <= first <= len(self.lines) + 1, "a line was skipped"
        # Lines are sent again only after a reconnection, or when the clock has marked the draws of a turn; without any
        # lines, turns were taken back.
        is_new = first == len(self.lines) + 1 or not lines
        assert is_new or self._is_catching_up or lines[0][-1].endswith("timeout"), "a line was sent twice"
        self._is_catching_up = False
        self.lines[first - 1 :] = lines
        self.received_lines += [(self.game, n, line) for n, line in enumerate(lines, first)]

    # Playing.

    async def move(
        self,
        move: str,
        after: int | None = None,
        seat: int | None = None,
        id: str | None = None,
        game: int | None = None,
    ) -> Frame:
        """Send a move and wait for its answer."""
        id = id or secrets.token_hex(6)
        self.answers.pop(id, None)
        frame = {
            "type": "move",
            "id": id,
            "seat": self.now["turn"] if seat is None else seat,
            "game": game,
            "after": self.now["n"] if after is None else after,
            "move": move,
        }
        await self.send(frame)
        while id not in self.answers:
            await self.next()
        return self.answers[id]

    @property
    def on_turn(self) -> bool:
        return bool(self.now.get("options"))

    @property
    def ready(self) -> bool:
        """Whether the table shows its seats as ready for the next round."""
        return all(self.table["seats"][seat]["ready"] for seat in self.table["you"])

    @property
    def round_over(self) -> bool:
        return bool(self.now.get("over"))

    @property
    def game_over(self) -> bool:
        return "game" in (self.now.get("over") or {})

    async def until_started(self) -> None:
        """Wait until the game has begun."""
        while not self.now:
            await self.next()

    async def until_turn(self) -> None:
        while not self.on_turn:
            assert not self.round_over
            await self.next()

    async def play_on(
        self,
        choose: Callable[[Frame], str] | None = None,
        stop: Callable[[Client], bool] = lambda client: client.game_over,
    ) -> None:
        """Play until a condition holds, by default until the game is over; ready for every round."""
        sent_ready = -1  # the line after which it was sent
        while not stop(self):
            if self.on_turn:
                options = self.now["options"]
                move = options[0]["move"] if choose is None else choose(self.now)
                answer = await self.move(move)
                is_late = answer.get("code") == "stale" and self.rules["clock"]  # the time was up
                assert answer["type"] == "ack" or is_late, answer
                assert is_late or len(self.lines) >= answer["n"]
            elif self.round_over and not self.game_over and self.table["you"] and sent_ready != self.now["n"]:
                sent_ready = self.now["n"]
                await self.send({"type": "ready"})
            else:
                await self.next()

    async def watch(self) -> None:
        """Watch until the game is over."""
        while not self.game_over:
            await self.next()

    def record(self) -> str:
        """The record as received line by line."""
        return "\n".join([*self.header, *(line for lines in self.lines for line in lines)]) + "\n"


async def new_table(server: Address, *seats: Frame, **more: Any) -> Client:
    """A new table and its host, who is not connected yet. With several seats, the game is to begin."""
    caller = Caller(server)
    answer = await caller.post("/api/tables", {"seats": list(seats), "start": len(seats) > 1, **more})
    assert answer.status_code == 200, answer.text
    made = answer.json()
    return Client(server, made["code"], made["key"])


async def begun_table(server: Address, *seats: Frame, **more: Any) -> Client:
    """A table whose game has begun, and its host, who is not connected yet."""
    host = await new_table(server, *seats, **more)
    answer = await host.calls.get(f"/api/tables/{host.code}")
    assert answer.json()["table"]["started"], answer.text
    return host


async def join(server: Address, code: str, name: str = "Bo") -> Client:
    answer = await Caller(server).post(f"/api/tables/{code}/join", {"name": name})
    assert answer.status_code == 200, answer.text
    return Client(server, code, answer.json()["key"])


async def start(host: Client) -> None:
    """Begin the game; retry if another node has changed the table in the meantime."""
    while (answer := await host.calls.post(f"/api/tables/{host.code}/start")).status_code == 409:
        assert answer.json()["code"] == "stale", answer.text
    assert answer.status_code == 200, answer.text


async def two_players(server: Address, edition: str = "pressman-classic", **more: Any) -> tuple[Client, Client]:
    """Two people at a table whose game has begun, both connected."""
    host = await new_table(server, HUMAN, edition=edition, **more)
    guest = await join(server, host.code)
    await start(host)
    return await host.enter(), await guest.enter()


HUMAN: Frame = {"kind": "human", "name": "Ana"}
LEVEL = LEVELS[0]  # the quickest
BOT: Frame = {"kind": "bot", "level": LEVEL}


def tiles_in(text: str) -> set[str]:
    """Every tile that a text names, alone or in a placement."""
    alone = re.findall(r"(?<![\d-])[0-5]-[0-5]-[0-5](?![\d-])", text)
    placed = re.findall(r"[v^]([0-5])([0-5])([0-5])(?!\d)", text)
    return {*alone, *("-".join(sorted(numbers)) for numbers in placed)}


Closed = websockets.ConnectionClosed
Disconnected = (websockets.WebSocketException, OSError)


async def plays_on(*clients: Client) -> None:
    """Check that the table still works: somebody can move and everybody receives it."""
    player = next(client for client in clients if client.on_turn)
    answer = await player.move(player.now["options"][0]["move"])
    assert answer["type"] == "ack"
    for client in clients:
        while client.now["n"] < answer["n"]:
            await client.next()


async def metric_values(server: Address) -> dict[str, float]:
    """The values of /metrics, by name and labels."""
    text = (await Caller(server).get("/metrics")).text
    pairs = (line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, value in pairs}
