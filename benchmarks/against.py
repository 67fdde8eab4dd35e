"""Compares the speed of two versions of the core: how much processor time the same rounds take.

A version is a commit, or a folder such as `.` with the sources in its `src`. Both play the same games in short bursts,
one after the other, and only processor time counts, so other work on the machine hardly changes the ratio. Both are
started several times, because where the system puts a process's memory changes its speed.

    python benchmarks/against.py BEFORE [AFTER] [--starts N]
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import quantiles

from tricorn.arena.machine_info import machine_info

_ROOT = Path(__file__).parent.parent
_GAMES = 3_000  # per burst, which takes less than a tenth of a second
_BURSTS = 40  # pairs of bursts per case and start
_CASES = (("pressman-classic", "random", 2), ("pressman-classic", "greedy", 2), ("spanish", "random", 2))

# Each version runs this in its own process: for every line of input it plays a burst and prints the processor time.
_PLAYER = """
import sys, time
from tricorn.arena.seating import Seating
from tricorn.core.compile import is_compiled
from tricorn.core.totals import new_totals
from tricorn.editions import EDITIONS

assert is_compiled()
for line in sys.stdin:
    edition, bot, players, first, games = line.split()
    seating = Seating(EDITIONS[edition], [bot] * int(players))
    began = time.process_time()
    seating.play_games(1, int(first), int(games), new_totals())
    print(time.process_time() - began, flush=True)
"""


def sources(version: str, folder: Path) -> Path:
    """The compiled sources of a version; those of a commit are written to this folder."""
    source = Path(version).resolve() / "src"
    if not source.is_dir():
        folder.mkdir()
        archive = subprocess.run(["git", "archive", version, "src"], cwd=_ROOT, check=True, capture_output=True)
        subprocess.run(["tar", "-x", "-C", str(folder)], input=archive.stdout, check=True)
        source = folder / "src"
    subprocess.run([sys.executable, "-m", "tricorn.warmup"], env=_environment(source), check=True, capture_output=True)
    return source


def _environment(source: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(source)}


class Player:
    """A process that plays bursts of games with one version."""

    def __init__(self, source: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", _PLAYER],
            env=_environment(source),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def seconds(self, edition: str, bot: str, players: int, first: int, games: int) -> float:
        """The processor time of these games."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(edition, bot, players, first, games, file=self.process.stdin, flush=True)
        return float(self.process.stdout.readline())

    def close(self) -> None:
        self.process.communicate()


def ratios(before: Player, after: Player, case: tuple[str, str, int]) -> list[float]:
    """For each burst, the time of `after` divided by that of `before`; the two alternate in going first."""
    burst_ratios = []
    for player in (before, after):
        player.seconds(*case, 0, _GAMES)
    for burst in range(_BURSTS):
        pair = (before, after) if burst % 2 else (after, before)
        spent = {player: player.seconds(*case, burst * _GAMES, _GAMES) for player in pair}
        burst_ratios.append(spent[after] / spent[before])
    return burst_ratios


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare two versions of the core.")
    parser.add_argument("before", help="a commit or a folder")
    parser.add_argument("after", nargs="?", default=str(_ROOT), help="a commit or a folder (default: the working tree)")
    parser.add_argument("--starts", type=int, default=8, help="how often both are started")
    args = parser.parse_args()
    results: dict[tuple[str, str, int], list[float]] = {case: [] for case in _CASES}
    print(machine_info())
    with tempfile.TemporaryDirectory() as folder:
        versions = [sources(args.before, Path(folder) / "before"), sources(args.after, Path(folder) / "after")]
        print(f"load average {os.getloadavg()[0]:.1f}; {args.starts} x {_BURSTS} pairs of {_GAMES:,} games")
        for _ in range(args.starts):
            before, after = map(Player, versions)
            for case, case_ratios in results.items():
                case_ratios.extend(ratios(before, after, case))
            before.close()
            after.close()
    print("Processor time after the change divided by that before, median and quartiles:")
    for (edition, bot, players), case_ratios in results.items():
        low, middle, high = quantiles(case_ratios)
        case_name = f"{bot}, {players} players, {edition}"
        print(f"  {case_name:<46}{middle:>8.3f}   ({low:.3f}-{high:.3f})")


if __name__ == "__main__":
    main()
