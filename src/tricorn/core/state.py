"""The state of a round with all tiles known: dealing and applying legal choices, without Python objects.

Playouts, simulations and searches run on this. A state, like a table, is one flat array of whole numbers; it begins
with its table, so a function of a table also takes a state. A choice is one number: PASS, DRAW, or a placement packed
as 64 times the cell plus the tile. Events can be logged, one number per event.
"""

from __future__ import annotations

from typing import TypeAlias

from tricorn.bonus import PLAIN, SHAPES
from tricorn.core.compile import Ints, inline, ints_from, jit, jit_inline, jit_internal, not_literal, popcount
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
from tricorn.core.table import (
    MIDDLE,
    SUMS,
    TABLE_SIZE,
    WIDTH,
    clear_table,
    corner_numbers,
    fitting_tiles,
    new_table,
    put,
    put_first,
    shape_of,
)
from tricorn.tiles import TILES

__all__ = [
    "BLOCKED",
    "DRAW",
    "DRAWS",
    "FITTING",
    "HANDS",
    "HAND_TOTALS",
    "LOG",
    "LOG_BY_CLOCK",
    "LOG_DRAW",
    "LOG_END",
    "LOG_PASS",
    "LOG_PLACE",
    "LOG_START",
    "MAX_SEATS",
    "MUTABLE_END",
    "MUTABLE_START",
    "NEXT_DRAW",
    "NOT_CACHED",
    "NUMBERS_OF_TILES",
    "ON_TABLE",
    "ORDER",
    "OUT",
    "OVER",
    "PASS",
    "PASSES",
    "PASS_COUNT",
    "PLAYERS",
    "PRIZE",
    "SCORES",
    "SEAT",
    "SHAPE_COUNTS",
    "STARTER",
    "START_CELL",
    "WELL_END",
    "WINNER",
    "State",
    "apply_choice",
    "choice_cell",
    "choice_tile",
    "clear_round",
    "complete_logged",
    "deal",
    "deal_in_order",
    "end_blocked",
    "end_out",
    "end_turn",
    "in_well",
    "logged_cell",
    "logged_draws",
    "logged_kind",
    "logged_numbers",
    "logged_seat",
    "logged_shape",
    "logged_tile",
    "new_state",
    "pack_logged",
    "pack_placement",
    "pass_turn",
    "placeable",
    "start_with",
]

PASS, DRAW = -2, -1

MAX_SEATS = 6
START_CELL = 2 * (MIDDLE * WIDTH + MIDDLE)

# The parts of a round. Those that change with every move come first, so a search can save and restore them together.
MUTABLE_START = TABLE_SIZE
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
FITTING = PRIZE + 1  # the mask of all tiles that fit the table, computed once per turn, or NOT_CACHED
STARTER = FITTING + 1  # the seat that started the round
ON_TABLE = STARTER + 1  # the mask of the tiles on the table
LOG_END = ON_TABLE + 1  # the index after the last event of the log
MUTABLE_END = LOG_END + 1
ORDER = MUTABLE_END  # the 56 tiles as they were shuffled: hands first, then the well in drawing order
WELL_END = ORDER + len(TILES)
SHAPE_COUNTS = WELL_END  # for each shape, the number of placements in the round that made it
PASS_COUNT = SHAPE_COUNTS + SHAPES  # the number of passes in the round
# The number of tiles and the sum of each hand: at the end of a blocked round, or during a reported one.
HAND_TOTALS = PASS_COUNT + 1
LOG = HAND_TOTALS + 2 * MAX_SEATS  # the events of the round; without a log the array ends here

State: TypeAlias = Ints

# Values of OVER.
OUT, BLOCKED = 1, 2

# In place of the mask in FITTING.
NOT_CACHED = -1

# Logged events, from the lowest bit: three bits for the kind, three for the seat, six for the tile, thirteen for
# the cell, three for the shape, and nine for the numbers at the cell's corners. A pass has six bits from bit 38 for the
# draws before it.
LOG_START, LOG_PLACE, LOG_DRAW, LOG_PASS = 0, 1, 2, 3
LOG_BY_CLOCK = 1 << 48  # the clock chose, not the player

# Three numbers for each tile.
NUMBERS_OF_TILES = ints_from(number for tile in TILES for number in tile.numbers)


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


@inline
def pack_logged(kind: int, tile: int, cell: int, shape: int) -> int:
    """A logged event without its seat and corner numbers."""
    return kind | tile << 6 | cell << 12 | shape << 25


@inline
def complete_logged(logged: int, seat: int, corners: int) -> int:
    """A logged event with its seat and the numbers at its cell's corners, packed as in `corner_numbers`."""
    return logged | seat << 3 | corners << 28


@inline
def logged_kind(logged: int) -> int:
    """LOG_START, LOG_PLACE, LOG_DRAW or LOG_PASS."""
    return logged & 7


@inline
def logged_seat(logged: int) -> int:
    """The seat that made the move."""
    return logged >> 3 & 7


@inline
def logged_tile(logged: int) -> int:
    """The tile placed or drawn."""
    return logged >> 6 & 63


@inline
def logged_cell(logged: int) -> int:
    """The cell of a placement."""
    return logged >> 12 & 0x1FFF


@inline
def logged_shape(logged: int) -> int:
    """The shape that a placement made."""
    return logged >> 25 & 7


@inline
def logged_numbers(logged: int) -> tuple[int, int, int]:
    """The numbers at the corners of a placement's cell, clockwise from the apex."""
    return logged >> 34 & 7, logged >> 31 & 7, logged >> 28 & 7


@inline
def logged_draws(logged: int) -> int:
    """The number of draws before a pass."""
    return logged >> 38 & 63


def new_state(players: int, *, log: bool = False) -> State:
    """A state for this many players, to be dealt."""
    # An event is a placement, a draw or a pass. Each of the 56 tiles is placed and drawn at most once, and between two
    # of these events there are at most as many passes as seats.
    state = new_table(LOG + (2 * len(TILES) * (MAX_SEATS + 1) if log else 0))
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


@inline
def clear_round(state: State) -> None:
    """Clear the table and everything that belongs to the round before, except hands and well."""
    clear_table(state)
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


@inline
def _log_event(state: State, logged: int) -> None:
    """Add an event to the log, if there is one, with the seat and the corner numbers."""
    if len(state) > LOG:
        at = state[LOG_END]
        state[at] = complete_logged(logged, state[SEAT], corner_numbers(state, logged_cell(logged)))
        state[LOG_END] = at + 1


@jit
def start_with(state: State, rules: Rules, zero: bool) -> None:
    """Place the first tile on the origin cell: the one that must start, or with `zero` 0-0-0."""
    seat = state[SEAT]
    tile = ZERO if zero else starting_tile(state[HANDS + seat])
    a, b, c = NUMBERS_OF_TILES[3 * tile], NUMBERS_OF_TILES[3 * tile + 1], NUMBERS_OF_TILES[3 * tile + 2]
    put_first(state, not_literal(START_CELL), a, b, c)
    _log_event(state, pack_logged(LOG_START, tile, START_CELL, PLAIN))
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
    put(state, cell, tile, shape)
    _log_event(state, pack_logged(LOG_PLACE, tile, cell, shape))
    state[SHAPE_COUNTS + shape] += 1
    state[SCORES + state[SEAT]] += placed_points(rules, shape, SUMS[tile])
    _finish_placement(state, rules, tile)


@inline
def _draw(state: State, rules: Rules) -> None:
    tile = state[state[NEXT_DRAW]]
    _log_event(state, pack_logged(LOG_DRAW, tile, 0, PLAIN))
    state[NEXT_DRAW] += 1
    state[DRAWS] += 1
    state[HANDS + state[SEAT]] |= 1 << tile
    state[SCORES + state[SEAT]] -= rules.draw_penalty


@inline
def _pass(state: State, rules: Rules) -> None:
    _log_event(state, LOG_PASS | state[DRAWS] << 38)
    state[SCORES + state[SEAT]] -= pass_cost(rules, state[DRAWS])
    state[PASS_COUNT] += 1
    if pass_turn(state, rules):
        _block(state, rules)


@inline
def pass_turn(state: State, rules: Rules) -> bool:
    """Count a pass and end the turn, unless it blocks the round (R9); return whether it does."""
    if counts_as_blocking(rules, in_well(state)):
        state[PASSES] += 1
    if state[PASSES] == state[PLAYERS]:
        return True
    end_turn(state)
    return False
