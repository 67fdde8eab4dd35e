"""Compares our rounds with a hand-written C program: the median ratio of seven alternating runs, in processor time.

    python benchmarks/yardstick.py [--folder FOLDER] [--seconds S]

The folder has the source and a Makefile of the program, which needs a C compiler. `bench random 2 1.0` plays for one
second and prints the rounds per second of processor time as its third word.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import tempfile
import time
from pathlib import Path
from statistics import median

from tricorn.arena.machine_info import machine_info
from tricorn.arena.seating import Seating
from tricorn.core.compile import ensure_compiled
from tricorn.core.totals import ROUNDS, new_totals
from tricorn.editions import EDITIONS

_TURNS = 7
_BATCH = 200  # games between two checks of the time
_EDITION = EDITIONS["pressman-classic"]  # the only one that the C program has
_CASES = [("random", 2), ("greedy", 2), ("random", 4), ("greedy", 4)]


def ours(bot: str, players: int, seconds: float, first: int) -> float:
    """Rounds per second of whole games, including the statistics."""
    seating, totals = Seating(_EDITION, [bot] * players), new_totals()
    began = time.process_time()
    while time.process_time() - began < seconds:
        seating.play_games(1, first, _BATCH, totals)
        first += _BATCH
    return int(totals[ROUNDS]) / (time.process_time() - began)


def theirs(program: Path, bot: str, players: int, seconds: float) -> float:
    """Rounds per second of the C program."""
    command = [str(program), bot, str(players), str(seconds)]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()[2])


def compare(program: Path, seconds: float) -> None:
    base = 0.0
    for bot, players in _CASES:
        ours(bot, players, 0.05, 0)
        pairs = [
            (ours(bot, players, seconds, turn * 10_000_000), theirs(program, bot, players, seconds))
            for turn in range(_TURNS)
        ]
        ratios = sorted(own / other for own, other in pairs)
        rate = median(own for own, _ in pairs)
        base = base or rate
        print(
            f"  {bot}, {players} players   {rate:>9,.0f} rounds/s   {median(ratios):.2f} of C"
            f" ({ratios[0]:.2f} to {ratios[-1]:.2f})   {rate / base:.2f} of random with two"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description="Rounds per second compared with a C program.")
    parser.add_argument("--folder", type=Path, default=Path("../shared/yardstick"), help="the C program's source")
    parser.add_argument("--seconds", type=float, default=0.5, help="per run")
    args = parser.parse_args()
    ensure_compiled()
    print(machine_info())
    print(f"load average {os.getloadavg()[0]:.1f} at the start; {_EDITION.name}, median of {_TURNS} alternating runs")
    with tempfile.TemporaryDirectory() as built:
        subprocess.run(["make", "-s", "-C", str(args.folder), f"B={built}"], check=True)
        compare(Path(built) / "bench", args.seconds)


if __name__ == "__main__":
    main()
