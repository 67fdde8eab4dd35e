"""Records of whole games are replayed to the same state, whole, cut or copied; lines out of place are refused."""

from __future__ import annotations

from itertools import chain
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.helpers import RULEBOOKS, checked, deal_order, dealt, games, header, played, record, refusal, snapshot

from tricorn.errors import Mismatch, RecordError
from tricorn.game import Game, check_record
from tricorn.moves import DRAW
from tricorn.record import Drew, Passed, Placed, Record, Score, parse_event
from tricorn.sheet.from_record import without_deals


@given(games())
def test_a_record_round_trips_to_the_same_bytes_and_the_same_state(game: Game) -> None:
    text = game.record()
    again = checked(text)
    assert again.record() == text
    assert snapshot(again) == snapshot(game)


INSISTED = """\
tricorn 1
edition pressman-classic
player A Ana
player B Bo
round 1
A 0,0^555 +25
B 1,0^445 +99 anyway
A pass -25 anyway
B 5-5-5 +15 anyway
A =7 +7
"""


def check_same_states_unjudged(source: Record) -> None:
    first, second = (Game(source.edition, source.names, keys=source.keys, dealt=False) for _ in range(2))
    for _ in chain(zip(first.replay(source), second.replay(source, judged=True), strict=True), [None]):
        assert first.scores == second.scores
        if first.round is not None and second.round is not None:
            assert first.round.state == second.round.state


@given(games())
def test_events_that_were_judged_before_give_the_same_states_without_judging_them_again(game: Game) -> None:
    for source in (game.parsed_record, game.view(0).parsed_record, without_deals(game.parsed_record)):
        check_same_states_unjudged(source)


def test_lines_that_people_insist_on_give_the_same_states_without_judging_them_again() -> None:
    check_same_states_unjudged(checked(INSISTED).parsed_record)


@given(games(60))
def test_a_game_read_back_can_be_played_on(game: Game) -> None:
    again = checked(game.record())
    for _ in range(5):
        if not again.legal_moves():
            break
        move = again.legal_moves()[-1]
        assert again.play(move)[0] == game.play(move)[0]


@pytest.mark.parametrize("edition", RULEBOOKS)
def test_every_prefix_of_a_record_is_a_record(edition: str) -> None:
    text = played(f"{edition} target=60", 3, 7, 200, 7).record()
    lines = text.splitlines()
    assert len(lines) > 40
    for length in range(1, len(lines) + 1):
        prefix = "\n".join(lines[:length]) + "\n"
        game = check_record(prefix)
        assert (game is None) == (length < 4)
        if length >= 5:
            assert game is not None
            assert game.record() == prefix


@given(games(), st.floats(0, 1))
def test_a_record_cut_after_any_line_is_a_record_and_so_is_a_view_of_it(game: Game, where: float) -> None:
    for text in (game.record(), game.view(0).record(), game.view(None).record()):
        lines = text.splitlines()
        check_record("\n".join(lines[: 1 + int(where * (len(lines) - 1))]))


@given(games(), st.integers(0, 10**6))
def test_a_prefix_is_the_game_at_that_moment(game: Game, seed: int) -> None:
    """Undo and a shorter record agree."""
    moves = sum(isinstance(event, Placed | Drew | Passed) for event in game.events)
    for _ in range(Random(seed).randint(0, min(moves, 10))):
        game.undo()
    assert snapshot(checked(game.record())) == snapshot(game)


def test_an_error_names_its_line_in_the_file() -> None:
    text = Game("wooden", 2, seed=1).record()
    error = refusal(text.replace("round 1\n", "# first\n\nround 1\n") + "A pass -10\n")
    assert error.line == text.count("\n") + 3


def test_a_record_as_an_object_names_lines_as_they_would_be_written() -> None:
    game = Game("wooden", 2, seed=1, keys=[("date", "2026-11-15")])
    broken = game.parsed_record
    with pytest.raises(RecordError) as caught:
        Game.from_record(type(broken)(broken.edition, broken.names, broken.keys, (*broken.events, Passed(0, 10))))
    assert caught.value.line == game.record().count("\n") + 1


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("round 2", "the end of the previous round"),
        ("score A 0 B 0", "scores after the end of a round"),
        ("winner A", "a winner only once the game is decided"),
        ("out A +25", "a move, as the round is not over"),
        ("blocked draw +0", "a move, as the round is not over"),
        ("left A =3", "the end of the round before any tiles left"),
    ],
)
def test_a_line_out_of_place_is_refused_with_what_should_be_there(line: str, expected: str) -> None:
    game = Game("wooden", 2, seed=1)
    with pytest.raises(Mismatch) as caught:
        game.apply(parse_event(line))
    assert expected in caught.value.expected
    assert expected in refusal(f"{game.record()}{line}\n").expected


def test_between_rounds_only_the_next_round_follows() -> None:
    game = dealt("wooden", "5-5-5", "0-0-1")
    game.play("0,0^555")
    text = game.record()
    for line in ("A pass -10", "round 1", "round 3", "score A 51 B 0", "deal A 0-0-1", "out A +26"):
        assert refusal(f"{text}{line}\n").line == text.count("\n") + 1
    checked(text + "round 2\n")


def test_before_the_first_round_nothing_is_played() -> None:
    for line in ("A 0,0^555 +25", "deal A 5-5-5", "score A 0 B 0", "winner A"):
        assert refusal("\n".join([*header(), line]) + "\n").line == 5


def test_a_round_must_be_scored_before_the_next() -> None:
    game = dealt("wooden", "5-5-5", "0-0-1")
    game.play("0,0^555")
    unscored = game.record().rsplit("score", 1)[0]
    checked(unscored)
    assert refusal(unscored + "round 2\n").expected == "the end of the previous round"
    for score in ("score A 51 B 1", "score A 51", "score A 51 B 0 C 0", "score A 0 B 51"):
        assert "score A 51 B 0" in refusal(f"{unscored}{score}\n").expected


def test_scores_run_on_from_round_to_round_and_may_be_negative() -> None:
    game = dealt("wooden", "5-5-5 0-0-1", "0-0-2 0-0-3", well="0-0-4 0-1-1 1-5-5")
    game.play("0,0^555")
    for _ in range(3):
        game.play(DRAW)
    assert game.scores == (25, -15)
    game = dealt("wooden", "5-5-5", "0-0-1")
    game.play("0,0^555")
    game.deal(deal_order(("0-0-2", "4-4-4")))
    game.play("0,0^444")
    assert [str(event) for event in game.events if isinstance(event, Score)] == [
        "score A 51 B 0",
        "score A 51 B 49",
    ]


def test_a_move_that_ends_a_round_of_unknown_hands_is_played_and_waits_for_what_is_left() -> None:
    lines = ("deal A 5-5-5 4-5-5", "A 0,0^555 +25", "B 0,0v553 +13")
    game = checked(record(*lines, edition="wooden deal=2/2/2"))
    (event,) = game.play("-1,0v545")
    assert str(event) == "A -1,0v545 +14"
    assert game.outcome() is None


def test_a_physical_game_is_settled_once_the_tiles_left_are_entered() -> None:
    lines = ("A 0,0^555 +25", "B 0,0v553 +13", "A -1,0v545 +14", "left B =7")
    game = checked(record(*lines, edition="wooden deal=2/2/2 target=60"))
    game.settle()
    assert [str(event) for event in game.events[-3:]] == ["out A +32", "score A 71 B 13", "winner A"]
