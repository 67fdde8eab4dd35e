"""The languages of pages and terminal: catalogues read from `locales/` at start."""

from __future__ import annotations

import gettext
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from babel.core import Locale
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from tricorn.messages import Phrase, Seat

__all__ = ["LANGUAGES", "Language", "Reader", "load_language", "load_languages", "sentence"]

LANGUAGES = ("en", "es")  # the first is the one the sources are written in
_LOCALES = Path(__file__).parent / "locales"
# What the server says, what it says in templates, what the terminal and errors say, and what the scripts say.
_SPOKEN = ("server.po", "messages.po", "terminal.po", "errors.po")
_PAGE = "page.po"
# The same of the check of the deals and of the scorekeeper, which other pages need not carry.
_DEALS = "deals.po"
_SCORE = "score.po"

Words = dict[str, str | dict[str, str]]
_MOST = 200  # every category of plurals that a page needs has a number below


@dataclass(frozen=True, eq=False)
class Language:
    """One language: how to translate into it, and the words that scripts need, on all pages and on some."""

    code: str
    gettext: Callable[[str], str]
    ngettext: Callable[[str, str, int], str]
    words: Words
    deal_words: Words
    score_words: Words


@dataclass(frozen=True)
class Reader:
    """Somebody who reads a language and knows the players by name; without names, by the letters of their seats."""

    language: Language
    names: Sequence[str] = ()

    def gettext(self, template: str, /) -> str:
        return self.language.gettext(template)

    def ngettext(self, one: str, other: str, count: int, /) -> str:
        return self.language.ngettext(one, other, count)

    def value(self, value: object, /) -> str:
        if isinstance(value, Seat) and value.index < len(self.names):
            return self.names[value.index]
        return str(value)


def sentence(phrase: Phrase, language: Language, names: Sequence[str] = ()) -> str:
    """A phrase as a whole sentence: messages have neither capital nor full stop, as they may stand within one."""
    text = phrase.words(Reader(language, names))
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith('.') else '.'}"


def load_languages(folder: Path = _LOCALES) -> dict[str, Language]:
    """Every language, by its code."""
    return {code: load_language(code, folder) for code in LANGUAGES}


def load_language(code: str, locales: Path = _LOCALES) -> Language:
    """One language alone."""
    folder = locales / code / "LC_MESSAGES"
    spoken = Catalog(locale=code)
    for name in _SPOKEN:
        for message in _read(folder / name, code):
            if message.id:
                spoken[message.id] = message
    compiled = io.BytesIO()
    write_mo(compiled, spoken)
    compiled.seek(0)
    translations = gettext.GNUTranslations(compiled)
    words = _words(_read(folder / _PAGE, code))
    deal_words, score_words = (words | _words(_read(folder / name, code)) for name in (_DEALS, _SCORE))
    return Language(code, translations.gettext, translations.ngettext, words, deal_words, score_words)


def _read(path: Path, code: str) -> Catalog:
    if not path.exists():
        return Catalog(locale=code)
    with path.open("rb") as file:
        return read_po(file, locale=code)


def _words(catalogue: Catalog) -> Words:
    """What is translated, by the English words; with plurals, a form for each plural category of the language."""
    words: Words = {}
    index_of = gettext.c2py(catalogue.plural_expr)
    category_of = Locale.parse(str(catalogue.locale)).plural_form
    indexes = {category_of(n): index_of(n) for n in range(_MOST)}
    for message in catalogue:
        forms = message.string
        if isinstance(message.id, str) and isinstance(forms, str) and message.id and forms:
            words[message.id] = forms
        elif isinstance(message.id, tuple) and isinstance(forms, tuple) and all(forms):
            words[message.id[0]] = {category: forms[index] for category, index in indexes.items()}
    return words
