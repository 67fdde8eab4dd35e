"""Returning freed memory to the system: glibc keeps it for the process in case it is needed again."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache

__all__ = ["release_memory"]


def release_memory() -> None:
    """Ask the C library to return what it can; does nothing where it has no such call."""
    trim = _malloc_trim()
    if trim is not None:
        trim(0)


@cache
def _malloc_trim() -> Callable[[int], int] | None:
    try:
        return ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):  # another C library, or Windows
        return None
