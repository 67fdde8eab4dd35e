"""The error rates of our own levels, each playing itself, by reviews of whole games; and how long a review takes.

python benchmarks/review_levels.py [--games N] [--edition E] [--players P] [--iterations T] [--playouts K] [BOT ...]

Luck takes a part of a review's time and none of the error rates: `--playouts 2` is enough for these. The limit in
seconds of `expert` counts on a busy machine; `search:1000` is `expert` without it.
"""

from __future__ import annotations

import argparse
import time
from math import sqrt
from statistics import fmean, stdev

from tricorn.analysis.review import ITERATIONS, PLAYOUTS, review
from tricorn.arena.seating import Seating
from tricorn.bots import LEVELS
from tricorn.core.compile import accelerate
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
    accelerate()
    for bot in options.bots:
        seating = Seating(edition_named(options.edition), [bot] * options.players, log=True)
        rates, choices, seconds = [], 0, 0.0
        for number in range(options.games):
            record = seating.record_of(seating.seed_of(_SEED, number), new_totals())
            began = time.process_time()
            found = review(record, iterations=options.iterations, playouts=options.playouts)
            seconds += time.process_time() - began
            choices += len(found.choices)
            rates.append(fmean(choice.loss for choice in found.choices))
        interval = 1.96 * stdev(rates) / sqrt(len(rates))
        print(
            f"{bot:<11} loses {100 * fmean(rates):.3f} ± {100 * interval:.3f} % a real choice (95 %)"
            f"   {choices / options.games:.0f} choices and {seconds / options.games:.1f} s a game",
            flush=True,
        )


if __name__ == "__main__":
    main()
