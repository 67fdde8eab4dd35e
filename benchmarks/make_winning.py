"""Make src/tricorn/bots/winning.json: the chance of winning a game from the scores between two rounds.

Two players: rounds between heuristic bots are sampled once. The chance for each pair of points to go is the mean over
those rounds of what follows (a won or lost game, or the chance for the new pair), iterated until it converges.
More players: whole games are played from random scores; the scale of the softmax maximises the likelihood of their
winners.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np

from tricorn.core import layout as at
from tricorn.core.heuristic import new_policies
from tricorn.core.playout import advance, begin_round
from tricorn.core.policy import HEURISTIC
from tricorn.core.rng import new_rng
from tricorn.core.rules import NOBODY, game_winner, rules_for
from tricorn.core.state import new_state
from tricorn.editions import EDITIONS

STEP, SIZE = 20, 32
OUTPUT = Path(__file__).parent.parent / "src/tricorn/bots/winning.json"
EDITION = EDITIONS["pressman-classic"]


def sample_rounds(number: int) -> tuple[np.ndarray, np.ndarray]:
    """The scores of both seats in a number of rounds, and the winner's seat (-1: drawn)."""
    state, rules = new_state(2), rules_for(EDITION)
    policies, deal_rng, rng = new_policies([HEURISTIC] * 6), new_rng(1, 1), new_rng(1, 0)
    scores, winners = np.zeros((number, 2)), np.zeros(number)
    for index in range(number):
        state[at.SCORES] = state[at.SCORES + 1] = 0
        begin_round(state, rules, EDITION.tiles_dealt(2), policies, deal_rng, rng)
        advance(state, rules, policies, rng)
        scores[index] = state[at.SCORES], state[at.SCORES + 1]
        winners[index] = state[at.WINNER]
    return scores, winners


def two_player_table(rounds: int, sweeps: int) -> np.ndarray:
    """The first player's chance of winning, indexed by the points that both players have to go."""
    scores, winners = sample_rounds(rounds)
    chance = np.full((SIZE, SIZE), 0.5)
    for _ in range(sweeps):
        new = np.empty_like(chance)
        for row in range(SIZE):
            for column in range(SIZE):
                own, other = row * STEP - scores[:, 0], column * STEP - scores[:, 1]
                new[row, column] = _chance_after(chance, own, other, winners).mean()
        chance = (new + (1 - new.T)) / 2  # the two seats are symmetric
    return chance


def _chance_after(chance: np.ndarray, own: np.ndarray, other: np.ndarray, winners: np.ndarray) -> np.ndarray:
    """The first player's chance after each sampled round, by R11 and R12."""
    max_points = (SIZE - 1) * STEP - 1
    a, b = np.clip(own, 0, max_points), np.clip(other, 0, max_points)
    row, column = (a // STEP).astype(int), (b // STEP).astype(int)
    down, right = a % STEP / STEP, b % STEP / STEP
    result = (chance[row, column] * (1 - right) + chance[row, column + 1] * right) * (1 - down)
    result += (chance[row + 1, column] * (1 - right) + chance[row + 1, column + 1] * right) * down
    result = np.where((own <= 0) & (other > 0), 1.0, np.where((other <= 0) & (own > 0), 0.0, result))
    both = (own <= 0) & (other <= 0)
    decided = np.where(winners == 0, 1.0, np.where(winners == 1, 0.0, (own < other).astype(float)))
    return np.where(both, decided, result)


def games_from_random_scores(players: int, number: int) -> tuple[np.ndarray, np.ndarray]:
    """Random points to go, and the winners of games played from there."""
    rules, state = rules_for(EDITION), new_state(players)
    policies, deal_rng, rng = new_policies([HEURISTIC] * 6), new_rng(2, players), new_rng(2, 0)
    generator = np.random.default_rng(players)
    starts, winners = np.zeros((number, players)), np.zeros(number, dtype=int)
    for index in range(number):
        scores = generator.integers(0, EDITION.target, players)
        starts[index] = EDITION.target - scores
        for seat in range(players):
            state[at.SCORES + seat] = scores[seat]
        winner = NOBODY
        while winner == NOBODY:
            begin_round(state, rules, EDITION.tiles_dealt(players), policies, deal_rng, rng)
            advance(state, rules, policies, rng)
            winner = int(game_winner(rules, state, at.SCORES, players, state[at.WINNER], 1))
        winners[index] = winner
    return starts, winners


def softmax_scale(players: int, number: int) -> tuple[float, float]:
    """The maximum-likelihood scale: a constant, and a share of the fewest points to go."""
    starts, winners = games_from_random_scores(players, number)
    best_value, best = -np.inf, (100.0, 0.0)
    for constant in range(10, 160, 5):
        for share in np.arange(0.0, 0.8, 0.05):
            scale = constant + share * starts.min(axis=1, keepdims=True)
            powers = np.exp((starts.min(axis=1, keepdims=True) - starts) / scale)
            chances = powers / powers.sum(axis=1, keepdims=True)
            value = np.log(chances[np.arange(number), winners]).mean()
            if value > best_value:
                best_value, best = value, (float(constant), round(float(share), 2))
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20_000)
    parser.add_argument("--sweeps", type=int, default=12)
    parser.add_argument("--games", type=int, default=20_000)
    options = parser.parse_args()
    table = two_player_table(options.rounds, options.sweeps)
    more = [softmax_scale(players, options.games) for players in range(3, 7)]
    data = {
        "step": STEP,
        "size": SIZE,
        "two_players": [[round(float(chance), 4) for chance in row] for row in table],
        "more_players": more,
    }
    OUTPUT.write_text(json.dumps(data) + "\n", encoding="utf-8")
    print(f"wrote {OUTPUT.name}: even {table[20, 20]:.3f}, 100 ahead of 400 to go {table[15, 20]:.3f}, scales {more}")


if __name__ == "__main__":
    main()
