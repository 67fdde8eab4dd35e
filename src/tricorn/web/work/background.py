"""Tasks that run in the background: one that can be replaced by another, or any number."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

__all__ = ["BackgroundTask", "TaskSet"]


class BackgroundTask:
    """At most one running task; starting another cancels it."""

    def __init__(self, on_done: Callable[[asyncio.Task[None]], None] | None = None) -> None:
        self._task: asyncio.Task[None] | None = None
        self._on_done = on_done

    @property
    def is_running(self) -> bool:
        return self._task is not None and not self._task.done()

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine and cancel the previous one."""
        self.cancel()
        self._task = asyncio.get_running_loop().create_task(work)
        if self._on_done is not None:
            self._task.add_done_callback(self._on_done)

    def cancel(self) -> None:
        # A task that starts its successor is about to end, and must not be cancelled.
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()
        self._task = None


class TaskSet:
    """Any number of running tasks; it keeps a reference to each, because the event loop keeps none."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return len(self._tasks)

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def cancel(self) -> None:
        for task in self._tasks:
            task.cancel()

    async def wait(self) -> None:
        """Wait until all have ended."""
        if self._tasks:
            await asyncio.wait(self._tasks)
