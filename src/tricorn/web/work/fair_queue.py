"""Limits concurrent work, in total and per address; what exceeds the limits waits in a fair queue (round robin)."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque

from tricorn.web.security.addresses import count_down

__all__ = ["FairQueue", "QueueFull"]


class QueueFull(Exception):
    """Too many jobs of this address are waiting already."""


class FairQueue:
    """At most `slots` jobs run at once, and at most `per_address` of one address; waiting addresses take turns.

    An address with a running job comes after those without one. At most `max_waiting` jobs of an address may wait.
    """

    def __init__(self, slots: int, per_address: int, max_waiting: int | None = None) -> None:
        self._slots, self._per_address = slots, per_address
        self._max_waiting = max_waiting
        self._running: Counter[str] = Counter()
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()  # by address, the next one first

    async def acquire(self, address: str) -> None:
        """Wait for a slot and hold it until `release`; raises `QueueFull` if too many jobs are waiting."""
        if address not in self._waiting and self._has_slot(address):
            self._running[address] += 1
            return
        slot = asyncio.get_running_loop().create_future()
        if address not in self._waiting:
            self._append_address(address)
        waiting = self._waiting[address]
        if self._max_waiting is not None and len(waiting) >= self._max_waiting:
            raise QueueFull
        waiting.append(slot)
        self._assign_slots()
        try:
            await slot
        except asyncio.CancelledError:
            if slot.done() and not slot.cancelled():
                self.release(address)
            raise

    def _append_address(self, address: str) -> None:
        self._waiting[address] = deque()
        for other in [other for other in self._waiting if self._running[other]]:
            self._waiting.move_to_end(other)

    def release(self, address: str) -> None:
        count_down(self._running, address)
        self._assign_slots()

    def _has_slot(self, address: str) -> bool:
        return self._running.total() < self._slots and self._running[address] < self._per_address

    def _assign_slots(self) -> None:
        """Give free slots to the addresses that are next."""
        for address in list(self._waiting):
            waiting = self._waiting[address]
            while waiting and waiting[0].done():
                waiting.popleft()  # cancelled
            if waiting and self._has_slot(address):
                self._running[address] += 1
                waiting.popleft().set_result(None)
                self._waiting.move_to_end(address)
            if not waiting:
                del self._waiting[address]
