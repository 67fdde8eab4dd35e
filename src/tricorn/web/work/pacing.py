"""Adds pauses to CPU-bound Python code in threads, so that it does not delay the event loop and the store's writer.

Both release the interpreter's lock many times per move. Each time, a thread that computes without pausing would take
the lock and hold it for a fraction of a millisecond or, on a busy core, longer: tens of milliseconds in total.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

__all__ = ["long_pause_seconds", "paced", "run_paced"]

Item = TypeVar("Item")
Result = TypeVar("Result")

_PORTION = 0.0005  # seconds
_PAUSE = 0.002
_LONG_WORK = 0.1  # seconds of processor time after which pauses are longer; ordinary games take less
_LONG_PAUSE = 0.005
_thread = threading.local()


def run_paced(work: Callable[..., Result], *args: Any) -> Result:
    """Call a function and pause in its `paced` loops; must not be called in the thread of the event loop."""
    _thread.is_paced, _thread.began, _thread.long_pause_seconds = True, time.thread_time(), 0.0
    try:
        return work(*args)
    finally:
        _thread.is_paced = False


def long_pause_seconds() -> float:
    """The seconds of long pauses in the last call of `run_paced` in this thread.

    They count as work, because the thread was not free for other jobs.
    """
    seconds: float = _thread.long_pause_seconds
    return seconds


def paced(items: Iterable[Item], every: int = 1) -> Iterator[Item]:
    """Yield the items, with a pause whenever a portion of time has been used; checked after every `every` items."""
    if not getattr(_thread, "is_paced", False):
        yield from items
        return
    began = time.perf_counter()
    for number, item in enumerate(items, 1):
        yield item
        if number % every == 0 and time.perf_counter() - began > _PORTION:
            _pause()
            began = time.perf_counter()


def _pause() -> None:
    if time.thread_time() - _thread.began > _LONG_WORK:
        _thread.long_pause_seconds += _LONG_PAUSE
        time.sleep(_LONG_PAUSE)
    else:
        time.sleep(_PAUSE)
