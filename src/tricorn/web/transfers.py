"""What a device hands to another one: a text that only they can read, kept in memory for some minutes."""

from __future__ import annotations

import time
from typing import NamedTuple

from tricorn.web.refusals import Refused
from tricorn.web.security.limits import RateLimiter
from tricorn.web.setting_kinds import Rate

__all__ = ["Transfers"]

_SECONDS = 600.0
_MAX_TOTAL = 64 * 1024 * 1024  # characters in memory


class _Held(NamedTuple):
    text: str
    expires: float


class Transfers:
    """The texts that wait for another device, by ids that the first one has chosen at random.

    `rate` limits how often an address may leave one.
    """

    def __init__(self, rate: Rate, seconds: float = _SECONDS, max_total: int = _MAX_TOTAL) -> None:
        self._limiter = RateLimiter(rate)
        self._seconds, self._max_total = seconds, max_total
        self._held: dict[str, _Held] = {}

    def hold(self, address: str, id: str, text: str) -> None:
        """Keep a text until it is discarded or expires; raises `Refused` if there is no room."""
        self._limiter.take_or_refuse(address)
        self._expire()
        if id in self._held:
            raise Refused("taken", "This id is in use; choose another one at random.", 409)
        if sum(len(held.text) for held in self._held.values()) + len(text) > self._max_total:
            raise Refused(
                "full", "Too many devices are moving just now; try again in some minutes, or use a file.", 503
            )
        self._held[id] = _Held(text, time.monotonic() + self._seconds)

    def find(self, id: str) -> str:
        """The text with this id; raises `Refused` if there is none any more."""
        self._expire()
        held = self._held.get(id)
        if held is None:
            raise Refused("no-transfer", "This code has expired or was used already; show a new one.", 404)
        return held.text

    def discard(self, id: str) -> None:
        """Delete a text, because the other device has it."""
        self._held.pop(id, None)

    def _expire(self) -> None:
        now = time.monotonic()
        self._held = {id: held for id, held in self._held.items() if held.expires > now}
