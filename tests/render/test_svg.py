"""The SVG is well-formed, self-contained and deterministic, and shows every number and mark."""

from __future__ import annotations

import re
from collections import Counter
from itertools import product
from xml.etree import ElementTree as ET

import pytest
from tests.render.sample import BRIDGE, FULL, HEXAGON, after

from tricorn.errors import TricornError
from tricorn.lattice import Cell
from tricorn.render import Position, Theme, svg
from tricorn.render import palette as palettes
from tricorn.render.digits import DIGITS

NS = "{http://www.w3.org/2000/svg}"
THEMES = (*palettes.THEMES, "auto")
HOSTILE = '</title><script>alert(\'1\')</script> " onload="x" & ]]> <!-- \x00\x1b\ud800 é 三角'


def drawn_numbers(picture: str) -> Counter[str]:
    """How often each numeral's path is in the picture."""
    paths = (path.get("d") for path in ET.fromstring(picture).iter(f"{NS}path"))
    return Counter(path for path in paths if path in DIGITS)


def count(picture: str, name: str) -> int:
    return sum(element.get("class") == f"tc-{name}" for element in ET.fromstring(picture).iter())


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("position", [Position(), after(1), FULL, HEXAGON, BRIDGE])
def test_every_picture_is_well_formed_and_named(position: Position, theme: Theme) -> None:
    root = ET.fromstring(svg(position, theme=theme))
    assert root.tag == f"{NS}svg"
    assert root.get("role") == "img"
    assert root.get("aria-label") == root.findtext(f"{NS}title")
    assert root.get("aria-label")


@pytest.mark.parametrize("theme", THEMES)
def test_every_number_of_every_tile_is_drawn(theme: Theme) -> None:
    expected = Counter(DIGITS[number] for drawn in FULL.tiles for number in drawn.numbers)
    assert drawn_numbers(svg(FULL, theme=theme)) == expected


def test_each_tile_has_a_title() -> None:
    titles = [title.text for title in ET.fromstring(svg(FULL)).iterfind(f"{NS}g/{NS}title")]
    assert titles == [f"{drawn.tile} on {drawn.cell}" for drawn in FULL.tiles]


def test_everything_drawn_is_inside_the_picture() -> None:
    root = ET.fromstring(svg(HEXAGON))
    left, top, width, height = map(float, (root.get("viewBox") or "").split())
    spots = [spot for part in root for spot in spots_in(part)]
    assert len(spots) > 100
    assert all(left < x < left + width and top < y < top + height for x, y in spots)


def spots_in(part: ET.Element) -> list[tuple[float, float]]:
    """The spots of the paths in a part of a picture, which may be a tile that was moved."""
    moved = re.findall(r"translate\((\S+) (\S+)\)", part.get("transform") or "translate(0 0)")
    dx, dy = map(float, moved[0])
    paths = (path.get("d") or "" for path in part.iter(f"{NS}path") if path.get("d") not in DIGITS)
    outlines = " ".join(re.sub(r"A\S+ \S+ 0 0 1 ", "L", path) for path in paths)
    return [(dx + float(x), dy + float(y)) for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", outlines)]


def test_the_same_position_gives_the_same_bytes() -> None:
    assert svg(FULL, theme="auto") == svg(after(25), theme="auto")


def test_nothing_is_fetched_run_or_set_in_a_font() -> None:
    for position, theme in product((FULL, HEXAGON, BRIDGE), THEMES):
        picture = svg(position, theme=theme).replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"://|<script|<text|<image|href|font|url\(|@import|\bid=", picture)


def test_a_hostile_caption_stays_text() -> None:
    root = ET.fromstring(svg(Position(FULL.tiles, caption=HOSTILE)))
    readable = re.sub("[\x00\x1b\ud800]", "\ufffd", HOSTILE)
    assert root.findtext(f"{NS}title") == root.get("aria-label") == readable
    assert not list(root.iter(f"{NS}script"))
    assert root.get("onload") is None


def test_a_blank_caption_is_replaced_by_a_count_of_tiles() -> None:
    assert ET.fromstring(svg(Position(FULL.tiles, caption=" \n"))).get("aria-label") == "A table with 25 tiles"


def test_the_last_tile_has_an_outline_and_a_star() -> None:
    picture = svg(FULL)
    assert count(picture, "mark") == 1
    assert count(picture, "star") == 1


def test_a_bridge_adds_a_clasp_and_a_dot() -> None:
    picture = svg(BRIDGE)
    assert (count(picture, "mark"), count(picture, "core")) == (2, 1)


def test_the_outline_of_a_hexagon_replaces_that_of_the_last_tile() -> None:
    picture = svg(HEXAGON)
    assert (count(picture, "mark"), count(picture, "core"), count(picture, "star")) == (1, 0, 1)


def test_marks_can_be_left_out() -> None:
    picture = svg(HEXAGON, marks=False)
    assert count(picture, "mark") == count(picture, "halo") == count(picture, "star") == 0


def test_open_cells_are_dashed_and_only_drawn_if_given() -> None:
    open_cells = (Cell(5, 5, True), Cell(-5, 5, False))
    picture = svg(Position(FULL.tiles, open_cells=open_cells))
    assert count(picture, "open") == picture.count("stroke-dasharray") == 2
    assert count(svg(FULL), "open") == 0


def test_the_width_is_as_requested_and_the_height_follows() -> None:
    root = ET.fromstring(svg(FULL, width=300))
    _, _, width, height = map(float, (root.get("viewBox") or "").split())
    assert root.get("width") == "300"
    assert float(root.get("height") or 0) == round(300 * height / width)


def test_only_auto_carries_a_style_and_it_reaches_no_other_picture() -> None:
    style = ET.fromstring(svg(FULL, theme="auto")).findtext(f"{NS}style") or ""
    assert style.startswith("@media (prefers-color-scheme: dark)")
    assert all(rule.strip().startswith(".tricorn-auto .tc-") for rule in re.findall(r"[{}]([^{}:]+)\{", style))
    assert "<style" not in svg(FULL, theme="light") + svg(FULL, theme="dark")
    assert "tricorn-auto" not in svg(FULL)


def test_auto_has_a_dark_colour_for_every_element() -> None:
    picture = svg(Position(HEXAGON.tiles, HEXAGON.bonus, (Cell(5, 5, True),)), theme="auto")
    classes = set(re.findall(r'class="(tc-\w+)"', picture))
    assert classes <= set(re.findall(r"\.(tc-\w+)\{", picture))


def test_an_unknown_theme_is_refused() -> None:
    with pytest.raises(TricornError, match=r"a theme is light, .*contrast or auto, not 'sepia'"):
        svg(FULL, theme="sepia")


def test_a_picture_without_width_is_refused() -> None:
    with pytest.raises(TricornError, match="at least 1 pixel wide, not 0"):
        svg(FULL, width=0)


def test_the_words_of_a_picture_can_be_translated() -> None:
    german = {"An empty table": "Ein <leerer> Tisch", "No tiles have been placed.": "Kein Stein liegt."}
    root = ET.fromstring(svg(Position(), say=german.__getitem__))
    assert root.get("aria-label") == "Ein <leerer> Tisch"
    assert root.findtext(f"{NS}desc") == "Kein Stein liegt."


@pytest.mark.parametrize("ratio", [0.5, 1200 / 630])
def test_a_picture_of_a_given_shape_has_its_tiles_in_the_middle_of_the_table(ratio: float) -> None:
    free, shaped = (ET.fromstring(svg(FULL, ratio=each)) for each in (None, ratio))
    x, y, width, height = map(float, free.attrib["viewBox"].split())
    left, top, wide, high = map(float, shaped.attrib["viewBox"].split())
    assert wide / high == pytest.approx(ratio, rel=0.01)
    assert wide >= width
    assert high >= height
    assert (left + wide / 2, top + high / 2) == pytest.approx((x + width / 2, y + height / 2), abs=0.2)
