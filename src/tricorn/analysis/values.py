"""What each lawful move of a view is worth: the chance of winning the game, the points of the round, and why.

An analysis takes a view and nothing else, so it knows only what the player on turn can know.
"""

from __future__ import annotations

from dataclasses import dataclass

from tricorn.analysis.sampling import figures_of
from tricorn.bots.base import round_on_turn
from tricorn.core.compile import Ints, accelerate, ints_of
from tricorn.messages import Phrase
from tricorn.moves import Move
from tricorn.view import View

__all__ = ["TRIPS", "Analysis", "MoveValue", "analyse"]

TRIPS = 8_000  # playouts for one analysis


@dataclass(frozen=True)
class MoveValue:
    """A lawful move and what it is worth to the player on turn; errors are standard errors.

    `loss` is how much lower its chance is than the best move's, measured in the same worlds.
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
    worlds: int  # the number of samples; 0 if the figures are exact
    reasons: tuple[Phrase, ...]

    @property
    def is_worse(self) -> bool:
        """Whether it is worse than the best move by more than two standard errors."""
        return self.loss > 2 * self.loss_error


@dataclass(frozen=True)
class Analysis:
    """Every lawful move of the player on turn, best first."""

    seat: int
    moves: tuple[MoveValue, ...]

    @property
    def best(self) -> MoveValue:
        """The move with the highest chance of winning, and among equals the most points."""
        return self.moves[0]

    def __getitem__(self, move: Move) -> MoveValue:
        for value in self.moves:
            if value.move == move:
                return value
        raise KeyError(move)


def analyse(view: View, rng: Ints, trips: int = TRIPS, also: Move | None = None) -> Analysis:
    """The value of every lawful move, from what the seat on turn can know.

    The move `also` is searched as thoroughly as the best one. The same view, trips and generator state give the same
    figures.

    >>> from tricorn import Game
    >>> from tricorn.core.rng import new_rng
    >>> game = Game("pressman-classic", players=2, seed=5)
    >>> _ = game.play(game.legal_moves()[0])
    >>> analysis = analyse(game.view(game.seat), new_rng(1, 0), trips=500)
    >>> {value.move for value in analysis.moves} == set(game.legal_moves())
    True
    """
    accelerate()
    current = round_on_turn(view)
    seat = view.seat
    assert seat is not None
    moves = view.legal_moves()
    choices = ints_of(current.choice_of(move) for move in moves)
    found = figures_of(view, current, choices, trips, moves.index(also) if also in moves else None, rng)
    before = _leads(view.scores)
    values = []
    for option, figures in zip(view.options, found, strict=True):
        gains = tuple(after - now for after, now in zip(figures.leads, before, strict=True))
        values.append(
            MoveValue(
                move=option.move,
                score=option.points,
                chances=figures.chances,
                gains=gains,
                chance=figures.chances[seat],
                error=figures.error,
                points=gains[seat],
                loss=figures.loss,
                loss_error=figures.loss_error,
                worlds=figures.worlds,
                reasons=figures.reasons,
            )
        )
    values.sort(key=lambda value: (value.loss, -value.worlds, -value.points))
    return Analysis(seat, tuple(values))


def _leads(scores: tuple[int, ...]) -> list[float]:
    total = sum(scores)
    return [score - (total - score) / (len(scores) - 1) for score in scores]
