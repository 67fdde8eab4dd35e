"""When the `touched` time of each table was last stored."""

from __future__ import annotations

import time

__all__ = ["TouchTimes"]

_INTERVAL = 3600.0  # seconds; storing the time at every move would double the work
_MAX_TABLES = 10_000


class TouchTimes:
    """The times stored recently.

    No time is earlier than `min_time`, the store's own time: a clock that is behind it, for example after a flat
    battery, must not make tables look old.
    """

    def __init__(self) -> None:
        self.min_time = 0.0
        self._stored: dict[str, float] = {}

    def now(self) -> float:
        return max(time.time(), self.min_time)

    def is_due(self, code: str) -> bool:
        """Whether the table's time should be stored again."""
        return self._stored.get(code, 0.0) < self.now() - _INTERVAL

    def mark_stored(self, code: str) -> float:
        """Return the time to store for a table, and count it as stored."""
        if len(self._stored) >= _MAX_TABLES:
            self._stored.clear()
        self._stored[code] = self.now()
        return self._stored[code]
