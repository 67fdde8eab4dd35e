"""How the games of a table ended, and what its people have to agree on to end one or to play another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

__all__ = ["Agreement", "Ending", "PastGame", "Subject", "leader"]

Subject = Literal["end", "rematch"]


class Ending(NamedTuple):
    """The end of a game that was not played to its end: `resigned` gave it up, or everybody agreed (None)."""

    game: int
    resigned: int | None
    winner: int | None


class PastGame(NamedTuple):
    """The result of an earlier game at a table; `winner` is None if nobody won it."""

    game: int
    scores: tuple[int, ...]
    winner: int | None


class Agreement(NamedTuple):
    """The seats that want a game to end, or another one after it."""

    subject: Subject
    game: int
    seats: tuple[int, ...]


def leader(scores: Sequence[int], seats: Sequence[int]) -> int | None:
    """The one seat among some that has the highest score; None if there is no such seat or several share it."""
    best = max((scores[seat] for seat in seats), default=None)
    leaders = [seat for seat in seats if scores[seat] == best]
    return leaders[0] if len(leaders) == 1 else None
