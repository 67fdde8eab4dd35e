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
    """The time of a process: on the clock, and of the processor, which depends less on other work."""

    clock: float
    processor: float


def run_time(*command: str, source: Path = _ROOT / "src") -> ProcessTime:
    """Run a command and return its time."""
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


def compile_time() -> ProcessTime:
    """The time to compile everything, in a copy of the sources without machine code."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "src"
        shutil.copytree(_ROOT / "src", copy, ignore=shutil.ignore_patterns("__pycache__", "web", "locales", "static"))
        return run_time(sys.executable, "-m", "tricorn.warmup", source=copy)


def main() -> None:
    parser = argparse.ArgumentParser(description="Start-up times.")
    parser.add_argument("--runs", type=int, default=7, help="runs per command; the median counts")
    args = parser.parse_args()
    python = sys.executable
    commands = {
        "an empty Python": (python, "-c", "pass"),
        "tricorn --help": (python, "-m", "tricorn", "--help"),
        "tricorn verify of one game": (python, "-m", "tricorn", "verify", str(_RECORD)),
        "a dealt Game, standard library only": (python, "-S", "-c", _GAME),
        "a dealt Game, compiled": (python, "-c", _GAME),
        "a new process and its first compiled game": (python, "-c", _FIRST_ROUND),
    }
    print(machine_info())
    print(f"load average {os.getloadavg()[0]:.1f} at the start; median of {args.runs} alternating runs")
    results: dict[str, list[ProcessTime]] = {name: [] for name in commands}
    for command in commands.values():
        run_time(*command)  # a warm-up, after which the files are in the disk cache
    for _ in range(args.runs):
        for name, command in commands.items():
            results[name].append(run_time(*command))
    for name, runs in results.items():
        print_line(name, ProcessTime(median(run.clock for run in runs), median(run.processor for run in runs)))
    print_line("compiling everything, once, at set-up", compile_time())


def print_line(name: str, time: ProcessTime) -> None:
    print(f"  {name:<46}{time.clock:>8.2f} s   {time.processor:6.2f} s of processor time")


if __name__ == "__main__":
    main()
