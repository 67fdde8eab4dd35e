"""A server behind nginx at a path of a host with another site: a game, no network, notifications, links."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest
from tests.browser.conftest import NewPage
from tests.browser.driving import CONTROLLED, change_rules, finish_game, go_on_to_play_here, sit_down
from tests.browser.test_local import SHORT
from tests.browser.test_push import ON_CLICK, SUBSCRIBE, SUBSCRIBED, SWITCH, browser, deliver, switch
from tests.nginx import configuration, free_port, needs_nginx, nginx
from tests.web.server_process import Server

from tricorn.web.pages.pictures import draw_qr_code

__all__ = ["browser"]

pytestmark = [pytest.mark.browser, needs_nginx]

HOST = "games.localhost"  # browsers find it on this computer, and trust it as they trust HTTPS
PATH = "/games/tricorn/"


class Site(NamedTuple):
    """Where a browser finds the server."""

    address: str


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder, port = tmp_path_factory.mktemp("below"), free_port()
    settings: dict[str, Any] = {
        "base_path": PATH.rstrip("/"),
        "behind_proxy": ["127.0.0.1"],
        "allow_host": [HOST],
        "push_contact": "mailto:a@example.org",
        "push_service": ["push.example"],
    }
    with Server(folder / "tables.sqlite", compiled=True, **settings) as server:
        included = folder / "nginx-path.conf"
        changes = {"127.0.0.1:8000": f"127.0.0.1:{server.port}"}
        included.write_text(configuration("nginx-path.conf", changes), encoding="utf-8")
        others = 'location / { default_type text/html; return 200 "<title>Another site</title>"; }'
        text = (
            f"events {{}} http {{ access_log off; server {{ listen 127.0.0.1:{port}; {others} include {included}; }} }}"
        )
        with nginx(text, port, folder):
            yield Site(f"http://{HOST}:{port}{PATH}")


@pytest.fixture
def outside(site: Site, new_page: NewPage) -> Iterator[list[str]]:
    """What the pages of a test request from the host outside the path; nothing, at the end of the test."""
    found: list[str] = []
    yield found
    assert found == []


def page_at(new_page: NewPage, site: Site, outside: list[str]) -> Any:
    page = new_page(at=site, plays_here=True, service_workers="allow", permissions=["notifications"])
    page.context.on("request", lambda request: outside.extend(outer(request.url)))
    page.on("websocket", lambda socket: outside.extend(outer(socket.url)))
    page.goto(site.address)
    page.evaluate(CONTROLLED)
    return page


def outer(address: str) -> list[str]:
    """The address if it is neither below the path nor in the page."""
    url = urlsplit(address)
    return [] if url.scheme == "data" or (url.hostname == HOST and url.path.startswith(PATH)) else [address]


def test_a_link_or_its_qr_code_leads_to_a_table_where_a_whole_game_is_played(
    new_page: NewPage, site: Site, outside: list[str]
) -> None:
    ana, bo = page_at(new_page, site, outside), page_at(new_page, site, outside)
    ana.click("#friends")
    ana.wait_for_selector("#start")
    link = ana.input_value("#link")
    assert link == ana.url
    assert link.startswith(f"{site.address}t/")
    drawn = ana.evaluate("fetch(document.querySelector('.qr').src).then(answer => answer.text())")
    assert drawn == draw_qr_code(link).decode()
    change_rules(ana, **SHORT)
    sit_down(bo, link, "Bo")
    ana.click("#start")
    finish_game(ana, bo)
    ana.click("#ending a[href*=review]")
    ana.wait_for_selector("#review table", timeout=60_000)


def test_without_a_network_the_pages_open_and_a_whole_game_is_played(
    new_page: NewPage, site: Site, outside: list[str]
) -> None:
    page = page_at(new_page, site, outside)
    page.evaluate("caches.open('of the other site').then(cache => cache.put('/x', new Response('kept')))")
    page.context.set_offline(True)
    page.reload()
    go_on_to_play_here(page, **SHORT)
    finish_game(page)
    for name in ("rules/spanish", "learn", "puzzles", "score"):
        page.goto(site.address + name)
        assert page.locator("h1").count(), name
    page.goto(f"{site.address}t/BCDFG")
    page.wait_for_selector("h1:has-text('The server cannot be reached')")
    page.context.set_offline(False)
    assert page.evaluate("caches.has('of the other site')"), "the caches of other pages of the host are theirs"


def test_the_switch_subscribes_and_a_tap_on_a_message_opens_the_table(
    new_page: NewPage, site: Site, outside: list[str]
) -> None:
    page = page_at(new_page, site, outside)
    page.click("#friends")
    page.wait_for_selector("#start")
    page.evaluate(SUBSCRIBE.format(json.dumps(SUBSCRIBED)))
    page.click("#open-menu")
    page.wait_for_selector(SWITCH)
    assert switch(page, "POST") == SUBSCRIBED
    code = page.url.rpartition("/")[2]
    for shown, address in (("focus", page.url), ("open", f"{site.address}rules")):
        page.goto(address)
        deliver(page, site, {"code": code, "title": "Your turn", "body": f"Table {code}"})
        notes = "navigator.serviceWorker.ready.then(worker => worker.getNotifications())"
        page.wait_for_function(f"{notes}.then(all => all.length === 1)")
        assert page.context.service_workers[0].evaluate(ON_CLICK) == [f"{shown} {PATH}t/{code}", 0]


def test_the_language_is_remembered_for_the_pages_below_the_path_only(
    new_page: NewPage, site: Site, outside: list[str]
) -> None:
    page = page_at(new_page, site, outside)
    page.click("#open-menu")
    page.select_option("#language", "es")
    page.wait_for_selector("html[lang=es]")
    (cookie,) = page.context.cookies()
    assert (cookie["name"], cookie["value"], cookie["path"]) == ("lang", "es", PATH)
