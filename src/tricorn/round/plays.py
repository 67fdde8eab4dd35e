"""What players do in a turn: placements, draws and passes are checked in full, then applied."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from operator import or_

from tricorn.bonus import from_shape, to_shape
from tricorn.core.rules import Rules, ends_free, may_draw, may_pass, pass_cost, placed_points, start_points
from tricorn.errors import IllegalMove, Mismatch
from tricorn.messages import Message
from tricorn.moves import Move, Place
from tricorn.record import Drew, MoveEvent, Passed, Placed, Summed, TileMove
from tricorn.round.known_tiles import with_sum
from tricorn.round.start import check_start, start_options
from tricorn.round.state import RoundState
from tricorn.wording import Seat, quoted

__all__ = [
    "apply_legal_play",
    "apply_play",
    "check_draw",
    "check_pass",
    "check_seat",
    "pass_event",
    "with_points",
]


def apply_play(state: RoundState, event: MoveEvent) -> None:
    """Apply a line of the player on turn, or refuse it and change nothing."""
    check_seat(state, event.seat)
    if state.turn is not None and event.seat != state.turn:
        raise IllegalMove(Message.OUT_OF_TURN, turn=Seat(state.turn), seat=Seat(event.seat))
    _check_clock(state, event)
    if isinstance(event, Summed):
        _check_summed(state, event)
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
    apply_legal_play(state, event)


def apply_legal_play(state: RoundState, event: TileMove) -> None:
    """Apply a line that is known to be legal."""
    if isinstance(event, Placed):
        _apply_placed(state, event)
    elif isinstance(event, Drew):
        tile = state.tiles.next_drawn(event)
        _exclude_fitting(state, event)
        state.draw(event, tile)
    else:
        _exclude_fitting(state, event)
        state.pass_turn(event)


def check_seat(state: RoundState, seat: int) -> None:
    """Refuse a seat that does not exist in this round."""
    if seat >= state.players:
        raise IllegalMove(Message.NO_SEAT, seat=Seat(seat), players=state.players)


# The turn clock (R14): a turn that the clock takes has `timeout` on all its lines, and the rule decides its moves.


def _check_clock(state: RoundState, event: MoveEvent) -> None:
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
    """The points of a player's best placement with the tiles known to be in hand; None if they are not known."""
    if not state.located:
        return None
    hand = state.tiles.masks[event.seat]
    if not state.started:
        return None if state.tiles.hidden[event.seat] else start_options(state.rules, hand)[0].points
    known = hand | (event.tile.bit if isinstance(event, Placed) else 0)
    return max((option.points for option in state.board.options(known)), default=None)


def _exclude_better(state: RoundState, event: Placed) -> None:
    """Exclude tiles that would have scored more: if the clock took the turn, the player held none."""
    if event.timeout and state.started and state.located and state.tiles.hidden[event.seat]:
        options = state.board.options(state.tiles.unseen())
        better = (option.move for option in options if option.points > event.points)
        tiles = reduce(or_, (move.tile.bit for move in better if isinstance(move, Place)), 0)
        state.tiles.exclude(event.seat, tiles)


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


def _apply_placed(state: RoundState, event: Placed) -> None:
    tiles = state.tiles
    _exclude_better(state, event)
    state.lay(event)
    tiles.reveal(event.seat, event.tile, just_drawn=state.must_place_last_drawn)
    tiles.masks[event.seat] ^= event.tile.bit
    if event.shows is not None:
        tiles.reveal(event.seat, event.shows, just_drawn=False)
    state.finish_placement(event)


def _check_last_drawn(state: RoundState, event: Placed) -> None:
    """Refuse any tile but the last one drawn if the player had to draw: no other could be placed (R6)."""
    if not state.must_place_last_drawn:
        return
    last = state.drawn[-1]
    if event.tile != last and (last is not None or state.tiles.masks[event.seat] & event.tile.bit):
        raise IllegalMove(Message.WAS_IN_HAND, seat=Seat(event.seat), what=event.tile)


def _check_points(state: RoundState, event: Placed | Summed, total: int, shape: int) -> None:
    expected = replace(event, points=placed_points(state.rules, shape, total), bonus=from_shape(shape))
    if isinstance(expected, Placed):
        expected = replace(expected, shows=None)
    if expected != event:
        raise Mismatch(quoted(expected), quoted(event))


def _check_summed(state: RoundState, event: Summed) -> None:
    """Check a placement of which only the tile's sum is recorded."""
    if not state.started:
        raise IllegalMove(Message.FIRST_TILE_UNNAMED)
    state.tiles.check_holds_sum(event.seat, event.total)
    last = state.drawn[-1] if state.must_place_last_drawn else None
    what = Message.TILE_WITH_SUM(sum=event.total)
    if last is not None and last.sum != event.total:
        raise IllegalMove(Message.WAS_IN_HAND, seat=Seat(event.seat), what=what)
    _check_points(state, event, event.total, to_shape(event.bonus))
    state.board.check_somewhere(event, _possible_tiles(state, event), what)


def _apply_summed(state: RoundState, event: Summed) -> None:
    seat, tiles = event.seat, state.tiles
    last = state.drawn[-1] if state.must_place_last_drawn else None
    if last is not None:
        tiles.masks[seat] ^= last.bit
        tiles.on_table |= last.bit
    else:
        if not state.must_place_last_drawn:
            tiles.forget(seat, _possible_tiles(state, event))
        tiles.remove_unknown(seat, just_drawn=state.must_place_last_drawn)
        tiles.summed.append(event.total)
    state.board.lay_unnamed(event.bonus)
    state.finish_placement(event)


def _possible_tiles(state: RoundState, event: Summed) -> int:
    """The tiles with the recorded sum that the player may hold, as a mask."""
    elsewhere = state.tiles.seen() & ~state.tiles.masks[event.seat]
    return with_sum(event.total) & ~elsewhere


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
    raise IllegalMove(Message.MUST_PLACE_NOT_DRAW, seat=Seat(seat), move=_any_placement(state, seat))


def check_pass(state: RoundState, seat: int) -> None:
    """Refuse a pass that is not legal (R6, R8, R17)."""
    if not state.started:
        raise IllegalMove(Message.NO_PASS_BEFORE_START)
    can_place = state.can_place(seat)
    if may_pass(state.rules, bool(can_place), len(state.drawn), len(state.well)):
        return
    if can_place and not state.edition.draw_optional:
        raise IllegalMove(Message.MUST_PLACE_NOT_PASS, seat=Seat(seat), move=_any_placement(state, seat))
    raise IllegalMove(Message.MUST_DRAW_NOT_PASS, seat=Seat(seat), count=len(state.well))


def _any_placement(state: RoundState, seat: int) -> Move:
    return state.board.options(state.tiles.masks[seat])[0].move


def _exclude_fitting(state: RoundState, event: Drew | Passed) -> None:
    """Exclude the tiles that fit if the player, who must place before drawing or passing (R6, R14), did not."""
    must_place = not state.edition.draw_optional or (event.timeout and isinstance(event, Passed))
    if state.located and must_place:
        state.tiles.exclude(event.seat, state.board.fitting())


def _check_penalty(penalty: int, expected: int) -> None:
    if penalty != expected:
        raise Mismatch(f"-{expected}" if expected else "+0", f"-{penalty}")


# Points.


def pass_event(rules: Rules, seat: int, draws: int, *, timeout: bool = False) -> Passed:
    """The line of a pass after some draws in the turn; a pass that is free after a draw is written +0 (R17)."""
    return Passed(seat, pass_cost(rules, draws), timeout, plus_zero=ends_free(rules, draws))


def with_points(state: RoundState, event: MoveEvent) -> MoveEvent:
    """The line with its points by the rules, and with the bonus of its cell if it names none."""
    if isinstance(event, Drew):
        return replace(event, penalty=state.rules.draw_penalty)
    if isinstance(event, Passed):
        passed = pass_event(state.rules, event.seat, len(state.drawn))
        return replace(event, penalty=passed.penalty, plus_zero=passed.plus_zero or event.plus_zero)
    if isinstance(event, Placed) and not state.started:
        return replace(event, points=start_points(state.rules, event.tile.index))
    if isinstance(event, Placed) and event.place is not None and not event.bonus and state.board.fits(event.place):
        option = state.board.option_at(event.place)
        return replace(event, points=option.points, bonus=option.bonus)
    total = event.tile.sum if isinstance(event, Placed) else event.total
    return replace(event, points=placed_points(state.rules, to_shape(event.bonus), total))
