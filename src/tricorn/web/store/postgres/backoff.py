"""Pauses between retries of a write."""

from __future__ import annotations

import time

from tricorn.web.store.interface import StoreError

__all__ = ["Backoff"]

_GIVE_UP_AFTER = 8.0  # seconds; longer than it takes to close the connections of a node that hangs
_MIN_PAUSE, _MAX_PAUSE = 0.005, 0.2  # seconds


class Backoff:
    """The pauses between retries while another node holds a table's lock: they double, up to a deadline."""

    def __init__(self) -> None:
        self._deadline = time.monotonic() + _GIVE_UP_AFTER
        self._pause = _MIN_PAUSE / 2

    def pause(self) -> float:
        """The next pause in seconds; `StoreError` after the deadline."""
        if time.monotonic() >= self._deadline:
            raise StoreError("another node has held the table's lock for too long")
        self._pause = min(2 * self._pause, _MAX_PAUSE)
        return self._pause
