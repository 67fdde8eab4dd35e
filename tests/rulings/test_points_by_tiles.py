"""Every tile counts 1, on the table and in hands (R23)."""

from __future__ import annotations

import pytest
from tests.helpers import checked, dealt, record, refusal
from tests.rulings.checks import (
    BESIDE_READY,
    BRIDGE_READY,
    FIVE_OF_A_HEXAGON,
    THREE_HEXAGONS,
    TWO_HEXAGONS,
    assert_scores,
    blocked_round,
    end_of,
)

from tricorn.editions import PRESETS
from tricorn.game import Game
from tricorn.sheet import Sheet

TILES = "wooden scoring=tiles"
CHILDREN = PRESETS["children"].rules


def test_r23_a_placement_scores_1_and_its_bonus() -> None:
    assert_scores("0,0^444", "0,0v443", 1, None, TILES)
    assert_scores(BRIDGE_READY, "0,0^414", 41, "bridge", TILES)
    assert_scores(BRIDGE_READY, "0,0^414", 2, "bridge", "wooden scoring=tiles bridge=1")
    assert_scores(BESIDE_READY, "0,0^115", 2, "beside", "wooden scoring=tiles bridge=1")
    figures = "wooden scoring=tiles hexagons=1/2/3"
    assert_scores(FIVE_OF_A_HEXAGON, "0,0^550", 2, "hexagon", figures)
    assert_scores(TWO_HEXAGONS, "0,0^044", 3, "hexagon2", figures)
    assert_scores(THREE_HEXAGONS, "0,0^345", 4, "hexagon3", figures)


@pytest.mark.parametrize(
    ("rules", "hands", "starts"),
    [
        # The tile that must start is decided by its numbers.
        ("", ("4-4-4 0-0-1", "3-3-3 4-5-5"), {"0,0^444": 11}),
        ("", ("3-4-5 0-0-1", "2-5-5 0-0-2"), {"0,0^255": 1}),
        ("", ("0-0-0 5-5-5", "4-4-4 0-0-2"), {"0,0^000": 41, "0,0^555": 11}),
        (" start_bonus=0 zero_start=0", ("0-0-0 5-5-5", "4-4-4 0-0-2"), {"0,0^000": 1, "0,0^555": 1}),
        (" start=choice", ("0-0-0 1-2-3", "4-4-4 0-0-2"), {"0,0^000": 41, "0,0^123": 1}),
    ],
)
def test_r23_the_first_tile_counts_1_and_the_bonuses_of_a_start(
    rules: str, hands: tuple[str, str], starts: dict[str, int]
) -> None:
    game = dealt(TILES + rules, *hands)
    assert {str(option.move): option.points for option in game.options()} == starts


def test_r23_going_out_pays_the_number_of_tiles_left() -> None:
    game = dealt(TILES, "5-5-5 3-5-5", "4-5-5 4-4-5", "0-0-1 0-0-2", well="2-5-5 0-0-3")
    for move in ("0,0^555", "0,0v554", "draw", "0,-1v255", "-1,0v535"):
        game.play(move)
    assert end_of(game) == "out A +28"
    assert game.scores == (11 + 1 + 28, 1, 1 - 5)
    assert "out A +28" in refusal(game.record().replace("out A +28", "out A +38")).expected


@pytest.mark.parametrize("measure", ["tiles", "points"])
def test_r23_a_blocked_round_counts_tiles_whatever_the_measure(measure: str) -> None:
    """A has two tiles with the sum 22, B three with the sum 5."""
    edition = f"wooden scoring=tiles blocked={measure}"
    game = blocked_round(edition, "5-5-5 3-4-4", "0-0-1 0-0-2", well="0-1-1 2-4-5", moves="0,0^555")
    assert end_of(game) == "blocked A +1"
    assert game.scores == (12, 0)


def test_r23_as_many_tiles_are_a_tie_whatever_their_numbers() -> None:
    game = blocked_round(TILES, "5-5-5 0-0-4", "4-5-5 0-0-3", well="0-1-4 0-2-3", moves="0,0^555 0,0v554")
    assert end_of(game) == "blocked draw +0"


def test_r23_in_a_physical_record_hands_are_counted_in_tiles() -> None:
    """B has one of two tiles left, which nobody knows, and that counts 1."""
    lines = ["A 5-5-5 +11", "B 4-5-5 +1", "A 3-5-5 +1"]
    edition = f"{TILES} deal=2/2/2"
    for left in ([], ["left B =1"], ["left B 1 =7"], ["left B 0-0-1"]):  # what it counts, or its sum
        checked(record(*lines, *left, "out A +26", edition=edition))
    for wrong in ("left B =16", "left B 2 =2"):
        assert refusal(record(*lines, wrong, edition=edition)).line == 9
    assert "out A +26" in refusal(record(*lines, "out A +28", edition=edition)).expected


def test_r23_left_counts_tiles_for_every_seat() -> None:
    edition = f"{TILES} deal=4/4/4"
    lines = ["A 5-5-5 +11", "B 4-5-5 +1", "A 3-5-5 +1", "B 2-5-5 +1", "A 1-5-5 +1", "B 0-5-5 +1", "A 3-3-5 +1"]
    checked(record(*lines, "left B =1", "out A +26", edition=edition))
    three = record("A 5-5-5 +11", "B draw ?-?-? -5", "B 4-5-5 +1", "A 3-5-5 +1", edition=f"{TILES} deal=2/2/2")
    checked(three + "left B =2\nout A +27\n")
    assert refusal(three + "left B =31\n").line == 10


def test_r23_a_tile_known_only_by_its_sum_counts_1() -> None:
    sums = [f"{'BA'[turn % 2]} ={total}" for turn, total in enumerate((14, 13, 12, 11, 10, 9, 8))]
    checked(record("A 5-5-5 +11", *(f"{line} +1" for line in sums), "A =13 +41 bridge", edition=TILES))
    assert refusal(record("A 5-5-5 +11", "B =14 +14", edition=TILES)).line == 7
    sheet = Sheet(TILES, entries=["A 5-5-5", *sums, "A =13 bridge"])
    assert not sheet.problems
    assert sheet.scores == (11 + 3 + 41, 4)


def test_r23_a_game_of_children_verifies() -> None:
    game = Game(CHILDREN, 3, seed=23)
    while game.outcome() is None:
        game.play(game.legal_moves()[0])
    assert game.rounds >= 3
    checked(game.record())
