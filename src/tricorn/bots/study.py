"""An analysis in compiled code, the same for server, command line and page: the figures of every legal choice.

A caller fills a mind with what the seat sees (seeing.py, looking.py), writes the legal choices into a study and calls
`begin_study`. Where everything is known, that finds exact figures at once. Otherwise `go_on_study` follows the choices
through one batch of worlds a call: a quarter of the playouts teaches the trees of all choices and a quarter measures
all of them; the rest goes to the best few and to the choice asked for. `conclude` makes figures of the sums.
`read_search` makes them of the tree that a bot has searched (mind.py).
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

from tricorn.bots.belief import believe
from tricorn.bots.comparing import (
    ANSWERS,
    BATCH_WORLDS,
    CHANCE,
    LEADS,
    LEARNING,
    NUMBER,
    ROW,
    WIDTH,
    Samples,
    compare,
    count_answers,
    new_samples,
    sprout,
)
from tricorn.bots.endgame import NO_CHOICE, solve
from tricorn.bots.mind import EXPLORATION, FORGET, MAX_NODES, SOLVABLE, Mind
from tricorn.bots.rewinding import rewind, save
from tricorn.bots.tree import CHANCE_SUMS, LEAD_SUMS, ROOT_SUMS, SQUARES
from tricorn.bots.winning import lead_of, win_chances
from tricorn.bots.worlds import UNKNOWN, deal_world, mix
from tricorn.core.compile import Floats, Ints, floats, inline, ints, jit, jit_unlocked, variable
from tricorn.core.rules import TRIPLES, Rules, starting_tile
from tricorn.core.state import HANDS, MAX_SEATS, OVER, PLAYERS, SEAT, carry_out, in_well
from tricorn.core.table import PLACED

__all__ = [
    "ANSWER_SHARES",
    "CHANCES",
    "ERROR",
    "FIGURES",
    "GAINED_LEADS",
    "LOSS",
    "LOSS_ERROR",
    "MAX_BATCHES",
    "NOBODY_ELSE",
    "WORLDS",
    "Study",
    "begin_study",
    "best_choice",
    "conclude",
    "go_on_study",
    "measure_losses",
    "new_study",
    "nodes_for",
    "read_search",
    "study_of",
]

_KEPT = 4  # choices that are followed to the end
_FEWEST = 3  # batches of each stage, however many choices there are
MAX_BATCHES = 300  # of a row, where a study has room for any decision
_ONE_WORLD = 0.5  # the standard error of a chance from a single world, or none: no chance deviates by more
NOBODY_ELSE = -1  # in the place of a choice that is followed as far as the best

# The figures of a choice, in a row: each seat's chance of winning the game, each seat's lead expected at the end of the
# round, the standard error of the chance of the player on turn, how much less than the best choice's it is in the
# worlds that both have, the standard error of that, the number of worlds (0 if it is exact, or if a search has
# not reached it), and the share of worlds in which the next player's best answer has each shape, or is none.
CHANCES, GAINED_LEADS, ERROR = 0, MAX_SEATS, 2 * MAX_SEATS
LOSS, LOSS_ERROR, WORLDS, ANSWER_SHARES = ERROR + 1, ERROR + 2, ERROR + 3, ERROR + 4
FIGURES = ANSWER_SHARES + ANSWERS

# What is to be done: batches for learning, for all choices and for those that are kept, how many are done, and the
# place of the choice that is kept in any case.
_LEARNING, _ALL, _KEEPING, _DONE, _ALSO, _PLAN = 0, 1, 2, 3, 4, 5


class Study(NamedTuple):
    """The work of an analysis and what it finds, in the order of the choices."""

    samples: Samples
    plan: Ints
    figures: Floats  # for each choice FIGURES numbers


def new_study(choices: Ints, iterations: int) -> Study:
    """A study of these choices with so many playouts."""
    plan = _plan_of(len(choices), iterations)
    return study_of(choices, plan[_ALL] + plan[_KEEPING])


def study_of(choices: Ints, batches: int) -> Study:
    """The arrays of a study with rows of so many batches."""
    return Study(new_samples(choices, batches), ints(_PLAN), floats(len(choices) * FIGURES))


def nodes_for(number: int, iterations: int) -> int:
    """How many nodes the trees of so many choices may need."""
    plan = _plan_of(number, iterations)
    return _nodes(plan, number)


def _plan_of(number: int, iterations: int) -> Ints:
    plan = ints(_PLAN)
    _divide(plan, number, iterations)
    return plan


@inline
def _nodes(plan: Ints, number: int) -> int:
    return min(MAX_NODES, number * (2 + BATCH_WORLDS * (plan[_LEARNING] + plan[_ALL] + plan[_KEEPING])))


@inline
def _divide(plan: Ints, number: int, iterations: int) -> None:
    """Divide the playouts into batches of each stage."""
    quarter = iterations // (4 * BATCH_WORLDS)
    plan[_LEARNING] = max(_FEWEST, quarter // number)
    plan[_ALL] = max(_FEWEST, quarter // number)
    plan[_KEEPING] = max(_FEWEST, 2 * quarter // min(number, _KEPT))
    plan[_DONE] = 0


@jit_unlocked
def begin_study(
    mind: Mind, rules: Rules, log: Ints, study: Study, number: int, also: int, iterations: int, rng: Ints
) -> bool:
    """Begin with the first `number` choices; whether their figures are exact, and so found already.

    The choice at the place `also` is followed as far as the best.
    """
    samples, state = study.samples, mind.state
    seat = state[SEAT]
    _divide(study.plan, number, iterations)
    study.plan[_ALSO] = also
    samples.sizes[NUMBER], samples.sizes[ROW] = number, study.plan[_ALL] + study.plan[_KEEPING]
    _clear(samples, number)
    if not state[PLACED]:
        _exclude_higher_triples(mind, seat)
    state[HANDS + seat] = mind.known[seat]
    believe(mind.worlds, mind.table, rules, log, seat, mind.known, mind.scratch, rng)
    if state[PLAYERS] == 2 and not in_well(state) and state[PLACED]:
        deal_world(mind.worlds, state, mind.known, rng)
        if _solve(mind, rules, study, number):
            return True
    mix(mind.worlds, variable(FORGET), rng)
    sprout(mind, samples, _nodes(study.plan, number))
    return False


@inline
def _clear(samples: Samples, number: int) -> None:
    for index in range(number):
        samples.active[index] = 1
        samples.worlds[index] = 0
    for index in range(number * samples.sizes[ROW]):
        samples.batches[index] = 0.0
    for index in range(number * WIDTH):
        samples.totals[index] = 0.0
    for index in range(number * ANSWERS):
        samples.answers[index] = 0


@inline
def _exclude_higher_triples(mind: Mind, seat: int) -> None:
    """Who starts knows that nobody holds a higher triple."""
    above = starting_tile(mind.known[seat]) + 1
    for place in range(mind.worlds.sizes[UNKNOWN]):
        mind.worlds.excluded[place] |= TRIPLES >> above << above


@jit_unlocked
def go_on_study(mind: Mind, rules: Rules, study: Study, rng: Ints) -> bool:
    """Follow the choices through one more batch of worlds; whether it was the last."""
    samples, plan = study.samples, study.plan
    measured = plan[_DONE] - plan[_LEARNING]
    if measured == plan[_ALL]:
        _drop_the_others(study)
    compare(mind, rules, samples, LEARNING if measured < 0 else measured, EXPLORATION, rng)
    plan[_DONE] += 1
    return measured + 1 == plan[_ALL] + plan[_KEEPING]


@inline
def _drop_the_others(study: Study) -> None:
    """Go on with the best few choices, and the one asked for."""
    samples = study.samples
    number = samples.sizes[NUMBER]
    for index in range(number):
        better = 0
        for other in range(number):
            ahead = _measured(samples, other) - _measured(samples, index)
            if ahead > 0.0 or (ahead == 0.0 and other < index):
                better += 1
        samples.active[index] = 1 if better < _KEPT or index == study.plan[_ALSO] else 0


@inline
def _measured(samples: Samples, index: int) -> float:
    """The sum of a choice's batches so far."""
    total, row = 0.0, samples.sizes[ROW]
    for batch in range(samples.worlds[index] // BATCH_WORLDS):
        total += samples.batches[index * row + batch]
    return total


@jit
def best_choice(mind: Mind, study: Study) -> int:
    """The place of the best choice of a study that has its figures: the best known of those that lose least."""
    best, seat = 0, mind.state[SEAT]
    for index in range(study.samples.sizes[NUMBER]):
        if _is_better(study.figures, index * FIGURES, best * FIGURES, GAINED_LEADS + seat):
            best = index
    return best


@inline
def _is_better(figures: Floats, one: int, other: int, lead: int) -> bool:
    if figures[one + LOSS] != figures[other + LOSS]:
        return figures[one + LOSS] < figures[other + LOSS]
    if figures[one + WORLDS] != figures[other + WORLDS]:
        return figures[one + WORLDS] > figures[other + WORLDS]
    return figures[one + lead] > figures[other + lead]


# Exact figures.


@jit
def _solve(mind: Mind, rules: Rules, study: Study, number: int) -> bool:
    """Write down the figures if both play the rest perfectly; False if that takes too long to find out."""
    figures, seat, best = study.figures, mind.state[SEAT], -1.0
    for index in range(number):
        row = index * FIGURES
        for place in range(FIGURES):
            figures[row + place] = 0.0
        if not _solve_end(mind, rules, study, index):
            return False
        best = max(best, figures[row + CHANCES + seat])
    for index in range(number):
        row = index * FIGURES
        figures[row + LOSS] = best - figures[row + CHANCES + seat]
    return True


@inline
def _solve_end(mind: Mind, rules: Rules, study: Study, index: int) -> bool:
    """Write down chances and leads at the end of the round after a choice and the best play of both."""
    state, figures, row, at = mind.state, study.figures, index * FIGURES, variable(0)
    placed = state[PLACED]
    save(state, mind.saved, at)
    choice = study.samples.choices[index]
    carry_out(state, rules, choice)
    while choice != NO_CHOICE and not state[OVER]:
        choice = solve(state, rules, mind.frames, mind.scratch, variable(SOLVABLE))
        if choice != NO_CHOICE:
            carry_out(state, rules, choice)
    win_chances(state, rules, study.samples.chances)
    for seat in range(state[PLAYERS]):
        figures[row + CHANCES + seat] = study.samples.chances[seat]
        figures[row + GAINED_LEADS + seat] = lead_of(state, seat)
    rewind(state, mind.saved, at, placed)
    return choice != NO_CHOICE


# Sampled figures.


@jit
def conclude(mind: Mind, study: Study) -> None:
    """Write down the figures of all choices from the sums of their worlds."""
    samples = study.samples
    best, most = 0, -1.0
    for index in range(samples.sizes[NUMBER]):
        mean = _measured(samples, index) / samples.worlds[index]
        if samples.active[index] and mean > most:
            best, most = index, mean
    for index in range(samples.sizes[NUMBER]):
        _write_figures(study, index, best, mind.state[SEAT], mind.state[PLAYERS])


@inline
def _write_figures(study: Study, index: int, best: int, seat: int, players: int) -> None:
    """The figures of a choice.

    One that was dropped has fewer worlds than the best. Its chance is that of the best less the difference in the
    worlds that both have, so that its luck with worlds does not count; if it seemed better there, it counts as equal.
    """
    samples, figures, row = study.samples, study.figures, index * FIGURES
    worlds = samples.worlds[index]
    batches = worlds // BATCH_WORLDS
    difference, error = _difference(samples, best, index, batches)
    _, own_error = _difference(samples, -1, index, batches)
    loss = max(0.0, difference)
    mean = _measured(samples, index) / worlds
    correction = _measured(samples, best) / samples.worlds[best] - loss - mean
    for other in range(players):
        moved = correction if other == seat else -correction / (players - 1)
        figures[row + CHANCES + other] = samples.totals[index * WIDTH + CHANCE + other] / worlds + moved
        figures[row + GAINED_LEADS + other] = samples.totals[index * WIDTH + LEADS + other] / worlds
    figures[row + ERROR], figures[row + LOSS], figures[row + LOSS_ERROR] = own_error, loss, error
    figures[row + WORLDS] = float(worlds)
    _write_answers(study, index)


@inline
def _write_answers(study: Study, index: int) -> None:
    """The shares of the next player's answers."""
    answers, answered = study.samples.answers, 0
    for answer in range(ANSWERS):
        answered += answers[index * ANSWERS + answer]
    for answer in range(ANSWERS):
        share = answers[index * ANSWERS + answer] / max(1, answered)
        study.figures[index * FIGURES + ANSWER_SHARES + answer] = share


@inline
def _difference(samples: Samples, one: int, other: int, batches: int) -> tuple[float, float]:
    """By how much one choice is better than another, or than nothing if it is -1, and the standard error of that."""
    row, total, squares = samples.sizes[ROW], 0.0, 0.0
    for batch in range(batches):
        total += _ahead(samples, one, other, row, batch)
    mean = total / batches
    for batch in range(batches):
        beyond = _ahead(samples, one, other, row, batch) - mean
        squares += beyond * beyond
    return mean, sqrt(squares / (batches - 1) / batches)


@inline
def _ahead(samples: Samples, one: int, other: int, row: int, batch: int) -> float:
    """How much more one choice gained a world of a batch."""
    gained = 0.0 if one < 0 else samples.batches[one * row + batch]
    return (gained - samples.batches[other * row + batch]) / BATCH_WORLDS


# The figures of a search.


@jit_unlocked
def read_search(mind: Mind, rules: Rules, study: Study, rng: Ints) -> None:
    """Write down the figures of all choices from the tree of a search; the losses are left to `measure_losses`."""
    samples = study.samples
    count_answers(mind, rules, samples, rng)
    for index in range(samples.sizes[NUMBER]):
        node = mind.tree.child[0]
        while node and mind.tree.move[node] != samples.choices[index]:
            node = mind.tree.sibling[node]
        if node:
            _read_node(mind, study, index, node)
        else:
            _write_nothing(mind, study, index)
        _write_answers(study, index)


@inline
def _write_nothing(mind: Mind, study: Study, index: int) -> None:
    """The figures of a choice that the search had no time for."""
    figures, row, state = study.figures, index * FIGURES, mind.state
    for other in range(state[PLAYERS]):
        figures[row + CHANCES + other] = 1.0 / state[PLAYERS]
        figures[row + GAINED_LEADS + other] = lead_of(state, other)
    figures[row + ERROR], figures[row + WORLDS] = _ONE_WORLD, 0.0


@inline
def _read_node(mind: Mind, study: Study, index: int, node: int) -> None:
    """The figures of a choice that the tree has at this node."""
    tree, figures, row, seat = mind.tree, study.figures, index * FIGURES, mind.state[SEAT]
    visits, sums = tree.visits[node], (node - 1) * ROOT_SUMS
    for other in range(mind.state[PLAYERS]):
        figures[row + CHANCES + other] = tree.sums[sums + CHANCE_SUMS + other] / visits
        figures[row + GAINED_LEADS + other] = tree.sums[sums + LEAD_SUMS + other] / visits
    mean = figures[row + CHANCES + seat]
    variance = max(0.0, tree.sums[sums + SQUARES] / visits - mean * mean)
    figures[row + ERROR] = sqrt(variance / (visits - 1)) if visits > 1 else _ONE_WORLD
    figures[row + WORLDS] = float(visits)


@jit
def measure_losses(mind: Mind, study: Study, best: int) -> None:
    """Write down how much lower each chance is than that of one choice; nothing where it is not lower."""
    figures, seat, top = study.figures, mind.state[SEAT], best * FIGURES
    for index in range(study.samples.sizes[NUMBER]):
        row = index * FIGURES
        figures[row + LOSS] = max(0.0, figures[top + CHANCES + seat] - figures[row + CHANCES + seat])
        squares = figures[top + ERROR] * figures[top + ERROR] + figures[row + ERROR] * figures[row + ERROR]
        figures[row + LOSS_ERROR] = sqrt(squares) if index != best else 0.0
