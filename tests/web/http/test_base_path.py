"""A server below a path of its host name: what it answers, what its pages link to, and whom it believes."""

from __future__ import annotations

import asyncio
import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from tests.web.clients import BOT, HUMAN, Caller, join, new_table, start
from tests.web.server_process import Server
from tests.web.test_lan import links_in
from tests.web.test_nodes import check_against_the_record, play

from tricorn.web.pages.offline import OFFLINE_PAGES
from tricorn.web.pages.pictures import draw_qr_code

BASE = "/games/tricorn"
DIRECT = "192.168.1.7:8000"  # where other devices reach the server without its proxy
HOST = "games.example.org"
PREFIX = {"Host": HOST, "X-Forwarded-Prefix": BASE, "X-Forwarded-Proto": "https"}


@dataclass(frozen=True)
class Below:
    """The address of a server at its base path."""

    address: str


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server that is told its base path, and trusts a proxy on this computer."""
    with Server(
        tmp_path / "t.sqlite",
        base_path=BASE,
        behind_proxy=["127.0.0.1"],
        allow_host=[HOST],
        address=[DIRECT],
    ) as running:
        yield running


@pytest.fixture
def plain(tmp_path: Path) -> Iterator[Server]:
    """A server without a base path, behind a proxy that removes one and names it."""
    with Server(tmp_path / "p.sqlite", behind_proxy=["127.0.0.1"], allow_host=[HOST]) as running:
        yield running


def addresses_in(page: str) -> list[str]:
    """All addresses that the attributes in a page name, lists of them taken apart."""
    attributes = [(name, html.unescape(value)) for name, value in re.findall(r'([\w-]+)="([^"]*)"', page)]
    words = [(name, word) for name, value in attributes for word in value.split() if name != "xmlns"]
    address = re.compile(r"(?:https?://[\w.:-]+)?/[\w./?=&~+#-]*")
    return [word for name, word in words if address.fullmatch(word) and (word != "/" or name in ("href", "src"))]


async def test_a_whole_game_is_played_below_a_base_path(server: Server) -> None:
    below = Below(server.address + BASE)
    host = await new_table(below, HUMAN, BOT, edition="pressman-classic target=150", start=False)
    guest = await join(below, host.code)
    await start(host)
    await host.enter()
    await guest.enter()
    await asyncio.gather(play(host, below), play(guest, below))
    await check_against_the_record(host, guest)


async def test_nothing_else_of_the_host_is_answered(server: Server) -> None:
    for path in ("/", "/api/tables", "/games", "/games/tricornered/", "/games/tricorn2", "/static/x/js/home/home.js"):
        assert (await Caller(server).get(path)).status_code == 404, path
    answer = await Caller(server).get(BASE)
    assert (answer.status_code, answer.headers["Location"]) == (307, f"{BASE}/")
    for path in ("/healthz", f"{BASE}/healthz", "/metrics"):
        assert (await Caller(server).get(path)).status_code == 200, path


@pytest.mark.parametrize(
    ("base", "forwarded"), [(BASE, ""), ("", BASE), (BASE, "/outer")], ids=["by a setting", "by the proxy", "by both"]
)
async def test_every_address_that_a_page_names_is_below_the_base_path(
    server: Server, plain: Server, base: str, forwarded: str
) -> None:
    caller = Caller(server if base else plain, **{**PREFIX, "X-Forwarded-Prefix": forwarded})
    root = f"{forwarded}{base}/"
    table = (await caller.post(f"{base}/api/tables", {"seats": [HUMAN]})).json()["code"]
    sheet = (await caller.post(f"{base}/api/sheets", {"edition": "spanish", "names": ["Ana", "Bo"]})).json()["code"]
    own = (f"t/{table}", f"t/{table}/tv", f"t/{table}/replay", f"score/{sheet}", f"score/{sheet}/tv")
    for name in (*OFFLINE_PAGES, *own, "tv", "offline", "no-such-page"):
        page = (await caller.get(f"{base}/{name}")).text
        named = [address for address in addresses_in(page) if urlsplit(address).netloc != DIRECT]
        assert len(named) > 5, name
        assert [address for address in named if not urlsplit(address).path.startswith(root)] == [], name
        assert f'data-root="{root}"' in page
    manifest = (await caller.get(f"{base}/manifest.webmanifest")).json()
    for address in (manifest["start_url"], manifest["scope"], *(icon["src"] for icon in manifest["icons"])):
        path = urljoin(f"{root}manifest.webmanifest", address)
        assert path.startswith(root)
        assert (await caller.get(path.removeprefix(forwarded))).status_code == 200
    assert (await caller.get(f"{base}/api/openapi.json")).json()["servers"] == [{"url": root[:-1]}]


async def test_links_and_qr_codes_lead_to_where_a_client_reaches_the_server(server: Server, plain: Server) -> None:
    for asked, base, expected in (
        (server, BASE, [f"https://{HOST}/outer{BASE}", f"http://{DIRECT}{BASE}"]),
        (plain, "", [f"https://{HOST}/outer"]),
    ):
        caller = Caller(asked, **{**PREFIX, "X-Forwarded-Prefix": "/outer"})
        code = (await caller.post(f"{base}/api/tables", {"seats": [HUMAN]})).json()["code"]
        page = (await caller.get(f"{base}/t/{code}")).text
        assert links_in(page) == [f"{address}/t/{code}" for address in expected]
        assert f"<b>{HOST}/outer{base}/tv</b>" in page
        assert f'content="https://{HOST}/outer{base}/t/{code}/preview.png"' in page
        for at, address in enumerate(expected):
            picture = (await caller.get(f"{base}/t/{code}/qr.svg?at={at}")).text
            assert picture == draw_qr_code(f"{address}/t/{code}").decode()


@pytest.mark.parametrize(
    "prefix", ["//evil.example", "/a/../b", "games", '/x"onload=', "/x, /y", "/é", "/" + "x" * 300]
)
async def test_a_forwarded_prefix_that_is_no_path_is_refused(plain: Server, prefix: str) -> None:
    headers = [("Host", "localhost"), ("X-Forwarded-Prefix", prefix)]
    encoded = [(name.encode(), value.encode()) for name, value in headers]
    answer = await Caller(plain).get("/", headers=encoded)
    assert answer.status_code == 400
    assert prefix not in answer.text


async def test_a_forwarded_prefix_is_believed_only_from_a_trusted_proxy(tmp_path: Path) -> None:
    for proxies in ([], ["192.0.2.99"]):
        with Server(tmp_path / "t.sqlite", behind_proxy=proxies) as own_server:
            page = (await Caller(own_server).get("/", headers={"X-Forwarded-Prefix": BASE})).text
            assert 'data-root="/"' in page
            assert BASE not in page


async def test_requests_outside_the_base_path_are_counted(tmp_path: Path) -> None:
    with Server(tmp_path / "t.sqlite", base_path=BASE, requests=(2, 0.001)) as own_server:
        statuses = [(await Caller(own_server).get("/x")).status_code for _ in range(3)]
        assert statuses == [404, 404, 429]
