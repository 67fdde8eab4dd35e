"""Games played in the browser, without the server: alone, on one device, offline, after the tab was killed."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from tests.browser.boxes import text_faults
from tests.browser.conftest import NewPage
from tests.browser.driving import (
    CONTROLLED,
    FEW_TILES,
    FULL,
    LIFT,
    MANY_TILES,
    by_keyboard,
    cells,
    finish_game,
    focused_id,
    go_on_to_play_here,
    play_here,
    take_move,
    wait_for_choice,
    wait_for_turn,
)

from tricorn.game import check_record
from tricorn.tiles import TILES

pytestmark = pytest.mark.browser

SHORT = {"target": "1", "draw_penalty": "0", "pass_penalty": "0", **FEW_TILES}


def record_of(page: Any, code: str) -> str:
    """The record of a table's last game, as the browser's storage has it."""
    return str(page.evaluate("code => JSON.parse(localStorage[`tricorn.local.${code}`]).records.at(-1)", code))


def test_the_page_asks_before_a_fourth_draw_and_after_five_in_a_row(new_page: NewPage) -> None:
    page = new_page(plays_here=True)
    page.goto("/")
    unfit = [str(tile) for tile in TILES if tile.numbers.count(5) < 2]  # beside 5-5-5
    hands, first = [["0-0-0", "5-5-5"], unfit[1:3]], [*unfit[3:15], "1-5-5"]
    well = [*first, *({str(tile) for tile in TILES} - {*hands[0], *hands[1], *first})]
    seats = [{"kind": "bot", "name": "Pip", "level": "easy"}, {"kind": "human", "name": "Bo"}]
    start = {"deals": [{"hands": hands, "well": well, "starter": 0}], "moves": ["0,0^555"]}
    table = {
        "version": 1,
        "code": "bcdfgh",
        "edition": "pressman-classic deal=2/2/2/2/2",
        "seats": seats,
        "records": [],
    }
    page.evaluate("table => { localStorage['tricorn.local.bcdfgh'] = JSON.stringify(table) }", table | {"start": start})
    page.goto("/play#bcdfgh")
    page.wait_for_selector("#rack .tile")
    page.locator(".skip").focus()
    page.keyboard.press("Enter")
    assert focused_id(page) == "main"
    assert page.url.endswith("/play#bcdfgh"), "skipping to the content keeps the game"
    said, question = page.locator("#actions .say"), "You have drawn {} tiles: −{} so far. Draw another?"
    for drawn in range(1, 4):
        page.click("#draw")
        page.wait_for_selector(f"#actions :text('{drawn} drawn: −{5 * drawn}.')")
    page.click("#draw")
    assert said.inner_text() == question.format(3, 15)
    assert said.inner_text() in page.inner_text("#log"), "for screen readers"
    page.keyboard.press("Escape")
    assert page.locator("#draw-until-fits").inner_text().split()[-2:] == [str(len(well) - 3), "left"]
    page.click("#draw")
    assert focused_id(page) == "send"
    page.keyboard.press("Enter")
    page.wait_for_selector("#actions :text('4 drawn: −20.')")
    page.click("#draw-until-fits")
    page.wait_for_selector("#actions :text('9 drawn: −45.')")
    page.wait_for_selector("#draw-until-fits:focus")
    assert question.format(9, 45) in page.inner_text("#log")
    page.keyboard.press("Enter")
    page.wait_for_selector("#rack .fits[data-tile='1-5-5']")


def test_three_turns_are_taken_back_by_menu_and_keyboard_and_the_record_verifies(new_page: NewPage) -> None:
    page = new_page(plays_here=True)
    code = play_here(page, **{**SHORT, **MANY_TILES, "draw_optional": "yes"})  # so every turn with a move is a choice
    racks: list[list[str]] = []
    placed: list[str] = []
    while len(racks) < 4:
        assert wait_for_turn(page)
        if cells(page) and page.locator("#rack .fits").count():
            racks.append(rack_of(page))
            placed = placed or cells(page)
        if len(racks) < 4:
            take_move(page)
    page.click("#open-menu")
    page.click("#take-back")
    wait_for_rack(page, racks[2])
    page.keyboard.press("z")
    wait_for_rack(page, racks[1])
    page.keyboard.press("z")
    wait_for_rack(page, racks[0])
    assert page.locator("#log p:text-is('Your turn was taken back.')").count() == 3
    assert cells(page) == placed, "later tiles are off the table"
    finish_game(page)
    assert "3 turns taken back" in page.inner_text("#ending .standings")
    game = check_record(record_of(page, code))
    assert game is not None
    assert game.outcome() is not None
    assert page.evaluate("localStorage['tricorn.statistics']") is None, "it does not count"
    page.goto("/")
    page.wait_for_selector("#my-games :text('3 turns taken back')")


def rack_of(page: Any) -> list[str]:
    """The tiles of the rack, in the order of their names."""
    tiles: list[str] = page.eval_on_selector_all("#rack .tile", "tiles => tiles.map(tile => tile.dataset.tile).sort()")
    return tiles


def wait_for_rack(page: Any, tiles: list[str]) -> None:
    page.wait_for_function(
        """tiles => document.body.dataset.turn === "mine" &&
        [...document.querySelectorAll("#rack .tile")].map(tile => tile.dataset.tile).sort().join() === tiles.join()""",
        arg=tiles,
    )


def test_where_the_player_chose_so_nothing_is_taken_back(new_page: NewPage) -> None:
    page = new_page(plays_here=True)
    page.goto("/")
    page.click("[data-setup=now]")
    page.wait_for_selector("#setup[open]")
    page.uncheck("[name=take_back]")
    page.click("#go")
    wait_for_choice(page)
    take_move(page)
    wait_for_choice(page)
    tiles = rack_of(page)
    page.keyboard.press("z")
    page.click("#open-menu")
    page.wait_for_selector("#decisions #end")
    assert page.locator("#take-back").count() == 0
    assert rack_of(page) == tiles


def test_without_a_network_a_newcomer_plays_and_comes_back_to_a_game(new_page: NewPage) -> None:
    page = new_page(plays_here=True, service_workers="allow")
    page.goto("/")
    page.evaluate(CONTROLLED)
    page.context.set_offline(True)
    page.reload()
    page.click("[data-setup=pass]")
    page.click("#go")
    page.wait_for_selector(LIFT)
    first = page.inner_text("#curtain h2")
    page.click(LIFT)
    assert wait_for_turn(page)
    take_move(page)
    page.wait_for_selector(LIFT)
    assert page.inner_text("#curtain h2") != first

    code = play_here(page, **SHORT)
    assert wait_for_turn(page)
    take_move(page)
    page.close()

    page = page.context.new_page()  # the tab was killed
    page.goto("/")
    page.click(f"#continue a[href$='#{code}']")
    finish_game(page)
    assert check_record(record_of(page, code)) is not None
    assert "bots B easy" in record_of(page, code)
    page.click("#ending a[href*=review]")
    page.wait_for_selector("#review table", timeout=60_000)
    page.goto("/rules/spanish")
    assert page.locator("h1").count()
    page.context.set_offline(False)


def test_the_server_stores_a_game_that_was_played_without_it(new_page: NewPage) -> None:
    page = new_page(plays_here=True)
    requests: list[str] = []
    page.context.on("request", lambda request: requests.append(request.url))
    page.goto("/")
    assert not modules_in(requests), "the home page does not need the rules"
    code = go_on_to_play_here(page, **SHORT)
    assert modules_in(requests) == ["play"]
    del requests[:]
    finish_game(page)
    assert not [url for url in requests if "/static/" not in url], "the server hears nothing of a game here"
    page.goto("/")
    page.wait_for_selector("#my-games .keep")
    assert text_faults(page, "#my-games") == []
    saved = page.evaluate(REPLACE, [code, "score A ", "score A 1"])
    page.click("#my-games .keep")
    page.wait_for_selector("#toast p")
    assert record_of(page, code).count("score A 1"), "what the server refuses is still here"
    page.evaluate("([code, saved]) => { localStorage[`tricorn.local.${code}`] = saved }", [code, saved])
    page.click("#my-games .keep")
    page.wait_for_selector("#my-games a[href^='/t/']")
    assert page.evaluate("code => localStorage[`tricorn.local.${code}`]", code) is None
    page.click("#my-games a[href*=replay]")
    page.wait_for_selector("#replay:not([hidden])")


def modules_in(requests: list[str]) -> list[str]:
    """The WebAssembly modules among the addresses that were asked for."""
    return [found[1] for url in requests if (found := re.search(r"tricorn-(\w+)-\w+\.wasm$", url))]


def test_on_a_slow_device_the_page_says_how_much_less_the_bot_thinks(new_page: NewPage) -> None:
    page = new_page(plays_here=True)
    page.route("**/local/worker.js", with_a_fast_clock)
    play_here(page, "expert")
    said = page.locator("#toast:has-text('thinks less')")
    while not said.count() and wait_for_turn(page):
        take_move(page)
    assert re.search(r"\(\d{1,2} %\)", said.inner_text())


# Once, a move is sent as one that lies far from all tiles.
MISPLACED = """() => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (data) {
        Worker.prototype.postMessage = post;
        post.call(this, {...data, move: data.move.replace(/.*[v^]/, "30,30^")});
    };
}"""


def test_a_refused_move_loads_what_judges_it_and_has_the_reason(new_page: NewPage) -> None:
    page = new_page(plays_here=True)
    requests: list[str] = []
    page.context.on("request", lambda request: requests.append(request.url))
    page.goto("/")
    go_on_to_play_here(page, **MANY_TILES)
    wait_for_choice(page)
    assert modules_in(requests) == ["play"]
    page.evaluate(MISPLACED)
    by_keyboard(page)
    page.wait_for_selector("#toast:has-text('No tile on the table shares a side with 30,30^.')")
    assert modules_in(requests) == ["play", "score"]
    assert wait_for_turn(page), "the game goes on"


def with_a_fast_clock(route: Any) -> None:
    """A worker's script where a search has a thousandth of its time."""
    answer = route.fetch()
    clock = "const now = performance.now.bind(performance); performance.now = () => 1000 * now();"
    route.fulfill(response=answer, body=f"{answer.text()}\n{clock}")


# Change the text of a saved game; what it was before.
REPLACE = """([code, text, by]) => {
    const before = localStorage[`tricorn.local.${code}`];
    localStorage[`tricorn.local.${code}`] = before.replace(text, by);
    return before;
}"""


def test_browser_problems_are_explained_in_one_sentence(new_page: NewPage) -> None:
    page = new_page(plays_here=True)
    code = play_here(page)
    saved = record_of(page, code)

    other = page.context.new_page()
    other.goto(f"/play#{code}")
    other.wait_for_selector("#rack .tile")
    page.wait_for_selector("#offline:text('another tab')")
    assert record_of(page, code).startswith(saved.partition("round")[0])
    page.close()

    key = f"tricorn.local.{code}"
    table = json.loads(other.evaluate("key => localStorage[key]", key))
    damaged = {**table, "records": [table["records"][0].replace("well", "wall")]}
    other.goto("/")
    other.evaluate("([key, text]) => { localStorage[key] = text }", [key, json.dumps(damaged)])
    other.goto(f"/play#{code}")
    other.wait_for_selector("#offline:text('damaged')")
    assert json.loads(other.evaluate("key => localStorage[key]", key)) == damaged

    other.goto("/healthz")
    other.goto("/play#nowhere")
    other.wait_for_selector("#offline:text('no such game')")
    other.goto("/")
    other.evaluate(FULL)
    other.click("#play")
    other.wait_for_url("**/t/*")  # there is a server to play on


def test_a_game_goes_on_with_a_full_storage_and_says_so_once(new_page: NewPage) -> None:
    page = new_page(plays_here=True)
    code = play_here(page)
    page.evaluate(FULL)
    saved = record_of(page, code)
    assert wait_for_turn(page)
    take_move(page)
    page.wait_for_selector("#toast:has-text('storage is full')")
    assert record_of(page, code) == saved, "what was stored before is still there"


def test_a_module_that_does_not_match_the_page_is_refused_in_a_sentence(new_page: NewPage) -> None:
    page = new_page(plays_here=True)
    page.route("**/*.wasm", lambda route: route.fulfill(status=404))
    page.goto("/")
    page.click("#play")
    page.wait_for_selector("#offline:text('rules could not be loaded')")
    code = page.url.partition("#")[2]
    page.unroute("**/*.wasm")
    page.route("**/*.wasm", lambda route: route.fulfill(body=b"\0asm\1\0\0\0"))  # of another version
    page.reload()
    page.wait_for_selector("#offline:text('rules could not be loaded')")
    page.unroute("**/*.wasm")
    page.reload()
    page.wait_for_selector("#rack .tile")
    assert code in page.url


def test_without_webassembly_a_local_game_says_what_it_needs(new_page: NewPage) -> None:
    page = new_page()
    seats = [{"kind": "human", "name": "Ana"}, {"kind": "bot", "name": "Bot", "level": "easy"}]
    table = {"version": 1, "code": "bcdfgh", "edition": "pressman-classic", "seats": seats, "records": ["tricorn 1"]}
    page.goto("/healthz")
    page.evaluate("table => { localStorage['tricorn.local.bcdfgh'] = JSON.stringify(table) }", table)
    page.route("**/local/worker.js", without_webassembly)
    page.goto("/play#bcdfgh")
    page.wait_for_selector("#offline:text('needs a browser with WebAssembly')")
    assert record_of(page, "bcdfgh") == "tricorn 1"


def without_webassembly(route: Any) -> None:
    """A worker's script as in a browser that has no WebAssembly."""
    answer = route.fetch()
    route.fulfill(response=answer, body=f"{answer.text()}\ndelete globalThis.WebAssembly;")
