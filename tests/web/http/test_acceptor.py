"""Accepting connections: a burst of them delays nobody, and one that is closed leaves nothing behind."""

from __future__ import annotations

import asyncio
import gc
import socket
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.web.server_process import QUICK
from uvicorn.server import ServerState

from tricorn.web.app import create_app
from tricorn.web.http.acceptor import _BATCH, Acceptor
from tricorn.web.http.connections import LimitedHttpProtocol, ServerConfig, _LimitedWebSocketProtocol
from tricorn.web.setting_kinds import Rate
from tricorn.web.settings import Settings

pytestmark = pytest.mark.time_limit(30)
CONNECTIONS = 40
REQUESTS = {
    "nothing": b"",
    "half a request": b"GET /healthz HTTP/1.1\r\n",
    "a request": b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "a socket": b"GET /ws/BCDFG HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Version: 13\r\n\r\n",
}


@asynccontextmanager
async def accepting(folder: Path, **settings: Any) -> AsyncIterator[tuple[ServerConfig, tuple[str, int], list[int]]]:
    """A server in this process: its configuration, its address, and the connections it has made."""
    app = create_app(Settings(folder / "tables.sqlite", **{**QUICK, **settings}))
    config = ServerConfig(app, app.state.server)
    config.load()
    made: list[int] = []

    def new_connection() -> LimitedHttpProtocol:
        made.append(len(made))
        return LimitedHttpProtocol(config, ServerState(), {})

    async with app.router.lifespan_context(app):
        listener = socket.create_server(("127.0.0.1", 0), backlog=CONNECTIONS)
        acceptor = Acceptor(listener, config, new_connection)
        yield config, listener.getsockname(), made
        await acceptor.close()


async def test_after_a_few_connections_other_tasks_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    turn = 0
    turns: Counter[int] = Counter()
    async with accepting(tmp_path) as (config, address, _):
        admit = config.connections.admit

        def recorded(host: str) -> str | None:
            turns[turn] += 1
            return admit(host)

        monkeypatch.setattr(config.connections, "admit", recorded)
        clients = [socket.create_connection(address) for _ in range(CONNECTIONS)]  # the server does not run yet
        while turns.total() < CONNECTIONS:
            await asyncio.sleep(0)
            turn += 1
        for client in clients:
            client.close()
    assert max(turns.values()) <= _BATCH


async def test_nothing_is_allocated_for_a_connection_over_the_limit(tmp_path: Path) -> None:
    async with accepting(tmp_path, new_connections=Rate(5, 0.001)) as (config, address, made):
        clients = [await asyncio.open_connection(*address) for _ in range(CONNECTIONS)]
        for reader, _ in clients[5:]:
            with pytest.raises(ConnectionResetError):
                await reader.read()
        assert len(made) == 5
        assert config.connections._open.total() == 5
        for _, writer in clients:
            writer.transport.abort()


async def test_a_burst_of_connections_of_one_address_is_handled_at_its_pace(tmp_path: Path) -> None:
    async with accepting(tmp_path, connection_pace=Rate(3, 0.001)) as (config, address, made):
        clients = [await asyncio.open_connection(*address) for _ in range(CONNECTIONS)]
        while config.connections._open.total() < CONNECTIONS:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.01)
        assert len(made) == 3, "all of them count, and the others wait"
        other = await asyncio.open_connection(*address, local_addr=("127.0.0.9", 0))
        while len(made) < 4:  # another address does not wait
            await asyncio.sleep(0.01)
        for _, writer in (*clients, other):
            writer.transport.abort()


@pytest.mark.parametrize("sent", REQUESTS.values(), ids=REQUESTS.keys())
async def test_a_closed_connection_is_freed_without_collecting_garbage(tmp_path: Path, sent: bytes) -> None:
    async with accepting(tmp_path) as (config, address, made):
        gc.collect()  # what earlier tests in this process have left
        before = connections_in_memory()
        gc.disable()
        try:
            for number in range(1, 4):
                reader, writer = await asyncio.open_connection(*address)
                writer.write(sent)
                if sent.endswith(b"\r\n\r\n"):
                    await reader.readline()
                while len(made) < number:
                    await asyncio.sleep(0.01)
                writer.transport.abort()
            while config.connections._open or connections_in_memory() > before:
                await asyncio.sleep(0.01)
        finally:
            gc.enable()


def connections_in_memory() -> int:
    return sum(isinstance(value, LimitedHttpProtocol | _LimitedWebSocketProtocol) for value in gc.get_objects())
