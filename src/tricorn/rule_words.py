"""House rules in words: the meaning of each, and short texts for its values.

Scripts of the page get the same templates and fill in the values.
"""

from __future__ import annotations

from typing import NamedTuple

from tricorn.editions import HOUSE_RULES, Edition
from tricorn.wording import Say

__all__ = [
    "ANY",
    "DESCRIPTIONS",
    "NEEDED",
    "SEVERAL",
    "Description",
    "edition_summary",
    "example_words",
    "house_rule_words",
    "rule_templates",
    "rules_without_effect",
]

SEVERAL = "/"  # the key of the template for several different figures
ANY = "*"  # the key of the template for every other value

# What the value of another rule must be for a rule to have an effect.
NEEDED: dict[str, dict[str, str]] = {
    "pass_after_draw": {"draw_optional": "yes"},
    "zero_option": {"start": "triple"},
    "show_triple": {"start": "triple", "zero_option": "yes"},
    "target": {"rounds": "none"},
    "won_by": {"rounds": "none"},
}


def edition_summary(edition: Edition, say: Say = str) -> list[str]:
    """The edition's name, the target or number of rounds, the clock if there is one, and the other house rules.

    >>> from tricorn.editions import edition_named
    >>> edition_summary(edition_named("spanish target=200 draw_penalty=0"))
    ['Spanish', '200 points to win', 'drawing is free']
    """
    always = ["target" if edition.rounds is None else "rounds"] + ["clock"] * (edition.clock is not None)
    others = [key for key, _ in edition.house_rules() if key not in ("target", "rounds", "clock")]
    templates = rule_templates(say)
    return [say(edition.name), *(_words(templates[key], edition, key) for key in (*always, *others))]


def house_rule_words(edition: Edition, say: Say = str) -> list[str]:
    """The house rules of an edition, in words.

    >>> from tricorn.editions import edition_named
    >>> house_rule_words(edition_named("spanish target=200 draw_limit=1"))
    ['200 points to win', 'at most one draw in a turn']
    """
    templates = rule_templates(say)
    return [_words(templates[key], edition, key) for key, _ in edition.house_rules()]


def rules_without_effect(edition: Edition, say: Say = str) -> list[str]:
    """A sentence for each house rule that means nothing because of another rule.

    >>> from tricorn.editions import edition_named
    >>> rules_without_effect(edition_named("goliath zero_option=no"))
    ['zero_option=no has no effect with start=choice.']
    """
    sentences = []
    for key, value in edition.house_rules():
        for other, needed in NEEDED.get(key, {}).items():
            found = HOUSE_RULES[other].write(getattr(edition, other))
            if found != needed:
                text = say("{rule} has no effect with {other}.")
                sentences.append(text.format(rule=f"{key}={value}", other=f"{other}={found}"))
                break
    return sentences


def example_words(say: Say = str) -> dict[str, str]:
    """An example of each house rule, in words.

    >>> example_words()["target"]
    '200 points to win'
    """
    templates = rule_templates(say)
    examples = (description.example.split("=") for description in DESCRIPTIONS.values())
    return {key: _value_words(templates[key], value) for key, value in examples}


def _words(templates: dict[str, str], edition: Edition, key: str) -> str:
    return _value_words(templates, HOUSE_RULES[key].write(getattr(edition, key)))


def _value_words(templates: dict[str, str], written: str) -> str:
    value = _collapsed(written)
    several = templates.get(SEVERAL) if "/" in value else None
    return (templates.get(value) or several or templates[ANY]).format(value=value)


def _collapsed(value: str) -> str:
    """The value, with one figure if all its figures are the same.

    >>> _collapsed("3/3/3/3/3"), _collapsed("50/60/70")
    ('3', '50/60/70')
    """
    figures = value.split("/")
    return figures[0] if len(set(figures)) == 1 else value


def rule_templates(say: Say = str) -> dict[str, dict[str, str]]:
    """The templates of each house rule, by its value as in a record, by `SEVERAL` or by `ANY`."""
    return {**_figures(say), **_choices(say)}


def _figures(say: Say) -> dict[str, dict[str, str]]:
    return {
        "players": {ANY: say("{value} players")},
        "deal": {
            "1": say("one tile each"),
            SEVERAL: say("{value} tiles each, depending on the number of players"),
            ANY: say("{value} tiles each"),
        },
        "target": {"1": say("one point to win"), ANY: say("{value} points to win")},
        "rounds": {"none": say("no fixed number of rounds"), "1": say("one round"), ANY: say("{value} rounds")},
        "hexagons": {ANY: say("hexagons +{value}")},
        "bridge": {ANY: say("bridge +{value}")},
        "start_bonus": {ANY: say("start with a triple +{value}")},
        "zero_start": {ANY: say("start with 0-0-0 another +{value}")},
        "out_bonus": {ANY: say("going out +{value}")},
        "draw_penalty": {"0": say("drawing is free"), ANY: say("a draw costs {value}")},
        "pass_penalty": {"0": say("passing is free"), ANY: say("a pass costs {value}")},
        "draw_limit": {
            "none": say("no limit on draws"),
            "1": say("at most one draw in a turn"),
            ANY: say("at most {value} draws in a turn"),
        },
        "head_start": {"0": say("no head start"), ANY: say("head start {value}")},
        "clock": {
            "none": say("no clock"),
            "1": say("one second for a turn"),
            ANY: say("{value} seconds for a turn"),
        },
    }


def _choices(say: Say) -> dict[str, dict[str, str]]:
    return {
        "draw_optional": {
            "yes": say("you may draw even if a tile fits"),
            "no": say("you draw only if no tile fits"),
        },
        "pass_after_draw": {
            "yes": say("you may end the turn after a draw"),
            "no": say("a draw does not end the turn"),
        },
        "zero_option": {
            "yes": say("0-0-0 may be chosen for the start"),
            "no": say("0-0-0 may not be chosen for the start"),
        },
        "show_triple": {
            "yes": say("choosing 0-0-0 shows the triple"),
            "no": say("choosing 0-0-0 shows nothing"),
        },
        "beside": {
            "sides": say("two sides always earn the bridge bonus"),
            "bridge": say("two sides earn the bridge bonus beside a bridge only"),
            "none": say("two sides earn no bonus"),
        },
        "start": {
            "triple": say("the highest triple must start"),
            "choice": say("a starter by lot places any tile"),
        },
        "empty_well_free": {
            "yes": say("passing is free when the pile is empty"),
            "no": say("passing costs the same when the pile is empty"),
        },
        "scoring": {
            "numbers": say("a tile counts its numbers"),
            "tiles": say("every tile counts one point"),
        },
        "blocked": {
            "tiles": say("a blocked round is won by the fewest tiles"),
            "points": say("a blocked round is won by the fewest points in hand"),
        },
        "blocked_when": {
            "closed": say("a round is blocked only with an empty pile"),
            "passes": say("a round is blocked as soon as all have passed"),
        },
        "blocked_own": {
            "yes": say("the winner of a blocked round subtracts their own tiles"),
            "no": say("the winner of a blocked round does not subtract their own tiles"),
        },
        "won_by": {
            "round": say("if several reach the target, the winner of the round wins"),
            "highest": say("if several reach the target, the highest score wins"),
        },
    }


class Description(NamedTuple):
    """What a house rule means, which values it takes, and an example as in a record."""

    meaning: str
    values: str
    example: str


_POINTS = "0 to 10000"

# For the table in docs/rules.md.
DESCRIPTIONS: dict[str, Description] = {
    "target": Description("points that end the game, with `rounds=none`", "1 to 1000000", "target=200"),
    "hexagons": Description(
        "bonus for closing one, two, three hexagons at once",
        f"three figures separated by `/`, each {_POINTS}",
        "hexagons=50/60/70",
    ),
    "bridge": Description("bonus for a bridge, and for matching two or three sides beside one", _POINTS, "bridge=30"),
    "start_bonus": Description("bonus for starting with a triple", _POINTS, "start_bonus=5"),
    "zero_start": Description("extra bonus for starting with 0-0-0", _POINTS, "zero_start=20"),
    "draw_penalty": Description("points lost for each tile drawn", _POINTS, "draw_penalty=2"),
    "pass_penalty": Description("points lost for a pass", _POINTS, "pass_penalty=0"),
    "out_bonus": Description("bonus for going out", _POINTS, "out_bonus=50"),
    "draw_limit": Description("tiles that may be drawn in a turn", "`none` or 1 to 56", "draw_limit=3"),
    "draw_optional": Description(
        "whether a player who can place may draw instead, or pass when nothing is left to draw",
        "`yes` or `no`",
        "draw_optional=yes",
    ),
    "pass_after_draw": Description(
        "with `draw_optional`, whether a turn may end after a draw without a placement, at no further cost",
        "`yes` or `no`",
        "pass_after_draw=yes",
    ),
    "zero_option": Description(
        "with `start=triple`, whether the holder of the highest triple may start with 0-0-0 instead",
        "`yes` or `no`",
        "zero_option=no",
    ),
    "show_triple": Description(
        "with `start=triple` and `zero_option`, whether choosing 0-0-0 to start shows the highest triple held",
        "`yes` or `no`",
        "show_triple=no",
    ),
    "beside": Description(
        "where two sides earn the bridge bonus: always, only beside a tile that was placed as a bridge, or never",
        "`sides`, `bridge` or `none`",
        "beside=bridge",
    ),
    "start": Description(
        "who starts a round: the highest triple must, or a player by lot with any tile",
        "`triple` or `choice`",
        "start=choice",
    ),
    "empty_well_free": Description(
        "whether a pass because the well is empty costs nothing", "`yes` or `no`", "empty_well_free=yes"
    ),
    "rounds": Description("number of rounds after which the game ends", "`none` or 1 to 1000", "rounds=3"),
    "scoring": Description(
        "what a tile counts: the sum of its numbers, or one point", "`numbers` or `tiles`", "scoring=tiles"
    ),
    "blocked": Description(
        "who wins a blocked round: fewest tiles or fewest points in hand",
        "`tiles` or `points`",
        "blocked=tiles",
    ),
    "blocked_when": Description(
        "which passes block a round: only those that leave the well empty, or all",
        "`closed` or `passes`",
        "blocked_when=passes",
    ),
    "blocked_own": Description(
        "whether the winner of a blocked round loses the points of their own hand", "`yes` or `no`", "blocked_own=no"
    ),
    "won_by": Description(
        "with `rounds=none`, who wins when several have reached the target: the winner of the round, or the highest "
        "score",
        "`round` or `highest`",
        "won_by=highest",
    ),
    "clock": Description("seconds a turn may take", "`none` or 1 to 86400", "clock=60"),
    "players": Description("how many may play", "a range from 2 to 6", "players=2-4"),
    "deal": Description(
        "tiles dealt to each player, for 2, 3, 4 and so on players",
        "one figure for each number of players from 2 up, separated by `/`, each 1 to 28",
        "deal=9/7/7",
    ),
    "head_start": Description(
        "points that each seat begins the game with, from A on",
        "one to six figures separated by `/`, each at most 10000 and below the target",
        "head_start=0/50",
    ),
}
