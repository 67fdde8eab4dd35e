"""The memory of a server: collecting garbage on a schedule, and returning freed memory to the system."""

from __future__ import annotations

import asyncio
import ctypes
import gc
from collections.abc import Callable
from functools import cache
from itertools import count

__all__ = ["collect_garbage", "release_memory"]

_SECONDS_BETWEEN_COLLECTIONS = 0.1
_FULL_EVERY = 36_000  # collections: an hour


async def collect_garbage() -> None:
    """Collect garbage by the clock, in a process where Python does not collect it by itself.

    Python collects after so many new objects, in the middle of whatever is being done: reading a large record would
    stop the event loop again and again. The newest objects are collected often, which is quick. Collecting those of
    some seconds takes tens of milliseconds and finds next to nothing, because neither tables that are evicted nor
    closed connections leave cycles. So there is only a full collection, once an hour: with a thousand tables it takes
    a third of a second.
    """
    for number in count(1):
        await asyncio.sleep(_SECONDS_BETWEEN_COLLECTIONS)
        gc.collect(2 if number % _FULL_EVERY == 0 else 0)


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
