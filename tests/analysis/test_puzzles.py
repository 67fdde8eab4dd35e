"""The puzzles: each is a legal position with one clear answer, and a sample is searched again."""

from __future__ import annotations

from collections import Counter

import pytest

from tricorn.analysis.puzzle_finding import DEEP_FACTOR, MIN_LEAD, confirm
from tricorn.analysis.puzzles import SOLVERS, THEMES, Puzzle, load_puzzles
from tricorn.bots.values import analyse
from tricorn.core.rng import new_rng
from tricorn.editions import EDITIONS, PRESETS
from tricorn.messages import Message
from tricorn.wording import SEATS

MIN_PUZZLES = 500
SEED = 77


def every(step: int) -> list[Puzzle]:
    return list(load_puzzles()[::step])


def test_there_are_hundreds_over_all_editions_presets_and_numbers_of_players() -> None:
    puzzles = load_puzzles()
    assert len(puzzles) >= MIN_PUZZLES
    assert len({puzzle.lines for puzzle in puzzles}) == len(puzzles)
    editions = Counter(puzzle.edition for puzzle in puzzles)
    assert set(editions) == {*EDITIONS, *(str(preset.edition) for preset in PRESETS.values())}
    assert min(editions.values()) >= 50
    assert {puzzle.players for puzzle in puzzles} == {2, 3, 4, 5, 6}
    assert {puzzle.theme for puzzle in puzzles} == set(THEMES)
    assert {puzzle.difficulty for puzzle in puzzles} <= set(range(1, len(SOLVERS) + 2))


def test_the_answer_is_far_ahead_and_does_not_score_most() -> None:
    for puzzle in load_puzzles():
        chances = [move.chance for move in puzzle.moves]
        assert chances == sorted(chances, reverse=True)
        assert puzzle.ahead - 2 * puzzle.error >= MIN_LEAD
        assert puzzle.tempting.points > puzzle.answer.points
        assert puzzle.worlds >= DEEP_FACTOR * puzzle.found_with


def test_the_core_accepts_every_line_and_offers_exactly_the_moves_of_the_puzzle() -> None:
    for puzzle in load_puzzles():
        view = puzzle.view()
        assert view.turn == puzzle.seat
        assert view.round is not None
        assert view.round.scores == puzzle.scores
        offered = {(str(option.move), option.points, option.bonus) for option in view.options}
        assert offered == {(move.move, move.points, move.bonus) for move in puzzle.moves}


def test_a_puzzle_shows_what_its_player_sees_and_no_more() -> None:
    for puzzle in load_puzzles():
        for line in puzzle.lines:
            first, *rest = line.split()
            if first == "well" or (first == "deal" and rest[0] != SEATS[puzzle.seat]):
                assert set(rest[first == "deal" :]) <= {"?-?-?"}, line
            if rest[0] == "draw" and first != SEATS[puzzle.seat]:
                assert rest[1] == "?-?-?", line


def test_the_move_that_scores_most_is_compared_with_the_answer_and_no_reason_is_for_both() -> None:
    for puzzle in load_puzzles():
        assert puzzle.tempting.reasons[0].message is Message.REASON_COMPARED_MORE
        assert not {*map(str, puzzle.answer.reasons)} & {*map(str, puzzle.tempting.reasons)}
        assert puzzle.answer.wins_round is not None
        assert puzzle.tempting.wins_round is not None


def test_a_puzzle_is_the_same_after_writing_and_reading() -> None:
    for puzzle in every(40):
        assert Puzzle.from_data(puzzle.as_data()) == puzzle


def test_a_new_search_of_a_sample_finds_the_same_answers() -> None:
    for number, puzzle in enumerate(every(100)):
        analysis = analyse(puzzle.view(), new_rng(SEED, number), iterations=48_000)
        assert str(analysis.best.move) == puzzle.answer.move
        assert analysis.moves[1].loss + 4 * analysis.moves[1].loss_error >= puzzle.ahead


@pytest.mark.soak
def test_the_deep_search_confirms_a_large_sample_again() -> None:
    for number, puzzle in enumerate(every(8)):
        view = puzzle.view()
        cheap = analyse(view, new_rng(SEED, 2 * number), iterations=1_000)
        deep = confirm(view, cheap, new_rng(SEED, 2 * number + 1))
        assert str(deep.best.move) == puzzle.answer.move
        assert deep.moves[1].loss + 4 * deep.moves[1].loss_error >= MIN_LEAD
