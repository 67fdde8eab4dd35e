"""Alterations of tiles recorded by their sum, and of lines marked ``anyway``."""

from __future__ import annotations

from collections.abc import Iterator

from tests.oracle.alter_base import Lines, Record, kind, rescored, with_points
from tests.oracle.reading import read_placement


@kind
def anyway_in_a_game_whose_deal_is_recorded(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("place", "start", "draw", "pass"):
        yield record.with_words(move.index, [*move.words, "anyway"])


@kind
def anyway_on_a_wrong_line_of_a_game_whose_deal_is_recorded(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("place", "start"):
        yield rescored(record.with_words(move.index, [*with_points(move.words, 1), "anyway"]))


@kind
def anyway_in_the_middle_of_a_line(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("place", "start", "draw", "pass"):
        yield record.with_words(move.index, [*move.words[:2], "anyway", *move.words[2:]])


@kind
def first_tile_by_its_sum(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("start"):
        yield record.with_words(move.index, [*move.words[:1], f"={_sum_of(move.words[1])}", *move.words[2:]])


@kind
def sum_that_is_not_the_tiles(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("place"):
        total = _sum_of(move.words[1]) + record.rng.choice((-1, 1))
        yield record.with_words(move.index, [*move.words[:1], f"={total}", *move.words[2:]])


@kind
def sum_over_the_largest_possible_rescored(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("place"):
        words = with_points(move.words, 16 - _sum_of(move.words[1]))
        yield rescored(record.with_words(move.index, [*words[:1], "=16", *words[2:]]))


@kind
def sum_with_a_leading_zero(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("place"):
        yield record.with_words(move.index, [*move.words[:1], f"=0{_sum_of(move.words[1])}", *move.words[2:]])


def _sum_of(placement: str) -> int:
    return sum(read_placement(placement)[1])
