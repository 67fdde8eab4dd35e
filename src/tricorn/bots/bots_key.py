"""The key `bots` of a record's header: the seats of bots with their names (docs/record.md)."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import quote, unquote

from tricorn.errors import TricornError
from tricorn.messages import Message
from tricorn.wording import SEATS, quoted

__all__ = ["BOTS_KEY", "read_bots", "write_bots"]

BOTS_KEY = "bots"
_NOBODY = "none"
_SAFE = "/:@"  # a name is written as in an address: `cmd:python3%20bot.py`


def write_bots(bots: Mapping[int, str]) -> str:
    """The value of the key for bots by seat.

    >>> write_bots({1: "medium", 2: "cmd:./heavy --fast"}), write_bots({})
    ('B medium C cmd:./heavy%20--fast', 'none')
    """
    return " ".join(f"{SEATS[seat]} {quote(bots[seat], safe=_SAFE)}" for seat in sorted(bots)) or _NOBODY


def read_bots(value: str, players: int) -> dict[int, str]:
    """The bots by seat, from the value of the key.

    >>> read_bots("B medium", 2), read_bots("none", 2)
    ({1: 'medium'}, {})
    """
    if value == _NOBODY:
        return {}
    pairs = _pairs(value)
    seats = [SEATS[:players].find(letter) for letter, _ in pairs]
    if not pairs or -1 in seats or seats != sorted(set(seats)):
        raise TricornError(Message.BOTS_WRITTEN, key=BOTS_KEY, text=quoted(value, 60))
    return {seat: unquote(name) for seat, (_, name) in zip(seats, pairs, strict=True)}


def _pairs(value: str) -> list[tuple[str, str]]:
    words = value.split(" ")
    is_well_formed = len(words) % 2 == 0 and all(len(letter) == 1 for letter in words[::2])
    return list(zip(words[::2], words[1::2], strict=True)) if is_well_formed else []
