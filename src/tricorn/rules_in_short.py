"""The rules of an edition in three sentences, for people who sit down at a table."""

from __future__ import annotations

from tricorn.editions import Edition
from tricorn.rule_figures import points_text, rounds_text
from tricorn.wording import Say

__all__ = ["in_short"]


def in_short(edition: Edition, say: Say = str) -> list[str]:
    """The game in three sentences.

    >>> from tricorn.editions import edition_named
    >>> in_short(edition_named("goliath draw_penalty=2 draw_optional=no"))[1]
    'If no tile of yours fits, draw up to 3; each costs 2 points.'
    """
    return [_place_in_short(edition, say), _draw_in_short(edition, say), _win_in_short(edition, say)]


def _place_in_short(edition: Edition, say: Say) -> str:
    if edition.scoring == "tiles":
        return say(
            "Place a tile along a whole side of another so that the numbers match, and score 1 point; "
            "bridges and hexagons earn a bonus."
        )
    return say(
        "Place a tile along a whole side of another so that the numbers match, and score its three numbers; "
        "bridges and hexagons earn a bonus."
    )


def _draw_in_short(edition: Edition, say: Say) -> str:
    draw = say("If no tile of yours fits, draw until one does")
    if edition.draw_optional:
        draw = say("If no tile of yours fits, or you would rather not place one, draw")
    if edition.draw_limit is not None:
        limited = say("If no tile of yours fits, draw up to {limit}")
        if edition.draw_optional:
            limited = say("If no tile of yours fits, or you would rather not place one, draw up to {limit}")
        draw = limited.format(limit=edition.draw_limit)
    if not edition.draw_penalty:
        return say("{draw}; that costs nothing.").format(draw=draw)
    return say("{draw}; each costs {points}.").format(draw=draw, points=points_text(edition.draw_penalty, say))


def _win_in_short(edition: Edition, say: Say) -> str:
    if edition.rounds is not None:
        return say(
            "Whoever places all their tiles first wins the round; after {rounds} the highest score wins the game."
        ).format(rounds=rounds_text(edition.rounds, say))
    return say(
        "Whoever places all their tiles first wins the round, and whoever gets to {points} wins the game."
    ).format(points=points_text(edition.target, say))
