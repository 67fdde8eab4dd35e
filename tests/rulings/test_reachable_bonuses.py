"""How many tiles must lie on the table before a placement can make each bonus: every table is enumerated.

Numbers are left out, so a table is a set of cells, grown cell by cell; two that differ by where they lie are one. That
no bonus is possible on fewer cells holds for any numbers, and the examples show that the tile set allows the figures.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.helpers import on_table
from tests.oracle.table import FEWEST, Cell, Table, cells_around, corners, neighbours, opposite
from tests.rulings.checks import BESIDE_READY, BRIDGE_READY, FIVE_OF_A_HEXAGON, THREE_HEXAGONS, TWO_HEXAGONS

from tricorn.bonus import Bonus
from tricorn.core import judging_cells
from tricorn.moves import Place
from tricorn.tiles import TILES

Cells = frozenset[Cell]
EXAMPLES = {
    Bonus.BRIDGE: BRIDGE_READY,
    Bonus.BESIDE: BESIDE_READY,
    Bonus.HEXAGON: FIVE_OF_A_HEXAGON,
    Bonus.HEXAGON2: TWO_HEXAGONS,
    Bonus.HEXAGON3: THREE_HEXAGONS,
}
ENUMERATED = 11  # tiles on the table; on 12, three hexagons are possible


def _shape(table: Cells, cell: Cell) -> str:
    hexagons = sum(all(other == cell or other in table for other in cells_around(point)) for point in corners(cell))
    if hexagons:
        return f"hexagon{hexagons if hexagons > 1 else ''}"
    sides = [other for other in neighbours(cell) if other in table]
    if len(sides) > 1:
        return "beside"
    return "bridge" if any(other in table for other in cells_around(opposite(cell, sides[0]))) else ""


def _moved(table: set[Cell]) -> Cells:
    """The same table, moved as far down and left as possible."""
    left, bottom = min(cell[0] for cell in table), min(cell[1] for cell in table)
    return frozenset((x - left, y - bottom, way) for x, y, way in table)


def _placements(table: Cells) -> Iterator[tuple[Cell, str]]:
    for cell in {near for filled in table for near in neighbours(filled)} - table:
        yield cell, _shape(table, cell)


def test_no_bonus_is_possible_with_fewer_tiles_or_without_the_bridge_it_needs() -> None:
    first: dict[str, int] = {}
    without_bridge: dict[str, int] = {}
    tables: dict[Cells, bool] = {frozenset({(0, 0, "^")}): True}  # and whether it can be reached without a bridge
    for count in range(1, ENUMERATED + 1):
        larger: dict[Cells, bool] = {}
        for table, is_bridgeless in tables.items():
            for cell, shape in _placements(table):
                first.setdefault(shape, count)
                if is_bridgeless:
                    without_bridge.setdefault(shape, count)
                grown = _moved({*table, cell})
                larger[grown] = larger.get(grown, False) or (is_bridgeless and shape != "bridge")
        tables = larger if count < ENUMERATED else {}
    assert first == {"": 1, **{word: fewest for word, fewest in FEWEST.items() if fewest <= ENUMERATED}}
    assert "hexagon3" not in first
    assert without_bridge == {"": 1, "hexagon": 5, "bridge": 8}


@pytest.mark.parametrize("bonus", Bonus)
def test_the_tile_set_allows_each_bonus_with_the_fewest_tiles(bonus: Bonus) -> None:
    before = EXAMPLES[bonus]
    round_ = on_table(before, "pressman-classic")
    made = {option.bonus for tile in TILES for option in round_.fitting(tile)}
    assert bonus in made
    assert len(before.split()) == FEWEST[bonus]


def test_the_core_has_these_figures() -> None:
    assert {bonus: judging_cells._FEWEST_TILES[bonus.shape] for bonus in Bonus} == FEWEST
    needs = [bonus for bonus in Bonus if judging_cells._NEEDS_BRIDGE[bonus.shape]]
    assert needs == [Bonus.BESIDE, Bonus.HEXAGON2, Bonus.HEXAGON3]


def test_the_shapes_of_the_enumeration_are_those_of_the_rules() -> None:
    for bonus, before in EXAMPLES.items():
        places = [Place.parse(word) for word in before.split()]
        table = Table()
        for place in places:
            cell: Cell = (place.cell.x, place.cell.y, str(place.cell)[-1])
            table.put(cell, place.numbers)
        shapes = dict(_placements(frozenset(table.filled)))
        assert bonus in shapes.values()
        assert shapes == {cell: table.shape(cell, "sides") for cell in shapes}
