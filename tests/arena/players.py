"""Bots for the tests, none of them a policy of the core, and a context that makes their names known."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from tests.helpers import attributes_of

from tricorn.bots import BOTS, Bot, Budget, bot_named
from tricorn.core.board import CELLS, LATTICE_POINTS
from tricorn.core.compile import Ints
from tricorn.core.rng import below
from tricorn.lattice import Cell
from tricorn.moves import Move, Place
from tricorn.view import View


class First:
    """Takes the first legal move, which scores most."""

    name = "first"

    def choose(self, view: View, budget: Budget | None, rng: Ints) -> Move:
        return view.legal_moves()[0]


class Dice:
    """Takes a random legal move."""

    name = "dice"

    def choose(self, view: View, budget: Budget | None, rng: Ints) -> Move:
        moves = view.legal_moves()
        return moves[below(rng, len(moves))]


class Slow(First):
    """Thinks for a few milliseconds."""

    name = "slow"

    def choose(self, view: View, budget: Budget | None, rng: Ints) -> Move:
        time.sleep(0.004)
        return view.legal_moves()[0]


class Wild(First):
    """Chooses an illegal move."""

    name = "wild"

    def choose(self, view: View, budget: Budget | None, rng: Ints) -> Move:
        return Place(Cell(9, 9, True), (0, 0, 1))


class Echo(First):
    """Plays like greedy, but from a view like any external bot."""

    name = "echo"

    def choose(self, view: View, budget: Budget | None, rng: Ints) -> Move:
        return bot_named("greedy").choose(view, budget, rng)


class ViewSnapshot(NamedTuple):
    """What a bot saw when it made a choice."""

    seat: int
    record: str
    turn: int | None
    scores: tuple[int, ...]
    options: tuple[Any, ...]
    round: dict[str, Any]


class Watcher(Dice):
    """Plays like `Dice` and keeps what it saw."""

    name = "watcher"

    def __init__(self) -> None:
        self.snapshots: list[ViewSnapshot] = []

    def choose(self, view: View, budget: Budget | None, rng: Ints) -> Move:
        self.snapshots.append(snapshot(view))
        return super().choose(view, budget, rng)


def snapshot(view: View) -> ViewSnapshot:
    """Everything that a view shows, for comparison."""
    assert view.seat is not None
    assert view.round is not None
    corners = [int(view.round.state[point]) & 0xFF for point in range(LATTICE_POINTS, CELLS)]
    return ViewSnapshot(
        view.seat,
        view.record(),
        view.turn,
        view.scores,
        view.options,
        {**attributes_of(view.round), "corners": corners},
    )


@contextmanager
def seated(*bots: Bot) -> Iterator[None]:
    """Register these bots by name for a while, also in processes forked during that time."""
    BOTS.update((bot.name, bot) for bot in bots)
    try:
        yield
    finally:
        for bot in bots:
            del BOTS[bot.name]
