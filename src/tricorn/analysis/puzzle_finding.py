"""Finds puzzles: positions where one move is clearly best, and it is not the one that scores most.

A cheap search looks at every real choice of a game. What it finds is checked by a search ten times as deep, and what is
left by one with a hundred times as many worlds behind the best move.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tricorn.analysis.luck import MoveEvent
from tricorn.analysis.values import Analysis, analyse
from tricorn.core.compile import Ints
from tricorn.core.rng import new_rng
from tricorn.game import Game
from tricorn.record import Record
from tricorn.round import Round
from tricorn.view import View

__all__ = ["DEEPER", "LEAST_AHEAD", "Found", "Tally", "confirm", "find", "is_clear"]

LEAST_AHEAD = 0.10  # of the chance of winning, of the best move over the next
DEEPER = 100  # how many times as many worlds the last search follows
_TRIPS = 1_000  # playouts of the cheap search
_MIDDLE = 10 * _TRIPS
_PROMISING = 0.06  # what the cheap search must show: its error is about 0.03
_FEWEST_MOVES = 3
# Where single moves decide most: with few tiles in the hand, with very many, or with a well that is nearly empty.
_FEW, _MANY, _NEARLY_EMPTY = 4, 15, 4
_STAGES = 3  # generators a choice


@dataclass
class Tally:
    """How many choices were looked at, and what became of them."""

    choices: int = 0
    candidates: int = 0
    checked: int = 0
    confirmed: int = 0


@dataclass(frozen=True)
class Found:
    """A confirmed position: before which event of its record it stands, and what the cheap and the deep search say."""

    event: int
    view: View
    cheap: Analysis
    deep: Analysis


def find(record: Record, seed: int, tally: Tally) -> Iterator[Found]:
    """The puzzles of a game, at most one for each player in a round."""
    game = Game(record.edition, record.names, keys=record.keys, dealt=False)
    done: set[tuple[int, int]] = set()
    for index, event in enumerate(game.replay(record)):
        current = game.round
        if not isinstance(event, MoveEvent) or current is None or not _is_worth_a_look(current, event.seat):
            continue
        if (current.number, event.seat) in done:
            continue
        tally.choices += 1
        found = _look(index, game.view(event.seat), seed, tally)
        if found is not None:
            done.add((current.number, event.seat))
            yield found


def _is_worth_a_look(current: Round, seat: int) -> bool:
    """Whether a choice has enough moves, at a time when single moves decide most."""
    held = current.tiles_held(seat)
    decides = held <= _FEW or held >= _MANY or len(current.well) <= _NEARLY_EMPTY
    return current.started and decides and len(current.legal_moves()) >= _FEWEST_MOVES


def _look(index: int, view: View, seed: int, tally: Tally) -> Found | None:
    """The three searches of a choice, each only if the one before has found something."""
    cheap = analyse(view, new_rng(seed, _STAGES * index), _TRIPS)
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
    """The analysis with a hundred times as many worlds behind the best move."""
    return analyse(view, rng, _deep_trips(cheap))


def is_clear(view: View, analysis: Analysis) -> bool:
    """Whether the best move is far enough ahead beyond two standard errors, and does not score most."""
    error = analysis.moves[1].loss_error
    return _ahead(analysis) - 2 * error >= LEAST_AHEAD and _is_quiet(view, analysis)


def _ahead(analysis: Analysis) -> float:
    """How far the best move is ahead of the next."""
    return analysis.moves[1].loss


def _is_quiet(view: View, analysis: Analysis) -> bool:
    """Whether some other move scores more at once than the best."""
    return analysis.best.score < max(option.points for option in view.options)


def _deep_trips(cheap: Analysis) -> int:
    """How many playouts give the best move a hundred times as many worlds (sampling.py has the shares)."""
    moves = len(cheap.moves)
    share = (1 / moves + 2 / min(moves, 4)) / 4
    return int(DEEPER * cheap.best.worlds / share) + 1000
