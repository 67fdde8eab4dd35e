"""The Gymnasium environment: an agent that chooses like a bot plays the games of the arena, against any bots."""

from __future__ import annotations

import pickle
import subprocess
import sys
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from tests.arena.players import Dice, seated

from tricorn.arena.seating import Seating
from tricorn.bots import BOTS
from tricorn.core.totals import new_totals
from tricorn.editions import edition_named
from tricorn.envs import VERSION, GymEnv
from tricorn.envs.gym_env import LOST
from tricorn.errors import TricornError
from tricorn.record import Score, Winner


@pytest.mark.parametrize(
    ("bots", "players", "reward"), [("greedy", 2, "round_points"), (["random", "search:2"], 3, "game_result")]
)
def test_gymnasiums_checker_is_passed(bots: str | list[str], players: int, reward: str) -> None:
    env = gymnasium.make(f"Tricorn-v{VERSION}", bots=bots, players=players, reward=reward, edition="spanish target=100")
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*is not within the observation space", DeprecationWarning)
        check_env(env.unwrapped)


def test_the_environment_does_not_need_pettingzoo() -> None:
    code = "import sys; sys.modules['pettingzoo'] = None; from tricorn.envs import GymEnv; GymEnv().reset(seed=1)"
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("edition", ["spanish", "pressman-deluxe", "domino-site"])
@pytest.mark.parametrize("seat", [0, 2])
def test_an_agent_that_plays_like_a_bot_plays_the_games_of_the_arena(edition: str, seat: int) -> None:
    with seated(Dice()):
        bots = ["dice", "dice", "dice"]
        bots[seat] = "greedy"
        seating = Seating(edition_named(edition), bots, log=True)
        others = [Dice(), Dice()]
        env = GymEnv(others, edition, 3, "game_result", seat)
        for seed in (3, 4):
            record = seating.record_of(seed, new_totals())
            env.reset(seed=seed)
            terminated, reward = False, 0.0
            while not terminated:
                _, reward, terminated, _, _ = env.step(int(env.games.choose(BOTS["greedy"].policy)[0]))  # type: ignore[attr-defined]
            winner = record.events[-1]
            assert isinstance(winner, Winner)
            assert reward == (1.0 if winner.seat == seat else -0.5)
            scores = [event.scores for event in record.events if isinstance(event, Score)]
            assert tuple(env.games.final_scores[0]) == scores[-1]


def test_points_of_the_round_are_the_agents_own() -> None:
    env = GymEnv("heuristic", "pressman-classic", 2, "round_points", seat=1)
    for seed in range(20):
        observation, _ = env.reset(seed=seed)
        total, terminated = 0.0, False
        while not terminated:
            observation, reward, terminated, _, _ = env.step(int(np.flatnonzero(observation["action_mask"])[0]))
            total += reward
        assert total == env.games.final_scores[0, 1]


def test_an_illegal_action_loses_the_episode() -> None:
    env = GymEnv()
    observation, _ = env.reset(seed=1)
    action = int(np.flatnonzero(observation["action_mask"] == 0)[0])
    observation, reward, terminated, truncated, info = env.step(action)
    assert (reward, terminated, truncated, info) == (LOST["round_points"], True, False, {"illegal": True})
    assert not observation["action_mask"].any()
    with pytest.raises(TricornError, match="reset"):
        env.step(action)
    assert env.reset()[0]["action_mask"].any()


def test_an_episode_never_begins_after_its_end() -> None:
    env = GymEnv("greedy", "spanish deal=1/1/1", seat=0)  # the starter goes out at once
    for seed in range(20):
        observation, _ = env.reset(seed=seed)
        assert observation["action_mask"].any()


def test_masks_have_the_form_that_sb3_contrib_needs() -> None:
    env = GymEnv()
    observation, _ = env.reset(seed=1)
    assert np.array_equal(env.action_masks(), observation["action_mask"] == 1)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"seat": 2}, "the agent's seat is a number from 0 to 1, not 2"),
        ({"bots": ["greedy", "greedy"]}, "2 players take one bot or 1, not 2"),
        ({"bots": "nobody"}, "no bot 'nobody'"),
        ({"render_mode": "video"}, "no render mode"),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict[str, object], words: str) -> None:
    with pytest.raises(TricornError, match=words):
        GymEnv(**arguments)  # type: ignore[arg-type]


def test_pictures_show_the_table() -> None:
    env = GymEnv(render_mode="ansi")
    env.reset(seed=1)
    assert "in the well" in str(env.render())


@pytest.mark.parametrize("bots", ["greedy", "search:5"])
def test_a_copy_continues_like_its_original(bots: str) -> None:
    env = GymEnv(bots)
    env.reset(seed=4)
    twin = pickle.loads(pickle.dumps(env))
    for _ in range(5):
        action = int(env.action_masks().argmax())
        observation, *rest = env.step(action)
        twin_observation, *twin_rest = twin.step(action)
        assert (observation["observation"] == twin_observation["observation"]).all()
        assert rest == twin_rest
