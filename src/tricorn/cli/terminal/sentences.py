"""Sentences about moves, how points add up, and further rounds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from tricorn.bonus import Bonus
from tricorn.editions import Edition, preset_of
from tricorn.locales.i18n import Language
from tricorn.record import Drew, Event, Left, Placed, TileMove
from tricorn.tiles import Tile
from tricorn.wording import Say

__all__ = [
    "Audience",
    "arithmetic",
    "further_round",
    "left_points",
    "move_events",
    "move_sentences",
    "penalty_text",
    "rules_name",
    "tile_count_text",
]


class Audience(NamedTuple):
    """Who reads a text: the language, the players' names, and the seat addressed as "you", if any."""

    language: Language
    names: Sequence[str]
    you: int | None = None


def tile_count_text(count: int, language: Language) -> str:
    """`1 tile`, `2 tiles`."""
    say_n = language.ngettext
    return say_n("{n} tile", "{n} tiles", count).format(n=count)


def rules_name(edition: Edition, say: Say) -> str:
    """The name of the preset if the rules are one, otherwise of the edition."""
    preset = preset_of(edition)
    return say(edition.name if preset is None else preset.name)


def arithmetic(tile: Tile, points: int, bonus: Bonus | None, edition: Edition, say: Say = str) -> str:
    """How a placement's points add up: `9 + 40 bridge = 49`, or `9` without a bonus."""
    alone = edition.points_of([tile])
    extra = points - alone
    if bonus is None and not extra:
        return str(points)
    word = say(bonus.label) if bonus else say("start")
    return f"{alone} + {extra} {word} = {points}"


def left_points(edition: Edition, hand: Left) -> int:
    """The points of what is left in a hand."""
    return hand.sum if hand.tiles is None else edition.points_of(hand.tiles)


def penalty_text(penalty: int, say: Say) -> str:
    """`-5`, or that there is no cost."""
    return f"-{penalty}" if penalty else say("no cost")


def further_round(edition: Edition, rounds: int, scores: Sequence[int], say: Say) -> list[str]:
    """Why the game is not over after its number of rounds; empty if that is no question."""
    if edition.rounds is None or rounds < edition.rounds or scores.count(max(scores)) == 1:
        return []
    return [say("The highest score is shared, so everybody plays one more round.")]


def move_events(events: Iterable[Event]) -> list[TileMove]:
    """The moves among the events."""
    return [event for event in events if isinstance(event, TileMove)]


def move_sentences(moves: Iterable[TileMove], edition: Edition, audience: Audience) -> list[str]:
    """A sentence for each move; consecutive draws share one."""
    sentences = []
    for (seat, drawing), group in groupby(moves, key=lambda move: (move.seat, isinstance(move, Drew))):
        if drawing:
            sentences.append(_drew(seat, [move for move in group if isinstance(move, Drew)], audience))
        else:
            sentences += [_sentence(seat, move, edition, audience) for move in group]
    return sentences


def _drew(seat: int, draws: list[Drew], audience: Audience) -> str:
    say = audience.language.gettext
    tiles = [str(draw.tile) for draw in draws if draw.tile is not None]
    what = " ".join(tiles) if len(tiles) == len(draws) else tile_count_text(len(draws), audience.language)
    template = say("You drew {what} ({cost})") if seat == audience.you else say("{name} drew {what} ({cost})")
    cost = penalty_text(sum(draw.penalty for draw in draws), say)
    return template.format(name=audience.names[seat], what=what, cost=cost) + _timeout_note(draws[-1], say)


def _sentence(seat: int, move: TileMove, edition: Edition, audience: Audience) -> str:
    say, name, is_you = audience.language.gettext, audience.names[seat], seat == audience.you
    if not isinstance(move, Placed):
        template = say("You passed ({cost})") if is_you else say("{name} passed ({cost})")
        return template.format(name=name, cost=penalty_text(move.penalty, say)) + _timeout_note(move, say)
    template = say("You placed {tile}: {sum}") if is_you else say("{name} placed {tile}: {sum}")
    sum_ = arithmetic(move.tile, move.points, move.bonus, edition, say)
    text = template.format(name=name, tile=move.tile, sum=sum_)
    shows = say(", showing {tile}").format(tile=move.shows) if move.shows else ""
    return f"{text}{shows}{_timeout_note(move, say)}"


def _timeout_note(move: TileMove, say: Say) -> str:
    return say(" (time was up)") if move.timeout else ""
