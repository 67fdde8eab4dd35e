"""How messages are worded for a reader: the language, and the names for seats and lines of a record."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

__all__ = ["ENGLISH", "SEATS", "Line", "Say", "Seat", "Wording", "as_sentence", "quoted"]

SEATS = "ABCDEF"

Say = Callable[[str], str]  # translates an English message for the reader


class Wording(Protocol):
    """Translates messages, and writes their parameters."""

    def gettext(self, template: str, /) -> str: ...
    def ngettext(self, one: str, other: str, count: int, /) -> str: ...
    def value(self, value: object, /) -> str: ...


class _English:
    """English, with seats and lines written as in a record."""

    def gettext(self, template: str, /) -> str:
        return template

    def ngettext(self, one: str, other: str, count: int, /) -> str:
        return one if count == 1 else other

    def value(self, value: object, /) -> str:
        return str(value)


ENGLISH = _English()


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat as a parameter: its letter, or the player's name if the wording knows it."""

    index: int

    def __str__(self) -> str:
        return SEATS[self.index]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a record, or a part of one, as a parameter."""

    text: str
    in_quotes: bool = False

    def __str__(self) -> str:
        return repr(self.text) if self.in_quotes else self.text


def as_sentence(text: str) -> str:
    """The text with a capital and a full stop, which messages lack because they may be part of a sentence.

    >>> as_sentence("¿qué línea? Escribe su número")
    '¿Qué línea? Escribe su número.'
    """
    first = 1 + text.startswith(("¿", "¡"))
    return f"{text[:first].upper()}{text[first:]}{'' if text.endswith('.') else '.'}"


def quoted(line: object, max_length: int | None = None) -> Line:
    """A line, or other input, in quotation marks and cut to a number of characters.

    >>> str(quoted("B pass -10"))
    "'B pass -10'"
    """
    return Line(str(line)[:max_length], in_quotes=True)
