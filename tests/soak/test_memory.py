"""Ten million rounds in a memory that does not grow; a thousand tables in one that shrinks again."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.web import playing
from tests.web.playing import BOT, HUMAN, begun_table
from tests.web.serving import Server

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


TABLES = 1_000


@pytest.mark.soak
def test_the_memory_of_many_tables_is_given_back_when_they_are_left(tmp_path: Path) -> None:
    async def test() -> None:
        with Server(tmp_path / "tables.sqlite", seconds_in_memory=40.0, tables_an_address=TABLES) as server:
            for _ in range(50):
                await begun_table(server, HUMAN, BOT)
            before = server.memory
            for _ in range(TABLES - 50):
                await begun_table(server, HUMAN, BOT)
            peak = server.memory
            assert peak > before + 15_000, "a table takes some 40 KiB"
            while server.memory > before + (peak - before) / 2:  # it never ends where memory is kept
                await asyncio.sleep(1)

    playing.run(test(), seconds=400)
