"""The record format: every event is read as it is written, and an invalid one is refused with its line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.helpers import checked, record, refusal

from tricorn.bonus import Bonus
from tricorn.errors import RecordError, TricornError
from tricorn.game import Game
from tricorn.lattice import Cell
from tricorn.moves import Place
from tricorn.record import (
    Blocked,
    Deal,
    Drew,
    Event,
    Left,
    Out,
    Passed,
    Placed,
    RoundStart,
    Score,
    Well,
    Winner,
    parse_event,
    parse_record,
)
from tricorn.tiles import TILES, Tile

# Any event that can be written, legal or not.

SEAT = st.integers(0, 5)
TILE = st.sampled_from(TILES)
MAYBE_TILE = st.one_of(st.none(), TILE)
POINTS = st.integers(-999_999_999, 999_999_999)
PENALTY = st.integers(0, 999_999_999)
NUMBER = st.integers(0, 999_999_999)
CELL = st.builds(Cell, st.integers(-99, 99), st.integers(-99, 99), st.booleans())


@st.composite
def placed(draw: st.DrawFn) -> Placed:
    tile, cell = draw(TILE), draw(CELL)
    a, b, c = tile.numbers
    turned = draw(st.sampled_from([(a, b, c), (b, c, a), (c, a, b)]))
    return Placed(
        draw(SEAT),
        tile,
        draw(st.sampled_from([None, Place(cell, turned)])),
        draw(POINTS),
        draw(st.sampled_from([None, *Bonus])),
        draw(MAYBE_TILE),
        draw(st.booleans()),
    )


EVENTS: st.SearchStrategy[Event] = st.one_of(
    st.builds(RoundStart, NUMBER),
    st.builds(Deal, SEAT, st.lists(MAYBE_TILE, min_size=1, max_size=9).map(tuple)),
    st.builds(Well, st.lists(MAYBE_TILE, max_size=9).map(tuple)),
    placed(),
    st.builds(Drew, SEAT, MAYBE_TILE, PENALTY, st.booleans()),
    st.builds(Passed, SEAT, PENALTY, st.booleans()),
    st.builds(Left, SEAT, st.lists(TILE, min_size=1, max_size=9).map(tuple)),
    st.builds(Left, SEAT, st.none(), st.one_of(st.none(), NUMBER), NUMBER),
    st.builds(Out, SEAT, POINTS),
    st.builds(Blocked, st.one_of(st.none(), SEAT), POINTS),
    st.builds(Score, st.lists(POINTS, min_size=1, max_size=6).map(tuple)),
    st.builds(Winner, SEAT),
)


@given(EVENTS)
def test_an_event_is_read_as_it_is_written(event: Event) -> None:
    assert parse_event(str(event)) == event


@pytest.mark.parametrize(
    "line",
    [
        "round 1",
        "deal A 0-0-1 0-3-4",
        "deal B ?-?-? 0-3-4",
        "well 1-1-1 2-3-5",
        "well",
        "A 0,0^444 +22",
        "A 0,0^000 +40 shows 5-5-5",
        "B draw 1-2-3 -5",
        "B draw ?-?-? -5",
        "B draw ?-?-? -0",
        "B draw ?-?-? +0",
        "B draw ?-?-? +0 anyway",
        "A =9 +9",
        "A =0 +0 timeout",
        "A =16 +56 bridge timeout anyway",
        "A 0,0^000 +40 shows 5-5-5 anyway",
        "B pass -10 timeout anyway",
        "left A 1-2-5 3-3-4 anyway",
        "left A 3 =17 anyway",
        "out B +62 anyway",
        "blocked draw +0 anyway",
        "B draw 1-2-3 -5 timeout",
        "B 0,0v144 +9",
        "B -1,1v144 +49 bridge",
        "B 1-4-4 +49 bridge",
        "B 1-4-4 +49 bridge timeout",
        "A pass -10",
        "A pass -0",
        "A pass +0",
        "left A 1-2-5 3-3-4",
        "left A =17",
        "left A 3 =17",
        "out B +62",
        "blocked B +17",
        "blocked B -3",
        "blocked draw +0",
        "score A 120 B 95",
        "score A -15 B 0 C 7",
        "winner B",
    ],
)
def test_the_lines_of_the_format_are_written_as_they_are_read(line: str) -> None:
    assert str(parse_event(line)) == line


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("", "a seat or one of"),
        ("shuffle", "a seat or one of"),
        ("G pass -10", "a seat or one of"),
        ("AB pass -10", "a seat A to F"),
        ("a pass -10", "a seat or one of"),
        ("round", "the round's number"),
        ("round one", "the round's number"),
        ("round 01", "the round's number"),
        ("round 1 2", "the end of the line"),
        ("round 1 anyway", "the end of the line"),
        ("score A 1 B 2 anyway", "seat C"),
        ("winner A anyway", "the end of the line"),
        ("well 0-0-1 anyway", "a tile like 1-2-4"),
        ("A pass -10 anyway timeout", "the end of the line"),
        ("A pass -10 anyway anyway", "the end of the line"),
        ("A anyway", "a placement"),
        ("A =9 bridge +49", "points"),
        ("A =09 +9", "a tile's sum"),
        ("A =100 +9", "a tile's sum"),
        ("A = +9", "a tile's sum"),
        ("A =9 +9 shows 5-5-5", "the end of the line"),
        ("left A anyway", "a number of tiles"),
        ("left A =17 anyway 3", "the end of the line"),
        ("deal", "a seat A to F"),
        ("deal G 0-0-1", "a seat A to F"),
        ("deal A 0-1-0", "a tile like 1-2-4"),
        ("deal A ?", "a tile like 1-2-4"),
        ("deal A ?-?-1", "a tile like 1-2-4"),
        ("A", "a placement like 0,-1v144, a tile like 1-4-4, draw or pass"),
        ("A 0,0^44 +22", "a placement like"),
        ("A 0,0^446 +22", "a placement like"),
        ("A 0,0x444 +22", "a placement like"),
        ("A ?-?-? +22", "a placement like"),
        ("A 0,0^444", "points like +9 or -5"),
        ("A 0,0^444 22", "points like +9 or -5"),
        ("A 0,0^444 +022", "points like +9 or -5"),
        ("A 0,0^444 -0", "points like +9 or -5"),
        ("A 0,0^444 +22 Bridge", "the end of the line"),
        ("A 0,0^444 +22 bridge bridge", "the end of the line"),
        ("A 0,0^444 +22 shows", "a tile like 1-2-4"),
        ("A 0,0^444 +22 shows ?-?-?", "a tile like 1-2-4"),
        ("A 0,0^444 +22 timeout timeout", "the end of the line"),
        ("A 0,0^444 +22 timeout bridge", "the end of the line"),
        ("A draw", "a tile like 1-2-4"),
        ("A draw 1-2-3", "a penalty like -5"),
        ("A draw 1-2-3 +5", "a penalty like -5"),
        ("A draw 1-2-3 5", "a penalty like -5"),
        ("A draw 1-2-3 -05", "a penalty like -5"),
        ("A pass", "a penalty like -5"),
        ("A pass 10", "a penalty like -5"),
        ("A pass -10 bridge", "the end of the line"),
        ("left", "a seat A to F"),
        ("left A", "a tile like 1-2-4"),
        ("left A ?-?-?", "a tile like 1-2-4"),
        ("left A 17", "a sum like =17"),
        ("left A =x", "a sum like =17"),
        ("left A 3 17", "a sum like =17"),
        ("left A x =17", "a number of tiles"),
        ("left A 999999999 =17 anyway", "a number of tiles"),
        ("left A 3 =17 4", "the end of the line"),
        ("out", "a seat A to F"),
        ("out B", "points like +9 or -5"),
        ("out B 62", "points like +9 or -5"),
        ("blocked", "a seat A to F"),
        ("blocked nobody +0", "a seat A to F"),
        ("blocked draw", "points like +9 or -5"),
        ("score", "seat A"),
        ("score A", "a score like 120 or -15"),
        ("score B 1 A 2", "seat A"),
        ("score A +5", "a score like 120 or -15"),
        ("score A -0", "a score like 120 or -15"),
        ("winner", "a seat A to F"),
        ("winner Ana", "a seat A to F"),
        ("A 0,0^444 +99999999999999999999", "points like +9 or -5"),
    ],
)
def test_a_malformed_line_is_refused_with_what_was_expected(line: str, expected: str) -> None:
    with pytest.raises(TricornError) as caught:
        parse_event(line)
    assert expected in str(caught.value)


def test_an_error_says_line_expected_and_found() -> None:
    error = RecordError(7, "this", "that")
    assert str(error) == "line 7: expected this, found that"
    assert (error.line, error.expected, error.found) == (7, "this", "that")
    assert isinstance(error, TricornError)
    assert isinstance(error, ValueError)


def test_an_unknown_tile_is_written_with_question_marks() -> None:
    deal = Deal(0, (Tile.parse("0-0-1"), None))
    assert str(deal) == "deal A 0-0-1 ?-?-?"
    assert str(Well(())) == "well"


def test_nobody_insists_if_a_deal_is_recorded() -> None:
    hand = "deal A 0-0-1 0-0-2 0-0-3 0-0-4 0-0-5 0-1-1 0-1-2 0-1-3 0-1-4"
    assert "no 'anyway'" in refusal(record(hand, "A 4-4-4 +22 anyway")).expected
    assert "no 'anyway'" in refusal(record(hand.replace("0-0-1", "?-?-?"), "A 4-4-4 +23 anyway")).expected


def test_no_deal_follows_a_line_insisted_on() -> None:
    hand = "deal A 0-0-1 0-0-2 0-0-3 0-0-4 0-0-5 0-1-1 0-1-2 0-1-3 0-1-4"
    assert refusal(record("A pass -10 anyway", hand)).line == 7


def test_a_legal_line_is_not_insisted_on() -> None:
    error = refusal(record("A 0,0^444 +22 anyway"))
    assert "right without 'anyway'" in error.expected


def test_what_comes_after_a_line_insisted_on_is_checked() -> None:
    lines = ["A 0,0^444 +22", "B 0,0v555 +15 anyway"]
    checked(record(*lines, "A 2-4-4 +10"))
    assert refusal(record(*lines, "B 2-4-4 +10")).line == 8
    assert refusal(record(*lines, "A 2-4-4 +11")).line == 8
    assert refusal(record(*lines, "A 5-5-5 +15")).line == 8
    assert refusal(record(*lines, "A draw ?-?-? -4")).line == 8


def test_nobody_insists_for_a_seat_that_does_not_exist() -> None:
    assert "no seat C" in str(refusal(record("C 0,0^444 +22 anyway")))
    assert "no seat C" in str(refusal(record("A 0,0^444 +22", "blocked C +5 anyway")))


@pytest.mark.parametrize("read", [parse_record, Game.from_record])
@pytest.mark.parametrize("wrong", [Path("game.tri"), b"tricorn 1\n"], ids=["path", "bytes"])
def test_a_record_is_read_only_from_text(read: Callable[..., object], wrong: object) -> None:
    message = rf"^a record is read from text, not from a {type(wrong).__name__}; for a file: path\.read_text\(\)$"
    with pytest.raises(TypeError, match=message):
        read(wrong)
