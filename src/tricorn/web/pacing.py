"""Pauses in work that uses the interpreter in a thread, so that the event loop and the store's writer go on meanwhile.

Both give up the interpreter's lock many times a move. Each time, a thread that computes without a pause takes it, and
keeps it for a fraction of a millisecond or, on a busy core, for longer: together that would be tens of milliseconds.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

__all__ = ["in_portions", "paced"]

Item = TypeVar("Item")
Result = TypeVar("Result")

_PORTION = 0.0005  # seconds
_PAUSE = 0.002
_thread = threading.local()


def in_portions(work: Callable[..., Result], *args: Any) -> Result:
    """Call a function that has `paced` loops, and pause in them; called in a thread other than the event loop's."""
    _thread.is_paced = True
    try:
        return work(*args)
    finally:
        _thread.is_paced = False


def paced(items: Iterable[Item], every: int = 1) -> Iterator[Item]:
    """The items, with a pause whenever a portion of time has been used; looked at after `every` items."""
    if not getattr(_thread, "is_paced", False):
        yield from items
        return
    began = time.perf_counter()
    for number, item in enumerate(items, 1):
        yield item
        if number % every == 0 and time.perf_counter() - began > _PORTION:
            time.sleep(_PAUSE)
            began = time.perf_counter()
