"""The memory of a server: collecting garbage by the clock, and returning freed memory to the system."""

from __future__ import annotations

import asyncio
import ctypes
import gc
from collections.abc import Callable
from functools import cache
from itertools import count

__all__ = ["collect_garbage", "release_memory"]

_SECONDS_BETWEEN_COLLECTIONS = 0.1
_MIDDLE_EVERY, _FULL_EVERY = 10, 36_000  # collections


async def collect_garbage() -> None:
    """Collect garbage by the clock, in a process where Python does not collect it by itself.

    Python collects after so many new objects, in the middle of whatever is being done: reading a large record would
    stop the event loop again and again. New objects are collected often, which is quick. A full collection of a
    thousand tables takes a third of a second, so it comes once an hour; neither tables that are put away nor closed
    connections need it.
    """
    for number in count(1):
        await asyncio.sleep(_SECONDS_BETWEEN_COLLECTIONS)
        gc.collect(2 if number % _FULL_EVERY == 0 else 1 if number % _MIDDLE_EVERY == 0 else 0)


def release_memory() -> None:
    """Have the C library return what it keeps in case it is needed again; not every one has such a call."""
    trim = _malloc_trim()
    if trim is not None:
        trim(0)


@cache
def _malloc_trim() -> Callable[[int], int] | None:
    try:
        return ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):  # another C library, or Windows
        return None
