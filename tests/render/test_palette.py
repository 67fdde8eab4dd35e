"""The colours are legible and can be told apart by colour-blind readers, measured in every theme."""

from __future__ import annotations

import math
from itertools import combinations

import pytest
from tests.contrast import contrast, linear

from tricorn.render.palette import CONTRAST, THEMES, Palette

EVERY_THEME = pytest.mark.parametrize("palette", THEMES.values(), ids=THEMES)

# Machado, Oliveira and Fernandes (2009), severity 1.0, on linear RGB.
VISIONS = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
# In CIELAB units; about ten times the smallest visible difference.
MIN_DISTANCE = 20


def lab(rgb: list[float]) -> tuple[float, float, float]:
    red, green, blue = (min(1.0, max(0.0, part)) for part in rgb)
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def seen(colour: str, vision: str) -> tuple[float, float, float]:
    parts = linear(colour)
    return lab([sum(weight * part for weight, part in zip(row, parts, strict=True)) for row in VISIONS[vision]])


@EVERY_THEME
@pytest.mark.parametrize("number", range(6))
def test_a_numeral_has_a_contrast_of_at_least_4_5_on_its_colour_dimmed_or_not(palette: Palette, number: int) -> None:
    assert contrast(palette.inks[number], palette.fills[number]) >= 4.5
    assert contrast(palette.dimmed_ink, palette.dimmed_fills[number]) >= 4.5


@EVERY_THEME
@pytest.mark.parametrize("vision", VISIONS)
def test_the_six_number_colours_can_be_told_apart_with_every_vision(palette: Palette, vision: str) -> None:
    nearest = min(math.dist(seen(one, vision), seen(other, vision)) for one, other in combinations(palette.fills, 2))
    assert nearest >= MIN_DISTANCE


@EVERY_THEME
def test_a_mark_or_its_halo_can_be_seen_on_table_and_tile(palette: Palette) -> None:
    for ground in (palette.table, palette.tile):
        assert max(contrast(palette.mark, ground), contrast(palette.halo, ground)) >= 4.5
    assert contrast(palette.mark, palette.halo) >= 7


@EVERY_THEME
@pytest.mark.parametrize("number", range(6))
def test_a_corner_or_its_rim_can_be_seen_on_the_tile(palette: Palette, number: int) -> None:
    colours = (palette.fills[number], palette.rims[number])
    assert max(contrast(colour, palette.tile) for colour in colours) >= 3


@EVERY_THEME
def test_a_tile_or_its_edge_can_be_seen_on_the_table(palette: Palette) -> None:
    assert max(contrast(palette.tile, palette.table), contrast(palette.edge, palette.table)) >= 3


@EVERY_THEME
def test_open_cells_can_be_seen_on_the_table(palette: Palette) -> None:
    assert contrast(palette.open, palette.table) >= 3


def test_the_theme_for_low_vision_has_numerals_of_at_least_7_to_1() -> None:
    assert min(map(contrast, CONTRAST.inks, CONTRAST.fills)) >= 7
