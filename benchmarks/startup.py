"""Start-up times: help, checking a record, the first round, and compiling.

python benchmarks/startup.py [--runs N]
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import NamedTuple

from tricorn.arena.machine_info import machine_info

_ROOT = Path(__file__).parents[1]
_RECORD = _ROOT / "tests" / "golden" / "classic-2p.tri"

_GAME = "import tricorn; tricorn.Game('spanish', players=2, seed=1)"
_FIRST_ROUND = """\
from tricorn.arena.seating import Seating
from tricorn.core.totals import new_totals
from tricorn.editions import EDITIONS
Seating(EDITIONS["pressman-classic"], ["greedy", "greedy"]).play_games(1, 0, 1, new_totals())
"""


class ProcessTime(NamedTuple):
    """The time of a new process: on the clock, and of the processor, which depends less on other work."""

    clock: float
    processor: float


def spent_by(*command: str, source: Path = _ROOT / "src") -> ProcessTime:
    """Run a new process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.perf_counter()
    subprocess.run(
        command,
        env={**os.environ, "PYTHONPATH": str(source)},
        check=True,
        stdout=subprocess.DEVNULL,
    )
    clock = time.perf_counter() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return ProcessTime(clock, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def cold() -> ProcessTime:
    """How long compiling everything takes, in a copy of the sources that has no machine code."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "src"
        shutil.copytree(_ROOT / "src", copy, ignore=shutil.ignore_patterns("__pycache__", "web", "locales", "static"))
        return spent_by(sys.executable, "-m", "tricorn.warmup", source=copy)


def main() -> None:
    parser = argparse.ArgumentParser(description="Time to start.")
    parser.add_argument("--runs", type=int, default=7, help="runs of each, of which the median counts")
    args = parser.parse_args()
    python = sys.executable
    commands = {
        "an empty Python": (python, "-c", "pass"),
        "tricorn --help": (python, "-m", "tricorn", "--help"),
        "tricorn verify of one game": (python, "-m", "tricorn", "verify", str(_RECORD)),
        "a dealt Game, no package but Python's own": (python, "-S", "-c", _GAME),
        "a dealt Game, compiled": (python, "-c", _GAME),
        "a new process and its first compiled game": (python, "-c", _FIRST_ROUND),
    }
    print(machine_info())
    print(f"load average {os.getloadavg()[0]:.1f} at the start; median of {args.runs} runs, in turn")
    spent: dict[str, list[ProcessTime]] = {name: [] for name in commands}
    for command in commands.values():
        spent_by(*command)  # a warm-up, which reads the files from the disk
    for _ in range(args.runs):
        for name, command in commands.items():
            spent[name].append(spent_by(*command))
    for name, times in spent.items():
        line(name, ProcessTime(median(each.clock for each in times), median(each.processor for each in times)))
    line("compiling everything, once, at set-up", cold())


def line(name: str, spent: ProcessTime) -> None:
    print(f"  {name:<46}{spent.clock:>8.2f} s   {spent.processor:6.2f} s of processor time")


if __name__ == "__main__":
    main()
