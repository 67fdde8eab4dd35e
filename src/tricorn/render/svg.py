"""A position as self-contained SVG without fonts, scripts or ids, so a page can hold any number of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from typing import TypeAlias

from tricorn.errors import TricornError
from tricorn.lattice import Cell
from tricorn.messages import Message
from tricorn.render import shapes
from tricorn.render.digits import DIGITS, SCALE, STROKE
from tricorn.render.palette import DARK, LIGHT, THEMES, Palette
from tricorn.render.position import Drawn, Position
from tricorn.render.shapes import length
from tricorn.wording import Say, quoted

__all__ = ["Theme", "svg"]

Theme: TypeAlias = str  # one of `THEMES`, or "auto": light or dark, as the reader prefers
_Frame: TypeAlias = tuple[float, float, float, float]  # the picture's left, top, width and height

_MARGIN = 22.0
_EMPTY_SIZE = 120.0  # the width and height of a table without tiles
_DEFAULT_PEN = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'

# Characters that XML 1.0 cannot hold, not even escaped.
_INVALID_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def svg(
    position: Position,
    *,
    theme: Theme = "light",
    width: int | None = None,
    ratio: float | None = None,
    marks: bool = True,
    say: Say = str,
) -> str:
    """The position as SVG text, `width` pixels wide or its natural size.

    `ratio` is that of the picture's width to its height; the table around the tiles grows as needed.

    `marks` shows the last placement and its bridge or hexagons; "auto" follows the reader's colour scheme; `say`
    translates the texts for screen readers and tooltips.

    >>> svg(Position()).startswith("<svg ")
    True
    """
    if theme != "auto" and theme not in THEMES:
        raise TricornError(Message.THEME, themes=", ".join(THEMES), text=quoted(theme))
    if width is not None and width < 1:
        raise TricornError(Message.PICTURE_WIDTH, width=width)
    palette = THEMES.get(theme, LIGHT)
    frame = _frame(position, ratio)
    lines = [*_head(position, frame, theme, width, say), _table(frame, palette)]
    lines += [_open_cell(cell, palette) for cell in position.open_cells]
    lines += [line for drawn in position.tiles for line in _tile(drawn, palette, say)]
    if marks:
        lines += [line for mark in (_rims, _last_tile, _clasps, _dots) for line in mark(position, palette)]
    return "\n".join([*lines, "</svg>", ""])


def _head(position: Position, frame: _Frame, theme: Theme, width: int | None, say: Say) -> Iterator[str]:
    left, top, natural_width, natural_height = frame
    width = round(natural_width) if width is None else width
    height = max(1, round(width * natural_height / natural_width))
    name = escape(_INVALID_IN_XML.sub("\ufffd", position.caption).strip() or _summary(position, say))
    classes = "tricorn tricorn-auto" if theme == "auto" else "tricorn"
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" version="1.1" class="{classes}" role="img"'
        f' aria-label="{name}" width="{width}" height="{height}"'
        f' viewBox="{length(left)} {length(top)} {length(natural_width)} {length(natural_height)}" {_DEFAULT_PEN}>'
    )
    yield f"<title>{name}</title>"
    yield f"<desc>{escape(_description(position, say))}</desc>"
    if theme == "auto":
        yield f"<style>@media (prefers-color-scheme: dark) {{{_style(DARK)}}}</style>"


def _summary(position: Position, say: Say) -> str:
    count = len(position.tiles)
    if count < 2:
        return say("A table with one tile") if count else say("An empty table")
    return say("A table with {count} tiles").format(count=count)


def _description(position: Position, say: Say) -> str:
    if not position.tiles:
        return say("No tiles have been placed.")
    return say("Tiles in the order they were placed: {tiles}").format(tiles=" ".join(map(str, position.tiles)))


def _style(palette: Palette) -> str:
    """The CSS rules that override the attributes' colours with a palette, for pictures with theme "auto"."""
    paints = {
        "table": f"fill:{palette.table}",
        "open": f"stroke:{palette.open}",
        "shadow": f"fill:{palette.shadow}",
        "tile": f"fill:{palette.tile}",
        "edge": f"stroke:{palette.edge}",
        "halo": f"stroke:{palette.halo}",
        "mark": f"stroke:{palette.mark}",
        "core": f"fill:{palette.mark};stroke:{palette.halo}",
        "star": f"fill:{palette.mark};stroke:{palette.halo}",
    }
    for number, (fill, rim, ink) in enumerate(zip(palette.fills, palette.rims, palette.inks, strict=True)):
        paints[f"c{number}"] = f"fill:{fill};stroke:{rim}"
        paints[f"n{number}"] = f"stroke:{ink}"
    return "".join(f".tricorn-auto .tc-{name}{{{paint}}}" for name, paint in paints.items())


def _frame(position: Position, ratio: float | None) -> _Frame:
    left, top, width, height = _least_frame(position)
    wider = 0.0 if ratio is None else max(0.0, height * ratio - width)
    higher = 0.0 if ratio is None else max(0.0, width / ratio - height)
    return left - wider / 2, top - higher / 2, width + wider, height + higher


def _least_frame(position: Position) -> _Frame:
    cells = (*position.cells, *position.open_cells)
    spots = [shapes.spot(point) for cell in cells for point in cell.corners]
    if not spots:
        return -_EMPTY_SIZE / 2, -_EMPTY_SIZE / 2, _EMPTY_SIZE, _EMPTY_SIZE
    xs, ys = zip(*spots, strict=True)
    left, top = min(xs) - _MARGIN, min(ys) - _MARGIN
    return left, top, max(xs) + _MARGIN - left, max(ys) + _MARGIN - top


def _table(frame: _Frame, palette: Palette) -> str:
    x, y, width, height = map(length, frame)
    box = f'x="{x}" y="{y}" width="{width}" height="{height}"'
    return f'<rect class="tc-table" {box} rx="14" fill="{palette.table}"/>'


def _open_cell(cell: Cell, palette: Palette) -> str:
    return (
        f'<path class="tc-open" d="{shapes.triangle(cell, 5)}"'
        f' stroke="{palette.open}" stroke-width="1.5" stroke-dasharray="4.5 4"/>'
    )


def _tile(drawn: Drawn, palette: Palette, say: Say) -> Iterator[str]:
    # All tiles are drawn in one of two cells and moved, so a picture has few different paths and compresses well.
    cell = Cell(0, 0, drawn.cell.up)
    (left, top), (x, y) = shapes.middle(cell), shapes.middle(drawn.cell)
    outline = shapes.triangle(cell)
    name = say("{tile} on {cell}").format(tile=drawn.tile, cell=drawn.cell)
    moved = f'transform="translate({length(x - left)} {length(y - top)})"'
    yield f'<g stroke-width="{shapes.PEN}" {moved}><title>{escape(name)}</title>'
    yield f'<path class="tc-shadow" d="{outline}" transform="translate(0 1.6)" fill="{palette.shadow}"/>'
    yield f'<path class="tc-tile" d="{outline}" fill="{palette.tile}"/>'
    for index, number in enumerate(drawn.numbers):
        yield _corner(cell, index, number, palette)
    yield f'<path class="tc-edge" d="{outline}" stroke="{palette.edge}"/>'
    yield "</g>"


def _corner(cell: Cell, index: int, number: int, palette: Palette) -> str:
    point = shapes.spot(cell.corners[index])
    x, y = map(length, shapes.toward(point, shapes.middle(cell), shapes.NUMERAL_DISTANCE))
    return (
        f'<path class="tc-c{number}" d="{shapes.corner(cell, index)}" fill="{palette.fills[number]}"'
        f' stroke="{palette.rims[number]}"/>'
        f'<path class="tc-n{number}" d="{DIGITS[number]}" transform="translate({x} {y}) scale({SCALE})"'
        f' stroke="{palette.inks[number]}" stroke-width="{STROKE}"/>'
    )


def _last_tile(position: Position, palette: Palette) -> Iterator[str]:
    """A star on the last tile, and an outline around it unless there is one around the hexagon that it closed."""
    if position.last is None:
        return
    cell = position.last.cell
    if not position.hexagon_points:
        yield from _mark(shapes.triangle(cell, 0), 3.2, palette)
    yield (
        f'<path class="tc-star" d="{shapes.star(shapes.middle(cell), 8)}" fill="{palette.mark}"'
        f' stroke="{palette.halo}" stroke-width="1.6"/>'
    )


def _clasps(position: Position, palette: Palette) -> Iterator[str]:
    """A clasp over each side that a bridge, or a tile beside one, matched."""
    for one, other in position.matched_sides:
        yield from _mark(shapes.segment(one, other, 26), 6.4, palette)


def _rims(position: Position, palette: Palette) -> Iterator[str]:
    """An outline around each hexagon; all are one path, because the halo of one would cover another."""
    if position.hexagon_points:
        rims = "".join(shapes.hexagon(point, 0) for point in position.hexagon_points)
        yield from _mark(rims, 4.4, palette)


def _dots(position: Position, palette: Palette) -> Iterator[str]:
    """A dot at the point that a bridge reached."""
    if position.bridge_point is not None:
        x, y = map(length, shapes.spot(position.bridge_point))
        yield (
            f'<circle class="tc-core" cx="{x}" cy="{y}" r="6" fill="{palette.mark}"'
            f' stroke="{palette.halo}" stroke-width="2"/>'
        )


def _mark(path: str, width: float, palette: Palette) -> Iterator[str]:
    """A line with a halo, which makes it visible on tile, table and number colours."""
    yield _line("halo", path, width + 2.4, palette.halo)
    yield _line("mark", path, width, palette.mark)


def _line(name: str, path: str, width: float, colour: str) -> str:
    return f'<path class="tc-{name}" d="{path}" stroke="{colour}" stroke-width="{length(width)}"/>'
