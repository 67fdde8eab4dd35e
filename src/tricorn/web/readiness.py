"""Whether a server can do its work: found out by writing, but not more often than once a second."""

from __future__ import annotations

import asyncio
import time

from tricorn.web.store import Store, StoreError

__all__ = ["Readiness"]

_FRESH = 1.0  # seconds
_WRITTEN_WITHIN = 2.0


class Readiness:
    """Writes to the store to find out whether that can be done; those who ask at the same time share the answer."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._asking = asyncio.Lock()
        self._found = False
        self._at = -_FRESH

    async def check(self) -> bool:
        async with self._asking:
            if time.monotonic() - self._at >= _FRESH:
                self._found = await self._write()
                self._at = time.monotonic()
        return self._found and self._store.reachable

    async def _write(self) -> bool:
        try:
            async with asyncio.timeout(_WRITTEN_WITHIN):
                await self._store.probe()
        except (StoreError, TimeoutError):
            return False
        return True
