"""How the games of a table ended, and agreements to end a game early or to play another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

__all__ = ["Agreement", "EarlyEnding", "PastGame", "Subject", "leader"]

Subject = Literal["end", "rematch"]


class EarlyEnding(NamedTuple):
    """How a game ended early: the seat that resigned, or None if everybody agreed."""

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
    """The seat with the highest score among these; None if several share it."""
    best = max((scores[seat] for seat in seats), default=None)
    leaders = [seat for seat in seats if scores[seat] == best]
    return leaders[0] if len(leaders) == 1 else None
