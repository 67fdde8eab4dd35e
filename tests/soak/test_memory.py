"""Memory does not grow over ten million rounds, and is released after a thousand tables."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.fork_server import ROOT

from tricorn.arena.faults import Played
from tricorn.arena.job import Job
from tricorn.arena.workers import run
from tricorn.editions import EDITIONS

ROUNDS = 10_000_000


def resident() -> int:
    """The kilobytes of this process."""
    (line,) = (line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1])


@pytest.mark.soak
@pytest.mark.parametrize("workers", [1, 2])
def test_ten_million_rounds_do_not_grow_memory(workers: int) -> None:
    if not Path("/proc/self/status").exists():
        pytest.skip("this system does not tell a process's memory")
    job = Job(EDITIONS["pressman-classic"], ("random", "greedy"), games=ROUNDS, seed=8)
    rounds = 0
    sizes = []

    def take(part: Played) -> bool:
        nonlocal rounds
        rounds += part.sums[2]
        sizes.append(resident())
        return rounds >= ROUNDS

    assert run(job, workers, take)
    assert rounds >= ROUNDS
    settled = sizes[len(sizes) // 10]
    assert max(sizes[len(sizes) // 10 :]) - settled < 2048, (settled, max(sizes))


@pytest.mark.soak
def test_the_memory_of_many_tables_is_released_when_they_are_left() -> None:
    environment = {**os.environ, "TRICORN_COMPILE": "0"}
    command = [sys.executable, "-m", "tests.soak.many_tables", "1000"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, cwd=ROOT)
    before, peak, after = map(int, done.stdout.split())
    assert peak > before + 20_000, "a table takes some 40 KiB"
    assert after - before < (peak - before) / 2, (before, peak, after)
