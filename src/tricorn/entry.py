"""What people at a real table enter into the score sheet: a record line without what can be worked out."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from tricorn.bonus import Bonus
from tricorn.errors import TricornError
from tricorn.messages import Line, Message, quoted
from tricorn.record import SEATS, Drew, Left, TableEvent, parse_event
from tricorn.tiles import UNKNOWN, Tile

__all__ = ["Entry", "typed"]

_MAX_LENGTH = 400  # characters; a whole hand of 28 tiles has fewer
_POINTS = re.compile(r"[+-][0-9]+")
_TILE = re.compile(r"[0-5?]-[0-5?]-[0-5?]")


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a score sheet: `A 1-4-4 bridge`, `B =9`, `B draw`, `left A =17`, `out B`, `blocked`.

    It is a record's line whose points may be left out (then they are worked out), as may the tile drawn and the winner
    of a blocked round. The last word `anyway` insists on something that the rules refuse.

    >>> str(Entry.parse("B draw").event), str(Entry.parse("B 1-4-4 bridge anyway"))
    ('B draw ?-?-? -0', 'B 1-4-4 bridge anyway')
    """

    event: TableEvent
    has_points: bool = False
    has_winner: bool = True

    @classmethod
    def parse(cls, text: str) -> Entry:
        """Read an entry, strictly: words separated by single spaces."""
        words = text.split(" ")
        if len(text) > _MAX_LENGTH or words[0] not in (*SEATS, "left", "out", "blocked"):
            raise TricornError(
                Message.ENTRY_WRITTEN,
                play=Line("A 1-4-4"),
                draw=Line("B draw"),
                left=Line("left A =17"),
                out=Line("out B"),
                text=quoted(text, 40),
            )
        if words[0] == "left":
            return cls(_table_event(text))
        has_winner = words[0] != "blocked" or words[1:2] not in ([], ["anyway"])
        if not has_winner:
            words.insert(1, "draw")
        if _is_draw(words) and not _TILE.fullmatch(" ".join(words[2:3])):
            words.insert(2, UNKNOWN)
        at = _points_at(words)
        has_points = _POINTS.fullmatch(" ".join(words[at : at + 1])) is not None
        if not has_points:
            words.insert(at, "-0" if _is_draw(words) or words[1:2] == ["pass"] else "+0")
        return cls(_table_event(" ".join(words)), has_points, has_winner)

    @property
    def anyway(self) -> bool:
        """Whether somebody insists on it."""
        return self.event.anyway

    def insisted(self) -> Entry:
        """The same with the word that insists on it."""
        return replace(self, event=replace(self.event, anyway=True))

    def __str__(self) -> str:
        words = str(self.event).split(" ")
        if not self.has_points and not isinstance(self.event, Left):
            del words[_points_at(words)]
        if isinstance(self.event, Drew):
            words = [word for word in words if word != UNKNOWN]
        if not self.has_winner:
            words.remove("draw")
        return " ".join(words)


def _points_at(words: list[str]) -> int:
    """Where a line's points stand: after the tile drawn, otherwise after the second word."""
    return 3 if _is_draw(words) else 2


def _is_draw(words: list[str]) -> bool:
    return words[0] in SEATS and words[1:2] == ["draw"]


def _table_event(line: str) -> TableEvent:
    event = parse_event(line)
    assert isinstance(event, TableEvent)
    return event


_SHORT = {"d": "draw", "p": "pass"} | {bonus.short: str(bonus) for bonus in Bonus}


def typed(text: str, seat: int | None) -> str:
    """An entry from what a person types in a hurry, for the player whose turn it is: `144 b`, `=9`, `d`, `left b 17`.

    >>> typed("441 b", 0), typed("b d", 0), typed("left c 17", 0), typed("out", 1)
    ('A 1-4-4 bridge', 'B draw', 'left C =17', 'out B')
    """
    words = text.split()
    first = words[0].lower() if words else ""
    if first == "out" and len(words) == 1 and seat is None:
        raise TricornError(Message.WHO_IS_OUT, entry=Line("out A"))
    if first in ("left", "out", "blocked"):
        return " ".join([first, *_seat_first(words[1:], seat, first), *_rest(first, words[1:])])
    if _is_seat(first, words):
        return " ".join([first.upper(), *map(_word, words[1:])])
    if seat is None:
        raise TricornError(Message.WHO_PLAYED, entry=Line("A 4-4-4"))
    return " ".join([SEATS[seat], *map(_word, words)])


def _is_seat(first: str, words: list[str]) -> bool:
    """Whether a line begins with a seat's letter; `d` alone is a draw, and `b` is a seat only before a play."""
    return len(words) > 1 and len(first) == 1 and first.upper() in SEATS and words[1].lower() not in (*Bonus, "anyway")


def _seat_first(words: list[str], seat: int | None, first: str) -> list[str]:
    if words and len(words[0]) == 1 and words[0].upper() in SEATS:
        return [words[0].upper()]
    return [SEATS[seat]] if first == "out" and seat is not None else []


def _rest(first: str, words: list[str]) -> list[str]:
    """The words after the seat; a whole hand's last plain number is its sum."""
    if words and len(words[0]) == 1 and words[0].upper() in SEATS:
        words = words[1:]
    words = [_word(word) for word in words]
    numbers = [at for at, word in enumerate(words) if word.isdecimal()]
    if first == "left" and numbers:
        words[numbers[-1]] = f"={words[numbers[-1]]}"
    return words


def _word(word: str) -> str:
    word = word.lower()
    if re.fullmatch("[0-5]{3}", word):
        return str(Tile.holding(*map(int, word)))
    return _SHORT.get(word, word)
