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
_MIDDLE_EVERY, _FULL_EVERY = 5, 36_000  # collections


async def collect_garbage() -> None:
    """Collect garbage on a schedule, in a process whose automatic collection is off.

    Python collects whenever enough new objects exist: reading a large record would stop the event loop again and
    again. Here young objects are collected often, which is quick. A full collection of a thousand tables takes a third
    of a second, so it runs once an hour; neither evicted tables nor closed connections need it.
    """
    for number in count(1):
        await asyncio.sleep(_SECONDS_BETWEEN_COLLECTIONS)
        gc.collect(2 if number % _FULL_EVERY == 0 else 1 if number % _MIDDLE_EVERY == 0 else 0)


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
