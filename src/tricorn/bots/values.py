"""What each legal move of a view is worth: the chance of winning the game, the gain in the round, and why.

An analysis takes a view and nothing else, so it knows only what the player on turn can know. `analyse` plays all moves
in the same sampled worlds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tricorn.bots.base import round_on_turn
from tricorn.bots.evaluation import (
    CHANCES,
    ERROR,
    EXPECTED_LEADS,
    FIGURES,
    LOSS,
    LOSS_ERROR,
    NO_EXTRA,
    WORLDS,
    Evaluation,
    begin_evaluation,
    best_choice,
    continue_evaluation,
    finish_evaluation,
    new_evaluation,
    tree_nodes_for,
)
from tricorn.bots.observe_view import log_from_view, observe_view
from tricorn.bots.position_value import read_row
from tricorn.bots.reasons import (
    CODES,
    MAX_REASONS,
    NOTHING,
    REASON_SIZE,
    SAME_TILE,
    Reasons,
    find_reasons,
    new_reasons,
)
from tricorn.bots.winning import leads
from tricorn.bots.workspace import Workspace
from tricorn.core.compile import Floats, Ints, accelerate, ints_from
from tricorn.core.state import DRAW
from tricorn.messages import Message, Phrase
from tricorn.moves import Move, Option
from tricorn.tiles import TILES
from tricorn.view import View
from tricorn.wording import Seat

__all__ = ["ITERATIONS", "Analysis", "MoveValue", "analyse"]

ITERATIONS = 8_000  # playouts for one analysis


@dataclass(frozen=True)
class MoveValue:
    """A legal move and what it is worth to the player on turn; errors are standard errors.

    `loss` is how much lower its chance is than that of the best move, measured in the worlds that both have.
    """

    move: Move
    points: int  # what it scores at once
    chances: tuple[float, ...]  # of winning the game, for every seat
    gains: tuple[float, ...]  # for every seat, the change of its lead over the mean of the others by the round's end
    chance: float  # of winning the game, for the player on turn
    error: float
    gain: float  # of the player on turn
    loss: float
    loss_error: float
    worlds: int  # the number of samples; 0 if the figures are exact
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
        """The move with the least loss; if tied, the one with the most worlds, then the highest lead."""
        return self.moves[0]

    def __getitem__(self, move: Move) -> MoveValue:
        for value in self.moves:
            if value.move == move:
                return value
        raise KeyError(move)


def analyse(view: View, rng: Ints, iterations: int = ITERATIONS, also: Move | None = None) -> Analysis:
    """The value of every legal move, from what the seat on turn can know.

    The move `also` is measured as thoroughly as the best ones. The same view, iterations and generator state give the
    same figures.

    >>> from tricorn import Game
    >>> from tricorn.core.rng import new_rng
    >>> game = Game("pressman-classic", players=2, seed=5)
    >>> _ = game.play(game.legal_moves()[0])
    >>> analysis = analyse(game.view(game.turn), new_rng(1, 0), iterations=500)
    >>> {value.move for value in analysis.moves} == set(game.legal_moves())
    True
    """
    moves, choices = view.legal_moves(), _choices(view)
    extra = moves.index(also) if also in moves else NO_EXTRA
    workspace, evaluation = _evaluate(view, rng, iterations, choices, extra)
    best = best_choice(workspace, evaluation)
    return _analysis(view, evaluation, best, _reasons(view, choices, evaluation.figures, best, extra))


def _choices(view: View) -> Ints:
    current = round_on_turn(view)
    return ints_from(current.choice_of(move) for move in view.legal_moves())


def _evaluate(view: View, rng: Ints, iterations: int, choices: Ints, extra: int) -> tuple[Workspace, Evaluation]:
    """An evaluation of all legal moves, and the workspace it was made in."""
    accelerate()
    rules = round_on_turn(view).rules
    log, evaluation = log_from_view(view), new_evaluation(choices, iterations)
    workspace = observe_view(view, log, tree_nodes_for(len(choices), iterations))
    if not begin_evaluation(workspace, rules, log, evaluation, len(choices), extra, iterations, rng):
        while not continue_evaluation(workspace, rules, evaluation, rng):
            pass
        finish_evaluation(workspace, evaluation)
    return workspace, evaluation


def _reasons(view: View, choices: Ints, figures: Floats, best: int, extra: int) -> list[tuple[Phrase, ...]]:
    """The reasons of every choice."""
    current, reasons = round_on_turn(view), new_reasons(len(choices))
    assert view.seat is not None
    find_reasons(current.state, current.rules, view.seat, choices, figures, len(choices), best, extra, reasons)
    return [_phrases(reasons, index) for index in range(len(choices))]


def _analysis(view: View, evaluation: Evaluation, best: int, reasons: list[tuple[Phrase, ...]]) -> Analysis:
    """The figures of an evaluation with their reasons, the best move first."""
    seat = view.seat
    assert seat is not None
    before = leads(view.scores)
    values = [
        _value(option, seat, before, evaluation.figures, index * FIGURES, reasons[index])
        for index, option in enumerate(view.options)
    ]
    first = values.pop(best)
    values.sort(key=lambda value: (value.worlds == 0 and not value.is_exact, value.loss, -value.worlds, -value.gain))
    return Analysis(seat, (first, *values))


def _value(
    option: Option, seat: int, before: Sequence[float], figures: Floats, row: int, reasons: tuple[Phrase, ...]
) -> MoveValue:
    chances = tuple(read_row(figures, row + CHANCES, len(before)))
    after = read_row(figures, row + EXPECTED_LEADS, len(before))
    gains = tuple(new - old for new, old in zip(after, before, strict=True))
    return MoveValue(
        move=option.move,
        points=option.points,
        chances=chances,
        gains=gains,
        chance=chances[seat],
        error=figures[row + ERROR],
        gain=gains[seat],
        loss=figures[row + LOSS],
        loss_error=figures[row + LOSS_ERROR],
        worlds=int(figures[row + WORLDS]),
        reasons=reasons,
    )


def _phrases(reasons: Reasons, index: int) -> tuple[Phrase, ...]:
    """The reasons for or against a choice."""
    first = index * MAX_REASONS * REASON_SIZE
    offsets = range(first, first + MAX_REASONS * REASON_SIZE, REASON_SIZE)
    found = [[reasons.selected[offset + place] for place in range(REASON_SIZE)] for offset in offsets]
    return tuple(_phrase(numbers) for numbers in found if numbers[0] != NOTHING)


def _phrase(numbers: list[int]) -> Phrase:
    """The phrase of a code and its figures, which are taken from the front."""
    message, fields = CODES[numbers.pop(0)]
    assert message is not None
    return message(**{field: _parameter(field, numbers) for field in fields})


def _parameter(field: str, numbers: list[int]) -> object:
    """The parameter of a message from the next figures of a reason."""
    if field == "drawback":
        return _phrase(numbers)
    figure = numbers.pop(0)
    if field == "seat":
        return Seat(figure)
    if field == "move":
        return _compared_move(figure)
    return TILES[figure] if field == "tile" else figure


def _compared_move(figure: int) -> object:
    """The move with which the best one is compared."""
    if figure < 0:
        return Message.REASON_DRAWING() if figure == DRAW else Message.REASON_PASSING()
    return TILES[figure] if figure < SAME_TILE else Message.REASON_SAME_TILE(tile=TILES[figure - SAME_TILE])
