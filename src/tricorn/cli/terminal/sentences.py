"""Sentences about moves, and how points add up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from tricorn.bonus import Bonus
from tricorn.locales.i18n import Language
from tricorn.record import Drew, Event, Placed, TileMove
from tricorn.tiles import Tile
from tricorn.wording import Say

__all__ = ["Audience", "arithmetic", "move_events", "move_sentences", "tile_count_text"]


class Audience(NamedTuple):
    """Who reads a text: the language, the players' names, and the seat addressed as "you", if any."""

    language: Language
    names: Sequence[str]
    you: int | None = None


def tile_count_text(count: int, language: Language) -> str:
    """`1 tile`, `2 tiles`."""
    say_n = language.ngettext
    return say_n("{n} tile", "{n} tiles", count).format(n=count)


def arithmetic(tile: Tile, points: int, bonus: Bonus | None, say: Say = str) -> str:
    """How a placement's points add up: `9 + 40 bridge = 49`, or `9` without a bonus."""
    extra = points - tile.sum
    if bonus is None and not extra:
        return str(points)
    word = say(bonus.label) if bonus else say("start")
    return f"{tile.sum} + {extra} {word} = {points}"


def move_events(events: Iterable[Event]) -> list[TileMove]:
    """The moves among the events."""
    return [event for event in events if isinstance(event, TileMove)]


def move_sentences(moves: Iterable[TileMove], audience: Audience) -> list[str]:
    """A sentence for each move; consecutive draws share one."""
    sentences = []
    for (seat, drawing), group in groupby(moves, key=lambda move: (move.seat, isinstance(move, Drew))):
        if drawing:
            sentences.append(_drew(seat, [move for move in group if isinstance(move, Drew)], audience))
        else:
            sentences += [_sentence(seat, move, audience) for move in group]
    return sentences


def _drew(seat: int, draws: list[Drew], audience: Audience) -> str:
    say = audience.language.gettext
    tiles = [str(draw.tile) for draw in draws if draw.tile is not None]
    what = " ".join(tiles) if len(tiles) == len(draws) else tile_count_text(len(draws), audience.language)
    template = say("You drew {what} (-{cost})") if seat == audience.you else say("{name} drew {what} (-{cost})")
    cost = sum(draw.penalty for draw in draws)
    return template.format(name=audience.names[seat], what=what, cost=cost) + _timeout_note(draws[-1], say)


def _sentence(seat: int, move: TileMove, audience: Audience) -> str:
    say, name, is_you = audience.language.gettext, audience.names[seat], seat == audience.you
    if not isinstance(move, Placed):
        template = say("You passed (-{cost})") if is_you else say("{name} passed (-{cost})")
        return template.format(name=name, cost=move.penalty) + _timeout_note(move, say)
    template = say("You placed {tile}: {sum}") if is_you else say("{name} placed {tile}: {sum}")
    text = template.format(name=name, tile=move.tile, sum=arithmetic(move.tile, move.points, move.bonus, say))
    shows = say(", showing {tile}").format(tile=move.shows) if move.shows else ""
    return f"{text}{shows}{_timeout_note(move, say)}"


def _timeout_note(move: TileMove, say: Say) -> str:
    return say(" (time was up)") if move.timeout else ""
