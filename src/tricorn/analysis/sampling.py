"""The figures of every lawful choice: sampled in the same worlds for all, or exact where everything is known.

A quarter of the playouts teaches the trees of all choices and a quarter measures all of them; the rest goes to the best
few and to the choice asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from tricorn.bots.belief import believe
from tricorn.bots.comparing import (
    ANSWERS,
    BATCH_WORLDS,
    CHANCE,
    LEADS,
    LEARNING,
    WIDTH,
    Samples,
    compare,
    new_samples,
    sprout,
)
from tricorn.bots.endgame import NO_CHOICE, solve
from tricorn.bots.mind import EXPLORATION, FORGET, SOLVABLE, Mind
from tricorn.bots.rewinding import rewind, save
from tricorn.bots.seeing import log_of, mind_of
from tricorn.bots.valuing import row_of
from tricorn.bots.winning import lead_of, win_chances
from tricorn.bots.worlds import UNKNOWN, deal_world, mix
from tricorn.core.compile import Ints, floats
from tricorn.core.rules import TRIPLES, Rules, starting_tile
from tricorn.core.state import MOST_SEATS, OVER, carry_out
from tricorn.core.table import PLACED
from tricorn.round import Round
from tricorn.view import View

__all__ = ["Figures", "figures_of"]

_KEPT = 4  # choices that are followed to the end
_FEWEST = 3  # batches of each stage, however many choices there are


class Figures(NamedTuple):
    """What is found of a choice; errors are standard errors, a loss is measured in the worlds shared with the best."""

    chances: tuple[float, ...]  # of winning the game, of every seat
    leads: tuple[float, ...]  # expected at the end of the round
    error: float  # of the chance of the player on turn
    loss: float
    loss_error: float
    worlds: int  # 0 if it is exact
    answers: tuple[float, ...]  # the share of worlds in which the next player's best answer has each shape, or is none


class _Stages(NamedTuple):
    """How many batches of worlds are for learning, for all choices, and for those that are kept."""

    learning: int
    all: int
    kept: int

    @classmethod
    def of(cls, choices: int, trips: int) -> _Stages:
        quarter = trips // (4 * BATCH_WORLDS)
        kept = min(choices, _KEPT)
        return cls(*(max(_FEWEST, work) for work in (quarter // choices, quarter // choices, 2 * quarter // kept)))


def figures_of(view: View, current: Round, choices: Ints, trips: int, also: int | None, rng: Ints) -> list[Figures]:
    """The figures of these choices of the player on turn; that with the index `also` is followed as far as the best."""
    assert view.seat is not None
    log = log_of(view)
    stages = _Stages.of(len(choices), trips)
    nodes = len(choices) * (2 + BATCH_WORLDS * sum(stages))
    mind = mind_of(view, log, nodes)
    if not current.started:
        _exclude_higher_triples(mind, view.seat)
    believe(mind.worlds, mind.table, current.rules, log, view.seat, mind.known, mind.scratch, rng)
    if current.players == 2 and not current.well and current.started:
        deal_world(mind.worlds, mind.state, mind.known, rng)
        solved = _solve(mind, current, choices)
        if solved is not None:
            return solved
    mix(mind.worlds, FORGET, rng)
    samples = new_samples(choices, stages.all + stages.kept)
    sprout(mind, samples, nodes)
    _sample(mind, current.rules, samples, stages, also, rng)
    return _sampled_figures(samples, view.seat, current.players)


def _exclude_higher_triples(mind: Mind, seat: int) -> None:
    """Who starts knows that nobody holds a higher triple."""
    above = starting_tile(mind.known[seat]) + 1
    for place in range(mind.worlds.sizes[UNKNOWN]):
        mind.worlds.excluded[place] |= TRIPLES >> above << above


# Exact figures.


def _solve(mind: Mind, current: Round, choices: Ints) -> list[Figures] | None:
    """The figures if both play the rest perfectly, or None if that takes too long to find out."""
    found = []
    for index in range(len(choices)):
        end = _solved_end(mind, current, choices[index])
        if end is None:
            return None
        found.append(end)
    seat = current.seat
    assert seat is not None
    best = max(chances[seat] for chances, _ in found)
    nothing = (0.0,) * ANSWERS
    return [Figures(chances, leads, 0.0, best - chances[seat], 0.0, 0, nothing) for chances, leads in found]


def _solved_end(mind: Mind, current: Round, choice: int) -> tuple[tuple[float, ...], tuple[float, ...]] | None:
    """Chances and leads at the end of the round after a choice and the best play of both."""
    state, rules, placed = mind.state, current.rules, mind.state[PLACED]
    save(state, mind.saved, 0)
    carry_out(state, rules, choice)
    while choice != NO_CHOICE and not state[OVER]:
        choice = solve(state, rules, mind.frames, mind.scratch, SOLVABLE)
        if choice != NO_CHOICE:
            carry_out(state, rules, choice)
    values = floats(MOST_SEATS)
    win_chances(state, rules, values)
    leads = tuple(lead_of(state, seat) for seat in range(current.players))
    rewind(state, mind.saved, 0, placed)
    return None if choice == NO_CHOICE else (tuple(row_of(values, 0, current.players)), leads)


# Sampled figures.


def _sample(mind: Mind, rules: Rules, samples: Samples, stages: _Stages, also: int | None, rng: Ints) -> None:
    """Follow the choices through their batches of worlds."""
    for _ in range(stages.learning):
        compare(mind, rules, samples, LEARNING, EXPLORATION, rng)
    for batch in range(stages.all):
        compare(mind, rules, samples, batch, EXPLORATION, rng)
    number = len(samples.choices)
    row = len(samples.batches) // number
    totals = [sum(row_of(samples.batches, index * row, row)) for index in range(number)]
    kept = sorted(range(number), key=lambda index: -totals[index])[:_KEPT]
    for index in range(number):
        samples.active[index] = index in kept or index == also
    for batch in range(stages.all, stages.all + stages.kept):
        compare(mind, rules, samples, batch, EXPLORATION, rng)


def _sampled_figures(samples: Samples, seat: int, players: int) -> list[Figures]:
    means = [_batch_means(samples, index) for index in range(len(samples.choices))]
    active = [index for index in range(len(means)) if samples.active[index]]
    best = max(active, key=lambda index: fmean(means[index]))
    return [_figures_at(samples, means, index, best, seat, players) for index in range(len(means))]


def _batch_means(samples: Samples, index: int) -> list[float]:
    """The mean chance of the player on turn in each batch of a choice."""
    row = len(samples.batches) // len(samples.choices)
    batches = samples.worlds[index] // BATCH_WORLDS
    return [total / BATCH_WORLDS for total in row_of(samples.batches, index * row, batches)]


def _figures_at(
    samples: Samples, means: Sequence[Sequence[float]], index: int, best: int, seat: int, players: int
) -> Figures:
    """The figures of a choice.

    One that was dropped has fewer worlds than the best. Its chance is that of the best less the difference in the
    worlds that both have, so that its luck with worlds does not count; if it seemed better there, it counts as equal.
    """
    worlds, row = samples.worlds[index], index * WIDTH
    totals = [total / worlds for total in row_of(samples.totals, row, WIDTH)]
    differences = [one - other for one, other in zip(means[best], means[index], strict=False)]
    loss = max(0.0, fmean(differences))
    correction = fmean(means[best]) - loss - fmean(means[index])
    chances = totals[CHANCE : CHANCE + players]
    for other in range(players):
        chances[other] += correction if other == seat else -correction / (players - 1)
    answers = [samples.answers[index * ANSWERS + answer] for answer in range(ANSWERS)]
    answered = sum(answers) or 1
    return Figures(
        chances=tuple(chances),
        leads=tuple(totals[LEADS : LEADS + players]),
        error=_error(means[index]),
        loss=loss,
        loss_error=_error(differences),
        worlds=worlds,
        answers=tuple(count / answered for count in answers),
    )


def _error(means: Sequence[float]) -> float:
    """The standard error of the mean of batches."""
    return stdev(means) / sqrt(len(means))
