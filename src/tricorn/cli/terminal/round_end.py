"""The end of a round: the hands, and how the winner's points are calculated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tricorn.cli.terminal.game_sheet import totals
from tricorn.cli.terminal.sentences import Audience, further_round, left_points, tile_count_text
from tricorn.editions import Edition
from tricorn.record import Blocked, Event, Left, Out, RoundStart, Score
from tricorn.view import View
from tricorn.wording import Say

__all__ = ["at_round_end", "round_end", "rounds_over"]


def rounds_over(events: Sequence[Event]) -> int:
    """The number of finished rounds."""
    return sum(isinstance(event, Score) for event in events)


def at_round_end(view: View) -> View:
    """The view as it was when the last finished round ended, before the next deal."""
    events = view.parsed_record.events
    end = max(index for index, event in enumerate(events) if isinstance(event, Score))
    record = replace(view.parsed_record, events=events[: end + 1])
    return replace(view, parsed_record=record, turn=None, options=(), known_round=None)


def round_end(view: View, audience: Audience) -> list[str]:
    """The end of the last round for everybody; takes the view of `at_round_end`."""
    events = view.parsed_record.events
    start = max(index for index, event in enumerate(events) if isinstance(event, RoundStart))
    scores = [event.scores for event in events if isinstance(event, Score)]
    before = scores[-2] if len(scores) > 1 else (0,) * len(audience.names)
    points = [after - earlier for after, earlier in zip(scores[-1], before, strict=True)]
    return [
        *_explanation(view.edition, events[start:], audience),
        "",
        *totals(events[start], audience, points, scores[-1]),
        *further_round(view.edition, len(scores), scores[-1], audience.language.gettext),
    ]


def _explanation(edition: Edition, events: Sequence[Event], audience: Audience) -> list[str]:
    say = audience.language.gettext
    hands = {event.seat: event for event in events if isinstance(event, Left)}
    end = next(event for event in events if isinstance(event, Out | Blocked))
    if isinstance(end, Out):
        head = say("You went out.") if end.seat == audience.you else say("{name} went out.")
        head, reason = head.format(name=audience.names[end.seat]), _out_points(edition, end, hands, audience)
    else:
        head, reason = (
            say("The round is blocked: everybody has passed."),
            _blocked_points(edition, end, hands, audience),
        )
    return [head, "", *_hand_lines(edition, hands, audience), "", reason]


def _hand_lines(edition: Edition, hands: Mapping[int, Left], audience: Audience) -> list[str]:
    width, say = max(map(len, audience.names)), audience.language.gettext
    return [
        f"  {audience.names[seat]:<{width}}  {_tiles(hand, say)} = {_points(edition, hand)}"
        for seat, hand in sorted(hands.items())
    ]


def _tiles(hand: Left, say: Say) -> str:
    return say("tiles") if hand.tiles is None else "  ".join(map(str, hand.tiles))


def _points(edition: Edition, hand: Left | None) -> int:
    return 0 if hand is None else left_points(edition, hand)  # an empty hand has no line


def _other_hands(edition: Edition, seat: int, hands: Mapping[int, Left], players: int) -> str:
    return " + ".join(str(_points(edition, hands.get(other))) for other in range(players) if other != seat)


def _out_points(edition: Edition, end: Out, hands: Mapping[int, Left], audience: Audience) -> str:
    say, others = audience.language.gettext, _other_hands(edition, end.seat, hands, len(audience.names))
    template = say("{name}: {bonus} for going out + {others} in the other hands = {points}")
    name, points = audience.names[end.seat], f"{end.points:+d}"
    return template.format(name=name, bonus=edition.out_bonus, others=others, points=points)


def _blocked_points(edition: Edition, end: Blocked, hands: Mapping[int, Left], audience: Audience) -> str:
    say = audience.language.gettext
    if end.seat is None:
        return say("The round is a draw: nobody scores for the hands.")
    if edition.blocked_own:
        template = say("{name}: {others} in the other hands - {own} in their own = {points}")
    else:
        template = say("{name}: {others} in the other hands = {points}")
    own = hands.get(end.seat)
    others = _other_hands(edition, end.seat, hands, len(audience.names))
    name, points = audience.names[end.seat], f"{end.points:+d}"
    sum_ = template.format(name=name, others=others, own=_points(edition, own), points=points)
    return f"{sum_}\n{_criterion(edition, end.seat, own, audience)}"


def _criterion(edition: Edition, seat: int, own: Left | None, audience: Audience) -> str:
    """Why this player has won the blocked round."""
    say, say_n = audience.language.gettext, audience.language.ngettext
    tile_count = 0 if own is None or own.tiles is None else len(own.tiles)
    if seat == audience.you:
        by_tiles = say("The player with the fewest tiles wins: you held {tiles} worth {points}.")
        by_points = say("The player with the fewest points in hand wins: you held {tiles} worth {points}.")
    else:
        by_tiles = say("The player with the fewest tiles wins: {name} held {tiles} worth {points}.")
        by_points = say("The player with the fewest points in hand wins: {name} held {tiles} worth {points}.")
    template = by_tiles if edition.blocked == "tiles" else by_points
    held = _points(edition, own)
    points = say_n("{n} point", "{n} points", held).format(n=held)
    return template.format(
        name=audience.names[seat], tiles=tile_count_text(tile_count, audience.language), points=points
    )
