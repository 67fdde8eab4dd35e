"""Judges deals, and the end of a round: the tiles left in the hands, the winner and the points."""

from __future__ import annotations

from tricorn.core import events, refusals
from tricorn.core import layout as at
from tricorn.core.compile import Ints, inline, jit, jit_internal, not_literal
from tricorn.core.judging_hands import check_holds, first_to_read
from tricorn.core.knowledge import bound_of_sum, held, highest_points, lowest_points, seen_tiles
from tricorn.core.layout import BLOCKED, NO_SUM, OUT
from tricorn.core.log import NO_TILE
from tricorn.core.refusals import OK, refuse
from tricorn.core.rules import NOBODY, Rules, blocked_prize, blocked_winner, out_prize
from tricorn.core.state import State, in_well

__all__ = ["has_unknown_points", "judge_deal", "judge_declared", "judge_end", "judge_left", "judge_lot", "settle"]


@jit_internal
def judge_deal(state: State, event: Ints) -> int:
    """Judge the deal of a hand, or the well."""
    is_late = state[at.STARTER] != NOBODY or state[at.OVERRULED] or state[at.WELL_RECORDED]
    seat, count = event[events.EVENT_SEAT], event[events.COUNT]
    if event[events.KIND] == events.DEALT:
        if is_late:
            return refusals.DEALS_FIRST
        if seat >= state[at.PLAYERS] or seat <= state[at.LAST_DEALT]:
            return refusals.ONE_DEAL_PER_SEAT
        if count != state[at.HAND_SIZE]:
            return refuse(event, refusals.TILES_FOR_PLAYERS, state[at.HAND_SIZE], state[at.PLAYERS], count)
    else:
        if is_late:
            return refusals.ONE_WELL
        if count != in_well(state):
            return refuse(event, refusals.WELL_HOLDS, in_well(state), count)
    seen = seen_tiles(state)
    for index in range(count):
        tile = event[events.TILES_FROM + index]
        if tile != NO_TILE:
            if seen >> tile & 1:
                return refuse(event, refusals.DIFFERENT_TILES, tile)
            seen |= 1 << tile
    return OK


@jit_internal
def judge_lot(state: State, rules: Rules, event: Ints) -> int:
    """Judge the line that says on whom the lot fell (R19)."""
    if not rules.start_by_choice:
        return refusals.NO_STARTS
    if state[at.STARTER] != NOBODY or state[at.OVERRULED]:
        return refusals.ONE_STARTS
    if event[events.EVENT_SEAT] >= state[at.PLAYERS]:
        return refuse(event, refusals.NO_SEAT, event[events.EVENT_SEAT], state[at.PLAYERS])
    return OK


# The tiles left in a hand.


@jit_internal
def judge_left(state: State, rules: Rules, event: Ints) -> int:
    """Judge the tiles left in a hand, or a sum of them."""
    seat, count = event[events.EVENT_SEAT], event[events.COUNT]
    if not state[at.OVER] and not state[at.DECLARED]:
        return refusals.NOTHING_LEFT_YET
    if seat >= state[at.PLAYERS] or state[at.LEFT_SEATS] >> seat:
        return refusals.ONE_LEFT_PER_SEAT
    if state[at.TRACKED] >> seat & 1:
        return refusals.LEFT_IS_KNOWN
    if count not in (events.NO_COUNT, held(state, seat)):
        return refuse(event, refusals.TILES_LEFT, held(state, seat), seat, count)
    if event[events.SUM] == NO_SUM:
        return _judge_tiles_left(state, event, seat)
    if rules.by_tiles and event[events.SUM] == held(state, seat):
        return OK  # what the tiles count, in place of the sum of their numbers
    low, high = bound_of_sum(state, seat, False), bound_of_sum(state, seat, True)
    if not low <= event[events.SUM] <= high:
        return refuse(event, refusals.SUM_LEFT, low, high, seat, event[events.SUM])
    return OK


@jit_internal
def _judge_tiles_left(state: State, event: Ints, seat: int) -> int:
    tiles = 0
    for index in range(event[events.COUNT]):
        tile = event[events.TILES_FROM + index]
        if tiles >> tile & 1:
            return refuse(event, refusals.EACH_TILE_ONCE, tile)
        tiles |= 1 << tile
        code = check_holds(state, event, seat, tile)
        if code != OK:
            return code
    missing = state[at.HANDS + seat] & ~tiles
    return refuse(event, refusals.TILE_LEFT, first_to_read(missing), seat) if missing else OK


# The end.


@jit
def has_unknown_points(state: State, rules: Rules, seat: int) -> bool:
    """Whether it is not known what a hand counts."""
    return lowest_points(state, rules, seat) != highest_points(state, rules, seat)


@jit
def settle(state: State, rules: Rules, event: Ints) -> None:
    """Fill in the points of a round's end, and with the seat NOBODY the winner if it is blocked; all sums are known."""
    players, ending = state[at.PLAYERS], event[events.KIND]
    for seat in range(players):
        event[events.TILES_FROM + 2 * seat] = held(state, seat)
        event[events.TILES_FROM + 2 * seat + 1] = lowest_points(state, rules, seat)
    if ending == events.ENDED_BLOCKED and event[events.EVENT_SEAT] == NOBODY:
        event[events.EVENT_SEAT] = blocked_winner(rules, event, not_literal(events.TILES_FROM), players)
    winner = event[events.EVENT_SEAT]
    event[events.POINTS] = 0
    if winner != NOBODY:
        others, own = 0, event[events.TILES_FROM + 2 * winner + 1]
        for seat in range(players):
            others += event[events.TILES_FROM + 2 * seat + 1] if seat != winner else 0
        is_out = ending == events.ENDED_OUT
        event[events.POINTS] = out_prize(rules, others) if is_out else blocked_prize(rules, others, own)


@jit_internal
def judge_declared(state: State, rules: Rules, event: Ints) -> int:
    """Judge a round's end that people declare before the hands are counted."""
    seat = event[events.EVENT_SEAT]
    if event[events.KIND] == events.DECLARED_OUT:
        is_out = state[at.OVER] == OUT and state[at.SEAT] == seat
        return OK if is_out else refuse(event, refusals.NOT_OUT, seat, held(state, seat))
    if state[at.OVER] == BLOCKED:
        return OK
    if in_well(state) and not rules.blocked_by_passes:
        return refuse(event, refusals.NOT_BLOCKED_WELL, in_well(state))
    return refuse(event, refusals.NOT_BLOCKED_PASSES, state[at.PLAYERS])


@jit_internal
def judge_end(state: State, rules: Rules, event: Ints) -> int:
    """Judge the end of a round, as far as the hands are known."""
    ending = OUT if event[events.KIND] == events.ENDED_OUT else BLOCKED
    if state[at.OVER] != ending:
        return refuse(event, refusals.ENDED_OTHERWISE, state[at.OVER]) if state[at.OVER] else refusals.NOT_OVER
    unknown = 0
    for seat in range(state[at.PLAYERS]):
        unknown += has_unknown_points(state, rules, seat)
    if unknown:
        return _judge_open_end(state, rules, event, event[events.EVENT_SEAT])
    winner, points = event[events.EVENT_SEAT], event[events.POINTS]
    event[events.EVENT_SEAT] = state[at.SEAT] if ending == OUT else NOBODY
    settle(state, rules, event)
    expected, prize = event[events.EVENT_SEAT], event[events.POINTS]
    event[events.EVENT_SEAT], event[events.POINTS] = winner, points
    return OK if (winner, points) == (expected, prize) else refuse(event, refusals.EXPECTED_END, expected, prize)


@jit_internal
def _judge_open_end(state: State, rules: Rules, event: Ints, winner: int) -> int:
    """Judge an end as far as possible while some hands are unknown."""
    if winner == NOBODY:
        if event[events.POINTS]:
            return refusals.NOBODY_SCORES
        return OK if _may_be_tied(state, rules) else refusals.NO_TIE
    low, high = 0, 0
    for seat in range(state[at.PLAYERS]):
        if seat != winner:
            low, high = low + lowest_points(state, rules, seat), high + highest_points(state, rules, seat)
    if event[events.KIND] == events.ENDED_OUT:
        if winner != state[at.SEAT]:
            return refuse(event, refusals.OTHER_IS_OUT, state[at.SEAT])
        low, high = out_prize(rules, low), out_prize(rules, high)
    else:
        code = _judge_winner(state, rules, event, winner)
        if code != OK:
            return code
        low = blocked_prize(rules, low, highest_points(state, rules, winner))
        high = blocked_prize(rules, high, lowest_points(state, rules, winner))
    return OK if low <= event[events.POINTS] <= high else refuse(event, refusals.POINTS_BETWEEN, low, high)


@jit_internal
def _judge_winner(state: State, rules: Rules, event: Ints, winner: int) -> int:
    """Refuse a winner of a blocked round who cannot have won it (R9)."""
    if winner >= state[at.PLAYERS]:
        return refuse(event, refusals.SEAT_OF_PLAYERS, state[at.PLAYERS], winner)
    fewest, lowest = _fewest_held(state), highest_points(state, rules, winner)
    for seat in range(state[at.PLAYERS]):
        lowest = min(lowest, highest_points(state, rules, seat))
    if rules.blocked_by_tiles:
        if held(state, winner) > fewest:
            return refuse(event, refusals.WINNER_WITH_TILES, fewest, winner, held(state, winner))
    elif lowest_points(state, rules, winner) > lowest:
        return refuse(event, refusals.FEWEST_POINTS_WIN, winner)
    return OK


@inline
def _fewest_held(state: State) -> int:
    """The number of tiles in the smallest hand."""
    fewest = held(state, not_literal(0))
    for seat in range(1, state[at.PLAYERS]):
        fewest = min(fewest, held(state, seat))
    return fewest


@jit_internal
def _may_be_tied(state: State, rules: Rules) -> bool:
    """Whether two hands may be equal in tiles and in points; only then is a round drawn (R10)."""
    fewest = _fewest_held(state)
    for one in range(state[at.PLAYERS]):
        if rules.blocked_by_tiles and held(state, one) != fewest:
            continue
        for other in range(one):
            overlap = lowest_points(state, rules, one) <= highest_points(state, rules, other)
            overlap = overlap and lowest_points(state, rules, other) <= highest_points(state, rules, one)
            if overlap and held(state, one) == held(state, other):
                return True
    return False
