"""Sampled worlds: where the unseen tiles may be, given everything a seat has seen.

A world puts each unseen tile into one of the unknown places of the other hands or into the well. Worlds are drawn by a
Markov chain that exchanges two tiles at a time. An exchange that contradicts what is proven (a player who drew or
passed could place nothing held at that moment) is never made. The others are accepted in proportion to how likely they
make the players' observed choices, under a softmax of what each placement would have scored.
"""

from __future__ import annotations

from typing import NamedTuple

from tricorn.core import layout as at
from tricorn.core.compile import Floats, Ints, floats, inline, ints, jit
from tricorn.core.layout import MAX_SEATS
from tricorn.core.rng import below, next32, shuffle
from tricorn.core.state import State
from tricorn.tiles import TILES

__all__ = [
    "DECISION_COUNT",
    "POOL_SIZE",
    "ROW_WIDTH",
    "STEPS_PER_WORLD",
    "UNKNOWN_COUNT",
    "WorldChain",
    "advance_chain",
    "deal_world",
    "new_world_chain",
]

ROW_WIDTH = 64  # of a row with a number for each tile

# Steps of the chain between two worlds.
STEPS_PER_WORLD = 12

# The indexes in `sizes`.
UNKNOWN_COUNT, POOL_SIZE, DECISION_COUNT = 0, 1, 2


class WorldChain(NamedTuple):
    """The state of the Markov chain: one world, and all that is needed to step to the next."""

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


def new_world_chain(decisions: int) -> WorldChain:
    """A chain for a round with this many decisions to weigh."""
    return WorldChain(
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
def _appeal_change(chain: WorldChain, decision: int, place: int, old_tile: int, new_tile: int) -> float:
    """How the appeal of a decision's alternatives changes when a place gets another tile."""
    if place >= chain.sizes[UNKNOWN_COUNT]:
        return 0.0
    if chain.owner[place] != chain.decider[decision] or chain.filled_at[place] > chain.decided_at[decision]:
        return 0.0
    row = decision * ROW_WIDTH
    return chain.appeal[row + new_tile] - chain.appeal[row + old_tile]


@jit
def _exchange(chain: WorldChain, place: int, other: int, threshold: float) -> None:
    """Exchange the tiles of two places if nothing excludes it and the ratio of likelihoods reaches the threshold."""
    one, two = chain.pool[place], chain.pool[other]
    if chain.excluded[place] >> two & 1:
        return
    if other < chain.sizes[UNKNOWN_COUNT] and chain.excluded[other] >> one & 1:
        return
    ratio = 1.0
    for decision in range(chain.sizes[DECISION_COUNT]):
        change = _appeal_change(chain, decision, place, one, two) + _appeal_change(chain, decision, other, two, one)
        if change != 0.0:
            before = chain.chosen_appeal[decision] + chain.other_appeal[decision]
            ratio *= before / (before + change)
    if ratio < threshold:
        return
    for decision in range(chain.sizes[DECISION_COUNT]):
        chain.other_appeal[decision] += _appeal_change(chain, decision, place, one, two)
        chain.other_appeal[decision] += _appeal_change(chain, decision, other, two, one)
    chain.pool[place], chain.pool[other] = two, one


@jit
def advance_chain(chain: WorldChain, steps: int, rng: Ints) -> None:
    """Take `steps` steps of the chain."""
    unknown, pool = chain.sizes[UNKNOWN_COUNT], chain.sizes[POOL_SIZE]
    if not unknown:
        return
    for _ in range(steps):
        place = below(rng, unknown)
        other = below(rng, pool)
        threshold = next32(rng) / 4294967296.0
        if place != other:
            _exchange(chain, place, other, threshold)


@jit
def deal_world(chain: WorldChain, state: State, known: Ints, rng: Ints) -> None:
    """Write the chain's world into a state: known tiles and this world's into the hands, the rest into the well."""
    unknown, pool = chain.sizes[UNKNOWN_COUNT], chain.sizes[POOL_SIZE]
    for seat in range(MAX_SEATS):
        state[at.HANDS + seat] = known[seat]
    for place in range(unknown):
        state[at.HANDS + chain.owner[place]] |= 1 << chain.pool[place]
    # The chain moves tiles between hands and well; the order within the well is shuffled.
    shuffle(chain.pool, unknown, pool - unknown, rng)
    for index in range(pool - unknown):
        state[state[at.NEXT_DRAW] + index] = chain.pool[unknown + index]
