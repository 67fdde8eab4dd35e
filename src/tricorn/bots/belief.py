"""A seat's belief about the tiles that it does not see: from the log of a round to the first sampled world.

Which tiles an unknown place cannot hold is already known. Here the choices of the other players are weighed, each by
its appeal compared with everything that could have been chosen on the table at that moment.
"""

from __future__ import annotations

from tricorn.bots.worlds import DECISIONS, POOL, UNKNOWN, WIDTH, Worlds
from tricorn.core.compile import Floats, Ints, inline, jit, lowest
from tricorn.core.maths import exp
from tricorn.core.rng import shuffle
from tricorn.core.rules import Rules
from tricorn.core.state import LOG_BY_CLOCK, LOG_DRAW, LOG_PASS, LOG_PLACE, LOG_START, MAX_SEATS
from tricorn.core.table import CELLS, FITS, OPEN, SUMS, Table, put, put_first, reset, shape_of
from tricorn.core.unknown import TURN
from tricorn.tiles import TILES

__all__ = ["BELIEF_SCRATCH", "appeals", "believe", "lay_logged"]

# How strongly players are assumed to prefer points: exp(value / TEMPERATURE), where a point of a tile's own sum counts
# SUM_WEIGHT. Fitted by likelihood: benchmarks/fit_belief.py.
TEMPERATURE = 3.0
SUM_WEIGHT = 1.0
# The assumed value of a draw or a pass that is not forced; people rarely make one when they can place.
DRAW_VALUE = -12.0
# Values are limited to this: with the huge bonuses of some house rules, sums would lose the small ones.
MOST = 70.0

# Scratch: draws of each seat since the last placement, then the stack of `_mend`: places, and where each has looked.
_DRAWS = 0
_STACK = _DRAWS + MAX_SEATS
_LOOKED = _STACK + len(TILES)
BELIEF_SCRATCH = _LOOKED + len(TILES)
_TILES, _NO_TILE = len(TILES), 63


@jit
def believe(
    worlds: Worlds, table: Table, rules: Rules, log: Ints, seat: int, known: Ints, scratch: Ints, rng: Ints
) -> None:
    """Set the chain to a first world that contradicts nothing proven.

    The worlds already have the unknown places, `known` has the known tiles of all hands; the table is scratch space.
    """
    decisions = _weigh_choices(worlds, table, rules, log, seat, scratch)
    worlds.sizes[DECISIONS] = decisions
    _gather_pool(worlds, log, known)
    shuffle(worlds.pool, 0, worlds.sizes[POOL], rng)
    for place in range(worlds.sizes[UNKNOWN]):
        if not _mend(worlds, place, scratch):
            # Notes taken at a real table may contradict themselves; then nothing counts as proven.
            for every in range(worlds.sizes[UNKNOWN]):
                worlds.excluded[every] = 0
            break
    for decision in range(decisions):
        _add_up(worlds, decision)


@inline
def lay_logged(table: Table, entry: int) -> None:
    """Place a tile as logged."""
    cell = entry >> 12 & 0x1FFF
    if entry & 7 == LOG_START:
        put_first(table, cell, entry >> 34 & 7, entry >> 31 & 7, entry >> 28 & 7)
    else:
        put(table, cell, entry >> 6 & 63, entry >> 25 & 7)


@jit
def _weigh_choices(worlds: Worlds, table: Table, rules: Rules, log: Ints, seat: int, scratch: Ints) -> int:
    """Weigh the choices of others that say something about their hands, and return their number.

    Those are placements from the hand, and draws and passes that were not forced; not what the clock chose.
    """
    reset(table)
    for other in range(MAX_SEATS):
        scratch[_DRAWS + other] = 0
    laid, drawn, decisions = 0, 0, 0
    for index in range(len(log)):
        entry = log[index]
        kind, who = entry & 7, entry >> 3 & 7
        is_choice = rules.draw_optional != 0 or (kind == LOG_PLACE and drawn == 0)
        if laid and who != seat and is_choice and not entry & LOG_BY_CLOCK:
            worlds.decider[decisions] = who
            worlds.when[decisions] = laid * TURN + scratch[_DRAWS + who]
            worlds.chosen[decisions] = _chosen_appeal(rules, entry)
            worlds.placed[decisions] = entry >> 6 & 63 if kind == LOG_PLACE else _NO_TILE
            appeals(table, rules, decisions * WIDTH, worlds.appeal, TEMPERATURE, SUM_WEIGHT)
            decisions += 1
        drawn = drawn + 1 if kind == LOG_DRAW else 0
        if kind == LOG_DRAW:
            scratch[_DRAWS + who] += 1
        elif kind != LOG_PASS:
            lay_logged(table, entry)
            laid += 1
            for other in range(MAX_SEATS):
                scratch[_DRAWS + other] = 0
    return decisions


@inline
def _chosen_appeal(rules: Rules, entry: int) -> float:
    """The appeal of what was chosen."""
    value = DRAW_VALUE
    if entry & 7 == LOG_PLACE:
        value = min(rules.bonuses[entry >> 25 & 7] + SUM_WEIGHT * SUMS[entry >> 6 & 63], MOST)
    return exp(value / TEMPERATURE)


@jit
def appeals(table: Table, rules: Rules, first: int, appeal: Floats, temperature: float, sum_weight: float) -> None:
    """Write, for each tile, the appeal of all its placements on this table into the row from `first` on."""
    for tile in range(WIDTH):
        appeal[first + tile] = 0.0
    for slot in range(table[OPEN]):
        bonus = rules.bonuses[shape_of(table, table[CELLS + slot], rules.beside_bridge)]
        tiles = table[FITS + slot]
        while tiles:
            tile = lowest(tiles)
            tiles &= tiles - 1
            appeal[first + tile] += exp(min(bonus + sum_weight * SUMS[tile], MOST) / temperature)


@inline
def _gather_pool(worlds: Worlds, log: Ints, known: Ints) -> None:
    """The tiles neither on the table nor known to be in a hand."""
    seen, pool = 0, 0
    for seat in range(MAX_SEATS):
        seen |= known[seat]
    for index in range(len(log)):
        if log[index] & 7 == LOG_START or log[index] & 7 == LOG_PLACE:
            seen |= 1 << (log[index] >> 6 & 63)
    for tile in range(_TILES):
        if not seen >> tile & 1:
            worlds.pool[pool] = tile
            pool += 1
    worlds.sizes[POOL] = pool


@inline
def _swap(worlds: Worlds, one: int, two: int) -> None:
    worlds.pool[one], worlds.pool[two] = worlds.pool[two], worlds.pool[one]


@inline
def _next_holder(worlds: Worlds, place: int, mended: int, tried: int, looked: int) -> int:
    """Where to find, after so many places searched, a tile that this place may hold; the size of the pool if nowhere.

    The places beyond `mended` are searched first, then those before it.
    """
    pool = worlds.sizes[POOL]
    for number in range(looked, pool):
        other = (mended + 1 + number) % pool
        if not tried >> other & 1 and not worlds.excluded[place] >> worlds.pool[other] & 1:
            return number
    return pool


@jit
def _mend(worlds: Worlds, mended: int, scratch: Ints) -> bool:
    """Put a tile that it may hold into this place; one from a place before it only if that can be replaced.

    This grows a matching by augmenting paths, so a world is found if there is one. The places whose tiles are to be
    replaced are on a stack, because numba cannot cache compiled recursion.
    """
    pool, depth, tried = worlds.sizes[POOL], 0, 0
    place, looked = mended, 0
    while worlds.excluded[place] >> worlds.pool[place] & 1:
        tried |= 1 << place
        looked = _next_holder(worlds, place, mended, tried, looked)
        if looked < pool:
            other = (mended + 1 + looked) % pool
            _swap(worlds, place, other)
            if other > mended:
                return True
            scratch[_STACK + depth], scratch[_LOOKED + depth] = place, looked + 1
            depth, place, looked = depth + 1, other, 0
        elif depth:
            depth -= 1
            _swap(worlds, scratch[_STACK + depth], place)
            place, looked = scratch[_STACK + depth], scratch[_LOOKED + depth]
        else:
            return False
    return True


@inline
def _add_up(worlds: Worlds, decision: int) -> None:
    """The appeal of the alternatives: tiles placed later, and those in unknown places."""
    row, total = decision * WIDTH, 0.0
    for later in range(decision + 1, worlds.sizes[DECISIONS]):
        is_later = worlds.when[later] // TURN > worlds.when[decision] // TURN
        if is_later and worlds.decider[later] == worlds.decider[decision] and worlds.placed[later] != _NO_TILE:
            total += worlds.appeal[row + worlds.placed[later]]
    for place in range(worlds.sizes[UNKNOWN]):
        if worlds.owner[place] == worlds.decider[decision] and worlds.since[place] <= worlds.when[decision]:
            total += worlds.appeal[row + worlds.pool[place]]
    worlds.others[decision] = total
