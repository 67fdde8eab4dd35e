"""The PettingZoo environment plays the games of `Game` and passes PettingZoo's own tests."""

from __future__ import annotations

import pickle
import warnings
from copy import deepcopy

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, seed_test
from tests.envs.oracle import check_mask, check_observation

from tricorn.editions import EDITIONS
from tricorn.envs import VERSION, aec_env, move_of
from tricorn.envs.rendering import PIXELS
from tricorn.errors import TricornError
from tricorn.game import Game

TABLES = [(edition.id, players) for edition in EDITIONS.values() for players in (2, edition.max_players)]


@pytest.mark.parametrize("reward", ["round_points", "round_result", "game_result"])
def test_pettingzoos_tests_are_passed(reward: str) -> None:
    with warnings.catch_warnings():
        # Both warn about a dictionary with an action mask, which PettingZoo's own games have too.
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        api_test(aec_env(reward=reward), num_cycles=300)
    seed_test(lambda: aec_env(players=3, reward=reward), num_cycles=100)


def test_pettingzoo_makes_it_by_name() -> None:
    env = pettingzoo.make("aec", f"tricorn_v{VERSION}", edition="spanish", players=4)
    env.reset(seed=1)
    assert str(env) == f"tricorn_v{VERSION}"
    assert len(env.agents) == 4


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_it_plays_the_games_of_game(edition: str, players: int) -> None:
    env, game, rng = aec_env(edition, players, "game_result"), Game(edition, players, seed=8), np.random.default_rng(1)
    env.reset(seed=8)
    for step, agent in enumerate(env.agent_iter(120)):
        assert agent == f"player_{game.turn}"
        observation = env.observe(agent)
        check_mask(game, observation["observation"], observation["action_mask"].astype(bool))
        if step % 40 == 0:
            for seat, other in enumerate(env.agents):
                check_observation(game, seat, env.observe(other)["observation"])
        action = int(rng.choice(np.flatnonzero(observation["action_mask"])))
        game.play(move_of(observation["observation"], action))
        env.step(action)


def test_a_whole_game_ends_with_a_result_for_every_agent() -> None:
    env = aec_env("spanish target=250", 3, "game_result")
    env.reset(seed=2)
    game, totals = Game("spanish target=250", 3, seed=2), dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        totals[agent] += reward
        if terminated or truncated:
            env.step(None)
            continue
        action = int(np.flatnonzero(observation["action_mask"])[0])
        game.play(move_of(observation["observation"], action))
        env.step(action)
    outcome = game.outcome()
    assert outcome is not None
    assert game.rounds > 1
    assert totals == {f"player_{seat}": 1.0 if seat == outcome.winner else -0.5 for seat in range(3)}
    assert not env.agents


def test_only_the_agent_on_turn_has_legal_actions() -> None:
    env = aec_env(players=4)
    env.reset(seed=3)
    legal = {agent: int(env.observe(agent)["action_mask"].sum()) for agent in env.agents}
    assert [agent for agent, number in legal.items() if number] == [env.agent_selection]


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    env = aec_env()
    env.reset(seed=4)
    before = env.observe(env.agent_selection)
    for action in (None, -1, 3249, int(np.flatnonzero(before["action_mask"] == 0)[0])):
        with pytest.raises(TricornError, match="not legal"):
            env.step(action)
    after = env.observe(env.agent_selection)
    assert all(np.array_equal(before[key], after[key]) for key in before)


def test_after_a_seed_the_next_games_follow_from_it() -> None:
    first, second = aec_env(), aec_env()
    for env in (first, second):
        env.reset(seed=5)
        env.reset()
    assert np.array_equal(first.observe("player_0")["observation"], second.observe("player_0")["observation"])
    second.reset()
    assert not np.array_equal(first.observe("player_0")["observation"], second.observe("player_0")["observation"])


def play(render_mode: str) -> pettingzoo.AECEnv:
    env = aec_env(render_mode=render_mode)
    env.reset(seed=1)
    for _ in range(6):
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    return env


def test_text_shows_the_table_and_no_hand() -> None:
    text = play("ansi").render()
    assert "Round 1 after" in text
    assert "in the well" in text
    assert "-?" not in text


def test_pixels_are_of_one_size_before_and_after_the_first_tile() -> None:
    env = aec_env(render_mode="rgb_array")
    env.reset(seed=1)
    empty, later = env.render(), play("rgb_array").render()
    assert isinstance(empty, np.ndarray)
    assert empty.shape == later.shape == (PIXELS[1], PIXELS[0], 3)
    assert later.dtype == np.uint8
    assert len(np.unique(later.reshape(-1, 3), axis=0)) > 10  # more than the background


def test_human_mode_prints_every_step(capsys: pytest.CaptureFixture[str]) -> None:
    env = play("human")
    assert env.render() is None
    assert capsys.readouterr().out.count("in the well") == 7


def test_an_unknown_render_mode_is_refused() -> None:
    with pytest.raises(TricornError, match="no render mode 'video'; choose one of ansi, human, rgb_array"):
        aec_env(render_mode="video")


def test_a_copy_continues_like_its_original_and_independently() -> None:
    env = aec_env("spanish", 3, render_mode="ansi")
    env.reset(seed=4)
    for _ in range(20):
        env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    for twin_of in (deepcopy, lambda one: pickle.loads(pickle.dumps(one))):
        twin, before = twin_of(env), env.render()
        twin.step(int(twin.observe(twin.agent_selection)["action_mask"].argmax()))
        assert env.render() == before
        env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
        assert twin.render() == env.render() != before
