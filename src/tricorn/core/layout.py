"""Where things are in a round, which is one flat array: the index at which each part begins.

A round begins with its board (board.py) and the turn. Playouts and searches need no more, so an array may end at KNOWN;
otherwise it goes on with what is known of the tiles (knowledge.py) and with the log of the round (log.py).
"""

from __future__ import annotations

from tricorn.bonus import SHAPES
from tricorn.core.board import BOARD_SIZE
from tricorn.core.unknown_tiles import HAND_STRIDE
from tricorn.tiles import TILES

MAX_SEATS = 6

# What changes with every move comes first, so a search can save and restore it together.
MUTABLE_START = BOARD_SIZE
HANDS = MUTABLE_START  # a mask of tiles for each seat
SCORES = HANDS + MAX_SEATS  # the scores of the game, with the points of the round so far
SEAT = SCORES + MAX_SEATS  # the seat on turn
PLAYERS = SEAT + 1
ROUND = PLAYERS + 1  # the number of the round in the game
NEXT_DRAW = ROUND + 1  # the index of the tile that is drawn next
DRAWS = NEXT_DRAW + 1  # tiles drawn in this turn
PASSES = DRAWS + 1  # passes in a row that count towards a blocked round
OVER = PASSES + 1  # how the round ended: OUT or BLOCKED; 0 while it goes on
WINNER = OVER + 1
PRIZE = WINNER + 1  # what the end of the round brings its winner; it is also added to SCORES
FITTING = PRIZE + 1  # the mask of all tiles that fit the board, computed once per turn, or NOT_CACHED
STARTER = FITTING + 1  # the seat that starts the round: known from the deal, or from the first tile
ON_TABLE = STARTER + 1  # the mask of the tiles on the table
LOG_END = ON_TABLE + 1  # the index after the last event of the log
MUTABLE_END = LOG_END + 1
ORDER = MUTABLE_END  # the 56 tiles as they were shuffled: hands first, then the well in drawing order
WELL_END = ORDER + len(TILES)
SHAPE_COUNTS = WELL_END  # for each shape, the number of placements in the round that made it, the first tile included
PASS_COUNT = SHAPE_COUNTS + SHAPES  # the number of passes in the round
# The number of tiles of each hand and its sum. With all tiles known, the end of a blocked round writes both; otherwise
# only a sum that is reported is written.
HAND_TOTALS = PASS_COUNT + 1

# What is known of a round of which not everything is known; without a log the array ends here. With all tiles known,
# `deal_in_order` writes what follows from the deal, and a move writes only LAID and the log (state.py). Otherwise
# `apply_event` and `observe` write all of it.
KNOWN = HAND_TOTALS + 2 * MAX_SEATS
BY_CLOCK = (
    KNOWN  # whether the clock takes this turn: 1, 0, or UNDECIDED before its first event; `apply_choice` reads it
)
LAID = BY_CLOCK + 1  # the number of tiles placed, with or without a cell
LOCATED = LAID + 1  # whether the cell of every tile placed is known
FIRST_X = LOCATED + 1  # the rhombus in the record of the tile that lies in the middle of the board
FIRST_Y = FIRST_X + 1
HAND_SIZE = FIRST_Y + 1  # the number of tiles dealt to each seat
LAST_DEALT = HAND_SIZE + 1  # the last seat with a recorded deal
WELL_RECORDED = LAST_DEALT + 1  # whether the well is recorded
OVERRULED = WELL_RECORDED + 1  # whether people insisted on something that the rules refuse
LEFT_SEATS = OVERRULED + 1  # one bit per seat: whether the tiles left in its hand are recorded
SETTLED = LEFT_SEATS + 1  # whether the end of the round is recorded
DECLARED = SETTLED + 1  # whether people declare the round over, even if it is not
TRACKED = DECLARED + 1  # one bit per seat: whether every tile of its hand was known when it was dealt or drawn
HIDDEN = TRACKED + 1  # for each seat, the number of unknown tiles in its hand
SEAT_DRAWS = HIDDEN + MAX_SEATS  # for each seat, its draws since the last placement
SUMMED = SEAT_DRAWS + MAX_SEATS  # for each sum, and for impossible ones, the tiles placed with only their sum known
ELSEWHERE = SUMMED + 17  # for each shape, the tiles whose cells are not known
UNKNOWN = ELSEWHERE + SHAPES  # for each seat HAND_STRIDE numbers about its unknown tiles
LOG = UNKNOWN + MAX_SEATS * HAND_STRIDE  # the entries of the log

# Values of OVER.
OUT, BLOCKED = 1, 2

# In place of the mask in FITTING, of a hand's sum in HAND_TOTALS, and of BY_CLOCK.
NOT_CACHED = NO_SUM = UNDECIDED = -1
