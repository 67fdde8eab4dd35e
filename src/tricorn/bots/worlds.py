"""Sampled worlds: where the unseen tiles may be, given everything a seat has seen.

A world puts each unseen tile into one of the unknown places of the other hands or into the well. Worlds are drawn by a
Markov chain that exchanges two tiles at a time. An exchange that contradicts what is proven (a player who drew or
passed could place nothing held at that moment) is never made. The others are accepted in proportion to how likely they
make the players' observed choices, under a softmax of what each placement would have scored.
"""

from __future__ import annotations

from typing import NamedTuple

from tricorn.core.compile import Floats, Ints, floats, inline, ints, jit
from tricorn.core.rng import below, next32
from tricorn.core.state import HANDS, MAX_SEATS, NEXT_DRAW, State
from tricorn.tiles import TILES

__all__ = [
    "DECISION_COUNT",
    "POOL_SIZE",
    "ROW_WIDTH",
    "STEPS_PER_WORLD",
    "UNKNOWN_COUNT",
    "Worlds",
    "advance_chain",
    "deal_world",
    "new_worlds",
]

ROW_WIDTH = 64  # of a row with a number for each tile

# Steps of the chain between two worlds.
STEPS_PER_WORLD = 12

# The indexes in `sizes`.
UNKNOWN_COUNT, POOL_SIZE, DECISION_COUNT = 0, 1, 2


class Worlds(NamedTuple):
    """The state of the chain: one world, and all that is needed to step to the next."""

    pool: Ints  # the unseen tiles: first those in unknown places of hands, then the well
    owner: Ints  # for each unknown place in a hand, the seat that holds it
    excluded: Ints  # for each unknown place, the tiles that it cannot hold
    filled_at: Ints  # for each unknown place, the moment at which it was filled (core/unknown_tiles.py)
    sizes: Ints  # the number of unknown places, of unseen tiles, and of decisions
    decider: Ints  # for each decision of another player, the seat that made it
    decided_at: Ints  # the moment of the decision
    placed_tile: Ints  # the tile that was placed, if one was
    chosen_appeal: Floats  # the appeal of what was chosen
    other_appeal: Floats  # the appeal of what else could have been chosen in this world
    appeal: Floats  # for each decision a row: the appeal of each tile if it was in hand


def new_worlds(decisions: int) -> Worlds:
    """Room for the worlds of a round with this many decisions to weigh."""
    return Worlds(
        pool=ints(len(TILES)),
        owner=ints(len(TILES)),
        excluded=ints(len(TILES)),
        filled_at=ints(len(TILES)),
        sizes=ints(3),
        decider=ints(decisions),
        decided_at=ints(decisions),
        placed_tile=ints(decisions),
        chosen_appeal=floats(decisions),
        other_appeal=floats(decisions),
        appeal=floats(decisions * ROW_WIDTH),
    )


@inline
def _appeal_change(worlds: Worlds, decision: int, place: int, old_tile: int, new_tile: int) -> float:
    """How the appeal of a decision's alternatives changes when a place gets another tile."""
    if place >= worlds.sizes[UNKNOWN_COUNT]:
        return 0.0
    if worlds.owner[place] != worlds.decider[decision] or worlds.filled_at[place] > worlds.decided_at[decision]:
        return 0.0
    row = decision * ROW_WIDTH
    return worlds.appeal[row + new_tile] - worlds.appeal[row + old_tile]


@jit
def _exchange(worlds: Worlds, place: int, other: int, threshold: float) -> None:
    """Exchange the tiles of two places if nothing excludes it and the ratio of likelihoods reaches the threshold."""
    one, two = worlds.pool[place], worlds.pool[other]
    if worlds.excluded[place] >> two & 1:
        return
    if other < worlds.sizes[UNKNOWN_COUNT] and worlds.excluded[other] >> one & 1:
        return
    ratio = 1.0
    for decision in range(worlds.sizes[DECISION_COUNT]):
        change = _appeal_change(worlds, decision, place, one, two) + _appeal_change(worlds, decision, other, two, one)
        if change != 0.0:
            before = worlds.chosen_appeal[decision] + worlds.other_appeal[decision]
            ratio *= before / (before + change)
    if ratio < threshold:
        return
    for decision in range(worlds.sizes[DECISION_COUNT]):
        worlds.other_appeal[decision] += _appeal_change(worlds, decision, place, one, two)
        worlds.other_appeal[decision] += _appeal_change(worlds, decision, other, two, one)
    worlds.pool[place], worlds.pool[other] = two, one


@jit
def advance_chain(worlds: Worlds, steps: int, rng: Ints) -> None:
    """Take `steps` steps of the chain."""
    unknown, pool = worlds.sizes[UNKNOWN_COUNT], worlds.sizes[POOL_SIZE]
    if not unknown:
        return
    for _ in range(steps):
        place = below(rng, unknown)
        other = below(rng, pool)
        threshold = next32(rng) / 4294967296.0
        if place != other:
            _exchange(worlds, place, other, threshold)


@jit
def deal_world(worlds: Worlds, state: State, known: Ints, rng: Ints) -> None:
    """Write the chain's world into a state: known tiles and this world's into the hands, the rest into the well."""
    unknown, pool = worlds.sizes[UNKNOWN_COUNT], worlds.sizes[POOL_SIZE]
    for seat in range(MAX_SEATS):
        state[HANDS + seat] = known[seat]
    for place in range(unknown):
        state[HANDS + worlds.owner[place]] |= 1 << worlds.pool[place]
    # The chain moves tiles between hands and well; the order within the well is shuffled.
    for last in range(pool - 1, unknown, -1):
        other = unknown + below(rng, last + 1 - unknown)
        worlds.pool[last], worlds.pool[other] = worlds.pool[other], worlds.pool[last]
    for index in range(pool - unknown):
        state[state[NEXT_DRAW] + index] = worlds.pool[unknown + index]
