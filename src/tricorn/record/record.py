"""A record as an object: its header, and the events that follow it."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field

from tricorn.editions import Edition
from tricorn.errors import TricornError
from tricorn.messages import Message
from tricorn.record.events import Event
from tricorn.record.rows import Row, rows_of
from tricorn.wording import SEATS, quoted

__all__ = ["FORMAT", "HASH", "Record", "check_key", "check_name", "is_hash"]

FORMAT = "tricorn 1"  # the first line of every record
HASH = "[0-9a-f]{64}"

# Words that begin other lines and so cannot be keys. `number`, `receipt` and `secret` are allowed as keys, because only
# records with a commitment have these lines.
_RESERVED = {
    *("tricorn", "edition", "player", "round", "deal", "well", "starts"),
    *("left", "out", "blocked", "score", "winner"),
}
_BIDI_CONTROLS = set("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


@dataclass(frozen=True)
class Record:
    """A record's header and events; `lines` has the line number of each event if the record was parsed."""

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
            FORMAT,
            " ".join([f"edition {self.edition.id}", *(f"{key}={value}" for key, value in rules)]),
            *(f"player {seat} {name}" for seat, name in zip(SEATS, self.names, strict=False)),
            *(f"{key} {value}" for key, value in self.keys),
        ]

    def to_rows(self, game: str = "") -> list[Row]:
        """The plays as rows of a table, each a dictionary with the columns of docs/record.md; `game` fills the first.

        Parsing checks only the form of a record: replay one from an untrusted source first.
        """
        return [{**row, "game": game} for row in rows_of(self.edition, self.names, self.events)]

    def __str__(self) -> str:
        return "\n".join([*self.header(), *map(str, self.events)]) + "\n"


def is_hash(text: str) -> bool:
    """Whether a text has the form of a secret, a number or a commitment: 64 hexadecimal digits."""
    return re.fullmatch(HASH, text) is not None


def check_name(name: str) -> str:
    """Return the name, or refuse one that a record cannot hold: it must be one line with single spaces."""
    if not name or name != name.strip() or "  " in name:
        raise TricornError(Message.NAME_SPACES, text=quoted(name, 40))
    if _has_controls(name):
        raise TricornError(Message.NAME_CONTROLS, text=quoted(name, 40))
    return name


def _has_controls(text: str) -> bool:
    """Whether a text has characters that break the line, are invisible, or reverse its direction."""
    return any(
        unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") or character in _BIDI_CONTROLS for character in text
    )


def check_key(key: str, value: str) -> None:
    """Refuse a key or a value that a record's header cannot hold."""
    if re.fullmatch("[a-z][a-z0-9_-]*", key) is None or key in _RESERVED:
        raise TricornError(Message.KEY_WRITTEN, text=quoted(key, 40))
    if not value or value != value.strip(" ") or "  " in value or _has_controls(value):
        raise TricornError(Message.KEY_VALUE, key=key, text=quoted(value, 40))
