"""The round that a table deals next, and the nonces that devices add to it (docs/dealing.md)."""

from __future__ import annotations

from typing import NamedTuple

from tricorn.web.security.keys import KeyHash

__all__ = ["DeviceNonce", "NextDeal"]


class NextDeal(NamedTuple):
    """The round that is dealt next, and the commitment that binds its deal."""

    game: int
    round: int
    commit: str


class DeviceNonce(NamedTuple):
    """A device's nonce for a deal, and the receipt that was sent for it."""

    game: int
    round: int
    key: KeyHash
    nonce: str
    receipt: str

    def is_for(self, deal: NextDeal | None) -> bool:
        return deal is not None and (self.game, self.round) == (deal.game, deal.round)
