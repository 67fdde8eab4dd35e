"""A seat's belief about the tiles that it does not see: from the log of a round to the first sampled world.

The tiles that an unknown place cannot hold have been excluded before. Here the decisions of the other players are
weighed, each by the appeal of its choice compared with everything that could have been chosen at that moment.
"""

from __future__ import annotations

from tricorn.bots.worlds import DECISION_COUNT, POOL_SIZE, ROW_WIDTH, UNKNOWN_COUNT, WorldChain
from tricorn.core.board import CELLS, FITS, OPEN, SUMS, Board, clear_board, put, put_first, shape_of
from tricorn.core.compile import Floats, Ints, inline, jit, jit_internal, lowest_bit
from tricorn.core.layout import MAX_SEATS
from tricorn.core.log import (
    LOG_BY_CLOCK,
    LOG_DRAW,
    LOG_PASS,
    LOG_PLACE,
    LOG_START,
    LOG_STRIDE,
    NO_TILE,
    logged_cell,
    logged_kind,
    logged_numbers,
    logged_seat,
    logged_shape,
    logged_tile,
)
from tricorn.core.maths import exp
from tricorn.core.rng import shuffle
from tricorn.core.rules import Rules
from tricorn.core.unknown_tiles import PLACEMENT_STEP
from tricorn.tiles import TILES

__all__ = ["BELIEF_SCRATCH", "init_belief", "replay_placement", "write_appeals"]

# How strongly players are assumed to prefer points: exp(value / TEMPERATURE), where a point of a tile's own sum counts
# SUM_WEIGHT. Fitted by likelihood: benchmarks/fit_belief.py.
TEMPERATURE = 3.0
SUM_WEIGHT = 1.0
# The assumed value of a draw or a pass that is not forced; people rarely choose one when they can place.
DRAW_VALUE = -12.0
# Without a limit, the huge bonuses of some house rules would make small values vanish in sums.
MAX_VALUE = 70.0

# Scratch: the draws of each seat since the last placement, then the stack of `_fill_place`: places, and how far each
# has searched.
_DRAWS = 0
_STACK = _DRAWS + MAX_SEATS
_SEARCHED = _STACK + len(TILES)
BELIEF_SCRATCH = _SEARCHED + len(TILES)
_TILE_COUNT = len(TILES)


@jit
def init_belief(
    chain: WorldChain, board: Board, rules: Rules, log: Ints, seat: int, known: Ints, scratch: Ints, rng: Ints
) -> None:
    """Set the chain to a first world that contradicts nothing proven.

    The chain already has the unknown places; `known` has the known tiles of all hands. The board is scratch space.
    """
    decisions = _weigh_decisions(chain, board, rules, log, seat, scratch)
    chain.sizes[DECISION_COUNT] = decisions
    _collect_pool(chain, log, known)
    shuffle(chain.pool, 0, chain.sizes[POOL_SIZE], rng)
    for place in range(chain.sizes[UNKNOWN_COUNT]):
        if not _fill_place(chain, place, scratch):
            # Notes taken at a real table may contradict themselves; then nothing counts as proven.
            for index in range(chain.sizes[UNKNOWN_COUNT]):
                chain.excluded[index] = 0
            break
    for decision in range(decisions):
        _sum_alternatives(chain, decision)


@inline
def replay_placement(board: Board, logged: int) -> None:
    """Repeat a placement of the log."""
    if logged_kind(logged) == LOG_START:
        a, b, c = logged_numbers(logged)
        put_first(board, logged_cell(logged), a, b, c)
    else:
        put(board, logged_cell(logged), logged_tile(logged), logged_shape(logged))


@jit_internal
def _weigh_decisions(chain: WorldChain, board: Board, rules: Rules, log: Ints, seat: int, scratch: Ints) -> int:
    """Weigh the decisions of others that say something about their hands, and return their number.

    Those are placements from the hand, and draws and passes that were not forced. What the clock chose is left out.
    """
    clear_board(board)
    for other in range(MAX_SEATS):
        scratch[_DRAWS + other] = 0
    placements, drawn, decisions = 0, 0, 0
    for index in range(0, len(log), LOG_STRIDE):
        logged = log[index]
        kind, player = logged_kind(logged), logged_seat(logged)
        is_choice = rules.draw_optional != 0 or (kind == LOG_PLACE and drawn == 0)
        if placements and player != seat and is_choice and not logged & LOG_BY_CLOCK:
            chain.decider[decisions] = player
            chain.decided_at[decisions] = placements * PLACEMENT_STEP + scratch[_DRAWS + player]
            chain.chosen_appeal[decisions] = _chosen_appeal(rules, logged)
            chain.placed_tile[decisions] = logged_tile(logged) if kind == LOG_PLACE else NO_TILE
            write_appeals(board, rules, decisions * ROW_WIDTH, chain.appeal, TEMPERATURE, SUM_WEIGHT)
            decisions += 1
        drawn = drawn + 1 if kind == LOG_DRAW else 0
        if kind == LOG_DRAW:
            scratch[_DRAWS + player] += 1
        elif kind != LOG_PASS:
            replay_placement(board, logged)
            placements += 1
            for other in range(MAX_SEATS):
                scratch[_DRAWS + other] = 0
    return decisions


@inline
def _chosen_appeal(rules: Rules, logged: int) -> float:
    """The appeal of a logged choice."""
    value = DRAW_VALUE
    if logged_kind(logged) == LOG_PLACE:
        value = min(rules.bonuses[logged_shape(logged)] + SUM_WEIGHT * SUMS[logged_tile(logged)], MAX_VALUE)
    return exp(value / TEMPERATURE)


@jit
def write_appeals(
    board: Board, rules: Rules, first: int, appeal: Floats, temperature: float, sum_weight: float
) -> None:
    """Write into the row that begins at `first`, for each tile, the appeal of all its placements on this board."""
    for tile in range(ROW_WIDTH):
        appeal[first + tile] = 0.0
    for slot in range(board[OPEN]):
        bonus = rules.bonuses[shape_of(board, board[CELLS + slot], rules.beside)]
        tiles = board[FITS + slot]
        while tiles:
            tile = lowest_bit(tiles)
            tiles &= tiles - 1
            appeal[first + tile] += exp(min(bonus + sum_weight * SUMS[tile], MAX_VALUE) / temperature)


@inline
def _collect_pool(chain: WorldChain, log: Ints, known: Ints) -> None:
    """Write the tiles that are neither on the table nor known to be in a hand into the pool."""
    seen, pool = 0, 0
    for seat in range(MAX_SEATS):
        seen |= known[seat]
    for index in range(0, len(log), LOG_STRIDE):
        if logged_kind(log[index]) in (LOG_START, LOG_PLACE):
            seen |= 1 << logged_tile(log[index])
    for tile in range(_TILE_COUNT):
        if not seen >> tile & 1:
            chain.pool[pool] = tile
            pool += 1
    chain.sizes[POOL_SIZE] = pool


@inline
def _swap(chain: WorldChain, one: int, two: int) -> None:
    chain.pool[one], chain.pool[two] = chain.pool[two], chain.pool[one]


@inline
def _next_holder(chain: WorldChain, place: int, target: int, tried: int, searched: int) -> int:
    """The distance of the next place with a tile that this place may hold; the size of the pool if there is none.

    Distances count from the place after `target`, and wrap around to the places before it. The first `searched` are
    skipped.
    """
    pool = chain.sizes[POOL_SIZE]
    for distance in range(searched, pool):
        other = (target + 1 + distance) % pool
        if not tried >> other & 1 and not chain.excluded[place] >> chain.pool[other] & 1:
            return distance
    return pool


@jit_internal
def _fill_place(chain: WorldChain, target: int, scratch: Ints) -> bool:
    """Put a tile that it may hold into this place; one from a place before it only if that can be replaced.

    This grows a matching by augmenting paths, so a world is found if there is one. The places whose tiles are to be
    replaced are on a stack.
    """
    pool, depth, tried = chain.sizes[POOL_SIZE], 0, 0
    place, searched = target, 0
    while chain.excluded[place] >> chain.pool[place] & 1:
        tried |= 1 << place
        searched = _next_holder(chain, place, target, tried, searched)
        if searched < pool:
            other = (target + 1 + searched) % pool
            _swap(chain, place, other)
            if other > target:
                return True
            scratch[_STACK + depth], scratch[_SEARCHED + depth] = place, searched + 1
            depth, place, searched = depth + 1, other, 0
        elif depth:
            depth -= 1
            _swap(chain, scratch[_STACK + depth], place)
            place, searched = scratch[_STACK + depth], scratch[_SEARCHED + depth]
        else:
            return False
    return True


@inline
def _sum_alternatives(chain: WorldChain, decision: int) -> None:
    """Add up the appeal of a decision's alternatives: tiles placed later, and those in unknown places."""
    row, total = decision * ROW_WIDTH, 0.0
    for later in range(decision + 1, chain.sizes[DECISION_COUNT]):
        is_later = chain.decided_at[later] // PLACEMENT_STEP > chain.decided_at[decision] // PLACEMENT_STEP
        if is_later and chain.decider[later] == chain.decider[decision] and chain.placed_tile[later] != NO_TILE:
            total += chain.appeal[row + chain.placed_tile[later]]
    for place in range(chain.sizes[UNKNOWN_COUNT]):
        if chain.owner[place] == chain.decider[decision] and chain.filled_at[place] <= chain.decided_at[decision]:
            total += chain.appeal[row + chain.pool[place]]
    chain.other_appeal[decision] = total
