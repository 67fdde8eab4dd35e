"""What players do in a round: lines of placing, drawing and passing are checked in full, then taken."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from operator import or_

from tricorn.bonus import from_shape, to_shape
from tricorn.core.rules import Rules, ends_free, may_draw, may_pass, pass_cost, placed_points, start_points
from tricorn.errors import IllegalMove, Mismatch
from tricorn.messages import Message, Seat, quoted
from tricorn.moves import Move, Place
from tricorn.record import Drew, Passed, Placed, Summed
from tricorn.round.known_tiles import with_sum
from tricorn.round.start import check_start, start_options
from tricorn.round.state import RoundState

__all__ = [
    "TurnEvent",
    "apply_play",
    "check_draw",
    "check_pass",
    "check_seat",
    "pass_event",
    "take_play",
    "with_points",
]

# What a player does in a turn.
TurnEvent = Placed | Summed | Drew | Passed


def apply_play(state: RoundState, event: TurnEvent) -> None:
    """Take a line of the player on turn, or refuse it and change nothing."""
    check_seat(state, event.seat)
    if state.turn is not None and event.seat != state.turn:
        raise IllegalMove(Message.OUT_OF_TURN, turn=Seat(state.turn), seat=Seat(event.seat))
    _check_clock(state, event)
    if isinstance(event, Summed):
        _apply_summed(state, event)
        return
    if isinstance(event, Placed):
        _check_placed(state, event)
    elif isinstance(event, Drew):
        check_draw(state, event.seat)
        _check_penalty(event.penalty, state.rules.draw_penalty)
    else:
        check_pass(state, event.seat)
        _check_penalty(event.penalty, pass_cost(state.rules, len(state.drawn)))
    take_play(state, event)


def take_play(state: RoundState, event: Placed | Drew | Passed) -> None:
    """Take a line that is known to be right."""
    if isinstance(event, Placed):
        _take_placed(state, event)
    elif isinstance(event, Drew):
        tile = state.tiles.next_drawn(event)
        _note_nothing_fits(state, event)
        state.draw(event, tile)
    else:
        _note_nothing_fits(state, event)
        state.pass_turn(event)


def check_seat(state: RoundState, seat: int) -> None:
    """Refuse a seat that nobody has."""
    if seat >= state.players:
        raise IllegalMove(Message.NO_SEAT, seat=Seat(seat), players=state.players)


# The turn clock (R14): a turn that the clock takes is marked on all its lines, and is played by the rule.


def _check_clock(state: RoundState, event: TurnEvent) -> None:
    if event.timeout and state.edition.clock is None:
        raise Mismatch(Message.NO_CLOCK(), "timeout")
    if state.timed_out is not None and event.timeout != state.timed_out:
        raise Mismatch(Message.TIMEOUT_ON_ALL(), event)
    if not event.timeout:
        return
    if isinstance(event, Placed | Summed):
        best = _best_points(state, event)
        if best is not None and event.points < best:
            raise Mismatch(Message.BEST_WHEN_TIME_UP(points=f"{best:+d}"), event)
    elif isinstance(event, Passed) and state.can_place(event.seat):
        raise Mismatch(Message.PLACE_WHEN_TIME_UP(), event)


def _best_points(state: RoundState, event: Placed | Summed) -> int | None:
    """What the best placement of the tiles that a player is known to hold scores, if that is known."""
    if not state.located:
        return None
    hand = state.tiles.masks[event.seat]
    if not state.started:
        return None if state.tiles.hidden[event.seat] else start_options(state.rules, hand)[0].points
    known = hand | (event.tile.bit if isinstance(event, Placed) else 0)
    return max((option.points for option in state.board.options(known)), default=None)


def _note_best(state: RoundState, event: Placed) -> None:
    """When the clock took the turn, the player held nothing that scores more than what was placed."""
    if event.timeout and state.started and state.located and state.tiles.hidden[event.seat]:
        options = state.board.options(state.tiles.unseen())
        better = [option.move for option in options if option.points > event.points]
        mask = reduce(or_, (move.tile.bit for move in better if isinstance(move, Place)), 0)
        state.tiles.exclude(event.seat, mask)


# Placing.


def _check_placed(state: RoundState, event: Placed) -> None:
    board = state.board
    state.tiles.check_holds(event.seat, event.tile)
    _check_last_drawn(state, event)
    if not state.started:
        check_start(state, event)
    elif event.place is None:
        _check_points(state, event, event.tile.sum, to_shape(event.bonus))
        board.check_somewhere(event, event.tile.bit, event.tile)
    else:
        if not board.located:
            board.check_claim(event, event.place)
        bonus = board.option_at(event.place).bonus if board.located else event.bonus
        _check_points(state, event, event.tile.sum, to_shape(bonus))


def _take_placed(state: RoundState, event: Placed) -> None:
    tiles = state.tiles
    _note_best(state, event)
    state.lay(event)
    tiles.reveal(event.seat, event.tile, just_drawn=state.must_place_last_drawn)
    tiles.masks[event.seat] ^= event.tile.bit
    if event.shows is not None:
        tiles.reveal(event.seat, event.shows, just_drawn=False)
    state.finish_placement(event)


def _check_last_drawn(state: RoundState, event: Placed) -> None:
    """A player who had to draw places the tile drawn last: no other could be placed (R6)."""
    if not state.must_place_last_drawn:
        return
    last = state.drawn[-1]
    if event.tile != last and (last is not None or state.tiles.masks[event.seat] & event.tile.bit):
        raise IllegalMove(Message.WAS_IN_HAND, seat=Seat(event.seat), what=event.tile)


def _check_points(state: RoundState, event: Placed | Summed, total: int, shape: int) -> None:
    right = replace(event, points=placed_points(state.rules, shape, total), bonus=from_shape(shape))
    if isinstance(right, Placed):
        right = replace(right, shows=None)
    if right != event:
        raise Mismatch(quoted(right), quoted(event))


def _apply_summed(state: RoundState, event: Summed) -> None:
    """Take a tile of which only the sum is on record."""
    seat, total, tiles = event.seat, event.total, state.tiles
    if not state.started:
        raise IllegalMove(Message.FIRST_TILE_UNNAMED)
    tiles.check_holds_sum(seat, total)
    last = state.drawn[-1] if state.must_place_last_drawn else None
    what = Message.TILE_WITH_SUM(sum=total)
    if last is not None and last.sum != total:
        raise IllegalMove(Message.WAS_IN_HAND, seat=Seat(seat), what=what)
    possible = with_sum(total) & ~(tiles.seen() & ~tiles.masks[seat])
    _check_points(state, event, total, to_shape(event.bonus))
    state.board.check_somewhere(event, possible, what)
    if last is not None:
        tiles.masks[seat] ^= last.bit
        tiles.on_table |= last.bit
    else:
        if not state.must_place_last_drawn:
            tiles.forget(seat, possible)
        tiles.remove_unknown(seat, just_drawn=state.must_place_last_drawn)
        tiles.summed.append(total)
    state.board.lay_unnamed(event.bonus)
    state.finish_placement(event)


# Drawing and passing.


def check_draw(state: RoundState, seat: int) -> None:
    """Refuse a draw that is not legal (R6, R8)."""
    if not state.started:
        raise IllegalMove(Message.NO_DRAW_BEFORE_START)
    if may_draw(state.rules, bool(state.can_place(seat)), len(state.drawn), len(state.well)):
        return
    if not state.well:
        raise IllegalMove(Message.WELL_EMPTY)
    if len(state.drawn) >= state.rules.draw_limit:
        raise IllegalMove(Message.DRAW_LIMIT, count=state.rules.draw_limit)
    raise IllegalMove(Message.MUST_PLACE_NOT_DRAW, seat=Seat(seat), move=_a_placement(state, seat))


def check_pass(state: RoundState, seat: int) -> None:
    """Refuse a pass that is not legal (R6, R8, R17)."""
    if not state.started:
        raise IllegalMove(Message.NO_PASS_BEFORE_START)
    can_place = state.can_place(seat)
    if may_pass(state.rules, bool(can_place), len(state.drawn), len(state.well)):
        return
    if can_place and not state.edition.draw_optional:
        raise IllegalMove(Message.MUST_PLACE_NOT_PASS, seat=Seat(seat), move=_a_placement(state, seat))
    raise IllegalMove(Message.MUST_DRAW_NOT_PASS, seat=Seat(seat), count=len(state.well))


def _a_placement(state: RoundState, seat: int) -> Move:
    return state.board.options(state.tiles.masks[seat])[0].move


def _note_nothing_fits(state: RoundState, event: Drew | Passed) -> None:
    """A player who draws or passes where placing comes first (R6, R14) holds nothing that fits."""
    comes_first = not state.edition.draw_optional or (event.timeout and isinstance(event, Passed))
    if state.located and comes_first:
        state.tiles.exclude(event.seat, state.board.fitting())


def _check_penalty(penalty: int, right: int) -> None:
    if penalty != right:
        raise Mismatch(f"-{right}" if right else "+0", f"-{penalty}")


# Points.


def pass_event(rules: Rules, seat: int, draws: int, *, timeout: bool = False) -> Passed:
    """The line of a pass after some draws in the turn; a pass that a draw has made free is written +0 (R17)."""
    return Passed(seat, pass_cost(rules, draws), timeout, plus_zero=ends_free(rules, draws))


def with_points(state: RoundState, event: TurnEvent) -> TurnEvent:
    """The line with the points that the rules give it, and with the bonus found where it is not named."""
    if isinstance(event, Drew):
        return replace(event, penalty=state.rules.draw_penalty)
    if isinstance(event, Passed):
        right = pass_event(state.rules, event.seat, len(state.drawn))
        return replace(event, penalty=right.penalty, plus_zero=right.plus_zero or event.plus_zero)
    if isinstance(event, Placed) and not state.started:
        return replace(event, points=start_points(state.rules, event.tile.index))
    if isinstance(event, Placed) and event.place is not None and not event.bonus and state.board.fits(event.place):
        option = state.board.option_at(event.place)
        return replace(event, points=option.points, bonus=option.bonus)
    total = event.tile.sum if isinstance(event, Placed) else event.total
    return replace(event, points=placed_points(state.rules, to_shape(event.bonus), total))
