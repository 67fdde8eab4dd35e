"""Hints for the player on turn: the best move and why, from what that player can know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tricorn.analysis.reason_data import reason_data
from tricorn.bots.values import analyse
from tricorn.core.compile import Ints
from tricorn.messages import Phrase
from tricorn.moves import Move
from tricorn.view import View

__all__ = ["Hint", "hint_for"]


@dataclass(frozen=True)
class Hint:
    """The best move of an analysis; a forced move has no chance and no reasons."""

    move: Move
    chance: float | None = None
    reasons: tuple[Phrase, ...] = ()

    def as_data(self) -> dict[str, Any]:
        """The hint for JSON; its reasons are templates with figures, which the page translates."""
        return {
            "move": str(self.move),
            "chance": None if self.chance is None else round(self.chance, 4),
            "reasons": [reason_data(reason) for reason in self.reasons],
        }


def hint_for(view: View, rng: Ints) -> Hint:
    """A hint for the seat of a view, which must be on turn.

    >>> from tricorn import Game
    >>> from tricorn.core.rng import new_rng
    >>> game = Game("pressman-classic", players=2, seed=5)
    >>> hint_for(game.view(game.turn), new_rng(1, 0)).move in game.legal_moves()
    True
    """
    moves = view.legal_moves()
    if len(moves) == 1:
        return Hint(moves[0])
    best = analyse(view, rng).best
    return Hint(best.move, best.chance, best.reasons)
