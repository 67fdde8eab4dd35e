"""Work that would block the event loop, in lanes, so that long work delays only long work.

Work that needs the tables in memory runs in threads, with pauses; the rest in other processes. However much an address
requests, others wait for at most one of its jobs in a lane.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any

from tricorn.web.security.limits import RateLimiter
from tricorn.web.setting_kinds import Rate
from tricorn.web.work.lane import Lane
from tricorn.web.work.pacing import long_pause_seconds, run_paced
from tricorn.web.work.process_pool import Answer, ProcessPool

__all__ = ["Workers"]

_READERS = 2  # one is always free for other addresses; more than two would slow down the event loop
_MAX_REVIEWS_WAITING = 5  # per address
_MANY_LINES = 1_000  # more, which no ordinary game has, take too long to replay among reads


class Workers:
    """The workers of a server.

    `budget` is the seconds of processor time that an address has, in all lanes together except for reviews.
    """

    def __init__(self, budget: Rate) -> None:
        budgets = RateLimiter(budget)
        self._processes = ProcessPool()
        self.reads = Lane("reader", _READERS, budgets, _call_paced)  # pages, lists, records, loading ordinary tables
        self.loads = Lane("loader", 1, budgets, _call_paced)  # loading long games
        self.records = Lane("records", _half_of_processors(), budgets, self._processes.call)  # uploaded records
        self.pictures = Lane("pictures", 1, budgets, self._processes.call)  # QR codes, previews, files of reviews
        self.reviews = Lane("reviews", 1, None, self._processes.call, _MAX_REVIEWS_WAITING)

    def for_lines(self, count: int) -> Lane:
        """The lane in which a game with this many lines is replayed."""
        return self.loads if count > _MANY_LINES else self.reads

    def close(self) -> None:
        for lane in (self.reads, self.loads, self.records, self.pictures, self.reviews):
            lane.close()
        self._processes.close()


def _half_of_processors() -> int:
    return max(1, (os.cpu_count() or 1) // 2)


def _call_paced(work: Callable[..., Any], *args: Any) -> Answer:
    """Call a function in this thread; its loops should be `paced`. Long pauses count as processor time."""
    started = time.thread_time()
    try:
        result = run_paced(work, *args)
    except Exception as error:
        result = error
    return Answer(result, time.thread_time() - started + long_pause_seconds())
