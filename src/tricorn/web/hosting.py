"""Who is at a table or was until a moment ago: a phone that locks is no reason to make somebody else the host."""

from __future__ import annotations

from collections.abc import Set

from tricorn.web.seats import About

__all__ = ["Attendance"]


class Attendance:
    """The keys at a table, and when those that are gone left. Times are seconds of one clock.

    A node that has just loaded a table does not know who was there; it takes the host for just gone.
    """

    def __init__(self, grace: float, host: str, now: float) -> None:
        self._grace = grace
        self._here: Set[str] = frozenset()
        self._left = {host: now}

    def note(self, here: Set[str], now: float) -> None:
        """Take down who is there now, on any node."""
        self._left.update(dict.fromkeys(self._here - here, now))
        self._left = {key: left for key, left in self._left.items() if key not in here and now < left + self._grace}
        self._here = frozenset(here)

    def host(self, about: About, now: float) -> str | None:
        """The key that hosts: the host's own, or once that was away from a game for long, that of the next person."""
        lately = {*self._here, *(key for key, left in self._left.items() if now < left + self._grace)}
        if not about.started or about.host_key in lately:
            return about.host_key
        return next((seat.key for seat in about.seats if seat.key in lately), None)

    def next_change(self, now: float) -> float | None:
        """In how many seconds somebody who is gone will have been so for long."""
        return min((left + self._grace - now for left in self._left.values()), default=None)
