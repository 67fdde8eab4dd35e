"""Alterations of points and bonus words."""

from __future__ import annotations

from collections.abc import Iterator

from tests.oracle.alter_base import Lines, Record, kind, rescored, with_points
from tests.oracle.table import WORDS, is_triple, tile_of


@kind
def points_of_a_placement_changed(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("place", "start"):
        yield record.with_words(move.index, with_points(move.words, record.rng.choice((-40, -10, -1, 1, 10, 40, 50))))


@kind
def points_of_a_placement_changed_rescored(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("place", "start"):
        yield rescored(record.with_words(move.index, with_points(move.words, record.rng.choice((-1, 1, 40, 50)))))


@kind
def points_of_a_placement_without_sign(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("place"):
        yield record.with_line(move.index, record.lines[move.index].replace(" +", " ", 1))


@kind
def points_of_a_placement_negated(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("place"):
        yield record.with_line(move.index, record.lines[move.index].replace(" +", " -", 1))


@kind
def points_of_a_placement_left_out(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("place"):
        yield record.with_words(move.index, [*move.words[:2], *move.words[3:]])


@kind
def points_with_a_leading_zero(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("place"):
        yield record.with_line(move.index, record.lines[move.index].replace(" +", " +0", 1))


@kind
def start_bonus_left_out(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("start"):
        if is_triple(tile_of(move.placement()[1])):
            yield rescored(record.with_words(move.index, with_points(move.words, -record.rules.start_bonus)))


@kind
def start_bonus_given_to_a_tile_that_is_no_triple(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("start"):
        if not is_triple(tile_of(move.placement()[1])):
            yield rescored(record.with_words(move.index, with_points(move.words, record.rules.start_bonus)))


@kind
def zero_start_bonus_left_out(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("start"):
        if tile_of(move.placement()[1]) == (0, 0, 0):
            yield rescored(record.with_words(move.index, with_points(move.words, -record.rules.zero_start)))


@kind
def penalty_of_a_draw_changed(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("draw"):
        yield rescored(record.with_words(move.index, with_points(move.words, record.rng.choice((-5, -1, 1, 4)))))


@kind
def penalty_of_a_draw_positive(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("draw"):
        yield rescored(record.with_line(move.index, record.lines[move.index].replace(" -", " +")))


@kind
def penalty_of_a_pass_changed(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("pass"):
        yield rescored(record.with_words(move.index, with_points(move.words, record.rng.choice((-15, -5, -1, 1, 9)))))


@kind
def bonus_word_removed(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("place"):
        if move.bonus():
            yield record.with_words(move.index, [word for word in move.words if word != move.bonus()])


@kind
def bonus_word_and_bonus_removed_rescored(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("place"):
        if move.bonus():
            words = [word for word in move.words if word != move.bonus()]
            yield rescored(record.with_words(move.index, with_points(words, -record.rules.bonus(move.bonus()))))


@kind
def bonus_word_added(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("place", "start"):
        if not move.bonus():
            yield record.with_words(move.index, [*move.words[:3], record.rng.choice(WORDS), *move.words[3:]])


@kind
def bonus_word_and_bonus_added_rescored(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("place"):
        if not move.bonus():
            word = record.rng.choice(WORDS)
            words = with_points([*move.words[:3], word, *move.words[3:]], record.rules.bonus(word))
            yield rescored(record.with_words(move.index, words))


@kind
def bonus_word_changed(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("place"):
        if move.bonus():
            other = record.rng.choice([word for word in WORDS if word != move.bonus()])
            yield record.with_words(move.index, [other if word in WORDS else word for word in move.words])


@kind
def bonus_word_and_bonus_changed_rescored(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("place"):
        if move.bonus():
            other = record.rng.choice([word for word in WORDS if word != move.bonus()])
            change = record.rules.bonus(other) - record.rules.bonus(move.bonus())
            words = [other if word in WORDS else word for word in move.words]
            yield rescored(record.with_words(move.index, with_points(words, change)))


@kind
def bonus_word_misspelt(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("place"):
        if move.bonus():
            other = record.rng.choice((move.bonus().capitalize(), move.bonus() + "s", "hexagon1", "hexagon4"))
            yield record.with_words(move.index, [other if word in WORDS else word for word in move.words])


@kind
def bonus_word_twice(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("place"):
        if move.bonus():
            yield record.with_words(move.index, [*move.words[:3], move.bonus(), *move.words[3:]])
