"""The exact end: what `solve` finds is what trying everything finds, and it gives up cleanly."""

from __future__ import annotations

from functools import cache

import pytest
from tests.bots.positions import everything, real_choices, seat_of, view_of

from tricorn.bots import Budget, bot_named
from tricorn.bots.endgame import NO_CHOICE, new_frames, solve
from tricorn.bots.seeing import log_of, mind_of
from tricorn.bots.winning import game_values
from tricorn.core.compile import floats, ints
from tricorn.core.options import MAX_OPTIONS
from tricorn.core.rng import new_rng
from tricorn.core.rules import NOBODY, Rules
from tricorn.core.state import HANDS, SCORES, WINNER, State, new_state
from tricorn.game import Game

# Everything is dealt, so the well is empty throughout; several targets, so that the game may be won or only be nearer.
HOUSES = (
    "pressman-classic target=400 deal=28/18/14/11/9",
    "pressman-deluxe target=250 deal=28/18/14/11/9",
    "spanish target=300 deal=28/18/14/11/9",
    "wooden target=900 deal=28/18/14/11/9 bridge=5 out_bonus=0",
    "domino-site target=300 deal=28/18/14/11/9 blocked_own=no",
)
MOST = 250


class TooLarge(Exception):
    """The end has more moves in it than a test can try."""


class Tries:
    """Minimax without any cleverness: every move of both players, on games, to the end of the round."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.left = MOST

    def value(self, game: Game) -> float:
        """What the game is worth to the seat if both play perfectly from here."""
        assert game.round is not None
        if game.round.result is not None:
            return worth(game, self.seat)
        values = self.of_moves(game).values()
        return max(values) if game.seat == self.seat else min(values)

    def of_moves(self, game: Game) -> dict[str, float]:
        """What each legal move is worth to the seat."""
        values = {}
        for move in game.legal_moves():
            self.left -= 1
            if self.left < 0:
                raise TooLarge
            after = game.copy()
            after.play(move)
            values[str(move)] = self.value(after)
        return values


def worth(game: Game, seat: int) -> float:
    """What a finished round is worth to a seat."""
    assert game.round is not None
    assert game.round.result is not None
    state, values = new_state(2), floats(6)
    winner = game.round.result.winner
    state[WINNER] = NOBODY if winner is None else winner
    for other, score in enumerate(game.scores):
        state[SCORES + other] = score
    game_values(state, game.round.rules, values)
    return float(values[seat])


def without_seed(game: Game) -> Game:
    """The same game, with no next round to be dealt by itself."""
    return Game.from_record(game.record())


@cache
def ends(house: str) -> list[tuple[Game, dict[str, float]]]:
    """Small ends of some rounds, with what each move is worth."""
    found = []
    for seed in range(4):
        games = list(real_choices(house, 2, seed))
        for game in [without_seed(game) for game in games[-7:]]:
            assert game.round is not None
            assert not game.round.well
            try:
                found.append((game, Tries(seat_of(game)).of_moves(game)))
            except TooLarge:
                continue
    return found


def known_state(game: Game) -> State:
    """The core's state of a game in which everything is known."""
    assert game.round is not None
    view = view_of(game)
    state = mind_of(view, log_of(view)).state
    for seat in range(2):
        state[HANDS + seat] = game.round.tiles.masks[seat]
    return state


def solved(state: State, rules: Rules, nodes: int) -> int | None:
    """The solution, if it takes no more nodes than that."""
    choice = solve(state, rules, new_frames(), ints(MAX_OPTIONS), nodes)
    return None if choice == NO_CHOICE else choice


@pytest.mark.parametrize("house", HOUSES)
def test_the_solution_is_as_good_as_the_best_of_everything_that_can_be_tried(house: str) -> None:
    found = ends(house)
    assert len(found) >= 8
    assert any(max(values.values()) - min(values.values()) > 1 for _, values in found)
    for game, values in found:
        assert game.round is not None
        state = known_state(game)
        before = everything(state)
        choice = solved(state, game.round.rules, 100_000)
        assert choice is not None
        assert values[str(game.round.move_of(choice))] == pytest.approx(max(values.values()), abs=1e-6)
        assert everything(state) == before


@pytest.mark.parametrize("house", HOUSES)
def test_the_searcher_plays_an_end_perfectly_from_what_it_sees(house: str) -> None:
    for game, values in ends(house)[::2]:
        chosen = bot_named("search:1").choose(view_of(game), None, new_rng(1, 1))
        assert values[str(chosen)] == pytest.approx(max(values.values()), abs=1e-6)


@pytest.mark.parametrize("house", HOUSES)
def test_an_end_that_takes_more_than_its_allowance_is_given_up_and_left_as_it_was(house: str) -> None:
    game = next(game for game, values in ends(house) if len(values) > 1)
    assert game.round is not None
    for nodes in (0, 1, 2):
        state = known_state(game)
        before = everything(state)
        assert solved(state, game.round.rules, nodes) is None
        assert everything(state) == before


def test_a_large_end_is_given_up_at_any_depth_and_left_as_it_was() -> None:
    game = without_seed(list(real_choices(HOUSES[0], 2, 0))[4])
    assert game.round is not None
    state = known_state(game)
    before = everything(state)
    for nodes in (5, 30, 100, 2000):
        assert solved(state, game.round.rules, nodes) is None
        assert everything(state) == before


def test_a_searcher_without_a_budget_does_not_solve_either() -> None:
    game, _ = ends(HOUSES[0])[0]
    chosen = bot_named("search").choose(view_of(game), Budget(worlds=0), new_rng(1, 1))
    assert chosen == bot_named("heuristic").choose(view_of(game), None, new_rng(1, 1))
