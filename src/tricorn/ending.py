"""The end of a round: tiles left in the hands, who won, and the points that brings, as far as hands are known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from tricorn.core.compile import ints_of
from tricorn.core.rules import NOBODY, Rules, blocked_prize, blocked_winner
from tricorn.errors import Mismatch, TricornError
from tricorn.messages import Line, Message, Seat, quoted
from tricorn.record import Blocked, Left, Out

__all__ = ["Ended", "Result", "blocked_end", "check_end", "check_left", "end_of", "hands_asked", "with_points"]


@dataclass(frozen=True)
class Result:
    """How a round ended: "out" or "blocked", who won it (None: drawn), and the points that brought."""

    reason: str
    winner: int | None
    points: int


class Ended(Protocol):
    """What the end of a round is told from: a `Round`, of which this room needs to know no more."""

    players: int
    rules: Rules
    ended: str | None
    went_out: int | None
    left: dict[int, Left]
    followed: list[bool]

    def tiles_held(self, seat: int) -> int: ...
    def sum_bounds(self, seat: int) -> tuple[int, int]: ...


def check_left(current: Ended, event: Left) -> None:
    """Refuse tiles left in a hand, or a sum of them, that cannot be."""
    if not current.ended:
        raise Mismatch(Message.NOTHING_LEFT_YET(), event)
    if event.seat >= current.players or event.seat <= max(current.left, default=-1):
        raise Mismatch(Message.ONE_LEFT_A_SEAT(), event)
    if current.followed[event.seat]:
        raise Mismatch(Message.LEFT_IS_KNOWN(), event)
    held = current.tiles_held(event.seat)
    count = len(event.tiles) if event.tiles is not None else event.count
    if count is not None and count != held:
        raise Mismatch(Message.TILES_LEFT(count=held, seat=Seat(event.seat)), Message.TILES(count=count))
    if event.total is not None:
        low, high = current.sum_bounds(event.seat)
        if not low <= event.total <= high:
            raise Mismatch(Message.SUM_LEFT(low=low, high=high, seat=Seat(event.seat)), f"={event.total}")


def hands_asked(current: Ended, out: int | None = None) -> list[int]:
    """The seats whose hands' sums are not known; who is said to be out is not asked."""
    return [seat for seat, (low, high) in enumerate(_bounds(current)) if low != high and seat != out]


def _bounds(current: Ended) -> list[tuple[int, int]]:
    """The least and the greatest sum of each hand; what was counted out counts."""
    totals = [current.left[seat].total if seat in current.left else None for seat in range(current.players)]
    return [current.sum_bounds(seat) if total is None else (total, total) for seat, total in enumerate(totals)]


def end_of(current: Ended) -> Out | Blocked:
    """The line that ends a round, once it has ended and all hands are known."""
    if current.ended is None or hands_asked(current):
        raise TricornError(Message.HANDS_UNKNOWN)
    if current.ended == "out" and current.went_out is not None:
        return with_points(current, Out(current.went_out, 0))
    return blocked_end(current)


def blocked_end(current: Ended) -> Blocked:
    """The end of a blocked round; all hands must be known."""
    winner = _blocked_winner(current, [low for low, _ in _bounds(current)])
    return with_points(current, Blocked(None if winner == NOBODY else winner, 0))


End = TypeVar("End", bound=Out | Blocked)


def with_points(current: Ended, end: End) -> End:
    """The end of a round as it is told, with its points; the hands that `hands_asked` names must be known."""
    totals = [low for low, _ in _bounds(current)]
    if end.seat is None:
        return replace(end, points=0)
    others = sum(totals) - totals[end.seat]
    if isinstance(end, Out):
        return replace(end, points=current.rules.out_bonus + others)
    return replace(end, points=blocked_prize(current.rules, others, totals[end.seat]))


def _blocked_winner(current: Ended, totals: Sequence[int]) -> int:
    held = [number for seat, total in enumerate(totals) for number in (current.tiles_held(seat), total)]
    return blocked_winner(current.rules, ints_of(held), 0, current.players)


def check_end(current: Ended, event: Out | Blocked) -> Result:
    """How the round ended, if the event tells it right as far as that can be known."""
    kind = "out" if isinstance(event, Out) else "blocked"
    if current.ended != kind:
        raise Mismatch(Line(current.ended) if current.ended else Message.NOT_OVER(), event)
    if hands_asked(current):
        _check_open_end(current, event, _bounds(current))
    elif (right := end_of(current)) != event:
        raise Mismatch(quoted(right), quoted(event))
    return Result(kind, event.seat, event.points)


def _check_open_end(current: Ended, event: Out | Blocked, bounds: list[tuple[int, int]]) -> None:
    """An end where some hand is not known: what can be told of it."""
    if event.seat is None:
        if event.points:
            raise Mismatch(Message.NOBODY_SCORES(), event)
        _check_possible_tie(current, event, bounds)
        return
    others = [both for seat, both in enumerate(bounds) if seat != event.seat]
    low, high = sum(low for low, _ in others), sum(high for _, high in others)
    if isinstance(event, Out):
        if event.seat != current.went_out:
            raise Mismatch(Line(f"out {Seat(current.went_out or 0)}"), event)
        low, high = low + current.rules.out_bonus, high + current.rules.out_bonus
    else:
        _check_possible_winner(current, event.seat, bounds)
        own_low, own_high = bounds[event.seat]
        low, high = blocked_prize(current.rules, low, own_high), blocked_prize(current.rules, high, own_low)
    if not low <= event.points <= high:
        raise Mismatch(Message.POINTS_BETWEEN(low=f"{low:+d}", high=f"{high:+d}"), event)


def _check_possible_winner(current: Ended, seat: int, bounds: list[tuple[int, int]]) -> None:
    if seat >= current.players:
        raise Mismatch(Message.SEAT_OF_PLAYERS(players=current.players), Seat(seat))
    tiles = [current.tiles_held(other) for other in range(current.players)]
    if current.rules.blocked_by_tiles:
        if tiles[seat] > min(tiles):
            found = Message.SEAT_WITH_TILES(seat=Seat(seat), count=tiles[seat])
            raise Mismatch(Message.WINNER_WITH_TILES(count=min(tiles)), found)
    elif bounds[seat][0] > min(high for _, high in bounds):
        raise Mismatch(Message.FEWEST_POINTS_WIN(), Seat(seat))


def _check_possible_tie(current: Ended, event: Out | Blocked, bounds: list[tuple[int, int]]) -> None:
    """R10: a round is drawn only if two hands may be equal in tiles and in points."""
    tiles = [current.tiles_held(seat) for seat in range(current.players)]
    level = [seat for seat, held in enumerate(tiles) if not current.rules.blocked_by_tiles or held == min(tiles)]
    for one in level:
        for two in level:
            may_be_equal = bounds[one][0] <= bounds[two][1] and bounds[two][0] <= bounds[one][1]
            if one < two and tiles[one] == tiles[two] and may_be_equal:
                return
    raise Mismatch(Message.NO_TIE(), event)
