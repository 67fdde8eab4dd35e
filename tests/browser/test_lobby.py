"""An open table: one tap opens it, people sit down, and the host arranges everything until the start."""

from __future__ import annotations

import pytest
from tests.browser.axe import faults
from tests.browser.conftest import NewPage
from tests.browser.driving import FEW_TILES, PHONE, change_rules, focused_id, open_table, sit_down

pytestmark = pytest.mark.browser


def seated(page: object) -> list[str]:
    """The names around the table, in the order of play."""
    found: list[str] = page.locator(".place[data-key]:not([data-key=free])").evaluate_all(  # type: ignore[attr-defined]
        "places => places.map(place => place.dataset.key)"
    )
    return found


def focused_place(page: object) -> str:
    """Whose place has the focus."""
    return str(page.evaluate("document.activeElement.closest('.place')?.dataset.key"))  # type: ignore[attr-defined]


def test_five_phones_and_a_television_are_at_a_table_that_was_opened_with_one_tap(new_page: NewPage) -> None:
    ana, *others = (new_page(**PHONE) for _ in range(5))
    ana.goto("/")
    ana.tap("#friends")
    ana.wait_for_selector("#start:disabled")
    assert ana.inner_text("#start") == "At least 2 must sit down to start"
    assert ana.locator(".big-code").is_visible()
    television = new_page(viewport={"width": 1280, "height": 720})
    television.goto("/tv")
    television.keyboard.type(ana.inner_text(".big-code"))
    television.click("#show")
    television.wait_for_selector("#seated li")
    for page, name in zip(others, ("Bo", "Cy", "Di", "Ed"), strict=True):
        sit_down(page, ana.url, name)
        television.wait_for_selector(f"#seated :text-is('{name}')")
    ana.wait_for_selector("#start:has-text('Start with five')")
    ana.tap("#own-name")
    ana.fill("#seat-card-name", "Ana")
    ana.keyboard.press("Enter")
    ana.wait_for_selector(".place[data-key=Ana]")
    assert focused_place(ana) == "Ana"
    assert seated(ana) == ["Ana", "Bo", "Cy", "Di", "Ed"]
    for page in (ana, *others):
        assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
    ana.tap("#start")
    for page in (ana, *others):
        page.wait_for_selector("#rack .tile")
        assert page.locator("#players li").count() == 5
    television.wait_for_selector("#lanes .on-turn")
    assert television.locator("#lanes .name").all_inner_texts() == ["Ana", "Bo", "Cy", "Di", "Ed"]


def test_somebody_sits_down_after_the_bots_were_added(new_page: NewPage) -> None:
    ana, bo, cy = new_page(), new_page(), new_page()
    address = open_table(ana, "Ana")
    change_rules(ana, players="2-3")
    for count in (2, 3):
        ana.click("#add-bot")
        ana.wait_for_selector(
            f".places[data-count='{min(count + 1, 3)}'] .place:not([data-key=free]) >> nth={count - 1}"
        )
    assert ana.locator("#add-bot").count() == 0
    sit_down(bo, address, "Bo")
    sit_down(cy, address, "Cy")
    assert seated(cy) == ["Ana", "Cy", "Bo"], "each takes the seat of the bot that came last"
    late = new_page()
    late.goto(address)
    late.wait_for_selector(".lobby-actions:has-text('All seats are taken. You can watch.')")
    ana.click("#start")
    cy.wait_for_selector("#rack .tile")


def test_a_name_that_is_being_typed_stays_when_another_person_sits_down(new_page: NewPage) -> None:
    ana, bo, cy = new_page(), new_page(), new_page()
    address = open_table(ana, "Ana")
    cy.goto(address)
    cy.click("#join-name")
    cy.keyboard.type("C")
    sit_down(bo, address, "Bo")
    cy.wait_for_selector(".place[data-key=Bo]")
    cy.keyboard.type("y")
    cy.keyboard.press("Enter")
    cy.wait_for_selector(".waiting")
    assert seated(cy) == ["Ana", "Bo", "Cy"]


def test_the_host_drags_seats_or_moves_them_by_keys_and_chooses_a_level(new_page: NewPage) -> None:
    ana, bo = new_page(), new_page()
    address = open_table(ana, "Ana")
    ana.locator(".place[data-key=Ana] button").press("Enter")
    sit_down(bo, address, "Bo")
    assert focused_place(bo) == "Bo"
    ana.wait_for_selector(".place[data-key=Bo]")
    ana.keyboard.press("Escape")
    ana.wait_for_selector("#seat-card", state="detached")
    assert focused_place(ana) == "Ana", "its place was redrawn behind the card"
    ana.click("#add-bot")
    ana.wait_for_selector(".place[data-key=Otto]")
    ana.locator(".place[data-key=Otto] .avatar").drag_to(ana.locator(".place[data-key=Bo] .avatar"))
    ana.wait_for_selector(".place:nth-child(2)[data-key=Otto]")
    assert ana.locator("#seat-card").count() == 0, "a drag is not a tap"
    ana.locator(".place[data-key=Bo] button").focus()
    ana.keyboard.press("Enter")
    ana.locator("#seat-card button:has-text('Play earlier')").focus()
    ana.keyboard.press("Enter")
    ana.wait_for_selector(".place:nth-child(2)[data-key=Bo]")
    assert seated(ana) == ["Ana", "Bo", "Otto"]
    assert focused_place(ana) == "Bo"
    assert ana.locator("#log p").all_inner_texts() == [
        "Bo has sat down.",
        "The bot Otto has sat down: medium.",
        "The order of play is now Ana, Otto, and Bo.",
        "The order of play is now Ana, Bo, and Otto.",
    ]
    ana.click(".place[data-key=Otto] button")
    assert faults(ana) == []
    ana.check("#seat-card [value=hard]")
    ana.click("#seat-card-done")
    ana.wait_for_selector(".place[data-key=Vega]")
    bo.wait_for_selector(".place[data-key=Vega]")
    assert bo.locator(".place[data-key=Ana] button").count() == 0, "only the host changes the seats of others"
    bo.click(".place[data-key=Bo] button")
    bo.click("#seat-card button:has-text('Leave the table')")
    bo.wait_for_selector("#join-name")
    ana.wait_for_selector(".place[data-key=Bo]", state="detached")
    ana.click(".place[data-key=Vega] button")
    ana.click("#seat-card button:has-text('Remove')")
    ana.wait_for_selector(".place[data-key=Vega]", state="detached")
    assert focused_id(ana) == "add-bot"


def test_a_joiner_reads_three_sentences_of_rules_which_the_host_changes_while_there_is_room(new_page: NewPage) -> None:
    ana, bo, television = new_page(), new_page(), new_page()
    address = open_table(ana, "Ana")
    bo.goto(address)
    television.goto(f"{address}/tv")
    sentences = bo.locator(".in-short li")
    assert sentences.count() == 3
    assert sentences.nth(2).inner_text().endswith("whoever gets to 200 points wins the game.")
    assert bo.locator(".new-here").inner_text() == "New here? Learn it in a minute"
    assert faults(bo) == []
    change_rules(ana, target="90", players="2-3")
    bo.wait_for_selector(".in-short:has-text('90 points')")
    television.wait_for_selector(".played:has-text('90 points')")
    bo.wait_for_selector("#log:has-text('The rules have changed: ')", state="attached")
    for _ in range(2):
        ana.click("#add-bot")
    ana.wait_for_selector(".place:nth-child(3):not([data-key=free])")
    ana.click("#change-rules")
    ana.locator("[data-rule=players] select").nth(1).select_option("2")
    ana.click("#go")
    ana.wait_for_selector("#setup .wrong:has-text('These rules are for at most 2 players, and 3 have sat down.')")


def test_a_host_who_does_not_play_starts_the_game_and_watches(new_page: NewPage) -> None:
    host, bo = new_page(), new_page()
    address = open_table(host, "Television", **FEW_TILES)
    host.click("#only-host")
    host.wait_for_selector(".lobby-actions:has-text('You host without playing.')")
    assert focused_id(host) == "lobby-title", "there is no game to start yet"
    sit_down(bo, address, "Bo")
    host.click("#add-bot")
    host.click("#start:has-text('Start with two')")
    bo.wait_for_selector("#rack .tile")
    host.wait_for_selector("#players li >> nth=1")
    assert host.locator("#hand").is_hidden()


def test_the_message_about_a_wrong_code_is_on_the_screen_of_a_phone(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    page.goto("/")
    page.click("#open-join")
    page.fill("#code", "zzzzz")
    page.keyboard.press("Enter")
    message = page.locator("#code-wrong:not(:empty)")
    message.wait_for()
    box = message.bounding_box()
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= 400, "above a keyboard"


def test_what_needs_the_server_is_marked_while_there_is_no_connection(new_page: NewPage) -> None:
    page = new_page()
    page.clock.install()
    page.goto("/")
    page.wait_for_load_state("networkidle")
    assert "not connected" not in page.inner_text("#friends")
    page.context.set_offline(True)
    page.clock.fast_forward(5_000)
    page.wait_for_selector("#friends:has-text('not connected')")
    page.context.set_offline(False)
    page.clock.fast_forward(5_000)
    page.wait_for_selector("body:not([data-offline])")


def test_a_page_says_that_its_table_is_loading(new_page: NewPage) -> None:
    ana, bo = new_page(), new_page()
    address = open_table(ana, "Ana")
    bo.route_web_socket("**/ws/*", lambda _: None)  # it never answers
    bo.goto(address)
    assert bo.inner_text("#loading") == "Coming to the table…"
