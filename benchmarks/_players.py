"""The load of `tables.py` and `hostile.py`: pairs of players at tables, over real sockets, all in one process."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import Coroutine, Iterable, Sequence
from random import Random
from typing import Any, TypeVar

import httpx
from websockets.asyncio.client import ClientConnection, connect

EDITION = "pressman-classic target=1000000"  # a game that lasts longer than the measurement
CONCURRENCY = 16  # tables made, or sockets opened, at a time
HERE = "127.0.0.1"
Result = TypeVar("Result")


class Player:
    """One socket at a table."""

    def __init__(self, port: int, code: str, key: str, on_turn: asyncio.Event, source: str = HERE) -> None:
        self._port, self._code, self._key, self._source = port, code, key, source
        self._on_turn = on_turn  # shared by the players at the table
        self._expected: dict[int, asyncio.Future[float]] = {}
        self.now: dict[str, Any] = {}
        self._socket: ClientConnection

    async def connect(self) -> None:
        address = f"ws://127.0.0.1:{self._port}/ws/{self._code}"
        options: dict[str, Any] = {"compression": None, "proxy": None, "ping_interval": None}
        self._socket = await connect(address, local_addr=(self._source, 0), **options)
        await self._socket.send(json.dumps({"type": "hello", "key": self._key, "from": 0}))

    async def listen(self) -> None:
        async for text in self._socket:
            arrived = time.perf_counter()
            assert isinstance(text, str)
            if text.startswith('{"type":"lines"'):
                await self._update(json.loads(text)["now"], arrived)
            elif text.startswith('{"type":"refused"'):
                raise RuntimeError(text)

    async def _update(self, now: dict[str, Any], arrived: float) -> None:
        for n in [n for n in self._expected if n <= now["n"]]:
            self._expected.pop(n).set_result(arrived)
        self.now = now
        if now["options"]:
            self._on_turn.set()
        elif now["over"] and now["hands"]:
            await self._socket.send('{"type":"ready"}')

    def expect(self, n: int) -> asyncio.Future[float]:
        """A future with the time when line n arrives."""
        future = self._expected[n] = asyncio.get_running_loop().create_future()
        return future

    async def move(self) -> None:
        """Send the move that scores most."""
        now, self.now = self.now, {}
        frame = {"type": "move", "id": os.urandom(8).hex(), "seat": now["turn"], "after": now["n"]}
        await self._socket.send(json.dumps({**frame, "move": now["options"][0]["move"]}))


class Pair:
    """The two players of a table, and how long each move took to reach the other player."""

    def __init__(self, ports: Sequence[int], code: str, keys: Sequence[str], source: str) -> None:
        self.code = code
        self._on_turn = asyncio.Event()
        self.players = [Player(ports[n % len(ports)], code, key, self._on_turn, source) for n, key in enumerate(keys)]
        self.times: list[tuple[float, float]] = []  # when a move was sent, and how long it took

    async def play(self, begin: float, end: float, pace: float) -> None:
        """Let the player on turn move every `pace` seconds, or without a pause if that is 0."""
        loop = asyncio.get_running_loop()
        due = begin
        while max(due, loop.time()) < end:
            await asyncio.sleep(due - loop.time())
            await self._on_turn.wait()
            self._on_turn.clear()
            mover = next(player for player in self.players if player.now.get("options"))
            other = self.players[mover is self.players[0]]
            arrival = other.expect(mover.now["n"] + 1)
            sent = time.perf_counter()
            await mover.move()
            self.times.append((sent, await arrival - sent))
            due += pace


async def gather_limited(work: Iterable[Coroutine[Any, Any, Result]]) -> list[Result]:
    """Gather the results of coroutines, of which only a few run at a time."""
    semaphore = asyncio.Semaphore(CONCURRENCY)

    async def run(coroutine: Coroutine[Any, Any, Result]) -> Result:
        async with semaphore:
            return await coroutine

    return await asyncio.gather(*map(run, work))


def api_client(port: int, source: str = HERE) -> httpx.AsyncClient:
    """A client with a new connection per request, because a busy server may close an old one during a request."""
    limits = httpx.Limits(max_keepalive_connections=0)
    transport = httpx.AsyncHTTPTransport(verify=False, limits=limits, local_address=source)
    return httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", transport=transport, timeout=60)


async def make_pairs(ports: Sequence[int], count: int, source: str = HERE) -> list[Pair]:
    """Tables of two players whose games have begun; with several nodes, the two use different ones."""
    async with api_client(ports[0], source) as client:
        return await gather_limited(_make_pair(client, ports, source) for _ in range(count))


async def _make_pair(client: httpx.AsyncClient, ports: Sequence[int], source: str) -> Pair:
    seats = [{"kind": "human", "name": "Ana"}]
    table = (await client.post("/api/tables", json={"edition": EDITION, "seats": seats})).json()
    code, key = table["code"], table["key"]
    joined = (await client.post(f"/api/tables/{code}/join", json={"name": "Bo"})).json()
    response = await client.post(f"/api/tables/{code}/start", headers={"Authorization": f"Bearer {key}"})
    response.raise_for_status()
    return Pair(ports, code, [key, joined["key"]], source)


async def make_bots(port: int, level: str, count: int) -> list[Player]:
    """Tables where bots play without a pause; returns a spectator for each, without whom the bots would not play."""
    async with api_client(port) as client:
        request = {"edition": EDITION, "seats": [{"kind": "bot", "level": level}] * 2, "start": True}
        tables = [(await client.post("/api/tables", json=request)).json() for _ in range(count)]
    return [Player(port, table["code"], table["key"], asyncio.Event()) for table in tables]


class Playing:
    """A context in which players are connected to their tables."""

    def __init__(self, pairs: Sequence[Pair], watchers: Sequence[Player] = ()) -> None:
        self._pairs = pairs
        self._connected = [*watchers, *(player for pair in pairs for player in pair.players)]
        self._listening: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Playing:
        await gather_limited(player.connect() for player in self._connected)
        self._listening = [asyncio.create_task(player.listen()) for player in self._connected]
        return self

    async def __aexit__(self, *exception: object) -> None:
        for task in self._listening:
            task.cancel()

    async def play(self, seconds: float, pace: float) -> list[float]:
        """Play for some seconds and return how long each move took to arrive."""
        random, loop = Random(1), asyncio.get_running_loop()
        begin, began = loop.time(), time.perf_counter()
        end = begin + seconds
        playing = asyncio.gather(*(pair.play(begin + random.random() * pace, end, pace) for pair in self._pairs))
        # Listeners run until the end; one that stops earlier has failed.
        tasks: list[asyncio.Future[Any]] = [playing, *self._listening]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in self._listening:
            if task.done():
                task.result()
        await playing
        return [took for pair in self._pairs for sent, took in pair.times if sent >= began]


async def echo_times(port: int, sockets: int, seconds: float) -> list[float]:
    """Open sockets that each send one message per second, and return how long each message took to come back."""
    times: list[float] = []
    address = f"ws://127.0.0.1:{port}/"
    connections = await gather_limited(_connect(address) for _ in range(sockets))
    random, loop = Random(1), asyncio.get_running_loop()
    end = loop.time() + seconds

    async def send_messages(connection: ClientConnection, due: float) -> None:
        while due < end:
            await asyncio.sleep(due - loop.time())
            sent = time.perf_counter()
            await connection.send(json.dumps({"type": "move", "id": "0123456789abcdef", "move": "0,0v144"}))
            await connection.recv()
            times.append(time.perf_counter() - sent)
            due += 1.0
        await connection.close()

    await asyncio.gather(*(send_messages(connection, loop.time() + random.random()) for connection in connections))
    return times


async def _connect(address: str) -> ClientConnection:
    return await connect(address, compression=None, proxy=None, ping_interval=None)
