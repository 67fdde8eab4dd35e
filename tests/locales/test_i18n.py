"""Catalogues as the pages get them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tricorn.locales import i18n, update

POLISH = r"""
msgid ""
msgstr ""
"Language: pl\n"
"Content-Type: text/plain; charset=utf-8\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\n"

msgid "Draw"
msgstr "Dobierz"

msgid "{n} tile"
msgid_plural "{n} tiles"
msgstr[0] "{n} płytka"
msgstr[1] "{n} płytki"
msgstr[2] "{n} płytek"
"""


def test_plural_forms_are_named_as_browsers_name_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    catalogue = tmp_path / "pl/LC_MESSAGES/home.po"
    catalogue.parent.mkdir(parents=True)
    catalogue.write_text(POLISH, encoding="utf-8")
    forms = {"one": "{n} płytka", "few": "{n} płytki", "many": "{n} płytek"}
    monkeypatch.setattr(i18n, "LOCALES", tmp_path)
    assert i18n.load_language("pl").words == {"Draw": "Dobierz", "{n} tile": forms}


def test_english_needs_no_catalogue() -> None:
    english = i18n.load_language("en")
    assert not (i18n.LOCALES / "en").exists()
    assert english.gettext("Draw") == "Draw"
    assert [english.ngettext("{n} tile", "{n} tiles", n) for n in (0, 1, 2)] == ["{n} tiles", "{n} tile", "{n} tiles"]


def test_the_catalogues_of_a_new_language_are_made_and_none_for_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(i18n, "LOCALES", tmp_path)
    monkeypatch.setattr(sys, "argv", ["update.py", "en", "fr"])
    update.main()
    assert [path.name for path in tmp_path.iterdir()] == ["fr"]
    assert {path.name for path in (tmp_path / "fr/LC_MESSAGES").iterdir()} == set(update.CATALOGUES)


def test_every_folder_of_catalogues_is_a_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for code in ("pl", "de"):
        (tmp_path / code / "LC_MESSAGES").mkdir(parents=True)
    monkeypatch.setattr(i18n, "LOCALES", tmp_path)
    assert i18n.codes() == ("en", "de", "pl")
    assert {code: language.name for code, language in i18n.load_languages().items()} == {
        "en": "English",
        "de": "Deutsch",
        "pl": "Polski",
    }
