"""Any text is read as a record or refused with a line number."""

from __future__ import annotations

from random import Random

from hypothesis import example, given
from hypothesis import strategies as st
from tests.helpers import games, header

from tricorn.errors import RecordError
from tricorn.game import Game, check_record
from tricorn.record import Record, parse_record


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
    assert parse_record(text) == game.parsed_record
    assert isinstance(game.parsed_record, Record)
    assert Game.from_record(game.parsed_record).record() == text
