"""The check of the deals in the browser: what it says of fair ones, and of a server that cheats."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Any

import pytest
from tests.browser.conftest import NewPage
from tests.browser.driving import finish_round, finish_round_together, open_table, play_few_tiles, play_now, sit_down
from tests.cheating import played
from tests.web.serving import Server

from tricorn.dealing import order_of

pytestmark = pytest.mark.browser

RIGHT = ".checked .fair"
WRONG = ".checked .unfair"


def check(page: Any) -> list[str]:
    """Press the button; what it says of each round's deal."""
    page.click("#check")
    page.wait_for_selector(".checked summary")
    return [str(text) for text in page.locator(".checked summary").all_inner_texts()]


def found(page: Any) -> str:
    return " ".join(page.locator(".checked li").all_inner_texts())


def imported(page: Any, module: str, call: str, *args: object) -> Any:
    """Call a function of one of the page's own modules."""
    address = page.locator("script[type=module]").first.get_attribute("src")
    return page.evaluate(
        f"async ([address, args]) => (await import(address.replace(/[^/]+$/, '{module}'))).{call}(...args)",
        [address, list(args)],
    )


def test_the_hash_and_the_order_are_those_of_the_program(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/")
    for length in (0, 1, 55, 56, 63, 64, 65, 200):
        text = "ab1" * 100
        assert (
            imported(page, "sha256.js", "sha256", text[:length]) == hashlib.sha256(text[:length].encode()).hexdigest()
        )
    for number in (1, 2, 30):
        numbers = {seat: hashlib.sha256(bytes([seat, number])).hexdigest() for seat in range(number % 3)}
        secret = hashlib.sha256(bytes([number])).hexdigest()
        order = imported(page, "check.js", "order", {"secret": secret, "number": number, "numbers": numbers})
        assert order == [str(tile) for tile in order_of(secret, number, numbers)]


def test_a_round_against_a_bot_is_checked_with_this_devices_number_in_it(new_page: NewPage) -> None:
    page = new_page()
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    play_few_tiles(page)
    finish_round(page)
    assert not [address for address in fetched if address.endswith(("/check.js", "/sha256.js"))]
    assert check(page) == ["Round 1: the deal is right"]
    assert "The number of this device is in it." in found(page)
    assert page.locator(WRONG).count() == 0


@pytest.mark.soak
def test_two_people_and_a_spectator_check_the_same_deal(new_page: NewPage) -> None:
    ana, bo, cleo = new_page(), new_page(locale="es-ES"), new_page()
    address = open_table(ana, "Ana")
    sit_down(bo, address, "Bo")
    ana.click("#start")
    cleo.goto(address)
    finish_round_together(ana, bo)
    assert check(ana) == ["Round 1: the deal is right"]
    assert "Random numbers were added by Ana and Bo." in found(ana)
    assert check(bo) == ["Ronda 1: el reparto es correcto"]
    assert "El número de este dispositivo está incluido." in found(bo)
    for page in (ana, bo):
        page.click("#next")
    for page in (ana, bo):
        page.wait_for_selector("#ending", state="hidden")
    finish_round_together(ana, bo)
    assert ana.locator(".checked").count() == 0
    assert check(ana) == ["Round 2: the deal is right"]
    assert "The number of this device is in it." in found(ana)
    cleo.wait_for_selector("#check")
    assert check(cleo) == ["Round 2: the deal is right"]
    assert "this device" not in found(cleo)


def test_a_record_is_checked_round_by_round_in_the_replay(new_page: NewPage, tmp_path: Path, golden: Path) -> None:
    fair = played()
    path = tmp_path / "fair.tri"
    path.write_text(fair.record())
    page = new_page(locale="es-ES")
    page.goto("/replay")
    page.set_input_files("#record-file", golden / "spanish-3p.tri")
    page.wait_for_selector("#film:not([hidden])")
    assert page.locator("#check").is_hidden()
    page.set_input_files("#record-file", path)
    page.wait_for_selector("#check:not([hidden])")
    assert check(page) == [f"Ronda {number}: el reparto es correcto" for number in range(1, fair.rounds + 1)]


@pytest.mark.soak
@pytest.mark.parametrize(
    ("cheat", "words"),
    [
        ("exchanges a tile", "Some tiles were not dealt as the secret and the numbers say."),
        ("drops the numbers", "it came too late, or was left out"),
        ("begins with another commitment", "bound to something else"),
        ("commits itself to another secret", "is not the one that the server was bound to"),
    ],
)
def test_a_server_that_cheats_is_caught_by_the_page(new_page: NewPage, tmp_path: Path, cheat: str, words: str) -> None:
    with Server(tmp_path / "tables.sqlite", program=("tests.web.unfair", cheat)) as unfair:
        page = new_page(at=unfair)
        play_now(page)
        finish_round(page)
        assert check(page) == ["Round 1: the deal is not right"]
        assert re.search(words, found(page))
        assert page.locator(WRONG).count() == 1
