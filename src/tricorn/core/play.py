"""A round in full knowledge: dealing, lawful choices, and carrying them out, without any Python objects.

Playouts, simulations and searchers run on this. A choice is one number: PASS, DRAW, or a placement
packed as 64 times the cell plus the tile. What was done can be logged, one number an event.
"""

from __future__ import annotations

from typing import NamedTuple

from tricorn.core.compile import Ints, array, array_of, inline, jit, popcount
from tricorn.core.heuristic import WEIGHTS
from tricorn.core.rng import shuffle
from tricorn.core.rules import (
    NOBODY,
    ZERO,
    Rules,
    blocked_winner,
    hand_sum,
    start_points,
    starting_seat,
    starting_tile,
)
from tricorn.core.table import (
    SUMS,
    Table,
    copy_table,
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
    "DRAW",
    "DRAWS",
    "FITTING",
    "LAID",
    "LOGGED",
    "LOG_DRAW",
    "LOG_PASS",
    "LOG_PLACE",
    "LOG_START",
    "NEXT",
    "NOT_LOOKED",
    "OUT",
    "OVER",
    "PASS",
    "PASSED",
    "PASSES",
    "PLAYERS",
    "PRIZE",
    "SEAT",
    "SEATS",
    "STARTER",
    "START_CELL",
    "WINNER",
    "Play",
    "carry_out",
    "copy_play",
    "deal",
    "in_well",
    "new_play",
    "placeable",
    "start_with",
]

PASS, DRAW = -2, -1

SEATS = 6
START_CELL = 2 * (32 * 64 + 32)

# Places in Play.now.
SEAT, PLAYERS, NEXT, DRAWS, PASSES, OVER, WINNER, PRIZE, FITTING, STARTER, LAID, LOGGED = range(12)

# Places in Play.tally: one for each shape of placement, then passes.
PASSED = 6

# How a round ended (OVER); 0 while it is going on.
OUT, BLOCKED = 1, 2

# FITTING is the mask of tiles that fit the table, looked up once a turn; this says it is not known.
NOT_LOOKED = -1

# Events of the log: three bits of kind, three of seat, six of tile, thirteen of cell, three of shape, nine of
# the numbers at the cell's corners, and for a pass how many tiles were drawn before it.
LOG_START, LOG_PLACE, LOG_DRAW, LOG_PASS = 0, 1, 2, 3

_ORIGIN = array_of([START_CELL], "int64")  # read from an array: numba would compile for a literal apart
_NUMBERS = array_of((number for tile in TILES for number in tile.numbers), "int64")


class Play(NamedTuple):
    """The state of one round, in flat arrays."""

    table: Table
    hands: Ints  # a mask of tiles for each seat
    order: Ints  # the 56 tiles as they were shuffled: hands first, then the well in drawing order
    now: Ints  # whose turn, where the well stands, and so on: see the names above
    scores: Ints  # the running scores of the game
    tally: Ints  # what happened in the round, counted: see PASSED
    weights: Ints  # of the heuristic, should a policy use it
    tiles: Ints  # scratch: how many tiles each hand holds
    sums: Ints  # scratch: the sum of each hand
    log: Ints  # the events of the round; of length 0 if nobody wants them


def new_play(players: int, *, log: bool = False) -> Play:
    """A state for so many players, to be dealt."""
    # A turn is a placement, a pass or a draw: 56 tiles are placed or drawn at most once each, and
    # between two placements or draws no more passes fit than there are seats.
    play = Play(
        table=new_table(),
        hands=array(SEATS, "int64"),
        order=array(len(TILES), "int64"),
        now=array(12, "int64"),
        scores=array(SEATS, "int64"),
        tally=array(PASSED + 1, "int64"),
        weights=WEIGHTS.copy(),
        tiles=array(SEATS, "int64"),
        sums=array(SEATS, "int64"),
        log=array(2 * len(TILES) * (SEATS + 1) if log else 0, "int64"),
    )
    play.now[PLAYERS] = players
    return play


def copy_play(play: Play) -> Play:
    """An independent copy."""
    return Play(copy_table(play.table), *(part.copy() for part in play[1:]))


@jit
def deal(play: Play, rng: Ints, each: int) -> None:
    """Shuffle the tiles, deal so many to each seat, and find who starts."""
    reset(play.table)
    for tile in range(len(play.order)):
        play.order[tile] = tile
    shuffle(play.order, rng)
    now, hands = play.now, play.hands
    players = now[PLAYERS]
    for seat in range(players):
        hand = 0
        for index in range(seat * each, (seat + 1) * each):
            hand |= 1 << play.order[index]
        hands[seat] = hand
    now[NEXT] = players * each
    now[SEAT] = now[STARTER] = starting_seat(hands, players)
    now[DRAWS] = 0
    now[PASSES] = 0
    now[OVER] = 0
    now[WINNER] = NOBODY
    now[PRIZE] = 0
    now[FITTING] = NOT_LOOKED
    now[LAID] = 0
    now[LOGGED] = 0
    for index in range(len(play.tally)):
        play.tally[index] = 0


@inline
def _note(play: Play, entry: int) -> None:
    """Add an event to the log, if one is kept: seat and corner numbers are added to what the entry says."""
    if len(play.log):
        at = play.now[LOGGED]
        corners = corner_numbers(play.table, entry >> 12 & 0x1FFF)
        play.log[at] = entry | play.now[SEAT] << 3 | corners << 28
        play.now[LOGGED] = at + 1


@jit
def start_with(play: Play, rules: Rules, zero: bool) -> None:
    """Lay the first tile on the origin cell: the one that must start, or 0-0-0 where that is offered."""
    seat = play.now[SEAT]
    tile = ZERO if zero else starting_tile(play.hands[seat])
    a, b, c = _NUMBERS[3 * tile], _NUMBERS[3 * tile + 1], _NUMBERS[3 * tile + 2]
    put_first(play.table, _ORIGIN[0], a, b, c)
    _note(play, LOG_START | tile << 6 | START_CELL << 12)
    play.scores[seat] += start_points(rules, tile)
    _placed(play, rules, tile)


@inline
def _placed(play: Play, rules: Rules, tile: int) -> None:
    """What follows a placement: the tile leaves the hand, and the round ends or the next player is on."""
    now, hands = play.now, play.hands
    seat = now[SEAT]
    hands[seat] ^= 1 << tile
    now[LAID] |= 1 << tile
    now[PASSES] = 0
    if hands[seat]:
        _next_seat(play)
    else:
        _go_out(play, rules)


@inline
def _next_seat(play: Play) -> None:
    now = play.now
    seat = now[SEAT] + 1
    now[SEAT] = 0 if seat == now[PLAYERS] else seat
    now[DRAWS] = 0
    now[FITTING] = NOT_LOOKED


@inline
def _end(play: Play, winner: int, prize: int) -> None:
    play.now[WINNER] = winner
    play.now[PRIZE] = prize
    if winner != NOBODY:
        play.scores[winner] += prize


@jit
def _go_out(play: Play, rules: Rules) -> None:
    prize = rules.out_bonus
    for seat in range(play.now[PLAYERS]):
        prize += hand_sum(play.hands[seat])
    play.now[OVER] = OUT
    _end(play, play.now[SEAT], prize)


@jit
def _block(play: Play, rules: Rules) -> None:
    players, tiles, sums = play.now[PLAYERS], play.tiles, play.sums
    everything = 0
    for seat in range(players):
        tiles[seat] = popcount(play.hands[seat])
        sums[seat] = hand_sum(play.hands[seat])
        everything += sums[seat]
    winner = blocked_winner(rules, tiles, sums, players)
    prize = 0 if winner == NOBODY else everything - 2 * sums[winner]
    play.now[OVER] = BLOCKED
    _end(play, winner, prize)


@inline
def in_well(play: Play) -> int:
    """How many tiles are left to draw."""
    return len(play.order) - play.now[NEXT]


@inline
def placeable(play: Play) -> int:
    """The tiles of the hand on turn that fit somewhere."""
    now = play.now
    if now[FITTING] == NOT_LOOKED:
        now[FITTING] = union(play.table)
    return play.hands[now[SEAT]] & now[FITTING]


@inline
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
    shape = shape_of(play.table, cell)
    put(play.table, cell, tile)
    _note(play, LOG_PLACE | tile << 6 | cell << 12 | shape << 25)
    play.tally[shape] += 1
    play.scores[play.now[SEAT]] += SUMS[tile] + rules.bonuses[shape]
    _placed(play, rules, tile)


@inline
def _draw(play: Play, rules: Rules) -> None:
    now = play.now
    tile = play.order[now[NEXT]]
    _note(play, LOG_DRAW | tile << 6)
    now[NEXT] += 1
    now[DRAWS] += 1
    play.hands[now[SEAT]] |= 1 << tile
    play.scores[now[SEAT]] -= rules.draw_penalty


@inline
def _pass(play: Play, rules: Rules) -> None:
    now = play.now
    _note(play, LOG_PASS | now[DRAWS] << 38)
    play.scores[now[SEAT]] -= rules.pass_penalty
    play.tally[PASSED] += 1
    now[PASSES] += 1
    if now[PASSES] == now[PLAYERS]:
        _block(play, rules)
    else:
        _next_seat(play)
