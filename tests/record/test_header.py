"""The header of a record, and the limits on names, sizes and characters."""

from __future__ import annotations

import pytest
from tests.helpers import checked, header, record, refusal

from tricorn.errors import RecordError, TricornError
from tricorn.game import Game, check_record
from tricorn.record import MAX_BYTES, UnfinishedHeader, check_name, parse_record

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
