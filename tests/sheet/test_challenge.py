"""A challenge is answered from the table as it was before the placement, with the ruling that decides it."""

from __future__ import annotations

import pytest
from tests.helpers import on_table
from tests.oracle.positions import POSITIONS, Position

from tricorn.editions import edition_named
from tricorn.errors import TricornError
from tricorn.moves import Place
from tricorn.record import Placed, parse_event
from tricorn.round import Round
from tricorn.sheet import Sheet
from tricorn.sheet.challenge import Challenge, Claim, explain, explain_line

STARTED = [position for position in POSITIONS if position.before]
SCORING = [position for position in STARTED if not position.refused]
# A tile that is already on the table is refused by the hand, and a mirrored one by the parser.
REFUSED = [
    position
    for position in STARTED
    if {"occupied", "side", "corner"} & set(position.refused) and "mirrored" not in position.refused
]


@pytest.mark.parametrize("position", SCORING, ids=lambda position: position.name)
def test_a_placement_is_judged_as_it_scores(position: Position) -> None:
    challenge = explain(on_table(position.before, position.edition), Place.parse(position.then))
    assert (challenge.bonus or "", challenge.points) == (position.bonus, position.points)
    assert challenge.reason is None


@pytest.mark.parametrize("position", REFUSED, ids=lambda position: position.name)
def test_a_placement_that_is_not_possible_is_answered_with_the_reason(position: Position) -> None:
    challenge = explain(on_table(position.before, position.edition), Place.parse(position.then))
    assert challenge.reason is not None
    assert challenge.reason in challenge.sentences()[0]


def test_the_answer_says_what_was_met_and_what_it_scores() -> None:
    position = next(position for position in POSITIONS if position.bonus == "hexagon")
    challenge = explain(on_table(position.before), Place.parse(position.then))
    assert challenge.sentences() == [
        "when 1-3-5 was placed, 3 of its corners met a number: 3, 5, 1",
        "it is the sixth tile around one of its corners, so it closes a hexagon",
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
        ("beside", "wooden", ["R2", "R3", "R15"]),
    ],
)
def test_the_answer_names_the_rulings_that_decide_it(bonus: str, edition: str, rulings: list[str]) -> None:
    position = next(position for position in SCORING if position.bonus == bonus)
    challenge = explain(on_table(position.before, edition), Place.parse(position.then))
    assert [ruling.id for ruling, _ in challenge.rulings()] == rulings


BY_BRIDGE = "0,0^111 -1,0v101 -1,0^012 -1,-1v221 -1,-1^222 -1,-2v022 0,-2^200 0,-2v025 1,-2^550 1,-2v552 1,-1^125"
ELSEWHERE = (
    "0,0^444 -1,0v454 -1,1^245 -2,1v552 -2,1^553 -2,0v335 -2,0^333 0,-1v044 -2,-1v233 0,-1^402 -1,-1^322 -1,-2v122 "
    "0,-2^201"
)


@pytest.mark.parametrize(
    ("before", "then", "edition", "sentence", "points"),
    [
        (BY_BRIDGE, "0,-1v511", "wooden", "it matched 2 sides without closing a hexagon", 47),
        (BY_BRIDGE, "0,-1v511", "domino-site", "it matched 2 sides, one of them a side of 1-2-5, which was placed", 47),
        (ELSEWHERE, "0,-2v020", "wooden", "it matched 2 sides without closing a hexagon", 42),
        (ELSEWHERE, "0,-2v020", "domino-site", "it matched 2 sides, but none of them belongs to a tile", 2),
        (ELSEWHERE, "0,-2v020", "domino-site beside=sides", "it matched 2 sides without closing a hexagon", 42),
    ],
)
def test_two_sides_are_explained_by_the_editions_rule_r15(
    before: str, then: str, edition: str, sentence: str, points: int
) -> None:
    challenge = explain(on_table(before, edition), Place.parse(then))
    assert challenge.sentences()[1].startswith(sentence)
    assert challenge.points == points
    assert "R15" in [ruling.id for ruling, _ in challenge.rulings()]


def test_two_sides_entered_without_a_cell_are_explained_by_the_editions_rule_r15() -> None:
    for edition, bridging in (("wooden", False), ("domino-site", True)):
        sheet = Sheet(edition, entries=["A 0,0^444", "B 1-4-4 bridge", "A 1-1-5 beside"])
        claim = explain_line(sheet, 3)
        assert ("placed as a bridge" in claim.sentences()[1]) == bridging
        assert "R15" in [ruling.id for ruling, _ in claim.rulings()]


def test_a_table_of_which_not_every_cell_is_known_is_said_to_be_incomplete() -> None:
    current = Round(edition_named("wooden"), players=2)
    for line in ("A 0,0^444 +22", "B 2-4-4 +10"):
        event = parse_event(line)
        assert isinstance(event, Placed)
        current.apply(event)
    assert explain(current, Place.parse("0,0v441")).sentences()[-1].startswith("not every tile")


def test_the_first_tile_of_a_round_bridges_nothing() -> None:
    assert explain(on_table(""), Place.parse("0,0^444")).sentences() == [
        "0,0^444 is the first tile of the round: nothing can be bridged"
    ]


def test_a_tile_entered_without_its_cell_is_answered_with_what_was_entered_and_where_it_fitted() -> None:
    sheet = Sheet("wooden", entries=["A 0,0^444", "B 1-4-4 bridge"])
    assert explain_line(sheet, 2).sentences() == [
        "the cell of 1-4-4 was not recorded, so the table cannot decide it",
        "it was entered as a bridge, which matches one side and meets a tile at the point opposite",
        "it scores 9 + 40 = 49",
        "1-4-4 fitted on 3 of the open cells, and would have made what was entered on 0 of them",
    ]
    assert [ruling.id for ruling, _ in explain_line(sheet, 2).rulings()] == ["R2", "R3"]


def test_a_sum_is_answered_with_what_was_entered() -> None:
    sheet = Sheet("spanish", entries=["A 4-4-4", "B =9", "A =11 hexagon2"])
    assert explain_line(sheet, 2).sentences() == [
        "only the sum of the tile was recorded, so the table cannot decide it",
        "it was entered without a bonus; a bridge matches one side and meets a tile at the point opposite",
        "it scores its sum, 9",
    ]
    assert explain_line(sheet, 3).sentences()[1].startswith("it was entered as two hexagons at once")
    assert explain_line(sheet, 1).sentences() == ["4-4-4 is the first tile of the round: nothing can be bridged"]


def test_a_line_that_repeats_a_placement_is_not_possible() -> None:
    challenge = explain_line(Sheet("wooden", entries=["A 0,0^444", "B 0,0v441", "A 0,0v441"]), 3)
    assert challenge.sentences() == ["0,0v441 is not possible: cell 0,0v already holds a tile"]
    assert len(challenge.before.placements) == 2


def test_a_line_is_judged_in_its_own_round_even_if_the_cell_is_set_later() -> None:
    sheet = Sheet("wooden deal=1/1/1", entries=["A 4-4-4", "left B =9", "B 0,0^333", "A 1-3-3"])
    assert isinstance(explain_line(sheet, 4), Claim)
    sheet.replace(4, "A 0,0v331")
    assert isinstance(explain_line(sheet, 4), Challenge)
    assert len(explain_line(sheet, 4).before.placements) == 1


@pytest.mark.parametrize("number", [0, 2, 4])
def test_an_entry_that_is_not_a_placement_is_not_judged(number: int) -> None:
    with pytest.raises(TricornError, match="line"):
        explain_line(Sheet(entries=["A 4-4-4", "B draw", "B =9"]), number)
