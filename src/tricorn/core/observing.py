"""What a seat may know of a round, from its log: other hands, their draws and the well stay hidden."""

from __future__ import annotations

from tricorn.core import layout as at
from tricorn.core.compile import inline, jit, not_literal
from tricorn.core.knowledge import first_unknown
from tricorn.core.layout import MAX_SEATS, NO_SUM, UNDECIDED
from tricorn.core.log import (
    LOG_BY_CLOCK,
    LOG_DRAW,
    LOG_PASS,
    LOG_PROVED,
    LOG_STRIDE,
    NO_TILE,
    logged_kind,
    logged_seat,
    logged_shape,
    logged_shown,
    logged_tile,
)
from tricorn.core.rules import NOBODY, Rules
from tricorn.core.state import State, copy_without_hands
from tricorn.core.unknown_tiles import PLACEMENT_STEP, add_unknown, exclude, reveal

__all__ = ["observe"]

_ANY_TILE = NO_TILE << 6  # as `pack_logged` has it


@jit
def observe(state: State, rules: Rules, seat: int, into: State) -> None:
    """Write what a seat, or NOBODY, may know of a round that goes on into an array that is at least as long.

    The cells of all tiles must be known, and nothing insisted on. Only what is listed here is copied.
    """
    copy_without_hands(state, into)
    if state[at.LOG_END] == at.LOG and not rules.start_by_choice:  # nobody else knows who starts
        into[at.SEAT] = into[at.STARTER] = NOBODY
    for index in range(at.ORDER, at.WELL_END):
        into[index] = NO_TILE
    for index in range(at.SHAPE_COUNTS, at.LOG):
        into[index] = 0
    for index in (at.LAID, at.LOCATED, at.FIRST_X, at.FIRST_Y, at.HAND_SIZE, at.LAST_DEALT, at.WELL_RECORDED):
        into[index] = state[index]
    for other in range(MAX_SEATS):
        into[at.HAND_TOTALS + 2 * other + 1] = NO_SUM
    _derive_hands(state, rules, seat, into)
    _copy_own_hand(state, seat, into)
    for other in range(state[at.PLAYERS]):
        into[at.HIDDEN + other] = into[first_unknown(other)]
    _copy_log(state, seat, into)


@inline
def _copy_own_hand(state: State, seat: int, into: State) -> None:
    """Copy the seat's own tiles, known or not."""
    if seat < 0:
        return
    into[at.HANDS + seat] = state[at.HANDS + seat]
    into[at.TRACKED] = state[at.TRACKED] & 1 << seat
    for index in range(first_unknown(seat), first_unknown(seat + 1)):
        into[index] = state[index]


@inline
def _copy_log(state: State, seat: int, into: State) -> None:
    """Copy the log without the tiles that others drew, and what it says of shapes, passes and the clock."""
    for index in range(at.LOG, state[at.LOG_END], LOG_STRIDE):
        logged = state[index]
        player, kind = logged_seat(logged), logged_kind(logged)
        for offset in range(LOG_STRIDE):
            into[index + offset] = state[index + offset]
        if kind == LOG_DRAW and player != seat:
            into[index] |= _ANY_TILE
        if kind == LOG_PASS:
            into[at.PASS_COUNT] += 1
        elif kind != LOG_DRAW:
            into[at.SHAPE_COUNTS + logged_shape(logged)] += 1
    into[at.BY_CLOCK] = UNDECIDED
    if state[at.DRAWS]:
        into[at.BY_CLOCK] = 1 if state[state[at.LOG_END] - LOG_STRIDE] & LOG_BY_CLOCK else 0


@inline
def _derive_hands(state: State, rules: Rules, seat: int, into: State) -> None:
    """Derive from the log what is known of the hands of all seats but one, and each seat's draws since a placement."""
    for other in range(MAX_SEATS):
        into[first_unknown(other)] = 0
        for _ in range(state[at.HAND_SIZE] if other != seat and other < state[at.PLAYERS] else 0):
            add_unknown(into, first_unknown(other), not_literal(0))
    placements, drawn = 0, 0
    for index in range(at.LOG, state[at.LOG_END], LOG_STRIDE):
        logged = state[index]
        kind, player = logged_kind(logged), logged_seat(logged)
        if player != seat:
            exclude(into, first_unknown(player), state[index + LOG_PROVED])
        if kind == LOG_DRAW:
            drawn += 1
            into[at.SEAT_DRAWS + player] += 1
            if player != seat:
                moment = placements * PLACEMENT_STEP + into[at.SEAT_DRAWS + player]
                add_unknown(into, first_unknown(player), moment)
            continue
        if kind != LOG_PASS:
            if player != seat:
                _take_from_hand(into, player, logged, drawn != 0 and not rules.draw_optional)
            placements += 1
            for other in range(MAX_SEATS):
                into[at.SEAT_DRAWS + other] = 0
        drawn = 0


@inline
def _take_from_hand(into: State, seat: int, logged: int, just_drawn: bool) -> None:
    """Take a tile that was placed from the known or unknown ones of a hand, and make known the one it shows."""
    tile, shown = logged_tile(logged), logged_shown(logged)
    if into[at.HANDS + seat] >> tile & 1:
        into[at.HANDS + seat] ^= 1 << tile
    else:
        reveal(into, first_unknown(seat), tile, just_drawn)
    if shown != NO_TILE:
        reveal(into, first_unknown(seat), shown, False)
        into[at.HANDS + seat] |= 1 << shown
