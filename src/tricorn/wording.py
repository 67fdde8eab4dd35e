"""How a reader is spoken to: a language, and what seats and lines of a record are called in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

__all__ = ["ENGLISH", "SEATS", "Line", "Seat", "Wording", "quoted"]

SEATS = "ABCDEF"


class Wording(Protocol):
    """How a reader is spoken to: a language, and what players and lines of a record are called in it."""

    def gettext(self, template: str, /) -> str: ...
    def ngettext(self, one: str, other: str, count: int, /) -> str: ...
    def value(self, value: object, /) -> str: ...


class _English:
    """English, with the letters of the seats and lines as a record has them."""

    def gettext(self, template: str, /) -> str:
        return template

    def ngettext(self, one: str, other: str, count: int, /) -> str:
        return one if count == 1 else other

    def value(self, value: object, /) -> str:
        return str(value)


ENGLISH = _English()


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat as a parameter: its letter, or the name of the player where names are known."""

    index: int

    def __str__(self) -> str:
        return SEATS[self.index]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a record, or words of one, as a parameter."""

    text: str
    in_quotes: bool = False

    def __str__(self) -> str:
        return repr(self.text) if self.in_quotes else self.text


def quoted(line: object, most: int | None = None) -> Line:
    """A line, or what somebody wrote for one, in quotation marks and cut to a number of characters.

    >>> str(quoted("B pass -10"))
    "'B pass -10'"
    """
    return Line(str(line)[:most], in_quotes=True)
