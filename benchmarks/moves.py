"""Compares the server's processor time per move in two versions of the program.

A version is a commit, or `.` for the working tree. Each has its own load generator (`benchmarks/tables.py`), because
the frames of the socket differ between versions. The packages are the installed ones.

With `--pace 0` every player moves as soon as it can, which shows the cost of a move on a busy server. With pauses, much
of the processor time is spent on waking up for each move.

    python benchmarks/moves.py BEFORE [AFTER] [--turns 3] [--tables 200] [--seconds 10] [--pace 0.5]
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

from tricorn.arena.machine_info import machine_info

_ROOT = Path(__file__).parent.parent

# Old versions run this too, so the names it uses in benchmarks/tables.py must not change.
_LOAD = """
import contextlib, gc, json, sys
from benchmarks.tables import Bench, percentile

gc.disable()
with contextlib.redirect_stdout(sys.stderr):
    row = Bench(None, float(sys.argv[2])).tables(int(sys.argv[1]), float(sys.argv[3]))
print(json.dumps([row.cpu_of_a_move, percentile(row.times, 0.5), percentile(row.times, 0.99)]))
"""


def check_out(version: str, folder: Path) -> Path:
    """A tree with the files of a version; those of a commit are written to this folder."""
    if version == ".":
        return _ROOT
    folder.mkdir()
    archive = subprocess.run(
        ["git", "archive", version, "src", "tests", "benchmarks"], cwd=_ROOT, check=True, capture_output=True
    )
    subprocess.run(["tar", "-x", "-C", str(folder)], input=archive.stdout, check=True)
    run(folder, "-m", "tricorn.warmup")
    return folder


def run(tree: Path, *arguments: str) -> str:
    environment = {**os.environ, "PYTHONPATH": f"{tree / 'src'}:{tree}"}
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=tree, env=environment, check=True, capture_output=True, text=True)
    return done.stdout


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("before", help="a commit, or . for the working tree")
    parser.add_argument("after", nargs="?", default=".", help="a commit (default: the working tree)")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=10.0, help="per version and turn")
    parser.add_argument("--pace", type=float, default=0.5, help="seconds from one move at a table to the next")
    args = parser.parse_args()
    print(machine_info())
    with tempfile.TemporaryDirectory() as name:
        trees = {version: check_out(version, Path(name) / version) for version in (args.before, args.after)}
        pace = f"a move every {args.pace:g} s" if args.pace else "full speed"
        print(f"load average {os.getloadavg()[0]:.1f}; {args.tables} tables, {pace}", end="; ")
        print(f"median of {args.turns} turns of {args.seconds:g} s", flush=True)
        results: dict[str, list[list[float]]] = {version: [] for version in trees}
        for _ in range(args.turns):
            for version, tree in trees.items():
                figures = run(tree, "-c", _LOAD, str(args.tables), str(args.seconds), str(args.pace))
                results[version].append(json.loads(figures))
    for version, rows in results.items():
        cpu, middle, slow = (median(column) for column in zip(*rows, strict=True))
        print(f"  {version:<10} {cpu:5.2f} ms of processor time per move   p50 {middle:5.2f} ms   p99 {slow:6.2f} ms")


if __name__ == "__main__":
    main()
