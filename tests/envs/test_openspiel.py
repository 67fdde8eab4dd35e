"""The OpenSpiel game plays the rounds of `Game`, and a player sees only what its seat may see."""

from __future__ import annotations

import pickle
import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from tests.envs.oracle import check_observation

from tricorn.editions import EDITIONS
from tricorn.envs.layout import DRAW_ACTION, RACK, SCALARS
from tricorn.envs.moves import move_of
from tricorn.envs.openspiel import TricornGame, TricornState
from tricorn.errors import TricornError
from tricorn.game import Game, lot_from, shuffled
from tricorn.wording import SEATS

TABLES = [(edition.id, players) for edition in EDITIONS.values() for players in (2, edition.max_players)]
CONFIGURATIONS: list[dict[str, Any]] = [
    {},
    {"edition": "spanish", "players": 3, "reward": "round_result"},
    {"edition": "pressman-classic deal=2/2/2/2/2", "numbers": 3},
    {"edition": "spanish deal=3/3/3 pass_after_draw=yes", "numbers": 4, "players": 4},
    {"edition": "goliath", "players": 3},
    {"edition": "pressman-classic scoring=tiles start=choice rounds=3 deal=2/2/2/2/2", "numbers": 3},
]


def load(parameters: dict[str, Any]) -> TricornGame:
    game = pyspiel.load_game("tricorn", parameters)
    assert isinstance(game, TricornGame)
    return game


def deal(edition: str, players: int, seed: int, number: int) -> tuple[TricornState, list[int]]:
    """A round dealt from a seed, and the tiles of the well in drawing order."""
    state = load({"edition": edition, "players": players}).new_initial_state()
    tiles = [tile.index for tile in shuffled(seed, number)]
    for _ in range(state.setup.dealt):
        state.apply_action(tiles.pop(0))
    if state.setup.rules.start_by_choice:
        state.apply_action(lot_from(seed, number, players))
    return state, tiles


@pytest.mark.parametrize("parameters", CONFIGURATIONS)
def test_openspiels_random_simulations_find_nothing(parameters: dict[str, Any]) -> None:
    pyspiel.random_sim_test(load(parameters), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_it_plays_the_rounds_of_game(edition: str, players: int) -> None:
    state, well = deal(edition, players, seed=9, number=1)
    game, rng = Game(edition, players, seed=9), random.Random(1)
    plays = 0
    while not state.is_terminal():
        if state.is_chance_node():
            assert [tile for tile, _ in state.chance_outcomes()] == sorted(well)
            state.apply_action(well.pop(0))
            continue
        seat = state.current_player()
        assert seat == game.turn
        assert state.round is not None
        observation = state.round.observe(seat)
        if plays % 20 == 0:
            check_observation(game, seat, observation)
        moves = {action: move_of(observation, action) for action in state.legal_actions()}
        assert sorted(map(str, moves.values())) == sorted(map(str, game.legal_moves()))
        assert [state.action_to_string(action) for action in moves] == [str(move) for move in moves.values()]
        action = rng.choice(list(moves))
        game.play(moves[action])
        state.apply_action(action)
        if not state.is_terminal() and action != DRAW_ACTION:
            assert tuple(state.returns()) == game.scores
        plays += 1
    assert game.rounds == 2
    assert tuple(state.returns()) == game.scores


def test_the_lot_is_a_chance_node_after_the_deal() -> None:
    state = load({"edition": "goliath", "players": 3}).new_initial_state()
    for tile in range(state.setup.dealt):
        assert state.is_chance_node()
        state.apply_action(tile)
    assert state.is_chance_node()
    assert state.chance_outcomes() == [(0, 1 / 3), (1, 1 / 3), (2, 1 / 3)]
    assert [state.action_to_string(seat) for seat in range(3)] == ["starts A", "starts B", "starts C"]
    for seat in range(3):
        after = state.child(seat)
        assert after.current_player() == seat
        assert len(after.legal_actions()) == 7
        assert all(f"{SEATS[seat]} starts" in after.information_state_string(player) for player in range(3))


def test_without_a_lot_there_is_no_such_node() -> None:
    state = load({"edition": "goliath start=triple", "players": 3}).new_initial_state()
    for tile in range(state.setup.dealt):
        state.apply_action(tile)
    assert not state.is_chance_node()


def random_state(game: TricornGame, rng: random.Random, moves: int) -> TricornState:
    state = game.new_initial_state()
    for _ in range(moves):
        if state.is_terminal():
            return random_state(game, rng, moves - 1)
        state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("parameters", CONFIGURATIONS)
def test_copies_clones_and_pickles_are_independent(parameters: dict[str, Any]) -> None:
    game, rng = load(parameters), random.Random(2)
    first = random_state(game, rng, game.setup.dealt + 4)
    for twin in (first.clone(), pickle.loads(pickle.dumps(first)), game.deserialize_state(first.serialize())):
        before = str(first)
        assert str(twin) == before
        assert twin.history() == first.history()
        assert twin.legal_actions() == first.legal_actions()
        while not twin.is_terminal():
            twin.apply_action(rng.choice(twin.legal_actions()))
        assert str(first) == before
    copy = pickle.loads(pickle.dumps(game))
    assert str(copy) == str(game)
    assert copy.setup.edition == game.setup.edition
    assert copy.new_initial_state().legal_actions() == game.new_initial_state().legal_actions()


@pytest.mark.parametrize("parameters", CONFIGURATIONS)
def test_a_resampled_state_is_legal_and_the_player_cannot_tell_it_apart(parameters: dict[str, Any]) -> None:
    game, rng = load(parameters), random.Random(3)
    state, different, count = game.new_initial_state(), 0, 0
    recall, now = pyspiel.IIGObservationType(perfect_recall=True), pyspiel.IIGObservationType(perfect_recall=False)
    while not state.is_terminal():
        for player in range(game.num_players()):
            other = state.resample_from_infostate(player, rng.random)
            count += 1
            different += str(other) != str(state)
            assert other.current_player() == state.current_player()
            for kind in (recall, now):
                observer = game.make_py_observer(kind)
                assert observer.string_from(other, player) == observer.string_from(state, player)
                observer.set_from(other, player)
                tensor = observer.tensor.copy()
                observer.set_from(state, player)
                assert np.array_equal(observer.tensor, tensor)
            if count % 10 == 0:
                again = game.new_initial_state()
                for action in other.history():
                    assert action in again.legal_actions()
                    again.apply_action(action)
        state.apply_action(rng.choice(state.legal_actions()))
    assert different > count / 2


def test_resampling_depends_only_on_the_state_and_the_sampler() -> None:
    game = load({})
    state = random_state(game, random.Random(4), 40)
    player = state.current_player()
    while player < 0:
        state.apply_action(state.legal_actions()[0])
        player = state.current_player()
    one, two = (str(state.clone().resample_from_infostate(player, lambda: 0.25)) for _ in range(2))
    assert one == two
    worlds = {str(state.resample_from_infostate(player, random.Random(seed).random)) for seed in range(20)}
    assert len(worlds) > 10


@pytest.mark.parametrize("perfect_recall", [True, False])
@pytest.mark.parametrize("private", ["NONE", "SINGLE_PLAYER", "ALL_PLAYERS"])
@pytest.mark.parametrize("public", [True, False])
def test_an_observer_sees_the_hands_of_its_kind(perfect_recall: bool, private: str, public: bool) -> None:
    kind = pyspiel.IIGObservationType(
        perfect_recall=perfect_recall, public_info=public, private_info=getattr(pyspiel.PrivateInfoType, private)
    )
    game = load({"players": 3})
    observer = game.make_py_observer(kind)
    state = random_state(game, random.Random(5), 40)
    assert state.round is not None
    observer.set_from(state, 1)
    hands = {"NONE": 0, "SINGLE_PLAYER": 1, "ALL_PLAYERS": 3}[private]
    assert observer.string_from(state, 1).count(" holds ") == hands
    hand_part = observer.dict.get("dealt" if perfect_recall else "racks")
    assert hands == (0 if hand_part is None else len(hand_part))
    assert (("plays" if perfect_recall else "table") in observer.dict) == public
    if hand_part is not None and not perfect_recall:
        held = [state.round.hand((1 + index) % 3) for index in range(hands)]
        assert [sum(1 << int(tile) for tile in np.flatnonzero(row)) for row in hand_part] == held


def test_the_observation_tensor_is_the_observation_of_the_other_environments() -> None:
    state = random_state(load({}), random.Random(6), 45)
    assert state.round is not None
    observation = state.round.observe(0)
    tensor = np.array(state.observation_tensor(0))
    assert tensor[:2].tolist() == [1, 0]
    assert np.array_equal(tensor[2:58], observation[RACK:SCALARS])
    assert np.array_equal(tensor[58:], np.concatenate([observation[:RACK], observation[SCALARS:]]))


def test_bounds_hold_where_draws_and_passes_cost_most() -> None:
    game = load({"edition": "spanish draw_penalty=50 pass_penalty=90"})
    rng = random.Random(7)
    for _ in range(20):
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(max(actions) if rng.random() < 0.7 else rng.choice(actions))  # draws and passes first
        assert all(game.min_utility() <= points <= game.max_utility() for points in state.returns())


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"numbers": 2}, "4 tiles are not enough for 2 players with 9 each; change the deal"),
        ({"numbers": 7}, "tiles have 2 to 6 different numbers, not 7"),
        ({"reward": "game_result"}, "no reward 'game_result'; choose one of round_points, round_result"),
        ({"players": 9}, "players"),
    ],
)
def test_wrong_parameters_are_refused(parameters: dict[str, Any], words: str) -> None:
    with pytest.raises(TricornError, match=words):
        load(parameters)
