"""The searcher: a belief about the unseen tiles, a tree over sampled worlds, and the exact endgame."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from tricorn.bots.base import Budget, round_on_turn
from tricorn.bots.mind import BATCH, MOST_NODES, MOST_TRIPS, SEARCH, UNDECIDED, Mind, begin, go_on, leader
from tricorn.bots.plain import start_move
from tricorn.bots.seeing import log_of, mind_of
from tricorn.core.compile import Ints, accelerate
from tricorn.core.policy import HEURISTIC
from tricorn.moves import Move
from tricorn.view import View

__all__ = ["SearchBot", "Weighed"]

_UNLIMITED = -1


class Weighed(NamedTuple):
    """A lawful move as a search sees it: in how many worlds it was followed, and its mean value in them.

    The value is in points, those that winning the game is worth included (winning.py); None without any world.
    """

    move: Move
    worlds: int = 0
    value: float | None = None


@dataclass(frozen=True)
class SearchBot:
    """Information-set tree search; `worlds` of its budget are sampled for each candidate move."""

    name: str
    budget: Budget

    def choose(self, view: View, budget: Budget | None, rng: Ints) -> Move:
        """The move that the search finds within its budget: the best entry of `weigh`."""
        return self.weigh(view, budget, rng)[0].move

    def weigh(self, view: View, budget: Budget | None, rng: Ints) -> tuple[Weighed, ...]:
        """Every lawful move, best first; a move that needs no search, forced or solved, has no worlds."""
        current = round_on_turn(view)
        moves = view.legal_moves()
        if len(moves) == 1:
            return (Weighed(moves[0]),)
        if not current.started:
            best = start_move(view, zero=True)
            return (Weighed(best), *(Weighed(move) for move in moves if move != best))
        accelerate()
        choice, mind = _search(view, len(moves), budget or self.budget, rng)
        best, found = current.move_of(choice), {current.move_of(each): rest for each, *rest in _candidates(mind)}
        weighed = [Weighed(move, *found.get(move, ())) for move in moves]
        return tuple(sorted(weighed, key=lambda each: (each.move != best, -each.worlds)))


def _candidates(mind: Mind) -> Iterator[tuple[int, int, float]]:
    """The choices at the root of the tree, how often each was followed, and its mean value."""
    tree = mind.tree
    node = tree.child[0]
    while node:
        yield tree.move[node], tree.visits[node], tree.total[node] / tree.visits[node]
        node = tree.sibling[node]


def _search(view: View, candidates: int, budget: Budget, rng: Ints) -> tuple[int, Mind]:
    """The core's choice within a budget, and the mind that found it."""
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
        return begin(mind, current.rules, log, HEURISTIC, worlds, rng), mind
    while choice == UNDECIDED:
        choice = go_on(mind, current.rules, BATCH, rng)
        if choice == UNDECIDED and is_late():
            return leader(mind), mind
    return choice, mind
