"""Alterations of draws and passes, of lines and of the order of turns."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from tests.oracle.alter_base import Lines, Record, kind, rescored
from tests.oracle.table import SEATS, TILES, tile_name


@kind
def tile_of_a_draw_changed(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("draw"):
        tile = record.rng.choice(TILES)
        yield record.with_words(move.index, [*move.words[:2], tile_name(tile), *move.words[3:]])


@kind
def tile_of_a_draw_descending(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("draw"):
        yield record.with_words(move.index, [*move.words[:2], move.words[2][::-1], *move.words[3:]])


@kind
def tiles_of_two_draws_swapped(record: Record) -> Iterator[Lines]:
    draws = record.moves_of("draw")
    for one, two in itertools.pairwise(draws):
        lines = record.with_words(one.index, [*one.words[:2], two.words[2], *one.words[3:]])
        lines[two.index] = " ".join([*two.words[:2], one.words[2], *two.words[3:]])
        yield lines


@kind
def tiles_of_two_draws_in_one_turn_swapped(record: Record) -> Iterator[Lines]:
    for one, two in zip(record.moves, record.moves[1:], strict=False):
        if one.what == two.what == "draw":
            yield record.swapped(one.index, two.index)


@kind
def draw_deleted_rescored(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("draw"):
        yield rescored(record.without(move.index))


@kind
def draw_doubled_rescored(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("draw"):
        yield rescored(record.inserted(move.index, record.lines[move.index]))


@kind
def draw_where_placing_was_due_rescored(record: Record) -> Iterator[Lines]:
    """The next tile of the well is drawn, and then the tile placed that could have been placed at once."""
    for move in record.moves_of("place"):
        if move.well and not record.rules.draw_optional:
            mark = " timeout" * move.timeout
            line = f"{move.seat} draw {tile_name(move.well[0])} -{record.rules.draw_penalty}{mark}"
            yield rescored(record.inserted(move.index, line))


@kind
def draw_beyond_the_limit_rescored(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("pass", "place"):
        if move.well and move.drawn == record.rules.draw_limit:
            mark = " timeout" * move.timeout
            line = f"{move.seat} draw {tile_name(move.well[0])} -{record.rules.draw_penalty}{mark}"
            yield rescored(record.inserted(move.index, line))


@kind
def draw_from_an_empty_well_rescored(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("pass"):
        if not move.well:
            mark = " timeout" * move.timeout
            for tile in ("?-?-?", "0-0-1"):
                line = f"{move.seat} draw {tile} -{record.rules.draw_penalty}{mark}"
                yield rescored(record.inserted(move.index, line))


@kind
def draw_before_the_first_tile_rescored(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("start"):
        if move.well:
            line = f"{move.seat} draw {tile_name(move.well[0])} -{record.rules.draw_penalty}"
            yield rescored(record.inserted(move.index, line))


@kind
def pass_before_the_first_tile_rescored(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("start"):
        yield rescored(record.inserted(move.index, f"{move.seat} pass -{record.rules.pass_penalty}"))


@kind
def pass_where_placing_was_due_rescored(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("place"):
        mark = " timeout" * move.timeout
        line = f"{move.seat} pass -{record.rules.pass_penalty}{mark}"
        yield rescored(record.with_line(move.index, line))


@kind
def pass_where_placing_was_due_and_the_well_is_empty_rescored(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("place"):
        if not move.well:
            mark = " timeout" * move.timeout
            line = f"{move.seat} pass -{record.rules.pass_penalty}{mark}"
            yield rescored(record.with_line(move.index, line))


@kind
def pass_where_drawing_was_due_rescored(record: Record) -> Iterator[Lines]:
    for turn in record.turns():
        for drawn, move in enumerate(turn):
            if move.what == "draw":
                mark = " timeout" * move.timeout
                line = f"{move.seat} pass -{record.rules.pass_penalty}{mark}"
                rest = [later.index for later in turn[drawn + 1 :]]
                lines = record.with_line(move.index, line)
                yield rescored([line for index, line in enumerate(lines) if index not in rest])


@kind
def pass_deleted_rescored(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("pass"):
        yield rescored(record.without(move.index))


@kind
def pass_doubled_rescored(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("pass"):
        yield rescored(record.inserted(move.index, record.lines[move.index]))


@kind
def last_pass_of_a_blocked_round_missing_rescored(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("blocked"):
        yield rescored(record.without(index - 1))


@kind
def round_going_on_after_everybody_has_passed_rescored(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("blocked"):
        seat = record.lines[index - 1][0]
        following = record.seats[(record.seats.index(seat) + 1) % len(record.seats)]
        yield rescored(record.inserted(index, f"{following} pass -{record.rules.pass_penalty}"))


@kind
def two_lines_next_to_each_other_swapped(record: Record) -> Iterator[Lines]:
    for index in record.body():
        if index + 1 < len(record.lines):
            yield record.swapped(index, index + 1)


@kind
def two_lines_swapped(record: Record) -> Iterator[Lines]:
    indices = record.body()
    for one, two in itertools.pairwise(indices):
        yield record.swapped(one, two)


@kind
def line_deleted(record: Record) -> Iterator[Lines]:
    for index in record.body():
        yield record.without(index)


@kind
def line_doubled(record: Record) -> Iterator[Lines]:
    for index in record.body():
        yield record.inserted(index, record.lines[index])


@kind
def line_moved_elsewhere(record: Record) -> Iterator[Lines]:
    indices = record.body()
    for index, target in itertools.pairwise(indices):
        lines = record.without(index)
        lines.insert(target, record.lines[index])
        yield lines


@kind
def line_cut_short(record: Record) -> Iterator[Lines]:
    for index in record.body():
        line = record.lines[index]
        yield record.with_line(index, line[: record.rng.randrange(1, len(line))].rstrip())


@kind
def seat_of_a_move_changed_rescored(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("place", "draw", "pass", "start"):
        other = record.rng.choice([seat for seat in record.seats if seat != move.seat])
        yield rescored(record.with_words(move.index, [other, *move.words[1:]]))


@kind
def seat_that_is_not_in_the_game(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("place", "draw", "pass", "start"):
        other = SEATS[len(record.seats)]
        yield record.with_words(move.index, [other, *move.words[1:]])


@kind
def two_turns_swapped(record: Record) -> Iterator[Lines]:
    turns = record.turns()
    pairs = [(one, two) for one, two in itertools.pairwise(turns) if one[-1].index + 1 == two[0].index]
    record.rng.shuffle(pairs)
    for one, two in pairs:
        first, middle, end = one[0].index, two[0].index, two[-1].index + 1
        yield [
            *record.lines[:first],
            *record.lines[middle:end],
            *record.lines[first:middle],
            *record.lines[end:],
        ]


@kind
def turn_left_out_rescored(record: Record) -> Iterator[Lines]:
    turns = record.turns()
    record.rng.shuffle(turns)
    for turn in turns:
        yield rescored(record.without(*(move.index for move in turn)))
