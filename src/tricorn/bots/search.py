"""The searching bot: a belief about the unseen tiles, a tree over sampled worlds, and the exact endgame."""

from __future__ import annotations

import time
from dataclasses import dataclass

from tricorn.bots.base import Budget, round_on_turn
from tricorn.bots.decision import (
    BATCH_ITERATIONS,
    MAX_NODES,
    SEARCH,
    SEARCHING,
    begin_decision,
    continue_decision,
    iterations_for,
    leading_choice,
)
from tricorn.bots.observe_view import log_from_view, observe_view
from tricorn.bots.plain import start_move
from tricorn.core.compile import Ints, accelerate
from tricorn.core.policy import HEURISTIC
from tricorn.moves import Move
from tricorn.view import View

__all__ = ["SearchBot"]

_UNLIMITED = -1


@dataclass(frozen=True)
class SearchBot:
    """Information-set tree search; the `worlds` of its budget are sampled for each candidate move."""

    name: str
    budget: Budget

    def choose(self, view: View, budget: Budget | None, rng: Ints) -> Move:
        """The move that the search finds within its budget."""
        current = round_on_turn(view)
        moves = view.legal_moves()
        if len(moves) == 1:
            return moves[0]
        if not current.started and current.edition.start == "triple":
            return start_move(view, HEURISTIC, rng)
        accelerate()
        return current.move_of(_search(view, len(moves), budget or self.budget, rng))


def _search(view: View, candidates: int, budget: Budget, rng: Ints) -> int:
    """The core's choice within a budget."""
    current = view.round
    assert current is not None
    started_at = time.monotonic()
    worlds = _UNLIMITED if budget.worlds is None else max(0, budget.worlds)
    iterations = iterations_for(worlds, candidates)
    log = log_from_view(view)
    workspace = observe_view(view, log, min(iterations, MAX_NODES) + 2)

    choice = begin_decision(workspace, current.rules, log, SEARCH, worlds, rng)
    if choice == SEARCHING and budget.seconds == 0:
        return begin_decision(workspace, current.rules, log, HEURISTIC, worlds, rng)
    while choice == SEARCHING:
        choice = continue_decision(workspace, current.rules, BATCH_ITERATIONS, rng)
        is_late = budget.seconds is not None and time.monotonic() - started_at >= budget.seconds
        if choice == SEARCHING and is_late:
            return leading_choice(workspace)
    return choice
