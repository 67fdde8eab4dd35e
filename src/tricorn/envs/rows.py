"""The memory of many games at once: each is a row of one array, with the fields named here and then its `State`."""

from __future__ import annotations

from typing import NamedTuple

from tricorn.core.compile import Bytes, Floats, Ints, inline
from tricorn.core.rules import Rules
from tricorn.core.state import MAX_SEATS, State
from tricorn.envs.layout import FOR_EACH_TILE, TILE_NUMBER

__all__ = [
    "BARREN",
    "BOARD_SIZE",
    "CHOICE_RNG",
    "DEAL_RNG",
    "DREW",
    "FIELDS",
    "GAME_RESULT",
    "GIVEN",
    "INDEX",
    "MASKED",
    "PASSED_LAST",
    "ROUND",
    "ROUND_POINTS",
    "ROUND_RESULT",
    "SEED",
    "SHOWER",
    "SHOWN",
    "SOURCE",
    "STRIDE",
    "Batch",
    "Out",
    "Row",
    "row_of",
]

# What an episode is and what it brings.
ROUND_POINTS, ROUND_RESULT, GAME_RESULT = 0, 1, 2

# The fields of a row.
SEED = 0  # the seed of the game that is on
SOURCE = 1  # the seed that its games' seeds come from
INDEX = 2  # the number of the next game of that source
STRIDE = 3  # how much that grows with every game
GIVEN = 4  # whether SEED was given for the next game
ROUND = 5  # the number of the round
SHOWN = 6  # the tile that the starter has shown and still holds, or -1
SHOWER = 7  # whose it is
PASSED_LAST = 8  # for each seat a bit: whether its last turn was a pass
MASKED = 9  # for each slot a bit: whether the mask has legal actions there
DREW = 10  # for each seat how many tiles it has drawn in the round
BARREN = DREW + MAX_SEATS  # for each seat the tiles that it is proven not to hold
CHOICE_RNG = BARREN + MAX_SEATS  # the generator of the plain bots' choices
DEAL_RNG = CHOICE_RNG + 4
FIELDS = 32  # whole cache lines

BOARD_SIZE = TILE_NUMBER * FOR_EACH_TILE


class Batch(NamedTuple):
    """Many games and what is the same for all of them."""

    rows: Ints  # of all games, one after the other
    boards: Bytes  # for each, the tiles on the table as an observation has them
    rules: Rules
    length: int  # of a row
    players: int
    each: int  # tiles dealt to each
    reward: int
    show_triple: int
    observation: int  # the length of an observation
    stops: int  # whether a step leaves a round that is over as it is, and the caller begins the next


class Out(NamedTuple):
    """Where a step writes, with a row for each game."""

    observations: Bytes  # as the seat on turn sees it; empty where nobody wants them
    masks: Bytes  # 1 for every legal action; empty where nobody wants them
    rewards: Floats
    terminated: Bytes
    truncated: Bytes
    current: Ints  # the seat on turn
    winners: Ints  # of the episode that ended with the last step, or -1
    finals: Ints  # the scores that it ended with


class Row(NamedTuple):
    """One of the games."""

    fields: Ints
    state: State
    board: Bytes


@inline
def row_of(batch: Batch, game: int) -> Row:
    """The memory of a game."""
    first, board = game * batch.length, game * BOARD_SIZE
    return Row(
        batch.rows[first : first + FIELDS],
        batch.rows[first + FIELDS : first + batch.length],
        batch.boards[board : board + BOARD_SIZE],
    )
