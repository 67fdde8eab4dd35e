"""What a seat may know of a round, from its log: other hands, their draws and the well stay hidden."""

from __future__ import annotations

from tricorn.core.compile import Ints, inline, jit, jit_internal, not_literal
from tricorn.core.log import (
    LOG_BY_CLOCK,
    LOG_DRAW,
    LOG_PASS,
    LOG_POINTS,
    LOG_PROVED,
    LOG_STRIDE,
    NO_TILE,
    logged_kind,
    logged_points,
    logged_seat,
    logged_shape,
    logged_shown,
    logged_tile,
)
from tricorn.core.rules import NOBODY, Rules
from tricorn.core.state import (
    BY_CLOCK,
    DRAWS,
    FIRST_X,
    FIRST_Y,
    HAND_SIZE,
    HAND_TOTALS,
    HANDS,
    HIDDEN,
    LAID,
    LAST_DEALT,
    LOCATED,
    LOG,
    LOG_END,
    MAX_SEATS,
    NO_SUM,
    ORDER,
    PLAYERS,
    SCORES,
    SEAT,
    SEAT_DRAWS,
    SHAPE_COUNTS,
    STARTER,
    TRACKED,
    UNDECIDED,
    UNKNOWN,
    WELL_END,
    WELL_RECORDED,
    State,
    copy_without_hands,
)
from tricorn.core.unknown_tiles import HAND_STRIDE, PLACEMENT_STEP, add_unknown, exclude, reveal

__all__ = ["derive_hands", "observe"]

_ANY_TILE = NO_TILE << 6  # as `pack_logged` has it


@jit
def observe(state: State, rules: Rules, seat: int, into: State) -> None:
    """Write what a seat, or NOBODY, may know of a round that goes on into an array that is at least as long.

    The cells of all tiles must be known, and nothing insisted on. Only what is listed here is copied.
    """
    copy_without_hands(state, into)
    into[STARTER] = 0
    if state[LOG_END] == LOG:  # nobody else knows who starts
        into[SEAT] = NOBODY
    for index in range(ORDER, WELL_END):
        into[index] = NO_TILE
    for index in range(SHAPE_COUNTS, LOG):
        into[index] = 0
    for index in (FIRST_X, FIRST_Y, HAND_SIZE, LAST_DEALT, WELL_RECORDED):
        into[index] = state[index]
    into[LOCATED] = 1
    for other in range(MAX_SEATS):
        into[SCORES + other] = 0
        into[HAND_TOTALS + 2 * other + 1] = NO_SUM
    derive_hands(
        state, rules, seat, into, not_literal(HANDS), into, not_literal(UNKNOWN), into, not_literal(SEAT_DRAWS)
    )
    _copy_own_hand(state, seat, into)
    for other in range(state[PLAYERS]):
        into[HIDDEN + other] = into[UNKNOWN + other * HAND_STRIDE]
    _copy_log(state, seat, into)


@inline
def _copy_own_hand(state: State, seat: int, into: State) -> None:
    """Copy the seat's own tiles, known or not."""
    if seat < 0:
        return
    into[HANDS + seat] = state[HANDS + seat]
    into[TRACKED] = state[TRACKED] & 1 << seat
    for index in range(UNKNOWN + seat * HAND_STRIDE, UNKNOWN + (seat + 1) * HAND_STRIDE):
        into[index] = state[index]


@inline
def _copy_log(state: State, seat: int, into: State) -> None:
    """Copy the log without the tiles that others drew, and what it says of points, shapes and the clock."""
    for index in range(LOG, state[LOG_END], LOG_STRIDE):
        logged = state[index]
        player, kind = logged_seat(logged), logged_kind(logged)
        for offset in range(LOG_STRIDE):
            into[index + offset] = state[index + offset]
        if kind == LOG_DRAW and player != seat:
            into[index] |= _ANY_TILE
        into[SCORES + player] += logged_points(state[index + LOG_POINTS])
        if kind not in (LOG_DRAW, LOG_PASS):
            into[SHAPE_COUNTS + logged_shape(logged)] += 1
            into[LAID] += 1
    into[BY_CLOCK] = UNDECIDED
    if state[DRAWS]:
        into[BY_CLOCK] = 1 if state[state[LOG_END] - LOG_STRIDE] & LOG_BY_CLOCK else 0


@jit_internal
def derive_hands(
    state: State,
    rules: Rules,
    seat: int,
    known: Ints,
    first_known: int,
    unknown: Ints,
    first_unknown: int,
    draws: Ints,
    first_draws: int,
) -> None:
    """Derive from the log what is known of the hands of all seats but one.

    Into three arrays, which may be the same, each from an index on: the known tiles of each hand, its unknown tiles
    (unknown_tiles.py), and the draws of each seat since the last placement.
    """
    for other in range(MAX_SEATS):
        known[first_known + other] = 0
        draws[first_draws + other] = 0
        unknown[first_unknown + other * HAND_STRIDE] = 0
    for other in range(state[PLAYERS]):
        for _ in range(0 if other == seat else state[HAND_SIZE]):
            add_unknown(unknown, first_unknown + other * HAND_STRIDE, not_literal(0))
    placements, drawn = 0, 0
    for index in range(LOG, state[LOG_END], LOG_STRIDE):
        logged = state[index]
        kind, player = logged_kind(logged), logged_seat(logged)
        first = first_unknown + player * HAND_STRIDE
        if player != seat:
            exclude(unknown, first, state[index + LOG_PROVED])
        if kind == LOG_DRAW:
            drawn += 1
            draws[first_draws + player] += 1
            if player != seat:
                add_unknown(unknown, first, placements * PLACEMENT_STEP + draws[first_draws + player])
            continue
        if kind != LOG_PASS:
            if player != seat:
                _take_from_hand(
                    known, first_known + player, unknown, first, logged, drawn != 0 and not rules.draw_optional
                )
            placements += 1
            for other in range(MAX_SEATS):
                draws[first_draws + other] = 0
        drawn = 0


@inline
def _take_from_hand(known: Ints, at: int, unknown: Ints, first: int, logged: int, just_drawn: bool) -> None:
    """Take a tile that was placed from the known or unknown ones of a hand, and make known the one it shows."""
    tile, shown = logged_tile(logged), logged_shown(logged)
    if known[at] >> tile & 1:
        known[at] ^= 1 << tile
    else:
        reveal(unknown, first, tile, just_drawn)
    if shown >= 0:
        reveal(unknown, first, shown, False)
        known[at] |= 1 << shown
