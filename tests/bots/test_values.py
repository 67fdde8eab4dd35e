"""The analysis of a view: every legal move with a value, from what the seat can know and nothing else."""

from __future__ import annotations

from random import Random

import pytest
from tests.bots.positions import indistinguishable_game, real_choices, some_choices, view_of

from tricorn.analysis import Analysis, analyse
from tricorn.core.rng import new_rng
from tricorn.errors import TricornError
from tricorn.game import Game
from tricorn.messages import Message, Phrase
from tricorn.moves import DRAW, Place

TABLES = [("pressman-classic", 2), ("pressman-classic", 5), ("spanish", 3), ("domino-site", 2)]


def analysed(game: Game, iterations: int = 200) -> Analysis:
    return analyse(view_of(game), new_rng(1, 0), iterations)


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_every_legal_move_has_a_value_and_the_best_comes_first(edition: str, players: int) -> None:
    for game in some_choices(edition, players, 4):
        analysis = analysed(game)
        assert sorted(map(str, (value.move for value in analysis.moves))) == sorted(map(str, game.legal_moves()))
        assert analysis.best.loss == 0.0
        assert analysis.best.chance == max(value.chance for value in analysis.moves)
        points = {option.move: option.points for option in view_of(game).options}
        for value in analysis.moves:
            assert value.points == points[value.move]
            assert value.gain == value.gains[analysis.seat]
            assert sum(value.chances) == pytest.approx(1.0)
            assert sum(value.gains) == pytest.approx(0.0, abs=1e-6)
            assert value.chance == pytest.approx(analysis.best.chance - value.loss)
            assert len(value.reasons) <= 3


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_the_analysis_is_the_same_whatever_the_hidden_tiles_are(edition: str, players: int) -> None:
    rng = Random(players)
    pairs = [(game, indistinguishable_game(game, rng)) for game in some_choices(edition, players, 3)]
    assert any(other is not None for _, other in pairs)
    for game, other in pairs:
        if other is not None:
            assert analysed(game) == analysed(other)


def test_the_move_that_wins_the_game_is_certain_to_win_it() -> None:
    """The last tile is placed, and the target is far below the score."""
    game = next(
        game
        for seed in range(50)
        for game in real_choices("pressman-classic target=20", 2, seed)
        if game.round is not None and game.turn is not None
        if game.round.tiles_held(game.turn) == 1 and game.scores[game.turn] > 20
    )
    assert analysed(game).best.chance == 1.0


def test_a_move_followed_further_has_a_smaller_error() -> None:
    game = next(game for game in some_choices("pressman-classic", 2, 9) if len(game.legal_moves()) > 3)
    few, many = analysed(game, 500).best, analysed(game, 20_000).best
    assert 0 < few.worlds < many.worlds
    assert many.error < few.error


def test_a_requested_move_gets_as_many_worlds_as_the_best() -> None:
    game = next(game for game in some_choices("pressman-classic", 2, 30) if len(game.legal_moves()) > 8)
    worst = analysed(game).moves[-1].move
    analysis = analyse(view_of(game), new_rng(1, 0), 200, also=worst)
    assert analysis[worst].worlds == analysis.best.worlds


def test_two_players_with_an_empty_well_get_exact_values() -> None:
    game = next(
        game
        for seed in range(30)
        for game in real_choices("pressman-classic", 2, seed)
        if game.round is not None and not game.round.well and game.round.in_hands().bit_count() < 7
    )
    analysis = analysed(game)
    assert [value.worlds for value in analysis.moves] == [0] * len(analysis.moves)
    assert analysis == analyse(view_of(game), new_rng(2, 0))


def test_both_starts_are_valued_where_there_is_a_choice() -> None:
    game = next(
        game for seed in range(400) for game in [Game("pressman-classic", 2, seed=seed)] if len(game.legal_moves()) == 2
    )
    analysis = analysed(game)
    assert len(analysis.moves) == 2
    assert all(isinstance(value.move, Place) for value in analysis.moves)


def test_every_start_by_choice_is_valued() -> None:
    game = Game("goliath", 3, seed=1)
    analysis = analysed(game)
    assert {value.move for value in analysis.moves} == set(game.legal_moves())
    assert all(value.worlds > 0 for value in analysis.moves)


def test_a_voluntary_draw_has_a_value_too() -> None:
    game = next(game for game in some_choices("spanish", 2, 9) if DRAW in game.legal_moves())
    draw = analysed(game)[DRAW]
    assert draw.points == -5
    assert draw.worlds > 0


def test_a_bridge_is_a_reason() -> None:
    games = [game for game in some_choices("pressman-classic", 2, 60) if game.options()[0].bonus == "bridge"]
    best = [analysis.best for analysis in map(analysed, games) if analysis.best.points > 40]
    drawbacks = [value.reasons[0].params["drawback"] for value in best]
    assert any(isinstance(drawback, Phrase) and drawback.message is Message.REASON_LESS for drawback in drawbacks)


def test_a_spectator_gets_no_analysis() -> None:
    game = Game("pressman-classic", 2, seed=5)
    with pytest.raises(TricornError) as refusal:
        analyse(game.view(None), new_rng(1, 0))
    assert refusal.value.message is Message.SPECTATOR_MOVES
