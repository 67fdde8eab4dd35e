"""The end of a round: the hands laid open, and how the winner's points come about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tricorn.cli.terminal.sheet import totals
from tricorn.cli.terminal.words import count
from tricorn.editions import Edition
from tricorn.record import Blocked, Event, Left, Out, RoundStart, Score
from tricorn.view import View

__all__ = ["at_round_end", "round_end", "rounds_over"]


def rounds_over(events: Sequence[Event]) -> int:
    """How many rounds have been played to their end."""
    return sum(isinstance(event, Score) for event in events)


def at_round_end(view: View) -> View:
    """The view as it was when the last finished round ended, before the next deal."""
    events = view.source.events
    end = max(index for index, event in enumerate(events) if isinstance(event, Score))
    return replace(view, source=replace(view.source, events=events[: end + 1]), turn=None, options=())


def round_end(view: View, names: Sequence[str]) -> list[str]:
    """The last round's end in words, as everybody sees it; the view ends there (`at_round_end`)."""
    events = view.source.events
    start = max(index for index, event in enumerate(events) if isinstance(event, RoundStart))
    scores = [event.scores for event in events if isinstance(event, Score)]
    before = scores[-2] if len(scores) > 1 else (0,) * len(names)
    points = [after - earlier for after, earlier in zip(scores[-1], before, strict=True)]
    return [
        *_how(view.edition, events[start:], names),
        "",
        *totals(str(events[start]).capitalize(), names, points, scores[-1]),
    ]


def _how(edition: Edition, events: Sequence[Event], names: Sequence[str]) -> list[str]:
    hands = {event.seat: event for event in events if isinstance(event, Left)}
    end = next(event for event in events if isinstance(event, Out | Blocked))
    laid_open = _hands(hands, names)
    if isinstance(end, Out):
        head, reason = f"{names[end.seat]} went out.", _out(edition, end, hands, names)
    else:
        head, reason = "The round is blocked: everybody has passed.", _blocked(edition, end, hands, names)
    return [head, "", *laid_open, "", reason]


def _hands(hands: Mapping[int, Left], names: Sequence[str]) -> list[str]:
    wide = max(map(len, names))
    return [f"  {names[seat]:<{wide}}  {_tiles(hand)} = {_sum(hand)}" for seat, hand in sorted(hands.items())]


def _tiles(hand: Left) -> str:
    return "tiles" if hand.tiles is None else "  ".join(map(str, hand.tiles))


def _sum(hand: Left | None) -> int:
    return 0 if hand is None else hand.sum  # nothing left, so no line about it


def _others(seat: int, hands: Mapping[int, Left], players: int) -> str:
    return " + ".join(str(_sum(hands.get(other))) for other in range(players) if other != seat)


def _out(edition: Edition, end: Out, hands: Mapping[int, Left], names: Sequence[str]) -> str:
    name, others = names[end.seat], _others(end.seat, hands, len(names))
    return f"{name}: {edition.out_bonus} for going out + {others} in the other hands = {end.points:+d}"


def _blocked(edition: Edition, end: Blocked, hands: Mapping[int, Left], names: Sequence[str]) -> str:
    if end.seat is None:
        return "It is a draw: nobody scores for hands (R10)."
    name, own = names[end.seat], hands.get(end.seat)
    others = _others(end.seat, hands, len(names))
    held = 0 if own is None or own.tiles is None else len(own.tiles)
    fewest = "fewest tiles" if edition.blocked == "tiles" else "fewest points in hand"
    lost = f" - {_sum(own)} in the own" if edition.blocked_own else ""
    return (
        f"{name}: {others} in the other hands{lost} = {end.points:+d}\n"
        f"The {fewest} won it, and {name} held {count(held, 'tile')} of {count(_sum(own), 'point')}."
    )
