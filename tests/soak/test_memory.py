"""Ten million rounds in a memory that does not grow."""

from __future__ import annotations

from pathlib import Path

import pytest

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

    def take(part: list[int]) -> bool:
        nonlocal rounds
        rounds += part[2]
        sizes.append(resident())
        return rounds >= ROUNDS

    assert run(job, workers, take)
    assert rounds >= ROUNDS
    settled = sizes[len(sizes) // 10]
    assert max(sizes[len(sizes) // 10 :]) - settled < 2048, (settled, max(sizes))
