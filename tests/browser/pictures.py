"""Take the pictures of the pages that README, docs and the manifest show: `python -m tests.browser.pictures`."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright
from tests.browser.conftest import FLAGS, chromium
from tests.browser.driving import MY_MOVE, PHONE, ROUND_OVER, confirm_draw, open_table, play_now, sit_down
from tests.web.server_process import Server

from tricorn.sheet import Sheet
from tricorn.web.pages.assets import STATIC
from tricorn.web.pages.manifest import SCREENSHOTS

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "docs/pictures"
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
SHARP_PHONE: dict[str, Any] = {**PHONE, "device_scale_factor": 2}
BONUS = "#board .target.bonus"
MAX_MOVES = 400


class Album:
    """A browser on a server, and where its pictures go."""

    def __init__(self, browser: Any, server: Server) -> None:
        self._browser, self._server = browser, server

    @contextmanager
    def page(self, size: dict[str, Any], theme: str) -> Iterator[Any]:
        context = self._browser.new_context(base_url=self._server.address, color_scheme=theme, locale="en-GB", **size)
        page = context.new_page()
        page.goto("/")
        page.evaluate("localStorage['tricorn.name'] = '\"Ana\"'")
        yield page
        context.close()

    def save(self, page: Any, name: str) -> None:
        page.wait_for_timeout(500)
        with Image.open(BytesIO(page.screenshot())) as picture:
            if name in SCREENSHOTS:
                picture.convert("RGB").save(STATIC / f"screenshots/{name}.webp", quality=80, method=6)
            else:  # a third of the size, without a visible difference
                few = picture.convert("RGB").quantize(256, dither=Image.Dither.NONE)
                few.save(PICTURES / f"{name}.png", optimize=True)


def select(page: Any, index: int) -> None:
    """Select the tile with this place among those that fit."""
    tile = page.locator("#rack .fits").nth(index)
    if tile.get_attribute("aria-pressed") != "true":
        tile.focus()
        page.keyboard.press("Enter")


def play_until_bonus(page: Any) -> None:
    """Play what scores most until a tile can earn a bonus, and select that tile."""
    for _ in range(MAX_MOVES):
        page.wait_for_selector(f"{MY_MOVE}, {ROUND_OVER}")
        if page.locator(ROUND_OVER).count():
            page.click("#next, #rematch")
            page.wait_for_selector("#ending", state="hidden")
            continue
        tiles = page.locator("#rack .fits").count()
        if not tiles:
            page.locator("#draw, #pass").first.click()
            confirm_draw(page)
        for index in range(tiles):
            select(page, index)
            if page.locator(BONUS).count() and page.locator("#board .tiles > g").count() > 12:
                return
        if tiles:
            page.locator("#board .target").first.click(force=True)
            send(page)
        page.wait_for_timeout(120)


def send(page: Any) -> None:
    if page.locator("#send").count():
        page.click("#send")


def table(album: Album, size: dict[str, Any], theme: str, name: str, taken: bool) -> None:
    """A table with a bonus in sight, or the moment after it was taken."""
    with album.page(size, theme) as page:
        play_now(page)
        play_until_bonus(page)
        page.wait_for_timeout(2000)  # until the points of the last move have risen
        page.locator(BONUS).first.hover()
        if taken:
            page.locator(BONUS).first.click()
            send(page)
        album.save(page, name)


def home(album: Album, size: dict[str, Any], theme: str, name: str) -> None:
    with album.page(size, theme) as page:
        album.save(page, name)


def lobby(album: Album) -> None:
    with album.page(DESK, "light") as host, album.page(SHARP_PHONE, "light") as guest:
        address = open_table(host, "Ana")
        sit_down(guest, address, "Bo")
        album.save(host, "lobby-desk-light")


def replay(album: Album) -> None:
    with album.page(DESK, "light") as page:
        page.set_input_files("#record-file", ROOT / "tests/golden/classic-2p.tri")
        page.wait_for_selector("#replay:not([hidden])")
        page.evaluate("location.hash = '#move=24'")
        album.save(page, "replay-desk-light")


def score(album: Album, size: dict[str, Any], theme: str, name: str, lines: int) -> None:
    """A score sheet in the middle of a round, with a tile that is looked for on the board."""
    game = Sheet.from_record((ROOT / "tests/golden/deluxe-3p.tri").read_text(encoding="utf-8"))
    with album.page(size, theme) as page:
        page.evaluate("localStorage['tricorn.score.mode'] = '\"board\"'")
        record = Sheet(game.edition, game.names, entries=[line.entry for line in game.lines[:lines]]).record()
        page.goto("/score")
        page.set_input_files("#record-file", {"name": "a.tri", "mimeType": "text/plain", "buffer": record.encode()})
        page.wait_for_selector(".person")
        tile = getattr(game.lines[lines].entry.event, "tile")  # noqa: B009 (a placement)
        for number in tile.numbers:
            page.click(f"[data-digit='{number}']")
        page.wait_for_selector("#no-cell")
        album.save(page, name)


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        Server(Path(folder) / "tables.sqlite", compiled=True) as server,
    ):
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        album = Album(browser, server)
        home(album, DESK, "light", "home-desk-light")
        home(album, SHARP_PHONE, "dark", "home-phone-dark")
        table(album, DESK, "light", "table-desk-light", taken=False)
        table(album, SHARP_PHONE, "dark", "table-phone-dark", taken=False)
        table(album, DESK, "dark", "bonus-desk-dark", taken=True)
        table(album, SHARP_PHONE, "light", "bonus-phone-light", taken=True)
        lobby(album)
        replay(album)
        score(album, SHARP_PHONE, "light", "score-phone-light", 33)
        score(album, DESK, "dark", "score-desk-dark", 33)
        table(album, SHARP_PHONE, "light", "table-narrow", taken=False)
        score(album, SHARP_PHONE, "light", "score-narrow", 33)
        table(album, DESK, "light", "table-wide", taken=False)
        browser.close()


if __name__ == "__main__":
    main()
