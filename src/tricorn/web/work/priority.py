"""Lowers the priority of threads and processes, so that moves run first."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from functools import cache

__all__ = ["lower_process_priority", "lower_thread_priority"]

# At 19 a busy machine would hardly run them at all. People wait for bots, which are threads.
_NICE_THREAD, _NICE_PROCESS = 10, 15


def lower_thread_priority() -> None:
    """Let the thread of the event loop run before this one, on systems where threads have their own priority."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICE_THREAD)


@cache
def lower_process_priority() -> None:
    """Lower the priority of this process, once."""
    if hasattr(os, "nice"):
        os.nice(_NICE_PROCESS)
