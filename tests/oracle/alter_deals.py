"""Alterations of deals, wells and starts."""

from __future__ import annotations

from collections.abc import Iterator

from tests.oracle.alter_base import Lines, Record, kind, placed, rescored
from tests.oracle.table import SEATS, TILES, is_triple, tile_name, tile_of


@kind
def deal_with_a_tile_too_many(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("deal"):
        words = record.lines[index].split(" ")
        extra = record.rng.choice([tile_name(tile) for tile in TILES if tile_name(tile) not in words])
        yield record.with_words(index, [*words, extra])


@kind
def deal_with_a_tile_too_few(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("deal"):
        words = record.lines[index].split(" ")
        words.pop(record.rng.randrange(2, len(words)))
        yield record.with_words(index, words)


@kind
def deal_with_a_tile_twice(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("deal"):
        words = record.lines[index].split(" ")
        if len(words) > 3:
            one, two = record.rng.sample(range(2, len(words)), 2)
            words[one] = words[two]
            yield record.with_words(index, words)


@kind
def deal_with_a_tile_of_another_hand(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("deal"):
        words = record.lines[index].split(" ")
        other = index + 1 if record.lines[index + 1].startswith("deal ") else index - 1
        words[record.rng.randrange(2, len(words))] = record.rng.choice(record.lines[other].split(" ")[2:])
        yield record.with_words(index, words)


@kind
def deal_with_a_tile_of_the_well(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("well"):
        words = record.lines[index - 1].split(" ")
        words[record.rng.randrange(2, len(words))] = record.rng.choice(record.lines[index].split(" ")[1:])
        yield record.with_words(index - 1, words)


@kind
def deal_with_tiles_exchanged_between_two_hands(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("deal"):
        if record.lines[index + 1].startswith("deal "):
            one, two = (record.lines[place].split(" ") for place in (index, index + 1))
            place, other = record.rng.randrange(2, len(one)), record.rng.randrange(2, len(two))
            one[place], two[other] = two[other], one[place]
            lines = record.with_words(index, one)
            lines[index + 1] = " ".join(two)
            yield lines


@kind
def deal_with_seats_exchanged(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("deal"):
        if record.lines[index + 1].startswith("deal "):
            one, two = (record.lines[place].split(" ") for place in (index, index + 1))
            lines = record.with_words(index, [*one[:2], *two[2:]])
            lines[index + 1] = " ".join([*two[:2], *one[2:]])
            yield lines


@kind
def deal_to_the_same_seat_twice(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("deal"):
        if record.lines[index + 1].startswith("deal "):
            two = record.lines[index + 1].split(" ")
            yield record.with_words(index + 1, ["deal", record.lines[index].split(" ")[1], *two[2:]])


@kind
def deal_to_a_seat_that_is_not_in_the_game(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("deal"):
        words = record.lines[index].split(" ")
        yield record.with_words(index, ["deal", SEATS[len(record.seats)], *words[2:]])


@kind
def deal_after_the_first_tile(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("start"):
        deal = max(index for index in record.indices_of("deal") if index < move.index)
        lines = record.inserted(move.index + 1, record.lines[deal])
        yield [line for index, line in enumerate(lines) if index != deal]


@kind
def deal_with_a_tile_that_does_not_exist(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("deal", "well"):
        words = record.lines[index].split(" ")
        words[record.rng.randrange(2, len(words))] = record.rng.choice(("1-2-6", "2-1-3", "123", "1-2", "1-2-3-4"))
        yield record.with_words(index, words)


@kind
def well_shortened(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("well"):
        yield record.with_words(index, record.lines[index].split(" ")[:-1])


@kind
def well_without_its_first_tile(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("well"):
        words = record.lines[index].split(" ")
        yield record.with_words(index, ["well", *words[2:]])


@kind
def well_with_a_tile_twice(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("well"):
        words = record.lines[index].split(" ")
        one, two = record.rng.sample(range(1, len(words)), 2)
        words[one] = words[two]
        yield record.with_words(index, words)


@kind
def well_with_a_dealt_tile_too_many(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("well"):
        yield record.with_line(index, f"{record.lines[index]} {record.lines[index - 1].split(' ')[2]}")


@kind
def well_swapped_in_the_drawn_part(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("well"):
        words = record.lines[index].split(" ")
        drawn = 0
        for line in record.lines[index:]:
            if line.startswith("round "):
                break
            drawn += " draw " in line and not line.startswith("blocked")
        for place in range(1, min(drawn, len(words) - 2) + 1):
            yield record.with_words(index, [*words[:place], words[place + 1], words[place], *words[place + 2 :]])


@kind
def well_and_hand_exchange_a_tile(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("well"):
        hand, well = record.lines[index - 1].split(" "), record.lines[index].split(" ")
        one, two = record.rng.randrange(2, len(hand)), record.rng.randrange(1, len(well))
        hand[one], well[two] = well[two], hand[one]
        lines = record.with_words(index, well)
        lines[index - 1] = " ".join(hand)
        yield lines


@kind
def well_twice(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("well"):
        yield record.inserted(index, record.lines[index])


@kind
def start_with_another_tile_of_the_hand_rescored(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("start"):
        tile = record.rng.choice(sorted(move.hands[move.seat]))
        if tile != tile_of(move.placement()[1]):
            yield rescored(record.with_words(move.index, placed(move, record.rules, (0, 0, "^"), tile)))


@kind
def start_by_another_seat_rescored(record: Record) -> Iterator[Lines]:
    """Another player starts with that player's own best tile."""
    for move in record.moves_of("start"):
        for seat in record.seats:
            if seat != move.seat:
                tile = max(move.hands[seat], key=lambda held: (is_triple(held), sum(held), held[2], held[1]))
                words = placed(move, record.rules, (0, 0, "^"), tile)
                yield rescored(record.with_words(move.index, [seat, *words[1:]]))


@kind
def start_with_another_triple_of_the_hand_rescored(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("start"):
        for tile in sorted(move.hands[move.seat]):
            if is_triple(tile) and tile not in ((0, 0, 0), tile_of(move.placement()[1])):
                words = placed(move, record.rules, (0, 0, "^"), tile)
                yield rescored(record.with_words(move.index, words))


@kind
def start_that_is_mirrored(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("start"):
        word = move.words[1]
        if len(set(word[-3:])) == 3:
            yield record.with_words(move.index, [move.seat, word[:-2] + word[-1] + word[-2], *move.words[2:]])


@kind
def shows_missing(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("start"):
        if "shows" in move.words:
            place = move.words.index("shows")
            yield record.with_words(move.index, [*move.words[:place], *move.words[place + 2 :]])


@kind
def shows_without_a_tile(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("start"):
        if "shows" in move.words:
            place = move.words.index("shows")
            yield record.with_words(move.index, [*move.words[: place + 1], *move.words[place + 2 :]])


@kind
def shows_another_tile(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("start"):
        if "shows" in move.words:
            place = move.words.index("shows") + 1
            for tile in [*(t for t in TILES if is_triple(t)), *sorted(move.hands[move.seat])]:
                yield record.with_words(move.index, [*move.words[:place], tile_name(tile), *move.words[place + 1 :]])


@kind
def shows_where_nothing_is_shown(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("start", "place"):
        if "shows" not in move.words:
            tile = record.rng.choice(sorted(move.hands[move.seat]))
            yield record.with_words(move.index, [*move.words[:3], "shows", tile_name(tile), *move.words[3:]])
