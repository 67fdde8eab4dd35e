"""The game record (docs/record.md): its lines as events, a strict reader and a canonical writer.

Reading here is about form alone. Whether a record keeps to the rules is seen by replaying it: `Game.from_record`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from tricorn.bonus import Bonus
from tricorn.editions import Edition, edition_named
from tricorn.errors import Mismatch, RecordError, TricornError
from tricorn.messages import SEATS, Line, Message, quoted
from tricorn.moves import Place
from tricorn.tiles import UNKNOWN, Tile, tile_text

__all__ = [
    "MOST_BYTES",
    "SEATS",
    "Blocked",
    "Deal",
    "Drew",
    "Event",
    "Left",
    "Number",
    "Out",
    "Passed",
    "Placed",
    "Receipt",
    "Record",
    "RoundEvent",
    "RoundStart",
    "Score",
    "Secret",
    "Summed",
    "Told",
    "UnfinishedHeader",
    "Well",
    "Winner",
    "check_key",
    "check_name",
    "is_hash",
    "parse_event",
    "parse_record",
]

_FORMAT = "tricorn 1"  # the first line of every record
MOST_BYTES = 8 * 2**20  # some forty times the longest game anybody will play

_BONUSES = frozenset(Bonus)
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_HASH = "[0-9a-f]{64}"
_BIDI_CONTROLS = set("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


@dataclass(frozen=True, slots=True)
class RoundStart:
    """`round 1`"""

    number: int

    def __str__(self) -> str:
        return f"round {self.number}"


@dataclass(frozen=True, slots=True)
class Number:
    """`number A 5c0e…`: what a seat's device added to the chance of the deal (docs/dealing.md)."""

    seat: int
    number: str

    def __str__(self) -> str:
        return f"number {SEATS[self.seat]} {self.number}"


@dataclass(frozen=True, slots=True)
class Receipt:
    """`receipt A 90d1…`: what the server answered a device's number with before the deal (docs/dealing.md)."""

    seat: int
    receipt: str

    def __str__(self) -> str:
        return f"receipt {SEATS[self.seat]} {self.receipt}"


@dataclass(frozen=True, slots=True)
class Deal:
    """`deal A 0-0-1 0-3-4`: a hand; None stands for a tile that is not known."""

    seat: int
    tiles: tuple[Tile | None, ...]

    def __str__(self) -> str:
        return f"deal {SEATS[self.seat]} {_tiles_text(self.tiles)}"


@dataclass(frozen=True, slots=True)
class Well:
    """`well 1-1-1 2-3-5`: every undealt tile in drawing order."""

    tiles: tuple[Tile | None, ...]

    def __str__(self) -> str:
        return f"well {_tiles_text(self.tiles)}".rstrip(" ")


@dataclass(frozen=True, slots=True)
class Placed:
    """`A 0,0^444 +22`: a placement; `place` is None where the cell was not taken down."""

    seat: int
    tile: Tile
    place: Place | None
    points: int
    bonus: Bonus | None = None
    shows: Tile | None = None
    timeout: bool = False
    anyway: bool = False

    def __str__(self) -> str:
        what = self.tile if self.place is None else self.place
        shows = f" shows {self.shows}" if self.shows else ""
        return f"{_placed_text(self.seat, str(what), self.points, self.bonus)}{shows}{_last_words(self)}"


@dataclass(frozen=True, slots=True)
class Summed:
    """`A =9 +49 bridge`: a placement of which only the tile's sum was taken down."""

    seat: int
    total: int
    points: int
    bonus: Bonus | None = None
    timeout: bool = False
    anyway: bool = False

    def __str__(self) -> str:
        return f"{_placed_text(self.seat, f'={self.total}', self.points, self.bonus)}{_last_words(self)}"


@dataclass(frozen=True, slots=True)
class Drew:
    """`B draw 1-2-3 -5`: one tile drawn."""

    seat: int
    tile: Tile | None
    penalty: int
    timeout: bool = False
    plus_zero: bool = False
    anyway: bool = False

    def __str__(self) -> str:
        points = _penalty_text(self.penalty, self.plus_zero)
        return f"{SEATS[self.seat]} draw {tile_text(self.tile)} {points}{_last_words(self)}"


@dataclass(frozen=True, slots=True)
class Passed:
    """`A pass -10`"""

    seat: int
    penalty: int
    timeout: bool = False
    plus_zero: bool = False
    anyway: bool = False

    def __str__(self) -> str:
        points = _penalty_text(self.penalty, self.plus_zero)
        return f"{SEATS[self.seat]} pass {points}{_last_words(self)}"


@dataclass(frozen=True, slots=True)
class Left:
    """`left A 1-2-5 3-3-4`, `left A =17` or `left A 3 =17`: what a hand held at the round's end."""

    seat: int
    tiles: tuple[Tile, ...] | None
    count: int | None = None
    total: int | None = None
    anyway: bool = False

    @property
    def sum(self) -> int:
        """The sum of all numbers left in the hand."""
        return (self.total or 0) if self.tiles is None else sum(tile.sum for tile in self.tiles)

    def __str__(self) -> str:
        seat = f"left {SEATS[self.seat]}"
        if self.tiles is not None:
            return f"{seat} {_tiles_text(self.tiles)}{_anyway_text(self.anyway)}"
        count = "" if self.count is None else f" {self.count}"
        return f"{seat}{count} ={self.total}{_anyway_text(self.anyway)}"


@dataclass(frozen=True, slots=True)
class Out:
    """`out B +62`"""

    seat: int
    points: int
    anyway: bool = False

    def __str__(self) -> str:
        return f"out {SEATS[self.seat]} {self.points:+d}{_anyway_text(self.anyway)}"


@dataclass(frozen=True, slots=True)
class Blocked:
    """`blocked B +17`, or `blocked draw +0` with nobody's seat"""

    seat: int | None
    points: int
    anyway: bool = False

    def __str__(self) -> str:
        winner = "draw" if self.seat is None else SEATS[self.seat]
        return f"blocked {winner} {self.points:+d}{_anyway_text(self.anyway)}"


@dataclass(frozen=True, slots=True)
class Score:
    """`score A 120 B 95`"""

    scores: tuple[int, ...]

    def __str__(self) -> str:
        return "score " + " ".join(f"{SEATS[seat]} {score}" for seat, score in enumerate(self.scores))


@dataclass(frozen=True, slots=True)
class Secret:
    """`secret 9a41…`: what the round before it was dealt from, told when it is over (docs/dealing.md)."""

    secret: str

    def __str__(self) -> str:
        return f"secret {self.secret}"


@dataclass(frozen=True, slots=True)
class Winner:
    """`winner B`"""

    seat: int

    def __str__(self) -> str:
        return f"winner {SEATS[self.seat]}"


# What people at a table tell, and may insist on (`anyway`).
Told = Placed | Summed | Drew | Passed | Left | Out | Blocked
# What happens within a round.
RoundEvent = Deal | Well | Told
Event = RoundStart | Receipt | Number | RoundEvent | Score | Secret | Winner


@dataclass(frozen=True)
class Record:
    """A record's header and events, as read or to be written; `lines` has each event's line number if read."""

    edition: Edition
    names: tuple[str, ...]
    keys: tuple[tuple[str, str], ...] = ()
    events: tuple[Event, ...] = ()
    lines: tuple[int, ...] = field(default=(), compare=False)
    house_rules: tuple[tuple[str, str], ...] | None = field(default=None, compare=False)

    def header(self) -> list[str]:
        """The lines before the first round."""
        rules = self.edition.house_rules() if self.house_rules is None else self.house_rules
        return [
            _FORMAT,
            " ".join([f"edition {self.edition.id}", *(f"{key}={value}" for key, value in rules)]),
            *(f"player {seat} {name}" for seat, name in zip(SEATS, self.names, strict=False)),
            *(f"{key} {value}" for key, value in self.keys),
        ]

    def __str__(self) -> str:
        return "\n".join([*self.header(), *map(str, self.events)]) + "\n"


def _tiles_text(tiles: Iterable[Tile | None]) -> str:
    return " ".join(map(tile_text, tiles))


def _penalty_text(penalty: int, plus_zero: bool) -> str:
    return "+0" if plus_zero and not penalty else f"-{penalty}"


def _placed_text(seat: int, what: str, points: int, bonus: Bonus | None) -> str:
    return f"{SEATS[seat]} {what} {points:+d}{f' {bonus}' if bonus else ''}"


def _last_words(play: Placed | Summed | Drew | Passed) -> str:
    return f"{' timeout' if play.timeout else ''}{_anyway_text(play.anyway)}"


def _anyway_text(anyway: bool) -> str:
    return " anyway" if anyway else ""


def is_hash(text: str) -> bool:
    """Whether a text has the form of a secret, a number or a commitment: 64 hexadecimal digits."""
    return re.fullmatch(_HASH, text) is not None


def check_name(name: str) -> str:
    """The name as given, if it can stand in a record: visible, one line, single spaces."""
    if not name or name != " ".join(name.split(" ")).strip() or "  " in name:
        raise TricornError(Message.NAME_SPACES, text=quoted(name, 40))
    if _has_controls(name):
        raise TricornError(Message.NAME_CONTROLS, text=quoted(name, 40))
    return name


def _has_controls(text: str) -> bool:
    """Whether a text would break its line, hide in it, or turn it round."""
    return any(
        unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") or character in _BIDI_CONTROLS for character in text
    )


class UnfinishedHeader(RecordError):
    """A record that stops before its players are named: right up to there, but no game yet."""


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


def _number(words: _Words, expected: object) -> int:
    return int(_matching(words, r"0|[1-9][0-9]{0,8}", expected))


def _signed(words: _Words) -> int:
    """Points: a sign, then a whole number; nought is +0."""
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


def _said(words: _Words, word: str) -> bool:
    """Whether this word is the next; if so, it is taken."""
    if words.peek() != word:
        return False
    words.take()
    return True


def _penalty(words: _Words) -> tuple[int, bool]:
    """A penalty: not positive; nought with either sign."""
    word = _matching(words, r"[+-]0|-[1-9][0-9]{0,8}", Message.PENALTY_WRITTEN())
    return -int(word), word == "+0"


def _read_round(words: _Words) -> Event:
    return RoundStart(_number(words, Message.ROUND_NUMBER()))


def _hash(words: _Words) -> str:
    return _matching(words, _HASH, Message.HASH_WRITTEN())


def _read_number(words: _Words) -> Event:
    return Number(_seat(words), _hash(words))


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
        count = None if word.startswith("=") else _number(words, Message.NUMBER_OF_TILES())
        total = _matching(words, r"=(0|[1-9][0-9]{0,8})", Message.SUM_WRITTEN())
        return Left(seat, None, count, int(total[1:]), _said(words, "anyway"))
    tiles = [_tile(words)]
    while words.peek() not in (None, "anyway"):
        tiles.append(_tile(words))
    return Left(seat, tuple(tiles), anyway=_said(words, "anyway"))


def _read_out(words: _Words) -> Event:
    return Out(_seat(words), _signed(words), _said(words, "anyway"))


def _read_blocked(words: _Words) -> Event:
    winner = None if _said(words, "draw") else _seat(words)
    return Blocked(winner, _signed(words), _said(words, "anyway"))


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
# What may not be a key. Words that came to the format later stay free, so that no older record becomes wrong.
_NO_KEYS = {"tricorn", "edition", "player", *_READERS} - {"receipt", "number", "secret"}


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
    shows = _tile(words) if _said(words, "shows") else None
    return Placed(seat, tile, place, points, bonus, shows, _said(words, "timeout"), _said(words, "anyway"))


def _read_summed(words: _Words, seat: int) -> Event:
    total = int(_matching(words, r"=(0|[1-9][0-9]?)", Message.TILE_SUM_WRITTEN())[1:])
    points, bonus = _signed(words), _bonus(words)
    return Summed(seat, total, points, bonus, _said(words, "timeout"), _said(words, "anyway"))


def _bonus(words: _Words) -> Bonus | None:
    return Bonus(words.take()) if words.peek() in _BONUSES else None


def _read_play(words: _Words) -> Event:
    seat = _seat(words)
    if _said(words, "draw"):
        tile = _tile_or_unknown(words)
        penalty, plus_zero = _penalty(words)
        return Drew(seat, tile, penalty, _said(words, "timeout"), plus_zero, _said(words, "anyway"))
    if _said(words, "pass"):
        penalty, plus_zero = _penalty(words)
        return Passed(seat, penalty, _said(words, "timeout"), plus_zero, _said(words, "anyway"))
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


def _numbered_lines(text: str) -> list[tuple[int, str]]:
    """The lines that say something, with their numbers; comments and blank lines are left out."""
    numbered = []
    for number, line in enumerate(text.split("\n"), 1):
        line = line.removesuffix("\r")
        if not line or line.startswith("#"):
            if number == 1:
                raise RecordError(1, Message.FORMAT_LINE_FIRST(line=quoted(_FORMAT)), quoted(line, 40))
            continue
        if line != line.strip(" ") or "  " in line:
            raise RecordError(number, Message.SINGLE_SPACES(), quoted(line, 60))
        if _CONTROLS.search(line):
            raise RecordError(number, Message.NO_CONTROLS(), quoted(line, 60))
        numbered.append((number, line))
    return numbered


def _read_players(lines: Sequence[tuple[int, str]], end: int, edition: Edition) -> tuple[tuple[str, ...], int]:
    names: list[str] = []
    most = edition.players[1]
    number = end
    for number, line in lines:
        word, _, rest = line.partition(" ")
        if word != "player":
            break
        seat, _, name = rest.partition(" ")
        wanted = SEATS[len(names)] if len(names) < most else None
        if wanted is None:
            raise RecordError(number, Message.MOST_PLAYERS(most=most), quoted(line, 40))
        if seat != wanted:
            raise RecordError(number, Line(f"player {wanted}"), quoted(line, 40))
        try:
            names.append(check_name(name))
        except TricornError as error:
            raise RecordError(number, Message.PLAYER_NAME(), error.phrase) from None
    return tuple(names), number


def check_key(key: str, value: str) -> None:
    """Refuse a key that cannot stand in a record's header, or a value that cannot stand behind it."""
    if re.fullmatch("[a-z][a-z0-9_-]*", key) is None or key in _NO_KEYS:
        raise TricornError(Message.KEY_WRITTEN, text=quoted(key, 40))
    if not value or value != value.strip(" ") or "  " in value or _has_controls(value):
        raise TricornError(Message.KEY_VALUE, key=key, text=quoted(value, 40))


def _read_keys(lines: Sequence[tuple[int, str]]) -> tuple[tuple[str, str], ...]:
    keys = []
    for number, line in lines:
        key, _, value = line.partition(" ")
        if key == "round":
            break
        try:
            check_key(key, value)
        except TricornError as error:
            raise RecordError(number, Message.KEY_OR_ROUND(), error.phrase) from None
        keys.append((key, value))
    return tuple(keys)


def parse_record(text: str) -> Record:
    """Read a record's form, strictly; a fault is a `RecordError` that names its line.

    >>> parse_record("tricorn 1\\nedition wooden\\nplayer A Ana\\nplayer B Bo Li\\n").names
    ('Ana', 'Bo Li')
    """
    if not isinstance(text, str):
        raise TypeError(f"a record is read from text, not from a {type(text).__name__}; for a file: path.read_text()")
    if len(text) > MOST_BYTES or len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
        raise RecordError(1, Message.RECORD_SIZE(size=MOST_BYTES // 2**20), Message.LARGER())
    lines = _numbered_lines(text)
    end = text.count("\n") + 1
    if not lines or lines[0][1] != _FORMAT:
        raise RecordError(1, quoted(_FORMAT), quoted(lines[0][1], 40) if lines else Message.NOTHING())
    if len(lines) < 2:
        raise UnfinishedHeader(end, Message.EDITION_LINE(), Message.END_OF_RECORD())
    edition, rules = _read_edition(*lines[1])
    names, number = _read_players(lines[2:], end, edition)
    rest = lines[2 + len(names) :]
    if not rest and len(names) < edition.players[0]:
        raise UnfinishedHeader(end, Line(f"player {SEATS[len(names)]}"), Message.END_OF_RECORD())
    try:
        edition.check_players(len(names))
    except TricornError as error:
        raise RecordError(number, Message.PLAYERS_OF_GAME(), error.phrase) from None
    keys = _read_keys(rest)
    events = rest[len(keys) :]
    read = tuple(_event_at(number, line) for number, line in events)
    return Record(edition, names, keys, read, tuple(number for number, _ in events), rules)


def _read_edition(number: int, line: str) -> tuple[Edition, tuple[tuple[str, str], ...]]:
    word, _, rest = line.partition(" ")
    if word != "edition" or not rest:
        raise RecordError(number, Message.EDITION_LINE(), quoted(line, 40))
    try:
        edition = edition_named(rest)
    except TricornError as error:
        raise RecordError(number, Message.EDITION_AND_RULES(), error.phrase) from None
    pairs = tuple((key, value) for key, _, value in (rule.partition("=") for rule in rest.split(" ")[1:]))
    return edition, pairs


def _event_at(number: int, line: str) -> Event:
    try:
        return parse_event(line)
    except Mismatch as error:
        raise RecordError(number, error.params["expected"], error.params["found"]) from None
