"""The plain bots, each a policy of the core."""

from __future__ import annotations

from dataclasses import dataclass

from tricorn.bots.base import Budget, round_on_turn
from tricorn.core.board import fitting_tiles
from tricorn.core.compile import Ints
from tricorn.core.heuristic import new_policies
from tricorn.core.policy import Knowledge, choose, choose_start
from tricorn.core.rules import next_seat
from tricorn.moves import Move, Place
from tricorn.tiles import TILES
from tricorn.view import View

__all__ = ["PlainBot", "start_move"]

_POLICIES = new_policies(())  # the policy is passed separately; only the heuristic's weights are read


def start_move(view: View, policy: int, rng: Ints) -> Move:
    """The start that a policy chooses."""
    current = round_on_turn(view)
    assert view.seat is not None
    tile = TILES[choose_start(current.rules, current.masks[view.seat], policy, rng)]
    return next(move for move in view.legal_moves() if isinstance(move, Place) and move.tile == tile)


@dataclass(frozen=True)
class PlainBot:
    """A bot that is one policy of the core."""

    name: str
    policy: int

    def choose(self, view: View, budget: Budget | None, rng: Ints) -> Move:
        """The policy's choice; the budget is ignored."""
        current = round_on_turn(view)
        assert view.seat is not None
        hand = current.masks[view.seat]
        if not current.started:
            return start_move(view, self.policy, rng)
        knowledge = Knowledge(
            hand=hand,
            fitting=hand & fitting_tiles(current.state),
            on_table=current.on_table,
            next_held=current.tiles_held(next_seat(view.seat, current.players)),
            draws=len(current.drawn),
            well=len(current.well),
        )
        return current.move_of(choose(current.state, current.rules, self.policy, knowledge, _POLICIES, rng))
