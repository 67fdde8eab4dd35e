"""`tricorn play` in Spanish: what is typed and what is shown."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.conftest import Run

from tricorn.cli.terminal import game_session, vocabulary
from tricorn.locales import i18n
from tricorn.wording import Say


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("hola", "No se entiende 'hola'; escribe 1, o h para la ayuda."),
        ("robar", "La ronda empieza con la ficha de salida; nadie roba antes."),
        ("0,0^111", "1-1-1 no está entre tus fichas."),
        ("guardar", "Guardar necesita un nombre de archivo"),
        ("deshacer", "No tienes ninguna jugada que deshacer."),
    ],
)
def test_spanish_words_are_understood_and_answered(tricorn: Run, typed: str, said: str) -> None:
    done = tricorn("play", "--seed", 3, "--language", "es", typed=f"{typed}\nsalir\n\n")
    assert (done.code, done.err) == (0, "")
    assert said in done.out


def test_the_player_is_addressed_as_you(tricorn: Run) -> None:
    done = tricorn("play", "--seed", 3, "--language", "es", typed="1\nr\nsalir\n\n")
    assert "Colocaste 5-5-5: 15 + 10 salida = 25" in done.out
    assert "Debes colocar una ficha, no robar" in done.out
    assert "Tus fichas" in done.out


def test_a_refusal_names_the_letters_of_the_language(tricorn: Run) -> None:
    typed = "1\n" * 10 + "salir\n\n"
    done = tricorn("play", "--seed", 3, "--bot", "easy", "--language", "es", typed=typed)
    assert "No hay ninguna colocación 1; escribe r, o h para la ayuda." in done.out


@pytest.mark.parametrize("page", [game_session.help_page, vocabulary.help_page])
@pytest.mark.parametrize("language", ["en", "es"])
def test_a_line_of_help_fits_a_terminal_of_80_columns(page: Callable[[Say], str], language: str) -> None:
    assert max(map(len, page(i18n.load_language(language).gettext).split("\n"))) <= 80


def test_a_letter_means_in_english_what_its_help_says(tricorn: Run) -> None:
    done = tricorn("play", "--seed", 3, typed="r\n")
    assert "Tricorn: the rules of" in done.out


def test_a_game_saved_in_spanish_is_the_same_record(tricorn: Run, tmp_path: Path) -> None:
    for language, words in (("en", "1\n1\nsave {}\nq\n"), ("es", "1\n1\nguardar {}\nsalir\n")):
        tricorn("play", "--seed", 3, "--language", language, typed=words.format(tmp_path / f"{language}.tri"))
    assert (tmp_path / "en.tri").read_text() == (tmp_path / "es.tri").read_text()


def test_rules_and_editions_are_in_the_users_language(tricorn: Run) -> None:
    assert tricorn("rules", "spanish", "--language", "es").out.startswith("# Tricorn: las reglas de `spanish`")
    assert tricorn("editions", "--language", "es").out.startswith("edición")
    assert tricorn("rules", "checkers", "--language", "es").err.startswith("tricorn: no existe la edición")
