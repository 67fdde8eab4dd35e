"""The searcher: belief about the unseen tiles, a tree over sampled worlds, and the exact end where all is known."""

from __future__ import annotations

import time
from dataclasses import dataclass

from tricorn.bots.base import Budget, round_on_turn
from tricorn.bots.endgame import solve
from tricorn.bots.plain import PlainBot, start_move
from tricorn.bots.state import SAVED, state_of
from tricorn.bots.tree import most_visited, new_tree, search_tree
from tricorn.bots.worlds import STEPS, deal_world, known_hands, mix, worlds_of
from tricorn.core.compile import Ints, accelerate, ints
from tricorn.core.heuristic import new_policies
from tricorn.core.policy import GREEDY, HEURISTIC
from tricorn.core.rules import Rules
from tricorn.moves import Move
from tricorn.round import Round
from tricorn.view import View

__all__ = ["SearchBot"]

# Trips between two looks at the clock and at whether the leader can still be overtaken.
_BATCH = 200
_MOST_TRIPS = 1_000_000
# Nodes the exact end may take: a tenth of a second.
_SOLVABLE = 100_000
# How far the chain walks from its first world before its worlds count.
_FORGET = 20 * STEPS

# In points: about three standard deviations of a round's margin.
_EXPLORATION = 300.0

_FALLBACK = PlainBot("heuristic", HEURISTIC)


@dataclass(frozen=True)
class SearchBot:
    """Information-set tree search; `worlds` of its budget are sampled for each candidate move."""

    name: str
    budget: Budget

    def choose(self, view: View, budget: Budget | None, rng: Ints) -> Move:
        current = round_on_turn(view)
        moves = view.legal_moves()
        if len(moves) == 1:
            return moves[0]
        if not current.started:
            return start_move(view, zero=True)
        accelerate()
        thinking = _Thinking(view, current, len(moves), budget or self.budget, rng)
        return thinking.solved() or thinking.searched() or _FALLBACK.choose(view, None, rng)


class _Thinking:
    """One decision under way."""

    def __init__(self, view: View, current: Round, candidates: int, budget: Budget, rng: Ints) -> None:
        self.began = time.monotonic()
        self.current = current
        self.rules: Rules = current.rules
        self.rng = rng
        self.seconds = budget.seconds
        self.stop = budget.stop
        self.trips = _MOST_TRIPS if budget.worlds is None else min(_MOST_TRIPS, max(0, budget.worlds) * candidates)
        self.play = state_of(view, current)
        self.worlds = worlds_of(view, rng)
        self.known = known_hands(current)

    def solved(self) -> Move | None:
        """The exact best move, if two play, the well is empty and the rest is small enough."""
        if self.current.players != 2 or self.current.well or not self.trips:
            return None
        deal_world(self.worlds, self.play, self.known, self.rng)
        choice = solve(self.play, self.rules, _SOLVABLE)
        return None if choice is None else self.current.move_of(choice)

    def searched(self) -> Move | None:
        """The move that the tree follows most often; None if the budget allows no trip at all."""
        if not self.trips or self.seconds == 0:
            return None
        mix(self.worlds, _FORGET, self.rng)
        tree = new_tree(min(self.trips, 200_000) + 2)
        policies, saved = new_policies([GREEDY] * 6), ints(SAVED)
        left = self.trips
        while left:
            batch = min(_BATCH, left)
            search_tree(
                self.play, self.rules, self.worlds, self.known, tree, batch, _EXPLORATION, policies, saved, self.rng
            )
            left -= batch
            _, first, second = most_visited(tree)
            if first > second + left or self._late():
                break
        return self.current.move_of(most_visited(tree)[0])

    def _late(self) -> bool:
        if self.stop is not None and self.stop():
            return True
        return self.seconds is not None and time.monotonic() - self.began >= self.seconds
