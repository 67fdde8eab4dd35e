"""When it was last noted that something happened at a table."""

from __future__ import annotations

import time

__all__ = ["Touched"]

_EVERY = 3600.0  # seconds; a table's time is noted coarsely, as a write a move would double the work
_MOST = 10_000


class Touched:
    """The times that were noted of late."""

    def __init__(self) -> None:
        self.known = 0.0  # the store's time: a clock behind it, as after a flat battery, makes no table look old
        self._noted: dict[str, float] = {}

    def now(self) -> float:
        return max(time.time(), self.known)

    def due(self, code: str) -> bool:
        """Whether it is time to note it again."""
        return self._noted.get(code, 0.0) < self.now() - _EVERY

    def note(self, code: str) -> float:
        """It is being noted: the time."""
        if len(self._noted) >= _MOST:
            self._noted.clear()
        self._noted[code] = self.now()
        return self._noted[code]
