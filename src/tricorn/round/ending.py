"""The end of a round: the tiles left in the hands, the winner and the points, as far as the hands are known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import TypeVar

from tricorn.core.compile import ints_from
from tricorn.core.rules import NOBODY, blocked_prize, blocked_winner, out_prize
from tricorn.errors import Mismatch, TricornError
from tricorn.messages import Message
from tricorn.record import Blocked, Left, Out
from tricorn.round.state import Ending, Result, RoundState
from tricorn.wording import Line, Seat, quoted

__all__ = ["blocked_end", "check_end", "check_left", "end_event", "unknown_hands", "with_prize"]


def check_left(state: RoundState, event: Left) -> None:
    """Refuse tiles left in a hand, or a sum of them, that are impossible."""
    if not state.ended:
        raise Mismatch(Message.NOTHING_LEFT_YET(), event)
    if event.seat >= state.players or event.seat <= max(state.left, default=-1):
        raise Mismatch(Message.ONE_LEFT_PER_SEAT(), event)
    if state.tiles.tracked[event.seat]:
        raise Mismatch(Message.LEFT_IS_KNOWN(), event)
    held = state.tiles_held(event.seat)
    count = len(event.tiles) if event.tiles is not None else event.count
    if count is not None and count != held:
        raise Mismatch(Message.TILES_LEFT(count=held, seat=Seat(event.seat)), Message.TILES(count=count))
    if event.total is not None:
        low, high = state.tiles.sum_bounds(event.seat)
        if not low <= event.total <= high:
            raise Mismatch(Message.SUM_LEFT(low=low, high=high, seat=Seat(event.seat)), f"={event.total}")


def unknown_hands(state: RoundState, out: int | None = None) -> list[int]:
    """The seats whose hand has an unknown sum, except `out`, the seat that is reported to be out."""
    return [seat for seat, (low, high) in enumerate(_bounds(state)) if low != high and seat != out]


def _bounds(state: RoundState) -> list[tuple[int, int]]:
    """The lowest and highest possible sum of each hand, from recorded sums and known tiles."""
    totals = [state.left[seat].total if seat in state.left else None for seat in range(state.players)]
    return [state.tiles.sum_bounds(seat) if total is None else (total, total) for seat, total in enumerate(totals)]


def end_event(state: RoundState) -> Out | Blocked:
    """The line that ends a round that is over and whose hands are all known."""
    if state.ended is None or unknown_hands(state):
        raise TricornError(Message.HANDS_UNKNOWN)
    if state.ended == "out" and state.went_out is not None:
        return with_prize(state, Out(state.went_out, 0))
    return blocked_end(state)


def blocked_end(state: RoundState) -> Blocked:
    """The end of a blocked round; all hands must be known."""
    winner = _blocked_winner(state, [low for low, _ in _bounds(state)])
    return with_prize(state, Blocked(None if winner == NOBODY else winner, 0))


End = TypeVar("End", bound=Out | Blocked)


def with_prize(state: RoundState, end: End) -> End:
    """The end of the round with its points; there must be no `unknown_hands`."""
    totals = [low for low, _ in _bounds(state)]
    if end.seat is None:
        return replace(end, points=0)
    others = sum(totals) - totals[end.seat]
    if isinstance(end, Out):
        return replace(end, points=out_prize(state.rules, others))
    return replace(end, points=blocked_prize(state.rules, others, totals[end.seat]))


def _blocked_winner(state: RoundState, totals: Sequence[int]) -> int:
    held = [number for seat, total in enumerate(totals) for number in (state.tiles_held(seat), total)]
    return blocked_winner(state.rules, ints_from(held), 0, state.players)


def check_end(state: RoundState, event: Out | Blocked) -> Result:
    """The result of a round's end; an event that contradicts what is known is refused."""
    ending: Ending = "out" if isinstance(event, Out) else "blocked"
    if state.ended != ending:
        raise Mismatch(Line(state.ended) if state.ended else Message.NOT_OVER(), event)
    if unknown_hands(state):
        _check_open_end(state, event, _bounds(state))
    elif (expected := end_event(state)) != event:
        raise Mismatch(quoted(expected), quoted(event))
    return Result(ending, event.seat, event.points)


def _check_open_end(state: RoundState, event: Out | Blocked, bounds: list[tuple[int, int]]) -> None:
    """Check an end as far as possible while some hands are unknown."""
    if event.seat is None:
        if event.points:
            raise Mismatch(Message.NOBODY_SCORES(), event)
        _check_possible_tie(state, event, bounds)
        return
    others = [pair for seat, pair in enumerate(bounds) if seat != event.seat]
    low, high = sum(low for low, _ in others), sum(high for _, high in others)
    if isinstance(event, Out):
        if event.seat != state.went_out:
            raise Mismatch(Line(f"out {Seat(state.went_out or 0)}"), event)
        low, high = out_prize(state.rules, low), out_prize(state.rules, high)
    else:
        _check_possible_winner(state, event.seat, bounds)
        own_low, own_high = bounds[event.seat]
        low, high = blocked_prize(state.rules, low, own_high), blocked_prize(state.rules, high, own_low)
    if not low <= event.points <= high:
        raise Mismatch(Message.POINTS_BETWEEN(low=f"{low:+d}", high=f"{high:+d}"), event)


def _check_possible_winner(state: RoundState, seat: int, bounds: list[tuple[int, int]]) -> None:
    if seat >= state.players:
        raise Mismatch(Message.SEAT_OF_PLAYERS(players=state.players), Seat(seat))
    tiles = [state.tiles_held(other) for other in range(state.players)]
    if state.rules.blocked_by_tiles:
        if tiles[seat] > min(tiles):
            found = Message.SEAT_WITH_TILES(seat=Seat(seat), count=tiles[seat])
            raise Mismatch(Message.WINNER_WITH_TILES(count=min(tiles)), found)
    elif bounds[seat][0] > min(high for _, high in bounds):
        raise Mismatch(Message.FEWEST_POINTS_WIN(), Seat(seat))


def _check_possible_tie(state: RoundState, event: Out | Blocked, bounds: list[tuple[int, int]]) -> None:
    """R10: a round is drawn only if two hands may be equal in tiles and in points."""
    tiles = [state.tiles_held(seat) for seat in range(state.players)]
    candidates = [seat for seat, held in enumerate(tiles) if not state.rules.blocked_by_tiles or held == min(tiles)]
    for one, other in combinations(candidates, 2):
        may_be_equal = bounds[one][0] <= bounds[other][1] and bounds[other][0] <= bounds[one][1]
        if tiles[one] == tiles[other] and may_be_equal:
            return
    raise Mismatch(Message.NO_TIE(), event)
