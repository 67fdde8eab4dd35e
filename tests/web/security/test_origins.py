"""The host names that a server answers to: not foreign ones, or their pages could read what is private here."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import httpx
import pytest
from tests.web.clients import HUMAN, Caller, new_table
from tests.web.http.test_connections import answer_to
from tests.web.server_process import Server

MACHINE = socket.gethostname().lower().partition(".")[0]
OWN = ["localhost", "localhost:8000", "LOCALHOST.", "127.0.0.1:8000", "[::1]:8000", "192.168.1.7:8000", "[fe80::1]"]
OWN += [MACHINE, f"{MACHINE}:8000", f"{MACHINE}.local"]
STRANGE = ["evil.example", "evil.example:8000", "localhost.evil.example", "127.0.0.1.evil.example", f"{MACHINE}.com"]
MALFORMED = ["", "a b", "a,b", "http://localhost", "localhost:x", "[::1", "::1", "x" * 300, "é", "-", "a..b"]
PATHS = ["/", "/metrics", "/healthz", "/api/tables", "/api/openapi.json", "/sw.js", "/static/x/css/base.css", "/none"]


async def ask(server: Server, path: str, host: str, **headers: str) -> httpx.Response:
    return await Caller(server, **headers).get(path, headers={b"Host": host.encode()})


async def test_the_server_answers_to_its_own_names(server: Server) -> None:
    for host in OWN:
        assert (await ask(server, "/metrics", host)).status_code == 200, host


async def test_the_server_does_not_answer_to_a_foreign_host_name(server: Server) -> None:
    for host in STRANGE:
        for path in PATHS:
            answer = await ask(server, path, host)
            assert answer.status_code == 403, (host, path)
    answer = await ask(server, "/api/tables", "evil.example:8000")
    said = "This server is not called evil.example. Its operator can allow the name: --allow-host evil.example"
    assert answer.json() == {"error": said, "code": "host", "message": None}
    answer = await ask(server, "/", "evil.example", **{"Accept-Language": "es"})
    assert answer.text.startswith("Este servidor no se llama evil.example.")


async def test_a_socket_under_a_foreign_host_name_is_refused(server: Server) -> None:
    host = await new_table(server, HUMAN)
    for name, status in (("evil.example", 403), ("192.168.1.7", 101)):
        shake = f"GET /ws/{host.code} HTTP/1.1\r\nHost: {name}\r\nOrigin: http://{name}\r\nConnection: Upgrade\r\n"
        shake += "Upgrade: websocket\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Version: 13\r\n"
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(f"{shake}\r\n".encode())
        assert (await reader.readline()).startswith(f"HTTP/1.1 {status} ".encode())
        writer.transport.abort()


async def test_an_invalid_host_name_is_refused(server: Server) -> None:
    for host in MALFORMED:
        assert (await ask(server, "/api/tables", host)).status_code == 400, host
    twice = b"GET /api/tables HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    assert (await answer_to(server, twice)).startswith(b"HTTP/1.1 400 ")
    without = b"GET /api/tables HTTP/1.0\r\n\r\n"
    assert (await answer_to(server, without)).startswith(b"HTTP/1.1 200 ")


async def test_host_names_can_be_allowed(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite", allow_host=["games.example.org"], behind_proxy=["127.0.0.1"]) as own_server:
        for host, status in (("games.example.org", 200), ("localhost", 200), ("evil.example", 403)):
            assert (await ask(own_server, "/api/tables", host)).status_code == status, host
            passed_on = await ask(own_server, "/api/tables", host, **{"X-Forwarded-For": "192.0.2.7"})
            assert passed_on.status_code == status, host


@pytest.mark.parametrize("hosts", [[], ["games.example.org"]])
@pytest.mark.parametrize("proxy", ["127.0.0.1", "192.0.2.99"], ids=["from the proxy", "from somebody else"])
async def test_no_forwarded_header_makes_a_server_answer_to_a_foreign_host_name(
    tmp_path: Path, proxy: str, hosts: list[str]
) -> None:
    forwarded = {"X-Forwarded-For": "192.0.2.7", "X-Forwarded-Host": "localhost", "X-Forwarded-Proto": "https"}
    with Server(tmp_path / "tables.sqlite", behind_proxy=[proxy], allow_host=hosts) as own_server:
        for path in PATHS:
            answer = await ask(own_server, path, "evil.example", **forwarded)
            assert answer.status_code == 403, path
            assert "--allow-host evil.example" in answer.text
        assert (await ask(own_server, "/api/tables", "localhost", **forwarded)).status_code == 200


@pytest.mark.parametrize(
    ("proxies", "scheme"), [(["127.0.0.1"], "https"), (["192.0.2.99"], "http"), ([], "http")], ids=str
)
async def test_a_forwarded_scheme_is_believed_only_from_the_proxy(
    tmp_path: Path, proxies: list[str], scheme: str
) -> None:
    with Server(tmp_path / "tables.sqlite", behind_proxy=proxies) as own_server:
        table = await new_table(own_server, HUMAN)
        page = await Caller(own_server, **{"X-Forwarded-Proto": "https"}).get(f"/t/{table.code}")
        assert f"{scheme}://127.0.0.1:{own_server.port}/t/{table.code}/preview.png" in page.text


async def test_the_qr_code_of_a_link_is_as_small_as_its_host_name_allows(tmp_path: Path) -> None:
    longest = ".".join(["x" * 63] * 3 + ["x" * 61])
    with Server(tmp_path / "tables.sqlite", allow_host=[longest]) as own_server:
        for host, status in ((longest, 200), (f"x{longest}", 400), ("x" * 2_400, 400)):
            answer = await ask(own_server, "/t/BCDFG/qr.svg", host)
            assert answer.status_code == status
            assert len(answer.text) < 20_000
