"""Applies events to a round of which not everything is known: events that `judge` allows, and those insisted on.

What people insist on is believed as they report it: the turn is theirs, an end is revoked, points count as given, known
tiles that contradict it become unknown, and a cell without room is dropped.
"""

from __future__ import annotations

from tricorn.bonus import PLAIN, Bonus
from tricorn.core import events
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
from tricorn.core.log import (
    LOG_ANYWAY,
    LOG_BY_CLOCK,
    LOG_CELL,
    LOG_DRAW,
    LOG_PASS,
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
    pack_points,
    pack_shown,
)
from tricorn.core.refusals import OK
from tricorn.core.rules import NOBODY, Rules
from tricorn.core.state import (
    BLOCKED,
    BY_CLOCK,
    DECLARED,
    DRAWS,
    ELSEWHERE,
    FIRST_X,
    FIRST_Y,
    FITTING,
    HAND_SIZE,
    HAND_TOTALS,
    HANDS,
    HIDDEN,
    KNOWN,
    LAID,
    LAST_DEALT,
    LEFT_SEATS,
    LOCATED,
    LOG_END,
    MAX_SEATS,
    NEXT_DRAW,
    NO_SUM,
    NOT_CACHED,
    ON_TABLE,
    ORDER,
    OUT,
    OVER,
    OVERRULED,
    PASSES,
    PLAYERS,
    PRIZE,
    SCORES,
    SEAT,
    SEAT_DRAWS,
    SETTLED,
    SHAPE_COUNTS,
    START_CELL,
    SUMMED,
    TRACKED,
    UNDECIDED,
    UNKNOWN,
    WELL_END,
    WELL_RECORDED,
    WINNER,
    State,
    clear_round,
    end_turn,
    in_well,
    pass_turn,
    proved_absent,
)
from tricorn.core.unknown_tiles import PLACEMENT_STEP
from tricorn.tiles import ALL_TILES

__all__ = ["apply_event", "begin_known"]

_BRIDGE = Bonus.BRIDGE.shape
_TILE_COUNT = WELL_END - ORDER


@jit
def begin_known(state: State, hand_size: int) -> None:
    """Begin a round of which nothing is known but the players and the number of tiles dealt to each."""
    clear_round(state)
    for index in range(KNOWN, UNKNOWN):
        state[index] = 0
    for index in range(ORDER, WELL_END):
        state[index] = NO_TILE
    state[SEAT] = state[LAST_DEALT] = NOBODY
    state[BY_CLOCK] = UNDECIDED
    state[NEXT_DRAW] = ORDER + state[PLAYERS] * hand_size
    state[HAND_SIZE], state[LOCATED] = hand_size, 1
    for seat in range(MAX_SEATS):
        state[HANDS + seat] = state[SCORES + seat] = 0
        state[HAND_TOTALS + 2 * seat + 1] = NO_SUM
        set_hidden(state, seat, hand_size if seat < state[PLAYERS] else 0)


@jit
def apply_event(state: State, rules: Rules, event: Ints) -> None:
    """Apply an event that `judge` allows; the log has room for one more entry."""
    kind, seat = event[events.KIND], event[events.EVENT_SEAT]
    if event[events.ANYWAY]:
        state[OVERRULED] = 1
    if kind == events.DEALT:
        _deal(state, event, seat)
    elif kind == events.WELL:
        state[WELL_RECORDED] = 1
        for index in range(event[events.COUNT]):
            state[state[NEXT_DRAW] + index] = event[events.TILES_FROM + index]
    elif kind == events.HAND_LEFT:
        _leave(state, event, seat)
    elif kind in (events.ENDED_OUT, events.ENDED_BLOCKED):
        _end(state, event, seat)
    elif kind in (events.DECLARED_OUT, events.DECLARED_BLOCKED):
        state[DECLARED] = 1
    else:
        state[DECLARED] = 0
        _move(state, rules, event, seat)


@inline
def _deal(state: State, event: Ints, seat: int) -> None:
    state[LAST_DEALT] = seat
    tiles, hidden = 0, 0
    for index in range(state[HAND_SIZE]):
        tile = event[events.TILES_FROM + index]
        if tile == NO_TILE:
            hidden += 1
        else:
            tiles |= 1 << tile
    state[HANDS + seat] = tiles
    set_hidden(state, seat, hidden)
    if not hidden:
        state[TRACKED] |= 1 << seat


@inline
def _leave(state: State, event: Ints, seat: int) -> None:
    """Apply the tiles left in a hand; if people insist, only their number and sum count."""
    count, total = event[events.COUNT], event[events.SUM]
    if event[events.ANYWAY]:
        state[TRACKED] &= ~(1 << seat)
        set_hidden(state, seat, held(state, seat) if count == events.NO_COUNT else count)
        state[HANDS + seat] = 0
    elif total == NO_SUM:
        state[HANDS + seat] = 0
        for index in range(count):
            state[HANDS + seat] |= 1 << event[events.TILES_FROM + index]
        set_hidden(state, seat, not_literal(0))
    state[LEFT_SEATS] |= 1 << seat
    state[HAND_TOTALS + 2 * seat + 1] = event[events.POINTS] if total == NO_SUM else total


@inline
def _end(state: State, event: Ints, winner: int) -> None:
    state[SETTLED] = 1
    state[OVER] = OUT if event[events.KIND] == events.ENDED_OUT else BLOCKED
    state[WINNER], state[PRIZE] = winner, event[events.POINTS]
    if winner != NOBODY:
        state[SCORES + winner] += event[events.POINTS]


@inline
def _move(state: State, rules: Rules, event: Ints, seat: int) -> None:
    if state[SEAT] != seat:
        state[SEAT] = seat
        state[DRAWS], state[BY_CLOCK] = 0, UNDECIDED
    if event[events.ANYWAY]:
        state[OVER] = 0
    if event[events.KIND] == events.PLACED:
        _place(state, rules, event, seat)
    elif event[events.KIND] == events.DREW:
        _draw(state, rules, event, seat)
    else:
        _log(state, rules, event, LOG_PASS | state[DRAWS] << 38)
        state[SCORES + seat] += event[events.POINTS]
        if pass_turn(state, rules):
            state[OVER] = BLOCKED
        else:
            state[BY_CLOCK] = UNDECIDED


@jit_internal
def _log(state: State, rules: Rules, event: Ints, logged: int) -> None:
    """Add a move to the log before it is made, and exclude what it proves."""
    at, seat, proved = state[LOG_END], event[events.EVENT_SEAT], 0
    logged = complete_logged(logged, seat, event[events.NUMBERS])
    if state[LOCATED] and not event[events.ANYWAY]:
        kind, by_clock = logged & 7, event[events.TIMEOUT] != 0
        proved = proved_absent(state, rules, kind, by_clock, event[events.POINTS])
    if event[events.TIMEOUT]:
        logged |= LOG_BY_CLOCK
    if event[events.ANYWAY]:
        logged |= LOG_ANYWAY
    state[at] = logged
    state[at + LOG_POINTS] = pack_points(event[events.POINTS], max(event[events.SUM], 0))
    state[at + LOG_CELL] = pack_cell(event[events.CELL_X], event[events.CELL_Y], event[events.CELL_DOWN])
    state[at + LOG_PROVED] = proved
    state[LOG_END] = at + LOG_STRIDE
    exclude_tiles(state, seat, proved)


# Drawing.


@inline
def _draw(state: State, rules: Rules, event: Ints, seat: int) -> None:
    tile = event[events.TILE]
    if event[events.ANYWAY]:
        if tile != NO_TILE and seen_tiles(state) >> tile & 1:
            tile = NO_TILE
    elif tile == NO_TILE:
        tile = state[state[NEXT_DRAW]]
    _log(state, rules, event, pack_logged(LOG_DRAW, tile, not_literal(0), PLAIN))
    if in_well(state):
        state[NEXT_DRAW] += 1
    state[DRAWS] += 1
    state[SEAT_DRAWS + seat] += 1
    state[SCORES + seat] += event[events.POINTS]
    state[BY_CLOCK] = event[events.TIMEOUT]
    if tile != NO_TILE:
        state[HANDS + seat] |= 1 << tile
    else:
        add_hidden(state, seat, state[LAID] * PLACEMENT_STEP + state[SEAT_DRAWS + seat])


# Placing.


@inline
def _place(state: State, rules: Rules, event: Ints, seat: int) -> None:
    tile, is_first, just_drawn = event[events.TILE], state[LAID] == 0, must_place_last_drawn(state, rules)
    last, may_stand = last_drawn(state), event[events.HAS_CELL] != 0
    if may_stand and event[events.ANYWAY] and not is_first:
        may_stand = has_room(state, event)
    may_stand = may_stand and state[PLACED] < _TILE_COUNT
    # People may insist on a bonus for the first tile, but it bridges nothing (R15).
    shape = PLAIN if is_first and tile != NO_TILE else event[events.SHAPE]
    _log_placement(state, rules, event, shape, is_first, may_stand)
    if event[events.ANYWAY]:
        _remove_anyway(state, event, seat)
    elif tile != NO_TILE:
        reveal_tile(state, seat, tile, just_drawn)
        state[HANDS + seat] ^= 1 << tile
        if event[events.SHOWN] != NO_TILE:
            reveal_tile(state, seat, event[events.SHOWN], False)
    elif just_drawn and last != NO_TILE:
        state[HANDS + seat] ^= 1 << last
        state[ON_TABLE] |= 1 << last
    else:
        if not just_drawn:
            forget_tiles(state, seat, tiles_with_sum(state, seat, event[events.SUM]))
        remove_hidden(state, seat, just_drawn)
        state[SUMMED + event[events.SUM]] += 1
    _lay(state, event, shape, may_stand)
    _finish_placement(state, event, seat)


@inline
def _log_placement(state: State, rules: Rules, event: Ints, shape: int, is_first: bool, may_stand: bool) -> None:
    cell = max(core_cell(state, event), 0) if may_stand and state[PLACED] else START_CELL + event[events.CELL_DOWN]
    logged = pack_logged(LOG_START if is_first else LOG_PLACE, event[events.TILE], cell, shape)
    if event[events.SHOWN] != NO_TILE:
        logged |= pack_shown(event[events.SHOWN])
    if not may_stand:
        logged |= LOG_WITHOUT_CELL
    _log(state, rules, event, logged)


@inline
def _remove_anyway(state: State, event: Ints, seat: int) -> None:
    """Remove a tile from a hand because people insist, even if it contradicts what is known."""
    if event[events.TILE] != NO_TILE:
        for other in range(state[PLAYERS]):
            forget_tiles(state, other, 1 << event[events.TILE])
    else:
        state[SUMMED + min(event[events.SUM], MAX_SUM + 1)] += 1
    if not state[HIDDEN + seat]:
        forget_tiles(state, seat, not_literal(ALL_TILES))
    if state[HIDDEN + seat]:
        remove_hidden(state, seat, False)


@inline
def _lay(state: State, event: Ints, shape: int, may_stand: bool) -> None:
    """Put the tile on the table; the core's board gets it if its cell is known and touches known ones."""
    state[LAID] += 1
    state[SHAPE_COUNTS + shape] += 1
    state[FITTING] = NOT_CACHED
    if event[events.TILE] != NO_TILE:
        state[ON_TABLE] |= 1 << event[events.TILE]
    if not may_stand:
        state[ELSEWHERE + shape] += 1
        state[LOCATED] = 0
    elif not state[PLACED]:
        state[FIRST_X], state[FIRST_Y] = event[events.CELL_X], event[events.CELL_Y]
        a, b, c = unpack_corners(event[events.NUMBERS])
        put_first(state, START_CELL + event[events.CELL_DOWN], a, b, c)
        if shape == _BRIDGE:
            mark_bridge(state, START_CELL + event[events.CELL_DOWN])
    elif check_fits(state, event) == OK:
        put(state, core_cell(state, event), event[events.TILE], shape)


@inline
def _finish_placement(state: State, event: Ints, seat: int) -> None:
    """Add a placement's points, and go on to the next player or to the end."""
    state[SCORES + seat] += event[events.POINTS]
    state[PASSES] = 0
    for other in range(MAX_SEATS):
        state[SEAT_DRAWS + other] = 0
    if held(state, seat):
        end_turn(state)
        state[BY_CLOCK] = UNDECIDED
    else:
        state[OVER] = OUT
