"""The form for a new table or score sheet: every house rule can be set, and remembered choices stay valid."""

from __future__ import annotations

from typing import Any

import pytest
from tests.browser.conftest import NewPage
from tests.browser.driving import change_rules, choose_edition, choose_options, open_table, play_here, set_rules

from tricorn.editions import HOUSE_RULES, PRESETS, Edition, edition_named

pytestmark = pytest.mark.browser

# A value for every house rule that no edition has.
CHANGED = {
    "target": "210",
    "hexagons": "45/55/65",
    "bridge": "41",
    "start_bonus": "11",
    "zero_start": "31",
    "draw_penalty": "6",
    "pass_penalty": "12",
    "out_bonus": "26",
    "draw_limit": "2",
    "draw_optional": "yes",
    "pass_after_draw": "yes",
    "zero_option": "no",
    "beside": "none",
    "empty_well_free": "yes",
    "scoring": "tiles",
    "blocked": "points",
    "blocked_when": "passes",
    "blocked_own": "no",
    "won_by": "highest",
    "clock": "120",
    "players": "2-6",
    "deal": "8/7/7/6/5",
    "head_start": "0/50",
}
# Those with which some of the others mean nothing, and these.
OTHERS = {"start": "choice", "rounds": "3"}
WITHOUT_EFFECT = ("target", "won_by", "zero_option", "show_triple")
RULE_NAMES = "fields => fields.map(field => field.dataset.rule)"


def shown(page: Any, kind: str) -> dict[str, Any]:
    """The table or sheet that a page shows."""
    code = page.url.rpartition("/")[2]
    found = page.request.get(f"/api/{kind}/{code}").json()
    return dict(found["table"] if kind == "tables" else found["sheet"])


def edition_of(page: Any, kind: str) -> Edition:
    """Its edition, house rules included."""
    return edition_named(shown(page, kind)["edition"])


def house_rules(edition: Edition) -> dict[str, str]:
    return dict(edition.house_rules())


def test_a_table_is_opened_with_every_choice_of_the_form(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/")
    choose_options(page, "friends", edition="wooden")
    page.click("#friends")
    page.click("#change-rules")
    page.check("[name=listed]")
    set_rules(page, **CHANGED)
    page.click("#go")
    page.wait_for_selector("#setup", state="hidden")
    assert house_rules(edition_of(page, "tables")) == CHANGED
    assert shown(page, "tables")["listed"]
    page.goto("/")
    page.click("#friends")
    page.click("#change-rules")
    set_rules(page, **OTHERS)
    assert page.locator("#setup [data-rule]:disabled").evaluate_all(RULE_NAMES) == list(WITHOUT_EFFECT)
    page.click("#go")
    page.wait_for_selector("#setup", state="hidden")
    rules = {key: value for key, value in CHANGED.items() if key not in WITHOUT_EFFECT}
    assert house_rules(edition_of(page, "tables")) == rules | OTHERS
    # `show_triple` says nothing where 0-0-0 cannot be chosen, so it is not asked for.
    assert set(HOUSE_RULES) - set(CHANGED) - set(OTHERS) == {"show_triple"}


def test_a_score_sheet_for_more_players_than_the_rulebook_has_room_for(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/score")
    page.click("#new-sheet")
    choose_edition(page, "pressman-deluxe")
    set_rules(page, players="2-5")
    for _ in range(3):
        page.click("#add-seat")
    assert page.locator("#add-seat").is_hidden()
    assert "at most 5 can play" in page.inner_text("#seats-limit")
    page.click("#go")
    page.wait_for_selector(".person >> nth=4")
    assert house_rules(edition_of(page, "sheets")) == {"players": "2-5"}
    assert edition_of(page, "sheets").tiles_dealt(5) == 6


def test_deals_are_asked_for_only_for_the_numbers_of_players_that_may_play(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/")
    page.click("[data-setup=pass]")
    choose_edition(page, "wooden")
    set_rules(page, deal="8/6/5")
    assert page.locator("[data-rule=deal] label:visible").all_inner_texts() == ["2", "3", "4"]
    set_rules(page, players="3-3")
    assert page.locator("[data-rule=deal] label:visible").all_inner_texts() == ["3"]
    assert page.locator("#seats li").count() == 3
    page.click("#go")
    page.wait_for_selector("#players li >> nth=2")
    assert house_rules(edition_of(page, "tables")) == {"players": "3-3", "deal": "8/6"}


def test_house_rules_are_said_at_home_counted_taken_back_and_pointed_out_if_wrong(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/")
    choose_options(page, "now", rules={"target": "90", "draw_penalty": "0", "blocked": "tiles"})
    page.reload()
    said = page.locator("#choices")
    page.wait_for_selector("#choices:has-text('fewest tiles')")
    assert said.inner_text().endswith("90 points to win · drawing is free · a blocked round is won by the fewest tiles")
    page.click("[data-setup=now]")
    page.check("[name=rules][value=rulebook]")
    set_rules(page, bridge="30", blocked_when="passes", blocked_own="no")
    counts = page.locator("#setup .changes").all_inner_texts()
    assert counts == ["3 changed", "", "1 changed", "", "", "2 changed", "", ""]
    page.click("#by-the-book")
    assert page.locator("#by-the-book").is_hidden()
    assert page.locator("[data-rule=bridge]").input_value() == "40"
    assert set(page.locator("#setup .changes").all_inner_texts()) == {""}

    set_rules(page, draw_limit="57")
    page.evaluate("document.querySelectorAll('#setup details').forEach(group => { group.open = false })")
    page.click("#go")
    page.wait_for_selector("[data-rule=draw_limit]")  # in a group that was closed
    assert page.evaluate("document.activeElement.dataset.rule") == "draw_limit"
    assert page.locator("#setup").is_visible()


def test_a_new_browser_begins_with_the_family_rules_and_remembers_another_choice(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/")
    said = page.locator("#choices")
    assert said.inner_text() == "Family rules: at most three draws, 200 points"
    page.click("#friends")
    page.click("#change-rules")
    page.wait_for_selector("#setup[open]")
    names = page.locator("#setup .choice b").all_inner_texts()
    assert names == ["Family rules", "Children's rules", "The rulebooks", "Your own rules"]
    assert page.locator("#house-rules, [name=edition]").filter(visible=True).count() == 0
    page.select_option("[data-rule=clock]", "60")
    page.click("#go")
    page.wait_for_selector("#table-rules .played:has-text('60 seconds')")
    assert str(edition_of(page, "tables")) == f"{PRESETS['family'].rules} clock=60"
    assert (
        page.inner_text("#table-rules .played")
        == "Family rules: at most three draws, 200 points · 60 seconds for a turn"
    )
    page.goto("/")
    page.click("[data-setup=now]")
    page.check("[name=rules][value=children]")
    page.click("#go")
    page.wait_for_selector("#rack .tile")
    assert page.inner_text("#round-number") == "Round 1 of 3"
    page.goto("/")
    rules = "Children's rules: one point for every tile, three rounds · 60 seconds for a turn"
    assert said.inner_text() == rules, "those of the table, until they are changed"
    assert page.locator("#continue").inner_text().count("Children's rules") == 1
    page.click("[data-setup=now]")
    page.check("[name=rules][value=own]")
    assert page.locator("[data-rule=rounds]").input_value() == "3", "own rules begin with those before"


def test_the_rules_are_linked_with_the_house_rules_of_the_table_or_sheet(new_page: NewPage) -> None:
    page = new_page()
    open_table(page, "Ana")
    page.wait_for_selector("[data-rules-of][href='/rules/family']", state="attached")
    change_rules(page, target="210", blocked_own="no")
    page.wait_for_selector("[data-rules-of][href*=target]", state="attached")
    addresses = page.eval_on_selector_all("[data-rules-of]", "links => links.map(link => link.getAttribute('href'))")
    assert set(addresses) == {"/rules/pressman-classic?target=210&blocked_own=no"}
    page.goto("/score")
    page.click("#new-sheet")
    set_rules(page, beside="bridge")
    page.click("#go")
    page.wait_for_selector(".person")
    page.click("#open-menu")
    page.click("#menu [data-rules-of]")
    page.wait_for_selector(".house")
    assert (
        page.locator(".house").inner_text() == "With house rules: two sides earn the bridge bonus beside a bridge only"
    )


@pytest.mark.parametrize(
    ("path", "button", "opens"), [("/", "#play", "#rack .tile"), ("/score", "#new-sheet", "#setup[open]")]
)
def test_a_tap_before_the_scripts_have_loaded_is_not_lost(
    new_page: NewPage, path: str, button: str, opens: str
) -> None:
    page = new_page()
    waiting = delayed(page, "**/home.js")
    page.goto(path, wait_until="commit")
    page.click(button)
    page.wait_for_selector(f"{button}[aria-busy]")
    waiting.pop().continue_()
    page.wait_for_selector(opens)


def test_a_tap_on_the_page_of_a_game_waits_for_what_its_script_awaits(new_page: NewPage) -> None:
    page = new_page(plays_here=True)
    play_here(page)
    waiting = delayed(page, "**/local/socket.js")
    with page.expect_request("**/local/socket.js"):
        page.reload(wait_until="commit")
    page.click("#open-menu")
    page.wait_for_selector("#open-menu[aria-busy]")
    waiting.pop().continue_()
    page.wait_for_selector("#menu[open] #notify-setting:not([hidden])")


def test_an_early_tap_is_not_repeated_after_a_second_on_a_toggle_or_on_a_button_that_is_hidden(
    new_page: NewPage,
) -> None:
    page, toggle = new_page(), ".mode[data-mode=board]"
    waiting = delayed(page, "**/score.js")
    page.goto("/score/draft", wait_until="commit")
    page.wait_for_selector("#redo:disabled + #undo:disabled")
    page.click(toggle)
    page.wait_for_selector(f"{toggle}[aria-busy]")
    page.click(toggle)
    page.wait_for_selector(f"{toggle}:not([aria-busy])")
    waiting.pop().abort()
    waiting = delayed(page, "**/home.js")
    page.goto("/score", wait_until="commit")
    page.click("#new-sheet")
    page.eval_on_selector("#new-sheet[aria-busy]", "button => { button.hidden = true }")
    waiting.pop().continue_()
    page.wait_for_selector("#new-sheet:not([aria-busy])", state="hidden")
    assert not page.locator("#setup[open]").count()


def delayed(page: Any, address: str) -> list[Any]:
    """Let what is at an address wait; the list has the requests that do."""
    waiting: list[Any] = []

    def wait(route: Any) -> None:
        waiting.append(route)

    page.route(address, wait)
    return waiting
