"""Accessibility and size: what axe finds in both themes, and how many bytes a first visit takes."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from tests.browser.conftest import NewPage
from tests.browser.driving import finish_round, open_table, play_few_tiles, play_now, take_move, wait_for_turn
from tests.web.server_process import Server

pytestmark = pytest.mark.browser

FIRST_VISIT = 120 * 1024  # bytes over the wire
SERIOUS = ("serious", "critical")
CRITERIA = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa")
COLOURS = ("color-contrast", "link-in-text-block")  # the rules of axe for which a theme makes a difference


# Half faded in, a text has too little contrast. What moves without end does not fade.
STILL = """() => Promise.allSettled(document.getAnimations()
    .filter(each => each.effect.getComputedTiming().endTime < Infinity)
    .map(each => each.finished))"""


def faults(page: Any) -> list[str]:
    """The problems that axe finds on the page once nothing moves, in either theme."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not here").Axe()
    page.evaluate(axe.axe_script)
    faults = []
    for theme, rules in (("light", CRITERIA), ("dark", COLOURS)):
        page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
        page.evaluate(STILL)
        options = {"runOnly": list(rules), "resultTypes": ["violations"]}
        found = page.evaluate("options => axe.run(options).then(results => results.violations)", options)
        faults += [f"{theme}: {_description(fault)}" for fault in found if fault["impact"] in SERIOUS]
    return faults


def _description(fault: Any) -> str:
    return f"{fault['id']}: " + " ".join(node["html"][:160] for node in fault["nodes"][:3])


def test_axe_finds_nothing_serious_on_pages_to_read(new_page: NewPage, golden: Path) -> None:
    page = new_page()
    for path in ("/rules/spanish", "/replay", "/nowhere", "/offline", "/"):
        page.goto(path)
        assert faults(page) == [], path
    page.click("#open-menu")
    assert faults(page) == [], "menu"
    page.keyboard.press("Escape")
    page.click("[data-setup=friends]")
    page.click("#setup summary")
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
    open_table(page, "Ana")
    assert faults(page) == [], "lobby"
    play_now(page)
    for _ in range(3):
        if wait_for_turn(page):
            take_move(page)
    if wait_for_turn(page) and page.locator("#rack .fits").count():
        page.keyboard.press("t")
        page.keyboard.press("Enter")
        assert faults(page) == [], "targets"
        page.keyboard.press("Escape")
    page.click("[data-opens=list]")
    assert faults(page) == [], "moves"
    play_few_tiles(page)
    finish_round(page)
    assert faults(page) == [], "end of the round"


@pytest.mark.parametrize("language", ["en-GB", "es-ES"])
def test_a_first_visit_is_small_and_loads_from_no_other_host(new_page: NewPage, server: Server, language: str) -> None:
    page = new_page(locale=language, service_workers="block")  # what they fetch would not be counted
    sizes: list[float] = []
    hosts: set[str] = set()
    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.context.on("request", lambda request: hosts.add(urlsplit(request.url).netloc))
    play_now(page)
    assert wait_for_turn(page)
    assert hosts == {urlsplit(server.address).netloc}
    assert 50_000 < sum(sizes) < FIRST_VISIT


def test_the_page_can_be_installed(new_page: NewPage) -> None:
    page = new_page(service_workers="allow")
    page.goto("/")
    manifest = page.evaluate("fetch('/manifest.webmanifest').then(answer => answer.json())")
    for icon in manifest["icons"]:
        assert page.evaluate("address => fetch(address).then(answer => answer.ok)", icon["src"]), icon
    assert page.evaluate("navigator.serviceWorker.ready.then(worker => worker.scope)").endswith("/")


def test_the_service_worker_caches_the_shell_and_nothing_of_the_game(new_page: NewPage) -> None:
    page = new_page(service_workers="allow")
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    play_now(page)
    kept = page.evaluate(
        "caches.keys().then(names => Promise.all(names.map(name => caches.open(name).then(cache => cache.keys()))))"
        ".then(found => found.flat().map(request => new URL(request.url).pathname))"
    )
    pages = {path for path in kept if not path.startswith("/static/")}
    assert {"/", "/offline", "/play"} <= pages
    assert not [path for path in pages if path.startswith(("/t/", "/api/"))]


def test_targets_for_fingers_are_large_enough(new_page: NewPage) -> None:
    page = new_page(viewport={"width": 360, "height": 640}, has_touch=True)
    play_now(page)
    assert wait_for_turn(page)
    small = page.locator("button:visible, a:visible, select:visible").evaluate_all(
        "all => all.filter(each => each.getBoundingClientRect().width < 24 || each.getBoundingClientRect().height < 24)"
        ".map(each => each.outerHTML.slice(0, 120))"
    )
    assert small == []
