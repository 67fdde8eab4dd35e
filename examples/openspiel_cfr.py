"""Solve a small round with OpenSpiel's CFR+ and print the exploitability of its strategy.

    python examples/openspiel_cfr.py [--iterations N] [--edition E] [--numbers N]

With the four tiles that have only 0 and 1, two tiles each and the Spanish rules there are 58 information states.
"""

from __future__ import annotations

import argparse

import pyspiel
from open_spiel.python.algorithms import cfr, exploitability

import tricorn.envs.openspiel  # noqa: F401 (registers the game)


def main() -> None:
    parser = argparse.ArgumentParser(description="CFR+ on a small round.")
    parser.add_argument("--iterations", type=int, default=100)
    parser.add_argument("--edition", default="spanish deal=2/2/2")
    parser.add_argument("--numbers", type=int, default=2, help="use only the tiles whose numbers are below this")
    args = parser.parse_args()
    game = pyspiel.load_game("tricorn", {"edition": args.edition, "numbers": args.numbers, "reward": "round_result"})
    solver = cfr.CFRPlusSolver(game)
    for iteration in range(1, args.iterations + 1):
        solver.evaluate_and_update_policy()
        if iteration == 1 or iteration % 10 == 0:
            gap = exploitability.nash_conv(game, solver.average_policy())
            print(f"after {iteration:4} iterations a best response gains {gap:.5f}")


if __name__ == "__main__":
    main()
