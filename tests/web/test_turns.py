"""Work for many: whoever wants much of it does not keep the others from theirs."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest
from tests.web.playing import run

from tricorn.bots import LEVELS
from tricorn.game import Game
from tricorn.web.thinkers import Thinkers
from tricorn.web.turns import TooMany, Turns


async def settle() -> None:
    """Let everybody go on who can."""
    for _ in range(10):
        await asyncio.sleep(0)


class Work:
    """Jobs that begin when it is their turn, and end when they are told to."""

    def __init__(self, turns: Turns) -> None:
        self._turns = turns
        self._ends: dict[str, asyncio.Event] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self.begun: list[str] = []

    def want(self, *names: str) -> None:
        for name in names:
            self._ends[name] = asyncio.Event()
            self._tasks[name] = asyncio.create_task(self._do(name))

    async def _do(self, name: str) -> None:
        async with self._turns.turn(name[0]):
            self.begun.append(name)
            await self._ends[name].wait()

    async def end(self, name: str) -> None:
        self._ends[name].set()
        await settle()

    async def cancel(self, name: str) -> None:
        self._tasks[name].cancel()
        await settle()


def test_those_who_wait_take_turns() -> None:
    async def test() -> None:
        work = Work(Turns(at_once=1, each=1))
        work.want("a1", "a2", "a3", "a4", "b1", "b2", "c1")
        await settle()
        for name in ("a1", "a2", "b1", "c1", "a3", "b2", "a4"):
            assert work.begun[-1] == name
            await work.end(name)
        work.want("a5")
        await settle()
        assert work.begun[-1] == "a5"
        await work.end("a5")

    run(test())


def test_nobody_has_more_than_their_share_at_once() -> None:
    async def test() -> None:
        work = Work(Turns(at_once=3, each=2))
        work.want("a1", "a2", "a3", "b1")
        await settle()
        assert work.begun == ["a1", "a2", "b1"]
        await work.end("b1")
        assert len(work.begun) == 3
        await work.end("a1")
        assert work.begun[3:] == ["a3"]
        for name in ("a2", "a3"):
            await work.end(name)

    run(test())


def test_whoever_stops_waiting_costs_nobody_a_turn() -> None:
    async def test() -> None:
        work = Work(Turns(at_once=1, each=1))
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

    run(test())


async def refusal(waiting: Coroutine[Any, Any, None]) -> TooMany:
    with pytest.raises(TooMany) as refused:
        await waiting
    return refused.value


def test_only_so_much_waits() -> None:
    async def test() -> None:
        turns = Turns(at_once=1, each=1, waiting=3, waiting_each=2)
        work = Work(turns)
        work.want("a1", "a2", "a3")
        await settle()
        assert not (await refusal(turns.begin("a"))).in_all
        work.want("b1")
        await settle()
        assert (await refusal(turns.begin("c"))).in_all
        for name in ("a1", "a2", "b1", "a3"):
            await work.end(name)
        await turns.begin("c")

    run(test())


def test_many_bots_of_one_address_do_not_hold_up_anothers() -> None:
    async def test() -> None:
        thinkers = Thinkers()
        view = Game("pressman-classic", 2, seed=1).view(0)
        theirs = [asyncio.create_task(thinkers.choose(LEVELS[-1], view, "them")) for _ in range(40)]
        await settle()
        await thinkers.choose(LEVELS[-1], view, "us")
        done = sum(task.done() for task in theirs)
        for task in theirs:
            task.cancel()
        thinkers.close()
        assert done < 20

    run(test())
