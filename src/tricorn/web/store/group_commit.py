"""Group commit: how long a store pauses between commits, so that several jobs share the next one.

A commit takes as much processor time for one job as for many. So while jobs arrive together, the store pauses for a few
milliseconds after each commit. If they arrive one at a time, it does not pause.
"""

from __future__ import annotations

__all__ = ["GroupCommit"]

_PAUSE = 0.008  # seconds
_MAX_SINGLE = 3  # commits of a single job in a row, after which the store no longer pauses
_PROBE_EVERY = 16  # commits; after every 16th it pauses anyway, to find out whether jobs arrive together again


class GroupCommit:
    """Decides after each commit whether to pause."""

    def __init__(self) -> None:
        self._commits = 0
        self._single = 0  # commits of a single job in a row

    def pause_after(self, jobs: int) -> float:
        """How many seconds to pause after a commit of this many jobs."""
        self._commits += 1
        self._single = 0 if jobs > 1 else self._single + 1
        is_worthwhile = self._single < _MAX_SINGLE or self._commits % _PROBE_EVERY == 0
        return _PAUSE if is_worthwhile else 0.0
