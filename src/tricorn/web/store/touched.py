"""When each table's `touched` time was last stored."""

from __future__ import annotations

import time

__all__ = ["Touched"]

_EVERY = 3600.0  # seconds; storing the time at every move would double the work
_MAX_TABLES = 10_000


class Touched:
    """The times stored recently."""

    def __init__(self) -> None:
        self.known = 0.0  # the store's time: a clock behind it, as after a flat battery, must not make tables look old
        self._noted: dict[str, float] = {}

    def now(self) -> float:
        return max(time.time(), self.known)

    def due(self, code: str) -> bool:
        """Whether the table's time should be stored again."""
        return self._noted.get(code, 0.0) < self.now() - _EVERY

    def note(self, code: str) -> float:
        """The time to store for a table, which is noted as stored."""
        if len(self._noted) >= _MAX_TABLES:
            self._noted.clear()
        self._noted[code] = self.now()
        return self._noted[code]
