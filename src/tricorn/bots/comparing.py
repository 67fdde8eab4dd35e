"""Every legal choice followed through the same sampled worlds, so that their values can be compared.

The tree of each choice learns replies as in a search, but at the root no choice is preferred: all that are active get
every world. The worlds come in batches. Worlds that follow each other are alike, so standard errors are taken from the
sums of batches.
"""

from __future__ import annotations

from typing import NamedTuple

from tricorn.bonus import PLAIN, SHAPES
from tricorn.bots.mind import Mind
from tricorn.bots.rewinding import rewind, save
from tricorn.bots.tree import add_node, credit, iterate, plant
from tricorn.bots.winning import LEAD, STAKE, lead_of, win_chances
from tricorn.bots.worlds import STEPS, deal_world, mix
from tricorn.core.compile import Floats, Ints, floats, inline, ints, ints_of, jit, jit_unlocked, variable
from tricorn.core.playout import advance
from tricorn.core.rules import ZERO, Rules
from tricorn.core.state import MAX_SEATS, OVER, PLAYERS, SEAT, State, carry_out, placeable, start_with
from tricorn.core.table import CELLS, FITS, OPEN, PLACED, shape_of

__all__ = [
    "ANSWERS",
    "BATCH_WORLDS",
    "CHANCE",
    "LEADS",
    "LEARNING",
    "NUMBER",
    "ROW",
    "STUCK",
    "WIDTH",
    "Samples",
    "compare",
    "count_answers",
    "new_samples",
    "sprout",
]

BATCH_WORLDS = 20
_ANSWER_WORLDS = 100  # worlds in which the answers to the choices of a search are counted
LEARNING = -1  # in the place of a batch: its worlds teach the trees and are not counted
# Of each choice, the sums over its worlds: each seat's chance of winning, then each seat's lead.
CHANCE, LEADS, WIDTH = 0, MAX_SEATS, 2 * MAX_SEATS
NUMBER, ROW = 0, 1  # the places in `sizes`
# And how often the next player's best answer was of each shape, or there was none.
STUCK, ANSWERS = SHAPES, SHAPES + 1


class Samples(NamedTuple):
    """What the worlds say of each choice, in the order of the choices."""

    sizes: Ints  # how many choices there are, and how many batches a row has room for
    choices: Ints
    nodes: Ints
    active: Ints  # whether a choice gets the next batch
    worlds: Ints  # how many worlds were counted
    batches: Floats  # for each choice a row: the chance of the player on turn, summed over each batch
    totals: Floats  # for each choice WIDTH sums
    answers: Ints  # for each choice ANSWERS counts
    chances: Floats  # scratch


def new_samples(choices: Ints, batches: int) -> Samples:
    """Room for so many batches of worlds for these choices."""
    number = len(choices)
    return Samples(
        sizes=ints_of((number, batches)),
        choices=choices,
        nodes=ints(number),
        active=ints(number, 1),
        worlds=ints(number),
        batches=floats(number * batches),
        totals=floats(number * WIDTH),
        answers=ints(number * ANSWERS),
        chances=floats(MAX_SEATS),
    )


@jit
def sprout(mind: Mind, samples: Samples, most: int) -> None:
    """Plant a tree of the choices alone that may grow to so many nodes."""
    plant(mind.tree, most)
    for index in range(samples.sizes[NUMBER]):
        samples.nodes[index] = add_node(mind.tree, variable(0), samples.choices[index])


@jit_unlocked
def compare(mind: Mind, rules: Rules, samples: Samples, batch: int, exploration: float, rng: Ints) -> None:
    """Follow the active choices through one batch of worlds."""
    state, at = mind.state, variable(0)
    seat, placed = state[SEAT], state[PLACED]
    for _ in range(BATCH_WORLDS):
        mix(mind.worlds, variable(STEPS), rng)
        deal_world(mind.worlds, state, mind.known, rng)
        save(state, mind.saved, at)
        for index in range(samples.sizes[NUMBER]):
            if samples.active[index]:
                _take(state, rules, samples.choices[index])
                if batch != LEARNING:
                    _note_answer(state, rules, seat, samples, index)
                _play_on(mind, rules, samples, index, seat, exploration, rng)
                if batch != LEARNING:
                    _note_end(state, samples, index, seat, batch)
                rewind(state, mind.saved, at, placed)


@jit_unlocked
def count_answers(mind: Mind, rules: Rules, samples: Samples, rng: Ints) -> None:
    """Count what the next player can answer to every choice, in further worlds."""
    state, at = mind.state, variable(0)
    seat, placed = state[SEAT], state[PLACED]
    for _ in range(_ANSWER_WORLDS):
        mix(mind.worlds, variable(STEPS), rng)
        deal_world(mind.worlds, state, mind.known, rng)
        save(state, mind.saved, at)
        for index in range(samples.sizes[NUMBER]):
            _take(state, rules, samples.choices[index])
            _note_answer(state, rules, seat, samples, index)
            rewind(state, mind.saved, at, placed)


@inline
def _take(state: State, rules: Rules, choice: int) -> None:
    """Carry out a choice, which may be the start of the round."""
    if state[PLACED]:
        carry_out(state, rules, choice)
    else:
        start_with(state, rules, choice & 63 == ZERO)


@inline
def _note_answer(state: State, rules: Rules, seat: int, samples: Samples, index: int) -> None:
    """Count what the next player can answer with in this world."""
    if state[OVER] or state[SEAT] == seat:
        return
    fitting = placeable(state)
    answer, most = STUCK, -1
    for slot in range(state[OPEN] if fitting else 0):
        if state[FITS + slot] & fitting:
            shape = shape_of(state, state[CELLS + slot], rules.beside_bridge)
            bonus = rules.bonuses[shape]
            if bonus > most:
                answer, most = shape if bonus else PLAIN, bonus
    samples.answers[index * ANSWERS + answer] += 1


@inline
def _play_on(mind: Mind, rules: Rules, samples: Samples, index: int, seat: int, exploration: float, rng: Ints) -> None:
    """Play the round to its end and credit the choice's part of the tree; the chances are left in `samples.chances`."""
    state, tree = mind.state, mind.tree
    tree.path[0], tree.owners[0] = samples.nodes[index], seat
    depth = iterate(state, rules, tree, samples.nodes[index], variable(1), exploration)
    advance(state, rules, mind.policies, rng)
    win_chances(state, rules, samples.chances)
    for other in range(state[PLAYERS]):
        tree.rewards[other] = STAKE * samples.chances[other] + LEAD * lead_of(state, other)
    credit(tree, depth)


@inline
def _note_end(state: State, samples: Samples, index: int, seat: int, batch: int) -> None:
    """Add the end of a round to the sums of a choice."""
    row = samples.sizes[ROW] * index
    samples.batches[row + batch] += samples.chances[seat]
    samples.worlds[index] += 1
    for other in range(state[PLAYERS]):
        samples.totals[index * WIDTH + CHANCE + other] += samples.chances[other]
        samples.totals[index * WIDTH + LEADS + other] += lead_of(state, other)
