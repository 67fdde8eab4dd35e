"""The picture as text: numbers at the points, sides between them, and labels in the cells."""

from __future__ import annotations

import re

import pytest
from tests.render.sample import FULL, after

from tricorn.errors import TricornError
from tricorn.lattice import ORIGIN, Cell
from tricorn.render import Position, text

FIVE = r"""
      4-----2
     / \ . / \
    / . \ / . \
   4-----4-----2
  / \ . /
 / * \ /
3-----5
""".strip("\n")


WITH_LABELS = r"""
        12
      4-----2
  (3)/ \ . / \
    / . \ / . \
   4-----4-----2
  / \ . /  abc
 / * \ / o
3-----5
""".strip("\n")

WITH_COORDINATES = r"""
       0,1 4-----2
          / \ . / \
         / . \ / . \
    0,0 4-----4-----2
       / \ . /
      / * \ /
0,-1 3-----5
""".strip("\n")


def test_five_tiles_look_like_this() -> None:
    assert text(after(5)) == FIVE


def test_coordinates_name_the_first_point_of_each_row() -> None:
    assert text(after(5), coordinates=True) == WITH_COORDINATES


def test_labels_are_in_open_cells_and_a_digit_is_bracketed() -> None:
    position = Position(after(5).tiles, open_cells=(Cell(1, -1, True), Cell(-1, 0, False)))
    labels = {Cell(-1, 0, False): "3", Cell(0, 1, True): "12", Cell(1, -1, False): "abc"}
    assert text(position, labels=labels) == WITH_LABELS


def test_open_cells_without_a_label_are_marked() -> None:
    position = Position(after(1).tiles, open_cells=(Cell(0, 0, False),))
    assert text(position).splitlines()[1] == r"  / \ o"


def test_a_position_with_labels_alone_shows_them() -> None:
    assert text(Position(), labels={ORIGIN: "1"}) == "(1)"


def test_the_numbers_of_a_row_are_in_order() -> None:
    rows = re.findall(r"^[\s0-5-]*[0-5][\s0-5-]*$", text(FULL), flags=re.MULTILINE)
    points = sorted(FULL.numbers, key=lambda point: (-point.y, point.x))
    assert "".join(re.sub(r"\D", "", row) for row in rows) == "".join(str(FULL.numbers[p]) for p in points)


def test_every_tile_has_a_dot_and_the_last_a_star() -> None:
    picture = text(FULL)
    assert picture.count(".") == len(FULL.tiles) - 1
    assert picture.count("*") == 1


def test_a_cell_closed_in_by_tiles_stays_blank() -> None:
    assert r"/ \   / \ ." in text(FULL)


def test_a_round_fits_a_narrow_terminal_without_margins() -> None:
    lines = text(FULL).splitlines()
    assert max(map(len, lines)) <= 80
    assert min(len(line) - len(line.lstrip()) for line in lines) == 0
    assert all(line == line.rstrip() for line in lines)


def test_the_picture_is_ascii() -> None:
    assert text(FULL, coordinates=True).isascii()


def test_colour_adds_escape_codes_and_nothing_else() -> None:
    coloured = text(FULL, colour=True)
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == text(FULL)


def test_an_empty_table_says_so() -> None:
    assert text(Position()) == "(an empty table)"


def test_a_label_on_a_tile_is_refused() -> None:
    with pytest.raises(TricornError, match=r"cell 0,0\^ holds a tile"):
        text(after(1), labels={ORIGIN: "1"})


@pytest.mark.parametrize("label", ["", "1234", "\x1b[m", "\n"])
def test_a_label_that_would_break_the_picture_is_refused(label: str) -> None:
    with pytest.raises(TricornError, match="1 to 3 printable characters"):
        text(after(1), labels={Cell(0, 0, False): label})
