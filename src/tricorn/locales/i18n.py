"""The languages of the pages and the terminal: English, and one for each folder of catalogues next to this module."""

from __future__ import annotations

import gettext
import io
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from operator import or_
from pathlib import Path

from babel.core import Locale
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from tricorn.bonus import Bonus
from tricorn.messages import Message, Phrase
from tricorn.wording import Seat, as_sentence

__all__ = [
    "SEPARATE_FOLDERS",
    "SOURCE",
    "TYPED_WORDS",
    "Language",
    "Translator",
    "Words",
    "codes",
    "load_language",
    "load_languages",
    "sentence",
    "typed_words",
]

SOURCE = "en"  # the language of the sources, which needs no catalogue
LOCALES = Path(__file__).parent
# The messages of the server, its templates, reviews, the terminal and errors.
_GETTEXT_CATALOGUES = ("server.po", "templates.po", "analysis.po", "terminal.po", "errors.po")
_ERRORS = "errors.po"
# Folders of scripts whose messages are in `home.po`.
HOME_FOLDERS = ("home", "setup", "shared")
# Folders of scripts with their own catalogue; those of all others are in `common.po`.
SEPARATE_FOLDERS = ("analysis", "deals", "device", "learn", "local", "puzzles", "replay", "score", "tv")
# The words that can be typed for each English word; the first one is shown.
_TYPED = "typed.po"
# The English words of entries and commands.
TYPED_WORDS = (
    *("draw", "pass", *Bonus, "shows", "left", "out", "blocked", "anyway", "undo", "redo", "fix", "insert", "remove"),
    *("rename", "why", "sheet", "board", "start", "rules", "score", "save", "help", "quit", "hint", "fit"),
)

Words = dict[str, str | dict[str, str]]
_RULINGS = re.compile(r" \(R\d+(, R\d+)*\)")
_PLURAL_SAMPLE = 200  # every plural category that a page needs has a number below this


@dataclass(frozen=True, eq=False)
class Language:
    """A language: how to translate into it, and the words that scripts and the terminal need."""

    code: str
    name: str  # in the language itself
    gettext: Callable[[str], str]
    ngettext: Callable[[str, str, int], str]
    words: Words  # of scripts
    error_words: Words  # of errors and reasons
    typed: Mapping[str, tuple[str, ...]]  # by the English word

    def words_of(self, messages: Iterable[Message]) -> Words:
        """The translations of these messages."""
        texts = [message.forms[0] for message in messages]
        return {text: self.error_words[text] for text in texts if text in self.error_words}


@dataclass(frozen=True)
class Translator:
    """Translates messages for players, and names them; without names, by the letters of their seats.

    The numbers of rulings are for programs, clubs and `tricorn verify`; sentences for players are without them.
    """

    language: Language
    names: Sequence[str] = ()

    def gettext(self, template: str, /) -> str:
        return _RULINGS.sub("", self.language.gettext(template))

    def ngettext(self, one: str, other: str, count: int, /) -> str:
        return _RULINGS.sub("", self.language.ngettext(one, other, count))

    def value(self, value: object, /) -> str:
        if isinstance(value, Seat) and value.index < len(self.names):
            return self.names[value.index]
        return self.gettext(value.label) if isinstance(value, Bonus) else str(value)


def sentence(phrase: Phrase, language: Language, names: Sequence[str] = ()) -> str:
    """A phrase as a sentence, with a capital and a full stop."""
    return as_sentence(phrase.words(Translator(language, names)))


def codes() -> tuple[str, ...]:
    """The codes of all languages, the source language first."""
    return (SOURCE, *sorted(path.parent.name for path in LOCALES.glob("*/LC_MESSAGES")))


def load_languages() -> dict[str, Language]:
    """Every language, by its code."""
    return {code: load_language(code) for code in codes()}


def load_language(code: str) -> Language:
    """The language with this code."""
    return _load_language(LOCALES / code / "LC_MESSAGES", code)


@cache
def _load_language(folder: Path, code: str) -> Language:
    merged = Catalog(locale=code)
    for name in _GETTEXT_CATALOGUES:
        for message in _read(folder / name, code):
            if message.id:
                merged[message.id] = message
    compiled = io.BytesIO()
    write_mo(compiled, merged)
    compiled.seek(0)
    translations = gettext.GNUTranslations(compiled)
    scripts = [_words(_read(folder / f"{name}.po", code)) for name in ("home", "common", *SEPARATE_FOLDERS)]
    name = Locale.parse(code).get_display_name() or code
    return Language(
        code,
        name[:1].upper() + name[1:],
        translations.gettext,
        translations.ngettext,
        reduce(or_, scripts),
        _words(_read(folder / _ERRORS, code)),
        typed_words(code),
    )


@cache
def typed_words(code: str) -> dict[str, tuple[str, ...]]:
    """The words that can be typed in a language besides the English ones, by the English word."""
    catalogue = _read(LOCALES / code / "LC_MESSAGES" / _TYPED, code)
    return {str(message.id): tuple(str(message.string).split()) for message in catalogue if message.id}


def _read(path: Path, code: str) -> Catalog:
    if not path.exists():
        return Catalog(locale=code)
    with path.open("rb") as file:
        return read_po(file, locale=code)


def _words(catalogue: Catalog) -> Words:
    """Translations by the English message; for plurals, a form for each plural category of the language."""
    words: Words = {}
    index_of = gettext.c2py(catalogue.plural_expr)
    category_of = Locale.parse(str(catalogue.locale)).plural_form
    indexes = {category_of(n): index_of(n) for n in range(_PLURAL_SAMPLE)}
    for message in catalogue:
        forms = message.string
        if isinstance(message.id, str) and isinstance(forms, str) and message.id and forms:
            words[message.id] = forms
        elif isinstance(message.id, tuple) and isinstance(forms, tuple) and all(forms):
            words[message.id[0]] = {category: forms[index] for category, index in indexes.items()}
    return words
