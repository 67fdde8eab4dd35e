"""Bring the catalogues up to date with what pages and terminal say: `python src/tricorn/locales/update.py`.

`messages.po` has what the templates say and the editions and rulings they show, `page.po` what the scripts of the home
page say, `game.po` what other scripts say that most pages have,
`coach.po`, `deals.po`, `learn.po`, `puzzles.po` and `score.po` what the scripts of these folders say,
`terminal.po` what the command line says in more than one language, with the rulebook's pages,
`server.po` what the server refuses by itself, `errors.po` what errors say, `typed.po` what is typed to the scorekeeper.
A new language begins with its code: `python src/tricorn/locales/update.py fr` makes its catalogues.
New messages come in without a translation unless another catalogue has it, gone ones go out;
tests/locales/test_catalogues.py fails until all are translated.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po
from jinja2.ext import babel_extract

from tricorn.bonus import Bonus
from tricorn.editions import EDITIONS
from tricorn.locales import i18n
from tricorn.messages import Message as ErrorMessage
from tricorn.rulings import RULINGS

PACKAGE = Path(__file__).parent.parent
WEB = PACKAGE / "web"

Message = str | tuple[str, ...]


def said_in_templates() -> Iterator[tuple[Message, str]]:
    """Every message of a template, an edition or a ruling, with the file it is in."""
    options = {"newstyle_gettext": "true", "trimmed": "true", "silent": "false"}
    for path in sorted((WEB / "templates").glob("*.html")):
        with path.open("rb") as file:
            for _, _, message, _ in babel_extract(file, ("gettext", "ngettext"), (), options):
                if message is not None:  # gettext(a variable): its messages come below
                    yield _message(message), f"templates/{path.name}"
    for edition in EDITIONS.values():
        yield edition.name, "editions.py"
        yield edition.rulebook, "editions.py"
    for ruling in RULINGS:
        for text in (ruling.title, *ruling.texts()):
            yield text, "rulings.py"


def _message(found: str | tuple[str | None, ...]) -> Message:
    if isinstance(found, str):
        return found
    parts = tuple(part for part in found if part is not None)  # of a message and its plural; None is for the count
    return parts if len(parts) > 1 else parts[0]


def said_in_scripts() -> Iterator[tuple[Message, str]]:
    """Every message of the scripts that the home page may load; every page carries them."""
    return _said_in(path for path in _scripts() if path.parent.name in i18n.HOME)


def said_in_games() -> Iterator[tuple[Message, str]]:
    """Every other message of the scripts that have no catalogue of their own."""
    others = {message for message, _ in said_in_scripts()}
    scripts = (path for path in _scripts() if path.parent.name not in (*i18n.HOME, *i18n.APART))
    return ((message, place) for message, place in _said_in(scripts) if message not in others)


def said_apart(folder: str) -> Iterator[tuple[Message, str]]:
    """Every message of a folder's scripts that those of every page do not have."""
    others = {message for each in (said_in_scripts, said_in_games) for message, _ in each()}
    scripts = (path for path in _scripts() if path.parent.name == folder)
    return ((message, place) for message, place in _said_in(scripts) if message not in others)


def _scripts() -> list[Path]:
    return sorted((WEB / "static/js").rglob("*.js"))


def _said_in(scripts: Iterable[Path]) -> Iterator[tuple[Message, str]]:
    """Every message of some scripts: `t("…")` and `tn("one", "other", n)`."""
    keywords = {"t": None, "tn": (1, 2)}
    for path in scripts:
        file = io.BytesIO(path.read_bytes())
        for _, message, _, _ in extract("javascript", file, keywords, (), {}):
            yield message, str(path.relative_to(WEB))


def said_in_terminal() -> Iterator[tuple[Message, str]]:
    """Every message of the command line, of reviews and of the rulebook, `say("…")` and `say_n("one", "other", n)`.

    What templates say too is in their catalogue already; the server and the terminal have both.
    """
    others = {message for message, _ in said_in_templates()}
    keywords = {"say": None, "say_n": (1, 2)}
    modules = [PACKAGE / "rulebook.py", PACKAGE / "rule_words.py", *sorted((PACKAGE / "analysis").glob("as_*.py"))]
    for path in [*modules, *sorted((PACKAGE / "cli").rglob("*.py"))]:
        file = io.BytesIO(path.read_bytes())
        for _, message, _, _ in extract("python", file, keywords, (), {}):
            if message not in others:
                yield message, str(path.relative_to(PACKAGE))
    for bonus in Bonus:
        yield bonus.label, "bonus.py"


def said_by_server() -> Iterator[tuple[Message, str]]:
    """Every message of the server's own refusals, and what is said in pictures."""
    keywords = {"Refused": (2,), "gettext": None, "say": None}
    for path in [*sorted(WEB.rglob("*.py")), *sorted((PACKAGE / "render").glob("*.py"))]:
        for _, message, _, _ in extract("python", io.BytesIO(path.read_bytes()), keywords, (), {}):
            if message not in ("{rules}", ""):
                yield message, str(path.relative_to(PACKAGE))


def said_in_errors() -> Iterator[tuple[Message, str]]:
    """Every message that an error carries."""
    for message in ErrorMessage:
        yield message.value, "messages.py"


def said_when_typing() -> Iterator[tuple[Message, str]]:
    """Every word that can be typed to the scorekeeper; a translation has one or more words, the first is shown."""
    for word in i18n.TYPED:
        yield word, "locales/i18n.py"


SAID: dict[str, Callable[[], Iterator[tuple[Message, str]]]] = {
    "messages.po": said_in_templates,
    "page.po": said_in_scripts,
    "game.po": said_in_games,
    **{f"{folder}.po": partial(said_apart, folder) for folder in i18n.APART},
    "terminal.po": said_in_terminal,
    "server.po": said_by_server,
    "errors.po": said_in_errors,
    "typed.po": said_when_typing,
}


def template(name: str) -> Catalog:
    """A catalogue of all messages without any translation."""
    catalogue = Catalog(project="Tricorn", header_comment="")
    for message, place in SAID[name]():
        catalogue.add(message, locations=[(place, 0)])
    return catalogue


def translations(language: str) -> dict[object, Any]:
    """What is translated in any catalogue of a language; a message may move from one to another."""
    found: dict[object, Any] = {}
    for path in (i18n.LOCALES / language / "LC_MESSAGES").glob("*.po"):
        if path.name == "typed.po":
            continue  # several words for one
        with path.open("rb") as file:
            found |= {each.id: each.string for each in read_po(file, locale=language) if each.id and each.string}
    return found


def update(name: str, language: str, known: dict[object, Any]) -> None:
    path = i18n.LOCALES / language / "LC_MESSAGES" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    current = template(name)
    catalogue = Catalog(locale=language)
    if path.exists():
        with path.open("rb") as file:
            catalogue = read_po(file, locale=language)
    catalogue.update(current, no_fuzzy_matching=True, update_header_comment=True)
    catalogue.obsolete.clear()
    for message in catalogue:
        if message.id in known and not any(message.string or ()):
            message.string = known[message.id]
    written = io.BytesIO()
    write_po(written, catalogue, width=110, no_location=True, omit_header=True, sort_output=True)
    head = f'msgid ""\nmsgstr ""\n"Language: {language}\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n'
    plural = f'"Plural-Forms: {Catalog(locale=language).plural_forms}\\n"\n\n'
    path.write_text(head + plural + written.getvalue().decode())


def main() -> None:
    for language in {*i18n.codes(), *sys.argv[1:]}:
        known = translations(language)
        for name in SAID:
            update(name, language, known)


if __name__ == "__main__":
    main()
