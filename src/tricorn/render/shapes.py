"""The shapes of a picture as SVG path data, and where a lattice point lies in it."""

from __future__ import annotations

from collections.abc import Iterable

from tricorn.lattice import Cell, Point, cells_round, on_paper

__all__ = [
    "NUMERAL_AT",
    "SIDE",
    "Spot",
    "corner",
    "hexagon",
    "length",
    "middle",
    "segment",
    "spot",
    "star",
    "toward",
    "triangle",
]

Spot = tuple[float, float]

# All lengths are in units of the picture; at its natural size a unit is a pixel.
SIDE = 80.0
GAP = 1.4  # from a cell's side to the edge of the tile on it
ROUNDING = 5.5
CORNER = 37.0  # how far a corner's colour reaches from its lattice point
NUMERAL_AT = 25.4  # from the lattice point to the numeral's middle, clear of the edge and inside the colour

# A five-pointed star round 0,0: its tip, then its right-hand points and notches down to the lowest notch.
_RIGHT_OF_STAR = ((0, -1), (0.2245, -0.309), (0.9511, -0.309), (0.3633, 0.118), (0.5878, 0.809), (0, 0.382))
_STAR = (*_RIGHT_OF_STAR, *((-x, y) for x, y in _RIGHT_OF_STAR[4:0:-1]))


def spot(point: Point) -> Spot:
    """Where a lattice point lies in the picture, whose y grows downward."""
    x, y = on_paper(point)
    return x * SIDE, -y * SIDE


def middle(cell: Cell) -> Spot:
    """The middle of a cell."""
    spots = [spot(point) for point in cell.corners]
    return sum(x for x, _ in spots) / 3, sum(y for _, y in spots) / 3


def toward(start: Spot, end: Spot, far: float) -> Spot:
    """The spot `far` units from start on the way to end."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    share = far / (dx * dx + dy * dy) ** 0.5
    return start[0] + dx * share, start[1] + dy * share


def triangle(cell: Cell, gap: float = GAP) -> str:
    """A tile's outline: the cell drawn inward by the gap, its corners rounded."""
    inner = _inner(cell, gap)
    steps = []
    for i, tip in enumerate(inner):
        before, after = _round(tip, inner[i - 1], inner[(i + 1) % 3])
        steps.append(f"{_xy(before)}{_arc(ROUNDING, after)}")
    return "M" + "L".join(steps) + "Z"


def corner(cell: Cell, which: int) -> str:
    """The coloured part of a tile at one corner; round a lattice point the six make a disc."""
    inner = _inner(cell, GAP)
    tip, left, right = inner[which], inner[which - 1], inner[(which + 1) % 3]
    before, after = _round(tip, left, right)
    reach = CORNER - 2 * GAP
    near, far = toward(tip, left, reach), toward(tip, right, reach)
    outline = f"M{_xy(near)}L{_xy(before)}{_arc(ROUNDING, after)}L{_xy(far)}"
    return f"{outline}{_arc(CORNER, near)}Z"


def hexagon(point: Point, beyond: float) -> str:
    """The rim of the hexagon round a point, drawn `beyond` units outside its corners."""
    centre = spot(point)
    rim = (spot(_clockwise_of(point, cell)) for cell in cells_round(point))
    return _closed(toward(centre, outer, SIDE + beyond) for outer in rim)


def segment(one: Point, other: Point, short: float) -> str:
    """The side between two points, `short` units shorter at either end."""
    start, end = spot(one), spot(other)
    return f"M{_xy(toward(start, end, short))}L{_xy(toward(end, start, short))}"


def star(centre: Spot, size: float) -> str:
    """A five-pointed star."""
    return _closed((centre[0] + x * size, centre[1] + y * size) for x, y in _STAR)


def length(value: float) -> str:
    """A length to a hundredth, without trailing zeros or a negative zero."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _inner(cell: Cell, gap: float) -> list[Spot]:
    # In an equilateral triangle, going 2 units from a corner to the middle goes 1 unit from either side.
    centre = middle(cell)
    return [toward(spot(point), centre, 2 * gap) for point in cell.corners]


def _round(tip: Spot, left: Spot, right: Spot) -> tuple[Spot, Spot]:
    """Where the rounding of a 60-degree corner leaves its two sides."""
    cut = ROUNDING * 3**0.5
    return toward(tip, left, cut), toward(tip, right, cut)


def _clockwise_of(point: Point, cell: Cell) -> Point:
    corners = cell.corners
    return corners[(corners.index(point) + 1) % 3]


def _closed(spots: Iterable[Spot]) -> str:
    return "M" + "L".join(map(_xy, spots)) + "Z"


def _arc(radius: float, end: Spot) -> str:
    return f"A{length(radius)} {length(radius)} 0 0 1 {_xy(end)}"


def _xy(place: Spot) -> str:
    return f"{length(place[0])} {length(place[1])}"
