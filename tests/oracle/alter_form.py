"""Alterations of the form and the header."""

from __future__ import annotations

from collections.abc import Iterator

from tests.oracle.alter_base import Lines, Record, kind
from tests.oracle.table import SEATS


@kind
def unknown_word(record: Record) -> Iterator[Lines]:
    for index in record.body():
        word = record.rng.choice(("Draw", "skip", "places", "deals", "turn A", "A knocks -10", "resign A"))
        yield record.inserted(index, word)


@kind
def word_added_at_the_end_of_a_line(record: Record) -> Iterator[Lines]:
    for index in record.body():
        yield record.with_line(index, record.lines[index] + record.rng.choice((" well", " 0", " x", " #", " +0")))


@kind
def double_space(record: Record) -> Iterator[Lines]:
    for index in record.body():
        yield record.with_line(index, record.lines[index].replace(" ", "  ", 1))


@kind
def trailing_space(record: Record) -> Iterator[Lines]:
    for index in record.body():
        yield record.with_line(index, record.lines[index] + " ")


@kind
def leading_space(record: Record) -> Iterator[Lines]:
    for index in record.body():
        yield record.with_line(index, " " + record.lines[index])


@kind
def tab_for_a_space(record: Record) -> Iterator[Lines]:
    for index in record.body():
        yield record.with_line(index, record.lines[index].replace(" ", "\t", 1))


@kind
def comment_at_the_end_of_a_line(record: Record) -> Iterator[Lines]:
    for index in record.body():
        yield record.with_line(index, record.lines[index] + " # what a move")


@kind
def seat_in_lower_case(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("place", "draw", "pass", "start"):
        yield record.with_words(move.index, [move.seat.lower(), *move.words[1:]])


@kind
def word_in_capitals(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("round", "deal", "well", "starts", "out", "blocked", "score", "winner"):
        first, _, rest = record.lines[index].partition(" ")
        yield record.with_line(index, f"{record.rng.choice((first.upper(), first.capitalize()))} {rest}")


@kind
def version_wrong(record: Record) -> Iterator[Lines]:
    for line in ("tricorn 2", "tricorn", "tricorn 1.0", "Tricorn 1", "tricorn 1 1", "tricorn 01"):
        yield record.with_line(0, line)


@kind
def first_line_missing(record: Record) -> Iterator[Lines]:
    yield record.without(0)


@kind
def something_before_the_first_line(record: Record) -> Iterator[Lines]:
    yield ["# a comment", *record.lines]
    yield ["", *record.lines]


@kind
def edition_unknown(record: Record) -> Iterator[Lines]:
    for edition in ("pressman", "Spanish", "deluxe", "spanish-2", "wooden,"):
        words = record.lines[1].split(" ")
        yield record.with_words(1, ["edition", edition, *words[2:]])


@kind
def edition_missing(record: Record) -> Iterator[Lines]:
    yield record.without(1)
    yield record.with_line(1, "edition")


@kind
def edition_twice(record: Record) -> Iterator[Lines]:
    yield record.inserted(1, record.lines[1])


@kind
def edition_exchanged(record: Record) -> Iterator[Lines]:
    """A valid game, but not by this edition."""
    for edition in ("pressman-deluxe", "pressman-classic", "spanish", "wooden", "domino-site", "goliath"):
        words = record.lines[1].split(" ")
        yield record.with_words(1, ["edition", edition, *words[2:]])


@kind
def house_rule_unknown(record: Record) -> Iterator[Lines]:
    for rule in ("penalty=5", "Target=300", "hexagon=50", "draw-limit=3", "target", "=5", "target:300"):
        yield record.with_line(1, f"{record.lines[1]} {rule}")


@kind
def house_rule_with_a_bad_value(record: Record) -> Iterator[Lines]:
    bad = (
        "target=many",
        "target=",
        "target=-100",
        "hexagons=50/60",
        "hexagons=50",
        "hexagons=50/60/70/80",
        "hexagons=50/x/70",
        "bridge=-40",
        "bridge=4.5",
        "draw_limit=few",
        "draw_optional=maybe",
        "show_triple=1",
        "pass_after_draw=never",
        "zero_option=0",
        "beside=two",
        "start=lot",
        "start=",
        "empty_well_free=always",
        "rounds=0",
        "rounds=-1",
        "rounds=few",
        "scoring=points",
        "blocked_when=empty",
        "blocked_own=half",
        "blocked=luck",
        "won_by=chance",
        "clock=fast",
        "players=4-2",
        "players=many",
        "deal=many",
        "deal=0/0/0/0/0",
        "deal=9,7,7",
        "draw_penalty=none",
    )
    for rule in record.rng.sample(bad, len(bad)):
        if f" {rule.split('=')[0]}=" not in record.lines[1]:
            yield record.with_line(1, f"{record.lines[1]} {rule}")


@kind
def house_rule_twice(record: Record) -> Iterator[Lines]:
    yield record.with_line(1, f"{record.lines[1].split(' target=')[0]} target=200 target=300")
    yield record.with_line(1, f"{record.lines[1].split(' target=')[0]} target=200 bridge=40 target=200")


@kind
def house_rule_that_the_record_breaks(record: Record) -> Iterator[Lines]:
    rules = (
        "bridge=30",
        "hexagons=10/20/30",
        "start_bonus=0",
        "zero_start=0",
        "draw_penalty=0",
        "pass_penalty=7",
        "out_bonus=0",
        "draw_limit=1",
        "target=1",
        "target=5000",
        "deal=5/5/5/5/5",
        "rounds=1",
        "scoring=tiles",
        "start=triple",
        "beside=none",
        "empty_well_free=yes",
    )
    for rule in record.rng.sample(rules, len(rules)):
        if f" {rule.split('=')[0]}=" not in record.lines[1]:
            yield record.with_line(1, f"{record.lines[1]} {rule}")


@kind
def players_too_many_for_the_edition(record: Record) -> Iterator[Lines]:
    last = max(record.indices_of("player"))
    more = [f"player {seat} More" for seat in SEATS[len(record.seats) : 7]]
    yield record.inserted(last + 1, *more)


@kind
def player_missing(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("player"):
        yield record.without(index)


@kind
def player_twice(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("player"):
        yield record.inserted(index, record.lines[index])


@kind
def player_without_a_name(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("player"):
        yield record.with_line(index, record.lines[index][:8])


@kind
def player_seats_out_of_order(record: Record) -> Iterator[Lines]:
    for index in record.indices_of("player"):
        if record.lines[index + 1].startswith("player "):
            yield record.swapped(index, index + 1)


@kind
def players_more_than_play(record: Record) -> Iterator[Lines]:
    last = max(record.indices_of("player"))
    yield record.inserted(last + 1, f"player {SEATS[len(record.seats)]} Guest")


@kind
def header_line_after_the_first_round(record: Record) -> Iterator[Lines]:
    for index in record.body()[:6]:
        if not record.lines[index].startswith("round 1"):
            yield record.inserted(index, record.rng.choice(("date 2026-11-15", "event late", "player G Gil")))
