"""The 56 tiles: which there are, their order (R5), and how they are read and written (R1)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tricorn.errors import TricornError
from tricorn.tiles import TILES, UNKNOWN, Tile, tile_text, tiles_of


def test_there_are_56_tiles_one_for_every_three_numbers() -> None:
    expected = {(a, b, c) for a in range(6) for b in range(6) for c in range(6) if a <= b <= c}
    assert len(TILES) == 56
    assert {tile.numbers for tile in TILES} == expected


def test_6_tiles_are_triples_30_are_pairs_and_20_have_three_different_numbers() -> None:
    kinds = [len(set(tile.numbers)) for tile in TILES]
    assert (kinds.count(1), kinds.count(2), kinds.count(3)) == (6, 30, 20)
    assert [tile.is_triple for tile in TILES] == [kind == 1 for kind in kinds]


def test_tiles_are_in_the_order_in_which_they_would_start() -> None:
    order = [(tile.sum, tile.numbers[2], tile.numbers[1]) for tile in TILES]
    assert order == sorted(order)
    assert len(set(order)) == 56


def test_a_tile_knows_its_index_and_its_bit() -> None:
    assert [tile.index for tile in TILES] == list(range(56))
    assert [tile.bit for tile in TILES] == [1 << index for index in range(56)]


def test_a_tile_is_read_as_it_is_written() -> None:
    assert [Tile.parse(str(tile)) for tile in TILES] == list(TILES)
    assert str(Tile.parse("1-2-4")) == "1-2-4"


def test_a_tile_is_found_by_its_numbers_in_any_order() -> None:
    assert Tile.holding(4, 1, 2) is Tile.parse("1-2-4")
    assert Tile.holding(5, 0, 5) is Tile.parse("0-5-5")


@pytest.mark.parametrize("text", ["", "1-2", "1-2-6", "124", "1-2-4 ", " 1-2-4", "1-2-4\n", "-1-2-4", "1–2–4", "1-2-٤"])
def test_an_invalid_tile_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(TricornError, match=r"written like 1-2-4"):
        Tile.parse(text)


@pytest.mark.parametrize("text", ["2-1-4", "4-2-1", "1-4-2"])
def test_a_tile_with_numbers_out_of_order_is_refused(text: str) -> None:
    with pytest.raises(TricornError, match="ascending order"):
        Tile.parse(text)


@pytest.mark.parametrize("numbers", [(2, 1, 4), (0, 0, 6), (-1, 0, 0)])
def test_numbers_that_are_on_no_tile_make_none(numbers: tuple[int, int, int]) -> None:
    with pytest.raises(TricornError, match="ascending order"):
        Tile(numbers)


@pytest.mark.parametrize("numbers", [(7, 7, 7), (0, 0, 6), (-1, 2, 3)])
def test_no_tile_holds_numbers_that_do_not_exist(numbers: tuple[int, int, int]) -> None:
    with pytest.raises(TricornError):
        Tile.holding(*numbers)


def test_tiles_are_listed_in_reading_order() -> None:
    hand = [Tile.parse(text) for text in ("5-5-5", "0-0-4", "0-1-1")]
    assert list(map(str, tiles_of(sum(tile.bit for tile in hand)))) == ["0-0-4", "0-1-1", "5-5-5"]


def test_a_tile_that_is_not_known_is_written_with_question_marks() -> None:
    assert tile_text(None) == UNKNOWN == "?-?-?"
    assert tile_text(TILES[0]) == "0-0-0"


@given(st.sets(st.sampled_from(TILES)))
def test_a_mask_holds_exactly_its_tiles(hand: set[Tile]) -> None:
    assert set(tiles_of(sum(tile.bit for tile in hand))) == hand


@given(st.text())
def test_any_text_is_a_tile_or_refused(text: str) -> None:
    try:
        assert str(Tile.parse(text)) == text
    except TricornError:
        assert text not in map(str, TILES)
