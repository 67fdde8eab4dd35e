"""The sums that a simulation keeps of its rounds, in a flat array that does not grow with the number of games.

They are whole numbers, so adding them up in any order gives the same result.
"""

from __future__ import annotations

from tricorn.bonus import PLAIN, SHAPES, Bonus
from tricorn.core import layout as at
from tricorn.core.board import PLACED
from tricorn.core.compile import Ints, inline, ints, jit, jit_internal
from tricorn.core.layout import BLOCKED, MAX_SEATS
from tricorn.core.rules import NOBODY
from tricorn.core.state import State

__all__ = [
    "BONUS_BINS",
    "LENGTH_BINS",
    "ROUND_BINS",
    "SCALARS",
    "SCORE_BINS",
    "SCORE_LOW",
    "SCORE_STEP",
    "TOTALS_SIZE",
    "add_game",
    "add_round",
    "new_totals",
]

# The figures that are single numbers. The squares of `rounds` are those of each game; all that follows is per round.
SCALARS = (
    "games",
    "unfinished",
    "rounds",
    "rounds_squared",
    "placements",
    "placements_squared",
    "draws",
    "draws_squared",
    "passes",
    "passes_squared",
    "bridges",
    "bridges_squared",
    "hexagons",
    "hexagons_squared",
    "blocked",
    "tied",
    "starter_won",
    "starter_ahead",
    "starter_ahead_squared",
)
_GAMES, UNFINISHED = SCALARS.index("games"), SCALARS.index("unfinished")
ROUNDS, _ROUNDS_SQUARED = SCALARS.index("rounds"), SCALARS.index("rounds_squared")
# Each of these is followed by its sum of squares.
_PLACEMENT_SUM = SCALARS.index("placements")
_DRAW_SUM = SCALARS.index("draws")
_PASS_SUM = SCALARS.index("passes")
_BRIDGE_SUM = SCALARS.index("bridges")
_HEXAGON_SUM = SCALARS.index("hexagons")
_STARTER_AHEAD = SCALARS.index("starter_ahead")
_BLOCKED_ROUNDS, _TIED = SCALARS.index("blocked"), SCALARS.index("tied")
_STARTER_WON = SCALARS.index("starter_won")

_FIRST_HEXAGON = Bonus.HEXAGON.shape  # the shapes before it are bridges

# Histograms; values outside of a range count in its first or last bin.
SCORE_LOW, SCORE_STEP, SCORE_BINS = -300, 10, 100
LENGTH_BINS, BONUS_BINS, ROUND_BINS = 57, 16, 41

BY_SHAPE = len(SCALARS)  # the placements of each shape
GAME_WINS = BY_SHAPE + SHAPES
ROUND_WINS = GAME_WINS + MAX_SEATS
POINTS = ROUND_WINS + MAX_SEATS  # of each seat
POINTS_SQUARED = POINTS + MAX_SEATS
LENGTH_HISTOGRAM = POINTS_SQUARED + MAX_SEATS
POINT_HISTOGRAMS = LENGTH_HISTOGRAM + LENGTH_BINS  # a histogram for each seat
BONUS_HISTOGRAM = POINT_HISTOGRAMS + MAX_SEATS * SCORE_BINS
GAME_LENGTH_HISTOGRAM = BONUS_HISTOGRAM + BONUS_BINS
TOTALS_SIZE = GAME_LENGTH_HISTOGRAM + ROUND_BINS


def new_totals() -> Ints:
    """Totals of no rounds."""
    return ints(TOTALS_SIZE)


@jit
def add_round(totals: Ints, state: State, before: Ints, dealt: int) -> None:
    """Add a finished round; `before` has the scores at its start, `dealt` is the number of tiles dealt."""
    totals[ROUNDS] += 1
    totals[LENGTH_HISTOGRAM + state[PLACED]] += 1
    _add_with_square(totals, _PLACEMENT_SUM, state[PLACED])
    _add_with_square(totals, _DRAW_SUM, state[at.NEXT_DRAW] - at.ORDER - dealt)
    _add_with_square(totals, _PASS_SUM, state[at.PASS_COUNT])
    bridges = hexagons = 0
    for shape in range(PLAIN + 1, SHAPES):
        totals[BY_SHAPE + shape] += state[at.SHAPE_COUNTS + shape]
        if shape < _FIRST_HEXAGON:
            bridges += state[at.SHAPE_COUNTS + shape]
        else:
            hexagons += state[at.SHAPE_COUNTS + shape]
    _add_with_square(totals, _BRIDGE_SUM, bridges)
    _add_with_square(totals, _HEXAGON_SUM, hexagons)
    totals[BONUS_HISTOGRAM + min(bridges + hexagons, BONUS_BINS - 1)] += 1
    if state[at.OVER] == BLOCKED:
        totals[_BLOCKED_ROUNDS] += 1
    if state[at.WINNER] == NOBODY:
        totals[_TIED] += 1
    else:
        totals[ROUND_WINS + state[at.WINNER]] += 1
        if state[at.WINNER] == state[at.STARTER]:
            totals[_STARTER_WON] += 1
    _add_points(totals, state, before)


@inline
def _add_with_square(totals: Ints, index: int, value: int) -> None:
    """Add a value and its square, which follows it in the totals."""
    totals[index] += value
    totals[index + 1] += value * value


@jit_internal
def _add_points(totals: Ints, state: State, before: Ints) -> None:
    """Add what each seat scored in the round, and how far the starter is ahead of the mean of the others."""
    players, starter = state[at.PLAYERS], state[at.STARTER]
    ahead = 0
    for seat in range(players):
        points = state[at.SCORES + seat] - before[seat]
        ahead += points * (players - 1) if seat == starter else -points
        totals[POINTS + seat] += points
        totals[POINTS_SQUARED + seat] += points * points
        bin_index = (points - SCORE_LOW) // SCORE_STEP
        totals[POINT_HISTOGRAMS + seat * SCORE_BINS + max(0, min(bin_index, SCORE_BINS - 1))] += 1
    _add_with_square(totals, _STARTER_AHEAD, ahead)


@jit
def add_game(totals: Ints, winner: int, rounds: int) -> None:
    """Add a game that ended, or was stopped, after this many rounds."""
    totals[_GAMES] += 1
    totals[_ROUNDS_SQUARED] += rounds * rounds
    totals[GAME_LENGTH_HISTOGRAM + min(rounds, ROUND_BINS - 1)] += 1
    if winner == NOBODY:
        totals[UNFINISHED] += 1
    else:
        totals[GAME_WINS + winner] += 1
