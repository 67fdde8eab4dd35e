"""The error rates of the bots' levels, from reviews of games of each against itself, and the time of a review.

    python benchmarks/review_levels.py [--games N] [--edition E] [--players P] [--iterations T] [--playouts K] [BOT ...]

Luck takes time but does not change error rates, so `--playouts 2` is enough for these. On a busy machine the time limit
of `expert` matters; `search:1000` is `expert` without it.
"""

from __future__ import annotations

import argparse
import time
from math import sqrt
from statistics import fmean, stdev

from tricorn.analysis.review import ITERATIONS, PLAYOUTS, review
from tricorn.arena.seating import Seating
from tricorn.bots import LEVELS
from tricorn.core.compile import ensure_compiled
from tricorn.core.totals import new_totals
from tricorn.editions import DEFAULT_EDITION, edition_named

_SEED = 2026


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bots", nargs="*", default=list(LEVELS))
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--edition", default=DEFAULT_EDITION)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--iterations", type=int, default=ITERATIONS)
    parser.add_argument("--playouts", type=int, default=PLAYOUTS, help="for the luck of a draw")
    options = parser.parse_args()
    ensure_compiled()
    for bot in options.bots:
        seating = Seating(edition_named(options.edition), [bot] * options.players, log=True)
        rates, choices, seconds = [], 0, 0.0
        for number in range(options.games):
            record = seating.record_of(seating.seed_of(_SEED, number), new_totals())
            began = time.process_time()
            reviewed = review(record, iterations=options.iterations, playouts=options.playouts)
            seconds += time.process_time() - began
            choices += len(reviewed.choices)
            rates.append(fmean(choice.loss for choice in reviewed.choices))
        interval = 1.96 * stdev(rates) / sqrt(len(rates))
        print(
            f"{bot:<11} loses {100 * fmean(rates):.3f} ± {100 * interval:.3f} % per real choice (95 %)"
            f"   {choices / options.games:.0f} choices and {seconds / options.games:.1f} s per game",
            flush=True,
        )


if __name__ == "__main__":
    main()
