"""The page in Spanish, with the Spanish edition's voluntary drawing."""

from __future__ import annotations

import re

import pytest
from tests.browser.conftest import NewPage
from tests.browser.driving import sit_at_table, wait_for_choice

pytestmark = pytest.mark.browser


def test_in_spanish_a_player_draws_although_a_tile_fits(new_page: NewPage) -> None:
    page = new_page(locale="es-ES")
    page.goto("/")
    assert page.locator("html").get_attribute("lang") == "es"
    assert page.locator("#play").inner_text() == "Jugar ya\ncon Rosa, amable"
    sit_at_table(page, bots=1, edition="spanish", rules={"deal": "20/14/11"})
    wait_for_choice(page)
    assert page.locator("#rack .fits").count()
    assert page.locator("#draw").inner_text().split() == ["Robar", "−5"]
    held = page.locator("#rack .tile").count()
    page.click("#draw")
    page.wait_for_selector(f"#rack .tile >> nth={held}")
    assert re.search(r"Robas \d-\d-\d: −5\.", page.locator("#log").inner_text())


def test_in_spanish_the_family_rules_come_first_and_the_lot_is_said(new_page: NewPage) -> None:
    page = new_page(locale="es-ES")
    page.goto("/")
    choices = "Reglas para la familia: como mucho tres robos, 200 puntos"
    assert page.inner_text("#choices") == choices
    page.click("[data-setup=now]")
    page.check("[name=rules][value=rulebook]")
    assert page.locator("[name=edition]").input_value() == "spanish", "the rulebooks begin with one in Spanish"
    sit_at_table(page, bots=1, edition="goliath", rules={"rounds": "2"})
    assert page.inner_text("#round-number") == "Ronda 1 de 2"
    assert re.search("sorteo: (Ana|Pip)", page.inner_text("#sheet-body"))


def test_the_language_can_be_switched_in_the_menu(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/")
    page.click("#open-menu")
    page.select_option("#language", "es")
    page.wait_for_selector("html[lang=es]")
    page.goto("/rules/spanish")
    assert page.locator("h1").inner_text() == "Las reglas"


def test_a_refusal_is_in_the_users_language(new_page: NewPage) -> None:
    page = new_page(locale="es-ES")
    page.goto("/t/ZZZZZ")
    assert "No hay ninguna mesa" in page.locator("h1").inner_text()


def test_on_a_narrow_phone_nothing_overflows_the_menu_or_the_form(new_page: NewPage) -> None:
    page = new_page(locale="es-ES", viewport={"width": 360, "height": 640})
    page.goto("/")
    for button in ("#open-menu", "[data-setup=now]"):
        page.click(button)
        dialog = page.locator("dialog[open]").bounding_box()
        fields = page.locator("dialog[open] select:visible").all()
        assert fields
        for box in (field.bounding_box() for field in fields):
            assert box["x"] + box["width"] <= dialog["x"] + dialog["width"] - 20, button
        page.keyboard.press("Escape")


def test_an_extra_space_in_a_record_is_visible_in_the_refusal(new_page: NewPage) -> None:
    page = new_page(locale="es-ES")
    page.goto("/replay")
    record = {"name": "x.tri", "mimeType": "text/plain", "buffer": b"tricorn 1\nedition  wooden\n"}
    page.set_input_files("#record-file", record)
    refusal = page.locator("#record-wrong", has_text="Línea 2.")  # before it, the page says that it is checking
    refusal.wait_for()
    assert "Se encontró: 'edition  wooden'." in refusal.inner_text()
