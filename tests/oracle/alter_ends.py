"""Alterations of the ends of rounds, of scores and of winners."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from tests.oracle.alter_base import Lines, Record, kind, rescored, with_points


@kind
def out_written_as_blocked(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("out"):
        yield record.with_line(index, record.lines[index].replace("out", "blocked"))


@kind
def blocked_written_as_out(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("blocked"):
        yield record.with_line(index, record.lines[index].replace("blocked", "out"))


@kind
def out_by_another_seat_rescored(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("out"):
        words = record.lines[index].split(" ")
        other = record.rng.choice([seat for seat in record.seats if seat != words[1]])
        yield rescored(record.with_words(index, ["out", other, words[2]]))


@kind
def out_points_off_rescored(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("out"):
        words = record.lines[index].split(" ")
        change = record.rng.choice((-record.rules.out_bonus or -2, -1, 1))
        yield rescored(record.with_words(index, with_points(words, change)))


@kind
def out_although_a_tile_is_left_rescored(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("out"):
        lines = record.without(index - 1)
        if index - 1 in [move.index for move in record.moves if move.what == "place"]:
            yield rescored(lines)


@kind
def out_forgotten_and_the_round_going_on_rescored(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("out"):
        seat = record.lines[index].split(" ")[1]
        following = record.seats[(record.seats.index(seat) + 1) % len(record.seats)]
        yield rescored(record.inserted(index, f"{following} pass -{record.rules.pass_penalty}"))


@kind
def blocked_with_another_winner_rescored(record: Record) -> Iterator[Lines]:
    """The points are right for the wrong winner."""
    for index in record.indices_of("blocked"):
        last = [move for move in record.moves if move.index < index][-1]
        sums = {seat: record.rules.hand_points(hand) for seat, hand in last.hands.items()}
        for seat in record.seats:
            if record.lines[index].split(" ")[1] != seat:
                gain = sum(sums.values()) - 2 * sums[seat]
                yield rescored(record.with_line(index, f"blocked {seat} {gain:+}"))


@kind
def blocked_points_off_rescored(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("blocked"):
        words = record.lines[index].split(" ")
        for change in (1, -1, 25):
            yield rescored(record.with_words(index, with_points(words, change)))


@kind
def blocked_called_drawn_rescored(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("blocked"):
        if " draw " not in record.lines[index]:
            yield rescored(record.with_line(index, "blocked draw +0"))


@kind
def blocked_before_any_pass(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("place"):
        yield [*record.lines[: move.index + 1], f"blocked {move.seat} +10"]


@kind
def out_before_the_hand_is_empty(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("place"):
        if len(move.hands[move.seat]) > 1:
            yield [*record.lines[: move.index + 1], f"out {move.seat} +60"]


@kind
def round_end_missing(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("out", "blocked"):
        yield rescored(record.without(index))


@kind
def score_off_by_one(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("score"):
        words = record.lines[index].split(" ")
        place = record.rng.randrange(2, len(words), 2)
        words[place] = str(int(words[place]) + record.rng.choice((-1, 1)))
        yield record.with_words(index, words)


@kind
def score_figures_swapped(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("score"):
        words = record.lines[index].split(" ")
        words[2], words[4] = words[4], words[2]
        yield record.with_words(index, words)


@kind
def score_seats_swapped(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("score"):
        words = record.lines[index].split(" ")
        words[1], words[3] = words[3], words[1]
        yield record.with_words(index, words)


@kind
def score_of_a_seat_missing(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("score"):
        yield record.with_words(index, record.lines[index].split(" ")[:-2])


@kind
def score_with_a_plus_sign(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("score"):
        words = record.lines[index].split(" ")
        yield record.with_words(index, [*words[:2], f"+{words[2].lstrip('-')}", *words[3:]])


@kind
def score_missing(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("score"):
        yield record.without(index)


@kind
def score_of_the_round_alone(record: Record) -> Iterator[Lines]:
    scores = sorted(record.indices_of("score"))
    for before, index in itertools.pairwise(scores):
        old, new = record.lines[before].split(" "), record.lines[index].split(" ")
        words = [
            str(int(now) - int(then)) if place and place % 2 == 0 else now
            for place, (now, then) in enumerate(zip(new, old, strict=True))
        ]
        yield record.with_words(index, words)


@kind
def winner_wrong(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("winner"):
        for seat in record.seats:
            yield record.with_line(index, f"winner {seat}")


@kind
def winner_missing_and_another_round_following(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("winner"):
        yield record.with_line(index, f"round {len(record.indices_of('round')) + 1}")


@kind
def winner_too_early(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("score"):
        if record.lines[index + 1 : index + 2] and record.lines[index + 1].startswith("round "):
            yield [*record.lines[: index + 1], f"winner {record.rng.choice(record.seats)}"]


@kind
def winner_before_the_score(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("winner"):
        yield record.swapped(index - 1, index)


@kind
def winner_in_lower_case(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("winner"):
        yield record.with_line(index, f"winner {record.lines[index][-1].lower()}")


@kind
def winner_by_name(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("winner"):
        yield record.with_line(index, f"winner {record.lines[2].split(' ', 2)[2]}")


@kind
def something_after_the_winner(record: Record) -> Iterator[Lines]:
    for line in (record.lines[-1], "round 99", f"A pass -{record.rules.pass_penalty}", record.lines[-2]):
        if record.lines[-1].startswith("winner "):
            yield [*record.lines, line]


@kind
def round_number_wrong(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("round"):
        number = int(record.lines[index].split(" ")[1])
        yield record.with_line(index, f"round {record.rng.choice((number + 1, number - 1, 0, 'one'))}")


@kind
def round_without_a_number(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("round"):
        yield record.with_line(index, "round")


@kind
def round_begun_before_the_last_one_ended(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("place"):
        before = sum(line.startswith("round ") for line in record.lines[: move.index])
        yield [*record.lines[: move.index], f"round {before + 1}"]
