"""Brings the catalogues up to date with the messages in the sources: `python src/tricorn/locales/update.py`.

- `templates.po`: templates, editions, presets and rulings
- `home.po`: scripts that the home page may load; `common.po`: other scripts that most pages have
- `analysis.po`, `deals.po`, `device.po`, `learn.po`, `local.po`, `puzzles.po`, `replay.po`, `score.po`, `tv.po`:
  scripts in these folders
- `terminal.po`: the command line, the rulebook's pages, and what reviews do not share with scripts (`analysis.po`)
- `typed.po`: words that can be typed in the terminal
- `server.po`: the server's own refusals; `errors.po`: messages of errors

`python src/tricorn/locales/update.py fr` makes the catalogues of a new language. New messages are added without a
translation, unless another catalogue has one, and unused messages are removed; tests/locales/test_catalogues.py fails
until all are translated.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po
from jinja2.ext import babel_extract

from tricorn.bonus import Bonus
from tricorn.editions import EDITIONS, PRESETS
from tricorn.locales import i18n
from tricorn.messages import Message
from tricorn.rulings import RULINGS

PACKAGE = Path(__file__).parent.parent
WEB = PACKAGE / "web"

MessageId = str | tuple[str, ...]  # a message, or its singular and plural
Located = tuple[MessageId, str]  # a message and the file it is in


def template_messages() -> Iterator[Located]:
    """The messages of templates, editions, presets and rulings."""
    options = {"newstyle_gettext": "true", "trimmed": "true", "silent": "false"}
    for path in sorted((WEB / "templates").glob("*.html")):
        with path.open("rb") as file:
            for _, _, message, _ in babel_extract(file, ("gettext", "ngettext"), (), options):
                if message is not None:  # None for gettext(variable), whose messages are yielded below
                    yield _message(message), f"templates/{path.name}"
    for edition in EDITIONS.values():
        yield edition.name, "editions.py"
        yield edition.rulebook, "editions.py"
    for preset in PRESETS.values():
        for text in (preset.name, preset.meaning, preset.short):
            yield text, "editions.py"
    for ruling in RULINGS:
        for text in (ruling.title, *ruling.texts()):
            yield text, "rulings.py"


def _message(extracted: str | tuple[str | None, ...]) -> MessageId:
    if isinstance(extracted, str):
        return extracted
    forms = tuple(form for form in extracted if form is not None)  # None stands for the count
    return forms if len(forms) > 1 else forms[0]


def home_script_messages() -> Iterator[Located]:
    """The messages of scripts that the home page may load; every page carries them."""
    return script_messages(path for path in _scripts() if path.parent.name in i18n.HOME_FOLDERS)


def common_script_messages() -> Iterator[Located]:
    """The messages of other scripts without their own catalogue, except those of the home page."""
    others = {message for message, _ in home_script_messages()}
    scripts = (path for path in _scripts() if path.parent.name not in (*i18n.HOME_FOLDERS, *i18n.SEPARATE_FOLDERS))
    return ((message, place) for message, place in script_messages(scripts) if message not in others)


def folder_script_messages(folder: str) -> Iterator[Located]:
    """The messages of a folder's scripts, except those that most pages have."""
    others = {message for message, _ in (*home_script_messages(), *common_script_messages())}
    scripts = (path for path in _scripts() if path.parent.name == folder)
    return ((message, place) for message, place in script_messages(scripts) if message not in others)


def _scripts() -> list[Path]:
    return sorted((WEB / "static/js").rglob("*.js"))


def script_messages(scripts: Iterable[Path]) -> Iterator[Located]:
    """The messages of some scripts: `t("…")` and `tn("one", "other", n)`."""
    for path in scripts:
        for message in _messages_of_script(path):
            yield message, str(path.relative_to(WEB))


@cache
def _messages_of_script(path: Path) -> list[MessageId]:
    keywords = {"t": None, "tn": (1, 2)}
    return [message for _, message, _, _ in extract("javascript", io.BytesIO(path.read_bytes()), keywords, (), {})]


def terminal_messages() -> Iterator[Located]:
    """The messages of the command line, reviews and the rulebook: `say("…")` and `say_n("one", "other", n)`.

    Messages that templates or the scripts of reviews have too are left out: the server and the terminal load all three
    catalogues.
    """
    others = {message for message, _ in (*template_messages(), *folder_script_messages("analysis"))}
    keywords = {"say": None, "say_n": (1, 2)}
    rules = (PACKAGE / f"{name}.py" for name in ("rulebook", "rules_in_short", "rule_figures", "rule_words"))
    modules = [*rules, *sorted((PACKAGE / "analysis").glob("as_*.py"))]
    for path in [*modules, *sorted((PACKAGE / "cli").rglob("*.py"))]:
        file = io.BytesIO(path.read_bytes())
        for _, message, _, _ in extract("python", file, keywords, (), {}):
            if message not in others:
                yield message, str(path.relative_to(PACKAGE))
    for bonus in Bonus:
        yield bonus.label, "bonus.py"


def server_messages() -> Iterator[Located]:
    """The messages of the server's own refusals and of pictures."""
    keywords = {
        "Refused": (2,),
        "__init__": (2,),
        "gettext": None,
        "say": None,
    }  # `__init__` of subclasses of `Refused`
    for path in [*sorted(WEB.rglob("*.py")), *sorted((PACKAGE / "render").glob("*.py"))]:
        for _, message, _, _ in extract("python", io.BytesIO(path.read_bytes()), keywords, (), {}):
            if message not in ("{rules}", ""):
                yield message, str(path.relative_to(PACKAGE))


def error_messages() -> Iterator[Located]:
    """The messages of errors."""
    for message in Message:
        yield message.value, "messages.py"


def typed_word_messages() -> Iterator[Located]:
    """The words that can be typed in the terminal; a translation has one or more words, and the first is shown."""
    for word in i18n.TYPED_WORDS:
        yield word, "locales/i18n.py"


CATALOGUES: dict[str, Callable[[], Iterator[Located]]] = {
    "templates.po": template_messages,
    "home.po": home_script_messages,
    "common.po": common_script_messages,
    **{f"{folder}.po": partial(folder_script_messages, folder) for folder in i18n.SEPARATE_FOLDERS},
    "terminal.po": terminal_messages,
    "server.po": server_messages,
    "errors.po": error_messages,
    "typed.po": typed_word_messages,
}


def untranslated(name: str) -> Catalog:
    """A catalogue of all messages without translations."""
    catalogue = Catalog(project="Tricorn", header_comment="")
    for message, place in CATALOGUES[name]():
        catalogue.add(message, locations=[(place, 0)])
    return catalogue


def translations(language: str) -> dict[object, Any]:
    """The translations in all catalogues of a language, since a message may move from one to another."""
    translated: dict[object, Any] = {}
    for path in (i18n.LOCALES / language / "LC_MESSAGES").glob("*.po"):
        if path.name == "typed.po":
            continue  # these translations are lists of words
        with path.open("rb") as file:
            catalogue = read_po(file, locale=language)
        translated |= {message.id: message.string for message in catalogue if message.id and message.string}
    return translated


def update(name: str, language: str, known: dict[object, Any]) -> None:
    """Bring one catalogue up to date; `known` has translations for new messages."""
    path = i18n.LOCALES / language / "LC_MESSAGES" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    current = untranslated(name)
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
    for language in {*i18n.codes(), *sys.argv[1:]} - {i18n.SOURCE}:
        known = translations(language)
        for name in CATALOGUES:
            update(name, language, known)


if __name__ == "__main__":
    main()
