"""Train a policy by self-play in the batch environment, using only numpy, and test it against the plain bots.

    python -m examples.train_policy [--updates N] [--games N] [--envs N] [--seed S] [--save FILE | --load FILE]

A small network values every placement by its features (placement_features.py), and a softmax chooses. It starts as a
greedy player and is trained by proximal policy optimisation: a placement is better than expected if the points that
follow it in the round, minus the other player's, are more than a baseline predicts. The baseline is a quadratic
function of the state, fitted by least squares. The learning rate decreases, and the weights of the second half are
averaged.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from examples.placement_features import FEATURES, PLAYERS, STATE, Choices, Flags, Floats, Ints, choices

from tricorn.envs import BatchEnv

EDITION = "pressman-classic"
WINDOW = 256  # steps between two updates; a round has about 60 steps
EPOCHS, MINIBATCHES = 2, 8  # per window
FIRST_RATE, LAST_RATE = 0.02, 0.002  # learning rates of the first and the last update
CLIP = 0.2  # how far the chance of a choice may move in an update, as a share of the old chance
GAE_LAMBDA = 0.9  # of generalised advantage estimation; 1 would ignore the baseline
HIDDEN = 32  # units
TEMPERATURE = 6  # points; of the greedy player at the beginning
DECAY = 0.9  # the weight of each window in the baseline's fit, relative to the next


class Policy:
    """The value of a placement: linear in its features, plus a hidden layer that also gets the state."""

    def __init__(self, rng: np.random.Generator) -> None:
        size = len(FEATURES) + len(STATE)
        greedy = np.zeros(len(FEATURES))
        greedy[:2] = 10 / TEMPERATURE, 40 / TEMPERATURE
        hidden = rng.standard_normal((size, HIDDEN)) / size**0.5
        self.weights = [w.astype(np.float32) for w in (greedy, hidden, np.zeros(HIDDEN), np.zeros(HIDDEN))]

    def values(self, features: Floats, state: Floats) -> Floats:
        """The value of each placement; `state` has a row for each of them."""
        linear, hidden, bias, out = self.weights
        values: Floats = features @ linear + np.tanh(np.column_stack([features, state]) @ hidden + bias) @ out
        return values

    def gradient(self, features: Floats, state: Floats, slopes: Floats) -> list[Floats]:
        """The gradient with respect to the weights, from the slopes with respect to the values."""
        _, hidden, bias, out = self.weights
        inputs = np.column_stack([features, state])
        units = np.tanh(inputs @ hidden + bias)
        back = slopes[:, None] * out * (1 - units**2)
        return [slopes @ features, inputs.T @ back, back.sum(0), slopes @ units]


class Adam:
    """The Adam optimiser: steps of about the same size for every weight."""

    def __init__(self, policy: Policy) -> None:
        self.policy, self.steps = policy, 0
        self.first = [np.zeros_like(w) for w in policy.weights]
        self.second = [np.zeros_like(w) for w in policy.weights]

    def step(self, gradient: list[Floats], rate: float) -> None:
        """Move the weights along a gradient."""
        self.steps += 1
        for index, slope in enumerate(gradient):
            self.first[index] = 0.9 * self.first[index] + 0.1 * slope
            self.second[index] = 0.999 * self.second[index] + 0.001 * slope**2
            mean = self.first[index] / (1 - 0.9**self.steps)
            scale = np.sqrt(self.second[index] / (1 - 0.999**self.steps)) + 1e-8
            self.policy.weights[index] += (rate * mean / scale).astype(np.float32)


class Baseline:
    """The expected margin in the rest of a round, as a quadratic function of the state."""

    def __init__(self) -> None:
        size = len(self._terms(np.zeros((1, len(STATE)), np.float32))[0])
        self._square, self._product, self._weights = np.zeros((size, size)), np.zeros(size), np.zeros(size)

    def _terms(self, state: Floats) -> Floats:
        first, second = np.triu_indices(len(STATE))
        return np.column_stack([np.ones(len(state), np.float32), state, state[:, first] * state[:, second]])

    def predict(self, state: Floats) -> Floats:
        """The expected margin in each state."""
        return self._terms(state) @ self._weights.astype(np.float32)

    def fit(self, state: Floats, margins: Floats) -> None:
        """Learn from the margins that followed these states."""
        terms = self._terms(state).astype(np.float64)
        self._square = DECAY * self._square + terms.T @ terms
        self._product = DECAY * self._product + terms.T @ margins
        self._weights[:] = np.linalg.solve(self._square + np.eye(len(self._square)), self._product)


def first_indices(which: Ints) -> Ints:
    """The index of each game's first placement."""
    return np.flatnonzero(np.diff(which, prepend=-1))


def softmax(values: Floats, which: Ints) -> Floats:
    """The chance of each placement among those of its game."""
    first = first_indices(which)
    weight = np.exp(values - np.maximum.reduceat(values, first)[which])
    return (weight / np.add.reduceat(weight, first)[which]).astype(np.float32)


def draw(chances: Floats, which: Ints, rng: np.random.Generator) -> Ints:
    """The index of one placement of each game, drawn by its chances."""
    ends = np.append(first_indices(which)[1:], len(which)) - 1
    total = np.cumsum(chances, dtype=np.float64)
    before = np.concatenate([[0.0], total[ends[:-1]]])
    indices = np.searchsorted(total, before + rng.random(len(ends)) * (total[ends] - before), side="right")
    picked: Ints = np.minimum(indices, ends)
    return picked


class Decisions(NamedTuple):
    """The decisions of one step."""

    step: int
    seats: Ints
    choices: Choices
    picks: Ints
    chances: Floats  # of the picked placements


class Window(NamedTuple):
    """A window of steps of all games."""

    decisions: list[Decisions]
    rewards: Floats  # [step, game, seat]
    ends: Flags  # [step, game]


def play_window(env: BatchEnv, policy: Policy, rng: np.random.Generator) -> Window:
    """Play a window of steps, both seats by the policy."""
    games = len(env.current_player)
    rewards, ends = np.zeros((WINDOW, games, PLAYERS), np.float32), np.zeros((WINDOW, games), bool)
    decisions = []
    for step in range(WINDOW):
        actions = env.choose("greedy")  # for games without a choice
        options = choices(env.observation, env.legal_action_mask)
        if len(options.games):
            chances = softmax(policy.values(options.features, options.state[options.which]), options.which)
            picks = draw(chances, options.which, rng)
            actions[options.games] = options.actions[picks]
            seats = env.current_player[options.games]
            decisions.append(Decisions(step, seats, options, picks, chances[picks]))
        env.step(actions)
        rewards[step], ends[step] = env.rewards, env.terminated
    return Window(decisions, rewards, ends)


class Samples(NamedTuple):
    """The decisions of a window whose round has ended."""

    state: Floats
    advantages: Floats  # in standard deviations
    chances: Floats  # of the picked placements
    which: Ints  # for each placement, the index of its decision
    picked: Flags
    features: Floats


def collect_samples(window: Window, baseline: Baseline) -> Samples:
    """The decisions of a window with their advantages; then fit the baseline to the same rounds."""
    advantages, margins, finished = estimate_advantages(window, baseline)
    state = np.concatenate([step.choices.state for step in window.decisions])[finished]
    baseline.fit(state, margins[finished])
    advantages = advantages[finished]
    which, picked, count = [], [], 0
    for step in window.decisions:
        which.append(step.choices.which + count)
        picked.append(np.bincount(step.picks, minlength=len(step.choices.which)) > 0)
        count += len(step.choices.games)
    decision, used = np.concatenate(which), finished[np.concatenate(which)]
    return Samples(
        state,
        (advantages - advantages.mean()) / (advantages.std() + 1e-6),
        np.concatenate([step.chances for step in window.decisions])[finished],
        (np.cumsum(finished) - 1)[decision[used]],
        np.concatenate(picked)[used],
        np.concatenate([step.choices.features for step in window.decisions])[used],
    )


def estimate_advantages(window: Window, baseline: Baseline) -> tuple[Floats, Floats, Flags]:
    """For each decision its advantage, the margin of the points that followed it, and whether its round has ended.

    This is generalised advantage estimation: each term is the margin gained between two decisions of a seat, plus the
    baseline of the new state, minus that of the old one.
    """
    margin = window.rewards - window.rewards[:, :, ::-1]
    gained, next_value, advantage, total = (np.zeros_like(margin[0]) for _ in range(4))
    finished = np.zeros_like(window.ends[0])
    decisions_by_step = {decisions.step: decisions for decisions in window.decisions}
    estimates = []
    for step in range(WINDOW - 1, -1, -1):
        ended = window.ends[step]
        for array in (gained, next_value, advantage, total):
            array[ended] = 0
        finished |= ended
        gained += margin[step]
        total += margin[step]
        if step in decisions_by_step:
            decisions = decisions_by_step[step]
            at, value = (decisions.choices.games, decisions.seats), baseline.predict(decisions.choices.state)
            advantage[at] = gained[at] + next_value[at] - value + GAE_LAMBDA * advantage[at]
            next_value[at], gained[at] = value, 0
            estimates.append((advantage[at], total[at], finished[decisions.choices.games]))
    advantages, margins, is_finished = (np.concatenate(arrays) for arrays in zip(*reversed(estimates), strict=True))
    return advantages, margins, is_finished


def minibatches(samples: Samples, rng: np.random.Generator) -> Iterator[Samples]:
    """The samples divided at random into minibatches."""
    minibatch = rng.integers(MINIBATCHES, size=len(samples.state))
    for number in range(MINIBATCHES):
        chosen = minibatch == number
        used = chosen[samples.which]
        state, advantages, chances, which, picked, features = samples
        renumbered = (np.cumsum(chosen) - 1)[which[used]]
        yield Samples(state[chosen], advantages[chosen], chances[chosen], renumbered, picked[used], features[used])


def ppo_gradient(policy: Policy, samples: Samples) -> list[Floats]:
    """The gradient of the clipped objective of proximal policy optimisation."""
    state = samples.state[samples.which]
    chances = softmax(policy.values(samples.features, state), samples.which)
    ratio = chances[samples.picked] / samples.chances
    clipped = np.where(samples.advantages > 0, ratio > 1 + CLIP, ratio < 1 - CLIP)
    weight = np.where(clipped, 0, samples.advantages * ratio / len(ratio))
    slopes = ((samples.picked - chances) * weight[samples.which]).astype(np.float32)
    return policy.gradient(samples.features, state, slopes)


def train(updates: int, envs: int, seed: int) -> Policy:
    """Train a policy by self-play for a number of updates, in this many games at once."""
    rng = np.random.default_rng(seed)
    env = BatchEnv(envs, EDITION, PLAYERS, "round_points")
    env.reset(seed=seed)
    policy, baseline = Policy(rng), Baseline()
    adam, averaged, began = Adam(policy), [], time.monotonic()
    for update in range(1, updates + 1):
        samples = collect_samples(play_window(env, policy, rng), baseline)
        rate = FIRST_RATE + (update - 1) / updates * (LAST_RATE - FIRST_RATE)
        for _ in range(EPOCHS):
            for minibatch in minibatches(samples, rng):
                adam.step(ppo_gradient(policy, minibatch), rate)
        if 2 * update >= updates:
            averaged.append([weights.copy() for weights in policy.weights])
        if update % 10 == 0 or update == updates:
            minutes = (time.monotonic() - began) / 60
            print(f"{update} updates, {update * WINDOW * envs:,} steps, {minutes:.1f} minutes", flush=True)
    policy.weights = [np.mean(weights, 0) for weights in zip(*averaged, strict=True)]
    return policy


def best_actions(policy: Policy, options: Choices) -> Ints:
    """The action with the highest value in each game with a choice."""
    values = policy.values(options.features, options.state[options.which])
    order = np.lexsort((values, options.which))
    highest: Ints = options.actions[order[np.append(first_indices(options.which)[1:], len(order)) - 1]]
    return highest


def win_rate(policy: Policy, opponent: str, games: int, seed: int) -> tuple[float, float]:
    """The share of games won, and the half width of its 95 % interval; each deal is played from both seats."""
    won = np.zeros((PLAYERS, games))
    for seat in range(PLAYERS):
        env = BatchEnv(games, EDITION, PLAYERS, "game_result")
        env.reset(seed=np.random.default_rng(seed).integers(2**62, size=games))
        unfinished = np.ones(games, bool)
        while unfinished.any():
            actions = env.choose(opponent)
            options = choices(env.observation, env.legal_action_mask)
            if len(options.games):
                ours = env.current_player[options.games] == seat
                actions[options.games[ours]] = best_actions(policy, options)[ours]
            *_, info = env.step(actions)
            ended = unfinished & (env.terminated | env.truncated)
            won[seat, ended] = info["winner"][ended] == seat
            unfinished &= ~ended
    pairs = won.mean(0)
    return float(pairs.mean()), float(1.96 * pairs.std(ddof=1) / games**0.5)


def main() -> None:
    parser = argparse.ArgumentParser(description="Train a policy in the batch environment.")
    parser.add_argument("--updates", type=int, default=200, help="updates to train for")
    parser.add_argument("--games", type=int, default=2000, help="deals against each bot, each played from both seats")
    parser.add_argument("--envs", type=int, default=512, help="games played at once in training")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--load", help="weights (.npz) to test instead of training")
    parser.add_argument("--save", help="the file to write the weights to (.npz)")
    args = parser.parse_args()
    if args.load:
        policy = Policy(np.random.default_rng(args.seed))
        policy.weights = [*np.load(args.load).values()]
    else:
        policy = train(args.updates, args.envs, args.seed)
    if args.save:
        np.savez(args.save, *policy.weights)
    for opponent in ("random", "greedy", "heuristic"):
        share, error = win_rate(policy, opponent, args.games, args.seed + 1)
        print(f"against {opponent:<10} wins {share:6.1%} of games, ± {error:.1%}", flush=True)


if __name__ == "__main__":
    main()
