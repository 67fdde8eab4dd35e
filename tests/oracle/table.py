"""Tiles, cells, and the tiles on the table: what fits where, and what a placement makes."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from itertools import combinations

from tests.oracle.errors import Refused

Tile = tuple[int, int, int]
Point = tuple[int, int]
Cell = tuple[int, int, str]
Digits = tuple[int, int, int]
Pattern = tuple[int | None, int | None, int | None]
SEATS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
TILES: tuple[Tile, ...] = tuple((a, b, c) for a in range(6) for b in range(a, 6) for c in range(b, 6))
ZERO: Tile = (0, 0, 0)
WORDS = ("bridge", "beside", "hexagon", "hexagon2", "hexagon3")
FEWEST = {"bridge": 8, "beside": 11, "hexagon": 5, "hexagon2": 9, "hexagon3": 12}  # tiles on the table before it


def tile_name(tile: Tile) -> str:
    return "-".join(map(str, tile))


def is_triple(tile: Tile) -> bool:
    return tile[0] == tile[2]


def rotations(tile: Tile) -> list[Digits]:
    a, b, c = tile
    return [(a, b, c), (b, c, a), (c, a, b)]


def tile_of(digits: Digits) -> Tile:
    """The tile that shows these numbers clockwise; refused when only its mirror image would (R1)."""
    low, middle, high = sorted(digits)
    tile = (low, middle, high)
    if digits not in rotations(tile):
        raise Refused("mirrored", f"no tile shows {digits} clockwise, only its mirror image {tile_name(tile)}")
    return tile


def corners(cell: Cell) -> tuple[Point, Point, Point]:
    """The three lattice points of a cell, clockwise from the apex."""
    x, y, way = cell
    if way == "^":
        return (x, y + 1), (x + 1, y), (x, y)
    return (x + 1, y), (x, y + 1), (x + 1, y + 1)


@cache
def cells_around(point: Point) -> tuple[Cell, ...]:
    """The six cells that have this point for a corner."""
    px, py = point
    near = [(x, y, way) for x in (px - 1, px) for y in (py - 1, py) for way in "^v"]
    return tuple(cell for cell in near if point in corners(cell))


@cache
def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """The three cells that share a whole side, which is two corners, with this one."""
    own = set(corners(cell))
    near = {other for point in own for other in cells_around(point)}
    return tuple(sorted(other for other in near if len(own & set(corners(other))) == 2))


def opposite(cell: Cell, neighbour: Cell) -> Point:
    """The corner of the cell that its neighbour does not share."""
    (point,) = set(corners(cell)) - set(corners(neighbour))
    return point


def cell_name(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}{cell[2]}"


@cache
def fitting(pattern: Pattern) -> tuple[tuple[Tile, Digits], ...]:
    """Every tile that fits corners with some fixed numbers, with its numbers as they would lie."""
    fits: dict[Tile, Digits] = {}
    for tile in TILES:
        for digits in rotations(tile):
            if all(fixed is None or fixed == number for fixed, number in zip(pattern, digits, strict=True)):
                fits.setdefault(tile, digits)
    return tuple(fits.items())


@dataclass
class Table:
    """The tiles on the table. ``loose`` counts those whose cell is not recorded.

    ``bridges`` are the cells whose line said ``bridge``, ``loose_bridges`` counts such lines without a cell.
    """

    filled: dict[Cell, Tile] = field(default_factory=dict)
    numbers: dict[Point, int] = field(default_factory=dict)
    tiles: set[Tile] = field(default_factory=set)
    bridges: set[Cell] = field(default_factory=set)
    loose: int = 0
    loose_bridges: int = 0

    def empty(self) -> bool:
        return not self.tiles and not self.loose

    def reasons(self, cell: Cell, digits: Digits) -> tuple[str, ...]:
        """Every reason why this placement is against R1 or R2, as keywords; none when it is legal."""
        found = []
        low, middle, high = sorted(digits)
        if digits not in rotations((low, middle, high)):
            found.append("mirrored")
        if (low, middle, high) in self.tiles:
            found.append("twice")
        if cell in self.filled:
            found.append("occupied")
        beside = any(other in self.filled for other in neighbours(cell))
        if not beside and not self.loose and not self.empty():
            found.append("side")
        for point, number in zip(corners(cell), digits, strict=True):
            if self.numbers.get(point, number) != number:
                found.append("corner")
                break
        return tuple(found)

    def put(self, cell: Cell, digits: Digits, word: str = "") -> None:
        if word == "bridge":
            self.bridges.add(cell)
        self.filled[cell] = tile_of(digits)
        self.tiles.add(tile_of(digits))
        for point, number in zip(corners(cell), digits, strict=True):
            self.numbers[point] = number

    def put_loose(self, tile: Tile | None, word: str = "") -> None:
        if tile is not None:
            self.tiles.add(tile)
        self.loose += 1
        self.loose_bridges += word == "bridge"

    def missing(self, point: Point, cell: Cell) -> set[Cell]:
        """The cells around a point that would still be empty with this cell filled."""
        return {other for other in cells_around(point) if other != cell and other not in self.filled}

    def shape(self, cell: Cell, beside: str) -> str:
        """The bonus word of a placement on this cell, if the whole table is known; '' for none.

        ``beside`` is the house rule: two sides earn the bonus always, beside a bridging tile (R15), or never (R21).
        """
        hexagons = sum(not self.missing(point, cell) for point in corners(cell))
        if hexagons:
            return {1: "hexagon", 2: "hexagon2", 3: "hexagon3"}[hexagons]
        sides = [other for other in neighbours(cell) if other in self.filled]
        if len(sides) >= 2:
            earned = beside == "sides" or (beside == "bridge" and self.bridges.intersection(sides))
            return "beside" if earned else ""
        if len(sides) == 1 and opposite(cell, sides[0]) in self.numbers:
            return "bridge"
        return ""

    def possible_shapes(self, cell: Cell, beside: str) -> set[str]:
        """The bonus words a placement on this cell can have when ``loose`` tiles lie in unknown cells."""
        gaps = [self.missing(point, cell) for point in corners(cell)]
        sure = sum(not gap for gap in gaps)
        found = set()
        for count, word in ((1, "hexagon"), (2, "hexagon2"), (3, "hexagon3")):
            missing = min(len(set().union(*chosen)) for chosen in combinations(gaps, count))
            if count >= sure and missing <= self.loose:
                found.add(word)
        if sure:
            return found
        sides = [other for other in neighbours(cell) if other in self.filled]
        if 2 - len(sides) <= self.loose:
            found |= self._two_side_shapes(sides, beside)
        if len(sides) >= 2:
            return found
        if len(sides) == 1:
            touched = opposite(cell, sides[0]) in self.numbers
            if touched or self.loose:
                found.add("bridge")
            if not touched:
                found.add("")
            return found
        known = [point in self.numbers for point in corners(cell)]
        if self.loose >= (1 if any(known) else 2):
            found.add("bridge")
        if self.loose and not all(known):
            found.add("")
        return found

    def unreachable(self) -> set[str]:
        """The bonus words that no placement can have yet, wherever the tiles lie.

        A tile that matches sides of tiles not joined around a point, or that closes two hexagons, has a tile before it
        that joined them at a point: a bridge.
        """
        laid = len(self.filled) + self.loose
        bridged = self.bridges or self.loose_bridges
        few = {word for word, fewest in FEWEST.items() if laid < fewest}
        return few if bridged else few | {"beside", "hexagon2", "hexagon3"}

    def _two_side_shapes(self, sides: list[Cell], beside: str) -> set[str]:
        """The bonus words that matching two sides or three can have, if these are known to match (R15, R21)."""
        if beside == "none":
            return {""}
        if beside == "sides" or self.bridges.intersection(sides):
            return {"beside"}
        found = set()
        if self.loose_bridges and len(sides) < 3:
            found.add("beside")
        if 2 - len(sides) <= self.loose - self.loose_bridges:
            found.add("")
        return found

    def open_cells(self) -> set[Cell]:
        return {near for cell in self.filled for near in neighbours(cell) if near not in self.filled}

    def openings(self) -> list[tuple[Cell, Pattern]]:
        """Every empty cell next to a tile, with the numbers already at its corners."""
        found: list[tuple[Cell, Pattern]] = []
        for cell in sorted(self.open_cells()):
            first, second, third = (self.numbers.get(point) for point in corners(cell))
            found.append((cell, (first, second, third)))
        return found

    def placements(self) -> dict[Tile, list[tuple[Cell, Digits]]]:
        """Every legal placement of every tile that is not on the table yet."""
        found: dict[Tile, list[tuple[Cell, Digits]]] = {}
        for cell, pattern in self.openings():
            for tile, digits in fitting(pattern):
                if tile not in self.tiles:
                    found.setdefault(tile, []).append((cell, digits))
        return found
