"""Compares the speed of random rounds in two versions of the sources: what a change of the core costs or gains.

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
_GAMES = 3_000  # a burst, less than a tenth of a second
_BURSTS = 40  # pairs of bursts for each case and start
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
    place = Path(version).resolve() / "src"
    if not place.is_dir():
        folder.mkdir()
        archive = subprocess.run(["git", "archive", version, "src"], cwd=_ROOT, check=True, capture_output=True)
        subprocess.run(["tar", "-x", "-C", str(folder)], input=archive.stdout, check=True)
        place = folder / "src"
    subprocess.run([sys.executable, "-m", "tricorn.warmup"], env=_environment(place), check=True, capture_output=True)
    return place


def _environment(place: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(place)}


class Player:
    """A process that plays bursts of games by one version."""

    def __init__(self, place: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", _PLAYER],
            env=_environment(place),
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
    """How much more time each burst takes afterwards; the two take turns at going first."""
    found = []
    for player in (before, after):
        player.seconds(*case, 0, _GAMES)
    for burst in range(_BURSTS):
        pair = (before, after) if burst % 2 else (after, before)
        spent = {player: player.seconds(*case, burst * _GAMES, _GAMES) for player in pair}
        found.append(spent[after] / spent[before])
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare two versions of the core.")
    parser.add_argument("before", help="a commit or a folder")
    parser.add_argument("after", nargs="?", default=str(_ROOT), help="another one (the working tree)")
    parser.add_argument("--starts", type=int, default=8, help="how often both are started")
    args = parser.parse_args()
    found: dict[tuple[str, str, int], list[float]] = {case: [] for case in _CASES}
    print(machine_info())
    with tempfile.TemporaryDirectory() as folder:
        places = [sources(args.before, Path(folder) / "before"), sources(args.after, Path(folder) / "after")]
        print(f"load average {os.getloadavg()[0]:.1f}; {args.starts} x {_BURSTS} pairs of {_GAMES:,} games")
        for _ in range(args.starts):
            before, after = map(Player, places)
            for case, case_ratios in found.items():
                case_ratios.extend(ratios(before, after, case))
            before.close()
            after.close()
    print("Processor time afterwards to that before, median and quartiles:")
    for (edition, bot, players), case_ratios in found.items():
        low, middle, high = quantiles(case_ratios)
        words = f"{bot}, {players} players, {edition}"
        print(f"  {words:<46}{middle:>8.3f}   ({low:.3f}-{high:.3f})")


if __name__ == "__main__":
    main()
