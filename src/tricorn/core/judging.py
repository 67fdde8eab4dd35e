"""Judges an event of a round: whether the rules allow it, as far as the round is known.

`judge` changes nothing but the figures in the event. The order of the checks decides which reason is given.
"""

from __future__ import annotations

from tricorn.bonus import PLAIN
from tricorn.core import events, refusals
from tricorn.core import layout as at
from tricorn.core.board import CELLS, FITS, OPEN, SUMS, fitting_tiles, shape_of
from tricorn.core.compile import Ints, inline, jit, jit_internal, lowest_bit, not_literal
from tricorn.core.judging_cells import check_claim, check_first, check_fits, check_somewhere, core_cell
from tricorn.core.judging_ends import judge_deal, judge_declared, judge_end, judge_left, judge_lot
from tricorn.core.judging_hands import check_holds, check_holds_sum, first_to_read
from tricorn.core.knowledge import last_drawn, seen_tiles, tiles_with_sum
from tricorn.core.layout import UNDECIDED
from tricorn.core.log import NO_TILE
from tricorn.core.refusals import OK, SUM_OF_TILE, refuse
from tricorn.core.rules import (
    NOBODY,
    TRIPLES,
    ZERO,
    Rules,
    is_free_pass,
    may_draw,
    may_pass,
    pass_cost,
    placed_points,
    shown_triple,
    start_points,
    startable,
    starting_tile,
)
from tricorn.core.state import State, in_well, pack_placement

__all__ = ["complete", "judge", "must_place_last_drawn"]

_MOST_POINTS = 1 << 40  # more than any placement scores


@jit
def judge(state: State, rules: Rules, event: Ints) -> int:
    """Judge an event: OK, or the code of a refusal whose figures are then in the event."""
    if state[at.SETTLED]:
        return refusals.NOTHING_IN_ROUND
    if not event[events.ANYWAY]:
        return _judge_plain(state, rules, event)
    if state[at.LAST_DEALT] != NOBODY or state[at.WELL_RECORDED]:
        return refusals.ANYWAY_IN_DEALT_ROUND
    if event[events.EVENT_SEAT] >= state[at.PLAYERS]:
        return refuse(event, refusals.NO_SEAT, event[events.EVENT_SEAT], state[at.PLAYERS])
    if event[events.KIND] == events.HAND_LEFT and not state[at.OVER]:
        return OK  # a record does not say that people declared the round over
    return refusals.RIGHT_WITHOUT_ANYWAY if _judge_plain(state, rules, event) == OK else OK


@jit_internal
def _judge_plain(state: State, rules: Rules, event: Ints) -> int:
    """Judge an event that nobody insists on."""
    kind = event[events.KIND]
    if kind in (events.DEALT, events.WELL):
        return judge_deal(state, event)
    if kind == events.STARTS:
        return judge_lot(state, rules, event)
    if kind == events.HAND_LEFT:
        return judge_left(state, rules, event)
    if kind in (events.ENDED_OUT, events.ENDED_BLOCKED):
        return judge_end(state, rules, event)
    if kind in (events.DECLARED_OUT, events.DECLARED_BLOCKED):
        return judge_declared(state, rules, event)
    if state[at.OVER]:
        return refuse(event, refusals.END_OF_ROUND, state[at.OVER])
    return _judge_move(state, rules, event, event[events.EVENT_SEAT])


@jit_internal
def _judge_move(state: State, rules: Rules, event: Ints, seat: int) -> int:
    if seat >= state[at.PLAYERS]:
        return refuse(event, refusals.NO_SEAT, seat, state[at.PLAYERS])
    if state[at.SEAT] not in (NOBODY, seat):
        return refuse(event, refusals.OUT_OF_TURN, state[at.SEAT], seat)
    code = _judge_clock(state, rules, event, seat)
    if code != OK:
        return code
    if event[events.KIND] == events.PLACED:
        return _judge_placement(state, rules, event, seat)
    if event[events.KIND] == events.DREW:
        return _judge_draw(state, rules, event, seat)
    return _judge_pass(state, rules, event, seat)


@inline
def must_place_last_drawn(state: State, rules: Rules) -> bool:
    """Whether only the last tile drawn can be placed: a player draws only if no other tile fits (R6)."""
    return state[at.DRAWS] > 0 and not rules.draw_optional


@inline
def _can_place(state: State, seat: int) -> bool:
    """Whether a player is known to hold a tile that fits."""
    return state[at.LOCATED] != 0 and state[at.HANDS + seat] & fitting_tiles(state) != 0


# The turn clock (R14): a turn that the clock takes has `timeout` on all its lines, and the rule decides its moves.


@jit_internal
def _judge_clock(state: State, rules: Rules, event: Ints, seat: int) -> int:
    if event[events.TIMEOUT] and not rules.clock:
        return refusals.NO_CLOCK
    if state[at.BY_CLOCK] not in (UNDECIDED, event[events.TIMEOUT]):
        return refusals.TIMEOUT_ON_ALL
    if not event[events.TIMEOUT]:
        return OK
    if event[events.KIND] == events.PLACED:
        least = _least_points(state, rules, event, seat)
        if event[events.POINTS] > least:
            return refuse(event, refusals.LEAST_WHEN_TIME_UP, least)
    elif event[events.KIND] == events.PASSED and _can_place(state, seat):
        return refusals.PLACE_WHEN_TIME_UP
    return OK


@jit_internal
def _least_points(state: State, rules: Rules, event: Ints, seat: int) -> int:
    """The fewest points of a player's placements with the tiles known to be in hand."""
    hand, least = state[at.HANDS + seat], _MOST_POINTS
    if not state[at.LOCATED]:
        return least
    if not state[at.LAID]:
        if state[at.HIDDEN + seat]:
            return least
        tiles = startable(rules, hand)
        while tiles:
            least = min(least, start_points(rules, lowest_bit(tiles)))
            tiles &= tiles - 1
        return least
    if event[events.TILE] != NO_TILE:
        hand |= 1 << event[events.TILE]
    for slot in range(state[OPEN]):
        tiles = state[FITS + slot] & hand
        shape = shape_of(state, state[CELLS + slot], rules.beside) if tiles else PLAIN
        while tiles:
            least = min(least, placed_points(rules, shape, SUMS[lowest_bit(tiles)]))
            tiles &= tiles - 1
    return least


# Placing.


@jit_internal
def _judge_placement(state: State, rules: Rules, event: Ints, seat: int) -> int:
    tile, total, is_named = event[events.TILE], event[events.SUM], event[events.TILE] != NO_TILE
    if not is_named and not state[at.LAID]:
        return refusals.FIRST_TILE_UNNAMED
    code = check_holds(state, event, seat, tile) if is_named else check_holds_sum(state, event, seat, total)
    if code != OK:
        return code
    if event[events.HAS_CELL] and state[at.LAID] and state[at.LOCATED]:
        code = check_fits(state, event)
        if code != OK:
            return code
    what = tile if is_named else SUM_OF_TILE + total
    if must_place_last_drawn(state, rules) and not _may_be_last_drawn(state, event, seat):
        return refuse(event, refusals.WAS_IN_HAND, seat, what)
    if not state[at.LAID]:
        return _judge_start(state, rules, event, seat)
    points = placed_points(rules, event[events.SHAPE], SUMS[tile] if is_named else total)
    if event[events.HAS_CELL]:
        return _judge_cell(state, rules, event)
    code = _check_line(event, points, event[events.SHAPE], not_literal(NO_TILE))
    if code != OK:
        return code
    tiles = 1 << tile if is_named else tiles_with_sum(state, seat, total)
    return check_somewhere(state, rules, event, tiles, what)


@inline
def _may_be_last_drawn(state: State, event: Ints, seat: int) -> bool:
    """Whether the tile placed can be the last one drawn."""
    last, tile = last_drawn(state), event[events.TILE]
    if last != NO_TILE:
        return tile == last if tile != NO_TILE else SUMS[last] == event[events.SUM]
    return tile == NO_TILE or state[at.HANDS + seat] >> tile & 1 == 0


@inline
def _judge_cell(state: State, rules: Rules, event: Ints) -> int:
    """Judge what a placement on a cell scores, and if some cells are not known, whether it is possible there."""
    shape = event[events.SHAPE]
    if state[at.LOCATED]:
        shape = shape_of(state, core_cell(state, event), rules.beside)
    else:
        code = check_claim(state, rules, event)
        if code != OK:
            return code
    points = placed_points(rules, shape, SUMS[event[events.TILE]])
    return _check_line(event, points, shape, not_literal(NO_TILE))


@inline
def _check_line(event: Ints, points: int, shape: int, shown: int) -> int:
    """Refuse a placement with other points, another bonus or another tile shown."""
    if event[events.POINTS] == points and event[events.SHAPE] == shape and event[events.SHOWN] == shown:
        return OK
    return refuse(event, refusals.EXPECTED_LINE, points, shape, shown)


@jit_internal
def _judge_start(state: State, rules: Rules, event: Ints, seat: int) -> int:
    """Judge the first placement: its cell, its tile, and what is shown with 0-0-0 (R5, R16, R19)."""
    tile, shown = event[events.TILE], event[events.SHOWN]
    code = check_first(event) if event[events.HAS_CELL] else OK
    if code != OK:
        return code
    if rules.start_by_choice:
        return _check_line(event, start_points(rules, tile), not_literal(PLAIN), not_literal(NO_TILE))
    own, every_hand = state[at.HANDS + seat] | 1 << tile, 0
    chose_zero = tile == ZERO and rules.zero_option != 0
    if shown != NO_TILE and chose_zero and rules.show_triple and TRIPLES >> shown & 1:
        code = check_holds(state, event, seat, shown)
        if code != OK:
            return code
        own |= 1 << shown
    for other in range(state[at.PLAYERS]):
        every_hand |= state[at.HANDS + other]
    top, must_show = starting_tile(every_hand | own), NO_TILE
    if tile != top and own >> top & 1:
        if not chose_zero or not TRIPLES >> top & 1:
            return refuse(event, refusals.MUST_START_WITH, seat, top, tile)
        must_show = shown_triple(rules, own, tile)
    elif tile != top:
        if not chose_zero or rules.show_triple or not _may_hold_higher_triple(state, seat, top):
            return refuse(event, refusals.OTHER_MUST_START, _holder(state, top), top, seat, tile)
    return _check_line(event, start_points(rules, tile), not_literal(PLAIN), must_show)


@inline
def _may_hold_higher_triple(state: State, seat: int, top: int) -> bool:
    """Whether a player who starts with 0-0-0 may hold an unknown triple higher than `top`."""
    hidden = state[at.HIDDEN + seat] - (0 if state[at.HANDS + seat] >> ZERO & 1 else 1)
    return hidden > 0 and (TRIPLES & ~seen_tiles(state)) >> (top + 1) != 0


@inline
def _holder(state: State, tile: int) -> int:
    """The seat that is known to hold a tile."""
    seat = 0
    while not state[at.HANDS + seat] >> tile & 1:
        seat += 1
    return seat


# Drawing and passing.


@jit_internal
def _judge_draw(state: State, rules: Rules, event: Ints, seat: int) -> int:
    if not state[at.LAID]:
        return refusals.NO_DRAW_BEFORE_START
    if not may_draw(rules, _can_place(state, seat), state[at.DRAWS], in_well(state)):
        if not in_well(state):
            return refusals.WELL_EMPTY
        if state[at.DRAWS] >= rules.draw_limit:
            return refuse(event, refusals.DRAW_LIMIT, rules.draw_limit)
        return refuse(event, refusals.MUST_PLACE_NOT_DRAW, seat, _any_placement(state, seat))
    if event[events.POINTS] != -rules.draw_penalty:
        return refuse(event, refusals.EXPECTED_PENALTY, rules.draw_penalty, -event[events.POINTS])
    top, tile = state[state[at.NEXT_DRAW]], event[events.TILE]
    if top == NO_TILE and tile != NO_TILE and seen_tiles(state) >> tile & 1:
        return refusals.TILE_NOT_SEEN
    if top != NO_TILE and tile not in (NO_TILE, top):
        return refuse(event, refusals.NEXT_OF_WELL, top)
    return OK


@jit_internal
def _judge_pass(state: State, rules: Rules, event: Ints, seat: int) -> int:
    if not state[at.LAID]:
        return refusals.NO_PASS_BEFORE_START
    can_place = _can_place(state, seat)
    if not may_pass(rules, can_place, state[at.DRAWS], in_well(state)):
        if can_place and not rules.draw_optional:
            return refuse(event, refusals.MUST_PLACE_NOT_PASS, seat, _any_placement(state, seat))
        return refuse(event, refusals.MUST_DRAW_NOT_PASS, seat, in_well(state))
    cost = pass_cost(rules, state[at.DRAWS], in_well(state))
    if event[events.POINTS] != -cost:
        return refuse(event, refusals.EXPECTED_PENALTY, cost, -event[events.POINTS])
    return OK


@inline
def _any_placement(state: State, seat: int) -> int:
    """A placement of a player who is known to hold a tile that fits: of the tiles for a cell, the first to read."""
    for slot in range(state[OPEN]):
        tiles = state[FITS + slot] & state[at.HANDS + seat]
        if tiles:
            return pack_placement(state[CELLS + slot], first_to_read(tiles))
    return 0


# What an entry leaves out.


@jit
def complete(state: State, rules: Rules, event: Ints) -> None:
    """Fill in the points of a move by the rules, and the bonus of its cell if it names none."""
    if event[events.KIND] == events.DREW:
        event[events.POINTS] = -rules.draw_penalty
    elif event[events.KIND] == events.PASSED:
        event[events.POINTS] = -pass_cost(rules, state[at.DRAWS], in_well(state))
        event[events.PLUS_ZERO] = is_free_pass(rules, state[at.DRAWS], in_well(state))
    elif event[events.TILE] != NO_TILE and not state[at.LAID]:
        event[events.POINTS] = start_points(rules, event[events.TILE])
    else:
        if event[events.HAS_CELL] and event[events.SHAPE] == PLAIN and check_fits(state, event) == OK:
            event[events.SHAPE] = shape_of(state, core_cell(state, event), rules.beside)
        total = event[events.SUM] if event[events.TILE] == NO_TILE else SUMS[event[events.TILE]]
        event[events.POINTS] = placed_points(rules, event[events.SHAPE], total)
