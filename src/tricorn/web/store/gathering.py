"""How long a store waits before it commits, so that several jobs share a commit.

A commit costs the same processor time for one job as for many: a switch of threads, a transaction, and syncing the
file. A busy store waits a moment for further jobs, as long as that gathers any. One that was idle commits at once, and
so does one whose jobs come one at a time, each after the answer to the last.
"""

from __future__ import annotations

__all__ = ["Gathering"]

_WAIT = 0.005  # seconds
_BUSY = 0.02  # a store that has committed within this many seconds is busy
_MAX_ALONE = 3  # waiting stops after this many commits of a single job in a row
_PROBE_EVERY = 16  # and is tried again after this many commits


class Gathering:
    """Decides before each commit whether to wait; times are those of one clock."""

    def __init__(self) -> None:
        self._committed = float("-inf")
        self._commits = 0
        self._alone = 0  # commits of a single job in a row

    def seconds_to_wait(self, now: float) -> float:
        """How long to wait for further jobs when the first one has come."""
        is_busy = now - self._committed < _BUSY
        gathers = self._alone < _MAX_ALONE or self._commits % _PROBE_EVERY == 0
        return _WAIT if is_busy and gathers else 0.0

    def note(self, now: float, jobs: int) -> None:
        """Record a commit of some jobs."""
        self._committed = now
        self._commits += 1
        self._alone = 0 if jobs > 1 else self._alone + 1
