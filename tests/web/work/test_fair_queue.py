"""The fair queue: an address that wants much work does not keep the others waiting."""

from __future__ import annotations

import asyncio

import pytest

from tricorn.bots import LEVELS
from tricorn.game import Game
from tricorn.web.work.bot_pool import BotPool
from tricorn.web.work.fair_queue import FairQueue, QueueFull


async def settle() -> None:
    """Let all tasks run as far as they can."""
    for _ in range(10):
        await asyncio.sleep(0)


class Work:
    """Jobs that start when they get a slot, and end on request; the first letter of a name is its address."""

    def __init__(self, queue: FairQueue) -> None:
        self._queue = queue
        self._ends: dict[str, asyncio.Event] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self.begun: list[str] = []

    def want(self, *names: str) -> None:
        for name in names:
            self._ends[name] = asyncio.Event()
            self._tasks[name] = asyncio.create_task(self._do(name))

    async def _do(self, name: str) -> None:
        await self._queue.acquire(name[0])
        try:
            self.begun.append(name)
            await self._ends[name].wait()
        finally:
            self._queue.release(name[0])

    async def end(self, name: str) -> None:
        self._ends[name].set()
        await settle()

    async def cancel(self, name: str) -> None:
        self._tasks[name].cancel()
        await settle()


async def test_addresses_that_wait_get_slots_in_turn() -> None:
    work = Work(FairQueue(slots=1, per_address=1))
    work.want("a1", "a2", "a3", "a4", "b1", "b2", "c1")
    await settle()
    for name in ("a1", "b1", "c1", "a2", "b2", "a3", "a4"):
        assert work.begun[-1] == name
        await work.end(name)
    work.want("a5")
    await settle()
    assert work.begun[-1] == "a5"
    await work.end("a5")


async def test_no_address_has_more_slots_than_its_share() -> None:
    work = Work(FairQueue(slots=3, per_address=2))
    work.want("a1", "a2", "a3", "b1")
    await settle()
    assert work.begun == ["a1", "a2", "b1"]
    await work.end("b1")
    assert len(work.begun) == 3
    await work.end("a1")
    assert work.begun[3:] == ["a3"]
    for name in ("a2", "a3"):
        await work.end(name)


async def test_a_cancelled_wait_costs_nobody_a_slot() -> None:
    work = Work(FairQueue(slots=1, per_address=1))
    work.want("a1", "a2", "b1")
    await settle()
    await work.cancel("a2")
    await work.end("a1")
    assert work.begun == ["a1", "b1"]
    work.want("c1")
    await settle()
    work._ends["b1"].set()
    work._tasks["c1"].cancel()
    await settle()
    work.want("d1")
    await settle()
    assert work.begun[-1] == "d1"
    await work.end("d1")


async def test_the_waiting_work_of_an_address_is_limited() -> None:
    queue = FairQueue(slots=1, per_address=1, max_waiting=2)
    work = Work(queue)
    work.want("a1", "a2", "a3")
    await settle()
    with pytest.raises(QueueFull):
        await queue.acquire("a")
    work.want("b1")
    await settle()
    for name in ("a1", "b1", "a2", "a3"):
        await work.end(name)
    await queue.acquire("a")


async def test_many_bots_of_one_address_do_not_delay_those_of_another() -> None:
    pool = BotPool(LEVELS)
    view = Game("pressman-classic", 2, seed=1).view(0)
    theirs = [asyncio.create_task(pool.choose(LEVELS[-1], view, "them")) for _ in range(40)]
    await settle()
    await pool.choose(LEVELS[-1], view, "us")
    done = sum(task.done() for task in theirs)
    for task in theirs:
        task.cancel()
    pool.close()
    assert done < 20
