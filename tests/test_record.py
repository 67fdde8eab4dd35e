"""The record format: every line is read as it is written, and an invalid one is refused with its number."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.helpers import checked, games, header, record, refusal

from tricorn.bonus import Bonus
from tricorn.errors import RecordError, TricornError
from tricorn.game import Game, check_record
from tricorn.lattice import Cell
from tricorn.moves import Place
from tricorn.record import (
    MAX_BYTES,
    Blocked,
    Deal,
    Drew,
    Event,
    Left,
    Out,
    Passed,
    Placed,
    Record,
    RoundStart,
    Score,
    UnfinishedHeader,
    Well,
    Winner,
    check_name,
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


# The header.


def test_the_smallest_record_has_an_edition_and_its_players() -> None:
    parsed = parse_record("\n".join(header()) + "\n")
    assert parsed.names == ("Player A", "Player B")
    assert (parsed.edition.id, parsed.keys, parsed.events) == ("wooden", (), ())


def test_keys_of_any_lower_case_word_are_kept_in_order() -> None:
    text = "\n".join([*header(), "date 2026-11-15", "event a family, at home", "commit 0f", "weather rain"]) + "\n"
    assert parse_record(text).keys[1] == ("event", "a family, at home")
    assert str(parse_record(text)) == text


@pytest.mark.parametrize(
    ("lines", "number", "expected"),
    [
        ([""], 1, "'tricorn 1'"),
        (["tricorn 2"], 1, "'tricorn 1'"),
        (["Tricorn 1"], 1, "'tricorn 1'"),
        (["\ufefftricorn 1"], 1, "'tricorn 1'"),
        (["# a comment", "tricorn 1"], 1, "nothing before it"),
        (["", "tricorn 1"], 1, "nothing before it"),
        (["tricorn 1", "player A Ana"], 2, "an edition line"),
        (["tricorn 1", "edition"], 2, "an edition line"),
        (["tricorn 1", "edition chess"], 2, "an edition"),
        (["tricorn 1", "edition wooden target=many"], 2, "an edition and its house rules"),
        (["tricorn 1", "edition wooden target=1 target=1"], 2, "an edition and its house rules"),
        (["tricorn 1", "edition wooden", "player B Bo"], 3, "player A"),
        (["tricorn 1", "edition wooden", "player A Ana", "player A Ana"], 4, "player B"),
        (["tricorn 1", "edition wooden", "player A"], 3, "a player's name"),
        (["tricorn 1", "edition wooden", "player A Ana", "round 1"], 4, "the players of the game"),
        ([*header(), "edition wooden"], 5, "a key in lower case"),
        ([*header(), "Date 2026-11-15"], 5, "a key in lower case"),
        ([*header(), "date"], 5, "a key in lower case with its value"),
        ([*header(), "winner A"], 5, "a key in lower case"),
        ([*header(), "A 0,0^444 +22"], 5, "a key in lower case"),
        ([*header(), "date 2026-11-15", "player C Cy"], 6, "a key in lower case"),
        ([*header(), "round 1", "date 2026-11-15"], 6, "a seat or one of"),
        ([*header(), "round 2"], 5, "round 1"),
        ([*header("wooden", 4), "player E Eve"], 7, "at most 4 players"),
        ([*header("pressman-classic", 6), "player G Gil"], 9, "at most 6 players"),
    ],
)
def test_a_wrong_header_is_refused_in_its_line(lines: list[str], number: int, expected: str) -> None:
    error = refusal("\n".join(lines) + "\n")
    assert error.line == number
    assert expected in error.expected


@pytest.mark.parametrize("length", range(1, 4))
def test_a_record_that_stops_in_its_header_is_not_yet_a_game(length: int) -> None:
    text = "\n".join(header()[:length]) + "\n"
    assert check_record(text) is None
    with pytest.raises(UnfinishedHeader):
        parse_record(text)


@pytest.mark.parametrize(
    "line", ["A  0,0^444 +22", "A 0,0^444 +22 ", " A 0,0^444 +22", "\tA 0,0^444 +22", "A\t0,0^444 +22"]
)
def test_fields_are_separated_by_single_spaces(line: str) -> None:
    assert refusal(record(line)).line == 6


@pytest.mark.parametrize("line", ["event at  home", "event at home ", " event at home", "event  at home"])
def test_a_key_has_single_spaces_too(line: str) -> None:
    error = refusal("\n".join([*header(), line]) + "\n")
    assert error.line == 5
    assert "single spaces" in error.expected


def test_comments_and_blank_lines_are_allowed_after_the_first_line_and_count() -> None:
    lines = record("A 0,0^444 +22", "B 0,0v443 +99").splitlines()
    spread = "\n".join(f"{line}\n# a  comment \n" for line in lines) + "\n"
    assert refusal(spread).line == 3 * 6 + 1


def test_lines_may_end_in_carriage_returns() -> None:
    text = record("A 0,0^444 +22", "B 0,0v443 +11")
    assert checked(text.replace("\n", "\r\n")).record() == text
    assert refusal(record("A 0,0^444\r +22")).line == 6


def test_the_last_line_may_lack_its_line_end() -> None:
    text = record("A 0,0^444 +22")
    assert checked(text.removesuffix("\n")).record() == text


def test_house_rules_are_written_back_as_they_were_spelled() -> None:
    text = record("A 0,0^444 +22", edition="wooden bridge=40 target=200 hexagons=50/50/50")
    assert checked(text).record() == text


# Names, sizes, characters.


@pytest.mark.parametrize("name", ["Ana", "Bo Li", "Çelik", "李小龍", "O'Neil", "player A", "A", "?-?-?", "#1", "🎲"])
def test_a_name_may_be_anything_visible(name: str) -> None:
    assert check_name(name) == name
    text = record("A 0,0^444 +22").replace("Player A", name)
    assert checked(text).record() == text


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        " Ana",
        "Ana ",
        "Bo  Li",
        "a\nb",
        "a\rb",
        "a\tb",
        "a\0b",
        "a\x1b[2Jb",
        "a\x7fb",
        "a\x85b",
        "a\u2028b",
        "a\u202eb",
        "\u2066a",
        "a\u200fb",
        "\ud800",
    ],
)
def test_a_name_with_control_characters_or_stray_spaces_is_refused(name: str) -> None:
    with pytest.raises(TricornError, match=r"a name (has single spaces|cannot have)"):
        check_name(name)
    with pytest.raises(TricornError, match=r"a name (has single spaces|cannot have)"):
        Game("wooden", players=["Ana", name])
    with pytest.raises(RecordError):
        check_record(f"tricorn 1\nedition wooden\nplayer A {name}\nplayer B Bo\nround 1\n")


def test_a_record_that_is_too_large_is_refused() -> None:
    error = refusal("tricorn 1\n" + "#" * MAX_BYTES)
    assert (error.line, error.found) == (1, "a larger one")
    assert refusal("tricorn 1\n# " + "é" * (MAX_BYTES // 2 + 1)).line == 1


def test_a_refusal_does_not_repeat_a_whole_long_line() -> None:
    for line in (
        "x" * 100_000,
        "A " + "1" * 100_000,
        "deal A " + "0-0-1 " * 20_000 + "x",
        "well " + "y" * 100_000,
    ):
        assert len(str(refusal(record(line)))) < 400
    assert len(str(refusal("tricorn 1\nedition " + "x" * 100_000 + "\n"))) < 400


@pytest.mark.parametrize(
    "line", ["A 0,0^444 +22\0", "A 0,0^444\u00a0+22", "A 0,0^４４４ +22", "А 0,0^444 +22", "A 0,0^444 +２２"]
)
def test_invalid_characters_are_refused_in_their_line(line: str) -> None:
    assert refusal(record(line)).line == 6


@pytest.mark.parametrize("value", ["red \x1b[31m", "a\0b", "a\tb", "bell \x07", "\x7f", "a\x85b"])
def test_a_key_holds_no_control_characters(value: str) -> None:
    error = refusal("\n".join([*header(), f"event {value}", "round 1"]) + "\n")
    assert error.line == 5


# Arbitrary input.


def check_accepted_or_refused(text: str) -> None:
    """Check that a text is accepted, or refused with the number of one of its lines."""
    try:
        check_record(text)
    except RecordError as error:
        lines = text.removesuffix("\n").count("\n") + 1
        assert 1 <= error.line <= lines  # noqa: PT017
        assert str(error).startswith(f"line {error.line}: expected ")  # noqa: PT017


@given(st.text())
@example("tricorn 1")
@example("tricorn 1\n")
@example("tricorn 1\nedition wooden")
def test_any_text_is_read_or_refused_with_a_line(text: str) -> None:
    check_accepted_or_refused(text)


VOCABULARY = """
    tricorn 1 edition wooden spanish target=9 deal=2 player A B C G round deal well ?-?-? 0-0-0 5-5-5 1-2-3
    2-1-3 0,0^555 0,0v554 -1,0v545 0,0^542 999999999,0^555 9999999999,0^555 +25 +14 -5 -10 -0 +0 =17 draw
    pass left out blocked score winner bridge hexagon shows timeout # 3 400 -15
"""
WORDS = st.sampled_from(VOCABULARY.split())
LINES = st.lists(st.lists(WORDS, max_size=6).map(" ".join), max_size=12)


@given(LINES)
def test_any_words_of_the_format_in_any_order_are_read_or_refused_with_a_line(lines: list[str]) -> None:
    check_accepted_or_refused("\n".join(lines) + "\n")
    check_accepted_or_refused("\n".join([*header(), "round 1", *lines]) + "\n")


def mutated(text: str, rng: Random) -> str:
    """The text with a few characters or lines changed, repeated, moved or removed."""
    for _ in range(rng.randint(1, 4)):
        index = rng.randrange(len(text) + 1)
        kind = rng.randrange(6)
        if kind == 0:
            text = text[:index] + text[index + 1 :]
        elif kind == 1:
            text = text[:index] + rng.choice("0123456789-+^v,ABC? \n=#é\0\u2028") + text[index:]
        elif kind == 2:
            text = text[:index] + rng.choice("0123456789-+^v,ABC? ") + text[index + 1 :]
        else:
            lines = text.split("\n")
            one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
            if kind == 3:
                lines[one], lines[other] = lines[other], lines[one]
            elif kind == 4:
                lines.insert(one, lines[other])
            else:
                del lines[one]
            text = "\n".join(lines)
    return text


@given(games(60), st.integers(0, 2**32))
def test_a_mutated_record_is_read_or_refused_with_a_line(game: Game, seed: int) -> None:
    rng = Random(seed)
    for text in (game.record(), game.view(0).record()):
        for _ in range(4):
            check_accepted_or_refused(mutated(text, rng))


@given(games(60))
def test_a_record_round_trips_as_text_and_as_an_object(game: Game) -> None:
    text = game.record()
    assert str(parse_record(text)) == text
    assert parse_record(text) == game.source
    assert isinstance(game.source, Record)
    assert Game.from_record(game.source).record() == text


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
