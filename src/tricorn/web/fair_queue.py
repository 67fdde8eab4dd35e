"""A limit on work in progress, in all and for each address, with a fair queue (round robin) for what has to wait."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque

__all__ = ["FairQueue"]


class FairQueue:
    """Slots for work: so many in all, so many for each address. Addresses that wait get a free slot in turn."""

    def __init__(self, slots: int, each: int) -> None:
        self._slots, self._each = slots, each
        self._running: Counter[str] = Counter()
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()  # the next address comes first

    async def acquire(self, address: str) -> None:
        """Wait for a slot and hold it until `release`."""
        if self._has_slot(address):
            self._running[address] += 1
            return
        slot = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, deque()).append(slot)
        try:
            await slot
        except asyncio.CancelledError:
            if slot.done() and not slot.cancelled():
                self.release(address)
            raise

    def release(self, address: str) -> None:
        self._running[address] -= 1
        if not self._running[address]:
            del self._running[address]
        self._assign_slots()

    def _has_slot(self, address: str) -> bool:
        return self._running.total() < self._slots and self._running[address] < self._each

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
