"""The languages of pages and terminal: catalogues read from `locales/` at start, and which of them a reader wants."""

from __future__ import annotations

import gettext
import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

if TYPE_CHECKING:  # the terminal has no use for a web framework
    from starlette.requests import HTTPConnection

__all__ = ["LANGUAGES", "Language", "language_of", "load_language", "load_languages"]

LANGUAGES = ("en", "es")  # the first is the one the sources are written in
_LOCALES = Path(__file__).parent / "locales"
# What the server says, what it says in templates, what the terminal says, and what the scripts of a page say.
_SPOKEN = ("server.po", "messages.po", "terminal.po")
_PAGE = "page.po"
_SCORE = "score.po"  # the same of the scorekeeper, which other pages need not carry

Words = dict[str, str | list[str]]


@dataclass(frozen=True, eq=False)
class Language:
    """One language: how to translate into it, and the words that scripts need, on the scorekeeper's pages and all."""

    code: str
    gettext: Callable[[str], str]
    ngettext: Callable[[str, str, int], str]
    words: Words
    score_words: Words


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
    score_words = words | _words(_read(folder / _SCORE, code))
    return Language(code, translations.gettext, translations.ngettext, words, score_words)


def _read(path: Path, code: str) -> Catalog:
    if not path.exists():
        return Catalog(locale=code)
    with path.open("rb") as file:
        return read_po(file, locale=code)


def _words(catalogue: Catalog) -> Words:
    """What is translated, by the English words; a list where there are plural forms."""
    words: Words = {}
    for message in catalogue:
        forms = message.string
        if isinstance(message.id, str) and isinstance(forms, str) and message.id and forms:
            words[message.id] = forms
        elif isinstance(message.id, tuple) and isinstance(forms, tuple) and all(forms):
            words[message.id[0]] = list(forms)
    return words


def language_of(connection: HTTPConnection, languages: Mapping[str, Language]) -> Language:
    """The reader's language: the cookie `lang`, else the best of Accept-Language, else English."""
    chosen = connection.query_params.get("lang") or connection.cookies.get("lang")
    if chosen is not None and chosen in languages:
        return languages[chosen]
    return languages[_best_accepted(connection.headers.get("accept-language", ""), languages)]


def _best_accepted(header: str, languages: Mapping[str, Language]) -> str:
    best, best_weight = LANGUAGES[0], 0.0
    for part in header[:200].split(","):
        tag, _, weight_text = part.strip().partition(";q=")
        code = tag.split("-")[0].lower()
        try:
            weight = float(weight_text) if weight_text else 1.0
        except ValueError:
            continue
        if code in languages and weight > best_weight:
            best, best_weight = code, weight
    return best
