"""Steps per second of the environments, with random actions on one core, compared with other libraries if installed.

    python benchmarks/envs.py [--seconds S] [--games N]

A step is one action of a player, chosen among the legal ones. Each figure is the best of three measurements, because
other work on the machine can only make it slower.
"""

from __future__ import annotations

import argparse
import importlib
import os
import random
import time
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from tricorn.arena.machine_info import machine_info
from tricorn.envs import BatchEnv

REPEATS = 3
Work = Callable[[], int]  # makes some steps and returns their number


def batch(games: int, **options: Any) -> Work:
    env = BatchEnv(games, "pressman-classic", 2, **options)
    env.reset(seed=1)

    def work() -> int:
        for _ in range(20):
            env.step(env.choose("random"))
        return 20 * games

    return work


def aec(make: Callable[[], Any]) -> Work:
    """A PettingZoo environment whose observations have an action mask."""
    env, rng = make(), np.random.default_rng(1)

    def work() -> int:
        env.reset(seed=1)
        steps = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
            steps += 1
        return steps

    return work


def gym() -> Work:
    from tricorn.envs import GymEnv

    env, rng = GymEnv("random", "pressman-classic"), np.random.default_rng(1)

    def work() -> int:
        (observation, _), steps, terminated = env.reset(), 0, False
        while not terminated:
            action = int(rng.choice(np.flatnonzero(observation["action_mask"])))
            observation, _, terminated, _, _ = env.step(action)
            steps += 1
        return steps

    return work


def openspiel(name: str) -> Work:
    import pyspiel

    importlib.import_module("open_spiel.python.games")
    importlib.import_module("tricorn.envs.openspiel")
    game, rng = pyspiel.load_game(name), random.Random(1)

    def work() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(rng.choice([action for action, _ in state.chance_outcomes()]))
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                steps += 1
        return steps

    return work


def pgx(name: str, games: int) -> Work:
    jax: Any = importlib.import_module("jax")
    library: Any = importlib.import_module("pgx")
    env = library.make(name)
    begin = jax.jit(jax.vmap(env.init))
    step = jax.jit(jax.vmap(importlib.import_module("pgx.experimental.wrappers").auto_reset(env.step, env.init)))

    def act(state: Any, key: Any) -> Any:
        logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        return jax.random.categorical(key, logits, axis=1)

    act = jax.jit(act)
    state, key = begin(jax.random.split(jax.random.PRNGKey(1), games)), jax.random.PRNGKey(2)

    def work() -> int:
        nonlocal state, key
        for _ in range(10):
            key, action_key, step_key = jax.random.split(key, 3)
            state = step(state, act(state, action_key), jax.random.split(step_key, games))
        state.rewards.block_until_ready()
        return 10 * games

    return work


def rate(work: Work, seconds: float) -> float:
    """Steps per second in the best of several measurements."""
    work()
    best = 0.0
    for _ in range(REPEATS):
        steps, began = 0, time.perf_counter()
        while time.perf_counter() - began < seconds:
            steps += work()
        best = max(best, steps / (time.perf_counter() - began))
    return best


def environments(games: int) -> Iterator[tuple[str, Callable[[], Work]]]:
    yield f"BatchEnv, {games} games, observations and masks", lambda: batch(games)
    yield f"BatchEnv, {games} games, masks", lambda: batch(games, observations=False)
    yield f"BatchEnv, {games} games, neither", lambda: batch(games, observations=False, masks=False)
    yield "PettingZoo: tricorn.envs.aec_env", lambda: aec(_our_aec)
    yield "Gymnasium: tricorn.envs.GymEnv", gym
    yield "OpenSpiel: tricorn", lambda: openspiel("tricorn")
    yield "OpenSpiel: python_block_dominoes", lambda: openspiel("python_block_dominoes")
    yield "OpenSpiel: backgammon (C++)", lambda: openspiel("backgammon")
    for name in ("connect_four_v3", "tictactoe_v3", "leduc_holdem_v4", "chess_v6"):
        yield f"PettingZoo: {name}", partial(_classic, name)
    for name in ("backgammon", "leduc_holdem"):
        yield f"pgx on CPU: {name}, {games} games", partial(pgx, name, games)


def _classic(name: str) -> Work:
    return aec(importlib.import_module(f"pettingzoo.classic.{name}").env)


def _our_aec() -> Any:
    from tricorn.envs import aec_env

    return aec_env("pressman-classic")


def main() -> None:
    parser = argparse.ArgumentParser(description="Steps per second of the environments.")
    parser.add_argument("--seconds", type=float, default=1.0, help="per measurement")
    parser.add_argument("--games", type=int, default=256, help="games in a batch")
    args = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    print(machine_info())
    print(f"one core; load average {os.getloadavg()[0]:.1f} at the start; the best of {REPEATS} measurements")
    ours = 0.0
    for name, make in environments(args.games):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                steps = rate(make(), args.seconds)
        except ImportError as error:
            print(f"  {name:<50} not installed ({error.name or error})")
            continue
        ours = ours or steps
        print(f"  {name:<50}{steps:>12,.0f} steps/s{ours / steps:>12,.1f}")
    print("The last column: how many times as fast the first line is.")


if __name__ == "__main__":
    main()
