"""Entries of the score sheet: record lines without what the rules can work out."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from tricorn.bonus import Bonus
from tricorn.errors import TricornError
from tricorn.messages import Message
from tricorn.record import Drew, Left, TableEvent, parse_event
from tricorn.tiles import UNKNOWN, Tile
from tricorn.wording import SEATS, Line, quoted

__all__ = ["Entry", "RoundPoints", "SheetEvent", "typed"]

_MAX_LENGTH = 400  # in characters; a hand of 28 tiles takes fewer
_POINTS = re.compile(r"[+-][0-9]+")
_TILE = re.compile(r"[0-5?]-[0-5?]-[0-5?]")
_ROUND_POINTS = re.compile(r"([A-F]) (\+0|[+-][1-9][0-9]{0,5})( anyway)?")


@dataclass(frozen=True, slots=True)
class RoundPoints:
    """A player's points of a whole round without its turns. Of such a round a record has only the scores."""

    seat: int
    points: int
    anyway: bool = False

    def __str__(self) -> str:
        return f"{SEATS[self.seat]} {self.points:+d}{' anyway' if self.anyway else ''}"


SheetEvent = TableEvent | RoundPoints


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a score sheet: `A 1-4-4 bridge`, `B =9`, `B draw`, `left A =17`, `out B`, `blocked`, `A +85`.

    It is a record line that may omit its points, the tile drawn, and the winner of a blocked round; the rules work them
    out. Only `A +85`, a player's points of a whole round, is not. A final `anyway` insists on something that the rules
    refuse.

    >>> str(Entry.parse("B draw").event), str(Entry.parse("B 1-4-4 bridge anyway"))
    ('B draw ?-?-? -0', 'B 1-4-4 bridge anyway')
    """

    event: SheetEvent
    has_points: bool = False
    has_winner: bool = True

    @classmethod
    def parse(cls, text: str) -> Entry:
        """Parse an entry strictly, with words separated by single spaces."""
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
        if points := _ROUND_POINTS.fullmatch(text):
            return cls(RoundPoints(SEATS.index(points[1]), int(points[2]), points[3] is not None), has_points=True)
        has_winner = words[0] != "blocked" or words[1:2] not in ([], ["anyway"])
        if not has_winner:
            words.insert(1, "draw")
        if _is_draw(words) and not _matches(_TILE, words, 2):
            words.insert(2, UNKNOWN)
        points_index = _points_index(words)
        has_points = _matches(_POINTS, words, points_index)
        if not has_points:
            words.insert(points_index, "-0" if _is_draw(words) or words[1:2] == ["pass"] else "+0")
        return cls(_table_event(" ".join(words)), has_points, has_winner)

    @property
    def anyway(self) -> bool:
        """Whether it insists on something that the rules refuse."""
        return self.event.anyway

    def insisted(self) -> Entry:
        """The same entry with `anyway`."""
        return replace(self, event=replace(self.event, anyway=True))

    def __str__(self) -> str:
        words = str(self.event).split(" ")
        if not self.has_points and not isinstance(self.event, Left):
            del words[_points_index(words)]
        if isinstance(self.event, Drew):
            words = [word for word in words if word != UNKNOWN]
        if not self.has_winner:
            words.remove("draw")
        return " ".join(words)


def _points_index(words: list[str]) -> int:
    """The index of a line's points: after the tile drawn, otherwise after the second word."""
    return 3 if _is_draw(words) else 2


def _matches(pattern: re.Pattern[str], words: list[str], index: int) -> bool:
    return index < len(words) and pattern.fullmatch(words[index]) is not None


def _is_draw(words: list[str]) -> bool:
    return words[0] in SEATS and words[1:2] == ["draw"]


def _table_event(line: str) -> TableEvent:
    event = parse_event(line)
    assert isinstance(event, TableEvent)
    return event


_ABBREVIATIONS = {"d": "draw", "p": "pass"} | {bonus.short: str(bonus) for bonus in Bonus}


def typed(text: str, seat: int | None) -> str:
    """The entry for what is typed in short, by default for the seat on turn: `144 b`, `=9`, `d`, `left b 17`.

    >>> typed("441 b", 0), typed("b d", 0), typed("left c 17", 0), typed("out", 1)
    ('A 1-4-4 bridge', 'B draw', 'left C =17', 'out B')
    """
    words = text.split()
    first = words[0].lower() if words else ""
    if first == "out" and len(words) == 1 and seat is None:
        raise TricornError(Message.WHO_IS_OUT, entry=Line("out A"))
    if first in ("left", "out", "blocked"):
        return " ".join([first, *_end_words(first, words[1:], seat)])
    if _begins_with_seat(words):
        return " ".join([first.upper(), *map(_full_word, words[1:])])
    if seat is None:
        raise TricornError(Message.WHO_PLAYED, entry=Line("A 4-4-4"))
    return " ".join([SEATS[seat], *map(_full_word, words)])


def _begins_with_seat(words: list[str]) -> bool:
    """Whether a play begins with a seat's letter; `d` alone is a draw, and `b` is a seat only before a play."""
    return len(words) > 1 and _is_seat(words[0]) and words[1].lower() not in (*Bonus, "anyway")


def _is_seat(word: str) -> bool:
    return len(word) == 1 and word.upper() in SEATS


def _end_words(first: str, words: list[str], seat: int | None) -> list[str]:
    """The words after `left`, `out` or `blocked`; the last plain number of a hand is its sum."""
    seats = []
    if words and _is_seat(words[0]):
        seats, words = [words[0].upper()], words[1:]
    elif first == "out" and seat is not None:
        seats = [SEATS[seat]]
    words = [_full_word(word) for word in words]
    numbers = [index for index, word in enumerate(words) if word.isdecimal()]
    if first == "left" and numbers:
        words[numbers[-1]] = f"={words[numbers[-1]]}"
    return [*seats, *words]


def _full_word(word: str) -> str:
    word = word.lower()
    if re.fullmatch("[0-5]{3}", word):
        return str(Tile.holding(*map(int, word)))
    return _ABBREVIATIONS.get(word, word)
