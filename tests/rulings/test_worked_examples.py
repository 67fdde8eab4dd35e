"""The worked examples of the five rulebooks; in goliath, a start has no bonus (R19) and two sides have none (R21)."""

from __future__ import annotations

from tests.rulings.checks import (
    BESIDE_READY,
    BRIDGE_READY,
    EVERY_EDITION,
    FIVE_OF_A_HEXAGON,
    PAID_BESIDE,
    WITH_FORCED_START,
    assert_scores,
    assert_starts,
)

from tricorn.editions import EDITIONS


@WITH_FORCED_START
def test_worked_example_start_4_4_4_scores_22(edition: str) -> None:
    assert_starts("4-4-4", 12 if edition == "goliath" else 22, "4-4-4 0-0-1", "3-3-3 4-5-5", edition=edition)


@WITH_FORCED_START
def test_worked_example_start_5_5_5_scores_25(edition: str) -> None:
    assert_starts("5-5-5", 15 if edition == "goliath" else 25, "0-0-0 0-0-1", "4-4-4 5-5-5", edition=edition)


@WITH_FORCED_START
def test_worked_example_start_3_3_3_scores_19(edition: str) -> None:
    assert_starts("3-3-3", 9 if edition == "goliath" else 19, "3-3-3 2-2-2", "4-5-5 4-4-5", edition=edition)


@WITH_FORCED_START
def test_worked_example_start_0_0_0_scores_40(edition: str) -> None:
    points = 0 if edition == "goliath" else 40
    assert_starts("0-0-0", points, "0-0-0 0-0-1", "4-5-5 4-4-5", edition=edition)
    if EDITIONS[edition].zero_option:
        over = "" if edition == "goliath" else "5-5-5"
        assert_starts("0-0-0", points, "0-0-0 5-5-5", "4-5-5 4-4-5", edition=edition, over=over)


@WITH_FORCED_START
def test_worked_example_start_3_4_5_with_no_triple_dealt_scores_12(edition: str) -> None:
    assert_starts("3-4-5", 12, "3-4-5 0-0-1", "2-4-5 3-3-5", edition=edition)


@WITH_FORCED_START
def test_worked_example_start_2_4_5_with_no_triple_dealt_scores_11(edition: str) -> None:
    assert_starts("2-4-5", 11, "2-4-4 0-0-1", "2-4-5 0-0-2", edition=edition)


@EVERY_EDITION
def test_worked_example_plain_3_4_4_scores_11(edition: str) -> None:
    assert_scores("0,0^444", "0,0v443", 11, edition=edition)


@EVERY_EDITION
def test_worked_example_plain_2_5_5_scores_12(edition: str) -> None:
    assert_scores("0,0^555", "0,0v552", 12, edition=edition)


@EVERY_EDITION
def test_worked_example_plain_1_5_5_scores_11(edition: str) -> None:
    assert_scores("0,0^555", "-1,0v515", 11, edition=edition)


@EVERY_EDITION
def test_worked_example_plain_1_3_5_scores_9(edition: str) -> None:
    assert_scores("0,0^333 0,0v335", "1,0^513", 9, edition=edition)


@EVERY_EDITION
def test_worked_example_plain_1_4_4_scores_9(edition: str) -> None:
    assert_scores("0,0^444", "0,-1v144", 9, edition=edition)


@EVERY_EDITION
def test_worked_example_plain_1_3_4_scores_8(edition: str) -> None:
    assert_scores("0,0^444 0,0v443", "0,1^134", 8, edition=edition)


@EVERY_EDITION
def test_worked_example_plain_2_4_4_scores_10(edition: str) -> None:
    assert_scores("0,0^444", "-1,0v424", 10, edition=edition)


@EVERY_EDITION
def test_worked_example_hexagon_0_5_5_scores_60(edition: str) -> None:
    assert_scores(FIVE_OF_A_HEXAGON, "0,0^550", 60, "hexagon", edition)


@EVERY_EDITION
def test_worked_example_bridge_1_4_4_scores_49(edition: str) -> None:
    assert_scores(BRIDGE_READY, "0,0^414", 49, "bridge", edition)


@PAID_BESIDE
def test_worked_example_beside_a_bridge_1_1_5_scores_47(edition: str) -> None:
    points, bonus = (7, None) if edition == "goliath" else (47, "beside")
    assert_scores(BESIDE_READY, "0,0^115", points, bonus, edition)
