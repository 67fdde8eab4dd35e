"""The memory of many games: each game is a row of one array, with the fields defined here followed by its `State`."""

from __future__ import annotations

from typing import NamedTuple

from tricorn.core.compile import Bytes, Floats, Ints, inline
from tricorn.core.layout import MAX_SEATS
from tricorn.core.rules import Rules
from tricorn.core.state import State
from tricorn.envs.layout import FOR_EACH_TILE, TILE_NUMBER

__all__ = [
    "BOARD_SIZE",
    "CHOICE_RNG",
    "DEAL_RNG",
    "DRAWN_TILES",
    "GAME_RESULT",
    "INDEX",
    "MASKED_SLOTS",
    "PASSED_LAST",
    "ROUND",
    "ROUND_POINTS",
    "ROUND_RESULT",
    "RULED_OUT",
    "SEED",
    "SEED_PENDING",
    "SHOWN",
    "SHOWN_BY",
    "SOURCE",
    "STATE_START",
    "STRIDE",
    "Batch",
    "Row",
    "StepOutput",
    "game_row",
]

# The reward schemes: what an episode is, and what its reward is.
ROUND_POINTS, ROUND_RESULT, GAME_RESULT = 0, 1, 2

# The fields of a row.
SEED = 0  # the seed of the current game
SOURCE = 1  # the seed that the seeds of the row's games are derived from
INDEX = 2  # the index of the row's next game
STRIDE = 3  # the step from one index to the next
SEED_PENDING = 4  # whether SEED was set by the caller for the next game
ROUND = 5  # the number of the round
SHOWN = 6  # the tile that the starter has shown and still holds, or -1
SHOWN_BY = 7  # the seat that holds it
PASSED_LAST = 8  # one bit per seat: whether its last turn was a pass
MASKED_SLOTS = 9  # one bit per slot: whether the mask has legal actions there
DRAWN_TILES = 10  # for each seat, the number of tiles drawn in the round
RULED_OUT = DRAWN_TILES + MAX_SEATS  # for each seat, the tiles that it is proven not to hold
CHOICE_RNG = RULED_OUT + MAX_SEATS  # the generator of the plain bots' choices
DEAL_RNG = CHOICE_RNG + 4  # the generator of deals
STATE_START = 32  # where the state begins: the end of the fields, rounded up to whole cache lines

BOARD_SIZE = TILE_NUMBER * FOR_EACH_TILE


class Batch(NamedTuple):
    """Many games, and the parameters that they share."""

    rows: Ints  # the rows of all games, one after the other
    boards: Bytes  # for each game, the tiles on the table as in an observation
    rules: Rules
    row_length: int
    players: int
    hand_size: int  # tiles dealt to each player
    reward: int
    observation_length: int
    stop_at_round_end: int  # 1 if the caller begins the next round or episode, 0 if `step_games` does


class StepOutput(NamedTuple):
    """The arrays that a step writes to, with a row for each game."""

    observations: Bytes  # of the seat on turn; empty if not needed
    masks: Bytes  # 1 for every legal action; empty if not needed
    rewards: Floats
    terminated: Bytes
    truncated: Bytes
    current_seats: Ints  # the seat on turn
    winners: Ints  # of the last episode that ended, or -1
    final_scores: Ints  # of the last episode that ended


class Row(NamedTuple):
    """The memory of one game."""

    fields: Ints
    state: State
    board: Bytes


@inline
def game_row(batch: Batch, game: int) -> Row:
    """The memory of a game."""
    first, board = game * batch.row_length, game * BOARD_SIZE
    return Row(
        batch.rows[first : first + STATE_START],
        batch.rows[first + STATE_START : first + batch.row_length],
        batch.boards[board : board + BOARD_SIZE],
    )
