"""Alterations of cells and tiles."""

from __future__ import annotations

from collections.abc import Iterator

from tests.oracle.alter_base import Lines, Record, kind, placed, rescored
from tests.oracle.table import TILES, Cell, Table, cell_name, corners, neighbours, rotations, tile_name, tile_of


@kind
def cell_moved_by_one(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("place"):
        (x, y, way), digits = move.placement()
        dx, dy = record.rng.choice(((1, 0), (-1, 0), (0, 1), (0, -1)))
        numbers = "".join(map(str, digits))
        yield record.with_words(move.index, [move.seat, f"{x + dx},{y + dy}{way}{numbers}", *move.words[2:]])


@kind
def cell_moved_far_away(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("place"):
        (x, y, way), digits = move.placement()
        numbers = "".join(map(str, digits))
        yield record.with_words(move.index, [move.seat, f"{x + 30},{y - 40}{way}{numbers}", *move.words[2:]])


@kind
def cell_turned_upside_down(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("place"):
        flipped = move.words[1].translate(str.maketrans("^v", "v^"))
        yield record.with_words(move.index, [move.seat, flipped, *move.words[2:]])


@kind
def cell_that_is_occupied(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("place"):
        numbers = move.words[1][-3:]
        cell = record.rng.choice(sorted(move.table.filled))
        yield record.with_words(move.index, [move.seat, cell_name(cell) + numbers, *move.words[2:]])


@kind
def cell_that_touches_only_at_a_corner(record: Record) -> Iterator[Lines]:
    """Everything matches, but no side is shared."""
    for move in record.moves_of("place"):
        cell, digits = move.placement()
        for point in corners(cell):
            for other in corner_cells(move.table, point):
                numbers = [move.table.numbers.get(corner) for corner in corners(other)]
                for turned in rotations(tile_of(digits)):
                    if all(have in (None, want) for have, want in zip(numbers, turned, strict=True)):
                        words = [move.seat, cell_name(other) + "".join(map(str, turned)), f"+{sum(digits)}"]
                        yield rescored(record.with_words(move.index, words + ["timeout"] * move.timeout))


def corner_cells(table: Table, point: tuple[int, int]) -> list[Cell]:
    """The empty cells near a point that a tile touches only at corners."""
    x, y = point
    near = [(x + dx, y + dy, way) for dx in (-2, -1, 0, 1) for dy in (-2, -1, 0, 1) for way in "^v"]
    return [
        cell
        for cell in near
        if cell not in table.filled
        and not any(other in table.filled for other in neighbours(cell))
        and any(corner in table.numbers for corner in corners(cell))
    ]


@kind
def coordinate_written_otherwise(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("place", "start"):
        word = move.words[1]
        for other in (f"+{word}", f"0{word}", word.replace(",", ", "), word.replace(",", ";"), f"({word})"):
            if other != word and not other.startswith(("0-", "+-")):
                yield record.with_words(move.index, [move.seat, other, *move.words[2:]])


@kind
def digits_rotated(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("place"):
        word = move.words[1]
        turned = word[:-3] + word[-2:] + word[-3]
        yield record.with_words(move.index, [move.seat, turned, *move.words[2:]])


@kind
def digits_mirrored(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("place"):
        word = move.words[1]
        if len(set(word[-3:])) == 3:
            yield record.with_words(move.index, [move.seat, word[:-2] + word[-1] + word[-2], *move.words[2:]])


@kind
def digit_of_a_placement_changed(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("place"):
        word = move.words[1]
        place = record.rng.choice((-3, -2, -1))
        number = (int(word[place]) + record.rng.randrange(1, 6)) % 6
        changed = word[: len(word) + place] + str(number) + word[len(word) + place + 1 :]
        yield record.with_words(move.index, [move.seat, changed, *move.words[2:]])


@kind
def digit_of_six(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("place", "start"):
        yield record.with_words(move.index, [move.seat, move.words[1][:-1] + "6", *move.words[2:]])


@kind
def tile_not_held_but_fitting_rescored(record: Record) -> Iterator[Lines]:
    """Another's tile, or the well's, placed legally for its points."""
    for move in record.moves_of("place"):
        others = sorted(set(move.table.placements()) - move.hands[move.seat])
        if others:
            places = move.table.placements()[record.rng.choice(others)]
            words = placed(move, record.rules, *record.rng.choice(places))
            yield rescored(record.with_words(move.index, words))


@kind
def tile_on_the_table_placed_again_rescored(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("place"):
        for cell, pattern in move.table.openings():
            for tile in sorted(move.table.tiles):
                for digits in rotations(tile):
                    if all(want in (None, have) for want, have in zip(pattern, digits, strict=True)):
                        yield rescored(record.with_words(move.index, placed(move, record.rules, cell, digits)))


@kind
def tile_placed_where_another_number_stands_rescored(record: Record) -> Iterator[Lines]:
    """A tile of the player's own, with points and bonus as if it fitted."""
    for move in record.moves_of("place"):
        cells = sorted(move.table.open_cells())
        tile = record.rng.choice(sorted(move.hands[move.seat]))
        words = placed(move, record.rules, record.rng.choice(cells), record.rng.choice(rotations(tile)))
        yield rescored(record.with_words(move.index, words))


@kind
def tile_alone_that_is_not_held(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("place"):
        tile = record.rng.choice(sorted(set(TILES) - move.hands[move.seat]))
        words = [move.seat, tile_name(tile), f"+{sum(tile)}", *["timeout"] * move.timeout]
        yield rescored(record.with_words(move.index, words))
