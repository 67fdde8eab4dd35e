"""Parses one line of a record into its event, strictly. Only the form is checked."""

from __future__ import annotations

import re
from collections.abc import Callable

from tricorn.bonus import Bonus
from tricorn.errors import Mismatch, TricornError
from tricorn.messages import Message
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
    Starts,
    Summed,
    Well,
    Winner,
)
from tricorn.record.record import HASH
from tricorn.tiles import UNKNOWN, Tile
from tricorn.wording import SEATS, quoted

__all__ = ["parse_event"]

_BONUSES = frozenset(Bonus)


class _Words:
    """The fields of one line, taken from left to right."""

    def __init__(self, line: str) -> None:
        self.words = line.split(" ")
        self._index = 0

    def next(self, expected: object) -> str:
        if self._index == len(self.words):
            raise Mismatch(expected, Message.END_OF_LINE())
        return self.take()

    def take(self) -> str:
        """The next word; the caller knows that there is one."""
        self._index += 1
        return self.words[self._index - 1]

    def peek(self) -> str | None:
        return self.words[self._index] if self._index < len(self.words) else None

    def end(self) -> None:
        if self._index < len(self.words):
            raise Mismatch(Message.END_OF_LINE(), quoted(" ".join(self.words[self._index :]), 40))


def _match(words: _Words, pattern: str, expected: object) -> str:
    word = words.next(expected)
    if re.fullmatch(pattern, word) is None:
        raise Mismatch(expected, quoted(word, 40))
    return word


def _seat(words: _Words) -> int:
    return SEATS.index(_match(words, "[A-F]", Message.SEAT_LETTER()))


_COUNT = "0|[1-9][0-9]?"  # of 56 tiles; a longer number would only cost memory


def _number(words: _Words, expected: object) -> int:
    return int(_match(words, r"0|[1-9][0-9]{0,8}", expected))


def _points(words: _Words) -> int:
    """Points with their sign; zero is +0."""
    return int(_match(words, r"\+0|[+-][1-9][0-9]{0,8}", Message.POINTS_WRITTEN()))


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


def _accept(words: _Words, word: str) -> bool:
    """Consume the next word if it is this one, and return whether it was."""
    if words.peek() != word:
        return False
    words.take()
    return True


def _penalty(words: _Words) -> tuple[int, bool]:
    """A penalty as a positive number, and whether it was written +0."""
    word = _match(words, r"[+-]0|-[1-9][0-9]{0,8}", Message.PENALTY_WRITTEN())
    return -int(word), word == "+0"


def _read_round(words: _Words) -> Event:
    return RoundStart(_number(words, Message.ROUND_NUMBER()))


def _hash(words: _Words) -> str:
    return _match(words, HASH, Message.HASH_WRITTEN())


def _read_number(words: _Words) -> Event:
    return DealNumber(_seat(words), _hash(words))


def _read_receipt(words: _Words) -> Event:
    return Receipt(_seat(words), _hash(words))


def _read_deal(words: _Words) -> Event:
    return Deal(_seat(words), _all_tiles(words))


def _read_well(words: _Words) -> Event:
    return Well(_all_tiles(words))


def _read_starts(words: _Words) -> Event:
    return Starts(_seat(words))


def _read_left(words: _Words) -> Event:
    seat = _seat(words)
    word = words.peek()
    if word is not None and "-" not in word:
        count = None if word.startswith("=") else int(_match(words, _COUNT, Message.NUMBER_OF_TILES()))
        total = _match(words, r"=(0|[1-9][0-9]{0,8})", Message.SUM_WRITTEN())
        return Left(seat, None, count, int(total[1:]), _accept(words, "anyway"))
    tiles = [_tile(words)]
    while words.peek() not in (None, "anyway"):
        tiles.append(_tile(words))
    return Left(seat, tuple(tiles), anyway=_accept(words, "anyway"))


def _read_out(words: _Words) -> Event:
    return Out(_seat(words), _points(words), _accept(words, "anyway"))


def _read_blocked(words: _Words) -> Event:
    winner = None if _accept(words, "draw") else _seat(words)
    return Blocked(winner, _points(words), _accept(words, "anyway"))


def _read_score(words: _Words) -> Event:
    scores: list[int] = []
    while words.peek() is not None or not scores:
        expected = SEATS[min(len(scores), len(SEATS) - 1)]
        _match(words, expected, Message.SEAT(seat=expected))
        scores.append(int(_match(words, r"0|-?[1-9][0-9]{0,8}", Message.SCORE_WRITTEN())))
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
    "starts": _read_starts,
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
    points, bonus = _points(words), _bonus(words)
    shows = _tile(words) if _accept(words, "shows") else None
    return Placed(seat, tile, place, points, bonus, shows, _accept(words, "timeout"), _accept(words, "anyway"))


def _read_summed(words: _Words, seat: int) -> Event:
    total = int(_match(words, r"=(0|[1-9][0-9]?)", Message.TILE_SUM_WRITTEN())[1:])
    points, bonus = _points(words), _bonus(words)
    return Summed(seat, total, points, bonus, _accept(words, "timeout"), _accept(words, "anyway"))


def _bonus(words: _Words) -> Bonus | None:
    return Bonus(words.take()) if words.peek() in _BONUSES else None


def _read_play(words: _Words) -> Event:
    seat = _seat(words)
    if _accept(words, "draw"):
        tile = _tile_or_unknown(words)
        penalty, plus_zero = _penalty(words)
        return Drew(seat, tile, penalty, _accept(words, "timeout"), plus_zero, _accept(words, "anyway"))
    if _accept(words, "pass"):
        penalty, plus_zero = _penalty(words)
        return Passed(seat, penalty, _accept(words, "timeout"), plus_zero, _accept(words, "anyway"))
    if (words.peek() or "").startswith("="):
        return _read_summed(words, seat)
    return _read_placed(words, seat)


def parse_event(line: str) -> Event:
    """Parse one line of a round.

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
