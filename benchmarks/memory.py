"""Prints the memory use of a simulation of ten million rounds at intervals; it must not grow.

python benchmarks/memory.py [--rounds N] [--workers N]
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks._processes import memory_kib

from tricorn.arena.faults import Played
from tricorn.arena.job import Job
from tricorn.arena.machine_info import machine_info
from tricorn.arena.workers import cores, run
from tricorn.core.totals import ROUNDS
from tricorn.editions import EDITIONS

_SAMPLES = 10


def main() -> None:
    parser = argparse.ArgumentParser(description="Memory of a long simulation.")
    parser.add_argument("--rounds", type=int, default=10_000_000)
    parser.add_argument("--workers", type=int, default=1, help="processes; only this one is measured")
    args = parser.parse_args()
    print(machine_info())
    print(f"random and greedy, 2 players, pressman-classic, {args.workers} of {cores()} cores")
    job = Job(EDITIONS["pressman-classic"], ("random", "greedy"), games=args.rounds, seed=1)
    played = 0
    sizes: list[float] = []
    began = time.monotonic()

    def handle(part: Played) -> bool:
        nonlocal played
        played += part.sums[ROUNDS]
        if played >= args.rounds * (len(sizes) + 1) / _SAMPLES:
            sizes.append(memory_kib(os.getpid()) / 1024)
            print(
                f"  {played:>14,} rounds  {time.monotonic() - began:>7.1f} s  {sizes[-1]:>7.1f} MB",
                flush=True,
            )
        return bool(played >= args.rounds)

    run(job, args.workers, handle)
    print(f"  growth after the first tenth: {sizes[-1] - sizes[0]:+.1f} MB, {sizes[-1] / sizes[0]:.3f} times")


if __name__ == "__main__":
    main()
