"""Whether a server is ready: it tries to write to its store, at most once a second."""

from __future__ import annotations

import asyncio
import time

from tricorn.web.store import Store, StoreError

__all__ = ["Readiness"]

_FRESH_FOR = 1.0  # seconds
_SECONDS_TO_WRITE = 2.0


class Readiness:
    """Tries to write to the store; concurrent callers share the result."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = asyncio.Lock()
        self._is_ready = False
        self._checked_at = -_FRESH_FOR

    async def check(self) -> bool:
        async with self._lock:
            if time.monotonic() - self._checked_at >= _FRESH_FOR:
                self._is_ready = await self._write()
                self._checked_at = time.monotonic()
        return self._is_ready and self._store.reachable

    async def _write(self) -> bool:
        try:
            async with asyncio.timeout(_SECONDS_TO_WRITE):
                await self._store.probe()
        except (StoreError, TimeoutError):
            return False
        return True
