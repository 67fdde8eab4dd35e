"""Alterations against the start by choice, free passes, the rounds of a game and the points by tiles (R19 to R23)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.oracle.alter_base import Lines, Record, kind, placed, rescored, with_points
from tests.oracle.table import SEATS


@kind
def starts_of_another_seat(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("starts"):
        for seat in record.seats:
            yield record.with_line(index, f"starts {seat}")


@kind
def starts_of_a_seat_that_is_not_in_the_game(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("starts"):
        for seat in (SEATS[len(record.seats)], record.lines[index][-1].lower(), record.seats, "draw"):
            yield record.with_line(index, f"starts {seat}")


@kind
def starts_without_a_seat_or_with_two(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("starts"):
        for seats in ("", " A B", " A A"):
            yield record.with_line(index, f"starts{seats}")


@kind
def starts_twice(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("starts"):
        yield record.inserted(index, record.lines[index])


@kind
def starts_after_the_first_tile(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("starts"):
        yield record.swapped(index, index + 1)


@kind
def starts_again_after_the_first_tile(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("starts"):
        yield record.inserted(index + 2, record.lines[index])


@kind
def starts_before_the_well_or_a_deal(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("starts"):
        for before in (index - 1, index - 2):
            lines = record.without(index)
            lines.insert(before, record.lines[index])
            yield lines


@kind
def starts_in_the_header(record: Record) -> Iterator[Lines]:
    first = min(record.indices_of("round"))
    yield record.inserted(first, "starts A")


@kind
def starts_after_the_end_of_a_round(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("out", "blocked", "score"):
        if record.rules.start == "choice":
            yield record.inserted(index, f"starts {record.rng.choice(record.seats)}")


@kind
def starts_where_no_lot_decides(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("start"):
        if record.rules.start == "triple":
            yield record.inserted(move.index, f"starts {move.seat}")


@kind
def start_by_another_seat_than_the_lot_fell_on_rescored(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("start"):
        for seat in record.seats.replace(move.seat, "") if record.rules.start == "choice" else "":
            tile = record.rng.choice(sorted(move.hands[seat]))
            words = placed(move, record.rules, (0, 0, "^"), tile)
            yield rescored(record.with_words(move.index, [seat, *words[1:]]))


@kind
def start_with_a_tile_that_is_not_held_rescored(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("start"):
        tile = record.rng.choice(sorted(move.well))
        yield rescored(record.with_words(move.index, placed(move, record.rules, (0, 0, "^"), tile)))


@kind
def lot_that_does_not_follow_from_the_shuffle_rescored(record: Record) -> Iterator[Lines]:
    """Another seat starts with its only tile and goes out; the record stops after the secret, which says otherwise."""
    for move in record.moves_of("start"):
        score, secret = record.lines[move.index + 2 : move.index + 4] or ("", "")
        if record.rules.start == "choice" and len(move.hands[move.seat]) == 1 and secret.startswith("secret"):
            for seat in record.seats.replace(move.seat, ""):
                (tile,) = move.hands[seat]
                start = " ".join([seat, *placed(move, record.rules, (0, 0, "^"), tile)[1:]])
                others = sum(record.rules.hand_points(hand) for held, hand in move.hands.items() if held != seat)
                out = f"out {seat} {record.rules.out_bonus + others:+}"
                yield rescored([*record.lines[: move.index - 1], f"starts {seat}", start, out, score, secret])


@kind
def bonus_for_two_sides_that_never_earn_one_rescored(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("place"):
        if record.rules.beside == "none" and move.table.shape(move.placement()[0], "sides") == "beside":
            words = with_points([*move.words[:3], "beside", *move.words[3:]], record.rules.bridge)
            yield rescored(record.with_words(move.index, words))


@kind
def two_sides_that_never_earn_a_bonus_named_for_nothing(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("place"):
        if record.rules.beside == "none" and move.table.shape(move.placement()[0], "sides") == "beside":
            for word in ("beside", "bridge"):
                yield record.with_words(move.index, [*move.words[:3], word, *move.words[3:]])


@kind
def free_pass_charged_rescored(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("pass"):
        if record.rules.empty_well_free and not move.well and not record.rules.at_limit(move.drawn):
            words = [*move.words[:2], f"-{record.rules.pass_penalty or 10}", *move.words[3:]]
            yield rescored(record.with_words(move.index, words))


@kind
def pass_after_the_last_draw_that_emptied_the_well_for_nothing_rescored(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("pass"):
        if record.rules.at_limit(move.drawn) and not move.well:
            yield rescored(record.with_words(move.index, [*move.words[:2], "+0", *move.words[3:]]))


@kind
def pass_for_nothing_with_tiles_in_the_well_rescored(record: Record) -> Iterator[Lines]:
    """A turn that passes at once, as if the well were empty; the record stops there."""
    for turn in record.turns():
        if record.rules.empty_well_free and turn[0].what != "start" and turn[0].well:
            yield [*record.lines[: turn[0].index], f"{turn[0].seat} pass +0{' timeout' * turn[0].timeout}"]


def other_scoring(record: Record, total: int, tiles: int) -> int:
    """How much more these tiles with this sum would count by the other scoring (R23)."""
    return total - tiles if record.rules.scoring == "tiles" else tiles - total


@kind
def tile_counted_by_the_other_scoring_rescored(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("place", "start"):
        change = other_scoring(record, sum(move.placement()[1]), 1)
        yield rescored(record.with_words(move.index, with_points(move.words, change)))


@kind
def hands_counted_by_the_other_scoring_rescored(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("out", "blocked"):
        words = record.lines[index].split(" ")
        last = [move for move in record.moves if move.index < index][-1]
        signs = {seat: 1 if seat != words[1] else -1 if record.rules.blocked_own else 0 for seat in record.seats}
        if words[0] == "out":
            signs[words[1]] = 0
        change = sum(
            sign * other_scoring(record, sum(map(sum, last.hands[seat])), len(last.hands[seat]))
            for seat, sign in signs.items()
        )
        if words[1] != "draw":
            yield rescored(record.with_words(index, with_points(words, change)))


@kind
def scoring_exchanged(record: Record) -> Iterator[Lines]:
    """A valid game, but not by this scoring."""
    other = "numbers" if record.rules.scoring == "tiles" else "tiles"
    yield record.with_line(1, re.sub(r" scoring=\S+", "", record.lines[1]) + f" scoring={other}")


@kind
def winner_after_fewer_rounds_than_agreed(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("score"):
        figures = record.lines[index].split(" ")[2::2]
        best = record.seats[max(range(len(figures)), key=lambda seat: int(figures[seat]))]
        if record.rules.rounds is not None and not record.lines[index + 1].startswith("winner"):
            yield [*record.lines[: index + 1], f"winner {best}"]


@kind
def round_after_the_agreed_number(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("winner"):
        if record.rules.rounds is not None:
            yield record.with_line(index, f"round {len(record.indices_of('round')) + 1}")


@kind
def number_of_rounds_changed(record: Record) -> Iterator[Lines]:
    """A valid game, but of another number of rounds; a tie may make it longer."""
    played = len(record.indices_of("round"))
    for number in (played - 1, played + 1, 0):
        kept = re.sub(r" rounds=\S+", "", record.lines[1])
        yield record.with_line(1, f"{kept} rounds={number}")
