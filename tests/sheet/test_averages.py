"""Averages count finished games."""

from __future__ import annotations

from typing import Any, cast

import pytest
from tests.helpers import played

from tricorn.record import Score, parse_record
from tricorn.sheet import Sheet
from tricorn.sheet.averages import averages


def test_averages_count_only_finished_games() -> None:
    games = [played("wooden target=150", 2, seed, moves, seed) for seed, moves in ((1, 999), (2, 999), (3, 5))]
    assert [game.outcome() is not None for game in games] == [True, True, False]
    found = averages([parse_record(game.record()) for game in games], "Player B")
    assert found is not None
    assert found.games == 2
    assert found.won == sum(game.outcome().winner == 1 for game in games[:2])  # type: ignore[union-attr]
    assert found.score == sum(game.scores[1] for game in games[:2]) / 2
    assert found.rounds == sum(isinstance(event, Score) for game in games[:2] for event in game.events)


def test_a_player_without_a_finished_game_has_no_averages() -> None:
    assert averages([parse_record(played("wooden", 2, 1, 9, 1).record())], "Player A") is None
    assert averages([], "Ana") is None


def test_averages_over_text_say_how_to_read_it() -> None:
    text = played("wooden", 2, 1, 9, 1).record()
    with pytest.raises(TypeError, match=r"parse text with parse_record\(text\)$"):
        averages(cast("Any", [text]), "Player A")


def test_games_of_which_only_points_are_known_say_nothing_of_turns() -> None:
    points = Sheet("wooden target=50", ["Ana", "Bo"], entries=["A +20", "B +9", "A +40", "B -5"])
    alone = averages([parse_record(points.record())], "Ana")
    assert alone is not None
    assert (alone.games, alone.won, alone.rounds, alone.score) == (1, 1, 2, 60)
    assert (alone.bridges, alone.draws, alone.best_play) == (None, None, None)
    turns = Sheet("wooden deal=1/1/1 target=50", ["Ana", "Bo"], entries=["B 4-4-4", "left A =9"])
    both = averages([parse_record(sheet.record()) for sheet in (points, turns)], "Bo")
    assert both is not None
    assert (both.games, both.draws, both.best_play) == (2, 0, 22)
