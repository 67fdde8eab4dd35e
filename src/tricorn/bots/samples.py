"""Results of every legal choice in the same sampled worlds, so that their values can be compared.

The subtree of each choice learns replies as in a search, but at the root no choice is preferred: all active choices are
played in every world. The worlds come in batches. Successive worlds are correlated, so standard errors are computed
from the sums of batches.
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

from tricorn.bonus import PLAIN, SHAPES
from tricorn.bots.snapshot import restore, save
from tricorn.bots.tree import ROOT, add_node, backpropagate, descend, reset_tree
from tricorn.bots.winning import seat_lead, seat_value, win_chances
from tricorn.bots.workspace import Workspace
from tricorn.bots.worlds import STEPS_PER_WORLD, advance_chain, deal_world
from tricorn.core import layout as at
from tricorn.core.board import CELLS, FITS, OPEN, PLACED, shape_of
from tricorn.core.compile import Floats, Ints, floats, inline, ints, ints_from, jit_internal, not_literal
from tricorn.core.layout import MAX_SEATS
from tricorn.core.playout import advance
from tricorn.core.rules import Rules
from tricorn.core.state import State, apply_option, placeable

__all__ = [
    "BATCH_COUNT",
    "BATCH_WORLDS",
    "CHANCE_TOTALS",
    "CHOICE_COUNT",
    "LEAD_TOTALS",
    "LEARNING",
    "NO_REPLY",
    "REPLY_KINDS",
    "TOTALS_WIDTH",
    "Samples",
    "chance_sum",
    "clear_samples",
    "count_replies",
    "init_root",
    "mean_difference",
    "new_samples",
    "sample_batch",
]

BATCH_WORLDS = 20
_REPLY_WORLDS = 100  # worlds in which the replies to the choices of a search are counted
LEARNING = -1  # in place of a batch: its worlds only train the tree and are not counted
# The totals of a choice over its worlds: each seat's chance of winning, then each seat's lead.
CHANCE_TOTALS, LEAD_TOTALS, TOTALS_WIDTH = 0, MAX_SEATS, 2 * MAX_SEATS
CHOICE_COUNT, BATCH_COUNT = 0, 1  # the indexes in `sizes`
# The kinds of the next player's best reply: one for each shape, then none.
NO_REPLY, REPLY_KINDS = SHAPES, SHAPES + 1


class Samples(NamedTuple):
    """The results of each choice, in the order of the choices."""

    sizes: Ints  # the number of choices, and of batches in a row
    choices: Ints
    nodes: Ints  # the node of each choice in the tree
    active: Ints  # whether a choice is played in the next batch
    worlds: Ints  # the number of worlds counted
    batches: Floats  # for each choice a row: the chance of the player on turn, summed over each batch
    totals: Floats  # for each choice TOTALS_WIDTH sums
    replies: Ints  # for each choice REPLY_KINDS counts
    chances: Floats  # scratch


def new_samples(choices: Ints, batches: int) -> Samples:
    """Room for the results of these choices in `batches` batches of worlds."""
    count = len(choices)
    return Samples(
        sizes=ints_from((count, batches)),
        choices=choices,
        nodes=ints(count),
        active=ints(count, 1),
        worlds=ints(count),
        batches=floats(count * batches),
        totals=floats(count * TOTALS_WIDTH),
        replies=ints(count * REPLY_KINDS),
        chances=floats(MAX_SEATS),
    )


@inline
def clear_samples(samples: Samples, count: int) -> None:
    """Clear the results of the first `count` choices; all are active."""
    for index in range(count):
        samples.active[index] = 1
        samples.worlds[index] = 0
    for index in range(count * samples.sizes[BATCH_COUNT]):
        samples.batches[index] = 0.0
    for index in range(count * TOTALS_WIDTH):
        samples.totals[index] = 0.0
    for index in range(count * REPLY_KINDS):
        samples.replies[index] = 0


@jit_internal
def init_root(workspace: Workspace, samples: Samples, max_nodes: int) -> None:
    """Reset the tree to the choices at its root; it may grow to `max_nodes` nodes."""
    reset_tree(workspace.tree, max_nodes)
    for index in range(samples.sizes[CHOICE_COUNT]):
        samples.nodes[index] = add_node(workspace.tree, not_literal(ROOT), samples.choices[index])


@jit_internal
def sample_batch(
    workspace: Workspace, rules: Rules, samples: Samples, batch: int, exploration: float, rng: Ints
) -> None:
    """Play the active choices in one batch of worlds."""
    state, base = workspace.state, not_literal(0)
    seat, placed = state[at.SEAT], state[PLACED]
    for _ in range(BATCH_WORLDS):
        advance_chain(workspace.chain, not_literal(STEPS_PER_WORLD), rng)
        deal_world(workspace.chain, state, workspace.known, rng)
        save(state, workspace.saved, base)
        for index in range(samples.sizes[CHOICE_COUNT]):
            if samples.active[index]:
                apply_option(state, rules, samples.choices[index])
                if batch != LEARNING:
                    _count_reply(state, rules, seat, samples, index)
                _play_on(workspace, rules, samples, index, seat, exploration, rng)
                if batch != LEARNING:
                    _add_round_end(state, samples, index, seat, batch)
                restore(state, workspace.saved, base, placed)


@jit_internal
def count_replies(workspace: Workspace, rules: Rules, samples: Samples, rng: Ints) -> None:
    """Count the next player's best replies to every choice, in further worlds."""
    state, base = workspace.state, not_literal(0)
    seat, placed = state[at.SEAT], state[PLACED]
    for _ in range(_REPLY_WORLDS):
        advance_chain(workspace.chain, not_literal(STEPS_PER_WORLD), rng)
        deal_world(workspace.chain, state, workspace.known, rng)
        save(state, workspace.saved, base)
        for index in range(samples.sizes[CHOICE_COUNT]):
            apply_option(state, rules, samples.choices[index])
            _count_reply(state, rules, seat, samples, index)
            restore(state, workspace.saved, base, placed)


@inline
def _count_reply(state: State, rules: Rules, seat: int, samples: Samples, index: int) -> None:
    """Count the next player's best reply in this world."""
    if state[at.OVER] or state[at.SEAT] == seat:
        return
    fitting = placeable(state)
    reply, best_bonus = NO_REPLY, -1
    for slot in range(state[OPEN] if fitting else 0):
        if state[FITS + slot] & fitting:
            shape = shape_of(state, state[CELLS + slot], rules.beside)
            bonus = rules.bonuses[shape]
            if bonus > best_bonus:
                reply, best_bonus = shape if bonus else PLAIN, bonus
    samples.replies[index * REPLY_KINDS + reply] += 1


@inline
def _play_on(
    workspace: Workspace, rules: Rules, samples: Samples, index: int, seat: int, exploration: float, rng: Ints
) -> None:
    """Play the round to its end and update the choice's subtree; the chances are left in `samples.chances`."""
    state, tree = workspace.state, workspace.tree
    tree.path[0], tree.owners[0] = samples.nodes[index], seat
    depth = descend(state, rules, tree, samples.nodes[index], not_literal(1), exploration)
    advance(state, rules, workspace.policies, rng)
    win_chances(state, rules, samples.chances)
    for other in range(state[at.PLAYERS]):
        tree.rewards[other] = seat_value(samples.chances[other], seat_lead(state, other))
    backpropagate(tree, depth)


@inline
def _add_round_end(state: State, samples: Samples, index: int, seat: int, batch: int) -> None:
    """Add the end of a round to the results of a choice."""
    row = samples.sizes[BATCH_COUNT] * index
    samples.batches[row + batch] += samples.chances[seat]
    samples.worlds[index] += 1
    for other in range(state[at.PLAYERS]):
        samples.totals[index * TOTALS_WIDTH + CHANCE_TOTALS + other] += samples.chances[other]
        samples.totals[index * TOTALS_WIDTH + LEAD_TOTALS + other] += seat_lead(state, other)


@inline
def chance_sum(samples: Samples, index: int) -> float:
    """The sum of the chances of a choice over all its worlds so far."""
    total, row_length = 0.0, samples.sizes[BATCH_COUNT]
    for batch in range(samples.worlds[index] // BATCH_WORLDS):
        total += samples.batches[index * row_length + batch]
    return total


@inline
def mean_difference(samples: Samples, one: int, other: int, batches: int) -> tuple[float, float]:
    """The mean by which one choice is ahead of another, and its standard error; -1 stands for chances of zero."""
    row_length, total, squares = samples.sizes[BATCH_COUNT], 0.0, 0.0
    for batch in range(batches):
        total += _ahead(samples, one, other, row_length, batch)
    mean = total / batches
    for batch in range(batches):
        deviation = _ahead(samples, one, other, row_length, batch) - mean
        squares += deviation * deviation
    return mean, sqrt(squares / (batches - 1) / batches)


@inline
def _ahead(samples: Samples, one: int, other: int, row_length: int, batch: int) -> float:
    """The mean difference of the chances of two choices in a batch."""
    own = 0.0 if one < 0 else samples.batches[one * row_length + batch]
    return (own - samples.batches[other * row_length + batch]) / BATCH_WORLDS
