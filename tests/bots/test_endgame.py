"""The exact endgame: `solve` finds what trying every move finds, and gives up cleanly."""

from __future__ import annotations

from functools import cache

import pytest
from tests.bots.positions import everything, real_choices, seat_of, view_of

from tricorn.bots import Budget, bot_named
from tricorn.bots.endgame import NO_CHOICE, new_frames, solve
from tricorn.bots.observe_view import log_from_view, observe_view
from tricorn.bots.winning import round_end_values
from tricorn.core import layout as at
from tricorn.core.compile import floats, ints
from tricorn.core.options import MAX_OPTIONS
from tricorn.core.rng import new_rng
from tricorn.core.rules import NOBODY, Rules
from tricorn.core.state import State, new_state
from tricorn.game import Game

# All tiles are dealt, so the well is empty. With some of the targets the game ends, with others it goes on.
HOUSE_EDITIONS = (
    "pressman-classic target=400 deal=28/18/14/11/9",
    "pressman-deluxe target=250 deal=28/18/14/11/9",
    "spanish target=300 deal=28/18/14/11/9",
    "wooden target=900 deal=28/18/14/11/9 bridge=5 out_bonus=0",
    "domino-site target=300 deal=28/18/14/11/9 blocked_own=no",
)
MAX_MOVES = 250


class TooLarge(Exception):
    """The endgame has more moves than a test can try."""


class Minimax:
    """Plain minimax over games: every move of both players to the end of the round."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.moves_left = MAX_MOVES

    def value(self, game: Game) -> float:
        """The value of the game to the seat under perfect play of both."""
        assert game.round is not None
        if game.round.result is not None:
            return end_value(game, self.seat)
        values = self.move_values(game).values()
        return max(values) if game.turn == self.seat else min(values)

    def move_values(self, game: Game) -> dict[str, float]:
        """The value of each legal move to the seat."""
        values = {}
        for move in game.legal_moves():
            self.moves_left -= 1
            if self.moves_left < 0:
                raise TooLarge
            after = game.copy()
            after.play(move)
            values[str(move)] = self.value(after)
        return values


def end_value(game: Game, seat: int) -> float:
    """The value of a finished round to a seat."""
    assert game.round is not None
    assert game.round.result is not None
    state, values = new_state(2), floats(6)
    winner = game.round.result.winner
    state[at.WINNER] = NOBODY if winner is None else winner
    for other, score in enumerate(game.scores):
        state[at.SCORES + other] = score
    round_end_values(state, game.round.rules, values)
    return float(values[seat])


def without_seed(game: Game) -> Game:
    """The same game without a seed, so that no next round is dealt."""
    return Game.from_record(game.record())


@cache
def ends(house: str) -> list[tuple[Game, dict[str, float]]]:
    """Small endgames of some rounds, with the value of each move."""
    endgames = []
    for seed in range(4):
        games = list(real_choices(house, 2, seed))
        for game in [without_seed(game) for game in games[-7:]]:
            assert game.round is not None
            assert not game.round.well
            try:
                endgames.append((game, Minimax(seat_of(game)).move_values(game)))
            except TooLarge:
                continue
    return endgames


def known_state(game: Game) -> State:
    """The core's state of a game in which everything is known."""
    assert game.round is not None
    view = view_of(game)
    state = observe_view(view, log_from_view(view)).state
    for seat in range(2):
        state[at.HANDS + seat] = game.round.masks[seat]
    return state


def solved(state: State, rules: Rules, nodes: int) -> int | None:
    """The solution, or None if it takes more than `nodes` nodes."""
    choice = solve(state, rules, new_frames(), ints(MAX_OPTIONS), nodes)
    return None if choice == NO_CHOICE else choice


@pytest.mark.parametrize("house", HOUSE_EDITIONS)
def test_the_solution_is_as_good_as_the_best_of_everything_that_can_be_tried(house: str) -> None:
    endgames = ends(house)
    assert len(endgames) >= 8
    assert any(max(values.values()) - min(values.values()) > 1 for _, values in endgames)
    for game, values in endgames:
        assert game.round is not None
        state = known_state(game)
        before = everything(state)
        choice = solved(state, game.round.rules, 100_000)
        assert choice is not None
        assert values[str(game.round.move_of(choice))] == pytest.approx(max(values.values()), abs=1e-6)
        assert everything(state) == before


@pytest.mark.parametrize("house", HOUSE_EDITIONS)
def test_the_searching_bot_plays_an_end_perfectly_from_what_it_sees(house: str) -> None:
    for game, values in ends(house)[::2]:
        chosen = bot_named("search:1").choose(view_of(game), None, new_rng(1, 1))
        assert values[str(chosen)] == pytest.approx(max(values.values()), abs=1e-6)


@pytest.mark.parametrize("house", HOUSE_EDITIONS)
def test_an_end_that_takes_more_than_its_allowance_is_given_up_and_left_as_it_was(house: str) -> None:
    game = next(game for game, values in ends(house) if len(values) > 1)
    assert game.round is not None
    for nodes in (0, 1, 2):
        state = known_state(game)
        before = everything(state)
        assert solved(state, game.round.rules, nodes) is None
        assert everything(state) == before


def test_a_large_end_is_given_up_at_any_depth_and_left_as_it_was() -> None:
    game = without_seed(list(real_choices(HOUSE_EDITIONS[0], 2, 0))[4])
    assert game.round is not None
    state = known_state(game)
    before = everything(state)
    for nodes in (5, 30, 100, 2000):
        assert solved(state, game.round.rules, nodes) is None
        assert everything(state) == before


def test_a_searching_bot_without_a_budget_does_not_solve_either() -> None:
    game, _ = ends(HOUSE_EDITIONS[0])[0]
    chosen = bot_named("search").choose(view_of(game), Budget(worlds=0), new_rng(1, 1))
    assert chosen == bot_named("heuristic").choose(view_of(game), None, new_rng(1, 1))
