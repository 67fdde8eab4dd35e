"""House rules in words: every value of every rule has a text, and all texts of a rule differ."""

from __future__ import annotations

from typing import get_args, get_type_hints

import pytest

from tricorn.editions import EDITIONS, HOUSE_RULES, Edition, edition_named
from tricorn.rule_words import ANY, edition_summary, rule_templates

TYPES = get_type_hints(Edition)


def values_of(rule: str) -> list[str]:
    """The values of a rule that is a choice between words, spelled as in a record."""
    values = (True, False) if TYPES[rule] is bool else get_args(TYPES[rule])
    return [HOUSE_RULES[rule].write(value) for value in values]


@pytest.mark.parametrize("rule", HOUSE_RULES)
def test_every_value_of_a_house_rule_has_a_text(rule: str) -> None:
    templates = rule_templates()[rule]
    if ANY in templates:
        assert "{value}" in templates[ANY]
    else:
        assert set(templates) == set(values_of(rule))
    assert len(set(templates.values())) == len(templates)


def test_only_house_rules_have_texts() -> None:
    assert set(rule_templates()) == set(HOUSE_RULES)


def test_the_summary_of_an_edition_names_the_target_the_clock_and_what_was_changed() -> None:
    edition = edition_named("spanish target=200 draw_limit=none blocked=tiles clock=30")
    assert edition_summary(edition) == [
        "Spanish",
        "200 points to win",
        "30 seconds for a turn",
        "no limit on draws",
        "a blocked round is won by the fewest tiles",
    ]
    assert edition_summary(EDITIONS["spanish"]) == ["Spanish", "400 points to win"]


def test_the_summary_of_a_game_of_some_rounds_names_them_in_place_of_the_target() -> None:
    assert edition_summary(edition_named("spanish rounds=3 target=200")) == ["Spanish", "3 rounds"]
    assert edition_summary(edition_named("spanish rounds=1 clock=9"))[1:] == ["one round", "9 seconds for a turn"]


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ("deal=3/3/3/3/3", "3 tiles each"),
        ("deal=1/1/1", "one tile each"),
        ("deal=9/8/7", "9/8/7 tiles each, depending on the number of players"),
        ("hexagons=60/60/60", "hexagons +60"),
        ("hexagons=50/60/80", "hexagons +50/60/80"),
        ("clock=1", "one second for a turn"),
    ],
)
def test_equal_figures_are_written_once_and_one_is_not_a_plural(rules: str, words: str) -> None:
    assert edition_summary(edition_named(f"pressman-classic target=1 {rules}"))[1:] == ["one point to win", words]
