"""An analysis in compiled code, the same for server, command line and page: the figures of every legal choice.

A caller fills a workspace with what the seat knows (`fill_workspace`), writes the legal choices into an
evaluation and calls `begin_evaluation`. If everything is known, that finds exact figures at once. Otherwise each call
of `continue_evaluation` plays the choices in one batch of worlds: a quarter of the playouts trains the tree, a quarter
measures all choices, and the rest measures the best few and one extra choice. `finish_evaluation` turns the sums into
figures.
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

from tricorn.bots.belief import init_belief
from tricorn.bots.decision import BURN_IN_STEPS, EXPLORATION, MAX_NODES, MAX_SOLVER_NODES
from tricorn.bots.endgame import NO_CHOICE, solve
from tricorn.bots.samples import (
    BATCH_COUNT,
    BATCH_WORLDS,
    CHANCE_TOTALS,
    CHOICE_COUNT,
    LEAD_TOTALS,
    LEARNING,
    REPLY_KINDS,
    TOTALS_WIDTH,
    Samples,
    chance_sum,
    clear_samples,
    init_root,
    mean_difference,
    new_samples,
    sample_batch,
)
from tricorn.bots.snapshot import restore, save
from tricorn.bots.winning import seat_lead, win_chances
from tricorn.bots.workspace import Workspace
from tricorn.bots.worlds import UNKNOWN_COUNT, advance_chain, deal_world
from tricorn.core import layout as at
from tricorn.core.board import PLACED
from tricorn.core.compile import Floats, Ints, floats, inline, ints, jit, jit_internal, jit_nogil, not_literal
from tricorn.core.layout import MAX_SEATS
from tricorn.core.rules import TRIPLES, Rules, starting_tile
from tricorn.core.state import apply_choice, in_well

__all__ = [
    "CHANCES",
    "ERROR",
    "EXPECTED_LEADS",
    "FIGURES",
    "LOSS",
    "LOSS_ERROR",
    "MAX_BATCHES",
    "NO_EXTRA",
    "REPLY_SHARES",
    "WORLDS",
    "Evaluation",
    "begin_evaluation",
    "best_choice",
    "continue_evaluation",
    "empty_evaluation",
    "finish_evaluation",
    "is_better",
    "new_evaluation",
    "tree_nodes_for",
    "write_losses",
]

_MAX_FINALISTS = 4  # choices that are measured to the end
_MIN_BATCHES = 3  # for each stage, however many choices there are
MAX_BATCHES = 300  # in a row of an evaluation with room for any decision
_MAX_ERROR = 0.5  # the standard error of a chance from at most one world: no chance deviates by more
NO_EXTRA = -1  # in place of the index of an extra choice

# The figures of a choice are a row: each seat's chance of winning the game, each seat's expected lead at the end of the
# round, the standard error of the chance of the player on turn, how much lower this chance is than the best choice's in
# the worlds that both have, the standard error of that, the number of worlds (0 if the figures are exact, or if a
# search has not reached the choice), and for each kind of reply its share of the worlds.
CHANCES, EXPECTED_LEADS, ERROR = 0, MAX_SEATS, 2 * MAX_SEATS
LOSS, LOSS_ERROR, WORLDS, REPLY_SHARES = ERROR + 1, ERROR + 2, ERROR + 3, ERROR + 4
FIGURES = REPLY_SHARES + REPLY_KINDS

# The plan: the number of batches for learning, for all choices and for the finalists, the number of batches done, and
# the index of the extra choice, which is always a finalist.
_LEARNING_BATCHES, _ALL_BATCHES, _FINAL_BATCHES, _BATCHES_DONE, _EXTRA_INDEX, _PLAN_SIZE = 0, 1, 2, 3, 4, 5


class Evaluation(NamedTuple):
    """The plan, the samples and the figures of an analysis, in the order of the choices."""

    samples: Samples
    plan: Ints
    figures: Floats  # for each choice FIGURES numbers


def new_evaluation(choices: Ints, iterations: int) -> Evaluation:
    """The arrays for an evaluation of these choices with `iterations` playouts."""
    plan = _new_plan(len(choices), iterations)
    return empty_evaluation(choices, plan[_ALL_BATCHES] + plan[_FINAL_BATCHES])


def empty_evaluation(choices: Ints, batches: int) -> Evaluation:
    """The arrays for an evaluation of these choices in `batches` batches."""
    return Evaluation(new_samples(choices, batches), ints(_PLAN_SIZE), floats(len(choices) * FIGURES))


def tree_nodes_for(count: int, iterations: int) -> int:
    """The number of nodes that the tree may need for `count` choices."""
    plan = _new_plan(count, iterations)
    return _nodes(plan, count)


def _new_plan(count: int, iterations: int) -> Ints:
    plan = ints(_PLAN_SIZE)
    _fill_plan(plan, count, iterations)
    return plan


@inline
def _nodes(plan: Ints, count: int) -> int:
    batches = plan[_LEARNING_BATCHES] + plan[_ALL_BATCHES] + plan[_FINAL_BATCHES]
    return min(MAX_NODES, count * (2 + BATCH_WORLDS * batches))


@inline
def _fill_plan(plan: Ints, count: int, iterations: int) -> None:
    """Divide the playouts into the batches of each stage."""
    quarter = iterations // (4 * BATCH_WORLDS)
    plan[_LEARNING_BATCHES] = max(_MIN_BATCHES, quarter // count)
    plan[_ALL_BATCHES] = max(_MIN_BATCHES, quarter // count)
    plan[_FINAL_BATCHES] = max(_MIN_BATCHES, 2 * quarter // min(count, _MAX_FINALISTS))
    plan[_BATCHES_DONE] = 0


@jit_nogil
def begin_evaluation(
    workspace: Workspace,
    rules: Rules,
    log: Ints,
    evaluation: Evaluation,
    count: int,
    extra: int,
    iterations: int,
    rng: Ints,
) -> bool:
    """Begin to evaluate the first `count` choices; return whether it is done already, because their figures are exact.

    The choice with the index `extra` is measured as long as the best ones.
    """
    samples, state = evaluation.samples, workspace.state
    seat = state[at.SEAT]
    _fill_plan(evaluation.plan, count, iterations)
    evaluation.plan[_EXTRA_INDEX] = extra
    samples.sizes[CHOICE_COUNT] = count
    samples.sizes[BATCH_COUNT] = evaluation.plan[_ALL_BATCHES] + evaluation.plan[_FINAL_BATCHES]
    clear_samples(samples, count)
    if not state[PLACED] and not rules.start_by_choice:
        _exclude_higher_triples(workspace, seat)
    state[at.HANDS + seat] = workspace.known[seat]
    init_belief(workspace.chain, workspace.board, rules, log, seat, workspace.known, workspace.scratch, rng)
    if state[at.PLAYERS] == 2 and not in_well(state) and state[PLACED]:
        deal_world(workspace.chain, state, workspace.known, rng)
        if _solve(workspace, rules, evaluation, count):
            return True
    advance_chain(workspace.chain, not_literal(BURN_IN_STEPS), rng)
    init_root(workspace, samples, _nodes(evaluation.plan, count))
    return False


@inline
def _exclude_higher_triples(workspace: Workspace, seat: int) -> None:
    """Exclude higher triples from the other hands: the player who starts has the highest."""
    above = starting_tile(workspace.known[seat]) + 1
    for place in range(workspace.chain.sizes[UNKNOWN_COUNT]):
        workspace.chain.excluded[place] |= TRIPLES >> above << above


@jit_nogil
def continue_evaluation(workspace: Workspace, rules: Rules, evaluation: Evaluation, rng: Ints) -> bool:
    """Play the choices in one more batch of worlds; return whether it was the last."""
    samples, plan = evaluation.samples, evaluation.plan
    batch = plan[_BATCHES_DONE] - plan[_LEARNING_BATCHES]
    if batch == plan[_ALL_BATCHES]:
        _keep_finalists(evaluation)
    sample_batch(workspace, rules, samples, LEARNING if batch < 0 else batch, EXPLORATION, rng)
    plan[_BATCHES_DONE] += 1
    return batch + 1 == plan[_ALL_BATCHES] + plan[_FINAL_BATCHES]


@inline
def _keep_finalists(evaluation: Evaluation) -> None:
    """Leave only the best few choices and the extra one active."""
    samples = evaluation.samples
    count = samples.sizes[CHOICE_COUNT]
    for index in range(count):
        better = 0
        for other in range(count):
            ahead = chance_sum(samples, other) - chance_sum(samples, index)
            if ahead > 0.0 or (ahead == 0.0 and other < index):
                better += 1
        samples.active[index] = 1 if better < _MAX_FINALISTS or index == evaluation.plan[_EXTRA_INDEX] else 0


@jit
def best_choice(workspace: Workspace, evaluation: Evaluation) -> int:
    """The index of the choice with the least loss; if tied, the one with the most worlds, then the highest lead."""
    best, seat = 0, workspace.state[at.SEAT]
    for index in range(evaluation.samples.sizes[CHOICE_COUNT]):
        if is_better(evaluation.figures, index * FIGURES, best * FIGURES, EXPECTED_LEADS + seat):
            best = index
    return best


@inline
def is_better(figures: Floats, one: int, other: int, lead: int) -> bool:
    """Whether the choice whose row begins at `one` is better than the one at `other`."""
    if figures[one + LOSS] != figures[other + LOSS]:
        return figures[one + LOSS] < figures[other + LOSS]
    if figures[one + WORLDS] != figures[other + WORLDS]:
        return figures[one + WORLDS] > figures[other + WORLDS]
    return figures[one + lead] > figures[other + lead]


# Exact figures.


@jit_internal
def _solve(workspace: Workspace, rules: Rules, evaluation: Evaluation, count: int) -> bool:
    """Write the figures under perfect play of both; False if that takes too long to compute."""
    figures, seat, best = evaluation.figures, workspace.state[at.SEAT], -1.0
    for index in range(count):
        row = index * FIGURES
        for offset in range(FIGURES):
            figures[row + offset] = 0.0
        if not _solve_choice(workspace, rules, evaluation, index):
            return False
        best = max(best, figures[row + CHANCES + seat])
    for index in range(count):
        row = index * FIGURES
        figures[row + LOSS] = best - figures[row + CHANCES + seat]
    return True


@inline
def _solve_choice(workspace: Workspace, rules: Rules, evaluation: Evaluation, index: int) -> bool:
    """Write chances and leads at the end of the round after a choice and perfect play of both."""
    state, figures, row, base = workspace.state, evaluation.figures, index * FIGURES, not_literal(0)
    placed = state[PLACED]
    save(state, workspace.saved, base)
    choice = evaluation.samples.choices[index]
    apply_choice(state, rules, choice)
    while choice != NO_CHOICE and not state[at.OVER]:
        choice = solve(state, rules, workspace.frames, workspace.scratch, not_literal(MAX_SOLVER_NODES))
        if choice != NO_CHOICE:
            apply_choice(state, rules, choice)
    win_chances(state, rules, evaluation.samples.chances)
    for seat in range(state[at.PLAYERS]):
        figures[row + CHANCES + seat] = evaluation.samples.chances[seat]
        figures[row + EXPECTED_LEADS + seat] = seat_lead(state, seat)
    restore(state, workspace.saved, base, placed)
    return choice != NO_CHOICE


# Sampled figures.


@jit
def finish_evaluation(workspace: Workspace, evaluation: Evaluation) -> None:
    """Write the figures of all choices from the sums of their worlds."""
    samples = evaluation.samples
    best, best_mean = 0, -1.0
    for index in range(samples.sizes[CHOICE_COUNT]):
        mean = chance_sum(samples, index) / samples.worlds[index]
        if samples.active[index] and mean > best_mean:
            best, best_mean = index, mean
    for index in range(samples.sizes[CHOICE_COUNT]):
        _write_figures(evaluation, index, best, workspace.state[at.SEAT], workspace.state[at.PLAYERS])


@inline
def _write_figures(evaluation: Evaluation, index: int, best: int, seat: int, players: int) -> None:
    """Write the figures of a choice.

    A choice that is no finalist was played in fewer worlds than the best one. So it is compared with the best one only
    in the worlds that both have: its chance is that of the best one less the mean difference there, or equal to it if
    the choice did better there.
    """
    samples, figures, row = evaluation.samples, evaluation.figures, index * FIGURES
    worlds = samples.worlds[index]
    batches = worlds // BATCH_WORLDS
    difference, error = mean_difference(samples, best, index, batches)
    _, own_error = mean_difference(samples, -1, index, batches)
    loss = max(0.0, difference)
    mean = chance_sum(samples, index) / worlds
    correction = chance_sum(samples, best) / samples.worlds[best] - loss - mean
    for other in range(players):
        shift = correction if other == seat else -correction / (players - 1)
        figures[row + CHANCES + other] = samples.totals[index * TOTALS_WIDTH + CHANCE_TOTALS + other] / worlds + shift
        figures[row + EXPECTED_LEADS + other] = samples.totals[index * TOTALS_WIDTH + LEAD_TOTALS + other] / worlds
    figures[row + ERROR], figures[row + LOSS], figures[row + LOSS_ERROR] = own_error, loss, error
    figures[row + WORLDS] = float(worlds)
    _write_reply_shares(evaluation, index)


@inline
def _write_reply_shares(evaluation: Evaluation, index: int) -> None:
    """Write the shares of the next player's replies."""
    replies, counted = evaluation.samples.replies, 0
    for reply in range(REPLY_KINDS):
        counted += replies[index * REPLY_KINDS + reply]
    for reply in range(REPLY_KINDS):
        share = replies[index * REPLY_KINDS + reply] / max(1, counted)
        evaluation.figures[index * FIGURES + REPLY_SHARES + reply] = share


@jit
def write_losses(workspace: Workspace, evaluation: Evaluation, best: int) -> None:
    """Write how much lower each chance is than that of the best choice; 0 if it is not lower."""
    figures, seat, top = evaluation.figures, workspace.state[at.SEAT], best * FIGURES
    for index in range(evaluation.samples.sizes[CHOICE_COUNT]):
        row = index * FIGURES
        figures[row + LOSS] = max(0.0, figures[top + CHANCES + seat] - figures[row + CHANCES + seat])
        squares = figures[top + ERROR] * figures[top + ERROR] + figures[row + ERROR] * figures[row + ERROR]
        figures[row + LOSS_ERROR] = sqrt(squares) if index != best else 0.0
