"""The rulebooks as data, presets, and house rules: what may be changed, how it is spelled, what is refused."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import FrozenInstanceError, fields
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.helpers import HOUSE_EDITIONS

from tricorn.editions import (
    DEFAULT_EDITION,
    EDITIONS,
    HOUSE_RULES,
    PRESETS,
    Edition,
    edition_named,
    editions_for,
    preset_of,
)
from tricorn.errors import EditionError
from tricorn.game import Game

# The table of editions in the rules, row by row.
IN_THE_TABLE = {
    "players": {
        "pressman-deluxe": (2, 4),
        "pressman-classic": (2, 6),
        "spanish": (2, 4),
        "wooden": (2, 4),
        "domino-site": (2, 6),
        "goliath": (2, 4),
    },
    "blocked": {
        "pressman-deluxe": "tiles",
        "pressman-classic": "points",
        "spanish": "points",
        "wooden": "tiles",
        "domino-site": "points",
        "goliath": "points",
    },
    "rulebook": {
        "pressman-deluxe": "Pressman, Deluxe edition, 2009",
        "pressman-classic": "Pressman, classic edition, undated",
        "spanish": "Spanish edition, unnamed publisher, undated",
        "wooden": "Wooden set, unnamed publisher, undated",
        "domino-site": "Domino web site, rules page, undated",
        "goliath": "Goliath, leaflets (one of 2013) and pages of the official app",
    },
}
# What all have in common, and what differs in some of them.
FIGURES = {
    "target": 400,
    "hexagons": (50, 50, 50),
    "bridge": 40,
    "start_bonus": 10,
    "zero_start": 30,
    "draw_penalty": 5,
    "pass_penalty": 10,
    "out_bonus": 25,
    "draw_limit": None,
    "draw_optional": False,
    "pass_after_draw": False,
    "zero_option": True,
    "show_triple": True,
    "beside": "sides",
    "start": "triple",
    "empty_well_free": False,
    "rounds": None,
    "scoring": "numbers",
    "blocked_when": "closed",
    "blocked_own": True,
    "won_by": "round",
    "clock": None,
    "rulebook_languages": ("en",),
    "rulebook_year": None,
    "rulebook_publisher": None,
    "facts_only": False,
}
SPANISH = {
    "hexagons": (50, 60, 70),
    "draw_limit": 3,
    "draw_optional": True,
    "show_triple": False,
    "won_by": "highest",
    "rulebook_languages": ("es",),
}
SITE = {"zero_option": False, "beside": "bridge"}
DELUXE = {"rulebook_year": 2009, "rulebook_publisher": "Pressman"}
GOLIATH = {
    "hexagons": (50, 60, 70),
    "start_bonus": 0,
    "zero_start": 0,
    "draw_limit": 3,
    "draw_optional": True,
    "beside": "none",
    "start": "choice",
    "empty_well_free": True,
    "won_by": "highest",
    "rulebook_languages": ("fr", "de", "nl", "it", "pt", "en"),
    "rulebook_year": 2013,
    "rulebook_publisher": "Goliath",
    "facts_only": True,
}
DIFFERENT: dict[str, dict[str, Any]] = {
    "spanish": SPANISH,
    "domino-site": SITE,
    "pressman-deluxe": DELUXE,
    "pressman-classic": {"rulebook_publisher": "Pressman"},
    "goliath": GOLIATH,
}

VALID = [
    ("target", "1", 1),
    ("target", "200", 200),
    ("hexagons", "50/60/70", (50, 60, 70)),
    ("hexagons", "0/0/0", (0, 0, 0)),
    ("bridge", "0", 0),
    ("start_bonus", "15", 15),
    ("zero_start", "0", 0),
    ("draw_penalty", "0", 0),
    ("pass_penalty", "20", 20),
    ("out_bonus", "50", 50),
    ("draw_limit", "none", None),
    ("draw_limit", "1", 1),
    ("draw_optional", "yes", True),
    ("draw_optional", "no", False),
    ("pass_after_draw", "yes", True),
    ("pass_after_draw", "no", False),
    ("zero_option", "yes", True),
    ("zero_option", "no", False),
    ("show_triple", "no", False),
    ("beside", "sides", "sides"),
    ("beside", "bridge", "bridge"),
    ("beside", "none", "none"),
    ("start", "choice", "choice"),
    ("start", "triple", "triple"),
    ("empty_well_free", "yes", True),
    ("empty_well_free", "no", False),
    ("rounds", "none", None),
    ("rounds", "1", 1),
    ("rounds", "1000", 1000),
    ("scoring", "tiles", "tiles"),
    ("scoring", "numbers", "numbers"),
    ("blocked", "points", "points"),
    ("blocked", "tiles", "tiles"),
    ("blocked_when", "closed", "closed"),
    ("blocked_when", "passes", "passes"),
    ("blocked_own", "yes", True),
    ("blocked_own", "no", False),
    ("won_by", "highest", "highest"),
    ("clock", "30", 30),
    ("clock", "none", None),
    ("players", "2-3", (2, 3)),
    ("players", "4-4", (4, 4)),
    ("deal", "8/6/5", (8, 6, 5)),
    ("deal", "28/18/14", (28, 18, 14)),
    ("head_start", "0", (0,) * 6),
    ("head_start", "50", (50, 0, 0, 0, 0, 0)),
    ("head_start", "0/50/0/399", (0, 50, 0, 399, 0, 0)),
]

IMPOSSIBLE = [
    ("target", "0"),
    ("target", "-100"),
    ("target", "many"),
    ("target", ""),
    ("target", "none"),
    ("target", "007"),
    ("target", "4e2"),
    ("target", "٤٠٠"),
    ("target", "99999999999999999999"),
    ("hexagons", "50"),
    ("hexagons", "50/60"),
    ("hexagons", "50/60/70/80"),
    ("hexagons", "50/-60/70"),
    ("hexagons", "50//70"),
    ("bridge", "-40"),
    ("bridge", "4.5"),
    ("start_bonus", "ten"),
    ("zero_start", "+30"),
    ("draw_penalty", "-5"),
    ("draw_penalty", "none"),
    ("pass_penalty", "10 "),
    ("out_bonus", "x"),
    ("draw_limit", "few"),
    ("draw_limit", "-1"),
    ("draw_limit", "57"),
    ("draw_optional", "maybe"),
    ("draw_optional", "True"),
    ("pass_after_draw", "0"),
    ("zero_option", "Yes"),
    ("show_triple", "1"),
    ("beside", "two"),
    ("beside", "yes"),
    ("start", "lot"),
    ("empty_well_free", "1"),
    ("rounds", "0"),
    ("rounds", "-3"),
    ("rounds", "1001"),
    ("rounds", "few"),
    ("scoring", "sum"),
    ("blocked", "luck"),
    ("blocked_when", "empty"),
    ("blocked_when", "no"),
    ("blocked_own", "false"),
    ("won_by", "chance"),
    ("clock", "0"),
    ("clock", "-30"),
    ("clock", "fast"),
    ("players", "4"),
    ("players", "4-2"),
    ("players", "1-4"),
    ("players", "2-100"),
    ("players", "2-4-6"),
    ("deal", "0/0/0"),
    ("deal", "many"),
    ("deal", "9,7,7"),
    ("deal", "29/18/14"),
    ("deal", "9/7/15"),
    ("deal", "-9/7/7"),
    ("head_start", "400"),
    ("head_start", "-50"),
    ("head_start", "none"),
    ("head_start", "1/2/3/4/5/6/7"),
]


def test_there_are_the_six_editions_of_the_rules() -> None:
    assert list(EDITIONS) == ["pressman-deluxe", "pressman-classic", "spanish", "wooden", "domino-site", "goliath"]
    assert all(edition.id == name for name, edition in EDITIONS.items())
    assert DEFAULT_EDITION in EDITIONS


@pytest.mark.parametrize("field", IN_THE_TABLE)
def test_an_edition_has_what_the_table_of_the_rules_says(field: str) -> None:
    assert {name: getattr(edition, field) for name, edition in EDITIONS.items()} == IN_THE_TABLE[field]


@pytest.mark.parametrize("name", EDITIONS)
def test_every_other_figure_is_the_common_one_unless_the_rulebook_differs(name: str) -> None:
    expected = FIGURES | DIFFERENT.get(name, {})
    assert {field: getattr(EDITIONS[name], field) for field in expected} == expected


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=list(EDITIONS))
def test_two_are_dealt_9_tiles_three_or_four_7_five_or_six_6(edition: Edition) -> None:
    dealt = {2: 9, 3: 7, 4: 7, 5: 6, 6: 6}
    for players in edition.player_counts():
        assert edition.tiles_dealt(players) == dealt[players]


def test_every_field_but_the_names_and_those_of_the_rulebook_is_a_house_rule() -> None:
    others = {"id", "name", "rulebook", "rulebook_languages", "rulebook_year", "rulebook_publisher", "facts_only"}
    assert set(HOUSE_RULES) == {field.name for field in fields(Edition)} - others


def test_the_presets_have_the_rules_of_the_rules() -> None:
    family, children = (PRESETS[id].edition for id in ("family", "children"))
    assert list(PRESETS) == ["family", "children"]
    assert family == edition_named("pressman-classic draw_limit=3 target=200")
    assert children == edition_named(
        "pressman-classic scoring=tiles bridge=1 hexagons=1/2/3 start_bonus=0 zero_start=0 draw_limit=3 "
        "draw_penalty=0 pass_penalty=0 out_bonus=5 rounds=3"
    )


@pytest.mark.parametrize(
    ("language", "first"), [("es", "spanish"), ("fr", "goliath"), ("en", DEFAULT_EDITION), ("eo", DEFAULT_EDITION)]
)
def test_the_editions_begin_with_one_in_the_reader_s_language(language: str, first: str) -> None:
    editions = editions_for(language)
    assert editions[0].id == first
    assert sorted(edition.id for edition in editions) == sorted(EDITIONS)


def test_an_edition_cannot_be_changed_in_place() -> None:
    with pytest.raises(FrozenInstanceError):
        EDITIONS["wooden"].target = 1  # type: ignore[misc]


@pytest.mark.parametrize(("key", "text", "value"), VALID)
def test_a_house_rule_changes_its_field_and_nothing_else(key: str, text: str, value: Any) -> None:
    edition = edition_named(f"wooden {key}={text}")
    assert getattr(edition, key) == value
    assert {**edition.as_dict(), key: None} == {**EDITIONS["wooden"].as_dict(), key: None}


@pytest.mark.parametrize(("key", "text", "value"), VALID)
def test_a_house_rule_is_spelled_as_it_is_read(key: str, text: str, value: Any) -> None:
    edition = edition_named(f"wooden {key}={text}")
    assert edition.house_rules() == ([] if getattr(EDITIONS["wooden"], key) == value else [(key, text)])


@pytest.mark.parametrize(("key", "text"), IMPOSSIBLE)
def test_an_impossible_house_rule_is_refused_and_named(key: str, text: str) -> None:
    with pytest.raises(EditionError, match=rf"\b{key}\b"):
        EDITIONS["wooden"].with_house_rules([(key, text)])


def test_every_house_rule_has_an_impossible_value_among_these_tests() -> None:
    assert {key for key, _ in IMPOSSIBLE} == {key for key, _, _ in VALID} == set(HOUSE_RULES)


def test_an_unknown_house_rule_is_refused_with_a_list_of_the_known_ones() -> None:
    with pytest.raises(EditionError, match=r"no house rule 'penalty'.*draw_penalty"):
        edition_named("wooden penalty=5")


@pytest.mark.parametrize(
    "rule", ["id=mine", "name=Mine", "rulebook=x", "rulebook_languages=es", "rulebook_year=1990", "facts_only=yes"]
)
def test_an_editions_names_are_no_house_rules(rule: str) -> None:
    with pytest.raises(EditionError, match="no house rule"):
        edition_named(f"wooden {rule}")


def test_a_house_rule_given_twice_is_refused() -> None:
    with pytest.raises(EditionError, match="target is given twice"):
        edition_named("wooden target=200 bridge=30 target=200")


def test_a_house_rule_without_a_value_is_refused() -> None:
    with pytest.raises(EditionError, match="key=value"):
        edition_named("wooden target")


@pytest.mark.parametrize("name", ["", "pressman", "Spanish", "spanish ", " spanish", "wooden,", "x" * 10_000])
def test_an_unknown_edition_is_refused_with_a_list_of_the_known_ones(name: str) -> None:
    with pytest.raises(EditionError) as caught:
        edition_named(name)
    assert len(str(caught.value)) < 300
    if not name.startswith("spanish"):
        assert "pressman-classic" in str(caught.value)


@pytest.mark.parametrize(
    ("edition", "players"),
    [
        ("wooden", 1),
        ("wooden", 5),
        ("pressman-classic", 7),
        ("spanish", 0),
        ("wooden", -1),
        ("wooden players=3-4", 2),
    ],
)
def test_a_number_of_players_the_edition_does_not_allow_is_refused(edition: str, players: int) -> None:
    with pytest.raises(EditionError, match=r"for \d to \d players"):
        Game(edition, players)


def test_a_deal_without_a_figure_for_the_players_is_refused() -> None:
    with pytest.raises(EditionError, match="no number for 4 players"):
        Game("wooden deal=9/7", 4)


def test_a_head_start_for_a_seat_without_a_player_is_refused() -> None:
    with pytest.raises(EditionError, match="head_start=0/0/50 has points for more seats than there are players, 2"):
        Game("wooden head_start=0/0/50", 2)


def test_a_head_start_of_a_game_of_some_rounds_has_no_target_to_stay_below() -> None:
    assert edition_named("wooden rounds=3 head_start=500").head_start[0] == 500


def test_a_preset_stays_one_with_a_clock_and_a_head_start() -> None:
    assert preset_of(edition_named(f"{PRESETS['family'].rules} clock=30 head_start=0/50")) is PRESETS["family"]


def test_a_deal_of_more_than_56_tiles_is_refused() -> None:
    assert edition_named("wooden deal=28/18/14").tiles_dealt(2) == 28
    with pytest.raises(EditionError, match="57 tiles to 3 players"):
        edition_named("wooden deal=28/19/14")


@st.composite
def house_editions(draw: st.DrawFn) -> Edition:
    """Any edition with valid house rules."""
    values = {key: text for key, text, _ in draw(st.lists(st.sampled_from(VALID), max_size=8))}
    try:
        return EDITIONS[draw(st.sampled_from(list(EDITIONS)))].with_house_rules(values.items())
    except EditionError:
        assume(False)
        raise


@given(house_editions())
def test_an_edition_line_is_read_back_as_the_same_edition(edition: Edition) -> None:
    assert edition_named(str(edition)) == edition


@pytest.mark.parametrize("house", HOUSE_EDITIONS)
def test_the_house_rules_of_these_tests_are_spelled_as_written_up_to_their_order(house: str) -> None:
    name, *rules = house.split(" ")
    edition = edition_named(house)
    spelled = {f"{key}={value}" for key, value in edition.house_rules()}
    assert spelled == {rule for rule in rules if edition_named(f"{name} {rule}") != EDITIONS[name]}


@given(st.text())
def test_any_text_is_an_edition_or_refused(text: str) -> None:
    with suppress(EditionError):
        assert edition_named(text).id in EDITIONS
