"""The lessons: every record is a game by the rules, every goal can be reached, every wrong try is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tricorn.analysis.lessons import LESSONS, READER, Lesson
from tricorn.editions import EDITIONS
from tricorn.errors import IllegalMove
from tricorn.messages import Message
from tricorn.moves import DRAW, Place
from tricorn.web.pages.offline import FIRST_PRESET

each_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)


def goals(lesson: Lesson) -> list[bool]:
    """For each legal move at the reader's turn, whether it reaches the goal; draws continue until a tile fits."""
    reached = []
    for move in lesson.game().legal_moves():
        game = lesson.game()
        before = len(game.parsed_record.events)
        game.play(move)
        while move == DRAW and game.turn == READER:
            game.play(game.legal_moves()[0])
        reached.append(any(lesson.goal.is_met(event) for event in game.parsed_record.events[before:]))
    return reached


@each_lesson
def test_a_lesson_is_the_readers_turn_in_a_game_by_the_rules(lesson: Lesson) -> None:
    game = lesson.game()
    assert game.turn == READER
    assert game.record() == lesson.record


@each_lesson
def test_a_lesson_has_the_rules_of_play_now_but_for_the_deal(lesson: Lesson) -> None:
    rules = lesson.game().edition
    assert replace(rules, deal=EDITIONS[rules.id].deal) == FIRST_PRESET.edition


@each_lesson
def test_the_goal_of_a_lesson_can_be_reached(lesson: Lesson) -> None:
    assert any(goals(lesson))


def test_where_there_is_a_choice_some_legal_moves_miss_the_goal() -> None:
    assert {lesson.name for lesson in LESSONS if not all(goals(lesson))} == {"bridge", "beside", "hexagon", "start"}


@each_lesson
def test_a_try_is_either_legal_or_refused_by_the_core(lesson: Lesson) -> None:
    game = lesson.game()
    refusals = lesson.refusals()
    for refusal in refusals:
        with pytest.raises(IllegalMove) as refused:
            game.play(refusal.place)
        assert refused.value.message == refusal.reason.message
    if not lesson.tries:
        assert not refusals
        return
    assert game.round is not None
    legal = {(move.tile, move.cell) for move in game.legal_moves() if isinstance(move, Place)}
    cells = game.round.open_cells()
    tries = {(tile, cell) for tile in game.round.hand(READER) for cell in cells}
    assert legal | {(refusal.tile, refusal.place.cell) for refusal in refusals} == tries


def test_the_corner_lesson_meets_both_rules_of_corners() -> None:
    (lesson,) = (lesson for lesson in LESSONS if lesson.name == "corners")
    assert {refusal.reason.message for refusal in lesson.refusals()} == {Message.CORNER_MEETS, Message.MIRRORED}
