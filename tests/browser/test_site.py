"""The pages as static files (`tricorn site`), served by Python's own small server below another folder."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from tests.browser.conftest import NewPage
from tests.browser.driving import CONTROLLED, FEW_TILES, FULL, NOTES, PHONE, cells, finish_game, go_on_to_play_here
from tests.browser.links import KEEP_COPIED, copied_link
from tests.browser.scorekeeper import Finger, begin_draft, enter_on_board, start_on_board

from tricorn.analysis.review import review

pytestmark = pytest.mark.browser

SUBFOLDER = "games/tricorn"
REVIEW_TIMEOUT_MS = 90_000
# The record of the only game in this browser.
RECORD = """Object.values(localStorage).filter((text) => text.startsWith("{")).map((text) => JSON.parse(text))
  .find((value) => value.records).records[0]"""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass

    def copyfile(self, source: Any, outputfile: Any) -> None:
        with suppress(ConnectionError):  # the page was left before it had loaded
            super().copyfile(source, outputfile)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("web")
    subprocess.run([sys.executable, "-m", "tricorn", "site", str(folder / SUBFOLDER)], check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(site))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/{SUBFOLDER}/"
        server.shutdown()


def shown_figures(page: Any) -> list[float]:
    """The figures of both accounts of a review, by rows."""
    cells = page.locator("#review details td").all_text_contents()
    return [float(re.sub("[^0-9.-]", "", cell.replace("\N{MINUS SIGN}", "-"))) for cell in cells if cell]


def server_figures(record: str) -> list[float]:
    """The same figures, as a server's review has them."""
    accounts = [player.account for player in review(record).players if player.account]
    rows = ("par", "luck", "errors", "unknown", "result")
    chances = [round(100 * getattr(account.chance, row), 2) for row in rows for account in accounts]
    return [*chances, *(getattr(account.points, row) for row in rows for account in accounts)]


def test_no_file_has_an_absolute_address(site: Path) -> None:
    files = [path for path in site.rglob("*") if path.suffix in (".html", ".css", ".webmanifest")]
    assert len(files) > 15
    for path in files:
        text = path.read_text(encoding="utf-8")
        found = re.findall(
            r"""(?:href|src|action|data-(?!join)\w+)="(/[^"]*)"|url\(["']?(/[^)]*)|"(?:src|start_url)": "(/[^"]*)""",
            text,
        )
        assert not found, path
        assert not re.findall(r"https?://(?!www\.w3\.org/)", text), path


def test_a_link_to_a_move_opens_without_a_server(new_page: NewPage, address: str, golden: Path) -> None:
    page = new_page(plays_here=True)
    page.add_init_script(KEEP_COPIED)
    page.goto(f"{address}replay.html")
    page.set_input_files("#record-file", golden / "classic-2p.tri")
    page.wait_for_selector("#replay:not([hidden])")
    page.keyboard.press("ArrowRight")
    other = new_page(plays_here=True)
    other.goto(copied_link(page))
    other.wait_for_selector("#step:has-text('1 of')")
    assert cells(other) == cells(page)


def test_games_move_to_another_device_as_a_file_without_a_server(
    new_page: NewPage, address: str, tmp_path: Path
) -> None:
    page, other = new_page(plays_here=True), new_page(plays_here=True)
    page.goto(address)
    go_on_to_play_here(page)
    page.goto(f"{address}device.html")
    assert not page.locator("#show-qr").count()
    with page.expect_download() as saved:
        page.click("#save-file")
    saved.value.save_as(tmp_path / "device.json")
    other.goto(f"{address}device.html")
    other.set_input_files("#load-file", tmp_path / "device.json")
    other.wait_for_selector("#said:has-text('Done. New on this device: 1 game,')")


def test_the_shortcut_of_the_installed_app_begins_a_game_once(new_page: NewPage, address: str) -> None:
    page = new_page(plays_here=True)
    page.goto(f"{address}#play")
    page.wait_for_selector("#rack .tile")
    page.go_back()
    page.wait_for_selector("#continue:not([hidden])")
    assert page.url == address


def test_on_an_iphone_a_page_with_games_says_to_install_it_or_the_browser_deletes_them(
    new_page: NewPage, address: str
) -> None:
    for standalone, is_told in (("undefined", False), ("true", False), ("false", True)):
        page = new_page(plays_here=True, **PHONE)
        page.add_init_script(f"Object.defineProperty(navigator, 'standalone', {{ value: {standalone} }})")
        page.goto(address)
        assert page.locator(".on-iphone").is_hidden(), "there is nothing to delete"
        page.goto(f"{address}#play")
        page.reload()
        page.wait_for_selector("#rack .tile")
        page.go_back()
        page.wait_for_selector("#continue:not([hidden])")
        assert page.locator(".on-iphone").is_visible() == is_told


def test_a_folder_of_files_is_enough_to_play_offline_and_asks_nothing_else(new_page: NewPage, address: str) -> None:
    page = new_page(plays_here=True, service_workers="allow")
    asked: set[str] = set()
    page.context.on("request", lambda request: asked.add(request.url))
    page.goto(address)
    assert not page.locator("#friends, #join").count()
    page.evaluate(CONTROLLED)
    page.context.set_offline(True)
    page.reload()
    page.click("[data-setup=now]")
    page.wait_for_selector("#setup[open] .avatar")
    page.keyboard.press("Escape")
    go_on_to_play_here(page, target="1", **FEW_TILES)
    finish_game(page)
    page.click("#ending a[href*=review]")
    page.wait_for_selector("#review table", timeout=REVIEW_TIMEOUT_MS)
    assert shown_figures(page) == server_figures(page.evaluate(RECORD))
    page.goto(f"{address}replay.html")
    page.set_input_files("#record-file", NOTES)
    page.wait_for_selector("#review-note:has-text('Only a Tricorn server can review it')")
    assert page.locator("#review-game").is_hidden()
    page.goto(f"{address}statistics.html")
    page.wait_for_selector("#figures dd")
    page.context.set_offline(False)
    page.goto(f"{address}rules.html")
    page.click("#open-menu")
    page.select_option("#language", "es")
    page.wait_for_url("**/es/rules.html")
    assert page.locator("html[lang=es]").count()
    page.goto(f"{address}es/")
    page.wait_for_selector("#opponents:has-text('fácil')")
    assert not [url for url in asked if not url.startswith((address, "blob:", "data:"))]


def test_the_scorekeeper_needs_no_server_and_is_there_in_spanish(new_page: NewPage, address: str) -> None:
    page = new_page(plays_here=True, service_workers="allow", **PHONE)
    asked: set[str] = set()
    page.context.on("request", lambda request: asked.add(request.url))
    page.goto(address)
    page.evaluate(CONTROLLED)
    page.context.set_offline(True)
    page.click("a[href*=score]")
    finger = begin_draft(page)
    start_on_board(finger, "444")
    enter_on_board(finger, "144")
    page.reload()
    assert Finger(page).scores == (22, 9), "what was entered survives a reload"
    page.context.set_offline(False)
    page.goto(f"{address}es/score.html")
    page.click("#my-sheets a")
    page.wait_for_selector("#draw:has-text('Robar')")
    assert Finger(page).scores == (22, 9)
    assert page.locator("#offline").is_hidden()
    assert not [url for url in asked if not url.startswith((address, "blob:", "data:"))]


def test_without_webassembly_or_storage_the_files_say_what_they_need(new_page: NewPage, address: str) -> None:
    for way, words in (("delete globalThis.WebAssembly", "needs a browser with WebAssembly"), (FULL, "does not store")):
        page = new_page(plays_here=True)
        page.add_init_script(way)
        page.goto(address)
        page.click("#play")
        page.wait_for_selector(f"#toast:has-text('{words}')")
        page.goto(f"{address}score.html")
        page.click("#new-sheet")
        page.click("#go")
        page.wait_for_selector(f"#setup :text('{words}')")
