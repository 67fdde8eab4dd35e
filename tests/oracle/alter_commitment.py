"""Alterations of commitments, numbers, receipts and secrets."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from random import Random

from tests.oracle.alter_base import Lines, Record, kind


def changed_digits(digits: str, rng: Random) -> str:
    """A hash with one of its digits changed."""
    place = rng.randrange(len(digits))
    return (
        digits[:place]
        + rng.choice([digit for digit in "0123456789abcdef" if digit != digits[place]])
        + digits[place + 1 :]
    )


@kind
def commitment_changed(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("commit"):
        yield record.with_line(index, f"commit {changed_digits(record.lines[index][7:], record.rng)}")


@kind
def commitment_left_out(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("commit"):
        yield record.without(index)


@kind
def number_changed(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("number"):
        line = record.lines[index]
        yield record.with_line(index, line[:9] + changed_digits(line[9:], record.rng))


@kind
def number_left_out(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("number"):
        yield record.without(index)


@kind
def number_given_to_another_seat(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("number"):
        words = record.lines[index].split(" ")
        for seat in record.seats.replace(words[1], ""):
            yield record.with_words(index, ["number", seat, words[2]])


@kind
def number_added(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("deal"):
        before = record.lines[index - 1].split(" ")
        if record.lines[index].startswith("deal A") and before[1] != record.seats[-1] and record.indices_of("commit"):
            yield record.inserted(index, f"number {record.seats[-1]} {record.rng.randbytes(32).hex()}")


@kind
def number_without_a_commitment(record: Record) -> Iterator[Lines]:
    if not record.indices_of("commit"):
        for index in record.indices_of("round"):
            yield record.inserted(index + 1, f"number A {record.rng.randbytes(32).hex()}")


@kind
def number_after_the_deal(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("well"):
        if record.lines[index - len(record.seats) - 1].startswith("number"):
            yield record.inserted(index + 1, f"number {record.seats[-1]} {record.rng.randbytes(32).hex()}")


@kind
def number_that_is_too_short(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("number"):
        yield record.with_line(index, record.lines[index][:-1])


@kind
def number_in_capitals(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("number"):
        yield record.with_line(index, record.lines[index][:9] + record.lines[index][9:].upper())


@kind
def receipt_changed(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("receipt"):
        line = record.lines[index]
        yield record.with_line(index, line[:10] + changed_digits(line[10:], record.rng))


@kind
def receipt_given_to_another_seat(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("receipt"):
        words = record.lines[index].split(" ")
        for seat in record.seats.replace(words[1], ""):
            yield record.with_words(index, ["receipt", seat, words[2]])


@kind
def receipts_of_two_rounds_exchanged(record: Record) -> Iterator[Lines]:
    for one, two in itertools.combinations(record.indices_of("receipt"), 2):
        if record.lines[one][:9] == record.lines[two][:9]:  # of one seat, so in different rounds
            yield record.swapped(one, two)


@kind
def receipt_without_its_number(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("round") if record.indices_of("commit") else ():
        seats = "".join(line[7] for line in record.lines[index : index + 12] if line.startswith("number"))
        seat = next((seat for seat in record.seats if seat not in seats), None)
        while record.lines[index + 1].startswith("receipt") and seat and record.lines[index + 1][8] < seat:
            index += 1
        if seat:
            yield record.inserted(index + 1, f"receipt {seat} {record.rng.randbytes(32).hex()}")


@kind
def receipt_after_its_number(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("number"):
        if record.lines[index - 1].startswith("receipt"):
            yield record.swapped(index, index - 1)


@kind
def receipt_without_a_commitment(record: Record) -> Iterator[Lines]:
    if not record.indices_of("commit"):
        for index in record.indices_of("round"):
            yield record.inserted(index + 1, f"receipt A {record.rng.randbytes(32).hex()}")


@kind
def secret_changed(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("secret"):
        yield record.with_line(index, f"secret {changed_digits(record.lines[index][7:], record.rng)}")


@kind
def secret_left_out(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("secret"):
        yield record.without(index)


@kind
def secrets_of_two_rounds_exchanged(record: Record) -> Iterator[Lines]:
    for one, two in itertools.pairwise(record.indices_of("secret")):
        yield record.swapped(one, two)


@kind
def secret_before_the_scores(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("secret"):
        yield record.swapped(index, index - 1)


@kind
def secret_without_a_commitment(record: Record) -> Iterator[Lines]:
    if not record.indices_of("commit"):
        for index in record.indices_of("score"):
            yield record.inserted(index + 1, f"secret {record.rng.randbytes(32).hex()}")


@kind
def deal_with_undrawn_tiles_of_the_well_swapped(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("well"):
        words = record.lines[index].split(" ")
        yield record.with_words(index, [*words[:-2], words[-1], words[-2]])
