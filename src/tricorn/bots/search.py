"""The searcher: a belief about the unseen tiles, a tree over sampled worlds, and the exact endgame."""

from __future__ import annotations

import time
from dataclasses import dataclass

from tricorn.bots.base import Budget, round_on_turn
from tricorn.bots.mind import BATCH, MOST_NODES, MOST_TRIPS, SEARCH, UNDECIDED, begin, go_on, leader
from tricorn.bots.plain import start_move
from tricorn.bots.seeing import log_of, mind_of
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
        current = round_on_turn(view)
        moves = view.legal_moves()
        if len(moves) == 1:
            return moves[0]
        if not current.started:
            return start_move(view, zero=True)
        accelerate()
        return current.move_of(_choice(view, len(moves), budget or self.budget, rng))


def _choice(view: View, candidates: int, budget: Budget, rng: Ints) -> int:
    """The core's choice within a budget."""
    current = view.round
    assert current is not None
    began = time.monotonic()
    worlds = _UNLIMITED if budget.worlds is None else max(0, budget.worlds)
    trips = MOST_TRIPS if budget.worlds is None else min(MOST_TRIPS, worlds * candidates)
    log = log_of(view)
    mind = mind_of(view, log, min(trips, MOST_NODES) + 2)

    def is_late() -> bool:
        if budget.stop is not None and budget.stop():
            return True
        return budget.seconds is not None and time.monotonic() - began >= budget.seconds

    choice = begin(mind, current.rules, log, SEARCH, worlds, rng)
    if choice == UNDECIDED and budget.seconds == 0:
        return begin(mind, current.rules, log, HEURISTIC, worlds, rng)
    while choice == UNDECIDED:
        choice = go_on(mind, current.rules, BATCH, rng)
        if choice == UNDECIDED and is_late():
            return leader(mind)
    return choice
