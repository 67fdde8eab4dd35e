"""What each legal move of a view is worth: the chance of winning the game, the points of the round, and why.

An analysis takes a view and nothing else, so it knows only what the player on turn can know. `analyse` follows all
moves through the same worlds; a searcher's own analysis (search.py) has the same shape.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tricorn.bots.base import round_on_turn
from tricorn.bots.mind import Mind
from tricorn.bots.reasons import CODES, MAX_REASONS, NOTHING, REASON_SIZE, Reasons, find_reasons, new_reasons
from tricorn.bots.seeing import log_of, mind_of
from tricorn.bots.study import (
    CHANCES,
    ERROR,
    FIGURES,
    GAINED_LEADS,
    LOSS,
    LOSS_ERROR,
    NOBODY_ELSE,
    WORLDS,
    Study,
    begin_study,
    best_choice,
    conclude,
    go_on_study,
    measure_losses,
    new_study,
    nodes_for,
    read_search,
    study_of,
)
from tricorn.bots.valuing import row_of
from tricorn.core.compile import Floats, Ints, accelerate, ints_of
from tricorn.messages import Phrase, Seat
from tricorn.moves import Move, Option
from tricorn.tiles import TILES
from tricorn.view import View

__all__ = ["ITERATIONS", "Analysis", "MoveValue", "analyse", "analysis_of_bot"]

ITERATIONS = 8_000  # playouts for one analysis
_FEW_ITERATIONS = 1_000  # for a bot's choice that took no search


@dataclass(frozen=True)
class MoveValue:
    """A legal move and what it is worth to the player on turn; errors are standard errors.

    `loss` is how much lower its chance is than the best move's; an analysis measures that in the same worlds.
    """

    move: Move
    score: int  # what it scores at once
    chances: tuple[float, ...]  # of winning the game, for every seat
    gains: tuple[float, ...]  # for every seat, the change of its lead over the others' mean by the end of the round
    chance: float  # of winning the game, for the player on turn
    error: float
    points: float  # what the player on turn gains
    loss: float
    loss_error: float
    worlds: int  # the number of samples; 0 if the figures are exact, or if a bot's search did not reach the move
    reasons: tuple[Phrase, ...]

    @property
    def is_exact(self) -> bool:
        """Whether its figures were computed rather than sampled."""
        return self.worlds == 0 and self.error == 0

    @property
    def is_worse(self) -> bool:
        """Whether it is worse than the best move by more than two standard errors."""
        return self.loss > 2 * self.loss_error


@dataclass(frozen=True)
class Analysis:
    """Every legal move of the player on turn, best first."""

    seat: int
    moves: tuple[MoveValue, ...]

    @property
    def best(self) -> MoveValue:
        """The move with the highest chance, and among equals the most points; for a bot, its choice."""
        return self.moves[0]

    def __getitem__(self, move: Move) -> MoveValue:
        for value in self.moves:
            if value.move == move:
                return value
        raise KeyError(move)


def analyse(view: View, rng: Ints, iterations: int = ITERATIONS, also: Move | None = None) -> Analysis:
    """The value of every legal move, from what the seat on turn can know.

    The move `also` is searched as thoroughly as the best one. The same view, iterations and generator
    state give the same figures.

    >>> from tricorn import Game
    >>> from tricorn.core.rng import new_rng
    >>> game = Game("pressman-classic", players=2, seed=5)
    >>> _ = game.play(game.legal_moves()[0])
    >>> analysis = analyse(game.view(game.seat), new_rng(1, 0), iterations=500)
    >>> {value.move for value in analysis.moves} == set(game.legal_moves())
    True
    """
    mind, study = _study(view, rng, iterations, also)
    return _analysis(view, mind, study, best_choice(mind, study))


def analysis_of_bot(view: View, rng: Ints, move: Move, searched: Mind | None) -> Analysis:
    """The analysis of a bot that has chosen a move, which is the best entry.

    The figures are those of the tree that the bot has searched; without one, they come from a short analysis.
    """
    if searched is None:
        mind, study = _study(view, rng, _FEW_ITERATIONS, move)
    else:
        mind, study = searched, study_of(_choices(view), 1)
        read_search(mind, round_on_turn(view).rules, study, rng)
    best = view.legal_moves().index(move)
    if searched is not None or best != best_choice(mind, study):
        measure_losses(mind, study, best)
    return _analysis(view, mind, study, best)


def _choices(view: View) -> Ints:
    current = round_on_turn(view)
    return ints_of(current.choice_of(move) for move in view.legal_moves())


def _study(view: View, rng: Ints, iterations: int, also: Move | None) -> tuple[Mind, Study]:
    """All legal moves followed through the same worlds."""
    accelerate()
    rules, moves, choices = round_on_turn(view).rules, view.legal_moves(), _choices(view)
    followed = moves.index(also) if also in moves else NOBODY_ELSE
    log, study = log_of(view), new_study(choices, iterations)
    mind = mind_of(view, log, nodes_for(len(choices), iterations))
    if not begin_study(mind, rules, log, study, len(choices), followed, iterations, rng):
        while not go_on_study(mind, rules, study, rng):
            pass
        conclude(mind, study)
    return mind, study


def _analysis(view: View, mind: Mind, study: Study, best: int) -> Analysis:
    """The figures of a study with their reasons, the best move first."""
    seat, reasons = view.seat, new_reasons(len(view.options))
    assert seat is not None
    find_reasons(mind, round_on_turn(view).rules, study, len(view.options), best, reasons)
    before = _leads(view.scores)
    values = [
        _value(option, seat, before, study.figures, index * FIGURES, _phrases(reasons, index))
        for index, option in enumerate(view.options)
    ]
    first = values.pop(best)
    values.sort(key=lambda value: (value.worlds == 0 and not value.is_exact, value.loss, -value.worlds, -value.points))
    return Analysis(seat, (first, *values))


def _value(
    option: Option, seat: int, before: Sequence[float], figures: Floats, row: int, reasons: tuple[Phrase, ...]
) -> MoveValue:
    chances = tuple(row_of(figures, row + CHANCES, len(before)))
    after = row_of(figures, row + GAINED_LEADS, len(before))
    gains = tuple(then - now for then, now in zip(after, before, strict=True))
    return MoveValue(
        move=option.move,
        score=option.points,
        chances=chances,
        gains=gains,
        chance=chances[seat],
        error=figures[row + ERROR],
        points=gains[seat],
        loss=figures[row + LOSS],
        loss_error=figures[row + LOSS_ERROR],
        worlds=int(figures[row + WORLDS]),
        reasons=reasons,
    )


def _leads(scores: tuple[int, ...]) -> list[float]:
    total = sum(scores)
    return [score - (total - score) / (len(scores) - 1) for score in scores]


# The words of reasons.


def _phrases(reasons: Reasons, index: int) -> tuple[Phrase, ...]:
    """The reasons for or against a choice."""
    first = index * MAX_REASONS * REASON_SIZE
    rows = range(first, first + MAX_REASONS * REASON_SIZE, REASON_SIZE)
    return tuple(_phrase(reasons.found, at) for at in rows if reasons.found[at] != NOTHING)


def _phrase(found: Ints, at: int) -> Phrase:
    message, fields = CODES[found[at]]
    assert message is not None
    return message(**{field: _named(field, found[at + place]) for place, field in enumerate(fields, 1)})


def _named(field: str, figure: int) -> object:
    if field == "seat":
        return Seat(figure)
    return TILES[figure] if field == "tile" else figure
