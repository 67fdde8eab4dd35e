"""Averages count finished games."""

from __future__ import annotations

from typing import Any, cast

import pytest
from tests.helpers import played

from tricorn.record import Score, parse_record
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
