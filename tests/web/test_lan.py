"""The addresses at which other devices reach a server, and the links that its pages show."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest
from tests.web.clients import HUMAN, Caller, new_table
from tests.web.server_process import Server

from tricorn.web.lan import Interface, is_loopback, rank_addresses, reachable_addresses

FOUND = [
    Interface("lo", "127.0.0.1"),
    Interface("docker0", "172.17.0.1"),
    Interface("eth1", "93.184.216.34"),
    Interface("eth0", "10.0.0.5"),
    Interface("wlan0", "192.168.1.7"),
    Interface("wlan0", "fe80::1"),
    Interface("wlan0", "fd00::7"),
    Interface("en0", "169.254.3.3"),
]


def test_the_default_route_comes_first_and_containers_last() -> None:
    assert rank_addresses(FOUND, 4, "192.168.1.7") == ["192.168.1.7", "10.0.0.5", "93.184.216.34", "172.17.0.1"]
    assert rank_addresses(FOUND, 4, None) == ["10.0.0.5", "192.168.1.7", "93.184.216.34", "172.17.0.1"]
    assert rank_addresses(FOUND, 6, None) == ["fd00::7"]


def test_a_container_is_last_even_on_the_default_route() -> None:
    assert rank_addresses(FOUND, 4, "172.17.0.1")[-1] == "172.17.0.1"


@pytest.mark.parametrize(
    ("host", "addresses"),
    [
        ("127.0.0.1", ()),
        ("localhost", ()),
        ("::1", ()),
        ("192.168.1.7", ("192.168.1.7:8000",)),
        ("fd00::7", ("[fd00::7]:8000",)),
    ],
)
def test_a_server_is_reached_where_it_listens(host: str, addresses: tuple[str, ...]) -> None:
    assert reachable_addresses(host, 8000) == addresses
    assert is_loopback(host) is (not addresses)


ADDRESSES = ("192.168.1.7:8000", "10.0.0.5:8000")


def links_in(page: str) -> list[str]:
    match = re.search(r'data-links="([^"]*)"', page)
    assert match is not None
    return html.unescape(match[1]).split()


async def test_a_browser_at_localhost_is_shown_links_for_other_devices(tmp_path: Path) -> None:
    with Server(tmp_path / "t.sqlite", address=ADDRESSES) as own_server:
        host = await new_table(own_server, HUMAN)
        page = (await host.calls.get(f"/t/{host.code}", headers={"Host": "localhost:8000"})).text
        assert links_in(page) == [f"http://{address}/t/{host.code}" for address in ADDRESSES]
        assert "Only this computer" not in page


async def test_the_address_that_a_page_was_opened_at_comes_first(tmp_path: Path) -> None:
    with Server(tmp_path / "t.sqlite", address=ADDRESSES) as own_server:
        host = await new_table(own_server, HUMAN)
        page = (await host.calls.get(f"/t/{host.code}", headers={"Host": ADDRESSES[1]})).text
        assert links_in(page) == [f"http://{address}/t/{host.code}" for address in reversed(ADDRESSES)]


async def test_a_page_says_so_if_only_this_computer_reaches_the_server(server: Server) -> None:
    host = await new_table(server, HUMAN)
    for language, sentence in (
        ("en", "Only this computer can reach this table."),
        ("es", "Solo este ordenador puede llegar a esta mesa."),
    ):
        page = (await Caller(server, **{"Accept-Language": language}).get(f"/t/{host.code}")).text
        assert links_in(page) == []
        assert sentence in page
        assert "tricorn serve --host 0.0.0.0" in page
        assert "qr.svg" not in page


async def test_the_qr_code_is_that_of_the_address_chosen(tmp_path: Path) -> None:
    with Server(tmp_path / "t.sqlite", address=ADDRESSES) as own_server:
        host = await new_table(own_server, HUMAN)
        here = {"Host": "localhost:8000"}
        pictures = [
            (await host.calls.get(f"/t/{host.code}/qr.svg{query}", headers=here)).text
            for query in ("", "?at=0", "?at=1", "?at=7", "?at=-1")
        ]
        assert pictures[1] == pictures[0] == pictures[3] == pictures[4]
        assert pictures[2] != pictures[0]
        there = {"Host": ADDRESSES[1]}
        assert (await host.calls.get(f"/t/{host.code}/qr.svg", headers=there)).text == pictures[2]
        assert (await host.calls.get(f"/t/{host.code}/qr.svg?at=x")).status_code == 422
