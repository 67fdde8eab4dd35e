"""The lattice: corners, neighbours and the six cells around a point, in the record's coordinates."""

from __future__ import annotations

from contextlib import suppress
from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tricorn.errors import TricornError
from tricorn.lattice import ORIGIN, Cell, Point, cells_around, to_cartesian

COORDINATES = st.integers(-999_999_999, 999_999_999)
CELLS = st.builds(Cell, COORDINATES, COORDINATES, st.booleans())
POINTS = st.builds(Point, st.integers(-100, 100), st.integers(-100, 100))
NEAR_CELLS = st.builds(Cell, st.integers(-100, 100), st.integers(-100, 100), st.booleans())


def test_a_cell_that_points_up_has_the_corners_of_the_record_format() -> None:
    assert Cell(2, 3, True).corners == (Point(2, 4), Point(3, 3), Point(2, 3))


def test_a_cell_that_points_down_has_the_corners_of_the_record_format() -> None:
    assert Cell(2, 3, False).corners == (Point(3, 3), Point(2, 4), Point(3, 4))


def test_the_origin_cell_points_up_at_zero() -> None:
    assert str(ORIGIN) == "0,0^"


@given(NEAR_CELLS)
def test_corners_run_clockwise_from_the_apex_of_an_equilateral_triangle(cell: Cell) -> None:
    (ax, ay), (bx, by), (cx, cy) = map(to_cartesian, cell.corners)
    assert (bx - ax) * (cy - ay) - (cx - ax) * (by - ay) < 0
    for one, other in (((ax, ay), (bx, by)), ((bx, by), (cx, cy)), ((cx, cy), (ax, ay))):
        assert isclose((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2, 1)
    assert (ay > max(by, cy)) if cell.up else (ay < min(by, cy))


@given(NEAR_CELLS)
def test_neighbours_are_exactly_the_cells_that_share_a_side(cell: Cell) -> None:
    around = {other for corner in cell.corners for other in cells_around(corner)} - {cell}
    sharing = {other for other in around if len({*other.corners} & {*cell.corners}) == 2}
    assert set(cell.neighbours) == sharing
    assert len(sharing) == 3


@given(NEAR_CELLS)
def test_a_neighbours_neighbour_is_the_cell_itself(cell: Cell) -> None:
    assert all(cell in other.neighbours for other in cell.neighbours)


@given(POINTS)
def test_six_cells_meet_at_a_point_each_next_to_the_following_one(point: Point) -> None:
    cells = cells_around(point)
    assert len(set(cells)) == 6
    assert all(point in cell.corners for cell in cells)
    assert all(one in other.neighbours for one, other in zip(cells, cells[1:] + cells[:1], strict=True))


@given(CELLS)
def test_a_cell_is_read_as_it_is_written(cell: Cell) -> None:
    assert Cell.parse(str(cell)) == cell


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0,0",
        "0^",
        "0,0x",
        "0, 0^",
        "+1,0^",
        "-0,0^",
        "01,0^",
        "0,0^ ",
        "0,0^\n",
        "1.0,0^",
        "٣,0^",
        "0,0V",
        "0,0^1",
    ],
)
def test_an_invalid_cell_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(TricornError, match=r"written like 0,-1v"):
        Cell.parse(text)


@given(st.text())
def test_any_text_is_a_cell_or_refused(text: str) -> None:
    with suppress(TricornError):
        assert str(Cell.parse(text)) == text
