"""Short runs of the scripts in examples/, which show what they claim."""

from __future__ import annotations

import re
import runpy
import sys
from pathlib import Path

import numpy as np
import pytest
from examples.placement_features import PLAYERS, choices, read_position, table_after
from examples.train_policy import Policy, Samples, draw, ppo_gradient, softmax

from tricorn.editions import EDITIONS
from tricorn.envs import BatchEnv
from tricorn.envs.layout import PLACEMENTS, SCALARS, TILE_NUMBER

EXAMPLES = Path(__file__).parents[1] / "examples"


def printed(name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *arguments: str) -> str:
    monkeypatch.setattr(sys, "argv", [name, *arguments])
    runpy.run_path(str(EXAMPLES / name), run_name="__main__")
    return capsys.readouterr().out


def test_cfr_comes_close_to_what_nobody_can_beat(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = printed("openspiel_cfr.py", capsys, monkeypatch, "--iterations", "10")
    first, last = (float(gain) for gain in re.findall(r"gains ([0-9.]+)", text))
    assert last < 0.05 < first


def test_ismcts_plays_rounds_with_worlds_of_the_belief(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = printed("openspiel_ismcts.py", capsys, monkeypatch, "--rounds", "2", "--simulations", "4")
    assert re.fullmatch(r"ISMCTS is ahead by -?[0-9.]+ ± [0-9.]+ points per round, over 2 rounds\n", text)


def test_a_policy_is_trained_and_compared(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    text = printed("train_policy.py", capsys, monkeypatch, "--updates", "1", "--games", "20", "--envs", "64")
    assert "1 updates, 16,384 steps" in text
    assert re.findall(r"against (\w+) +wins +[0-9.]+% of games, ± [0-9.]+%", text) == ["random", "greedy", "heuristic"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_placement_is_known_to_leave_the_table_that_it_leaves(edition: str) -> None:
    env = BatchEnv(32, edition, PLAYERS, "round_points")
    seen, _ = env.reset(seed=5)
    compared = 0
    for _ in range(60):
        before, actions = seen.copy(), env.choose("random")
        games = np.flatnonzero((before[:, SCALARS + 2] > 0) & (actions < PLACEMENTS))
        slot, tile = actions[games] // TILE_NUMBER, actions[games] % TILE_NUMBER
        fits, _ = table_after(before, read_position(before), games, slot, tile)
        env.step(actions)
        after = read_position(seen)
        for expected, game in zip(fits, games, strict=True):
            if not env.terminated[game]:
                assert sorted(expected[expected > 0]) == sorted(after.fits[game][after.fits[game] > 0])
                compared += 1
    assert compared > 500


def test_the_gradient_of_the_policy_is_that_of_its_objective() -> None:
    rng, env = np.random.default_rng(1), BatchEnv(256, "pressman-classic", PLAYERS, "round_points")
    env.reset(seed=1)
    for _ in range(12):
        env.step(env.choose("random"))
    found = choices(env.observation, env.legal_action_mask)
    policy = Policy(rng)
    policy.weights = [weights + rng.normal(0, 0.1, weights.shape).astype(np.float32) for weights in policy.weights]
    chances = softmax(policy.values(found.features, found.state[found.which]), found.which)
    picked = np.zeros(len(chances), bool)
    picked[draw(chances, found.which, rng)] = True
    better = rng.normal(size=len(found.games)).astype(np.float32)
    seen = Samples(found.state, better, chances[picked], found.which, picked, found.features)
    for index, gradient in enumerate(ppo_gradient(policy, seen)):
        weights, step, sides = policy.weights[index], 1e-3 * np.sign(gradient), []
        for sign in (1, -1):
            policy.weights[index] = (weights + sign * step).astype(np.float32)
            chances = softmax(policy.values(seen.features, seen.state[seen.which]), seen.which)
            sides.append(float((better * chances[picked] / seen.chances).mean(dtype=np.float64)))
        policy.weights[index] = weights
        assert (sides[0] - sides[1]) / 2 == pytest.approx(float((gradient * step).sum()), rel=0.02)
