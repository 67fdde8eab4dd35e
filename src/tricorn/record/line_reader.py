"""One line of a record, read strictly into its event. Only its form is checked."""

from __future__ import annotations

import re
from collections.abc import Callable

from tricorn.bonus import Bonus
from tricorn.errors import Mismatch, TricornError
from tricorn.messages import SEATS, Message, quoted
from tricorn.moves import Place
from tricorn.record.events import (
    Blocked,
    Deal,
    DealNumber,
    Drew,
    Event,
    Left,
    Out,
    Passed,
    Placed,
    Receipt,
    RoundStart,
    Score,
    Secret,
    Summed,
    Well,
    Winner,
)
from tricorn.record.header import HASH
from tricorn.tiles import UNKNOWN, Tile

__all__ = ["parse_event"]

_BONUSES = frozenset(Bonus)


class _Words:
    """The fields of one line, taken from left to right."""

    def __init__(self, line: str) -> None:
        self.words = line.split(" ")
        self.at = 0

    def next(self, expected: object) -> str:
        if self.at == len(self.words):
            raise Mismatch(expected, Message.END_OF_LINE())
        return self.take()

    def take(self) -> str:
        """The next word, which is known to be there."""
        self.at += 1
        return self.words[self.at - 1]

    def peek(self) -> str | None:
        return self.words[self.at] if self.at < len(self.words) else None

    def end(self) -> None:
        if self.at < len(self.words):
            raise Mismatch(Message.END_OF_LINE(), quoted(" ".join(self.words[self.at :]), 40))


def _matching(words: _Words, pattern: str, expected: object) -> str:
    word = words.next(expected)
    if re.fullmatch(pattern, word) is None:
        raise Mismatch(expected, quoted(word, 40))
    return word


def _seat(words: _Words) -> int:
    return SEATS.index(_matching(words, "[A-F]", Message.SEAT_LETTER()))


_COUNT = "0|[1-9][0-9]?"  # of 56 tiles; a longer number would only cost memory


def _number(words: _Words, expected: object) -> int:
    return int(_matching(words, r"0|[1-9][0-9]{0,8}", expected))


def _signed(words: _Words) -> int:
    """Points: a sign, then a whole number; zero is +0."""
    return int(_matching(words, r"\+0|[+-][1-9][0-9]{0,8}", Message.POINTS_WRITTEN()))


def _tile(words: _Words) -> Tile:
    word = words.next(Message.TILE_LIKE())
    try:
        return Tile.parse(word)
    except TricornError:
        raise Mismatch(Message.TILE_LIKE(), quoted(word, 40)) from None


def _tile_or_unknown(words: _Words) -> Tile | None:
    if words.peek() == UNKNOWN:
        words.take()
        return None
    return _tile(words)


def _all_tiles(words: _Words) -> tuple[Tile | None, ...]:
    tiles = []
    while words.peek() is not None:
        tiles.append(_tile_or_unknown(words))
    return tuple(tiles)


def _skip(words: _Words, word: str) -> bool:
    """Whether this word is the next; if so, it is skipped."""
    if words.peek() != word:
        return False
    words.take()
    return True


def _penalty(words: _Words) -> tuple[int, bool]:
    """A penalty: not positive; zero with either sign."""
    word = _matching(words, r"[+-]0|-[1-9][0-9]{0,8}", Message.PENALTY_WRITTEN())
    return -int(word), word == "+0"


def _read_round(words: _Words) -> Event:
    return RoundStart(_number(words, Message.ROUND_NUMBER()))


def _hash(words: _Words) -> str:
    return _matching(words, HASH, Message.HASH_WRITTEN())


def _read_number(words: _Words) -> Event:
    return DealNumber(_seat(words), _hash(words))


def _read_receipt(words: _Words) -> Event:
    return Receipt(_seat(words), _hash(words))


def _read_deal(words: _Words) -> Event:
    return Deal(_seat(words), _all_tiles(words))


def _read_well(words: _Words) -> Event:
    return Well(_all_tiles(words))


def _read_left(words: _Words) -> Event:
    seat = _seat(words)
    word = words.peek()
    if word is not None and "-" not in word:
        count = None if word.startswith("=") else int(_matching(words, _COUNT, Message.NUMBER_OF_TILES()))
        total = _matching(words, r"=(0|[1-9][0-9]{0,8})", Message.SUM_WRITTEN())
        return Left(seat, None, count, int(total[1:]), _skip(words, "anyway"))
    tiles = [_tile(words)]
    while words.peek() not in (None, "anyway"):
        tiles.append(_tile(words))
    return Left(seat, tuple(tiles), anyway=_skip(words, "anyway"))


def _read_out(words: _Words) -> Event:
    return Out(_seat(words), _signed(words), _skip(words, "anyway"))


def _read_blocked(words: _Words) -> Event:
    winner = None if _skip(words, "draw") else _seat(words)
    return Blocked(winner, _signed(words), _skip(words, "anyway"))


def _read_score(words: _Words) -> Event:
    scores: list[int] = []
    while words.peek() is not None or not scores:
        expected = SEATS[min(len(scores), len(SEATS) - 1)]
        _matching(words, expected, Message.SEAT(seat=expected))
        scores.append(int(_matching(words, r"0|-?[1-9][0-9]{0,8}", Message.SCORE_WRITTEN())))
    return Score(tuple(scores))


def _read_secret(words: _Words) -> Event:
    return Secret(_hash(words))


def _read_winner(words: _Words) -> Event:
    return Winner(_seat(words))


_READERS: dict[str, Callable[[_Words], Event]] = {
    "round": _read_round,
    "receipt": _read_receipt,
    "number": _read_number,
    "deal": _read_deal,
    "well": _read_well,
    "left": _read_left,
    "out": _read_out,
    "blocked": _read_blocked,
    "score": _read_score,
    "secret": _read_secret,
    "winner": _read_winner,
}


def _read_placed(words: _Words, seat: int) -> Event:
    word = words.next(Message.PLAY_WRITTEN())
    place = None
    try:
        if "^" in word or "v" in word:
            place = Place.parse(word)
            tile = place.tile
        else:
            tile = Tile.parse(word)
    except TricornError as error:
        raise Mismatch(Message.PLAY_WRITTEN(), error.phrase) from None
    points, bonus = _signed(words), _bonus(words)
    shows = _tile(words) if _skip(words, "shows") else None
    return Placed(seat, tile, place, points, bonus, shows, _skip(words, "timeout"), _skip(words, "anyway"))


def _read_summed(words: _Words, seat: int) -> Event:
    total = int(_matching(words, r"=(0|[1-9][0-9]?)", Message.TILE_SUM_WRITTEN())[1:])
    points, bonus = _signed(words), _bonus(words)
    return Summed(seat, total, points, bonus, _skip(words, "timeout"), _skip(words, "anyway"))


def _bonus(words: _Words) -> Bonus | None:
    return Bonus(words.take()) if words.peek() in _BONUSES else None


def _read_play(words: _Words) -> Event:
    seat = _seat(words)
    if _skip(words, "draw"):
        tile = _tile_or_unknown(words)
        penalty, plus_zero = _penalty(words)
        return Drew(seat, tile, penalty, _skip(words, "timeout"), plus_zero, _skip(words, "anyway"))
    if _skip(words, "pass"):
        penalty, plus_zero = _penalty(words)
        return Passed(seat, penalty, _skip(words, "timeout"), plus_zero, _skip(words, "anyway"))
    if (words.peek() or "").startswith("="):
        return _read_summed(words, seat)
    return _read_placed(words, seat)


def parse_event(line: str) -> Event:
    """One line of a round, as an event.

    >>> parse_event("B -1,1v144 +49 bridge").points
    49
    """
    words = _Words(line)
    first = words.words[0]
    if first in _READERS:
        words.take()
        event = _READERS[first](words)
    elif first in SEATS and first:
        event = _read_play(words)
    else:
        raise Mismatch(Message.LINE_WRITTEN(words=", ".join(_READERS)), quoted(line, 40))
    words.end()
    return event
