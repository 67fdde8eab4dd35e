"""The page's own check of the deals: what it says about fair deals, and about a server that cheats."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.browser.conftest import NewPage
from tests.browser.driving import (
    FEW_TILES,
    finish_game,
    finish_round,
    finish_round_together,
    next_round,
    open_table,
    play_now,
    sit_down,
)
from tests.cheating import played
from tests.helpers import refusal
from tests.web.server_process import Server

from tricorn.game import Game

pytestmark = pytest.mark.browser

MARK = ":is(#ending, #checked) .checked > details > summary"
BANNER = "#unfair:not([hidden])"


def marks(page: Any) -> list[str]:
    """What the page says about the deals in one line; "More" shows it."""
    page.wait_for_selector(MARK, state="attached")
    page.evaluate("document.querySelectorAll('#ending .more').forEach(more => { more.open = true })")
    return [str(text) for text in page.locator(MARK).all_inner_texts()]


def findings(page: Any) -> str:
    """Everything that was checked; most of it is shown on request."""
    return " ".join(page.locator(".checked li").all_text_contents())


def test_a_finished_round_has_a_quiet_mark_and_the_rest_on_request(new_page: NewPage) -> None:
    page = new_page()
    play_now(page, **FEW_TILES)
    finish_round(page)
    assert marks(page) == ["Round 1: the deal is right"]
    assert page.locator(".checked li").first.is_hidden()
    page.click(MARK)
    assert page.locator(".checked li").first.is_visible()
    assert "The number of this device is in it." in findings(page)
    assert "The receipts that the server gave for the numbers are right." in findings(page)
    assert page.locator(BANNER).count() == 0
    next_round(page)
    page.reload()  # the page still has its numbers and receipts
    page.wait_for_selector("#rack .tile")
    finish_round(page)
    page.wait_for_selector(f"{MARK}:has-text('Round 2')", state="attached")
    assert marks(page) == ["Round 2: the deal is right"]
    assert "The receipts that the server gave for the numbers are right." in findings(page)


@pytest.mark.soak
def test_two_people_and_a_spectator_check_the_same_deal(new_page: NewPage) -> None:
    ana, bo, cleo = new_page(), new_page(locale="es-ES"), new_page()
    address = open_table(ana, "Ana", target="1000")  # not won in two rounds
    sit_down(bo, address, "Bo")
    cleo.goto(address)
    cleo.wait_for_selector("#lobby:not([hidden])")
    ana.click("#start")
    finish_round_together(ana, bo)
    assert marks(ana) == ["Round 1: the deal is right"]
    assert "Random numbers were added by Ana and Bo." in findings(ana)
    assert marks(bo) == ["Ronda 1: el reparto es correcto"]
    assert "El número de este dispositivo está incluido." in findings(bo)
    for page in (ana, bo):
        page.click("#next")
    for page in (ana, bo):
        page.wait_for_selector("#ending", state="hidden")
    finish_round_together(ana, bo)
    for page in (ana, cleo):
        page.wait_for_selector(f"{MARK}:has-text('Round 2')", state="attached")
        assert marks(page) == ["Round 2: the deal is right"]
        assert "The receipts that the server gave for the numbers are right." in findings(page)
    assert "The number of this device is in it." in findings(ana)
    assert "this device" not in findings(cleo)


def test_a_record_is_checked_round_by_round_in_the_replay(new_page: NewPage, tmp_path: Path, golden: Path) -> None:
    fair = played()
    path = tmp_path / "fair.tri"
    path.write_text(fair.record())
    page = new_page(locale="es-ES")
    page.goto("/replay")
    page.set_input_files("#record-file", golden / "spanish-3p.tri")
    page.wait_for_selector("#replay:not([hidden])")
    page.set_input_files("#record-file", path)
    assert marks(page)[0] == f"Los {fair.rounds} repartos son correctos"
    rounds = page.locator(".checked details details summary").all_text_contents()
    assert rounds == [f"Ronda {number}: el reparto es correcto" for number in range(1, fair.rounds + 1)]
    page.set_input_files("#record-file", golden / "spanish-3p.tri")
    page.wait_for_selector("#checked:empty", state="attached")


def saved(page: Any, tmp_path: Path) -> str:
    """The record of a game as the page saves it, played to its end."""
    play_now(page, target="1", **FEW_TILES)
    finish_game(page)
    page.click("#ending details.more summary")
    with page.expect_download() as download:
        page.click("#download")
    path = tmp_path / "saved.tri"
    download.value.save_as(path)
    return path.read_text()


def test_a_saved_record_has_the_receipts_of_this_device(new_page: NewPage, tmp_path: Path) -> None:
    text = saved(new_page(), tmp_path)
    game = Game.from_record(text)
    assert text.count("\nreceipt A ") == game.deals_checked == game.rounds


# Servers that cheat. Each test starts a server, so all except one run only with the long tests.

AT_ONCE = {
    "drops the nonces": "The server gave this device a receipt for its number, and left the number out.",
    "replaces the nonces": (
        "The server gave this device a receipt for its number, and put another number in its place."
    ),
    "deals before the commitment is shown": "The server dealt before it took the number of this device.",
    "begins with another commitment": "The server was bound to something else when this device gave its number.",
}
AFTERWARDS = {
    "exchanges a tile": "Some tiles were not dealt as the secret and the numbers say.",
    "commits itself to another secret": "The secret is not the one that the server was bound to.",
    "answers with a receipt for another round": (
        "The receipt that this device was given is not for its number in this round."
    ),
}


def all_but_first_soak(cheats: dict[str, str]) -> list[Any]:
    return [pytest.param(*each, marks=[pytest.mark.soak] * bool(n)) for n, each in enumerate(cheats.items())]


def check_caught(page: Any, words: str) -> None:
    """Check that the mark says what is wrong."""
    page.wait_for_selector("#ending .checked .unfair")
    assert marks(page) == ["Round 1: the deal is not right"]
    assert page.locator("#ending .not-right").first.inner_text() == words


def check_warned(page: Any, words: str) -> None:
    """Check that a banner says so during the round, until it is closed."""
    page.wait_for_selector(BANNER)
    assert page.locator(BANNER).inner_text().strip() == f"Round 1: the deal is not right. {words}"
    page.click("#unfair .close")
    assert page.locator(BANNER).count() == 0


@pytest.mark.parametrize(("cheat", "words"), all_but_first_soak(AT_ONCE))
def test_a_server_that_misuses_what_a_device_gave_is_caught_by_the_page_when_it_deals(
    new_page: NewPage, tmp_path: Path, cheat: str, words: str
) -> None:
    with Server(tmp_path / "tables.sqlite", program=("tests.web.cheating_server", cheat)) as unfair:
        page = new_page(at=unfair)
        play_now(page, **FEW_TILES)
        page.click("#unfair summary")
        assert page.locator("#unfair .evidence").first.is_visible()
        page.click("#unfair summary")
        check_warned(page, words)
        finish_round(page)
        check_caught(page, words)


@pytest.mark.soak
@pytest.mark.parametrize(("cheat", "words"), AFTERWARDS.items())
def test_a_server_that_deals_unfairly_is_caught_by_the_page_after_the_round(
    new_page: NewPage, tmp_path: Path, cheat: str, words: str
) -> None:
    with Server(tmp_path / "tables.sqlite", program=("tests.web.cheating_server", cheat)) as unfair:
        page = new_page(at=unfair)
        play_now(page, **FEW_TILES)
        finish_round(page)
        check_caught(page, words)
        page.click("#next")
        check_warned(page, words)


@pytest.mark.soak
@pytest.mark.parametrize(
    "cheat", ["shows others another receipt", "drops a nonce that it gave a receipt for", "replaces the nonces"]
)
def test_a_spectator_sees_that_a_nonce_with_a_receipt_is_not_in_the_deal(
    new_page: NewPage, tmp_path: Path, cheat: str
) -> None:
    with Server(tmp_path / "tables.sqlite", program=("tests.web.cheating_server", cheat)) as unfair:
        ana, bo, cleo = (new_page(at=unfair) for _ in range(3))
        address = open_table(ana, "Ana", **FEW_TILES)
        sit_down(bo, address, "Bo")
        cleo.goto(address)
        cleo.wait_for_selector("#lobby:not([hidden])")
        ana.click("#start")
        finish_round_together(ana, bo)
        check_caught(cleo, "The server showed a receipt for a number of Ana that is not in it.")


@pytest.mark.soak
def test_the_record_that_the_page_of_a_cheated_player_saves_is_the_proof(new_page: NewPage, tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite", program=("tests.web.cheating_server", "drops the nonces")) as unfair:
        error = refusal(saved(new_page(at=unfair), tmp_path))
    assert error.expected.startswith("a number of A in round 1 whose receipt is ")
    assert error.found == "none"


@pytest.mark.soak
def test_a_guest_who_was_removed_before_the_start_accuses_nobody(new_page: NewPage) -> None:
    ana, bo = new_page(), new_page()
    address = open_table(ana, "Ana", **FEW_TILES)
    sit_down(bo, address, "Bo")
    ana.locator(".place[data-key=Bo] button").click()
    ana.click("#seat-card button:has-text('Remove')")
    ana.wait_for_selector(".place[data-key=Bo]", state="detached")
    ana.click("#add-bot")
    ana.click("#start")
    finish_round(ana)
    for page in (ana, bo):
        assert marks(page) == ["Round 1: the deal is right"]
        assert page.locator(BANNER).count() == 0
