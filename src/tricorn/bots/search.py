"""The searcher: a belief about the unseen tiles, a tree over sampled worlds, and the exact endgame."""

from __future__ import annotations

import time
from dataclasses import dataclass

from tricorn.bots.base import Budget, round_on_turn
from tricorn.bots.mind import (
    BATCH,
    MAX_ITERATIONS,
    MAX_NODES,
    SEARCH,
    UNDECIDED,
    Mind,
    begin,
    go_on,
    has_searched,
    leader,
)
from tricorn.bots.plain import start_move
from tricorn.bots.seeing import log_of, mind_of
from tricorn.bots.values import Analysis, analysis_of_bot
from tricorn.core.compile import Ints, accelerate
from tricorn.core.policy import HEURISTIC
from tricorn.moves import Move
from tricorn.view import View

__all__ = ["SearchBot"]

_UNLIMITED = -1


@dataclass(frozen=True)
class SearchBot:
    """Information-set tree search; `worlds` of its budget are sampled for each candidate move."""

    name: str
    budget: Budget

    def choose(self, view: View, budget: Budget | None, rng: Ints) -> Move:
        """The move that the search finds within its budget."""
        move, _ = self._decide(view, budget, rng)
        return move

    def analyse(self, view: View, budget: Budget | None, rng: Ints) -> Analysis:
        """Every legal move as the search values it; the move that `choose` returns is the best entry."""
        move, mind = self._decide(view, budget, rng)
        return analysis_of_bot(view, rng, move, mind)

    def _decide(self, view: View, budget: Budget | None, rng: Ints) -> tuple[Move, Mind | None]:
        """The move, and the mind with the tree in which it was found; None if it took no tree."""
        current = round_on_turn(view)
        moves = view.legal_moves()
        if len(moves) == 1:
            return moves[0], None
        if not current.started:
            return start_move(view, zero=True), None
        accelerate()
        choice, mind = _search(view, len(moves), budget or self.budget, rng)
        return current.move_of(choice), mind if has_searched(mind) else None


def _search(view: View, candidates: int, budget: Budget, rng: Ints) -> tuple[int, Mind]:
    """The core's choice within a budget, and the mind that found it."""
    current = view.round
    assert current is not None
    began = time.monotonic()
    worlds = _UNLIMITED if budget.worlds is None else max(0, budget.worlds)
    iterations = MAX_ITERATIONS if budget.worlds is None else min(MAX_ITERATIONS, worlds * candidates)
    log = log_of(view)
    mind = mind_of(view, log, min(iterations, MAX_NODES) + 2)

    def is_late() -> bool:
        if budget.stop is not None and budget.stop():
            return True
        return budget.seconds is not None and time.monotonic() - began >= budget.seconds

    choice = begin(mind, current.rules, log, SEARCH, worlds, rng)
    if choice == UNDECIDED and budget.seconds == 0:
        return begin(mind, current.rules, log, HEURISTIC, worlds, rng), mind
    while choice == UNDECIDED:
        choice = go_on(mind, current.rules, BATCH, rng)
        if choice == UNDECIDED and is_late():
            return leader(mind), mind
    return choice, mind
