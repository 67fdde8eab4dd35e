"""The searcher: it plays every candidate out in many sampled worlds and takes the one that does best.

All candidates meet the same worlds, and rollouts see only what their seat would see, so differences between
candidates are differences between moves, not luck.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from math import sqrt

from tricorn.bots.base import Budget, round_on_turn
from tricorn.bots.plain import start_move
from tricorn.bots.state import SAVED, choice_of, margin, rewind, save, state_of
from tricorn.bots.tree import new_tree, search_tree
from tricorn.bots.worlds import STEPS, Worlds, deal_world, known_hands, mix, worlds_of
from tricorn.core.compile import Floats, Ints, array, array_of, floats, jit
from tricorn.core.play import SEAT, Play, carry_out
from tricorn.core.playout import finish_round
from tricorn.core.policy import HEURISTIC
from tricorn.core.rules import Rules
from tricorn.core.table import PLACED
from tricorn.moves import Move
from tricorn.round import Round
from tricorn.view import View

__all__ = ["SearchBot", "TreeBot"]

# Worlds between two looks at the clock and at who is still in the race.
_BATCH = 25
# A candidate is dropped when the leader is ahead of it by this many standard errors of the difference.
_CLEAR = 3.5
_MOST_CANDIDATES = 32


@jit
def try_worlds(
    play: Play,
    rules: Rules,
    worlds: Worlds,
    known: Ints,
    choices: Ints,
    alive: Ints,
    number: int,
    policies: Ints,
    values: Floats,
    sums: Floats,
    squares: Floats,
    saved: Ints,
    rng: Ints,
) -> None:
    """Play every candidate still in the race out in so many new worlds; add up values and squared differences."""
    seat = play.now[SEAT]
    placed = play.table.counts[PLACED]
    width = len(choices)
    for _ in range(number):
        mix(worlds, STEPS, rng)
        deal_world(worlds, play, known, rng)
        save(play, saved)
        for index in range(width):
            if alive[index]:
                carry_out(play, rules, choices[index])
                finish_round(play, rules, policies, rng)
                values[index] = margin(play, seat)
                sums[index] += values[index]
                rewind(play, saved, placed)
        for one in range(width):
            for two in range(one + 1, width):
                difference = values[one] - values[two]
                squares[one * width + two] += difference * difference


class _Race:
    """The candidates of one decision, and how they have done so far."""

    def __init__(self, view: View, current: Round, moves: list[Move], rng: Ints, policy: int) -> None:
        self.moves = moves
        self.rules = current.rules
        self.play = state_of(view, current)
        self.worlds = worlds_of(view, rng)
        self.known = known_hands(current)
        width = len(moves)
        self.choices = array_of((choice_of(current, move) for move in moves), "int64")
        self.alive = array_of([1] * width, "int64")
        self.policies = array_of([policy] * 6, "int64")
        self.values, self.sums, self.squares = floats(width), floats(width), floats(width * width)
        self.saved = array(SAVED, "int64")
        self.rng = rng
        self.tried = 0
        mix(self.worlds, 20 * STEPS, rng)

    def run(self, number: int) -> None:
        """Try so many more worlds, then drop who is clearly behind."""
        try_worlds(
            self.play,
            self.rules,
            self.worlds,
            self.known,
            self.choices,
            self.alive,
            number,
            self.policies,
            self.values,
            self.sums,
            self.squares,
            self.saved,
            self.rng,
        )
        self.tried += number
        self._drop()

    def leader(self) -> int:
        left = [index for index in range(len(self.moves)) if self.alive[index]]
        return max(left, key=lambda index: self.sums[index])

    def _drop(self) -> None:
        best, width = self.leader(), len(self.moves)
        for index in range(width):
            if index == best or not self.alive[index]:
                continue
            ahead = (self.sums[best] - self.sums[index]) / self.tried
            one, two = min(best, index), max(best, index)
            variance = self.squares[one * width + two] / self.tried - ahead * ahead
            if ahead > _CLEAR * sqrt(max(variance, 1e-9) / self.tried):
                self.alive[index] = 0

    def decided(self) -> bool:
        return sum(self.alive[index] for index in range(len(self.moves))) == 1


@dataclass(frozen=True)
class SearchBot:
    """Flat Monte Carlo over sampled worlds."""

    name: str
    budget: Budget
    policy: int = HEURISTIC

    def choose(self, view: View, budget: Budget | None, rng: Ints) -> Move:
        current = round_on_turn(view)
        moves = view.legal_moves()
        if len(moves) == 1:
            return moves[0]
        if not current.started:
            return start_move(view, zero=True)
        return self._search(view, current, moves[:_MOST_CANDIDATES], budget or self.budget, rng)

    def _search(self, view: View, current: Round, moves: list[Move], budget: Budget, rng: Ints) -> Move:
        began = time.monotonic()
        race = _Race(view, current, moves, rng, self.policy)
        while not race.decided():
            number = _BATCH if budget.worlds is None else min(_BATCH, budget.worlds - race.tried)
            if number <= 0:
                break
            race.run(number)
            if budget.seconds is not None and time.monotonic() - began > budget.seconds:
                break
        return moves[race.leader()]




@dataclass(frozen=True)
class TreeBot:
    """Tree search over sampled worlds."""

    name: str
    budget: Budget
    policy: int = HEURISTIC
    exploration: float = 150.0

    def choose(self, view: View, budget: Budget | None, rng: Ints) -> Move:
        current = round_on_turn(view)
        moves = view.legal_moves()
        if len(moves) == 1:
            return moves[0]
        if not current.started:
            return start_move(view, zero=True)
        return self._search(view, current, budget or self.budget, rng)

    def _search(self, view: View, current: Round, budget: Budget, rng: Ints) -> Move:
        play, worlds, known = state_of(view, current), worlds_of(view, rng), known_hands(current)
        trips = budget.worlds or 1000
        tree = new_tree(trips + 2)
        mix(worlds, 20 * STEPS, rng)
        policies, saved = array_of([self.policy] * 6, "int64"), array(SAVED, "int64")
        search_tree(play, current.rules, worlds, known, tree, trips, self.exploration, policies, saved, rng)
        best, node = 0, int(tree.child[0])
        while node:
            if not best or tree.visits[node] > tree.visits[best]:
                best = node
            node = int(tree.sibling[node])
        return current.move_of(int(tree.move[best]))
