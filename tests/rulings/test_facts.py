"""Facts about the tiles and the table."""

from __future__ import annotations

import pytest
from hypothesis import given
from tests.helpers import games
from tests.rulings.checks import assert_scores

from tricorn.core.board import fitting_tiles, new_board, put_first
from tricorn.core.state import START_CELL
from tricorn.game import Game
from tricorn.moves import Place
from tricorn.tiles import Tile, tiles_of


@pytest.mark.parametrize(
    ("tile", "number"), [("5-5-5", 5), ("0-0-0", 5), ("1-1-4", 10), ("0-5-5", 10), ("1-2-3", 9), ("0-1-5", 9)]
)
def test_fact_a_lone_triple_fits_5_tiles_a_pair_10_and_three_different_numbers_9(tile: str, number: int) -> None:
    for cell in (START_CELL, START_CELL + 1):
        board = new_board()
        put_first(board, cell, *Tile.parse(tile).numbers)
        assert len(tiles_of(int(fitting_tiles(board)) & ~Tile.parse(tile).bit)) == number


@given(games())
def test_fact_a_tile_fits_an_open_cell_in_one_way_at_most(game: Game) -> None:
    places = [move for move in game.legal_moves() if isinstance(move, Place)]
    assert len({(place.cell, place.tile) for place in places}) == len(places)


@given(games())
def test_fact_the_table_never_reaches_further_than_28_units_from_the_first_tile(game: Game) -> None:
    assert game.round is not None
    for place in game.round.places:
        assert max(abs(place.cell.x), abs(place.cell.y), abs(place.cell.x + place.cell.y)) <= 28


def test_fact_a_fan_around_a_point_earns_nothing_until_the_sixth_closes_the_hexagon() -> None:
    fan = ["-1,-1v123", "-1,0^232", "-1,0v323", "0,0^333", "0,-1v533", "0,-1^351"]
    for number in range(1, 5):
        tile = Place.parse(fan[number]).tile
        assert_scores(" ".join(fan[:number]), fan[number], tile.sum)
    assert_scores(" ".join(fan[:5]), fan[5], 9 + 50, "hexagon")


@pytest.mark.parametrize(
    ("before", "then", "points"),
    [
        ("-1,0v133 -1,0^311 -1,-1v011 0,-1^100 0,-2v400 1,-2^024 1,-2v200", "0,0^351", 9),
        ("0,-1v501 0,-1^055 -1,-1v500 -1,0^300 -2,0v033 -2,1^433 -2,1v342", "0,0^010", 1),
        ("0,0v014 1,0^440 1,-1v004 1,-1^003 1,-2v230 1,-2^323 0,-2v333", "0,0^100", 1),
    ],
)
def test_fact_being_near_the_point_opposite_the_matched_side_makes_no_bridge(
    before: str, then: str, points: int
) -> None:
    assert_scores(before, then, points)
