"""A round with all tiles known: dealing, lawful choices and carrying them out, without Python objects.

Playouts, simulations and searchers run on this. A round, like its table, is one flat array of whole numbers; it begins
with its table, so a function of a table also takes a round. A choice is one number: PASS, DRAW, or a placement packed
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
    "LAID",
    "LOG",
    "LOGGED",
    "LOG_BY_CLOCK",
    "LOG_DRAW",
    "LOG_PASS",
    "LOG_PLACE",
    "LOG_START",
    "MOST_SEATS",
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
    "Play",
    "carry_out",
    "deal",
    "deal_in_order",
    "in_well",
    "new_play",
    "placeable",
    "start_with",
]

PASS, DRAW = -2, -1

MOST_SEATS = 6
START_CELL = 2 * (32 * 64 + 32)

# The parts of a round: those that change with every move first, so that a searcher can save and restore them together.
CHANGING = TABLE_SIZE
HANDS = CHANGING  # a mask of tiles for each seat
SCORES = HANDS + MOST_SEATS  # the running scores of the game
NOW = SCORES + MOST_SEATS  # whose turn, where the well stands, and so on:
SEAT, PLAYERS, NEXT, DRAWS, PASSES, OVER, WINNER, PRIZE, FITTING, STARTER, LAID, LOGGED = range(NOW, NOW + 12)
CHANGED = NOW + 12
ORDER = CHANGED  # the 56 tiles as they were shuffled: hands first, then the well in drawing order
WELL_END = ORDER + len(TILES)
TALLY = WELL_END  # what happened in the round, counted: one for each shape of placement, then passes
PASSED = TALLY + SHAPES
HELD = PASSED + 1  # scratch: each hand's number of tiles and its sum
LOG = HELD + 2 * MOST_SEATS  # the events of the round; without a log the array ends here

Play: TypeAlias = Ints

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


def new_play(players: int, *, log: bool = False) -> Play:
    """A state for so many players, to be dealt."""
    # A turn is a placement, a pass or a draw: 56 tiles are placed or drawn at most once each, and
    # between two placements or draws no more passes fit than there are seats.
    play = new_table(LOG + (2 * len(TILES) * (MOST_SEATS + 1) if log else 0))
    play[PLAYERS] = players
    return play


@jit
def deal(play: Play, rng: Ints, each: int) -> None:
    """Shuffle the tiles, deal `each` to every seat, and find who starts."""
    for tile in range(WELL_END - ORDER):
        play[ORDER + tile] = tile
    shuffle(play, variable(ORDER), variable(WELL_END - ORDER), rng)
    deal_in_order(play, each, WELL_END - ORDER - play[PLAYERS] * each)


@jit
def deal_in_order(play: Play, each: int, well: int) -> None:
    """Deal from the tiles as they stand in ORDER: the first to the seats, the last ones are the well."""
    reset(play)
    players = play[PLAYERS]
    for seat in range(players):
        hand = 0
        for index in range(seat * each, (seat + 1) * each):
            hand |= 1 << play[ORDER + index]
        play[HANDS + seat] = hand
    for index in range(TALLY, PASSED + 1):
        play[index] = 0
    play[NEXT] = WELL_END - well
    play[SEAT] = play[STARTER] = starting_seat(play, HANDS, players)
    play[DRAWS] = 0
    play[PASSES] = 0
    play[OVER] = 0
    play[WINNER] = NOBODY
    play[PRIZE] = 0
    play[FITTING] = NOT_LOOKED
    play[LAID] = 0
    play[LOGGED] = LOG


@inline
def _note(play: Play, entry: int) -> None:
    """Add an event to the log, if there is one, with the seat and the corner numbers."""
    if len(play) > LOG:
        at = play[LOGGED]
        corners = corner_numbers(play, entry >> 12 & 0x1FFF)
        play[at] = entry | play[SEAT] << 3 | corners << 28
        play[LOGGED] = at + 1


@jit
def start_with(play: Play, rules: Rules, zero: bool) -> None:
    """Lay the first tile on the origin cell: the one that must start, or 0-0-0 where that is offered."""
    seat = play[SEAT]
    tile = ZERO if zero else starting_tile(play[HANDS + seat])
    a, b, c = NUMBERS[3 * tile], NUMBERS[3 * tile + 1], NUMBERS[3 * tile + 2]
    put_first(play, variable(START_CELL), a, b, c)
    _note(play, LOG_START | tile << 6 | START_CELL << 12)
    play[SCORES + seat] += start_points(rules, tile)
    _placed(play, rules, tile)


@inline
def _placed(play: Play, rules: Rules, tile: int) -> None:
    """What follows a placement: the tile leaves the hand, and the round ends or the next player is on."""
    hand = play[HANDS + play[SEAT]] ^ 1 << tile
    play[HANDS + play[SEAT]] = hand
    play[LAID] |= 1 << tile
    play[PASSES] = 0
    if hand:
        _next_seat(play)
    else:
        _go_out(play, rules)


@inline
def _next_seat(play: Play) -> None:
    seat = play[SEAT] + 1
    play[SEAT] = 0 if seat == play[PLAYERS] else seat
    play[DRAWS] = 0
    play[FITTING] = NOT_LOOKED


@inline
def _end(play: Play, winner: int, prize: int) -> None:
    play[WINNER] = winner
    play[PRIZE] = prize
    if winner != NOBODY:
        play[SCORES + winner] += prize


@jit
def _go_out(play: Play, rules: Rules) -> None:
    prize = rules.out_bonus
    for seat in range(play[PLAYERS]):
        prize += hand_sum(play[HANDS + seat])
    play[OVER] = OUT
    _end(play, play[SEAT], prize)


@jit
def _block(play: Play, rules: Rules) -> None:
    players = play[PLAYERS]
    everything = 0
    for seat in range(players):
        total = hand_sum(play[HANDS + seat])
        play[HELD + 2 * seat] = popcount(play[HANDS + seat])
        play[HELD + 2 * seat + 1] = total
        everything += total
    winner = blocked_winner(rules, play, variable(HELD), players)
    prize = 0
    if winner != NOBODY:
        own = play[HELD + 2 * winner + 1]
        prize = blocked_prize(rules, everything - own, own)
    play[OVER] = BLOCKED
    _end(play, winner, prize)


@inline
def in_well(play: Play) -> int:
    """How many tiles are left to draw."""
    return WELL_END - play[NEXT]


@shared
def placeable(play: Play) -> int:
    """The tiles of the hand on turn that fit somewhere."""
    if play[FITTING] == NOT_LOOKED:
        play[FITTING] = union(play)
    return play[HANDS + play[SEAT]] & play[FITTING]


@shared
def carry_out(play: Play, rules: Rules, choice: int) -> None:
    """Carry out a lawful choice of the player on turn."""
    if choice >= 0:
        _place(play, rules, choice >> 6, choice & 63)
    elif choice == DRAW:
        _draw(play, rules)
    else:
        _pass(play, rules)


@inline
def _place(play: Play, rules: Rules, cell: int, tile: int) -> None:
    shape = shape_of(play, cell, rules.beside_bridge)
    put(play, cell, tile, shape)
    _note(play, LOG_PLACE | tile << 6 | cell << 12 | shape << 25)
    play[TALLY + shape] += 1
    play[SCORES + play[SEAT]] += placed_points(rules, shape, SUMS[tile])
    _placed(play, rules, tile)


@inline
def _draw(play: Play, rules: Rules) -> None:
    tile = play[play[NEXT]]
    _note(play, LOG_DRAW | tile << 6)
    play[NEXT] += 1
    play[DRAWS] += 1
    play[HANDS + play[SEAT]] |= 1 << tile
    play[SCORES + play[SEAT]] -= rules.draw_penalty


@inline
def _pass(play: Play, rules: Rules) -> None:
    _note(play, LOG_PASS | play[DRAWS] << 38)
    play[SCORES + play[SEAT]] -= pass_cost(rules, play[DRAWS])
    play[PASSED] += 1
    if counts_as_blocking(rules, in_well(play)):
        play[PASSES] += 1
    if play[PASSES] == play[PLAYERS]:
        _block(play, rules)
    else:
        _next_seat(play)
