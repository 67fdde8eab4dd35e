"""Figures and reasons for every lawful choice of a view, from the compiled study (bots/study.py)."""

from __future__ import annotations

from typing import NamedTuple

from tricorn.analysis.reasons import phrases_of
from tricorn.bots.reasons import Reasons, find_reasons, new_reasons
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
    conclude,
    go_on_study,
    new_study,
    nodes_for,
)
from tricorn.bots.valuing import row_of
from tricorn.core.compile import Ints
from tricorn.messages import Phrase
from tricorn.round import Round
from tricorn.view import View

__all__ = ["Figures", "figures_of"]


class Figures(NamedTuple):
    """The figures of a choice. Errors are standard errors; a loss is measured in worlds shared with the best choice."""

    chances: tuple[float, ...]  # of winning the game, for every seat
    leads: tuple[float, ...]  # expected at the end of the round, for every seat
    error: float  # of the chance of the player on turn
    loss: float
    loss_error: float
    worlds: int  # 0 if it is exact
    reasons: tuple[Phrase, ...]


def figures_of(view: View, current: Round, choices: Ints, trips: int, also: int | None, rng: Ints) -> list[Figures]:
    """The figures of these choices of the player on turn.

    The choice with the index `also` is searched as thoroughly as the best one.
    """
    number, followed = len(choices), NOBODY_ELSE if also is None else also
    log, study, reasons = log_of(view), new_study(choices, trips), new_reasons(number)
    mind = mind_of(view, log, nodes_for(number, trips))
    if not begin_study(mind, current.rules, log, study, number, followed, trips, rng):
        while not go_on_study(mind, current.rules, study, rng):
            pass
        conclude(mind, study)
    find_reasons(mind, current.rules, study, number, reasons)
    return [_figures(study, reasons, index, current.players) for index in range(number)]


def _figures(study: Study, reasons: Reasons, index: int, players: int) -> Figures:
    row = index * FIGURES
    return Figures(
        chances=tuple(row_of(study.figures, row + CHANCES, players)),
        leads=tuple(row_of(study.figures, row + GAINED_LEADS, players)),
        error=study.figures[row + ERROR],
        loss=study.figures[row + LOSS],
        loss_error=study.figures[row + LOSS_ERROR],
        worlds=int(study.figures[row + WORLDS]),
        reasons=phrases_of(reasons, index),
    )
