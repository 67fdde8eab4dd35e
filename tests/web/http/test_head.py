"""HEAD is answered like GET, but without a body: monitors and link checkers ask that way."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import httpx
import pytest
from tests.web.clients import BOT, HUMAN, Caller, begun_table
from tests.web.http.test_connections import answer_to
from tests.web.security.test_rates import calls
from tests.web.server_process import Server


def head_of(answer: httpx.Response, path: str) -> tuple[int, dict[str, str]]:
    changing = ["date", "content-length"] if path == "/metrics" else ["date"]
    return answer.status_code, {name: value for name, value in answer.headers.items() if name not in changing}


async def test_every_page_file_and_get_route_answers_head_like_get(server: Server, tmp_path: Path) -> None:
    host = await begun_table(server, HUMAN, BOT)
    gets = [path.replace("BCDFG", host.code) for method, path in await calls(tmp_path) if method == "GET"]
    files = re.findall('/static/[^ ">]+', (await host.calls.get("/")).text)
    statuses: Counter[int] = Counter()
    for path in [*gets, *files, "/t/BCDFG", "/api/tables/BCDFG", "/none"]:
        get, head = await host.calls.get(path), await host.calls.ask("HEAD", path)
        assert head_of(head, path) == head_of(get, path), path
        statuses[head.status_code] += 1
    assert statuses[200] > 30
    assert statuses[404] > 3


async def test_head_is_refused_where_get_is(server: Server) -> None:
    assert (await Caller(server).ask("HEAD", "/api/records")).status_code == 405


@pytest.mark.parametrize(("path", "status"), [("/", 200), ("/healthz", 200), ("/none", 404)])
async def test_no_body_follows_the_head_of_the_response(server: Server, path: str, status: int) -> None:
    asked = f"HEAD {path} HTTP/1.1\r\nHost: localhost\r\n\r\nGET /healthz HTTP/1.1\r\nHost: localhost\r\n"
    answer = await answer_to(server, f"{asked}Connection: close\r\n\r\n".encode())
    head, _, rest = answer.partition(b"\r\n\r\n")
    assert head.startswith(f"HTTP/1.1 {status} ".encode())
    assert rest.startswith(b"HTTP/1.1 200 ")
