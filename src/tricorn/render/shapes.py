"""The shapes of a picture as SVG path data, and the coordinates of lattice points in it."""

from __future__ import annotations

from collections.abc import Iterable

from tricorn.lattice import Cell, Point, cells_around, to_cartesian

__all__ = [
    "CORNER",
    "GAP",
    "NUMERAL_DISTANCE",
    "PEN",
    "ROUNDING",
    "SIDE",
    "STAR",
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

# Lengths in units of the picture; at its natural size a unit is a pixel.
SIDE = 80.0
GAP = 1.4  # from a cell's side to the edge of the tile on it
ROUNDING = 5.5
PEN = 1.2  # the width of a tile's edge, and of the rim around a corner's colour
CORNER = 37.0  # the radius of a corner's colour around its lattice point
NUMERAL_DISTANCE = 25.4  # from the lattice point to the numeral's middle, clear of the edge and inside the colour

# A five-pointed star round 0,0: its tip, then the points and notches of its right half, down to the lowest notch.
_STAR_RIGHT_HALF = ((0, -1), (0.2245, -0.309), (0.9511, -0.309), (0.3633, 0.118), (0.5878, 0.809), (0, 0.382))
STAR = (*_STAR_RIGHT_HALF, *((-x, y) for x, y in _STAR_RIGHT_HALF[4:0:-1]))


def spot(point: Point) -> Spot:
    """The coordinates of a lattice point in the picture, where y grows downward."""
    x, y = to_cartesian(point)
    return x * SIDE, -y * SIDE


def middle(cell: Cell) -> Spot:
    """The middle of a cell."""
    spots = [spot(point) for point in cell.corners]
    return sum(x for x, _ in spots) / 3, sum(y for _, y in spots) / 3


def toward(start: Spot, end: Spot, distance: float) -> Spot:
    """The spot at a distance from start in the direction of end."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    ratio = distance / (dx * dx + dy * dy) ** 0.5
    return start[0] + dx * ratio, start[1] + dy * ratio


def triangle(cell: Cell, gap: float = GAP) -> str:
    """A tile's outline: the cell, smaller by the gap on each side, with rounded corners."""
    inner = _inner(cell, gap)
    steps = []
    for i, tip in enumerate(inner):
        before, after = _rounding(tip, inner[i - 1], inner[(i + 1) % 3])
        steps.append(f"{_xy(before)}{_arc(ROUNDING, after)}")
    return "M" + "L".join(steps) + "Z"


def corner(cell: Cell, index: int) -> str:
    """The coloured area at one corner of a tile; the six around a lattice point make a disc."""
    inner = _inner(cell, GAP)
    tip, left, right = inner[index], inner[index - 1], inner[(index + 1) % 3]
    before, after = _rounding(tip, left, right)
    reach = CORNER - 2 * GAP
    start, end = toward(tip, left, reach), toward(tip, right, reach)
    outline = f"M{_xy(start)}L{_xy(before)}{_arc(ROUNDING, after)}L{_xy(end)}"
    return f"{outline}{_arc(CORNER, start)}Z"


def hexagon(point: Point, margin: float) -> str:
    """The outline of the hexagon around a point, with its corners moved outward by a margin."""
    centre = spot(point)
    rim = (spot(_next_clockwise(point, cell)) for cell in cells_around(point))
    return _closed(toward(centre, outer, SIDE + margin) for outer in rim)


def segment(one: Point, other: Point, inset: float) -> str:
    """The side between two points, shortened by the inset at both ends."""
    start, end = spot(one), spot(other)
    return f"M{_xy(toward(start, end, inset))}L{_xy(toward(end, start, inset))}"


def star(centre: Spot, size: float) -> str:
    """A five-pointed star."""
    return _closed((centre[0] + x * size, centre[1] + y * size) for x, y in STAR)


def length(value: float) -> str:
    """A length rounded to a hundredth, without trailing zeros or a negative zero."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _inner(cell: Cell, gap: float) -> list[Spot]:
    # In an equilateral triangle, a point 2 units from a corner towards the middle is 1 unit from both its sides.
    centre = middle(cell)
    return [toward(spot(point), centre, 2 * gap) for point in cell.corners]


def _rounding(tip: Spot, left: Spot, right: Spot) -> tuple[Spot, Spot]:
    """The two ends of the arc that rounds a 60-degree corner."""
    cut = ROUNDING * 3**0.5
    return toward(tip, left, cut), toward(tip, right, cut)


def _next_clockwise(point: Point, cell: Cell) -> Point:
    corners = cell.corners
    return corners[(corners.index(point) + 1) % 3]


def _closed(spots: Iterable[Spot]) -> str:
    return "M" + "L".join(map(_xy, spots)) + "Z"


def _arc(radius: float, end: Spot) -> str:
    return f"A{length(radius)} {length(radius)} 0 0 1 {_xy(end)}"


def _xy(place: Spot) -> str:
    return f"{length(place[0])} {length(place[1])}"
