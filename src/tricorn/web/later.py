"""Something that happens by itself in a while."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

__all__ = ["Later"]


class Later:
    """One thing to be done later; arranging another one takes its place."""

    def __init__(self, on_done: Callable[[asyncio.Task[None]], None] | None = None) -> None:
        self._task: asyncio.Task[None] | None = None
        self._on_done = on_done

    @property
    def is_arranged(self) -> bool:
        return self._task is not None and not self._task.done()

    def arrange(self, work: Coroutine[Any, Any, None]) -> None:
        """Do this instead of whatever was arranged before."""
        self.cancel()
        self._task = asyncio.get_running_loop().create_task(work)
        if self._on_done is not None:
            self._task.add_done_callback(self._on_done)

    def cancel(self) -> None:
        # What has led to the next thing is at its end and not to be cancelled.
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()
        self._task = None
