"""Fills a workspace from the log of a round whose tiles are all known, as in the page, with what a seat can know.

observe_view.py does the same from a view, whose round may be only partly known.
"""

from __future__ import annotations

from tricorn.bots.belief import replay_placement
from tricorn.bots.workspace import Workspace
from tricorn.bots.worlds import UNKNOWN_COUNT, WorldChain
from tricorn.core.compile import Ints, inline, jit, jit_internal, lowest_bit, not_literal
from tricorn.core.rules import Rules, placed_points
from tricorn.core.state import (
    FITTING,
    HANDS,
    LOG,
    LOG_BY_CLOCK,
    LOG_DRAW,
    LOG_END,
    LOG_PASS,
    LOG_START,
    MAX_SEATS,
    MUTABLE_END,
    MUTABLE_START,
    NOT_CACHED,
    PLAYERS,
    SEAT,
    State,
    logged_kind,
    logged_seat,
    logged_shape,
    logged_tile,
)
from tricorn.core.table import CELLS, FITS, OPEN, SUMS, Table, clear_table, copy_table, fitting_tiles, shape_of
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
def observe_log(state: State, rules: Rules, hand_size: int, shown: int, workspace: Workspace) -> None:
    """Fill a workspace with what the seat on turn knows of a round with a log.

    Each hand was dealt `hand_size` tiles; `shown` is the tile that a start with 0-0-0 showed, or -1.
    """
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
    _replay_log(state, rules, seat, shown, workspace.table, workspace.known, workspace.unknown, workspace.scratch)
    list_unknown_places(workspace.chain, workspace.unknown)


@jit_internal
def _replay_log(
    state: State, rules: Rules, seat: int, shown: int, table: Table, known: Ints, unknown: UnknownTiles, draws: Ints
) -> None:
    """Derive what the others' moves say about their hands."""
    clear_table(table)
    placements, drawn = 0, 0
    for other in range(MAX_SEATS):
        draws[other] = 0
    for index in range(LOG, state[LOG_END]):
        logged = state[index]
        kind, player = logged_kind(logged), logged_seat(logged)
        if player != seat:
            _exclude_unheld(table, rules, unknown, logged)
        if kind == LOG_DRAW:
            drawn += 1
            draws[player] += 1
            if player != seat:
                add_unknown(unknown, player * HAND_STRIDE, placements * PLACEMENT_STEP + draws[player])
            continue
        if kind != LOG_PASS:
            _take_from_hand(known, unknown, seat, logged, drawn != 0 and not rules.draw_optional)
            if kind == LOG_START and shown >= 0 and player != seat:
                reveal(unknown, player * HAND_STRIDE, shown, False)
                known[player] |= 1 << shown
            replay_placement(table, logged)
            placements += 1
            for other in range(MAX_SEATS):
                draws[other] = 0
        drawn = 0


@inline
def _take_from_hand(known: Ints, unknown: UnknownTiles, seat: int, logged: int, just_drawn: bool) -> None:
    """Take a tile that another seat has placed from its known or unknown ones."""
    player, tile = logged_seat(logged), logged_tile(logged)
    if player == seat:
        return
    if known[player] >> tile & 1:
        known[player] ^= 1 << tile
    else:
        reveal(unknown, player * HAND_STRIDE, tile, just_drawn)


@inline
def _exclude_unheld(table: Table, rules: Rules, unknown: UnknownTiles, logged: int) -> None:
    """Exclude what a move proves that its player does not hold.

    A player who draws or passes where placing comes first holds nothing that fits (R6). The clock makes the placement
    that scores most (R14).
    """
    kind, player, by_clock = logged_kind(logged), logged_seat(logged), logged & LOG_BY_CLOCK != 0
    if kind in (LOG_DRAW, LOG_PASS):
        if not rules.draw_optional or (by_clock and kind == LOG_PASS):
            exclude(unknown, player * HAND_STRIDE, fitting_tiles(table))
    elif by_clock and kind != LOG_START:
        points = placed_points(rules, logged_shape(logged), SUMS[logged_tile(logged)])
        exclude(unknown, player * HAND_STRIDE, _scoring_more(table, rules, points))


@jit_internal
def _scoring_more(table: Table, rules: Rules, points: int) -> int:
    """The tiles with a placement that scores more than this."""
    better = 0
    for slot in range(table[OPEN]):
        shape = shape_of(table, table[CELLS + slot], rules.beside_bridge)
        tiles = table[FITS + slot]
        while tiles:
            tile = lowest_bit(tiles)
            tiles &= tiles - 1
            if placed_points(rules, shape, SUMS[tile]) > points:
                better |= 1 << tile
    return better


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
