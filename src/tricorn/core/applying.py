"""Applies events to a round of which not everything is known: events that `judge` allows, and those insisted on.

What people insist on is believed as they report it: the turn is theirs, an end is revoked, points count as given, known
tiles that contradict it become unknown, and a cell without room is dropped.
"""

from __future__ import annotations

from tricorn.bonus import PLAIN, Bonus
from tricorn.core import events
from tricorn.core import layout as at
from tricorn.core.board import PLACED, mark_bridge, put, put_first, unpack_corners
from tricorn.core.compile import Ints, inline, jit, jit_internal, not_literal
from tricorn.core.judging import must_place_last_drawn
from tricorn.core.judging_cells import check_fits, core_cell, has_room
from tricorn.core.knowledge import (
    MAX_SUM,
    add_hidden,
    exclude_tiles,
    forget_tiles,
    held,
    last_drawn,
    remove_hidden,
    reveal_tile,
    seen_tiles,
    set_hidden,
    tiles_with_sum,
)
from tricorn.core.layout import BLOCKED, MAX_SEATS, NO_SUM, NOT_CACHED, OUT, UNDECIDED
from tricorn.core.log import (
    LOG_ANYWAY,
    LOG_BY_CLOCK,
    LOG_CELL,
    LOG_DRAW,
    LOG_PLACE,
    LOG_POINTS,
    LOG_PROVED,
    LOG_START,
    LOG_STRIDE,
    LOG_WITHOUT_CELL,
    NO_TILE,
    complete_logged,
    pack_cell,
    pack_logged,
    pack_pass,
    pack_points,
    pack_shown,
)
from tricorn.core.refusals import OK
from tricorn.core.rules import NOBODY, Rules
from tricorn.core.state import START_CELL, State, clear_round, end_turn, in_well, pass_turn, proved_absent
from tricorn.core.unknown_tiles import PLACEMENT_STEP
from tricorn.tiles import ALL_TILES

__all__ = ["apply_event", "begin_known"]

_BRIDGE = Bonus.BRIDGE.shape
_TILE_COUNT = at.WELL_END - at.ORDER


@jit
def begin_known(state: State, hand_size: int) -> None:
    """Begin a round of which nothing is known but the players, their scores and the number of tiles dealt to each."""
    clear_round(state)
    for index in range(at.KNOWN, at.UNKNOWN):
        state[index] = 0
    for index in range(at.ORDER, at.WELL_END):
        state[index] = NO_TILE
    state[at.SEAT] = state[at.STARTER] = state[at.LAST_DEALT] = NOBODY
    state[at.BY_CLOCK] = UNDECIDED
    state[at.NEXT_DRAW] = at.ORDER + state[at.PLAYERS] * hand_size
    state[at.HAND_SIZE], state[at.LOCATED] = hand_size, 1
    for seat in range(MAX_SEATS):
        state[at.HANDS + seat] = 0
        state[at.HAND_TOTALS + 2 * seat + 1] = NO_SUM
        set_hidden(state, seat, hand_size if seat < state[at.PLAYERS] else 0)


@jit
def apply_event(state: State, rules: Rules, event: Ints) -> None:
    """Apply an event that `judge` allows; the log has room for one more entry."""
    kind, seat = event[events.KIND], event[events.EVENT_SEAT]
    if event[events.ANYWAY]:
        state[at.OVERRULED] = 1
    if kind == events.DEALT:
        _deal(state, event, seat)
    elif kind == events.WELL:
        state[at.WELL_RECORDED] = 1
        for index in range(event[events.COUNT]):
            state[state[at.NEXT_DRAW] + index] = event[events.TILES_FROM + index]
    elif kind == events.STARTS:
        state[at.SEAT] = state[at.STARTER] = seat
    elif kind == events.HAND_LEFT:
        _leave(state, event, seat)
    elif kind in (events.ENDED_OUT, events.ENDED_BLOCKED):
        _end(state, event, seat)
    elif kind in (events.DECLARED_OUT, events.DECLARED_BLOCKED):
        state[at.DECLARED] = 1
    else:
        state[at.DECLARED] = 0
        _move(state, rules, event, seat)


@inline
def _deal(state: State, event: Ints, seat: int) -> None:
    state[at.LAST_DEALT] = seat
    tiles, hidden = 0, 0
    for index in range(state[at.HAND_SIZE]):
        tile = event[events.TILES_FROM + index]
        if tile == NO_TILE:
            hidden += 1
        else:
            tiles |= 1 << tile
    state[at.HANDS + seat] = tiles
    set_hidden(state, seat, hidden)
    if not hidden:
        state[at.TRACKED] |= 1 << seat


@inline
def _leave(state: State, event: Ints, seat: int) -> None:
    """Apply the tiles left in a hand; if people insist, only their number and sum count."""
    count, total = event[events.COUNT], event[events.SUM]
    if event[events.ANYWAY]:
        state[at.TRACKED] &= ~(1 << seat)
        set_hidden(state, seat, held(state, seat) if count == events.NO_COUNT else count)
        state[at.HANDS + seat] = 0
    elif total == NO_SUM:
        state[at.HANDS + seat] = 0
        for index in range(count):
            state[at.HANDS + seat] |= 1 << event[events.TILES_FROM + index]
        set_hidden(state, seat, not_literal(0))
    state[at.LEFT_SEATS] |= 1 << seat
    # Of a hand whose tiles are known, the sum follows from them, also if people insist that the round goes on.
    is_sum_of_tiles = total == NO_SUM and event[events.ANYWAY]
    state[at.HAND_TOTALS + 2 * seat + 1] = event[events.POINTS] if is_sum_of_tiles else total


@inline
def _end(state: State, event: Ints, winner: int) -> None:
    state[at.SETTLED] = 1
    state[at.OVER] = OUT if event[events.KIND] == events.ENDED_OUT else BLOCKED
    state[at.WINNER], state[at.PRIZE] = winner, event[events.POINTS]
    if winner != NOBODY:
        state[at.SCORES + winner] += event[events.POINTS]


@inline
def _move(state: State, rules: Rules, event: Ints, seat: int) -> None:
    if state[at.SEAT] != seat:
        state[at.SEAT] = seat
        state[at.DRAWS], state[at.BY_CLOCK] = 0, UNDECIDED
    if event[events.ANYWAY]:
        state[at.OVER] = 0
    if event[events.KIND] == events.PLACED:
        _place(state, rules, event, seat)
    elif event[events.KIND] == events.DREW:
        _draw(state, rules, event, seat)
    else:
        _log(state, rules, event, pack_pass(state[at.DRAWS]))
        state[at.SCORES + seat] += event[events.POINTS]
        if pass_turn(state, rules):
            state[at.OVER] = BLOCKED
        else:
            state[at.BY_CLOCK] = UNDECIDED


@jit_internal
def _log(state: State, rules: Rules, event: Ints, logged: int) -> None:
    """Add a move to the log before it is made, and exclude what it proves."""
    entry, seat, proved = state[at.LOG_END], event[events.EVENT_SEAT], 0
    logged = complete_logged(logged, seat, event[events.NUMBERS])
    if state[at.LOCATED] and not event[events.ANYWAY]:
        kind, by_clock = logged & 7, event[events.TIMEOUT] != 0
        proved = proved_absent(state, rules, kind, by_clock, event[events.POINTS])
    if event[events.TIMEOUT]:
        logged |= LOG_BY_CLOCK
    if event[events.ANYWAY]:
        logged |= LOG_ANYWAY
    state[entry] = logged
    state[entry + LOG_POINTS] = pack_points(event[events.POINTS], max(event[events.SUM], 0))
    state[entry + LOG_CELL] = pack_cell(event[events.CELL_X], event[events.CELL_Y], event[events.CELL_DOWN])
    state[entry + LOG_PROVED] = proved
    state[at.LOG_END] = entry + LOG_STRIDE
    exclude_tiles(state, seat, proved)


# Drawing.


@inline
def _draw(state: State, rules: Rules, event: Ints, seat: int) -> None:
    tile = event[events.TILE]
    if event[events.ANYWAY]:
        if tile != NO_TILE and seen_tiles(state) >> tile & 1:
            tile = NO_TILE
    elif tile == NO_TILE:
        tile = state[state[at.NEXT_DRAW]]
    _log(state, rules, event, pack_logged(LOG_DRAW, tile, not_literal(0), PLAIN))
    if in_well(state):
        state[at.NEXT_DRAW] += 1
    state[at.DRAWS] += 1
    state[at.SEAT_DRAWS + seat] += 1
    state[at.SCORES + seat] += event[events.POINTS]
    state[at.BY_CLOCK] = event[events.TIMEOUT]
    if tile != NO_TILE:
        state[at.HANDS + seat] |= 1 << tile
    else:
        add_hidden(state, seat, state[at.LAID] * PLACEMENT_STEP + state[at.SEAT_DRAWS + seat])


# Placing.


@inline
def _place(state: State, rules: Rules, event: Ints, seat: int) -> None:
    tile, is_first, just_drawn = event[events.TILE], state[at.LAID] == 0, must_place_last_drawn(state, rules)
    last, may_stand = last_drawn(state), event[events.HAS_CELL] != 0
    if may_stand and event[events.ANYWAY]:
        may_stand = has_room(state, event)
    may_stand = may_stand and state[PLACED] < _TILE_COUNT
    # People may insist on a bonus for the first tile, but it bridges nothing (R15).
    shape = PLAIN if is_first and tile != NO_TILE else event[events.SHAPE]
    _log_placement(state, rules, event, shape, is_first, may_stand)
    if event[events.ANYWAY]:
        _remove_anyway(state, event, seat)
    elif tile != NO_TILE:
        reveal_tile(state, seat, tile, just_drawn)
        state[at.HANDS + seat] ^= 1 << tile
        if event[events.SHOWN] != NO_TILE:
            reveal_tile(state, seat, event[events.SHOWN], False)
    elif just_drawn and last != NO_TILE:
        state[at.HANDS + seat] ^= 1 << last
        state[at.ON_TABLE] |= 1 << last
    else:
        if not just_drawn:
            forget_tiles(state, seat, tiles_with_sum(state, seat, event[events.SUM]))
        remove_hidden(state, seat, just_drawn)
        state[at.SUMMED + event[events.SUM]] += 1
    _lay(state, event, shape, may_stand)
    _finish_placement(state, event, seat)


@inline
def _log_placement(state: State, rules: Rules, event: Ints, shape: int, is_first: bool, may_stand: bool) -> None:
    cell = max(core_cell(state, event), 0) if may_stand and state[PLACED] else START_CELL + event[events.CELL_DOWN]
    kind = LOG_START if is_first else LOG_PLACE
    logged = pack_logged(kind, event[events.TILE], cell, shape) | pack_shown(event[events.SHOWN])
    if not may_stand:
        logged |= LOG_WITHOUT_CELL
    _log(state, rules, event, logged)


@inline
def _remove_anyway(state: State, event: Ints, seat: int) -> None:
    """Remove a tile from a hand because people insist, even if it contradicts what is known."""
    if event[events.TILE] != NO_TILE:
        for other in range(state[at.PLAYERS]):
            forget_tiles(state, other, 1 << event[events.TILE])
    else:
        state[at.SUMMED + min(event[events.SUM], MAX_SUM + 1)] += 1
    if not state[at.HIDDEN + seat]:
        forget_tiles(state, seat, not_literal(ALL_TILES))
    if state[at.HIDDEN + seat]:
        remove_hidden(state, seat, False)


@inline
def _lay(state: State, event: Ints, shape: int, may_stand: bool) -> None:
    """Put the tile on the table; the core's board gets it if its cell is known and touches known ones."""
    if not state[at.LAID]:
        state[at.STARTER] = state[at.SEAT]
    state[at.LAID] += 1
    state[at.SHAPE_COUNTS + shape] += 1
    state[at.FITTING] = NOT_CACHED
    if event[events.TILE] != NO_TILE:
        state[at.ON_TABLE] |= 1 << event[events.TILE]
    if not may_stand:
        state[at.ELSEWHERE + shape] += 1
        state[at.LOCATED] = 0
    elif not state[PLACED]:
        state[at.FIRST_X], state[at.FIRST_Y] = event[events.CELL_X], event[events.CELL_Y]
        a, b, c = unpack_corners(event[events.NUMBERS])
        put_first(state, START_CELL + event[events.CELL_DOWN], a, b, c)
        if shape == _BRIDGE:
            mark_bridge(state, START_CELL + event[events.CELL_DOWN])
    elif check_fits(state, event) == OK:
        put(state, core_cell(state, event), event[events.TILE], shape)


@inline
def _finish_placement(state: State, event: Ints, seat: int) -> None:
    """Add a placement's points, and go on to the next player or to the end."""
    state[at.SCORES + seat] += event[events.POINTS]
    state[at.PASSES] = 0
    for other in range(MAX_SEATS):
        state[at.SEAT_DRAWS + other] = 0
    if held(state, seat):
        end_turn(state)
        state[at.BY_CLOCK] = UNDECIDED
    else:
        state[at.OVER] = OUT
