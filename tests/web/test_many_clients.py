"""Many tables, many sockets, clients that do not read: the server's memory for them is limited."""

from __future__ import annotations

import asyncio
import json
import socket
from pathlib import Path
from typing import Any

import pytest
from tests.web.clients import BOT, HUMAN, Caller, Client, Disconnected, metric_values, plays_on, two_players
from tests.web.server_process import Server
from websockets.asyncio.client import ClientConnection, connect


async def connect_without_reading(server: Server, code: str) -> ClientConnection:
    """A client at a table, with a small window, that never reads what it is sent."""
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.setblocking(False)
    await asyncio.get_running_loop().sock_connect(raw, ("127.0.0.1", server.port))
    client = await connect(f"ws://127.0.0.1:{server.port}/ws/{code}", sock=raw, compression=None, proxy=None)
    client.transport.pause_reading()
    await client.send(json.dumps({"type": "hello", "key": None, "from": 0}))
    return client


def is_connected(client: ClientConnection) -> bool:
    """Whether the system still has the connection (its TCP_INFO begins with the state; 1 is established)."""
    raw = client.transport.get_extra_info("socket")
    return bool(raw.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0] == 1)


@pytest.mark.parametrize("limit", [{"outbox_bytes": 50_000}, {"seconds_to_read": 0.5}], ids=["much", "slow"])
async def test_a_client_that_does_not_read_is_dropped_and_the_table_plays_on(
    tmp_path: Path, limit: dict[str, Any]
) -> None:
    with Server(tmp_path / "tables.sqlite", log="plain", **limit) as own_server:
        host, guest = await two_players(own_server)
        client = await connect_without_reading(own_server, host.code)
        frame = json.dumps({"type": "move", "id": "x" * 64, "seat": 0, "after": 0, "move": "draw"})
        for _ in range(3_000):  # each is refused with a frame that nobody reads
            await client.send(frame)
        while (await metric_values(own_server))["tricorn_sockets"] > 2:
            await asyncio.sleep(0.05)
        assert (await metric_values(own_server))["tricorn_sockets_dropped_total"] == 1
        await plays_on(host, guest)
        while is_connected(client):  # the system's buffers are freed too
            await asyncio.sleep(0.05)
        client.transport.abort()
        assert "Traceback" not in own_server.log.read_text()


async def test_the_number_of_sockets_is_limited(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite", sockets=3, behind_proxy=["127.0.0.1"]) as own_server:
        host, _ = await two_players(own_server)
        await Client(own_server, host.code, **{"X-Forwarded-For": "192.0.2.1"}).enter()
        with pytest.raises(Disconnected):
            await Client(own_server, host.code, **{"X-Forwarded-For": "192.0.2.2"}).enter()
        await host.leave()
        while (await metric_values(own_server))["tricorn_sockets"] > 2:
            await asyncio.sleep(0.01)
        await Client(own_server, host.code, **{"X-Forwarded-For": "192.0.2.2"}).enter()


@pytest.mark.parametrize("proxies", [[], ["192.0.2.99"]], ids=str)
async def test_a_forwarded_address_is_believed_only_from_a_trusted_proxy(tmp_path: Path, proxies: list[str]) -> None:
    with Server(tmp_path / "tables.sqlite", wrong_codes=(3, 0.001), behind_proxy=proxies) as own_server:
        for n in range(5):
            answer = await Caller(own_server, **{"X-Forwarded-For": f"192.0.2.{n}"}).get("/api/tables/ZZZZZ")
        assert answer.status_code == 429, "a client that can invent addresses would never be stopped"


async def test_the_number_of_tables_of_an_address_is_limited(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite", tables_per_address=3, behind_proxy=["127.0.0.1"]) as own_server:
        here = Caller(own_server, **{"X-Forwarded-For": "192.0.2.1", "Accept-Language": "es"})
        answers = [await here.post("/api/tables", {"seats": [HUMAN, BOT]}) for _ in range(5)]
        assert [answer.status_code for answer in answers] == [200] * 3 + [429] * 2
        assert answers[-1].json()["error"].startswith("Se han hecho demasiadas mesas")
        there = Caller(own_server, **{"X-Forwarded-For": "192.0.2.2"})
        assert (await there.post("/api/tables", {"seats": [HUMAN, BOT]})).status_code == 200
