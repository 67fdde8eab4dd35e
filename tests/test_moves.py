"""Moves as text: what is read, what is written, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tricorn.errors import TricornError
from tricorn.lattice import Cell
from tricorn.moves import DRAW, PASS, Move, Place, parse_move
from tricorn.tiles import TILES, Tile

CELLS = st.builds(Cell, st.integers(-50, 50), st.integers(-50, 50), st.booleans())


def turned(tile: Tile, times: int) -> tuple[int, int, int]:
    a, b, c = tile.numbers
    return ((a, b, c), (b, c, a), (c, a, b))[times]


PLACES = st.builds(
    lambda cell, tile, times: Place(cell, turned(tile, times)),
    CELLS,
    st.sampled_from(TILES),
    st.integers(0, 2),
)


@pytest.mark.parametrize(("text", "move"), [("draw", DRAW), ("pass", PASS)])
def test_draw_and_pass_are_words(text: str, move: Move) -> None:
    assert parse_move(text) == move
    assert str(move) == text


@given(PLACES)
def test_a_placement_is_read_as_it_is_written(place: Place) -> None:
    assert parse_move(str(place)) == place


@given(PLACES)
def test_a_tile_turned_is_the_same_tile(place: Place) -> None:
    assert not place.is_mirrored
    assert sorted(place.numbers) == list(place.tile.numbers)


@given(CELLS, st.sampled_from([tile for tile in TILES if len(set(tile.numbers)) == 3]), st.integers(0, 2))
def test_a_tile_turned_over_is_refused(cell: Cell, tile: Tile, times: int) -> None:
    a, b, c = turned(tile, times)
    assert Place(cell, (c, b, a)).is_mirrored
    with pytest.raises(TricornError, match=r"mirrored.*R1"):
        parse_move(f"{cell}{c}{b}{a}")


@given(CELLS, st.sampled_from([tile for tile in TILES if len(set(tile.numbers)) < 3]))
def test_a_pair_or_triple_looks_the_same_turned_over(cell: Cell, tile: Tile) -> None:
    a, b, c = tile.numbers
    assert parse_move(f"{cell}{c}{b}{a}") == Place(cell, (c, b, a))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Draw",
        "draw ",
        "draw 1-2-3",
        "pass -10",
        "1-4-4",
        "0,0^",
        "0,0^44",
        "0,0^446",
        "0,0^4444",
        "x,0^444",
        "^444",
    ],
)
def test_an_invalid_move_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(TricornError, match=r"like 0,-1v"):
        parse_move(text)


@given(st.text())
def test_any_text_is_a_move_or_refused(text: str) -> None:
    try:
        assert str(parse_move(text)) == text
    except TricornError:
        assert text not in ("draw", "pass")
