"""Train a policy by self-play in the batch environment, with numpy alone, and see how it does against the plain bots.

    python examples/train_policy.py [--minutes M] [--games N] [--seed S] [--save FILE | --load FILE]

The policy gives every action a value, linear in a few features of the tile, the cell, the cells beside it and the
rest of the rack, and chooses by a softmax. It begins as a greedy player with a temperature and is trained by policy
gradient (REINFORCE with Adam): a play is worth the margin of the points that follow it in the round, less a baseline.
The steps become smaller with time, and the weights of the second half are averaged. Rows with one legal action need no
decision.
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
    FOR_EACH_SEAT,
    FOR_EACH_SLOT,
    FOR_EACH_TILE,
    PLACEMENTS,
    RACK,
    SCALARS,
    SEATS_AT,
    SLOTS,
    TILE_NUMBER,
)
from tricorn.tiles import NUMBERS, TILES

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Seen = NDArray[np.int8]

EDITION, PLAYERS = "pressman-classic", 2
ROWS, WINDOW = 512, 160  # games in the batch, steps between two updates; a round has some 60 steps
RATE, LAST_RATE = 0.1, 0.01  # of the first update and of the last

NONE = 7  # the number of a corner that no tile touches
SUMS = np.array([tile.sum for tile in TILES], np.float64)
# Which tiles have both of two numbers on one side, and how many numbers two tiles share.
WITH_SIDE = np.array([[[_a in t.numbers and _b in t.numbers for t in TILES] for _a in NUMBERS] for _b in NUMBERS])
SHARED = np.array([[len(set(a.numbers) & set(b.numbers)) for b in TILES] for a in TILES], np.float64)
# The tile with three numbers clockwise; -1 where it would be mirrored.
TILE_AT = np.full((6, 6, 6), -1, np.int64)
for _tile in TILES:
    _a, _b, _c = _tile.numbers
    TILE_AT[[_a, _b, _c], [_b, _c, _a], [_c, _a, _b]] = _tile.index
# The corners of a cell that points up, and of one that points down, clockwise from the apex.
CORNERS = np.array([[(0, 1), (1, 0), (0, 0)], [(1, 0), (0, 1), (1, 1)]])

FEATURES = (
    "sum",
    "bonus",
    "new point",
    "own tiles at the new sides",
    "others' tiles at the new sides",
    "own bridge opened",
    "others' bridge opened",
    "kept together",
    "sum late",
    "draw",
)
# Greedy: the points of a placement, divided by a temperature of 6 points.
GREEDY = np.array([10 / 6, 40 / 6, *[0.0] * (len(FEATURES) - 2)])


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
    slots = seen[:, : SLOTS * FOR_EACH_SLOT].reshape(len(seen), SLOTS, FOR_EACH_SLOT).astype(np.int64)
    cell = slots[rows, slot]
    corners = cell[:, 3:6]
    opens = (corners == NONE).any(1) & placing
    new = np.clip(SUMS[tile].astype(np.int64) - np.where(corners == NONE, 0, corners).sum(1), 0, 5)
    rack = seen[rows, RACK : RACK + TILE_NUMBER].astype(bool)
    rack[np.arange(len(rows)), tile] &= ~placing
    table = seen[rows, BOARD : BOARD + FOR_EACH_TILE * TILE_NUMBER : FOR_EACH_TILE] > 0
    elsewhere = ~(rack | table)
    elsewhere[np.arange(len(rows)), tile] &= ~placing
    excluded = SEATS_AT + FOR_EACH_SEAT * PLAYERS
    possible = elsewhere & (seen[rows, excluded : excluded + TILE_NUMBER] == 0)
    held, other_held, well = seen[rows, SEATS_AT], seen[rows, SEATS_AT + FOR_EACH_SEAT], seen[rows, SCALARS + 4]
    chance = other_held / np.maximum(possible.sum(1), 1)  # that the next player holds one of them
    follow = sides_of(corners, new)
    own_bridge, other_bridge = bridges(slots, rows, slot, np.where(opens, new, -1), rack, possible)
    columns = (
        SUMS[tile] / 10,
        cell[:, 7] / 40,
        opens,
        opens * (follow & rack).sum(1) / 3,
        opens * (follow & possible).sum(1) * chance / 3,
        own_bridge,
        other_bridge * chance,
        (rack * SHARED[tile]).sum(1) / np.maximum(held, 1),
        SUMS[tile] / 10 * (well < 10),
    )
    found = np.column_stack([np.where(placing, column, 0.0) for column in columns])
    return np.column_stack([found, actions == DRAW_ACTION]).astype(np.float64)


def sides_of(corners: Ints, new: Ints) -> NDArray[np.bool_]:
    """The tiles with one of the two sides that a new point makes with the numbers that were there."""
    first = np.where(corners[:, 0] == NONE, corners[:, 1], corners[:, 0])
    second = np.where(corners[:, 2] == NONE, corners[:, 1], corners[:, 2])
    both: NDArray[np.bool_] = WITH_SIDE[new, np.minimum(first, 5)] | WITH_SIDE[new, np.minimum(second, 5)]
    return both


def bridges(
    slots: Ints, rows: Ints, slot: Ints, new: Ints, rack: NDArray[np.bool_], possible: NDArray[np.bool_]
) -> tuple[Floats, Floats]:
    """How many open cells get their third number from a placement's new point (-1: it has none), and a tile for it.

    Counted are those for which the own rack has the tile, and those for which the others may have it.
    """
    points = open_points(slots)
    same = (points[rows] == points[rows, slot][:, None]) & (new >= 0)[:, None]
    same[np.arange(len(rows)), slot] = False
    action, cell = np.nonzero(same)
    corners = slots[rows[action], cell, 3:6]
    first, second, third = np.where(corners == NONE, new[action][:, None], corners).T
    tile = TILE_AT[first, second, third]
    action, tile = action[tile >= 0], tile[tile >= 0]
    own, others = (np.bincount(action, held[action, tile], len(rows)) for held in (rack, possible))
    return own.astype(np.float64), others.astype(np.float64)


def open_points(slots: Ints) -> Ints:
    """The point of each open cell that no tile touches, as a number; -1 if all three have numbers."""
    kind, corners = slots[:, :, 0], slots[:, :, 3:6]
    free = (corners == NONE) & (kind > 0)[:, :, None]
    offset = CORNERS[np.maximum(kind, 1) - 1, free.argmax(2)]
    point = (slots[:, :, 1] + offset[:, :, 0]) * 256 + slots[:, :, 2] + offset[:, :, 1] + 2**15
    found: Ints = np.where(free.any(2), point, -1)
    return found


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
            state = state_of(env.observation[rows])
            made.append(Decisions(step, rows, seats, found.features[picks] - expected[rows], state))
        env.step(actions)
        rewards[step], ends[step] = env.rewards, env.terminated
    return made, rewards, ends


def state_of(seen: Seen) -> Floats:
    """What the baseline knows: how many tiles both hold and the well has, and the sum of the own rack."""
    counts = seen[:, [SEATS_AT, SEATS_AT + FOR_EACH_SEAT, SCALARS + 4]].astype(np.float64)
    rack = values_of(seen[:, RACK : RACK + TILE_NUMBER].astype(np.float64), SUMS)
    return np.column_stack([np.ones(len(seen)), counts, rack / 10])


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
    rng, weights = np.random.default_rng(seed), GREEDY.copy()
    env = BatchEnv(ROWS, EDITION, PLAYERS, "round_points")
    env.reset(seed=seed)
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    total, averaged, updates = np.zeros_like(weights), 0, 0
    began, done = time.monotonic(), 0.0
    while done < 1 or not updates:
        updates += 1
        gradient = update(*play(env, weights, rng))
        first, second = 0.9 * first + 0.1 * gradient, 0.99 * second + 0.01 * gradient**2
        scale = np.sqrt(second / (1 - 0.99**updates)) + 1e-8
        rate = RATE + min(1.0, done) * (LAST_RATE - RATE)
        weights += rate * first / (1 - 0.9**updates) / scale
        done = 1.0 if minutes <= 0 else (time.monotonic() - began) / (60 * minutes)
        if done >= 0.5:
            total, averaged = total + weights, averaged + 1
    print(f"{updates} updates, {updates * WINDOW * ROWS:,} steps")
    return total / averaged


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
        print(f"  {name:<32}{weight:8.3f}")
    if args.save:
        np.savetxt(args.save, weights)
    for opponent in ("random", "greedy", "heuristic"):
        share, error = wins(weights, opponent, args.games, args.seed + 1)
        print(f"against {opponent:<10} wins {share:6.1%} of games, ± {error:.1%}")


if __name__ == "__main__":
    main()
