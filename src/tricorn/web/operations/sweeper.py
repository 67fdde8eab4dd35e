"""Deletes abandoned tables from the store, unless the clock may be wrong.

The store has its own time, which is set to the clock's every hour. If the two differ by more than a week, the server
was off or its clock is wrong, and there is no way to know which. Then nothing is deleted, and the store's time moves
towards the clock's by a day per hour, which leaves days to correct a wrong clock.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time

from tricorn.web.settings import Settings
from tricorn.web.store import Store, StoreError

__all__ = ["Sweeper"]

_log = logging.getLogger(__name__)

_DAY = 86_400.0
_SECONDS_BETWEEN_SWEEPS = 3600.0
_MAX_DIFFERENCE = 7 * _DAY
_CATCH_UP_RATE = 24.0  # seconds per second by which the store's time moves towards a clock that differs


class Sweeper:
    """Deletes abandoned tables from one server's store."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        ended, in_play = settings.days_in_store, settings.days_in_play
        self._days = {"waiting": ended, "over": ended, "scored": ended, "playing": in_play, "scoring": in_play}
        self._checked_at: float | None = None
        self._in_doubt = False

    async def run(self) -> None:
        """Sweep once an hour."""
        while True:
            try:
                await self.sweep()
            except Exception as error:  # the next attempt may succeed
                unexpected = error if not isinstance(error, StoreError) else None
                _log.error("Old tables could not be deleted; it will be tried again in an hour.", exc_info=unexpected)
            await asyncio.sleep(_SECONDS_BETWEEN_SWEEPS)

    async def sweep(self) -> None:
        """Delete tables and sheets abandoned for too long, unless the clock is in doubt."""
        now = time.time()
        if await self._check_clock(now):
            for phase, days in self._days.items():
                await self._sweep(phase, now, days)

    async def _check_clock(self, now: float) -> bool:
        """Set the store's time to the clock's, or closer to it if they differ too much; returns whether they agree."""
        before, self._checked_at = self._checked_at, time.monotonic()
        known = await self._store.read_clock() or now
        ahead = now - known
        was_in_doubt, self._in_doubt = self._in_doubt, abs(ahead) > _MAX_DIFFERENCE
        if not self._in_doubt:
            await self._store.write_clock(now)
            if was_in_doubt:
                _log.warning("The clock and the time in the store agree again.")
            return True
        step = 0.0 if before is None else min(abs(ahead), _CATCH_UP_RATE * (self._checked_at - before))
        await self._store.write_clock(known + math.copysign(step, ahead))
        if not was_in_doubt:
            _log.warning(
                "The clock is %d days %s the time in the store; old tables are not deleted until the two agree.",
                abs(ahead) // _DAY,
                "ahead of" if ahead > 0 else "behind",
            )
        return False

    async def _sweep(self, phase: str, now: float, days: float) -> None:
        touched: list[float] = []
        lines, more = 0, True
        try:
            while more:
                began = time.monotonic()
                batch = await self._store.sweep(phase, now - days * _DAY)
                touched += batch.touched
                lines, more = lines + batch.lines, batch.more
                await asyncio.sleep(time.monotonic() - began)  # leaves half of the store's time to players
        finally:
            if touched or lines:
                ages = [int((now - time_) // _DAY) for time_ in touched] or [int(days)]
                _log.warning(
                    "Deleted %d tables in the phase %s (%d lines) that were last used %d to %d days ago.",
                    len(touched),
                    phase,
                    lines,
                    min(ages),
                    max(ages),
                )
