"""Keeps the store small: what was left long ago is deleted, with a log line, and never by a wrong clock.

The store has a time of its own, which follows the clock from hour to hour. Where the two differ by more than a week,
the server was off or its clock is wrong, and nothing tells which: nothing is deleted then, and the store's time moves
towards the clock by a day an hour. So a wrong clock can be set right for days before it does any harm.
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
_EVERY = 3600.0
_MAY_DIFFER = 7 * _DAY
_FOLLOWS = 24.0  # how much faster than time passes the store's time follows a clock that it differs from


class Sweeper:
    """Sweeps the store of one server."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        ended, in_play = settings.days_in_store, settings.days_in_play
        self._days = {"waiting": ended, "over": ended, "scored": ended, "playing": in_play, "scoring": in_play}
        self._looked: float | None = None
        self._in_doubt = False

    async def run(self) -> None:
        """Sweep once an hour."""
        while True:
            try:
                await self.sweep()
            except Exception as error:  # whatever it is, the next time may be better
                failed = error if not isinstance(error, StoreError) else None
                _log.error("Old tables could not be deleted; it will be tried again in an hour.", exc_info=failed)
            await asyncio.sleep(_EVERY)

    async def sweep(self) -> None:
        """Delete what was left for too long, unless the clock is in doubt."""
        now = time.time()
        if await self._clock_agrees(now):
            for state, days in self._days.items():
                await self._sweep(state, now, days)

    async def _clock_agrees(self, now: float) -> bool:
        """Whether the clock agrees with the store's time, which is made to follow it."""
        before, self._looked = self._looked, time.monotonic()
        known = await self._store.known_time() or now
        ahead = now - known
        was_in_doubt, self._in_doubt = self._in_doubt, abs(ahead) > _MAY_DIFFER
        if not self._in_doubt:
            await self._store.note_time(now)
            if was_in_doubt:
                _log.warning("The clock and the time in the store agree again.")
            return True
        step = 0.0 if before is None else min(abs(ahead), _FOLLOWS * (self._looked - before))
        await self._store.note_time(known + math.copysign(step, ahead))
        if not was_in_doubt:
            _log.warning(
                "The clock is %d days %s the time in the store; old tables are not deleted until the two agree.",
                abs(ahead) // _DAY,
                "ahead of" if ahead > 0 else "behind",
            )
        return False

    async def _sweep(self, state: str, now: float, days: float) -> None:
        touched: list[float] = []
        lines, more = 0, True
        try:
            while more:
                began = time.monotonic()
                batch = await self._store.sweep(state, now - days * _DAY)
                touched += batch.touched
                lines, more = lines + batch.lines, batch.more
                await asyncio.sleep(time.monotonic() - began)  # half of the time is for those who play
        finally:
            if touched or lines:
                ages = [int((now - each) // _DAY) for each in touched] or [int(days)]
                _log.warning(
                    "Deleted %d tables in the state %s (%d lines) that were left %d to %d days ago.",
                    len(touched),
                    state,
                    lines,
                    min(ages),
                    max(ages),
                )
