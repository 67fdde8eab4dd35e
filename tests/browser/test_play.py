"""One person against a bot: by mouse, by touch, by keyboard, from the list of moves."""

from __future__ import annotations

import re
import time

import pytest
from tests.browser.conftest import FAST_SETTINGS, NewPage
from tests.browser.driving import (
    CONFIRM_MOVES,
    FEW_TILES,
    MANY_TILES,
    MY_MOVE,
    PHONE,
    SOON_OVER,
    by_finger,
    by_mouse,
    cells,
    choose_edition,
    choose_options,
    confirm_draw,
    finish_game,
    finish_round,
    focused_id,
    middle,
    next_round,
    play_now,
    set_rules,
    sit_at_table,
    take_move,
    wait_for_choice,
    wait_for_turn,
)

from tricorn.web.tables.bot_names import BOT_NAMES

pytestmark = pytest.mark.browser

BOT = BOT_NAMES["easy"][0]
FIRST_BOT = BOT_NAMES["gentle"][0]
PLACE = re.compile(r"places? [0-5]-[0-5]-[0-5] (left of|right of|above|below) the [0-5]-[0-5]-[0-5]")
FOCUSED_TILE = "document.activeElement.dataset.tile"


def test_a_game_that_is_left_does_not_change_the_bot_of_the_next_one(new_page: NewPage) -> None:
    page = new_page()
    play_now(page)
    page.goto("/")
    assert FIRST_BOT in page.inner_text("#opponents")
    page.click("#play")
    page.wait_for_selector("#rack .tile")
    assert FIRST_BOT in page.inner_text("#players")


def test_a_newcomer_plays_a_round_by_mouse_and_the_next_one_begins(new_page: NewPage) -> None:
    page = new_page()
    play_now(page, **FEW_TILES, target="5000")  # so that no round in which somebody scores 400 is the last
    finish_round(page, by_mouse)
    assert page.locator("#ending .arithmetic").inner_text()
    assert page.locator("#ending .standings b").count() == 2
    next_round(page)
    assert page.locator("#round-number").inner_text() == "Round 2"


def test_a_newcomer_plays_a_round_by_touch_on_a_small_phone_with_room_for_a_finger(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    play_now(page, **SOON_OVER)
    assert wait_for_turn(page)
    small = page.locator("button:visible, a:visible, select:visible").evaluate_all(
        "all => all.filter(each => each.getBoundingClientRect().width < 24 || each.getBoundingClientRect().height < 24)"
        ".map(each => each.outerHTML.slice(0, 120))"
    )
    assert small == []
    finish_round(page, by_finger)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.locator("#next, #rematch").is_visible()


def test_a_whole_round_can_be_played_by_keyboard(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/")
    choose_options(page, "now", rules=FEW_TILES)
    for _ in range(12):
        page.keyboard.press("Tab")
        if focused_id(page) == "play":
            break
    page.keyboard.press("Enter")
    page.wait_for_selector("#rack .tile")
    finish_round(page)
    page.keyboard.press("n")
    page.wait_for_selector("#ending", state="hidden")


def test_a_tile_that_is_about_to_be_placed_shows_it_and_says_how_to_stop_it(new_page: NewPage) -> None:
    page = new_page({"motion": False})
    page.clock.install()
    sit_at_table(page, bots=1, rules=MANY_TILES)
    page.clock.run_for(2_000)
    page.wait_for_selector(MY_MOVE)
    page.clock.pause_at(time.time() + 60)
    for time_left in (4_000, 1_000):  # the first time there is more of it
        for key in ("t", "Enter", "Enter"):
            page.keyboard.press(key)
        page.wait_for_selector("#actions:has-text('The tile is placed in a moment. Undo stops it.')")
        assert page.locator("#log p").last.inner_text().endswith(" is placed in a moment; Escape stops it.")
        for part in ("#send .elapsed", ".preview-tile .elapsed"):
            assert page.locator(part).evaluate("part => part.getAnimations().length") == 1
        page.clock.run_for(time_left)
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        page.clock.run_for(6_000)
        assert page.locator("body").get_attribute("data-turn") == "mine", "nothing was sent"


def test_a_placement_is_chosen_by_arrows_and_escape_undone_until_it_is_sent_or_begun_with_a_cell(
    new_page: NewPage,
) -> None:
    page = new_page(CONFIRM_MOVES)
    sit_at_table(page, bots=1, rules=MANY_TILES)
    wait_for_choice(page)
    page.keyboard.press("t")
    first = page.evaluate(FOCUSED_TILE)
    page.keyboard.press("ArrowRight")
    assert page.evaluate(FOCUSED_TILE) != first
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(FOCUSED_TILE) == first
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.getAttribute('role')") == "button"
    page.keyboard.press("Escape")
    assert page.locator("#board .target").count() == 0
    assert page.evaluate(FOCUSED_TILE) == first

    before = cells(page)
    page.locator("#rack .fits").first.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    assert page.locator(".preview-tile.pending").count() == 1
    page.keyboard.press("u")
    assert "is not placed." in page.inner_text("#log")
    assert page.evaluate(FOCUSED_TILE) == page.get_attribute("#rack [aria-pressed=true]", "data-tile")
    page.keyboard.press("b")
    page.keyboard.press("Enter")
    page.click("#undo")
    assert page.locator(".preview-tile").count() == 0
    assert page.locator("#board .target").count() > 0
    assert cells(page) == before
    page.locator("#board .target").first.click()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.keyboard.press("b")  # the cell first, then its tile
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    assert focused_id(page) == "send"
    page.keyboard.press("Enter")
    page.wait_for_selector(f"#board .tiles > g >> nth={len(before)}", state="attached")

    wait_for_choice(page)
    hint = page.locator("#board .hint").first
    cell = hint.get_attribute("data-cell")
    hint.click()
    assert page.locator("#board .hint.selected").get_attribute("data-cell") == cell
    assert re.search(r"\d+ tiles? fits? there: tap (it|one)\.", page.locator("#actions .say").inner_text())
    page.locator("#rack .fits").first.focus()
    assert page.locator(".preview-tile.hover").count() == 1, "the tile as it would lie"
    page.keyboard.press("Enter")
    page.click("#send")
    page.wait_for_selector(f"#board .tiles [data-cell='{cell}']", state="attached")


def test_a_tile_is_dragged_to_the_board_or_back_and_drawn_at_once_where_it_is_placed_and_the_board_zooms(
    new_page: NewPage,
) -> None:
    page = new_page()
    sit_at_table(page, bots=1, rules=MANY_TILES)
    wait_for_choice(page)
    before = cells(page)
    tile = page.locator("#rack .fits").first
    box, inside = tile.bounding_box(), middle(tile)
    page.mouse.move(box["x"] + inside["x"], box["y"] + inside["y"])
    page.mouse.down()
    page.mouse.move(box["x"] + 30, box["y"] - 20, steps=3)
    assert page.locator(".ghost").count() == 1
    page.mouse.move(box["x"] + 4, box["y"] + 4, steps=3)
    page.mouse.up()  # beside the board: it goes back to the rack
    assert page.locator(".ghost").count() == 0
    assert cells(page) == before

    other = page.locator("#rack .tile:not(.fits)").first  # of so many tiles, some fit nowhere
    away = other.bounding_box()
    page.mouse.move(away["x"] + middle(other)["x"], away["y"] + middle(other)["y"])
    page.mouse.down()
    page.mouse.move(away["x"] + 30, away["y"] - 40, steps=3)
    assert page.locator(".ghost").count() == 1
    page.mouse.up()
    assert page.locator("#rack.dragging, #rack [aria-pressed=true], .ghost").count() == 0, "it is back in the rack"

    page.mouse.move(box["x"] + inside["x"], box["y"] + inside["y"])
    page.mouse.down()
    page.mouse.move(box["x"], box["y"] - 20, steps=4)
    image = page.locator(".ghost svg").bounding_box()  # the tile is under the pointer, as large as in the rack
    assert image["width"] == pytest.approx(box["width"], abs=2)
    assert image["height"] == pytest.approx(box["height"], rel=0.1)
    assert image["x"] + image["width"] / 2 == pytest.approx(box["x"], abs=2)
    assert image["y"] + image["height"] / 2 == pytest.approx(box["y"] - 20, abs=2)
    assert page.locator(".ghost").evaluate("ghost => getComputedStyle(ghost).opacity") == "1"
    goal = page.locator("#board .target").first.bounding_box()
    page.mouse.move(goal["x"] + goal["width"] / 2 + 6, goal["y"] + goal["height"] / 2 + 6, steps=4)
    assert page.locator(".preview-tile.drag").count() == 1
    page.mouse.up()
    page.wait_for_selector(f"#board .tiles > g >> nth={len(before)}", state="attached")

    wait_for_choice(page)
    page.keyboard.press("t")
    page.keyboard.press("Enter")
    drawn = page.evaluate(
        """() => {
            document.querySelector("#board .target").dispatchEvent(new MouseEvent("click", { bubbles: true }));
            return document.querySelector(".preview-tile") !== null;
        }"""
    )
    assert drawn, "before the server can have answered"

    assert wait_for_turn(page)
    board = page.locator("#board")
    fitted = board.get_attribute("viewBox")
    board.hover(position={"x": 20, "y": 20})
    page.mouse.wheel(0, -300)
    assert board.get_attribute("viewBox") != fitted
    page.click("#fit")
    assert board.get_attribute("viewBox") == fitted


def test_moves_can_be_chosen_from_a_list_and_every_event_is_announced(new_page: NewPage) -> None:
    page = new_page()
    sit_at_table(page, bots=1)
    assert wait_for_turn(page)
    page.click("[data-opens=list]")
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.dataset.opens") == "list"
    page.keyboard.press("t")
    page.keyboard.press("m")
    assert focused_id(page) == "list"
    page.keyboard.press("m")
    assert page.evaluate(FOCUSED_TILE)
    page.keyboard.press("m")
    announced = ""
    for _ in range(80):  # more than one turn can take to draw
        announced = page.locator("#log").inner_text()
        if not wait_for_turn(page) or (BOT in announced and "You " in announced and PLACE.search(announced)):
            break
        at = page.locator("body").get_attribute("data-at")
        page.locator("#move-list button").first.click()
        confirm_draw(page)
        page.wait_for_selector(f"body:not([data-at='{at}'])")
    assert "You place" in announced or "You draw" in announced
    assert f"{BOT} places" in announced or f"{BOT} draws" in announced
    assert PLACE.search(announced), "places are said in words"
    assert page.locator("#log").get_attribute("aria-live") == "polite"


def test_one_tap_draws_until_a_tile_fits_and_a_single_draw_stays_possible(new_page: NewPage) -> None:
    page = new_page()
    sit_at_table(page, bots=1, rules={"deal": "2/2/2/2/2", "target": "5000"})
    single = several = False
    for _ in range(200):
        if single and several:
            return
        if not wait_for_turn(page):
            next_round(page)
            continue
        drawn, until_fits = page.locator("#rack .drawn").count(), page.locator("#draw-until-fits")
        if until_fits.count() and not single:
            assert page.locator("#draw").inner_text().split() == ["Draw", "one", "−5"]
            take_move(page, lambda page: page.click("#draw"))
            single = True
            if wait_for_turn(page):
                assert page.locator("#rack .drawn").count() == drawn + 1
        elif until_fits.count():
            until_fits.click()
            if not wait_for_turn(page):
                continue
            count = page.locator("#rack .drawn").count()
            fits = page.locator("#rack .fits").count()
            assert fits or not page.locator("#draw").count() or count == drawn + 5, "after five it stops to ask"
            assert page.locator("#news p").last.inner_text() == f"You drew {count} (−{5 * count})."
            several = count > drawn + 1
        else:
            take_move(page)
    pytest.fail("nobody had to draw twice")


# A page that tests start is always in front, and what it notifies of is shown nowhere.
BEHIND = """() => {
    Object.defineProperty(Document.prototype, "hidden", { get: () => true });
    window.calls = [];
    navigator.vibrate = () => calls.push("buzz");
    window.Notification = class {
        static permission = "granted";
        constructor(title, { body }) { calls.push(`${title}: ${body}`); }
    };
}"""


def test_a_background_tab_shows_that_it_is_the_readers_turn(new_page: NewPage) -> None:
    page = new_page({**FAST_SETTINGS, "notify": True})
    page.add_init_script(f"({BEHIND})()")
    sit_at_table(page, bots=1)
    assert wait_for_turn(page)
    table = f"Table {page.url.rpartition('/')[2]}"
    assert page.title() == f"● Your turn · {table}"
    page.wait_for_function("calls.length > 1")
    assert page.evaluate("calls") == ["buzz", f"Your turn: {table}"]


def test_the_end_of_a_game_has_result_chart_record_replay_and_rematch(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/")
    page.click("[data-setup=now]")
    set_rules(page, target="1", **FEW_TILES)
    page.click("#go")
    page.wait_for_selector("#rack .tile")
    finish_game(page)
    assert page.locator(".standings li").count() == 2
    assert re.search(r"reached 1 points?\b", page.locator(".winner h2 + .arithmetic").inner_text())
    assert page.locator(".highlight").inner_text().startswith("Best placement of ")
    page.click("#ending .more > summary")
    assert page.locator(".chart .line").count() == 2
    with page.expect_download() as saved:
        page.click("#download")
    edition = "edition pressman-classic target=1 draw_limit=1 blocked_when=passes deal=3/3/3/3/3"
    assert saved.value.path().read_text().startswith(f"tricorn 1\n{edition}\n")
    page.click("#rematch")
    page.wait_for_selector("#ending", state="hidden")
    assert page.locator("#round-number").inner_text() == "Round 1"
    page.goto("/")
    page.wait_for_selector("#continue a")
    assert page.locator("#my-games li").count() == 1


def test_choices_are_remembered(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/")
    page.click("[data-setup=now]")
    page.fill("[name=name]", "Ana")
    page.click("#add-seat")
    choose_edition(page, "wooden")
    page.click("#go")
    page.wait_for_selector("#players li >> nth=2")
    page.goto("/")
    assert page.locator("#opponents").inner_text() == "with Rosa and Hugo, gentle"
    assert "Wooden" in page.locator("#choices").inner_text()
    page.click("#play")
    page.wait_for_selector("#players li >> nth=2")
    assert page.locator("#players .name").first.inner_text() == "Ana"
