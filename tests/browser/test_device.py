"""Moving to another device: by a QR code through the server, by a file, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.browser.conftest import NewPage
from tests.browser.driving import FEW_TILES, cells, finish_game, go_on_to_play_here, play_here, sit_at_table, take_move

pytestmark = pytest.mark.browser

SOLVED = "localStorage['tricorn.puzzles'] = JSON.stringify({ days: { '2026-11-01': 'wr' }, solved: [12] })"


def device_with_games(new_page: NewPage) -> Any:
    """A device with a seat at a table of the server, a running and a finished game of its own, and a solved puzzle."""
    page = new_page(plays_here=True)
    sit_at_table(page, bots=1)
    page.goto("/")
    go_on_to_play_here(page, target="1", **FEW_TILES)
    finish_game(page)
    play_here(page, target="400")
    page.wait_for_selector("body[data-turn=mine]")
    page.evaluate(SOLVED)
    return page


def test_a_qr_code_moves_everything_to_another_device(new_page: NewPage) -> None:
    ana = device_with_games(new_page)
    running, tiles = ana.url, cells(ana)
    record = ana.evaluate("localStorage['tricorn.local.' + location.hash.slice(1)]")
    sent: list[str] = []
    ana.context.on("request", lambda request: sent.append(f"{request.url} {request.post_data or ''}"))
    ana.goto("/device")
    ana.click("#show-qr")
    link = ana.locator("#qr .link").inner_text()
    assert ana.locator("#qr svg[role=img]").is_visible()

    phone = new_page(plays_here=True, viewport={"width": 390, "height": 844})
    phone.context.on("request", lambda request: sent.append(f"{request.url} {request.post_data or ''}"))
    phone.goto("/device")
    assert phone.locator("#arriving").is_hidden()
    phone.goto(link)
    phone.click("#take-over")
    phone.wait_for_selector("#said:has-text('Done. New on this device: 3 games, 1 result, 1 puzzle')")
    phone.wait_for_selector("#arriving", state="hidden")
    key = link.partition("#")[2]
    seat = json.loads(ana.evaluate("localStorage['tricorn.games']"))[-1]["key"]
    uploads = [request for request in sent if "/api/transfers" in request]
    assert len(uploads) == 3, "it is left, taken and deleted"
    assert not [request for request in sent if key in request.partition("#")[0]], "the server never has the key"
    assert not [request for request in uploads if seat in request or "tricorn" in request.partition(" ")[2]]

    phone.goto("/")
    phone.wait_for_selector("#continue:has-text('Your turn')")
    phone.goto(running)
    phone.wait_for_selector("#rack .tile")
    assert cells(phone) == tiles
    assert phone.evaluate("localStorage['tricorn.local.' + location.hash.slice(1)]") == record
    take_move(phone)
    phone.goto(f"/t/{json.loads(phone.evaluate('localStorage[`tricorn.games`]'))[-1]['code']}")
    phone.wait_for_selector("#rack .tile")  # it holds the seat
    again = new_page(plays_here=True)
    again.goto(link)
    again.click("#take-over")
    again.wait_for_selector("#said:has-text('This code has expired or was used already')")


def test_a_file_moves_everything_and_is_combined_with_what_is_there(new_page: NewPage, tmp_path: Path) -> None:
    ana, phone = device_with_games(new_page), new_page(plays_here=True)
    play_here(phone, target="400")
    ana.goto("/device")
    with ana.expect_download() as saved:
        ana.click("#save-file")
    file = tmp_path / "device.json"
    saved.value.save_as(file)
    phone.goto("/device")
    damaged = tmp_path / "damaged.json"
    for text in (file.read_text()[:-20], file.read_text().replace("deal A", "deal B"), '{"games": []}'):
        damaged.write_text(text)
        phone.set_input_files("#load-file", damaged)
        phone.wait_for_selector("#said:has-text('This file does not hold games of Tricorn, or it is damaged.')")
        assert len(json.loads(phone.evaluate("localStorage['tricorn.games']"))) == 1
        phone.evaluate("document.getElementById('said').textContent = ''")
    for added in ("3 games, 1 result, 1 puzzle", "0 games, 0 results, 0 puzzles"):
        phone.set_input_files("#load-file", file)
        phone.wait_for_selector(f"#said:has-text('Done. New on this device: {added}')")
        assert len(json.loads(phone.evaluate("localStorage['tricorn.games']"))) == 4
