"""Reading order (R1) and legal placement (R2)."""

from __future__ import annotations

import pytest
from hypothesis import given
from tests.helpers import checked, dealt, games, record, refusal
from tests.rulings.checks import BRIDGE_READY, FIVE_OF_A_HEXAGON, assert_refused, assert_scores

from tricorn.errors import TricornError
from tricorn.game import Game
from tricorn.lattice import ORIGIN, Cell, Point
from tricorn.moves import Place

# R1 Reading order.


def test_r1_a_tile_is_named_in_ascending_order_and_runs_clockwise() -> None:
    assert str(Place.parse("0,0^312").tile) == "1-2-3"
    checked(record("A 0,0^245 +11"))
    checked(record("A 0,0^452 +11"))
    checked(record("A 0,0^524 +11"))


@pytest.mark.parametrize("mirrored", ["254", "542", "425"])
def test_r1_a_tile_is_never_turned_over(mirrored: str) -> None:
    error = refusal(record(f"A 0,0^{mirrored} +11"))
    assert error.line == 6
    assert "mirrored" in error.found
    assert "R1" in error.found


def test_r1_where_1_3_2_is_needed_1_2_3_does_not_fit() -> None:
    assert_scores("0,0^112 0,0v115", "0,-1v221", 5)
    assert_refused("0,0^112 0,0v115", "0,-1v321", r"mirrored.*R1")


def test_r1_a_mirrored_tile_is_refused_however_it_comes_in() -> None:
    game = dealt("wooden", "2-4-5 0-0-1", "0-1-2 0-1-3")
    before = game.record()
    for move in (Place(ORIGIN, (5, 4, 2)), "0,0^542", "A 0,0^542"):
        with pytest.raises(TricornError, match=r"mirrored.*R1"):
            game.play(move)
    assert game.record() == before


# R2 Legal placement.


def test_r2_a_tile_needs_a_whole_side() -> None:
    assert_scores("0,0^444 0,0v443", "1,0^334", 10)
    assert_refused("0,0^444", "1,0^334", r"shares a side.*R2")
    assert_refused("0,0^444", "3,3^445", r"shares a side.*R2")


def test_r2_every_corner_meets_its_own_number() -> None:
    assert_refused("0,0^444", "0,0v451", r"corner 5 would meet 4 \(R2\)")
    assert_refused("0,0^444", "0,0v533", r"meet 4 \(R2\)")
    assert_refused(BRIDGE_READY, "0,0^434", r"corner 3 would meet 1 \(R2\)")
    assert_refused(FIVE_OF_A_HEXAGON, "0,0^551", r"corner 1 would meet 0 \(R2\)")


def test_r2_a_filled_cell_takes_no_tile() -> None:
    assert_refused("0,0^444 0,0v441", "0,0v445", "already holds a tile")


@given(games())
def test_r2_all_tiles_around_a_point_show_the_same_number(game: Game) -> None:
    numbers: dict[Point, int] = {}
    assert game.round is not None
    for place in game.round.places:
        for corner, number in zip(place.cell.corners, place.numbers, strict=True):
            assert numbers.setdefault(corner, number) == number


def test_r2_the_first_tile_may_be_on_any_cell() -> None:
    for cell in ("0,0^", "0,0v", "-17,900v", "1000,-2500^"):
        game = checked(record(f"A {cell}555 +25"))
        assert game.round is not None
        assert set(game.round.open_cells()) == set(Cell.parse(cell).neighbours)
