"""Sampled worlds: where the unseen tiles may be, given everything a seat has seen.

A world puts each unseen tile into one of the unknown places of the other hands or into the well. Worlds are drawn
by a Markov chain that exchanges two tiles at a time. An exchange that contradicts what is proven (a player who
drew or passed could place nothing held at that moment) is never made; others are accepted as often as the
players' observed choices make them likely, under a softmax of what each placement would have scored.
"""

from __future__ import annotations

from typing import NamedTuple

from tricorn.core.compile import Floats, Ints, floats, inline, ints, jit
from tricorn.core.rng import below, next32
from tricorn.core.state import HANDS, MAX_SEATS, NEXT, State
from tricorn.tiles import TILES

__all__ = ["DECISIONS", "POOL", "STEPS", "UNKNOWN", "WIDTH", "Worlds", "deal_world", "mix", "new_worlds"]

WIDTH = 64  # of a row by tiles

# Steps of the chain between two worlds.
STEPS = 12

UNKNOWN, POOL, DECISIONS = 0, 1, 2


class Worlds(NamedTuple):
    """The state of the chain: one world, and all that is needed to step to the next."""

    pool: Ints  # the unseen tiles: first those in unknown places of hands, then the well
    owner: Ints  # for each unknown place in a hand, whose it is
    excluded: Ints  # for each unknown place, the tiles that it cannot hold
    since: Ints  # for each unknown place, the moment at which it was filled (core/unknown.py)
    sizes: Ints  # how many unknown places, unseen tiles and decisions there are
    decider: Ints  # for each observed choice, who made it
    when: Ints  # and at which moment
    placed: Ints  # the tile that was placed, if one was
    chosen: Floats  # the appeal of what was chosen
    others: Floats  # the appeal of what else could have been chosen in this world
    appeal: Floats  # for each choice a row: the appeal of each tile if it was in hand


def new_worlds(decisions: int) -> Worlds:
    """Room for the worlds of a round with so many choices to weigh."""
    return Worlds(
        pool=ints(len(TILES)),
        owner=ints(len(TILES)),
        excluded=ints(len(TILES)),
        since=ints(len(TILES)),
        sizes=ints(3),
        decider=ints(decisions),
        when=ints(decisions),
        placed=ints(decisions),
        chosen=floats(decisions),
        others=floats(decisions),
        appeal=floats(decisions * WIDTH),
    )


@inline
def _change(worlds: Worlds, decision: int, place: int, gone: int, come: int) -> float:
    """How the appeal of the alternatives changes at a choice when a place's tile is exchanged."""
    if place >= worlds.sizes[UNKNOWN]:
        return 0.0
    if worlds.owner[place] != worlds.decider[decision] or worlds.since[place] > worlds.when[decision]:
        return 0.0
    row = decision * WIDTH
    return worlds.appeal[row + come] - worlds.appeal[row + gone]


@jit
def _exchange(worlds: Worlds, place: int, other: int, chance: float) -> None:
    """Exchange the tiles of two places, if that is possible and the random test accepts it."""
    one, two = worlds.pool[place], worlds.pool[other]
    if worlds.excluded[place] >> two & 1:
        return
    if other < worlds.sizes[UNKNOWN] and worlds.excluded[other] >> one & 1:
        return
    ratio = 1.0
    for decision in range(worlds.sizes[DECISIONS]):
        change = _change(worlds, decision, place, one, two) + _change(worlds, decision, other, two, one)
        if change != 0.0:
            before = worlds.chosen[decision] + worlds.others[decision]
            ratio *= before / (before + change)
    if ratio < chance:
        return
    for decision in range(worlds.sizes[DECISIONS]):
        worlds.others[decision] += _change(worlds, decision, place, one, two)
        worlds.others[decision] += _change(worlds, decision, other, two, one)
    worlds.pool[place], worlds.pool[other] = two, one


@jit
def mix(worlds: Worlds, steps: int, rng: Ints) -> None:
    """Take so many steps of the chain."""
    unknown, pool = worlds.sizes[UNKNOWN], worlds.sizes[POOL]
    if not unknown:
        return
    for _ in range(steps):
        place = below(rng, unknown)
        other = below(rng, pool)
        chance = next32(rng) / 4294967296.0
        if place != other:
            _exchange(worlds, place, other, chance)


@jit
def deal_world(worlds: Worlds, state: State, known: Ints, rng: Ints) -> None:
    """Write the chain's world into a state: known tiles and this world's into the hands, the rest into the well."""
    unknown, pool = worlds.sizes[UNKNOWN], worlds.sizes[POOL]
    for seat in range(MAX_SEATS):
        state[HANDS + seat] = known[seat]
    for place in range(unknown):
        state[HANDS + worlds.owner[place]] |= 1 << worlds.pool[place]
    # The chain moves tiles between hands and well; the order within the well is shuffled.
    for last in range(pool - 1, unknown, -1):
        other = unknown + below(rng, last + 1 - unknown)
        worlds.pool[last], worlds.pool[other] = worlds.pool[other], worlds.pool[last]
    for index in range(pool - unknown):
        state[state[NEXT] + index] = worlds.pool[unknown + index]
