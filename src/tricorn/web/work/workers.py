"""Runs work that would block the event loop: in other processes or, with pauses, in a few threads.

An address gets one thread at a time and a budget of processor time. However much it requests, other addresses wait for
at most one of its jobs.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from tricorn.web.refusals import too_fast_refusal
from tricorn.web.settings import Rate
from tricorn.web.work.fair_queue import FairQueue, QueueFull
from tricorn.web.work.pacing import long_pause_seconds, run_paced
from tricorn.web.work.process_pool import ProcessPool

__all__ = ["Workers"]

Result = TypeVar("Result")

_THREADS = 2  # one is always free for other addresses; more than two would slow down the event loop
_MAX_WAITING = 400  # per address: the tables of a school, all loaded at once after a restart


class Workers:
    """The worker threads of a server; `budget` is the seconds of processor time that an address has."""

    def __init__(self, budget: Rate) -> None:
        self._queue = FairQueue(_THREADS, 1, budget, _MAX_WAITING)
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="tricorn-worker")
        self._processes = ProcessPool()
        self._process_time = threading.local()  # `seconds` of processor time that other processes used for this thread

    async def run_in_thread(self, address: str, work: Callable[..., Result], *args: Any) -> Result:
        """Run a function in a thread, for an address; its loops should be `paced`."""
        async with self.slot(address):
            return await self.run_in_slot(address, work, *args)

    @contextlib.asynccontextmanager
    async def slot(self, address: str) -> AsyncIterator[None]:
        """Wait for the address's slot and hold it during the block; raises `Refused` if too many jobs are waiting."""
        try:
            await self._queue.acquire(address)
        except QueueFull:
            raise too_fast_refusal() from None
        try:
            yield
        finally:
            self._queue.release(address)

    def call_in_process(self, work: Callable[..., Result], *args: Any) -> Result:
        """Call a module's function in another process, from one of these threads."""
        answer = self._processes.call(work, *args)
        self._process_time.seconds += answer.seconds
        if isinstance(answer.result, Exception):
            raise answer.result
        result: Result = answer.result
        return result

    async def run_in_process(self, address: str, work: Callable[..., Result], *args: Any) -> Result:
        """Call a module's function in another process, for an address."""
        return await self.run_in_thread(address, self.call_in_process, work, *args)

    async def run_in_slot(self, address: str, work: Callable[..., Result], *args: Any) -> Result:
        """Run a function in a thread; the caller must hold the slot of the address."""
        spent = 0.0

        def timed() -> Result:
            nonlocal spent
            started = time.thread_time()
            self._process_time.seconds = 0.0
            try:
                return run_paced(work, *args)
            finally:
                spent = time.thread_time() - started + self._process_time.seconds + long_pause_seconds()

        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, timed)
        finally:
            self._queue.charge(address, spent)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._processes.close()
