"""Accessibility and size: what axe finds, how many bytes a first visit takes, and what a service worker caches."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import pytest
from tests.browser.axe import faults
from tests.browser.conftest import NewPage
from tests.browser.driving import (
    FEW_TILES,
    MANY_TILES,
    bytes_loaded,
    finish_round,
    play_now,
    sit_at_table,
    take_move,
    wait_for_choice,
    wait_for_turn,
)
from tests.web.server_process import Server

pytestmark = pytest.mark.browser

FIRST_VISIT = 120 * 1024  # bytes over the wire


def test_axe_finds_nothing_serious_on_pages_to_read(new_page: NewPage, golden: Path) -> None:
    page = new_page()
    for path in ("/rules/spanish", "/replay", "/device", "/nowhere", "/offline", "/"):
        page.goto(path)
        assert faults(page) == [], path
    page.click("#open-menu")
    assert faults(page) == [], "menu"
    page.keyboard.press("Escape")
    page.click("[data-setup=pass]")
    page.check("[name=rules][value=own]")
    for group in page.locator("#setup .rules > summary").all():
        group.click()
    assert faults(page) == [], "set-up"
    page.keyboard.press("Escape")
    page.set_input_files("#record-file", golden / "classic-2p.tri")
    page.wait_for_selector("#replay:not([hidden])")
    page.keyboard.press("End")
    assert faults(page) == [], "replay"


def test_axe_finds_nothing_serious_at_the_table(new_page: NewPage) -> None:
    page = new_page()
    sit_at_table(page, starts=False)
    assert faults(page) == [], "lobby"
    sit_at_table(page, bots=1, rules=MANY_TILES)
    for _ in range(2):
        assert wait_for_turn(page)
        take_move(page)
    wait_for_choice(page)
    page.click("[data-opens=list]")
    page.keyboard.press("t")
    page.keyboard.press("Enter")
    page.locator("#move-list button").first.wait_for()
    page.locator("#board .target").first.wait_for()
    assert faults(page) == [], "moves"
    sit_at_table(page, bots=1, rules=FEW_TILES)
    finish_round(page)
    assert faults(page) == [], "end of the round"


@pytest.mark.parametrize("language", ["en-GB", "es-ES"])
def test_a_first_visit_is_small_and_loads_from_no_other_host(new_page: NewPage, server: Server, language: str) -> None:
    page = new_page(locale=language, service_workers="block")  # what they fetch would not be counted
    sizes = bytes_loaded(page)
    hosts: set[str] = set()
    page.context.on("request", lambda request: hosts.add(urlsplit(request.url).netloc))
    play_now(page)
    assert wait_for_turn(page)
    assert hosts == {urlsplit(server.address).netloc}
    assert 50_000 < sum(sizes) < FIRST_VISIT


def test_the_page_can_be_installed_and_its_worker_caches_the_shell_and_nothing_of_the_game(new_page: NewPage) -> None:
    page = new_page(service_workers="allow")
    page.goto("/")
    manifest = page.evaluate("fetch('/manifest.webmanifest').then(answer => answer.json())")
    for icon in manifest["icons"]:
        assert page.evaluate("address => fetch(address).then(answer => answer.ok)", icon["src"]), icon
    assert page.evaluate("navigator.serviceWorker.ready.then(worker => worker.scope)").endswith("/")
    play_now(page)
    kept = page.evaluate(
        "caches.keys().then(names => Promise.all(names.map(name => caches.open(name).then(cache => cache.keys()))))"
        ".then(found => found.flat().map(request => new URL(request.url).pathname))"
    )
    pages = {path for path in kept if not path.startswith("/static/")}
    assert {"/", "/offline", "/play"} <= pages
    assert not [path for path in pages if path.startswith(("/t/", "/api/"))]
