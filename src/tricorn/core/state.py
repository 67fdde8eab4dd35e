"""The state of a round with all tiles known: dealing and applying legal choices, without Python objects.

Playouts, simulations and searches run on this. A state, like a board, is one flat array of whole numbers; it begins
with its board, so a function of a board also takes a state. A choice is one number: PASS, DRAW, or a placement packed
as 64 times the cell plus the tile.

An array may end at KNOWN, for playouts and searches, or go on with what is known of the tiles (knowledge.py) and with
the log of the round (log.py).
"""

from __future__ import annotations

from typing import TypeAlias

from tricorn.bonus import PLAIN, SHAPES
from tricorn.core.board import (
    BOARD_SIZE,
    CELLS,
    FITS,
    MIDDLE,
    OPEN,
    SUMS,
    WIDTH,
    cell_x,
    cell_y,
    clear_board,
    corner_numbers,
    fitting_tiles,
    new_board,
    placed_corners,
    points_down,
    put,
    put_first,
    shape_of,
    tile_corners,
    unpack_corners,
)
from tricorn.core.compile import Ints, inline, jit, jit_inline, jit_internal, lowest_bit, not_literal, popcount
from tricorn.core.log import (
    LOG_BY_CLOCK,
    LOG_CELL,
    LOG_DRAW,
    LOG_PASS,
    LOG_PLACE,
    LOG_POINTS,
    LOG_PROVED,
    LOG_START,
    LOG_STRIDE,
    complete_logged,
    logged_cell,
    logged_kind,
    logged_tile,
    pack_cell,
    pack_logged,
    pack_points,
    pack_shown,
)
from tricorn.core.rng import shuffle
from tricorn.core.rules import (
    NOBODY,
    ZERO,
    Rules,
    blocked_prize,
    blocked_winner,
    counts_as_blocking,
    hand_sum,
    next_seat,
    out_prize,
    pass_cost,
    placed_points,
    start_points,
    starting_seat,
    starting_tile,
)
from tricorn.core.unknown_tiles import HAND_STRIDE
from tricorn.tiles import TILES

__all__ = [
    "BLOCKED",
    "BY_CLOCK",
    "DECLARED",
    "DRAW",
    "DRAWS",
    "ELSEWHERE",
    "FIRST_X",
    "FIRST_Y",
    "FITTING",
    "HANDS",
    "HAND_SIZE",
    "HAND_TOTALS",
    "HIDDEN",
    "KNOWN",
    "LAID",
    "LAST_DEALT",
    "LEFT_SEATS",
    "LOCATED",
    "LOG",
    "LOG_END",
    "MAX_SEATS",
    "MUTABLE_END",
    "MUTABLE_START",
    "NEXT_DRAW",
    "NOT_CACHED",
    "NO_SUM",
    "ON_TABLE",
    "ORDER",
    "OUT",
    "OVER",
    "OVERRULED",
    "PASS",
    "PASSES",
    "PASS_COUNT",
    "PLAYERS",
    "PRIZE",
    "SCORES",
    "SEAT",
    "SEAT_DRAWS",
    "SETTLED",
    "SHAPE_COUNTS",
    "STARTER",
    "START_CELL",
    "SUMMED",
    "TRACKED",
    "UNDECIDED",
    "UNKNOWN",
    "WELL_END",
    "WELL_RECORDED",
    "WINNER",
    "State",
    "apply_choice",
    "choice_cell",
    "choice_tile",
    "clear_round",
    "copy_without_hands",
    "deal",
    "deal_in_order",
    "end_blocked",
    "end_out",
    "end_turn",
    "in_well",
    "new_state",
    "pack_placement",
    "pass_turn",
    "placeable",
    "proved_absent",
    "start_with",
]

PASS, DRAW = -2, -1

MAX_SEATS = 6
START_CELL = 2 * (MIDDLE * WIDTH + MIDDLE)

# The parts of a round. Those that change with every move come first, so a search can save and restore them together.
MUTABLE_START = BOARD_SIZE
HANDS = MUTABLE_START  # a mask of tiles for each seat
SCORES = HANDS + MAX_SEATS  # the running scores of the game
SEAT = SCORES + MAX_SEATS  # the seat on turn
PLAYERS = SEAT + 1
NEXT_DRAW = PLAYERS + 1  # the index of the tile that is drawn next
DRAWS = NEXT_DRAW + 1  # tiles drawn in this turn
PASSES = DRAWS + 1  # passes in a row that count towards a blocked round
OVER = PASSES + 1  # how the round ended: OUT or BLOCKED; 0 while it goes on
WINNER = OVER + 1
PRIZE = WINNER + 1  # what the end of the round brings its winner
FITTING = PRIZE + 1  # the mask of all tiles that fit the board, computed once per turn, or NOT_CACHED
STARTER = FITTING + 1  # the seat that started the round
ON_TABLE = STARTER + 1  # the mask of the tiles on the table
LOG_END = ON_TABLE + 1  # the index after the last event of the log
MUTABLE_END = LOG_END + 1
ORDER = MUTABLE_END  # the 56 tiles as they were shuffled: hands first, then the well in drawing order
WELL_END = ORDER + len(TILES)
SHAPE_COUNTS = WELL_END  # for each shape, the number of placements in the round that made it
PASS_COUNT = SHAPE_COUNTS + SHAPES  # the number of passes in the round
# The number of tiles of each hand at the end of a blocked round, and its sum, which may be reported.
HAND_TOTALS = PASS_COUNT + 1

# What is known of a round of which not everything is known; without a log the array ends here.
KNOWN = HAND_TOTALS + 2 * MAX_SEATS
BY_CLOCK = KNOWN  # whether the clock takes this turn: 1 or 0, or UNDECIDED before the turn's first event
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
SUMMED = (
    SEAT_DRAWS + MAX_SEATS
)  # for each sum, and for impossible ones, the tiles placed of which only the sum is known
ELSEWHERE = SUMMED + 17  # for each shape, the tiles whose cells are not known
UNKNOWN = ELSEWHERE + SHAPES  # for each seat HAND_STRIDE numbers about its unknown tiles
LOG = UNKNOWN + MAX_SEATS * HAND_STRIDE  # the entries of the log

State: TypeAlias = Ints

# Values of OVER.
OUT, BLOCKED = 1, 2

# In place of the mask in FITTING, of a hand's sum in HAND_TOTALS, and of BY_CLOCK.
NOT_CACHED = NO_SUM = UNDECIDED = -1


@inline
def pack_placement(cell: int, tile: int) -> int:
    """The choice to place a tile on a cell."""
    return cell << 6 | tile


@inline
def choice_cell(choice: int) -> int:
    """The cell of a placement."""
    return choice >> 6


@inline
def choice_tile(choice: int) -> int:
    """The tile of a placement."""
    return choice & 63


def new_state(players: int, *, log: bool = False) -> State:
    """A state for this many players, to be dealt."""
    # An event is a placement, a draw or a pass. Each of the 56 tiles is placed and drawn at most once, and between two
    # of these events there are at most as many passes as seats.
    state = new_board(LOG + LOG_STRIDE * 2 * len(TILES) * (MAX_SEATS + 1) if log else KNOWN)
    state[PLAYERS] = players
    return state


@jit
def deal(state: State, rng: Ints, hand_size: int) -> None:
    """Shuffle the tiles, deal `hand_size` tiles to every seat, and determine who starts."""
    for tile in range(WELL_END - ORDER):
        state[ORDER + tile] = tile
    shuffle(state, not_literal(ORDER), not_literal(WELL_END - ORDER), rng)
    deal_in_order(state, hand_size, WELL_END - ORDER - state[PLAYERS] * hand_size)


@jit
def deal_in_order(state: State, hand_size: int, well: int) -> None:
    """Deal the tiles in the order of ORDER: the first ones to the seats, the last `well` ones to the well."""
    clear_round(state)
    players = state[PLAYERS]
    for seat in range(players):
        hand = 0
        for index in range(seat * hand_size, (seat + 1) * hand_size):
            hand |= 1 << state[ORDER + index]
        state[HANDS + seat] = hand
    state[NEXT_DRAW] = WELL_END - well
    state[SEAT] = state[STARTER] = starting_seat(state, HANDS, players)
    if len(state) > KNOWN:
        state[HAND_SIZE], state[LAST_DEALT], state[WELL_RECORDED] = hand_size, players - 1, 1
        state[TRACKED] = (1 << players) - 1


@inline
def clear_round(state: State) -> None:
    """Clear the board and everything that belongs to the round before, except hands and well."""
    clear_board(state)
    for index in range(SHAPE_COUNTS, PASS_COUNT + 1):
        state[index] = 0
    state[DRAWS] = 0
    state[PASSES] = 0
    state[OVER] = 0
    state[WINNER] = NOBODY
    state[PRIZE] = 0
    state[FITTING] = NOT_CACHED
    state[ON_TABLE] = 0
    state[LOG_END] = LOG
    if len(state) > KNOWN:
        state[BY_CLOCK] = UNDECIDED


@jit
def copy_without_hands(state: State, into: State) -> None:
    """Copy the board and the turn of a round over those of another, with no tiles in the hands."""
    for index in range(MUTABLE_END):
        into[index] = state[index]
    for seat in range(MAX_SEATS):
        into[HANDS + seat] = 0
    into[FITTING] = NOT_CACHED


@jit_internal
def proved_absent(state: State, rules: Rules, kind: int, by_clock: bool, points: int) -> int:
    """The tiles that a move proves its player does not hold, on the board before the move.

    A player who draws or passes where placing comes first holds nothing that fits (R6). The clock makes the placement
    that scores most (R14).
    """
    if kind == LOG_PLACE:
        return _scoring_more(state, rules, points) if by_clock else 0
    must_place = not rules.draw_optional or (by_clock and kind == LOG_PASS)
    if kind == LOG_START or not must_place:
        return 0
    if state[FITTING] == NOT_CACHED:
        state[FITTING] = fitting_tiles(state)
    return state[FITTING]


@jit_internal
def _scoring_more(state: State, rules: Rules, points: int) -> int:
    """The tiles with a placement that scores more than this."""
    better = 0
    for slot in range(state[OPEN]):
        shape = shape_of(state, state[CELLS + slot], rules.beside_bridge)
        tiles = state[FITS + slot]
        while tiles:
            tile = lowest_bit(tiles)
            tiles &= tiles - 1
            if placed_points(rules, shape, SUMS[tile]) > points:
                better |= 1 << tile
    return better


@jit_internal
def _log_event(state: State, rules: Rules, logged: int, points: int) -> None:
    """Add a move that is about to be made to the log."""
    at, kind, cell, tile = state[LOG_END], logged_kind(logged), logged_cell(logged), logged_tile(logged)
    corners, place = 0, cell if kind in (LOG_START, LOG_PLACE) else START_CELL
    if kind == LOG_START:
        corners = tile_corners(tile)
    elif kind == LOG_PLACE:
        corners = placed_corners(corner_numbers(state, cell), tile)
    by_clock = state[BY_CLOCK] == 1
    state[at] = complete_logged(logged, state[SEAT], corners) | (LOG_BY_CLOCK if by_clock else 0)
    state[at + LOG_POINTS] = pack_points(points, not_literal(0))
    state[at + LOG_CELL] = pack_cell(cell_x(place), cell_y(place), points_down(place))
    state[at + LOG_PROVED] = proved_absent(state, rules, kind, by_clock, points)
    state[LOG_END] = at + LOG_STRIDE


@jit
def start_with(state: State, rules: Rules, zero: bool) -> None:
    """Place the first tile on the origin cell: the one that must start, or with `zero` 0-0-0."""
    seat = state[SEAT]
    top = starting_tile(state[HANDS + seat])
    tile = ZERO if zero else top
    if len(state) > KNOWN:
        shown = pack_shown(top) if tile != top and rules.show_triple else 0
        logged = pack_logged(LOG_START, tile, START_CELL, PLAIN) | shown
        _log_event(state, rules, logged, start_points(rules, tile))
    a, b, c = unpack_corners(tile_corners(tile))
    put_first(state, not_literal(START_CELL), a, b, c)
    state[SCORES + seat] += start_points(rules, tile)
    _finish_placement(state, rules, tile)


@inline
def _finish_placement(state: State, rules: Rules, tile: int) -> None:
    """Finish a placement: the tile leaves the hand, and the round ends or the next player is on turn."""
    hand = state[HANDS + state[SEAT]] ^ 1 << tile
    state[HANDS + state[SEAT]] = hand
    state[ON_TABLE] |= 1 << tile
    state[PASSES] = 0
    if hand:
        end_turn(state)
    else:
        _go_out(state, rules)


@inline
def end_turn(state: State) -> None:
    """End the turn: the next player is on turn."""
    state[SEAT] = next_seat(state[SEAT], state[PLAYERS])
    state[DRAWS] = 0
    state[FITTING] = NOT_CACHED


@inline
def _end(state: State, winner: int, prize: int) -> None:
    state[WINNER] = winner
    state[PRIZE] = prize
    if winner != NOBODY:
        state[SCORES + winner] += prize


@inline
def end_out(state: State, rules: Rules, others: int) -> None:
    """End the round because the player on turn is out; `others` is the sum of the other hands."""
    state[OVER] = OUT
    _end(state, state[SEAT], out_prize(rules, others))


@jit_internal
def _go_out(state: State, rules: Rules) -> None:
    others = 0
    for seat in range(state[PLAYERS]):
        others += hand_sum(state[HANDS + seat])
    end_out(state, rules, others)


@inline
def end_blocked(state: State, rules: Rules) -> None:
    """End the round as blocked; HAND_TOTALS has the number of tiles and the sum of each hand."""
    players = state[PLAYERS]
    winner = blocked_winner(rules, state, not_literal(HAND_TOTALS), players)
    prize = 0
    if winner != NOBODY:
        others = 0
        for seat in range(players):
            if seat != winner:
                others += state[HAND_TOTALS + 2 * seat + 1]
        prize = blocked_prize(rules, others, state[HAND_TOTALS + 2 * winner + 1])
    state[OVER] = BLOCKED
    _end(state, winner, prize)


@jit_internal
def _block(state: State, rules: Rules) -> None:
    for seat in range(state[PLAYERS]):
        state[HAND_TOTALS + 2 * seat] = popcount(state[HANDS + seat])
        state[HAND_TOTALS + 2 * seat + 1] = hand_sum(state[HANDS + seat])
    end_blocked(state, rules)


@inline
def in_well(state: State) -> int:
    """How many tiles are left to draw."""
    return WELL_END - state[NEXT_DRAW]


@jit_internal
def placeable(state: State) -> int:
    """The tiles of the hand on turn that fit somewhere."""
    if state[FITTING] == NOT_CACHED:
        state[FITTING] = fitting_tiles(state)
    return state[HANDS + state[SEAT]] & state[FITTING]


@jit_inline
def apply_choice(state: State, rules: Rules, choice: int) -> None:
    """Apply a legal choice of the player on turn."""
    if choice >= 0:
        _place(state, rules, choice_cell(choice), choice_tile(choice))
    elif choice == DRAW:
        _draw(state, rules)
    else:
        _pass(state, rules)


@inline
def _place(state: State, rules: Rules, cell: int, tile: int) -> None:
    shape = shape_of(state, cell, rules.beside_bridge)
    if len(state) > KNOWN:
        points = placed_points(rules, shape, SUMS[tile])
        _log_event(state, rules, pack_logged(LOG_PLACE, tile, cell, shape), points)
    put(state, cell, tile, shape)
    state[SHAPE_COUNTS + shape] += 1
    state[SCORES + state[SEAT]] += placed_points(rules, shape, SUMS[tile])
    _finish_placement(state, rules, tile)


@inline
def _draw(state: State, rules: Rules) -> None:
    tile = state[state[NEXT_DRAW]]
    if len(state) > KNOWN:
        _log_event(state, rules, pack_logged(LOG_DRAW, tile, 0, PLAIN), -rules.draw_penalty)
    state[NEXT_DRAW] += 1
    state[DRAWS] += 1
    state[HANDS + state[SEAT]] |= 1 << tile
    state[SCORES + state[SEAT]] -= rules.draw_penalty


@inline
def _pass(state: State, rules: Rules) -> None:
    if len(state) > KNOWN:
        _log_event(state, rules, LOG_PASS | state[DRAWS] << 38, -pass_cost(rules, state[DRAWS]))
    state[SCORES + state[SEAT]] -= pass_cost(rules, state[DRAWS])
    state[PASS_COUNT] += 1
    if pass_turn(state, rules):
        _block(state, rules)


@inline
def pass_turn(state: State, rules: Rules) -> bool:
    """Count a pass and end the turn, unless it blocks the round (R9); return whether it does."""
    if counts_as_blocking(rules, in_well(state)):
        state[PASSES] += 1
    if state[PASSES] >= state[PLAYERS]:  # people may report more passes after that
        return True
    end_turn(state)
    return False
