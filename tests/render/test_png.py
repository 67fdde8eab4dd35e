"""The PNG is valid, has the requested width, and matches the SVG."""

from __future__ import annotations

import struct

import pytest
from tests.render.sample import FULL, HEXAGON

from tricorn.errors import TricornError
from tricorn.render import Position, png, svg


def size(picture: bytes) -> tuple[int, int]:
    """Width and height, from the header chunk."""
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    assert picture[12:16] == b"IHDR"
    width, height = struct.unpack(">II", picture[16:24])
    return width, height


def test_a_png_has_the_requested_width_and_keeps_its_proportions() -> None:
    width, height = size(png(svg(FULL)))
    double = size(png(svg(FULL), width=2 * width))
    assert double[0] == 2 * width
    assert abs(double[1] - 2 * height) <= 2


def test_the_default_width_is_that_of_the_svg() -> None:
    assert size(png(svg(FULL, width=123)))[0] == 123


def test_an_empty_table_is_a_picture_too() -> None:
    assert size(png(svg(Position()))) == (120, 120)


def test_auto_is_drawn_light() -> None:
    light, dark, auto = (png(svg(HEXAGON, theme=theme), width=200) for theme in ("light", "dark", "auto"))
    assert auto == light != dark


def test_the_png_has_numerals_and_marks() -> None:
    assert png(svg(HEXAGON), width=200) != png(svg(HEXAGON, marks=False), width=200)


@pytest.mark.parametrize("width", [0, -5, 100_000])
def test_an_unreasonable_width_is_refused(width: int) -> None:
    with pytest.raises(TricornError, match=f"pixels wide, not {width}"):
        png(svg(FULL), width=width)


def test_an_invalid_svg_is_refused() -> None:
    with pytest.raises(TricornError, match="cannot be drawn"):
        png("<nope")
