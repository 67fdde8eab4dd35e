"""Tunes the heuristic's weights: coordinate descent on the margin per round against greedy, with the same deals."""

from __future__ import annotations

import argparse

from tricorn.core import layout as at
from tricorn.core.compile import Ints, jit
from tricorn.core.heuristic import WEIGHTS, new_policies
from tricorn.core.playout import advance, begin_round
from tricorn.core.policy import GREEDY, HEURISTIC
from tricorn.core.rng import new_rng, seed_rng
from tricorn.core.rules import Rules, rules_for
from tricorn.core.state import State, new_state
from tricorn.editions import EDITIONS


@jit
def margin(
    state: State, rules: Rules, hand_size: int, policies: Ints, deal_rng: Ints, rng: Ints, first: int, rounds: int
) -> int:
    """The sum over rounds of the heuristic's points minus greedy's, every deal played from both seats."""
    total = 0
    for index in range(first, first + rounds):
        for seat in range(2):
            policies[seat] = HEURISTIC
            policies[1 - seat] = GREEDY
            seed_rng(deal_rng, index, 1)
            state[at.SCORES] = 0
            state[at.SCORES + 1] = 0
            begin_round(state, rules, hand_size, policies, deal_rng, rng)
            advance(state, rules, policies, rng)
            total += state[at.SCORES + seat] - state[at.SCORES + 1 - seat]
    return total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=40_000, help="pairs of rounds per trial")
    parser.add_argument("--passes", type=int, default=3, help="how often every weight is tried")
    parser.add_argument("--edition", default="pressman-classic")
    options = parser.parse_args()
    edition = EDITIONS[options.edition]
    state = new_state(2)
    weights = [*WEIGHTS]

    def value(trial: list[int], first: int = 0) -> float:
        policies = new_policies([HEURISTIC, GREEDY], trial)
        rules, hand_size = rules_for(edition), edition.tiles_dealt(2)
        total: int = margin(state, rules, hand_size, policies, new_rng(0, 0), new_rng(0, 0), first, options.rounds)
        return total / (2 * int(options.rounds))

    best = value(weights)
    print(f"start {best:+.2f} {weights}", flush=True)
    for turn in range(options.passes):
        step = 0.5 / (turn + 1)
        for index in range(len(weights)):
            for factor in (1 + step, 1 - step, 0.0):
                trial = weights.copy()
                trial[index] = int(weights[index] * factor)
                if (result := value(trial)) > best:
                    best, weights = result, trial
                    print(f"{best:+.2f} {weights}", flush=True)
    print(f"on fresh deals {value(weights, first=10**9):+.2f} with {tuple(weights)}")


if __name__ == "__main__":
    main()
