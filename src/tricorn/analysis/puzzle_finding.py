"""Finds puzzles: positions where one move is clearly best and is not the one that scores most.

A cheap search covers the choices of a game. Its candidates are checked by a search with ten times as many playouts, and
the remaining ones by a search with a hundred times as many worlds for the best move.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tricorn.bots.values import Analysis, analyse
from tricorn.core.compile import Ints
from tricorn.core.rng import new_rng
from tricorn.game import Game
from tricorn.record import MoveEvent, Record
from tricorn.round import Round
from tricorn.view import View

__all__ = ["DEEP_FACTOR", "MIN_LEAD", "FoundPosition", "StageCounts", "confirm", "find_positions", "is_clear"]

MIN_LEAD = 0.10  # of the best move over the second best, in chance of winning
DEEP_FACTOR = 100  # how many times as many worlds the last search samples
_CHEAP_ITERATIONS = 1_000  # playouts
_MIDDLE_ITERATIONS = 10 * _CHEAP_ITERATIONS
_CANDIDATE_LEAD = 0.06  # that the cheap search must find, with an error of about 0.03
_MIN_MOVES = 3
# A single move matters most with few or very many tiles in the hand, or when the well is nearly empty.
_FEW_TILES, _MANY_TILES, _SMALL_WELL = 4, 15, 4
_STAGES = 3  # searches per choice, each with its own generator


@dataclass
class StageCounts:
    """The number of choices that reached each stage of the search."""

    choices: int = 0
    candidates: int = 0
    checked: int = 0
    confirmed: int = 0


@dataclass(frozen=True)
class FoundPosition:
    """A confirmed position: the index of the record's next event, and the cheap and the deep analysis."""

    event: int
    view: View
    cheap: Analysis
    deep: Analysis


def find_positions(record: Record, seed: int, counts: StageCounts) -> Iterator[FoundPosition]:
    """The puzzles in a game, at most one per player and round."""
    game = Game(record.edition, record.names, keys=record.keys, dealt=False)
    done: set[tuple[int, int]] = set()
    for index, event in enumerate(game.replay(record)):
        current = game.round
        if not isinstance(event, MoveEvent) or current is None or not _is_worth_searching(current, event.seat):
            continue
        if (current.number, event.seat) in done:
            continue
        counts.choices += 1
        position = _search(index, game.view(event.seat), seed, counts)
        if position is not None:
            done.add((current.number, event.seat))
            yield position


def _is_worth_searching(current: Round, seat: int) -> bool:
    """Whether a choice has enough moves, and a single move matters."""
    held = current.tiles_held(seat)
    matters = held <= _FEW_TILES or held >= _MANY_TILES or len(current.well) <= _SMALL_WELL
    return current.started and matters and len(current.legal_moves()) >= _MIN_MOVES


def _search(index: int, view: View, seed: int, counts: StageCounts) -> FoundPosition | None:
    """Run the three searches of a choice; stop at the first that finds no puzzle."""
    cheap = analyse(view, new_rng(seed, _STAGES * index), _CHEAP_ITERATIONS)
    if _lead(cheap) < _CANDIDATE_LEAD or not _is_quiet(view, cheap):
        return None
    counts.candidates += 1
    middle = analyse(view, new_rng(seed, _STAGES * index + 1), _MIDDLE_ITERATIONS)
    if not _is_quiet(view, middle) or _lead(middle) < MIN_LEAD:
        return None
    counts.checked += 1
    deep = confirm(view, cheap, new_rng(seed, _STAGES * index + 2))
    if not is_clear(view, deep) or deep.best.move != middle.best.move:
        return None
    counts.confirmed += 1
    return FoundPosition(index, view, cheap, deep)


def confirm(view: View, cheap: Analysis, rng: Ints) -> Analysis:
    """Analyse a position with a hundred times as many worlds for the best move."""
    return analyse(view, rng, _deep_iterations(cheap))


def is_clear(view: View, analysis: Analysis) -> bool:
    """Whether the best move is ahead by enough, less two standard errors, and is not the one that scores most."""
    error = analysis.moves[1].loss_error
    return _lead(analysis) - 2 * error >= MIN_LEAD and _is_quiet(view, analysis)


def _lead(analysis: Analysis) -> float:
    """The lead of the best move over the second best, in chance of winning."""
    return analysis.moves[1].loss


def _is_quiet(view: View, analysis: Analysis) -> bool:
    """Whether another move scores more than the best one."""
    return analysis.best.points < max(option.points for option in view.options)


def _deep_iterations(cheap: Analysis) -> int:
    """The playouts that give the best move a hundred times as many worlds (bots/evaluation.py has the shares)."""
    moves = len(cheap.moves)
    share = (1 / moves + 2 / min(moves, 4)) / 4
    return int(DEEP_FACTOR * cheap.best.worlds / share) + 1000
