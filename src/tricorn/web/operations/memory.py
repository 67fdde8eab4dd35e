"""Memory of a server: scheduled garbage collection, and returning freed memory to the system."""

from __future__ import annotations

import asyncio
import ctypes
import gc
from collections.abc import Callable
from functools import cache
from itertools import count

__all__ = ["collect_garbage", "release_memory"]

_SECONDS_BETWEEN_COLLECTIONS = 0.1
_COLLECTIONS_PER_HOUR = 36_000


async def collect_garbage() -> None:
    """Collect garbage on a schedule, in a process where Python's automatic collection is disabled.

    Automatic collection runs after a number of allocations, so reading a large record would block the event loop
    repeatedly. Here, the youngest generation is collected often, which is quick. The middle generation would take tens
    of milliseconds and free almost nothing, because evicted tables and closed connections leave no cycles. A full
    collection runs once an hour; with a thousand tables it takes a third of a second.
    """
    for number in count(1):
        await asyncio.sleep(_SECONDS_BETWEEN_COLLECTIONS)
        gc.collect(2 if number % _COLLECTIONS_PER_HOUR == 0 else 0)


def release_memory() -> None:
    """Have the C library return free memory to the system, if it has a function for that."""
    trim = _malloc_trim()
    if trim is not None:
        trim(0)


@cache
def _malloc_trim() -> Callable[[int], int] | None:
    try:
        return ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):  # another C library, or Windows
        return None
