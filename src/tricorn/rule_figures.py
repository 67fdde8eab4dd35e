"""Points, tiles and rounds in words, and worked examples, for the rules page of an edition."""

from __future__ import annotations

from tricorn.editions import Edition
from tricorn.tiles import Tile
from tricorn.wording import Say

__all__ = [
    "points_text",
    "range_text",
    "rounds_text",
    "tiles_text",
    "worked_example",
    "worked_points",
    "worth_plus",
    "worth_text",
]


def points_text(count: int, say: Say) -> str:
    """A number of points."""
    if count == 0:
        return say("no points")
    return say("1 point") if count == 1 else say("{n} points").format(n=count)


def rounds_text(count: int, say: Say) -> str:
    """A number of rounds."""
    return say("1 round") if count == 1 else say("{n} rounds").format(n=count)


def tiles_text(count: int, say: Say) -> str:
    """A number of tiles."""
    return say("1 tile") if count == 1 else say("{n} tiles").format(n=count)


def range_text(low: int, high: int, say: Say) -> str:
    """A range, or its only number."""
    return f"{low}" if low == high else say("{low} to {high}").format(low=low, high=high)


def worked_points(edition: Edition, text: str, *bonuses: int) -> str:
    """A tile's points as a sum: `1 + 4 + 4 + 40 = 49`, or `1 + 40 = 41` with points by tiles (R23)."""
    worth = Tile.parse(text).numbers if edition.scoring == "numbers" else (1,)
    terms = [*worth, *(bonus for bonus in bonuses if bonus)]
    return f"{' + '.join(map(str, terms))} = {sum(terms)}" if len(terms) > 1 else f"{terms[0]}"


def worked_example(edition: Edition, text: str, *bonuses: int) -> str:
    """A tile and its points: `1-4-4: 1 + 4 + 4 + 40 = 49`."""
    return f"{text}: {worked_points(edition, text, *bonuses)}"


def worth_text(edition: Edition, say: Say) -> str:
    """What a tile scores without a bonus."""
    return say("its numbers") if edition.scoring == "numbers" else points_text(1, say)


def worth_plus(edition: Edition, bonus: int, say: Say) -> str:
    """What a tile scores with a bonus."""
    worth = worth_text(edition, say)
    return f"{worth} + {bonus}" if bonus else say("{worth}, no bonus").format(worth=worth)
