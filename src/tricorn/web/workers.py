"""Work that would block the event loop runs in a few threads and processes, with a fair queue.

An address has one thread at a time and a budget of processor time. However much it asks for, others wait for one piece
of its work at most.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from tricorn.web.fair_queue import FairQueue, QueueFull
from tricorn.web.refusals import Refused
from tricorn.web.replayer import Replayer
from tricorn.web.settings import Rate

__all__ = ["Workers"]

Result = TypeVar("Result")

_THREADS = 2  # while one address uses the first, others have the second; more would slow down the event loop
_MOST_WAITING = 400  # of an address: the tables of a school, all loaded at once after a restart


class Workers:
    """The worker threads of a server; `budget` is the seconds of processor time that an address has."""

    def __init__(self, budget: Rate) -> None:
        self._queue = FairQueue(_THREADS, 1, budget, _MOST_WAITING)
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="tricorn-worker")
        self._replayer = Replayer()
        self._elsewhere = threading.local()  # `seconds` that other processes have worked for a thread

    async def run(self, address: str, work: Callable[..., Result], *args: Any) -> Result:
        """Run a function in a thread, for an address."""
        async with self.slot(address):
            return await self.in_thread(address, work, *args)

    @contextlib.asynccontextmanager
    async def slot(self, address: str) -> AsyncIterator[None]:
        """Wait for the address's slot and hold it during the block; refused if too much is waiting."""
        try:
            await self._queue.acquire(address)
        except QueueFull:
            raise Refused("too-fast", "That was too often; please wait a moment.", 429) from None
        try:
            yield
        finally:
            self._queue.release(address)

    def replay(self, text: str, with_steps: bool) -> bytes:
        """The replay of a record as JSON, made in another process; called in one of these threads."""
        answer = self._replayer.replay(text, with_steps)
        self._elsewhere.seconds += answer.seconds
        if isinstance(answer.result, Exception):
            raise answer.result
        replay: bytes = answer.result
        return replay

    async def in_thread(self, address: str, work: Callable[..., Result], *args: Any) -> Result:
        """Run a function in a thread, while the slot of the address is held."""
        spent = 0.0

        def timed() -> Result:
            nonlocal spent
            started = time.thread_time()
            self._elsewhere.seconds = 0.0
            try:
                return work(*args)
            finally:
                spent = time.thread_time() - started + self._elsewhere.seconds

        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, timed)
        finally:
            self._queue.charge(address, spent)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._replayer.close()
