"""Group commit: how long a store waits before it commits, so that several jobs share a commit.

A commit takes as much processor time for one job as for many: a thread switch, a transaction and a sync of the file. A
busy store waits a few milliseconds for further jobs, as long as some usually arrive. An idle store commits at once, and
so does one whose jobs arrive one at a time, each sent after the previous one was answered.
"""

from __future__ import annotations

__all__ = ["GroupCommit"]

_WAIT = 0.005  # seconds
_BUSY = 0.02  # a store is busy if it has committed within this many seconds
_MAX_SINGLE = 3  # after this many commits of a single job in a row, the store no longer waits,
_PROBE_EVERY = 16  # except before every 16th commit, to find out whether jobs arrive together again


class GroupCommit:
    """Decides before each commit whether to wait; all times come from the same clock."""

    def __init__(self) -> None:
        self._last_commit = float("-inf")
        self._commits = 0
        self._single = 0  # commits of a single job in a row

    def seconds_to_wait(self, now: float) -> float:
        """How long to wait for further jobs after the first one has arrived."""
        is_busy = now - self._last_commit < _BUSY
        is_worthwhile = self._single < _MAX_SINGLE or self._commits % _PROBE_EVERY == 0
        return _WAIT if is_busy and is_worthwhile else 0.0

    def record(self, now: float, jobs: int) -> None:
        """Record a commit of this many jobs."""
        self._last_commit = now
        self._commits += 1
        self._single = 0 if jobs > 1 else self._single + 1
