"""Parses a whole record, strictly. Only the form is checked; `Game.from_record` replays it and checks the rules."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tricorn.editions import Edition, edition_named
from tricorn.errors import Mismatch, RecordError, TricornError
from tricorn.messages import Message
from tricorn.record.events import Event
from tricorn.record.line_reader import parse_event
from tricorn.record.record import FORMAT, Record, check_key, check_name
from tricorn.wording import SEATS, Line, quoted

__all__ = ["MAX_BYTES", "UnfinishedHeader", "parse_record"]

MAX_BYTES = 8 * 2**20  # some forty times the longest game that will ever be played

_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f]")


class UnfinishedHeader(RecordError):
    """A record that ends before all its players are named: valid so far, but not yet a game."""


def _numbered_lines(text: str) -> list[tuple[int, str]]:
    """The lines with their numbers, without comments and blank lines."""
    numbered = []
    for number, line in enumerate(text.split("\n"), 1):
        line = line.removesuffix("\r")
        if not line or line.startswith("#"):
            if number == 1:
                raise RecordError(1, Message.FORMAT_LINE_FIRST(line=quoted(FORMAT)), quoted(line, 40))
            continue
        if line != line.strip(" ") or "  " in line:
            raise RecordError(number, Message.SINGLE_SPACES(), quoted(line, 60))
        if _CONTROLS.search(line):
            raise RecordError(number, Message.NO_CONTROLS(), quoted(line, 60))
        numbered.append((number, line))
    return numbered


def _read_players(lines: Sequence[tuple[int, str]], end: int, edition: Edition) -> tuple[tuple[str, ...], int]:
    names: list[str] = []
    max_players = edition.max_players
    number = end
    for number, line in lines:
        word, _, rest = line.partition(" ")
        if word != "player":
            break
        seat, _, name = rest.partition(" ")
        if len(names) == max_players:
            raise RecordError(number, Message.MAX_PLAYERS(most=max_players), quoted(line, 40))
        if seat != SEATS[len(names)]:
            raise RecordError(number, Line(f"player {SEATS[len(names)]}"), quoted(line, 40))
        try:
            names.append(check_name(name))
        except TricornError as error:
            raise RecordError(number, Message.PLAYER_NAME(), error.phrase) from None
    return tuple(names), number


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
    """Parse a record strictly; an error is a `RecordError` that names its line.

    >>> parse_record("tricorn 1\\nedition wooden\\nplayer A Ana\\nplayer B Bo Li\\n").names
    ('Ana', 'Bo Li')
    """
    if not isinstance(text, str):
        raise TypeError(f"a record is read from text, not from a {type(text).__name__}; for a file: path.read_text()")
    if len(text) > MAX_BYTES or len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        raise RecordError(1, Message.RECORD_SIZE(size=MAX_BYTES // 2**20), Message.LARGER())
    lines = _numbered_lines(text)
    end = text.count("\n") + 1
    if not lines or lines[0][1] != FORMAT:
        raise RecordError(1, quoted(FORMAT), quoted(lines[0][1], 40) if lines else Message.NOTHING())
    if len(lines) < 2:
        raise UnfinishedHeader(end, Message.EDITION_LINE(), Message.END_OF_RECORD())
    edition, rules = _read_edition(*lines[1])
    names, number = _read_players(lines[2:], end, edition)
    rest = lines[2 + len(names) :]
    if not rest and len(names) < edition.min_players:
        raise UnfinishedHeader(end, Line(f"player {SEATS[len(names)]}"), Message.END_OF_RECORD())
    try:
        edition.check_players(len(names))
    except TricornError as error:
        raise RecordError(number, Message.PLAYERS_OF_GAME(), error.phrase) from None
    keys = _read_keys(rest)
    event_lines = rest[len(keys) :]
    events = tuple(_read_event(number, line) for number, line in event_lines)
    return Record(edition, names, keys, events, tuple(number for number, _ in event_lines), rules)


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


def _read_event(number: int, line: str) -> Event:
    try:
        return parse_event(line)
    except Mismatch as error:
        raise RecordError(number, error.params["expected"], error.params["found"]) from None
