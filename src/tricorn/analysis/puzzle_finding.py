"""Finds puzzles: positions where one move is clearly best and is not the one that scores most.

A cheap search looks at every real choice of a game. What it finds is checked by a search with ten times as many
playouts, and what remains by one with a hundred times as many worlds for the best move.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tricorn.analysis.luck import MoveEvent
from tricorn.bots.values import Analysis, analyse
from tricorn.core.compile import Ints
from tricorn.core.rng import new_rng
from tricorn.game import Game
from tricorn.record import Record
from tricorn.round import Round
from tricorn.view import View

__all__ = ["DEEPER", "LEAST_AHEAD", "Found", "Tally", "confirm", "find", "is_clear"]

LEAST_AHEAD = 0.10  # the difference in the chance of winning between the best move and the next
DEEPER = 100  # how many times as many worlds the last search follows
_ITERATIONS = 1_000  # playouts of the cheap search
_MIDDLE = 10 * _ITERATIONS
_PROMISING = 0.06  # the difference that the cheap search must show, with an error of about 0.03
_MIN_MOVES = 3
# A single move matters most with few tiles in the hand, with very many, or when the well is nearly empty.
_FEW, _MANY, _NEARLY_EMPTY = 4, 15, 4
_STAGES = 3  # searches for each choice, each with its own generator


@dataclass
class Tally:
    """How many choices passed each stage of the search."""

    choices: int = 0
    candidates: int = 0
    checked: int = 0
    confirmed: int = 0


@dataclass(frozen=True)
class Found:
    """A confirmed position: the index of the record's next event, and the cheap and the deep analysis."""

    event: int
    view: View
    cheap: Analysis
    deep: Analysis


def find(record: Record, seed: int, tally: Tally) -> Iterator[Found]:
    """The puzzles in a game, at most one for each player in a round."""
    game = Game(record.edition, record.names, keys=record.keys, dealt=False)
    done: set[tuple[int, int]] = set()
    for index, event in enumerate(game.replay(record)):
        current = game.round
        if not isinstance(event, MoveEvent) or current is None or not _is_worth_searching(current, event.seat):
            continue
        if (current.number, event.seat) in done:
            continue
        tally.choices += 1
        found = _search(index, game.view(event.seat), seed, tally)
        if found is not None:
            done.add((current.number, event.seat))
            yield found


def _is_worth_searching(current: Round, seat: int) -> bool:
    """Whether a choice has enough moves, at a time when a single move matters most."""
    held = current.tiles_held(seat)
    matters = held <= _FEW or held >= _MANY or len(current.well) <= _NEARLY_EMPTY
    return current.started and matters and len(current.legal_moves()) >= _MIN_MOVES


def _search(index: int, view: View, seed: int, tally: Tally) -> Found | None:
    """Run the three searches of a choice, each only if the one before has found something."""
    cheap = analyse(view, new_rng(seed, _STAGES * index), _ITERATIONS)
    if _ahead(cheap) < _PROMISING or not _is_quiet(view, cheap):
        return None
    tally.candidates += 1
    middle = analyse(view, new_rng(seed, _STAGES * index + 1), _MIDDLE)
    if not _is_quiet(view, middle) or _ahead(middle) < LEAST_AHEAD:
        return None
    tally.checked += 1
    deep = confirm(view, cheap, new_rng(seed, _STAGES * index + 2))
    if not is_clear(view, deep) or deep.best.move != middle.best.move:
        return None
    tally.confirmed += 1
    return Found(index, view, cheap, deep)


def confirm(view: View, cheap: Analysis, rng: Ints) -> Analysis:
    """The analysis with a hundred times as many worlds for the best move."""
    return analyse(view, rng, _deep_iterations(cheap))


def is_clear(view: View, analysis: Analysis) -> bool:
    """Whether the best move is ahead by enough, even minus two standard errors, and is not the one that scores most."""
    error = analysis.moves[1].loss_error
    return _ahead(analysis) - 2 * error >= LEAST_AHEAD and _is_quiet(view, analysis)


def _ahead(analysis: Analysis) -> float:
    """How far the best move is ahead of the second best."""
    return analysis.moves[1].loss


def _is_quiet(view: View, analysis: Analysis) -> bool:
    """Whether some other move scores more at once than the best."""
    return analysis.best.score < max(option.points for option in view.options)


def _deep_iterations(cheap: Analysis) -> int:
    """How many playouts give the best move a hundred times as many worlds (bots/study.py has the shares)."""
    moves = len(cheap.moves)
    share = (1 / moves + 2 / min(moves, 4)) / 4
    return int(DEEPER * cheap.best.worlds / share) + 1000
