"""One kind of expensive work: a few jobs at a time, addresses in turn, most of it within the budget of its address."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from tricorn.web.refusals import busy_refusal, too_fast_refusal
from tricorn.web.security.limits import RateLimiter
from tricorn.web.work.fair_queue import FairQueue, QueueFull
from tricorn.web.work.process_pool import Answer

__all__ = ["Lane"]

Result = TypeVar("Result")

_MAX_WAITING = 400  # per address: the tables of a school, all loaded at once after a restart
_OVERDRAFT = 20.0  # seconds of processor time: far more than a family or a school needs for its tables
_SECONDS_TO_WAIT = 15.0  # a proxy waits a minute, and a request may need an upload and two lanes


class Lane:
    """Runs functions by `call`, in threads of its own that run them or wait for another process to do so.

    An address has one slot. `budgets` are the seconds of processor time that addresses have left: an address that has
    none is refused at once. Work for people who are seated at a table may overdraw it, because they may share their
    address with others. Without budgets, nobody waits for the work, so it may wait for any time.
    """

    def __init__(
        self,
        name: str,
        slots: int,
        budgets: RateLimiter | None,
        call: Callable[..., Answer],
        max_waiting: int = _MAX_WAITING,
    ) -> None:
        self._queue = FairQueue(slots, 1, max_waiting)
        self._threads = ThreadPoolExecutor(slots, thread_name_prefix=f"tricorn-{name}")
        self._budgets = budgets
        self._call = call

    async def run(
        self, address: str, work: Callable[..., Result], *args: Any, seated: bool = False, **options: Any
    ) -> Result:
        """Run a function for an address; `options` are those of `call`."""
        async with self.slot(address, seated):
            return await self.run_in_slot(address, work, *args, **options)

    @contextlib.asynccontextmanager
    async def slot(self, address: str, seated: bool = False) -> AsyncIterator[None]:
        """Wait for the address's slot and hold it during the block; raises `Refused` if the address is over a limit."""
        self.check_budget(address, seated)
        await self._acquire(address)
        try:
            self.check_budget(address, seated)  # the jobs before this one may have used it up
            yield
        finally:
            self._queue.release(address)

    async def _acquire(self, address: str) -> None:
        try:
            async with asyncio.timeout(None if self._budgets is None else _SECONDS_TO_WAIT):
                await self._queue.acquire(address)
        except QueueFull:
            raise too_fast_refusal() from None
        except TimeoutError:
            raise busy_refusal() from None

    def check_budget(self, address: str, seated: bool = False) -> None:
        """Refuse an address that has used up its budget."""
        if self._budgets is not None:
            seconds = self._budgets.seconds_until(address, -_OVERDRAFT if seated else 0.0)
            if seconds:
                raise too_fast_refusal(seconds)

    async def run_in_slot(self, address: str, work: Callable[..., Result], *args: Any, **options: Any) -> Result:
        """Run a function; the caller must hold the slot of the address."""
        call = partial(self._call, work, *args, **options)
        answer = await asyncio.get_running_loop().run_in_executor(self._threads, call)
        if self._budgets is not None:
            self._budgets.spend(address, answer.seconds)
        if isinstance(answer.result, Exception):
            raise answer.result
        result: Result = answer.result
        return result

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
