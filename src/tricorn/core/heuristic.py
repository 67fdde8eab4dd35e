"""The value of a placement, one move deep: its points, what it opens, and who is stuck afterwards."""

from __future__ import annotations

from collections.abc import Iterable

from tricorn.core.board import CELLS, FITS, OPEN, SUMS, Board, put, shape_of, take_back
from tricorn.core.compile import Ints, inline, ints_from, jit_internal, popcount
from tricorn.core.layout import MAX_SEATS
from tricorn.core.rules import Rules
from tricorn.core.state import choice_cell, choice_tile
from tricorn.tiles import ALL_TILES

__all__ = ["WEIGHTS", "new_policies", "placement_value"]

_SCALE = 1024  # values are whole numbers in 1/1024 of a point, so every machine makes the same choices

# In 1/1024 of a point: a point of bonus, a point of the tile's own sum, a point of bonus left to the next player times
# the chance that the next player holds the tile for it, a point of bonus that the player keeps, the next player's
# chance of being stuck, each own tile (up to three) that fits afterwards, and going out. Fitted by
# benchmarks/tune_heuristic.py.
WEIGHTS = (746, 30, 437, 250, 21120, 291, 40960)
# Their indexes in the array of policies, after the policy of each seat.
_BONUS_WEIGHT, _SUM_WEIGHT, _THREAT_WEIGHT, _OWN_WEIGHT, _STUCK_WEIGHT, _MOBILITY_WEIGHT, _OUT_WEIGHT = range(
    MAX_SEATS, MAX_SEATS + len(WEIGHTS)
)


def new_policies(policies: Iterable[int], weights: Iterable[int] = WEIGHTS) -> Ints:
    """The policy of each seat, then the weights of the heuristic for those that use it."""
    seats = [*policies]
    return ints_from([*seats, *[0] * (MAX_SEATS - len(seats)), *weights])


@jit_internal
def placement_value(
    board: Board, rules: Rules, choice: int, hand: int, on_table: int, next_held: int, policies: Ints
) -> int:
    """The value of a placement to a player with this hand, in 1/1024 of a point; the board is left unchanged."""
    cell, tile = choice_cell(choice), choice_tile(choice)
    shape = shape_of(board, cell, rules.beside)
    bonus = rules.bonuses[shape]
    rest = hand ^ (1 << tile)
    if not rest:
        return policies[_OUT_WEIGHT] + policies[_BONUS_WEIGHT] * bonus + policies[_SUM_WEIGHT] * SUMS[tile]
    put(board, cell, tile, shape)
    value = policies[_BONUS_WEIGHT] * bonus + policies[_SUM_WEIGHT] * SUMS[tile]
    value += _outlook(board, rules, rest, ALL_TILES & ~(hand | on_table), next_held, policies)
    take_back(board)
    return value


@inline
def _outlook(board: Board, rules: Rules, rest: int, unseen: int, next_held: int, policies: Ints) -> int:
    """The value of the board after a placement to a player with this rest of the hand."""
    fitting = 0
    threat = 0
    own = 0
    for slot in range(board[OPEN]):
        fits = board[FITS + slot]
        fitting |= fits
        # Only one tile fits a cell whose corners all have numbers, and only such a cell earns a bonus.
        if fits & (fits - 1) == 0 and fits & (rest | unseen):
            points = rules.bonuses[shape_of(board, board[CELLS + slot], rules.beside)]
            if fits & rest:
                own = max(own, points)
            else:
                threat += points
    count = popcount(unseen)
    value = policies[_OWN_WEIGHT] * own
    if count:
        value -= policies[_THREAT_WEIGHT] * threat * min(next_held, count) // count
    value += policies[_STUCK_WEIGHT] * _stuck_chance(popcount(fitting & unseen), count, next_held) // _SCALE
    return value + policies[_MOBILITY_WEIGHT] * min(popcount(fitting & rest), 3)


@inline
def _stuck_chance(fitting: int, unseen: int, held: int) -> int:
    """The chance, in 1/1024, that none of the `held` tiles of the next player fits, if `fitting` of `unseen` do."""
    chance = _SCALE
    for index in range(min(held, unseen)):
        chance = chance * max(0, unseen - fitting - index) // (unseen - index)
    return chance
