"""Train a policy by self-play in the batch environment, with numpy alone, and see how it does against the plain bots.

    python examples/train_policy.py [--minutes M] [--games N] [--seed S] [--save FILE | --load FILE]

The policy gives every placement a value, linear in a few features of the tile, the cell and the rest of the rack, and
chooses by a softmax. It is trained by policy gradient (REINFORCE): a play is worth the margin of the points that follow
it in the round, less a baseline. Rows with one legal action need no decision.
"""

from __future__ import annotations

import argparse
import time
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tricorn.envs import BatchEnv
from tricorn.envs.layout import (
    BOARD,
    DRAW_ACTION,
    FOR_EACH_SLOT,
    FOR_EACH_TILE,
    PLACEMENTS,
    RACK,
    SCALARS,
    SEATS_AT,
    TILE_NUMBER,
)
from tricorn.tiles import NUMBERS, TILES

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Seen = NDArray[np.int8]

EDITION, PLAYERS = "pressman-classic", 2
ROWS, WINDOW = 512, 160  # games in the batch, steps between two updates; a round has some 60 steps
RATE = 0.1

SUMS = np.array([tile.sum for tile in TILES], np.float64)
# Which tiles have both of two numbers on one side, and how many numbers two tiles share.
WITH_SIDE = np.array([[[_a in t.numbers and _b in t.numbers for t in TILES] for _a in NUMBERS] for _b in NUMBERS])
SHARED = np.array([[len(set(a.numbers) & set(b.numbers)) for b in TILES] for a in TILES], np.float64)
FEATURES = ("sum", "bonus", "new point", "own follow-ups", "others' follow-ups", "kept together", "sum late", "draw")


class Choices(NamedTuple):
    """The legal actions of the rows that have several, one after the other."""

    rows: Ints
    actions: Ints
    features: Floats


def choices(seen: Seen, mask: NDArray[np.bool_]) -> Choices:
    """What there is to decide."""
    several = np.flatnonzero(mask.sum(1) > 1)
    index, actions = np.nonzero(mask[several])
    rows = several[index]
    return Choices(rows, actions, features(seen, rows, actions))


def features(seen: Seen, rows: Ints, actions: Ints) -> Floats:
    """A row of numbers for each action."""
    placing = actions < PLACEMENTS
    slot, tile = np.where(placing, actions // TILE_NUMBER, 0), actions % TILE_NUMBER
    cell = seen[rows[:, None], slot[:, None] * FOR_EACH_SLOT + np.arange(FOR_EACH_SLOT)].astype(np.int64)
    corners = cell[:, 3:6]
    opens = (corners == 7).any(1) & placing
    known = np.where(corners == 7, 0, corners)
    new = np.clip(SUMS[tile].astype(np.int64) - known.sum(1), 0, 5)
    rack = seen[rows, RACK : RACK + TILE_NUMBER].astype(bool)
    rack[np.arange(len(rows)), tile] &= ~placing
    table = seen[rows, BOARD : BOARD + FOR_EACH_TILE * TILE_NUMBER : FOR_EACH_TILE] > 0
    # The new point makes two sides with the numbers that were there.
    first = np.where(corners[:, 0] == 7, corners[:, 1], corners[:, 0]) % 7
    second = np.where(corners[:, 2] == 7, corners[:, 1], corners[:, 2]) % 7
    follow = WITH_SIDE[new, np.minimum(first, 5)] | WITH_SIDE[new, np.minimum(second, 5)]
    unseen = ~(rack | table)
    held, well = seen[rows, SEATS_AT], seen[rows, SCALARS + 4]
    kept = (rack * SHARED[tile]).sum(1) / np.maximum(held, 1)
    late = SUMS[tile] / 10 * (well < 10)
    columns = (
        SUMS[tile] / 10,
        cell[:, 7] / 40,
        opens,
        opens * (follow & rack).sum(1) / 3,
        opens * (follow & unseen).sum(1) / 10,
        kept,
        late,
    )
    found = np.column_stack([np.where(placing, column, 0.0) for column in columns])
    return np.column_stack([found, actions == DRAW_ACTION]).astype(np.float64)


def values_of(found: Floats, weights: Floats) -> Floats:
    """The product, without the threads of a linear algebra library, which cost more than it at this size."""
    product: Floats = np.einsum("ij,j->i", found, weights)
    return product


def softmax(values: Floats, rows: Ints, number: int) -> Floats:
    """The chance of each action among those of its row."""
    most = np.full(number, -np.inf)
    np.maximum.at(most, rows, values)
    weight = np.exp(values - most[rows])
    chances: Floats = weight / np.bincount(rows, weight, number)[rows]
    return chances


def decide(chances: Floats, rows: Ints, rng: np.random.Generator) -> Ints:
    """The place of one action of each row, drawn by its chances."""
    ends = np.flatnonzero(np.diff(rows, append=-1))
    total = np.cumsum(chances)
    begins = np.concatenate([[0.0], total[ends][:-1]])
    picks = np.searchsorted(total, begins + rng.random(len(ends)) * (total[ends] - begins), side="right")
    chosen: Ints = np.minimum(picks, ends)
    return chosen


class Decisions(NamedTuple):
    """What was decided in a step, for the update."""

    step: int
    rows: Ints
    seats: Ints
    gradient: Floats  # the chosen action's features less those to be expected
    state: Floats  # for the baseline


def play(env: BatchEnv, weights: Floats, rng: np.random.Generator) -> tuple[list[Decisions], Floats, NDArray[np.bool_]]:
    """Play a window of steps; what was decided, the rewards and the ends of episodes of every step."""
    made, rewards, ends = [], np.zeros((WINDOW, ROWS, PLAYERS)), np.zeros((WINDOW, ROWS), bool)
    for step in range(WINDOW):
        actions = env.legal_action_mask.argmax(1)
        found = choices(env.observation, env.legal_action_mask)
        if len(found.rows):
            chances = softmax(values_of(found.features, weights), found.rows, ROWS)
            picks = decide(chances, found.rows, rng)
            rows = found.rows[picks]
            actions[rows] = found.actions[picks]
            expected = np.zeros((ROWS, len(FEATURES)))
            np.add.at(expected, found.rows, found.features * chances[:, None])
            seats = env.current_player[rows]
            held = env.observation[rows][:, [SEATS_AT, SEATS_AT + 6, SCALARS + 4]].astype(np.float64)
            state = np.column_stack([np.ones(len(rows)), held])
            made.append(Decisions(step, rows, seats, found.features[picks] - expected[rows], state))
        env.step(actions)
        rewards[step], ends[step] = env.rewards, env.terminated
    return made, rewards, ends


def update(made: list[Decisions], rewards: Floats, ends: NDArray[np.bool_]) -> Floats:
    """The gradient of the margin, from all decisions whose round has ended."""
    margin = rewards - rewards[:, :, ::-1]
    following, finished = np.zeros((ROWS, PLAYERS)), np.zeros(ROWS, bool)
    returns, counted = np.zeros_like(margin), np.zeros_like(ends)
    for step in range(WINDOW - 1, -1, -1):
        following[ends[step]] = 0.0
        finished |= ends[step]
        following += margin[step]
        returns[step], counted[step] = following, finished
    kept = [(one, counted[one.step, one.rows]) for one in made]
    worth = np.concatenate([returns[one.step, one.rows, one.seats][keep] for one, keep in kept])
    state = np.concatenate([one.state[keep] for one, keep in kept])
    gradient = np.concatenate([one.gradient[keep] for one, keep in kept])
    square = np.einsum("ij,ik->jk", state, state) + 1e-6 * np.eye(state.shape[1])
    worth -= values_of(state, np.linalg.solve(square, np.einsum("ij,i->j", state, worth)))
    mean: Floats = (gradient * (worth / (worth.std() + 1e-9))[:, None]).mean(0)
    return mean


def train(minutes: float, seed: int) -> Floats:
    """Weights after so many minutes of self-play."""
    rng, weights = np.random.default_rng(seed), np.zeros(len(FEATURES))
    env = BatchEnv(ROWS, EDITION, PLAYERS, "round_points")
    env.reset(seed=seed)
    first, second, updates = np.zeros_like(weights), np.zeros_like(weights), 0
    ending = time.monotonic() + 60 * minutes
    while time.monotonic() < ending or updates < 1:
        updates += 1
        gradient = update(*play(env, weights, rng))
        first, second = 0.9 * first + 0.1 * gradient, 0.99 * second + 0.01 * gradient**2
        scale = np.sqrt(second / (1 - 0.99**updates)) + 1e-8
        weights += RATE * first / (1 - 0.9**updates) / scale
    print(f"{updates} updates, {updates * WINDOW * ROWS:,} steps")
    return weights


def wins(weights: Floats, opponent: str, games: int, seed: int) -> tuple[float, float]:
    """The share of games won, and the half width of its 95 % interval; each deal is played from both seats."""
    won = np.zeros((2, games))
    for seat in range(2):
        env = BatchEnv(games, EDITION, PLAYERS, "game_result")
        env.reset(seed=np.random.default_rng(seed).integers(2**62, size=games))
        going = np.ones(games, bool)
        while going.any():
            actions = env.choose(opponent)
            found = choices(env.observation, env.legal_action_mask)
            values = values_of(found.features, weights)
            order = np.lexsort((values, found.rows))
            best = order[np.flatnonzero(np.diff(found.rows[order], append=-1))]
            ours = env.current_player[found.rows[best]] == seat
            actions[found.rows[best][ours]] = found.actions[best][ours]
            *_, info = env.step(actions)
            ended = going & (env.terminated | env.truncated)
            won[seat, ended] = info["winner"][ended] == seat
            going &= ~ended
    pairs = won.mean(0)
    return float(pairs.mean()), float(1.96 * pairs.std(ddof=1) / games**0.5)


def main() -> None:
    parser = argparse.ArgumentParser(description="Train a policy in the batch environment.")
    parser.add_argument("--minutes", type=float, default=5.0, help="how long to train")
    parser.add_argument("--games", type=int, default=2000, help="deals to compare with each bot, each played twice")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--load", help="weights to compare instead of training")
    parser.add_argument("--save", help="where to keep the weights")
    args = parser.parse_args()
    weights = np.loadtxt(args.load) if args.load else train(args.minutes, args.seed)
    for name, weight in zip(FEATURES, weights, strict=True):
        print(f"  {name:<20}{weight:8.3f}")
    if args.save:
        np.savetxt(args.save, weights)
    for opponent in ("random", "greedy", "heuristic"):
        share, error = wins(weights, opponent, args.games, args.seed + 1)
        print(f"against {opponent:<10} wins {share:6.1%} of games, ± {error:.1%}")


if __name__ == "__main__":
    main()
