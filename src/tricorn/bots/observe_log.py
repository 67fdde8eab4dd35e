"""Fills a workspace from the log of a round whose tiles are all known, as in the page, with what a seat can know.

observe_view.py does the same from a view, whose round may be only partly known.
"""

from __future__ import annotations

from tricorn.bots.workspace import Workspace
from tricorn.bots.worlds import UNKNOWN_COUNT, WorldChain
from tricorn.core.compile import Ints, inline, jit, jit_internal, not_literal
from tricorn.core.log import (
    LOG_DRAW,
    LOG_PASS,
    LOG_PROVED,
    LOG_STRIDE,
    logged_kind,
    logged_seat,
    logged_shown,
    logged_tile,
)
from tricorn.core.rules import Rules
from tricorn.core.state import (
    FITTING,
    HANDS,
    LOG,
    LOG_END,
    MAX_SEATS,
    MUTABLE_END,
    MUTABLE_START,
    NOT_CACHED,
    PLAYERS,
    SEAT,
    State,
)
from tricorn.core.table import copy_table
from tricorn.core.unknown_tiles import (
    HAND_STRIDE,
    PLACEMENT_STEP,
    UnknownTiles,
    add_unknown,
    exclude,
    excluded_index,
    moment_index,
    reveal,
)

__all__ = ["list_unknown_places", "observe_log"]


@jit
def observe_log(state: State, rules: Rules, hand_size: int, workspace: Workspace) -> None:
    """Fill a workspace with what the seat on turn knows of a round with a log, dealt with `hand_size` tiles a hand."""
    seat = state[SEAT]
    copy_table(state, workspace.state)
    for index in range(MUTABLE_START, MUTABLE_END):
        workspace.state[index] = state[index]
    workspace.state[FITTING] = NOT_CACHED
    for other in range(MAX_SEATS):
        workspace.state[HANDS + other] = 0
        workspace.known[other] = 0
        workspace.unknown[other * HAND_STRIDE] = 0
    for other in range(state[PLAYERS]):
        for _ in range(0 if other == seat else hand_size):
            add_unknown(workspace.unknown, other * HAND_STRIDE, not_literal(0))
    workspace.known[seat] = state[HANDS + seat]
    _replay_log(state, rules, seat, workspace.known, workspace.unknown, workspace.scratch)
    list_unknown_places(workspace.chain, workspace.unknown)


@jit_internal
def _replay_log(state: State, rules: Rules, seat: int, known: Ints, unknown: UnknownTiles, draws: Ints) -> None:
    """Derive what the others' moves say about their hands."""
    placements, drawn = 0, 0
    for other in range(MAX_SEATS):
        draws[other] = 0
    for index in range(LOG, state[LOG_END], LOG_STRIDE):
        logged = state[index]
        kind, player = logged_kind(logged), logged_seat(logged)
        if player != seat:
            exclude(unknown, player * HAND_STRIDE, state[index + LOG_PROVED])
        if kind == LOG_DRAW:
            drawn += 1
            draws[player] += 1
            if player != seat:
                add_unknown(unknown, player * HAND_STRIDE, placements * PLACEMENT_STEP + draws[player])
            continue
        if kind != LOG_PASS:
            if player != seat:
                _take_from_hand(known, unknown, logged, drawn != 0 and not rules.draw_optional)
            placements += 1
            for other in range(MAX_SEATS):
                draws[other] = 0
        drawn = 0


@inline
def _take_from_hand(known: Ints, unknown: UnknownTiles, logged: int, just_drawn: bool) -> None:
    """Take a tile that another seat has placed from its known or unknown ones, and make known the one it shows."""
    player, tile, shown = logged_seat(logged), logged_tile(logged), logged_shown(logged)
    if known[player] >> tile & 1:
        known[player] ^= 1 << tile
    else:
        reveal(unknown, player * HAND_STRIDE, tile, just_drawn)
    if shown >= 0:
        reveal(unknown, player * HAND_STRIDE, shown, False)
        known[player] |= 1 << shown


@jit
def list_unknown_places(chain: WorldChain, unknown: UnknownTiles) -> None:
    """List the unknown places of all hands for the chain."""
    count = 0
    for seat in range(MAX_SEATS):
        for index in range(unknown[seat * HAND_STRIDE]):
            chain.owner[count] = seat
            chain.excluded[count] = unknown[excluded_index(seat * HAND_STRIDE, index)]
            chain.filled_at[count] = unknown[moment_index(seat * HAND_STRIDE, index)]
            count += 1
    chain.sizes[UNKNOWN_COUNT] = count
