"""What a position says about its last placement: the sides matched, the point reached, the hexagons closed."""

from __future__ import annotations

import pytest
from tests.render.sample import BRIDGE, FULL, HEXAGON, after, tiles

from tricorn.bonus import Bonus
from tricorn.errors import TricornError
from tricorn.lattice import Cell, Point
from tricorn.render import Drawn, Position


def test_a_bridge_is_the_side_matched_and_the_point_opposite() -> None:
    assert BRIDGE.last is not None
    assert BRIDGE.last.cell == Cell(2, -1, True)
    assert [set(side) for side in BRIDGE.matched_sides] == [{Point(2, -1), Point(3, -1)}]
    assert BRIDGE.bridge_point == Point(2, 0)


def test_beside_a_bridge_every_matched_side_counts_and_no_point() -> None:
    # The last of the four lies between two others.
    position = Position(tiles("0,0^000 0,-1v000 -1,0^000 -1,0v000"), Bonus.BESIDE)
    assert len(position.matched_sides) == 2
    assert position.bridge_point is None


def test_a_hexagon_is_a_corner_of_the_last_tile_with_six_tiles_round_it() -> None:
    assert HEXAGON.hexagon_points == (Point(1, -1),)
    assert HEXAGON.matched_sides == ()


def test_two_hexagons_at_once_are_both_found() -> None:
    # All cells round 0,0 and round 1,0 except the two they share; then those two.
    ring = "-1,0v000 -1,0^000 -1,-1v000 0,-1^000 1,0^000 0,0v000 1,-1v000 1,-1^000 0,-1v000 0,0^000"
    assert set(Position(tiles(ring), Bonus.HEXAGON2).hexagon_points) == {Point(0, 0), Point(1, 0)}


def test_without_a_bonus_nothing_is_marked() -> None:
    position = after(20)
    assert (position.matched_sides, position.bridge_point, position.hexagon_points) == ((), None, ())


def test_every_point_touched_has_its_number() -> None:
    assert FULL.numbers[Point(0, 0)] == 4
    assert set(FULL.numbers) == {point for drawn in FULL.tiles for point in drawn.cell.corners}


def test_an_empty_position_has_no_last_tile() -> None:
    assert Position().last is None
    assert Position(bonus=Bonus.HEXAGON).hexagon_points == ()


def test_tiles_that_disagree_at_a_point_are_refused() -> None:
    with pytest.raises(TricornError, match=r"0,0v111 puts 1 at point 1,0, which already has 4"):
        Position(tiles("0,0^444 0,0v111"))


def test_two_tiles_on_a_cell_are_refused() -> None:
    with pytest.raises(TricornError, match=r"two tiles on 0,0\^"):
        Position(tiles("0,0^444 0,0^444"))


def test_a_number_over_five_is_refused() -> None:
    with pytest.raises(TricornError, match="three numbers 0-5"):
        Drawn(Cell(0, 0, True), (1, 2, 6))
