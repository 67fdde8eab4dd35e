"""The words that can be typed to the scorekeeper; those of all languages are understood in every language."""

from __future__ import annotations

from collections.abc import Sequence

from tricorn.locales.i18n import TYPED_WORDS, Language, Translator, codes, typed_words
from tricorn.record import TableEvent
from tricorn.wording import SEATS, Line, Say

__all__ = ["EntryTranslator", "entry_words", "help_page", "in_english"]


def _english_words(code: str) -> dict[str, str]:
    """The English word for each word that can be typed; this language takes precedence over the others."""
    english_words: dict[str, str] = {}
    for other_code in (code, *codes()):
        for english, words in typed_words(other_code).items():
            for word in words:
                english_words.setdefault(word, english)
    return english_words


def help_page(say: Say) -> str:
    """The help page, which lists everything that can be typed."""
    return say("""\
Type what happened. The player on turn is known; any other is named first, by
letter or name: b 144, Bo 144.

  444            a tile; the cells where it fits are listed with their points
  144 ?          the same where the cells of some tiles are not known
  144 bridge     a tile and its bonus, without the cell: bridge, beside,
                 hexagon, hexagon2, hexagon3 (b s h h2 h3)
  =9   =9 h      only the sum of the tile, and its bonus if it made one
  +85            the points of a player's whole round, without its turns
  000 shows 555  a start with 0-0-0 in place of a higher triple
  d   d 123      a tile drawn, unseen or seen
  p              a pass
  out   blocked  the player on turn is out; nobody can play any more
  left b 17      the points left in a hand, or its tiles: left b 125 334
  anyway         insist on what was just refused; on any line: anyway 12

  undo   redo    without limit
  fix 12 144 b   replace line 12; fix 12 144 ? looks for its cell
  insert 12 d    write before line 12
  remove 12      strike it out
  rename b Bea   another name for a player
  why   why 12   is it a bridge?
  sheet   board  the sheet; the table
  start   rules  who may start a round; the rules
  save   csv     each with the name of a FILE
  help   quit    this page (or ?); leave""")


def in_english(word: str, language: Language) -> str:
    """The English word for a typed word, if there is one."""
    return word if word.lower() in TYPED_WORDS else _english_words(language.code).get(word.lower(), word)


def entry_words(entry: str, names: Sequence[str], language: Language) -> str:
    """An entry as a person would type it, with the players' names."""
    replacements = {english: words[0] for english, words in language.typed.items() if words}
    replacements |= dict(zip(SEATS, names, strict=False))
    return " ".join(replacements.get(word, word) for word in entry.split(" "))


class EntryTranslator(Translator):
    """A translator that writes record lines as a person would type them."""

    def value(self, value: object, /) -> str:
        if isinstance(value, Line):
            text = entry_words(value.text, self.names, self.language)
            return repr(text) if value.in_quotes else text
        if isinstance(value, TableEvent):
            return entry_words(str(value), self.names, self.language)
        return super().value(value)
