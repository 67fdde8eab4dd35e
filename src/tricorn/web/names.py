"""Names of players: readable, and distinct from look-alikes at the same table."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from itertools import pairwise

from tricorn.errors import TricornError
from tricorn.locales.i18n import Language
from tricorn.record import check_name
from tricorn.web.refusals import Refused

__all__ = ["clean_name", "distinct_names", "human_name", "unused_name"]

_MAX_LENGTH = 40
_MAX_MARKS = 4  # per letter; no language needs more, and stacked marks cover other people's names
_JOINERS = "\u200c\u200d\ufe0e\ufe0f"  # needed by Persian and Indian names, and by emoji
# Characters that are blank although Unicode calls them letters, marks or symbols, and unassigned ones.
_BLANK = {
    *"\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2065\u2800\u3164\uffa0\U0001d159",
    *map(chr, range(0xFE00, 0xFE0E)),
    *map(chr, range(0xFFF0, 0xFFFC)),
    *map(chr, range(0xE0000, 0xE1000)),
}
# Cyrillic, Greek and a few other characters that look like a Latin one. Unicode's full table of confusables has
# thousands; these are the ones on keyboards. NFKD handles full-width and mathematical letters.
_LOOK_ALIKES = {
    "A": "\u0410\u0391",
    "B": "\u0412\u0392",
    "C": "\u0421\u03f9",
    "E": "\u0415\u0395",
    "F": "\u03dc",
    "G": "\u050c",
    "H": "\u041d\u0397",
    "J": "\u0408\u037f",
    "K": "\u041a\u039a",
    "M": "\u041c\u039c",
    "N": "\u039d",
    "O": "\u041e\u039f" + "0",
    "P": "\u0420\u03a1",
    "Q": "\u051a",
    "S": "\u0405",
    "T": "\u0422\u03a4",
    "V": "\u0474",
    "W": "\u051c",
    "X": "\u0425\u03a7",
    "Y": "\u0423\u04ae\u03a5",
    "Z": "\u0396",
    "a": "\u0430\u03b1\u0251",
    "b": "\u0432\u044c\u042c\u03b2",
    "c": "\u0441\u03f2",
    "d": "\u0501",
    "e": "\u0435\u03b5",
    "g": "\u0261\u050d",
    "h": "\u043d\u04bb",
    "i": "\u0456\u03b9\u0131",
    "j": "\u0458\u03f3",
    "k": "\u043a\u03ba\u0138",
    "l": "\u0406\u0399\u04c0\u04cf" + "I1|",
    "m": "\u043c",
    "n": "\u043f\u03b7",
    "o": "\u043e\u03bf\u03c3",
    "p": "\u0440\u03c1",
    "q": "\u051b",
    "r": "\u0433",
    "s": "\u0455",
    "t": "\u0442\u03c4",
    "u": "\u03c5\u03bc",
    "v": "\u0475\u03bd",
    "w": "\u051d\u03c9",
    "x": "\u0445\u03c7",
    "y": "\u0443\u04af\u03b3",
    "3": "\u0417\u0437",
    "'": "\u02bc\u2018\u2019\u201b" + "`",
    "-": "\u2010\u2012\u2013\u2014\u2212",
}
_SHAPES = {ord(other): letter for letter, others in _LOOK_ALIKES.items() for other in others}
_WITHOUT_JOINERS = dict.fromkeys(map(ord, _JOINERS))


def clean_name(name: str) -> str:
    """A person's name with its spaces normalised; raises `Refused` if it is too long or not readable."""
    if len(name) > 50 * _MAX_LENGTH:
        raise _too_long_refusal()
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if len(name) > _MAX_LENGTH:
        raise _too_long_refusal()
    _check_visible(name)
    try:
        return check_name(name)
    except TricornError as error:
        raise Refused.by_rules(error, "name", 422) from None


def distinct_names(names: Iterable[str]) -> tuple[str, ...]:
    """The names of a record's players as a table would have them; raises `Refused` if one is not readable."""
    distinct: list[str] = []
    for name in names:
        distinct.append(unused_name(clean_name(name), distinct))
    return tuple(distinct)


def _check_visible(name: str) -> None:
    """Refuse a name with invisible characters, or with stacked marks that cover the text around them."""
    if not name.strip():
        raise Refused("name", "A name needs at least one visible character.", 422)
    marks = 0
    for before, character in pairwise(f" {name}"):
        if _is_invisible(character) or (character in _JOINERS and before in f" {_JOINERS}"):
            raise Refused(
                "name",
                "A name may contain only visible characters; {character} is not one.",
                422,
                character=f"U+{ord(character):04X}",
            )
        marks = marks + 1 if _is_mark(character) or character in _JOINERS else 0
        if marks and before == " ":
            raise Refused("name", "An accent in a name has to follow a letter.", 422)
        if marks > _MAX_MARKS:
            raise Refused("name", "A name has at most {most} accents on one letter.", 422, most=_MAX_MARKS)


def unused_name(name: str, taken: Iterable[str]) -> str:
    """The name, with a number added if it equals or looks like a taken one."""
    others = list(taken)
    candidate, number = name, 1
    while any(_look_alike(candidate, other) for other in others):
        number += 1
        candidate = f"{name[: _MAX_LENGTH - 2].rstrip()} {number}"  # a table has at most six names
    return candidate


def human_name(name: str | None, number: int, taken: Iterable[str], language: Language) -> str:
    """A person's name, or a default for the seat; with a number added if it equals or looks like a taken one."""
    wanted = clean_name(name) if name else language.gettext("Player {number}").format(number=number + 1)
    return unused_name(wanted, taken)


def _look_alike(name: str, other: str) -> bool:
    return not _looks(name).isdisjoint(_looks(other))


def _looks(name: str) -> set[str]:
    """What a name looks like, in lower case: with its own letters, and with Latin letters of the same shape."""
    plain = unicodedata.normalize("NFKD", name.translate(_WITHOUT_JOINERS))
    return {_fold(plain), _fold(plain.translate(_SHAPES))}


def _fold(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKD", text.casefold()).split())


def _is_invisible(character: str) -> bool:
    if character in _JOINERS:
        return False
    return unicodedata.category(character) in ("Cc", "Cf", "Co", "Cs") or character in _BLANK


def _is_mark(character: str) -> bool:
    return unicodedata.category(character)[0] == "M"


def _too_long_refusal() -> Refused:
    return Refused("name", "A name has at most {most} characters.", 422, most=_MAX_LENGTH)
