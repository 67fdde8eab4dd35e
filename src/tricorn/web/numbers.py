"""What is dealt next at a table, and the numbers that devices add to the chance of it (docs/dealing.md)."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["GivenNumber", "NextDeal"]


class NextDeal(NamedTuple):
    """The round that is dealt next, and the commitment that binds its deal."""

    game: int
    round: int
    commit: str


class GivenNumber(NamedTuple):
    """A device's number for a deal, and the receipt that it was given; `key` is the hash of its key."""

    game: int
    round: int
    key: str
    number: str
    receipt: str

    def is_for(self, due: NextDeal | None) -> bool:
        return due is not None and (self.game, self.round) == (due.game, due.round)
