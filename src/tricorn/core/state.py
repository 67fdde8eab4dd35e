"""The state of a round with all tiles known: dealing and carrying out legal choices, without Python objects.

Playouts, simulations and searchers run on this. A state, like a table, is one flat array of whole numbers; it begins
with its table, so a function of a table also takes a state. A choice is one number: PASS, DRAW, or a placement packed
as 64 times the cell plus the tile. Events can be logged, one number each.
"""

from __future__ import annotations

from typing import TypeAlias

from tricorn.bonus import SHAPES
from tricorn.core.compile import Ints, inline, ints_of, jit, popcount, shared, variable
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
    SUMS,
    TABLE_SIZE,
    corner_numbers,
    new_table,
    put,
    put_first,
    reset,
    shape_of,
    union,
)
from tricorn.tiles import TILES

__all__ = [
    "BLOCKED",
    "CHANGED",
    "CHANGING",
    "DRAW",
    "DRAWS",
    "FITTING",
    "HANDS",
    "HELD",
    "LAID",
    "LOG",
    "LOGGED",
    "LOG_BY_CLOCK",
    "LOG_DRAW",
    "LOG_PASS",
    "LOG_PLACE",
    "LOG_START",
    "MAX_SEATS",
    "NEXT",
    "NOT_LOOKED",
    "NUMBERS",
    "ORDER",
    "OUT",
    "OVER",
    "PASS",
    "PASSED",
    "PASSES",
    "PLAYERS",
    "PRIZE",
    "SCORES",
    "SEAT",
    "STARTER",
    "START_CELL",
    "TALLY",
    "WELL_END",
    "WINNER",
    "State",
    "carry_out",
    "clear_round",
    "deal",
    "deal_in_order",
    "end_blocked",
    "end_out",
    "in_well",
    "new_state",
    "pass_turn",
    "placeable",
    "start_with",
    "turn_over",
]

PASS, DRAW = -2, -1

MAX_SEATS = 6
START_CELL = 2 * (32 * 64 + 32)

# The parts of a round: those that change with every move first, so that a searcher can save and restore them together.
CHANGING = TABLE_SIZE
HANDS = CHANGING  # a mask of tiles for each seat
SCORES = HANDS + MAX_SEATS  # the running scores of the game
NOW = SCORES + MAX_SEATS  # whose turn, where the well stands, and so on:
SEAT, PLAYERS, NEXT, DRAWS, PASSES, OVER, WINNER, PRIZE, FITTING, STARTER, LAID, LOGGED = range(NOW, NOW + 12)
CHANGED = NOW + 12
ORDER = CHANGED  # the 56 tiles as they were shuffled: hands first, then the well in drawing order
WELL_END = ORDER + len(TILES)
TALLY = WELL_END  # what happened in the round, counted: one for each shape of placement, then passes
PASSED = TALLY + SHAPES
HELD = PASSED + 1  # each hand's number of tiles and its sum, at the end of a blocked round
LOG = HELD + 2 * MAX_SEATS  # the events of the round; without a log the array ends here

State: TypeAlias = Ints

# How a round ended (OVER); 0 while it is going on.
OUT, BLOCKED = 1, 2

# FITTING is the mask of tiles that fit the table, looked up once a turn; this says it is not known.
NOT_LOOKED = -1

# Events of the log: three bits of kind, three of seat, six of tile, thirteen of cell, three of shape, nine of
# the numbers at the cell's corners, and for a pass how many tiles were drawn before it.
LOG_START, LOG_PLACE, LOG_DRAW, LOG_PASS = 0, 1, 2, 3
LOG_BY_CLOCK = 1 << 48  # the clock chose, not the player

# The numbers of each tile, three in a row.
NUMBERS = ints_of(number for tile in TILES for number in tile.numbers)


def new_state(players: int, *, log: bool = False) -> State:
    """A state for so many players, to be dealt."""
    # A turn is a placement, a pass or a draw: 56 tiles are placed or drawn at most once each, and
    # between two placements or draws no more passes fit than there are seats.
    state = new_table(LOG + (2 * len(TILES) * (MAX_SEATS + 1) if log else 0))
    state[PLAYERS] = players
    return state


@jit
def deal(state: State, rng: Ints, each: int) -> None:
    """Shuffle the tiles, deal `each` to every seat, and find who starts."""
    for tile in range(WELL_END - ORDER):
        state[ORDER + tile] = tile
    shuffle(state, variable(ORDER), variable(WELL_END - ORDER), rng)
    deal_in_order(state, each, WELL_END - ORDER - state[PLAYERS] * each)


@jit
def deal_in_order(state: State, each: int, well: int) -> None:
    """Deal from the tiles as they stand in ORDER: the first to the seats, the last ones are the well."""
    clear_round(state)
    players = state[PLAYERS]
    for seat in range(players):
        hand = 0
        for index in range(seat * each, (seat + 1) * each):
            hand |= 1 << state[ORDER + index]
        state[HANDS + seat] = hand
    state[NEXT] = WELL_END - well
    state[SEAT] = state[STARTER] = starting_seat(state, HANDS, players)


@inline
def clear_round(state: State) -> None:
    """Before a round: an empty table, nobody has drawn or passed, nothing is counted, logged or decided."""
    reset(state)
    for index in range(TALLY, PASSED + 1):
        state[index] = 0
    state[DRAWS] = 0
    state[PASSES] = 0
    state[OVER] = 0
    state[WINNER] = NOBODY
    state[PRIZE] = 0
    state[FITTING] = NOT_LOOKED
    state[LAID] = 0
    state[LOGGED] = LOG


@inline
def _note(state: State, entry: int) -> None:
    """Add an event to the log, if there is one, with the seat and the corner numbers."""
    if len(state) > LOG:
        at = state[LOGGED]
        corners = corner_numbers(state, entry >> 12 & 0x1FFF)
        state[at] = entry | state[SEAT] << 3 | corners << 28
        state[LOGGED] = at + 1


@jit
def start_with(state: State, rules: Rules, zero: bool) -> None:
    """Lay the first tile on the origin cell: the one that must start, or 0-0-0 where that is offered."""
    seat = state[SEAT]
    tile = ZERO if zero else starting_tile(state[HANDS + seat])
    a, b, c = NUMBERS[3 * tile], NUMBERS[3 * tile + 1], NUMBERS[3 * tile + 2]
    put_first(state, variable(START_CELL), a, b, c)
    _note(state, LOG_START | tile << 6 | START_CELL << 12)
    state[SCORES + seat] += start_points(rules, tile)
    _placed(state, rules, tile)


@inline
def _placed(state: State, rules: Rules, tile: int) -> None:
    """What follows a placement: the tile leaves the hand, and the round ends or the next player is on."""
    hand = state[HANDS + state[SEAT]] ^ 1 << tile
    state[HANDS + state[SEAT]] = hand
    state[LAID] |= 1 << tile
    state[PASSES] = 0
    if hand:
        turn_over(state)
    else:
        _go_out(state, rules)


@inline
def turn_over(state: State) -> None:
    """The turn is over and the next player is on."""
    state[SEAT] = next_seat(state[SEAT], state[PLAYERS])
    state[DRAWS] = 0
    state[FITTING] = NOT_LOOKED


@inline
def _end(state: State, winner: int, prize: int) -> None:
    state[WINNER] = winner
    state[PRIZE] = prize
    if winner != NOBODY:
        state[SCORES + winner] += prize


@inline
def end_out(state: State, rules: Rules, others: int) -> None:
    """The player on turn is out; `others` is the sum of the other hands."""
    state[OVER] = OUT
    _end(state, state[SEAT], out_prize(rules, others))


@jit
def _go_out(state: State, rules: Rules) -> None:
    others = 0
    for seat in range(state[PLAYERS]):
        others += hand_sum(state[HANDS + seat])
    end_out(state, rules, others)


@inline
def end_blocked(state: State, rules: Rules) -> None:
    """The round is blocked; HELD has the number of tiles and the sum of each hand."""
    players = state[PLAYERS]
    winner = blocked_winner(rules, state, variable(HELD), players)
    prize = 0
    if winner != NOBODY:
        others = 0
        for seat in range(players):
            if seat != winner:
                others += state[HELD + 2 * seat + 1]
        prize = blocked_prize(rules, others, state[HELD + 2 * winner + 1])
    state[OVER] = BLOCKED
    _end(state, winner, prize)


@jit
def _block(state: State, rules: Rules) -> None:
    for seat in range(state[PLAYERS]):
        state[HELD + 2 * seat] = popcount(state[HANDS + seat])
        state[HELD + 2 * seat + 1] = hand_sum(state[HANDS + seat])
    end_blocked(state, rules)


@inline
def in_well(state: State) -> int:
    """How many tiles are left to draw."""
    return WELL_END - state[NEXT]


@shared
def placeable(state: State) -> int:
    """The tiles of the hand on turn that fit somewhere."""
    if state[FITTING] == NOT_LOOKED:
        state[FITTING] = union(state)
    return state[HANDS + state[SEAT]] & state[FITTING]


@shared
def carry_out(state: State, rules: Rules, choice: int) -> None:
    """Carry out a legal choice of the player on turn."""
    if choice >= 0:
        _place(state, rules, choice >> 6, choice & 63)
    elif choice == DRAW:
        _draw(state, rules)
    else:
        _pass(state, rules)


@inline
def _place(state: State, rules: Rules, cell: int, tile: int) -> None:
    shape = shape_of(state, cell, rules.beside_bridge)
    put(state, cell, tile, shape)
    _note(state, LOG_PLACE | tile << 6 | cell << 12 | shape << 25)
    state[TALLY + shape] += 1
    state[SCORES + state[SEAT]] += placed_points(rules, shape, SUMS[tile])
    _placed(state, rules, tile)


@inline
def _draw(state: State, rules: Rules) -> None:
    tile = state[state[NEXT]]
    _note(state, LOG_DRAW | tile << 6)
    state[NEXT] += 1
    state[DRAWS] += 1
    state[HANDS + state[SEAT]] |= 1 << tile
    state[SCORES + state[SEAT]] -= rules.draw_penalty


@inline
def _pass(state: State, rules: Rules) -> None:
    _note(state, LOG_PASS | state[DRAWS] << 38)
    state[SCORES + state[SEAT]] -= pass_cost(rules, state[DRAWS])
    state[PASSED] += 1
    if pass_turn(state, rules):
        _block(state, rules)


@inline
def pass_turn(state: State, rules: Rules) -> bool:
    """What follows a pass: whether it blocks the round (R9); if not, the next player is on."""
    if counts_as_blocking(rules, in_well(state)):
        state[PASSES] += 1
    if state[PASSES] == state[PLAYERS]:
        return True
    turn_over(state)
    return False
