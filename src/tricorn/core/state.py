"""The state of a round with all tiles known: dealing and applying legal choices, without Python objects.

Playouts, simulations and searches run on this. A state, like a board, is one flat array of whole numbers; it begins
with its board, so a function of a board also takes a state. A choice is one number: PASS, DRAW, or a placement packed
as 64 times the cell plus the tile.
"""

from __future__ import annotations

from typing import TypeAlias

from tricorn.bonus import PLAIN
from tricorn.core import layout as at
from tricorn.core.board import (
    CELLS,
    FITS,
    FITTING_SLOTS,
    MIDDLE,
    OPEN,
    PLACED,
    SUMS,
    TRAIL,
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
from tricorn.core.layout import BLOCKED, MAX_SEATS, NOT_CACHED, OUT, UNDECIDED
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
    pack_pass,
    pack_points,
    pack_shown,
)
from tricorn.core.rng import below, shuffle
from tricorn.core.rules import (
    NOBODY,
    Rules,
    blocked_prize,
    blocked_winner,
    counts_as_blocking,
    hand_points,
    next_seat,
    out_prize,
    pass_cost,
    placed_points,
    shown_triple,
    start_points,
    starting_seat,
)
from tricorn.tiles import TILES

__all__ = [
    "DRAW",
    "PASS",
    "START_CELL",
    "State",
    "apply_choice",
    "apply_option",
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

START_CELL = 2 * (MIDDLE * WIDTH + MIDDLE)

State: TypeAlias = Ints


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
    state = new_board(at.LOG + LOG_STRIDE * 2 * len(TILES) * (MAX_SEATS + 1) if log else at.KNOWN)
    state[at.PLAYERS] = players
    return state


@jit
def deal(state: State, rules: Rules, rng: Ints, hand_size: int) -> None:
    """Shuffle the tiles, deal `hand_size` tiles to every seat, and determine who starts; a lot follows the shuffle."""
    for tile in range(at.WELL_END - at.ORDER):
        state[at.ORDER + tile] = tile
    shuffle(state, not_literal(at.ORDER), not_literal(at.WELL_END - at.ORDER), rng)
    starter = below(rng, state[at.PLAYERS]) if rules.start_by_choice else NOBODY
    deal_in_order(state, hand_size, at.WELL_END - at.ORDER - state[at.PLAYERS] * hand_size, starter)


@jit
def deal_in_order(state: State, hand_size: int, well: int, starter: int) -> None:
    """Deal the tiles in the order of ORDER: the first ones to the seats, the last `well` ones to the well.

    The lot has fallen on `starter`; with NOBODY the tiles decide who starts.
    """
    clear_round(state)
    players = state[at.PLAYERS]
    for seat in range(players):
        hand = 0
        for index in range(seat * hand_size, (seat + 1) * hand_size):
            hand |= 1 << state[at.ORDER + index]
        state[at.HANDS + seat] = hand
    state[at.NEXT_DRAW] = at.WELL_END - well
    if starter == NOBODY:
        starter = starting_seat(state, at.HANDS, players)
    state[at.SEAT] = state[at.STARTER] = starter
    if len(state) > at.KNOWN:
        state[at.HAND_SIZE], state[at.LAST_DEALT], state[at.WELL_RECORDED] = hand_size, players - 1, 1
        state[at.LAID], state[at.LOCATED] = 0, 1
        state[at.TRACKED] = (1 << players) - 1


@inline
def clear_round(state: State) -> None:
    """Clear the board and everything that belongs to the round before, except hands and well."""
    clear_board(state)
    for index in range(at.SHAPE_COUNTS, at.PASS_COUNT + 1):
        state[index] = 0
    state[at.DRAWS] = 0
    state[at.PASSES] = 0
    state[at.OVER] = 0
    state[at.WINNER] = NOBODY
    state[at.PRIZE] = 0
    state[at.FITTING] = NOT_CACHED
    state[at.ON_TABLE] = 0
    state[at.LOG_END] = at.LOG
    if len(state) > at.KNOWN:
        state[at.BY_CLOCK] = UNDECIDED


@jit
def copy_without_hands(state: State, into: State) -> None:
    """Copy the board and the turn of a round over those of another, with no tiles in the hands."""
    for index in range(at.MUTABLE_END):
        into[index] = state[index]
    for index in range(FITTING_SLOTS, TRAIL):  # where the tiles of some hand fitted
        into[index] = 0
    for seat in range(MAX_SEATS):
        into[at.HANDS + seat] = 0
    into[at.FITTING] = NOT_CACHED


@jit_internal
def proved_absent(state: State, rules: Rules, kind: int, by_clock: bool, points: int) -> int:
    """The tiles that a move proves its player does not hold, on the board before the move.

    A player who draws or passes where placing comes first holds nothing that fits (R6). The clock makes the placement
    that scores least (R14).
    """
    if kind == LOG_PLACE:
        return _scoring_less(state, rules, points) if by_clock else 0
    must_place = not rules.draw_optional or (by_clock and kind == LOG_PASS)
    if kind == LOG_START or not must_place:
        return 0
    if state[at.FITTING] == NOT_CACHED:
        state[at.FITTING] = fitting_tiles(state)
    return state[at.FITTING]


@jit_internal
def _scoring_less(state: State, rules: Rules, points: int) -> int:
    """The tiles with a placement that scores less than this."""
    lower = 0
    for slot in range(state[OPEN]):
        shape = shape_of(state, state[CELLS + slot], rules.beside)
        tiles = state[FITS + slot]
        while tiles:
            tile = lowest_bit(tiles)
            tiles &= tiles - 1
            if placed_points(rules, shape, SUMS[tile]) < points:
                lower |= 1 << tile
    return lower


@jit_internal
def _log_event(state: State, rules: Rules, logged: int, points: int) -> None:
    """Add a move that is about to be made to the log."""
    entry, kind, cell, tile = state[at.LOG_END], logged_kind(logged), logged_cell(logged), logged_tile(logged)
    corners, place = 0, cell if kind in (LOG_START, LOG_PLACE) else START_CELL
    if kind == LOG_START:
        corners = tile_corners(tile)
    elif kind == LOG_PLACE:
        corners = placed_corners(corner_numbers(state, cell), tile)
    state[at.LAID] += kind in (LOG_START, LOG_PLACE)
    by_clock = state[at.BY_CLOCK] == 1
    state[entry] = complete_logged(logged, state[at.SEAT], corners) | (LOG_BY_CLOCK if by_clock else 0)
    state[entry + LOG_POINTS] = pack_points(points, not_literal(0))
    state[entry + LOG_CELL] = pack_cell(cell_x(place), cell_y(place), points_down(place))
    state[entry + LOG_PROVED] = proved_absent(state, rules, kind, by_clock, points)
    state[at.LOG_END] = entry + LOG_STRIDE


@jit
def start_with(state: State, rules: Rules, tile: int) -> None:
    """Place the first tile on the origin cell; it is one of those that may start."""
    seat = state[at.SEAT]
    if len(state) > at.KNOWN:
        shown = pack_shown(shown_triple(rules, state[at.HANDS + seat], tile))
        logged = pack_logged(LOG_START, tile, START_CELL, PLAIN) | shown
        _log_event(state, rules, logged, start_points(rules, tile))
    a, b, c = unpack_corners(tile_corners(tile))
    put_first(state, not_literal(START_CELL), a, b, c)
    state[at.SHAPE_COUNTS + PLAIN] += 1
    state[at.SCORES + seat] += start_points(rules, tile)
    _finish_placement(state, rules, tile)


@inline
def _finish_placement(state: State, rules: Rules, tile: int) -> None:
    """Finish a placement: the tile leaves the hand, and the round ends or the next player is on turn."""
    hand = state[at.HANDS + state[at.SEAT]] ^ 1 << tile
    state[at.HANDS + state[at.SEAT]] = hand
    state[at.ON_TABLE] |= 1 << tile
    state[at.PASSES] = 0
    if hand:
        end_turn(state)
    else:
        _go_out(state, rules)


@inline
def end_turn(state: State) -> None:
    """End the turn: the next player is on turn."""
    state[at.SEAT] = next_seat(state[at.SEAT], state[at.PLAYERS])
    state[at.DRAWS] = 0
    state[at.FITTING] = NOT_CACHED


@inline
def _end(state: State, winner: int, prize: int) -> None:
    state[at.WINNER] = winner
    state[at.PRIZE] = prize
    if winner != NOBODY:
        state[at.SCORES + winner] += prize


@inline
def end_out(state: State, rules: Rules, others: int) -> None:
    """End the round because the player on turn is out; `others` is the sum of the other hands."""
    state[at.OVER] = OUT
    _end(state, state[at.SEAT], out_prize(rules, others))


@jit_internal
def _go_out(state: State, rules: Rules) -> None:
    others = 0
    for seat in range(state[at.PLAYERS]):
        others += hand_points(rules, state[at.HANDS + seat])
    end_out(state, rules, others)


@inline
def end_blocked(state: State, rules: Rules) -> None:
    """End the round as blocked; HAND_TOTALS has the number of tiles and the sum of each hand."""
    players = state[at.PLAYERS]
    winner = blocked_winner(rules, state, not_literal(at.HAND_TOTALS), players)
    prize = 0
    if winner != NOBODY:
        others = 0
        for seat in range(players):
            if seat != winner:
                others += state[at.HAND_TOTALS + 2 * seat + 1]
        prize = blocked_prize(rules, others, state[at.HAND_TOTALS + 2 * winner + 1])
    state[at.OVER] = BLOCKED
    _end(state, winner, prize)


@jit_internal
def _block(state: State, rules: Rules) -> None:
    for seat in range(state[at.PLAYERS]):
        state[at.HAND_TOTALS + 2 * seat] = popcount(state[at.HANDS + seat])
        state[at.HAND_TOTALS + 2 * seat + 1] = hand_points(rules, state[at.HANDS + seat])
    end_blocked(state, rules)


@inline
def in_well(state: State) -> int:
    """How many tiles are left to draw."""
    return at.WELL_END - state[at.NEXT_DRAW]


@jit_internal
def placeable(state: State) -> int:
    """The tiles of the hand on turn that fit somewhere."""
    if state[at.FITTING] == NOT_CACHED:
        state[at.FITTING] = fitting_tiles(state)
    return state[at.HANDS + state[at.SEAT]] & state[at.FITTING]


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
    shape = shape_of(state, cell, rules.beside)
    if len(state) > at.KNOWN:
        points = placed_points(rules, shape, SUMS[tile])
        _log_event(state, rules, pack_logged(LOG_PLACE, tile, cell, shape), points)
    put(state, cell, tile, shape)
    state[at.SHAPE_COUNTS + shape] += 1
    state[at.SCORES + state[at.SEAT]] += placed_points(rules, shape, SUMS[tile])
    _finish_placement(state, rules, tile)


@inline
def _draw(state: State, rules: Rules) -> None:
    tile = state[state[at.NEXT_DRAW]]
    if len(state) > at.KNOWN:
        _log_event(state, rules, pack_logged(LOG_DRAW, tile, 0, PLAIN), -rules.draw_penalty)
    state[at.NEXT_DRAW] += 1
    state[at.DRAWS] += 1
    state[at.HANDS + state[at.SEAT]] |= 1 << tile
    state[at.SCORES + state[at.SEAT]] -= rules.draw_penalty


@jit_inline
def apply_option(state: State, rules: Rules, choice: int) -> None:
    """Apply a legal choice, which may be the start of the round."""
    if state[PLACED]:
        apply_choice(state, rules, choice)
    else:
        start_with(state, rules, choice_tile(choice))


@inline
def _pass(state: State, rules: Rules) -> None:
    cost = pass_cost(rules, state[at.DRAWS], in_well(state))
    if len(state) > at.KNOWN:
        _log_event(state, rules, pack_pass(state[at.DRAWS]), -cost)
    state[at.SCORES + state[at.SEAT]] -= cost
    if pass_turn(state, rules):
        _block(state, rules)


@inline
def pass_turn(state: State, rules: Rules) -> bool:
    """Count a pass and end the turn, unless it blocks the round (R9); return whether it does."""
    state[at.PASS_COUNT] += 1
    if counts_as_blocking(rules, in_well(state)):
        state[at.PASSES] += 1
    if state[at.PASSES] >= state[at.PLAYERS]:  # people may report more passes after that
        return True
    end_turn(state)
    return False
