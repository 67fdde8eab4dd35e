"""Records that claim what another reading of the rulebooks would allow (R9 to R18), and alterations of lost turns."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.oracle.alter_base import Lines, Move, Record, kind, placed, rescored, with_points
from tests.oracle.rules import blocked_winner
from tests.oracle.table import is_triple, tile_name, tile_of


def ending_blocked(record: Record, move: Move, penalties: str) -> Iterator[Lines]:
    """The record up to a turn's first line, then for each player a turn of draws without a placement, and the end.

    ``penalties`` are those of the passes. Only the blocked line is wrong: there are tiles in the well.
    """
    rules, limit = record.rules, record.rules.draw_limit
    if not rules.draw_optional or limit is None or len(move.well) <= limit * len(record.seats):
        return
    first = record.seats.index(move.seat)
    hands, well = {seat: set(hand) for seat, hand in move.hands.items()}, list(move.well)
    lines = record.lines[: move.index]
    for seat in record.seats[first:] + record.seats[:first]:
        for _ in range(limit):
            hands[seat].add(well[0])
            lines.append(f"{seat} draw {tile_name(well.pop(0))} -{rules.draw_penalty}")
        lines.append(f"{seat} pass {penalties}")
    winner = blocked_winner(rules, hands)
    others = sum(rules.hand_points(hand) for seat, hand in hands.items() if seat != winner)
    if winner is not None:
        own = rules.hand_points(hands[winner]) if rules.blocked_own else 0
        yield [*lines, f"blocked {winner} {others - own:+}"]


@kind
def blocked_while_tiles_are_left_in_the_well(record: Record) -> Iterator[Lines]:
    for turn in record.turns():
        if turn[0].what != "start" and record.rules.blocked_when == "closed" and not record.rules.clock:
            yield from ending_blocked(record, turn[0], f"-{record.rules.pass_penalty}")


@kind
def pass_at_the_limit_for_nothing_rescored(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("pass"):
        if move.drawn == record.rules.draw_limit:
            yield rescored(record.with_words(move.index, [*move.words[:2], "+0", *move.words[3:]]))


@kind
def pass_after_a_draw_for_nothing_rescored(record: Record) -> Iterator[Lines]:
    """A turn cut short after a draw, as if that were free."""
    for turn in record.turns():
        if turn[0].what == "draw" and not record.rules.pass_after_draw:
            mark = " timeout" * turn[0].timeout
            yield rescored([*record.lines[: turn[0].index + 1], f"{turn[0].seat} pass +0{mark}"])


@kind
def pass_after_a_draw_for_a_penalty_rescored(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("pass"):
        if record.rules.ends_free(move.drawn):
            yield rescored(record.with_words(move.index, [*move.words[:2], "-10", *move.words[3:]]))


@kind
def pass_for_nothing_without_a_draw_rescored(record: Record) -> Iterator[Lines]:
    for turn in record.turns():
        if turn[0].what != "start" and record.rules.pass_after_draw:
            mark = " timeout" * turn[0].timeout
            yield [*record.lines[: turn[0].index], f"{turn[0].seat} pass +0{mark}"]


@kind
def bonus_for_two_sides_away_from_a_bridging_tile_rescored(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("place"):
        if not move.bonus() and move.table.shape(move.placement()[0], "sides") == "beside":
            words = with_points([*move.words[:3], "beside", *move.words[3:]], record.rules.bonus("beside"))
            yield rescored(record.with_words(move.index, words))


@kind
def bonus_for_two_sides_beside_a_bridging_tile_left_out_rescored(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("place"):
        if move.bonus() == "beside":
            words = [word for word in move.words if word != "beside"]
            yield rescored(record.with_words(move.index, with_points(words, -record.rules.bonus("beside"))))


@kind
def start_with_0_0_0_without_that_option_rescored(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("start"):
        top = tile_of(move.placement()[1])
        if (0, 0, 0) in move.hands[move.seat] and is_triple(top) and top != (0, 0, 0) and not record.rules.zero_option:
            words = placed(move, record.rules, (0, 0, "^"), (0, 0, 0))
            yield rescored(record.with_words(move.index, words))
            yield rescored(record.with_words(move.index, [*words[:3], "shows", tile_name(top), *words[3:]]))


@kind
def blocked_prize_by_the_other_reading_rescored(record: Record) -> Iterator[Lines]:
    """The winner's own hand subtracted where it is not, or not subtracted where it is."""
    for index in record.indices_of("blocked"):
        winner = record.lines[index].split(" ")[1]
        last = [move for move in record.moves if move.index < index][-1]
        if winner != "draw":
            own = record.rules.hand_points(last.hands[winner])
            change = own if record.rules.blocked_own else -own
            yield rescored(record.with_words(index, with_points(record.lines[index].split(" "), change)))


@kind
def reading_exchanged(record: Record) -> Iterator[Lines]:
    """A valid game, but not by this reading of the rules."""
    rules = record.rules
    readings = (
        f"blocked_when={'closed' if rules.blocked_when == 'passes' else 'passes'}",
        *(f"beside={beside}" for beside in ("sides", "bridge", "none") if beside != rules.beside),
        f"start={'triple' if rules.start == 'choice' else 'choice'}",
        f"empty_well_free={'no' if rules.empty_well_free else 'yes'}",
        f"zero_option={'no' if rules.zero_option else 'yes'}",
        f"pass_after_draw={'no' if rules.pass_after_draw else 'yes'}",
        f"blocked_own={'no' if rules.blocked_own else 'yes'}",
    )
    for reading in readings:
        kept = [word for word in record.lines[1].split(" ") if word.split("=")[0] != reading.split("=")[0]]
        yield record.with_words(1, [*kept, reading])


@kind
def timeout_on_one_line_of_a_turn_only(record: Record) -> Iterator[Lines]:
    turns = [turn for turn in record.turns() if len(turn) > 1 and record.rules.clock is not None]
    record.rng.shuffle(turns)
    for turn in turns:
        move = record.rng.choice(turn)
        line = record.lines[move.index]
        if move.timeout:
            yield record.with_line(move.index, line.removesuffix(" timeout"))
        else:
            yield record.with_line(move.index, line + " timeout")


@kind
def timeout_without_a_clock(record: Record) -> Iterator[Lines]:
    if record.rules.clock is None:
        for move in record.moves_of("place", "pass", "start"):
            if not move.drawn:
                yield record.with_line(move.index, record.lines[move.index] + " timeout")


@kind
def timeout_although_the_clock_was_removed(record: Record) -> Iterator[Lines]:
    if any(move.timeout for move in record.moves):
        yield record.with_line(1, re.sub(r" clock=\S+", "", record.lines[1]))


@kind
def timeout_in_the_middle_of_a_line(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("place", "draw", "pass"):
        if move.timeout:
            yield record.with_words(move.index, [*move.words[:-2], "timeout", move.words[-2]])


@kind
def timeout_twice_on_a_line(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("place", "draw", "pass"):
        if move.timeout:
            yield record.with_line(move.index, record.lines[move.index] + " timeout")


@kind
def timeout_that_does_not_score_the_least_rescored(record: Record) -> Iterator[Lines]:
    """The clock places a tile legally, but another placement would have scored less."""
    for move in record.moves_of("place"):
        if move.timeout:
            choices = [
                words
                for tile, places in move.table.placements().items()
                if tile in move.hands[move.seat]
                for cell, digits in places
                if int((words := placed(move, record.rules, cell, digits))[2]) > int(move.words[2])
            ]
            if choices:
                yield rescored(record.with_words(move.index, record.rng.choice(choices)))


@kind
def timeout_costing_extra_points_rescored(record: Record) -> Iterator[Lines]:
    for move in record.moves_of("place", "draw", "pass"):
        if move.timeout:
            yield rescored(record.with_words(move.index, with_points(move.words, -5)))
