"""The round that a table deals next, and the random numbers that devices add to it (docs/dealing.md)."""

from __future__ import annotations

from typing import NamedTuple

from tricorn.web.security.keys import KeyHash

__all__ = ["DeviceNumber", "NextDeal"]


class NextDeal(NamedTuple):
    """The round that is dealt next, and the commitment that binds its deal."""

    game: int
    round: int
    commit: str


class DeviceNumber(NamedTuple):
    """A device's number for a deal, and the receipt that was sent for it."""

    game: int
    round: int
    key: KeyHash
    number: str
    receipt: str

    def is_for(self, deal: NextDeal | None) -> bool:
        return deal is not None and (self.game, self.round) == (deal.game, deal.round)
