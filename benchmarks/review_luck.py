"""The mean luck of a game under every edition, and how much of the variance of results it explains.

    python benchmarks/review_luck.py [--games N] [--bot BOT] [--playouts K] [--players P] [EDITION ...]

Prints, for each edition, the mean luck of a game for seat A with its standard error, in chance of winning and in
points, and the variance of raw results divided by that of results minus luck.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from math import sqrt
from multiprocessing import Pool
from statistics import fmean, stdev, variance

from tricorn.analysis.luck import luck_of
from tricorn.arena.seating import Seating
from tricorn.core.compile import ensure_compiled
from tricorn.core.totals import new_totals
from tricorn.editions import EDITIONS
from tricorn.record import Score, Winner

_SEED = 2026


def measure_game(task: tuple[str, int, str, int, int]) -> tuple[float, float, float, float]:
    """For seat A in one game: whether it won, its lead, and its luck in both."""
    edition, players, bot, playouts, number = task
    seating = Seating(EDITIONS[edition], [bot] * players, log=True)
    record = seating.record_of(seating.seed_of(_SEED, number), new_totals())
    lucks = luck_of(record, playouts, seed=number)
    winner = next(event.seat for event in record.events if isinstance(event, Winner))
    scores = [event.scores for event in record.events if isinstance(event, Score)][-1]
    lead = scores[0] - (sum(scores) - scores[0]) / (players - 1)
    chance = sum(luck.change.chances[0] for luck in lucks)
    return float(winner == 0), lead, chance, sum(luck.change.leads[0] for luck in lucks)


def report(edition: str, games: list[tuple[float, float, float, float]], seconds: float) -> Iterator[str]:
    for name, scale, result_index, luck_index in (("% won", 100.0, 0, 2), ("points", 1.0, 1, 3)):
        results = [game[result_index] * scale for game in games]
        lucks = [game[luck_index] * scale for game in games]
        adjusted = [result - luck for result, luck in zip(results, lucks, strict=True)]
        mean, error = fmean(lucks), stdev(lucks) / sqrt(len(lucks))
        factor = variance(results) / variance(adjusted)
        yield (
            f"{edition:<18}{len(games):>6} games  {name:<7} luck {mean:+7.3f} ± {error:.3f}"
            f" ({mean / error:+.2f} standard errors)  variance {factor:.2f} times smaller without it"
        )
    yield f"{'':<18}{seconds:.0f} s"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("editions", nargs="*", default=list(EDITIONS))
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--bot", default="medium")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--playouts", type=int, default=32)
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    ensure_compiled()
    for edition in options.editions:
        began = time.monotonic()
        tasks = [(edition, options.players, options.bot, options.playouts, number) for number in range(options.games)]
        with Pool(options.workers) as pool:
            games = pool.map(measure_game, tasks, chunksize=10)
        for line in report(edition, games, time.monotonic() - began):
            print(line, flush=True)


if __name__ == "__main__":
    main()
