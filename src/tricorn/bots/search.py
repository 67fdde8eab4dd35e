"""The searching bot: a belief about the unseen tiles, a tree over sampled worlds, and the exact endgame."""

from __future__ import annotations

import time
from dataclasses import dataclass

from tricorn.bots.base import Budget, round_on_turn
from tricorn.bots.decision import (
    BATCH_ITERATIONS,
    MAX_NODES,
    SEARCH,
    UNDECIDED,
    begin_decision,
    continue_decision,
    has_searched,
    iterations_for,
    leading_choice,
)
from tricorn.bots.observe_view import log_from_view, observe_view
from tricorn.bots.plain import start_move
from tricorn.bots.values import Analysis, analysis_of_bot
from tricorn.bots.workspace import Workspace
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
        move, _ = self._decide(view, budget, rng)
        return move

    def analyse(self, view: View, budget: Budget | None, rng: Ints) -> Analysis:
        """Every legal move as the search values it; the move that `choose` returns is the best entry."""
        move, workspace = self._decide(view, budget, rng)
        return analysis_of_bot(view, rng, move, workspace)

    def _decide(self, view: View, budget: Budget | None, rng: Ints) -> tuple[Move, Workspace | None]:
        """The move, and the workspace with the tree that was searched; None if there was no need for a tree."""
        current = round_on_turn(view)
        moves = view.legal_moves()
        if len(moves) == 1:
            return moves[0], None
        if not current.started:
            return start_move(view, zero=True), None
        accelerate()
        choice, workspace = _search(view, len(moves), budget or self.budget, rng)
        return current.move_of(choice), workspace if has_searched(workspace) else None


def _search(view: View, candidates: int, budget: Budget, rng: Ints) -> tuple[int, Workspace]:
    """The core's choice within a budget, and the workspace that found it."""
    current = view.round
    assert current is not None
    started_at = time.monotonic()
    worlds = _UNLIMITED if budget.worlds is None else max(0, budget.worlds)
    iterations = iterations_for(worlds, candidates)
    log = log_from_view(view)
    workspace = observe_view(view, log, min(iterations, MAX_NODES) + 2)

    choice = begin_decision(workspace, current.rules, log, SEARCH, worlds, rng)
    if choice == UNDECIDED and budget.seconds == 0:
        return begin_decision(workspace, current.rules, log, HEURISTIC, worlds, rng), workspace
    while choice == UNDECIDED:
        choice = continue_decision(workspace, current.rules, BATCH_ITERATIONS, rng)
        is_late = budget.seconds is not None and time.monotonic() - started_at >= budget.seconds
        if choice == UNDECIDED and is_late:
            return leading_choice(workspace), workspace
    return choice, workspace
