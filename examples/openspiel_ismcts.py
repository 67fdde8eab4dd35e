"""Let OpenSpiel's ISMCTS play rounds against a random player, with worlds from the belief of Tricorn's bots.

python examples/openspiel_ismcts.py [--rounds N] [--simulations N] [--edition E] [--seed S]
"""

from __future__ import annotations

import argparse
from statistics import mean, stdev

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import tricorn.envs.openspiel  # noqa: F401 (registers the game)


def play(game: pyspiel.Game, searcher: int, simulations: int, rng: np.random.RandomState) -> float:
    """Play a round and return the searcher's lead in points."""
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=rng)
    bot = ismcts.ISMCTSBot(game, evaluator, uct_c=100.0, max_simulations=simulations, random_state=rng)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            tiles, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choice(tiles, p=chances))
        elif state.current_player() == searcher:
            state.apply_action(bot.step(state))
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    returns = state.returns()
    return float(returns[searcher] - returns[1 - searcher])


def main() -> None:
    parser = argparse.ArgumentParser(description="ISMCTS against a random player.")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--simulations", type=int, default=50)
    parser.add_argument("--edition", default="pressman-classic")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    game = pyspiel.load_game("tricorn", {"edition": args.edition})
    rng = np.random.RandomState(args.seed)
    margins = [play(game, number % 2, args.simulations, rng) for number in range(args.rounds)]
    error = 1.96 * stdev(margins) / len(margins) ** 0.5 if len(margins) > 1 else float("nan")
    print(f"ISMCTS is ahead by {mean(margins):.1f} ± {error:.1f} points per round, over {args.rounds} rounds")


if __name__ == "__main__":
    main()
