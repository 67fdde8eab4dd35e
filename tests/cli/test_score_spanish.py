"""`tricorn score` in Spanish: whatever a person reads or may type, with no English left in it."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from tests.cli.conftest import Run

from tricorn.editions import edition_named
from tricorn.locales.i18n import LOCALES, load_language
from tricorn.rulebook import page

SPANISH = load_language("es")
NAMES = ("Ana", "Bo", "Cai")
# Words of entries and commands that no Spanish sentence has.
TYPED = {"draw", "pass", "bridge", "beside", "hexagon", "shows", "left", "out", "blocked", "anyway"}
TYPED |= {"undo", "redo", "fix", "insert", "remove", "why", "sheet", "board", "start", "rules", "save", "help", "quit"}
# What is called the same everywhere: editions, house rules, files, the command that goes on.
SAME = {"pressman", "classic", "deal", "target", "txt", "tricorn", "score", "resume", "tri"}


def words(text: str) -> set[str]:
    return {word for word in re.findall(r"[^\W\d_]{2,}", text.lower()) if word not in map(str.lower, NAMES)}


@cache
def spanish_words() -> set[str]:
    """Every word with which anything is translated."""
    known: set[str] = set()
    for name in ("templates.po", "server.po", "analysis.po", "terminal.po", "errors.po", "typed.po"):
        with (LOCALES / "es/LC_MESSAGES" / name).open("rb") as file:
            for message in read_po(file, locale="es"):
                forms = [message.string] if isinstance(message.string, str) else message.string or []
                known |= words(" ".join(forms)) if message.id else set()
    return known


def english_in(out: str) -> set[str]:
    """The words that are not Spanish, of what was printed."""
    said = words(out)
    return (said - spanish_words() - SAME) | (said & TYPED)


def score(tricorn: Run, *lines: str, args: tuple[object, ...] = ()) -> str:
    done = tricorn("score", *NAMES, "--language", "es", *args, typed="\n".join(lines) + "\n")
    assert (done.code, done.err) == (0, "")
    return done.out


def test_a_whole_game_has_no_english_in_it(tricorn: Run, tmp_path: Path) -> None:
    rules = ("--rule", "deal=3/3/3/3/3", "--rule", "target=60")
    first = ["ayuda", "Ana 444", "144", "9", "1", "244 +10", "r", "=11", "bo 344", "Bo 3-4-4 puente", "insistir"]
    asked = ["hoja", "mesa", "explicar", "explicar 2", "explicar 5", "salida", "reglas", "quitar 4", "deshacer"]
    end = ["corregir 3 244 ?", "1", "insertar 3 c p", "deshacer", "acaba a", "insistir", "17", "125", "bo 9"]
    later = ["Cai 555", "bloqueada", "insistir", "quedan a 1 =3", "quedan b 30", "quedan c 40", "hoja", "nada"]
    out = score(tricorn, *first, *asked, *end, *later, f"guardar {tmp_path / 'x.tri'}", "salir", args=rules)
    assert "Ana gana la ronda 1" in out
    assert "gana la partida" in out
    assert not english_in(out.replace(str(tmp_path), ""))


def test_english_words_are_understood_in_spanish_and_spanish_ones_in_english(tricorn: Run, tmp_path: Path) -> None:
    english = ["a 444", "144 +9", "draw", "=11 bridge", "d", "undo", "fix 2 245 +11", "anyway 2", "p", "anyway"]
    spanish = ["a 444", "144 +9", "robar", "=11 puente", "r", "deshacer", "corregir 2 245 +11", "insistir 2", "paso"]
    for language in ("en", "es"):
        for number, lines in enumerate([english, [*spanish, "insistir"]]):
            path = tmp_path / f"{language}{number}.tri"
            typed = "\n".join([*lines, f"save {path}", "quit"])
            assert tricorn("score", *NAMES, "--language", language, typed=typed).code == 0
    kept = {path.read_text() for path in tmp_path.iterdir()}
    assert len(kept) == 1
    assert "anyway" in kept.pop()


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("Bo 4-4-4", "4-4-4 no está en la mano de Bo: ya está sobre la mesa."),
        ("corregir", "¿Qué línea? Escribe su número en la hoja"),
        ("quitar 9", "No hay línea 9; las líneas son de la 1 a la 1."),
        ("rehacer", "No hay nada que rehacer."),
        ("acaba b", "Bo no ha terminado: aún tiene 7 fichas en la mano."),
        ("quedan b 17", "se encontró: quedan Bo =17."),
        ("244 puente", "Se esperaba: ningún suplemento para 2-4-4; se encontró: puente."),
        ("555", "5-5-5 no encaja en ningún sitio de la mesa."),
        ("=16", "La suma de una ficha es 15 como mucho, no 16."),
        ("guardar .", "Ya existe un archivo .; elige otro nombre."),
        ("csv /none/x.csv", "/none/x.csv: no existe ese archivo o carpeta."),
    ],
)
def test_refusals_are_in_spanish(tricorn: Run, line: str, sentence: str) -> None:
    assert sentence in score(tricorn, "a 444", line)


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        ([], "se esperaban los nombres de los jugadores"),
        (["Ana"], "no 1"),
        (["Ana", "Bo", "--edition", "chess"], "no existe la edición 'chess'"),
        (["Ana", "Bo", "--resume", "x.tri"], "no se admiten con él ni nombres ni reglas"),
        (["--resume", "none.tri"], "none.tri: no existe ese archivo o carpeta; se esperaba el registro"),
        (["Ana", "Bo", "--save", "/none/x.tri"], "/none/x.tri: no existe ese archivo o carpeta"),
    ],
)
def test_wrong_usage_is_one_spanish_line(tricorn: Run, args: list[str], sentence: str) -> None:
    done = tricorn("score", "--language", "es", *args)
    assert (done.code, done.out) == (2, "")
    assert done.err.count("\n") == 1
    assert sentence in done.err


def test_a_record_that_does_not_check_is_refused_in_spanish(tricorn: Run, tmp_path: Path) -> None:
    path = tmp_path / "x.tri"
    path.write_text("tricorn 1\nchess\n")
    done = tricorn("score", "--resume", path, "--language", "es")
    assert done.code == 1
    assert f"{path}:2: se esperaba: una línea de edición; se encontró: 'chess'" in done.err
    path.write_bytes(b"\xff")
    done = tricorn("score", "--resume", path, "--language", "es")
    assert ":1: se esperaba: texto en UTF-8; se encontró: el byte 0xff" in done.err


@pytest.mark.parametrize(
    ("environment", "prompt"),
    [
        ({"LC_ALL": "es_ES.UTF-8"}, "¿Quién sale"),
        ({"LC_ALL": "", "LC_MESSAGES": "es", "LANG": "en_GB.UTF-8"}, "¿Quién sale"),
        ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": "es_MX"}, "¿Quién sale"),
        ({"LC_ALL": "C.UTF-8", "LANG": "es_ES.UTF-8"}, "Who starts"),
        ({"LC_ALL": "fr_FR.UTF-8"}, "Who starts"),
    ],
)
def test_the_environment_chooses_the_language(
    tricorn: Run, monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], prompt: str
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert prompt in tricorn("score", "Ana", "Bo").out
    assert "¿Quién sale" in tricorn("score", "Ana", "Bo", "--language", "es").out
    assert "Who starts" in tricorn("score", "Ana", "Bo", "--language", "en").out


def test_a_language_that_is_not_there_is_refused(tricorn: Run) -> None:
    done = tricorn("score", "Ana", "Bo", "--language", "fr")
    assert (done.code, done.err) == (2, "tricorn: --language fr: expected en or es\n")


@pytest.mark.parametrize(
    "edition",
    ["pressman-classic", "spanish target=200 clock=1", "wooden draw_limit=1 bridge=0", "spanish draw_optional=no"],
)
def test_a_rulebooks_page_has_the_same_figures_in_both_languages(edition: str) -> None:
    english, spanish = page(edition_named(edition)), page(edition_named(edition), SPANISH.gettext)
    figures = re.compile(r"\d+")
    assert [sorted(figures.findall(line)) for line in english.split("\n")] == [
        sorted(figures.findall(line)) for line in spanish.split("\n")
    ]
    told = re.sub("`[^`]*`", "", spanish)
    assert not english_in(told)
