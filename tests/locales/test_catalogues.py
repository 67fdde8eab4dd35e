"""Every message of pages and terminal is in the catalogues, and every language has them all."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po

from tricorn.locales import i18n, update

FIELDS = re.compile(r"\{(\w+)\}|%\((\w+)\)s")


def _catalogue(name: str, language: str) -> dict[Any, Any]:
    path = i18n.LOCALES / language / "LC_MESSAGES" / name
    with path.open("rb") as file:
        return {message.id: message.string for message in read_po(file, locale=language) if message.id}


@pytest.mark.parametrize("name", update.CATALOGUES)
@pytest.mark.parametrize("language", i18n.codes()[1:])
def test_the_catalogues_have_exactly_the_messages_of_the_sources(name: str, language: str) -> None:
    messages = {message for message, _ in update.CATALOGUES[name]()}
    assert set(_catalogue(name, language)) == messages, "run src/tricorn/locales/update.py"


@pytest.mark.parametrize("name", update.CATALOGUES)
@pytest.mark.parametrize("language", i18n.codes()[1:])
def test_every_language_translates_every_message_with_the_same_fields(name: str, language: str) -> None:
    for message, translation in _catalogue(name, language).items():
        forms = [message] if isinstance(message, str) else list(message)
        translations = [translation] if isinstance(translation, str) else list(translation)
        assert all(translations), f"{message} is not translated"
        assert not any(re.search(r"(?s)^(.+?)\s*\1$", form) for form in translations), f"{message} is there twice"
        wanted = {field for form in forms for field in FIELDS.findall(form)}
        assert {field for form in translations for field in FIELDS.findall(form)} == wanted, message


def test_a_review_in_the_terminal_is_worded_as_in_the_page() -> None:
    """No message differs only in capitals, punctuation or the name of a count."""
    page = {_plain(message) for message, _ in update.folder_script_messages("analysis")}
    other = {_plain(message) for message, place in update.terminal_messages() if place.startswith("analysis/")}
    assert not other & page


def _plain(message: update.MessageId) -> str:
    text = message if isinstance(message, str) else message[0]
    return " ".join(re.findall(r"\w+", text.replace("{count}", "{n}").lower()))


@pytest.mark.parametrize("language", i18n.codes()[1:])
def test_a_review_in_the_terminal_is_translated_as_in_the_page(language: str) -> None:
    say = i18n.load_language(language).gettext
    for message, translation in _catalogue("analysis.po", language).items():
        if isinstance(message, str):
            assert say(message) == translation


def test_scripts_have_no_message_where_the_extractor_does_not_look() -> None:
    """Inside `${…}` a message would be missed."""
    for path in sorted((Path(update.WEB) / "static/js").rglob("*.js")):
        assert not re.search(r"\$\{[^}]*\btn?\(\"", path.read_text()), path.name


def test_the_terminal_has_no_message_where_the_extractor_does_not_look() -> None:
    """Inside an f-string, or said by another name, a message would be missed."""
    package = update.WEB.parent
    for path in [package / "rulebook.py", package / "rule_figures.py", *(package / "cli").rglob("*.py")]:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        inside = [
            call for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for call in _message_calls(node, {"say"})
        ]
        assert not [*inside, *_message_calls(tree, {"gettext", "ngettext"})], path.name


def _message_calls(tree: ast.AST, names: set[str]) -> Iterator[ast.Call]:
    """The calls of these functions with a literal message."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            if (node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")) in names:
                yield node
