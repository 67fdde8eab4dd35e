"""A challenge is answered from the table as it was before the placement, with the ruling that decides it."""

from __future__ import annotations

import pytest
from tests.helpers import on_table
from tests.oracle.positions import POSITIONS, Position

from tricorn.challenge import explain
from tricorn.editions import edition_named
from tricorn.moves import Place
from tricorn.record import Placed, parse_event
from tricorn.render import challenge_svg
from tricorn.round import Round

STARTED = [each for each in POSITIONS if each.before and each.then not in each.before.split()]
SCORING = [each for each in STARTED if not each.refused]
# A tile that lies elsewhere is for the hand to refuse, and a mirrored one for the reader.
REFUSED = [
    each for each in STARTED if {"occupied", "side", "corner"} & set(each.refused) and "mirrored" not in each.refused
]


@pytest.mark.parametrize("position", SCORING, ids=lambda position: position.name)
def test_a_placement_is_judged_as_it_scores(position: Position) -> None:
    challenge = explain(on_table(position.before, position.edition), Place.parse(position.then))
    assert (challenge.bonus or "", challenge.points) == (position.bonus, position.points)
    assert challenge.reason is None
    assert challenge_svg(challenge).startswith("<svg ")


@pytest.mark.parametrize("position", REFUSED, ids=lambda position: position.name)
def test_a_placement_that_is_not_possible_is_answered_with_the_reason(position: Position) -> None:
    challenge = explain(on_table(position.before, position.edition), Place.parse(position.then))
    assert challenge.reason is not None
    assert challenge.reason in challenge.sentences()[0]
    assert challenge_svg(challenge).startswith("<svg ")


@pytest.mark.parametrize("position", [each for each in SCORING if each.bonus], ids=lambda position: position.name)
def test_a_placement_on_the_table_is_judged_as_before_it_lay_there(position: Position) -> None:
    current, place = on_table(position.before, position.edition), Place.parse(position.then)
    asked = explain(current, place)
    current.apply(current.event_for(place))
    challenged = explain(current, place)
    assert challenged.sentences() == asked.sentences()
    assert challenged.points == asked.points == position.points


def test_the_answer_says_what_was_met_and_what_it_scores() -> None:
    position = next(each for each in POSITIONS if each.bonus == "hexagon")
    challenge = explain(on_table(position.before), Place.parse(position.then))
    assert challenge.sentences() == [
        "before 1-3-5 lay there, 3 of its corners met a number: 3, 5, 1",
        "it is the sixth tile round one of its corners, so it closes a hexagon",
        "it scores 9 + 50 = 59",
    ]


@pytest.mark.parametrize(
    ("bonus", "edition", "rulings"),
    [
        ("", "wooden", ["R2"]),
        ("bridge", "wooden", ["R2", "R3"]),
        ("hexagon", "spanish", ["R2", "R3"]),
        ("hexagon2", "wooden", ["R2", "R3", "R4"]),
        ("hexagon2", "spanish", ["R2", "R3"]),
    ],
)
def test_the_answer_names_the_rulings_that_decide_it(bonus: str, edition: str, rulings: list[str]) -> None:
    position = next(each for each in SCORING if each.bonus == bonus)
    challenge = explain(on_table(position.before, edition), Place.parse(position.then))
    assert [ruling.id for ruling, _ in challenge.rulings()] == rulings
    assert challenge.rule()


def test_a_table_of_which_not_every_cell_is_known_is_said_to_be_incomplete() -> None:
    current = Round(edition_named("wooden"), players=2)
    for line in ("A 0,0^444 +22", "B 2-4-4 +10"):
        event = parse_event(line)
        assert isinstance(event, Placed)
        current.apply(event)
    assert explain(current, Place.parse("0,0v441")).sentences()[-1].startswith("not every tile")


def test_the_first_tile_of_a_round_bridges_nothing() -> None:
    assert explain(on_table("0,0^444"), Place.parse("0,0^444")).sentences() == [
        "0,0^444 is the first tile of the round: nothing can be bridged"
    ]
