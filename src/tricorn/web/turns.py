"""Work that many want done: some at a time, and they take turns, however much one of them wants."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

__all__ = ["TooMany", "Turns"]


class TooMany(Exception):
    """More is waiting already than may wait: for one of those who want it, or in all."""

    def __init__(self, in_all: bool) -> None:
        super().__init__("too much is waiting")
        self.in_all = in_all


class Turns:
    """So many at once, so many of them for each; what has to wait is taken up in turn for each (round robin)."""

    def __init__(self, at_once: int, each: int, waiting: int | None = None, waiting_each: int | None = None) -> None:
        self._at_once, self._each = at_once, each
        self._most_waiting, self._most_waiting_each = waiting, waiting_each
        self._running: Counter[str] = Counter()
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()  # who is next comes first

    @asynccontextmanager
    async def turn(self, who: str) -> AsyncIterator[None]:
        """Wait for a turn, and have it while the block runs; `TooMany` if too much is waiting."""
        await self.begin(who)
        try:
            yield
        finally:
            self.end(who)

    async def begin(self, who: str) -> None:
        """Wait for a turn, which lasts until `end`."""
        if self._may_run(who):
            self._running[who] += 1
            return
        self._check_waiting(who)
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(who, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.end(who)
            raise

    def end(self, who: str) -> None:
        self._running[who] -= 1
        if not self._running[who]:
            del self._running[who]
        self._hand_on()

    def _may_run(self, who: str) -> bool:
        return self._running.total() < self._at_once and self._running[who] < self._each

    def _check_waiting(self, who: str) -> None:
        if self._most_waiting_each is not None and len(self._waiting.get(who, ())) >= self._most_waiting_each:
            raise TooMany(in_all=False)
        if self._most_waiting is not None and sum(map(len, self._waiting.values())) >= self._most_waiting:
            raise TooMany(in_all=True)

    def _hand_on(self) -> None:
        """Give the places that are free to whoever is next."""
        for who in list(self._waiting):
            turns = self._waiting[who]
            while turns and turns[0].done():
                turns.popleft()  # whoever waited for it has gone
            if turns and self._may_run(who):
                self._running[who] += 1
                turns.popleft().set_result(None)
                self._waiting.move_to_end(who)
            if not turns:
                del self._waiting[who]
