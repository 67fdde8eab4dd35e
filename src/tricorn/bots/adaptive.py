"""A bot of any strength between the levels: each choice is that of one of the two levels next to it."""

from __future__ import annotations

from dataclasses import dataclass

from tricorn.bots.base import Bot, Budget
from tricorn.core.compile import Ints
from tricorn.core.rng import below
from tricorn.moves import Move
from tricorn.view import View

__all__ = ["STRONGEST", "AdaptiveBot"]

STRONGEST = 100


@dataclass(frozen=True)
class AdaptiveBot:
    """A mixture of levels: strength 0 plays like the first of them, STRONGEST like the last."""

    name: str
    strength: int
    levels: tuple[Bot, ...]  # weakest first

    def choose(self, view: View, budget: Budget | None, rng: Ints) -> Move:
        """The choice of the level below or of the level above, as often as the strength is near it."""
        step = STRONGEST // (len(self.levels) - 1)
        level, rest = divmod(self.strength, step)
        return self.levels[level + (below(rng, step) < rest)].choose(view, budget, rng)
