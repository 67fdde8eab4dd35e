"""The start is forced (R5), except for the choice of 0-0-0 (R16), or by lot with any tile (R19)."""

from __future__ import annotations

import pytest
from tests.helpers import checked, dealt, record, refusal
from tests.rulings.checks import FORCED, WITH_FORCED_START

from tricorn.errors import IllegalMove
from tricorn.moves import Place

# R5 The start is forced.


@WITH_FORCED_START
@pytest.mark.parametrize(
    ("hands", "seat", "tile"),
    [
        (("2-5-5 0-0-1", "3-4-5 0-0-2"), 0, "2-5-5"),
        (("3-4-5 0-0-1", "2-5-5 0-0-2"), 1, "2-5-5"),
        (("1-5-5 0-0-1", "3-3-5 2-4-5"), 0, "1-5-5"),
        (("3-3-5 0-0-1", "3-4-4 2-4-5"), 1, "2-4-5"),
        (("4-5-5 0-0-1", "1-1-1 2-4-5"), 1, "1-1-1"),
        (("4-4-4 0-0-1", "2-2-2 3-3-3"), 0, "4-4-4"),
    ],
)
def test_r5_the_highest_triple_starts_or_else_sum_then_largest_then_middle_number(
    edition: str, hands: tuple[str, str], seat: int, tile: str
) -> None:
    game = dealt(edition, *hands)
    assert game.turn == seat
    assert [str(move.tile) for move in game.legal_moves() if isinstance(move, Place)] == [tile]


def test_r5_the_starting_player_has_no_other_choice() -> None:
    game = dealt("wooden", "2-2-2 4-4-4", "3-3-3 4-5-5")
    before = game.record()
    with pytest.raises(IllegalMove, match=r"A must start with 4-4-4, not with 2-2-2 \(R5\)"):
        game.play("0,0^222")
    with pytest.raises(IllegalMove, match="nobody draws before it"):
        game.play("draw")
    with pytest.raises(IllegalMove, match="nobody passes before it"):
        game.play("pass")
    assert game.record() == before
    error = refusal(before + "B 0,0^333 +19\n")
    assert "A must start with 4-4-4, not B with 3-3-3 (R5)" in error.found


def test_r5_choosing_0_0_0_shows_the_highest_triple() -> None:
    hands = ("0-0-0 3-3-3 2-2-2", "4-5-5 1-1-1 0-0-1")
    game = dealt("wooden", *hands)
    assert {str(move) for move in game.legal_moves()} == {"0,0^000", "0,0^333"}
    assert str(game.play("0,0^000")[0]) == "A 0,0^000 +40 shows 3-3-3"
    text = dealt("wooden", *hands).record()
    for wrong in ("A 0,0^000 +40", "A 0,0^000 +40 shows 2-2-2", "A 0,0^000 +40 shows 1-1-1"):
        assert refusal(f"{text}{wrong}\n").line == 9
    assert refusal(f"{text}A 0,0^333 +19 shows 2-2-2\n").line == 9


def test_r5_the_spanish_edition_does_not_require_the_triple_to_be_shown() -> None:
    game = dealt("spanish", "0-0-0 3-3-3 2-2-2", "4-5-5 1-1-1 0-0-1")
    assert str(game.play("0,0^000")[0]) == "A 0,0^000 +40"
    checked(game.record())


def test_r5_without_the_highest_triple_there_is_no_choice_of_0_0_0() -> None:
    game = dealt("wooden", "0-0-0 3-3-3 2-2-2", "4-4-4 1-1-1 0-0-1")
    assert game.turn == 1
    assert "B must start with 4-4-4" in refusal(game.record() + "A 0,0^000 +40 shows 3-3-3\n").found


# R16 The choice of 0-0-0.

ZERO_AND_TOP = ("0-0-0 5-5-5 0-0-1", "4-4-4 4-5-5 0-0-2")


@pytest.mark.parametrize(
    "edition", [*(name for name in FORCED if name != "domino-site"), "domino-site zero_option=yes"]
)
def test_r16_the_holder_of_the_highest_triple_may_start_with_0_0_0(edition: str) -> None:
    game = dealt(edition, *ZERO_AND_TOP)
    assert {str(move) for move in game.legal_moves()} == {"0,0^000", "0,0^555"}
    shows = " shows 5-5-5" if game.edition.show_triple else ""
    assert str(game.play("0,0^000")[0]) == f"A 0,0^000 +40{shows}"
    checked(game.record())


@pytest.mark.parametrize("edition", ["domino-site", *(f"{name} zero_option=no" for name in FORCED[:4])])
def test_r16_without_that_choice_the_highest_triple_starts(edition: str) -> None:
    game = dealt(edition, *ZERO_AND_TOP)
    text = game.record()
    assert [str(move) for move in game.legal_moves()] == ["0,0^555"]
    with pytest.raises(IllegalMove, match="A must start with 5-5-5, not with 0-0-0"):
        game.play("0,0^000")
    for line in ("A 0,0^000 +40", "A 0,0^000 +40 shows 5-5-5"):
        assert refusal(f"{text}{line}\n").line == len(text.splitlines()) + 1
    game.play("0,0^555")
    checked(game.record())


@WITH_FORCED_START
def test_r16_0_0_0_scores_40_where_it_is_the_highest_triple_dealt(edition: str) -> None:
    game = dealt(edition, "0-0-0 0-0-1", "4-5-5 4-4-5")
    assert [str(move) for move in game.legal_moves()] == ["0,0^000"]
    assert str(game.play("0,0^000")[0]) == "A 0,0^000 +40"


def test_r16_where_hands_are_unknown_no_triple_is_shown_in_domino_site() -> None:
    checked(record("A 0,0^000 +40", edition="domino-site"))
    assert refusal(record("A 0,0^000 +40 shows 5-5-5", edition="domino-site")).line == 6
    hand = "deal A 0-0-0 3-3-3 0-0-1 0-0-2 0-0-3 0-0-4 0-0-5 0-1-1 0-1-2"
    assert refusal(record(hand, "A 0,0^000 +40", edition="domino-site")).line == 7
    hidden = record(hand, "A 0,0^000 +40", edition="spanish")
    checked(hidden)
    assert refusal(hidden.replace("edition spanish", "edition spanish zero_option=no")).line == 7


# R19 A starter by lot places any tile.

CHOSEN = ("5-5-5 0-0-1", "0-0-0 2-3-4")


@pytest.mark.parametrize("lot", [0, 1])
def test_r19_the_player_whom_the_lot_falls_on_starts_with_any_tile(lot: int) -> None:
    game = dealt("goliath", *CHOSEN, lot=lot)
    assert game.turn == lot
    assert game.record().splitlines()[-1] == f"starts {'AB'[lot]}"
    tiles = {str(move.tile) for move in game.legal_moves() if isinstance(move, Place)}
    assert tiles == set(CHOSEN[lot].split())
    for move in ("draw", "pass"):
        with pytest.raises(IllegalMove, match="before it"):
            game.play(move)


@pytest.mark.parametrize(
    ("edition", "lot", "lines"),
    [
        ("goliath", 0, ["A 0,0^555 +15", "A 0,0^100 +1"]),
        ("goliath", 1, ["B 0,0^000 +0", "B 0,0^423 +9"]),
        ("goliath start_bonus=10 zero_start=30", 0, ["A 0,0^555 +25", "A 0,0^001 +1"]),
        ("wooden start=choice", 1, ["B 0,0^000 +40", "B 0,0^234 +9"]),
    ],
)
def test_r19_the_first_tile_scores_its_sum_and_the_bonuses_of_the_edition(
    edition: str, lot: int, lines: list[str]
) -> None:
    text = dealt(edition, *CHOSEN, lot=lot).record()
    for line in lines:
        checked(f"{text}{line}\n")
        place, points = line.rsplit(" ", 1)
        assert points in refusal(f"{text}{place} {int(points) + 10:+d}\n").expected


def test_r19_another_player_than_the_lot_says_is_refused() -> None:
    text = dealt("goliath", *CHOSEN, lot=1).record()
    assert refusal(f"{text}A 0,0^555 +15\n").line == len(text.splitlines()) + 1
    checked(text.replace("starts B\n", "") + "A 0,0^555 +15\n")


@pytest.mark.parametrize("extra", ["starts B", "starts A", "B 0,0^234 +9\nstarts B"])
def test_r19_the_lot_stands_once_and_before_the_first_tile(extra: str) -> None:
    text = dealt("goliath", *CHOSEN, lot=1).record()
    assert "one line that says who starts" in refusal(f"{text}{extra}\n").expected


@WITH_FORCED_START
def test_r19_there_is_no_lot_where_the_tiles_decide_who_starts(edition: str) -> None:
    text = dealt(edition, *CHOSEN).record()
    assert "the tiles decide who starts" in refusal(f"{text}starts A\n").expected
