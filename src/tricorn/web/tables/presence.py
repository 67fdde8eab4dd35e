"""Who is at a table, on this node and others; who is ready for the next round; who is the host."""

from __future__ import annotations

import time
from collections.abc import Iterable, Set
from typing import NamedTuple

from tricorn.web.channel import Client
from tricorn.web.refusals import Refused
from tricorn.web.security.keys import KeyHash, same_key
from tricorn.web.store import News, Presence, Store
from tricorn.web.tables.info import TableInfo
from tricorn.web.tables.state import TableState

__all__ = ["Absences", "PresenceSnapshot", "TablePresence"]


class Absences:
    """Since when people have been absent. They are shown as away, and replaced as host, only some time later.

    Times are in seconds. A node that has just loaded a table does not know who was there and assumes that everybody has
    just left.
    """

    def __init__(self, away_after: float, host_grace: float) -> None:
        self._away_after = away_after
        self._host_grace = host_grace
        self._left_at: dict[KeyHash, float] = {}

    def update(self, absent: Set[KeyHash], now: float) -> None:
        """Set the keys that are not at the table now, on any node."""
        self._left_at = {key: self._left_at.get(key, now) for key in absent}

    def is_away(self, key: KeyHash, now: float) -> bool:
        """Whether the holder of a key has been absent for longer than a page takes to load again."""
        left = self._left_at.get(key)
        return left is not None and now >= left + self._away_after

    def host(self, info: TableInfo, now: float) -> KeyHash | None:
        """The key of the current host: the creator's, or the next person's if the creator left a game too long ago."""
        gone = {key for key, left in self._left_at.items() if now >= left + self._host_grace}
        if not info.started or info.host_key not in gone:
            return info.host_key
        return next((seat.key for seat in info.seats if seat.key is not None and seat.key not in gone), None)

    def next_change(self, now: float) -> float | None:
        """The seconds until somebody is shown as away or replaced as host; None if nobody has just left."""
        times = [left + wait for left in self._left_at.values() for wait in (self._away_after, self._host_grace)]
        return min((time - now for time in times if time > now), default=None)


class PresenceSnapshot(NamedTuple):
    """Presence as clients see it: the seats whose people are away, the seats that are ready, and the host's key."""

    away: frozenset[int]
    ready: frozenset[int]
    host: KeyHash | None


class TablePresence:
    """The presence at one table: of this node's clients, and as the other nodes announce it."""

    def __init__(self, state: TableState, clients: Set[Client], store: Store, absences: Absences) -> None:
        self._state = state
        self._clients = clients
        self._store = store
        self._ready: set[int] = set()  # the seats that are ready on this node
        self._remote: dict[str, Presence] = {}  # by node
        self._announced = Presence()
        self._absences = absences

    def snapshot(self) -> PresenceSnapshot:
        return PresenceSnapshot(self._away(), self.ready(), self._host())

    def _away(self) -> frozenset[int]:
        """The seats whose people left more than a moment ago."""
        now, seats = time.monotonic(), enumerate(self._state.info.seats)
        return frozenset(n for n, seat in seats if seat.key is not None and self._absences.is_away(seat.key, now))

    def here(self) -> frozenset[int]:
        """The seats whose people are here; bots always are."""
        keys = self._keys()
        return frozenset(n for n, seat in enumerate(self._state.info.seats) if seat.key in keys or seat.has_no_person)

    def _keys(self) -> set[KeyHash]:
        keys = {client.key for client in self._clients if client.key is not None}
        return keys.union(*(presence.keys for presence in self._remote.values()))

    def update(self) -> float | None:
        """Update who is here; returns the seconds until an absence is shown or the host changes, or None."""
        now = time.monotonic()
        self._absences.update(set(self._state.info.keys()) - self._keys(), now)
        return self._absences.next_change(now)

    # Hosting.

    def _host(self) -> KeyHash | None:
        return self._absences.host(self._state.info, time.monotonic())

    def is_host(self, key: KeyHash | None) -> bool:
        """Whether a key may act as host: the creator's always may, another one if the creator is away for too long."""
        return same_key(key, self._state.info.host_key) or same_key(key, self._host())

    def check_host(self, key: KeyHash | None) -> None:
        if not self.is_host(key):
            raise Refused("not-host", "Only the host of the table can do this.", 403)

    # Being ready for the next round.

    def ready(self) -> frozenset[int]:
        """The seats that are ready for the next round, on any node."""
        game = self._state.game
        if game is None or not game.round_over:
            return frozenset()
        remote = (presence.ready for presence in self._remote.values() if presence.moment == game.moment)
        return frozenset(self._ready.union(*remote))

    def is_everybody_ready(self) -> bool:
        """Whether a round is over, another is due, and all people are ready for it."""
        game, people = self._state.game, self._state.people
        is_due = game is not None and game.round_over and not game.over
        return is_due and bool(people) and people <= self.ready()

    def set_ready(self, seats: Iterable[int]) -> None:
        """Mark more seats as ready on this node."""
        self._ready.update(seats)

    def local_ready(self) -> frozenset[int]:
        """The seats that are ready on this node."""
        return frozenset(self._ready)

    def clear_ready(self) -> bool:
        """Mark no seat as ready on this node; returns whether any seat was."""
        had_any = bool(self._ready)
        self._ready.clear()
        return had_any

    # Other nodes.

    def announce(self, always: bool = False) -> None:
        """Tell the other nodes who is here if that has changed, or `always` if they may have missed it."""
        presence = self._local()
        if presence != self._announced or always:
            self._announced = presence
            self._notify(presence)

    def _local(self) -> Presence:
        known, game = self._state.info.keys(), self._state.game
        presence = Presence(frozenset(client.key for client in self._clients if client.key in known))
        if game is not None and self._ready:
            return presence._replace(ready=frozenset(self._ready), moment=game.moment)
        return presence

    def set_remote(self, node: str, presence: Presence) -> None:
        """Set who is at the table on another node."""
        self._remote.pop(node, None)
        if presence != Presence():
            self._remote[node] = presence

    def clear_remote(self) -> None:
        self._remote.clear()

    def withdraw(self) -> None:
        """Tell the other nodes that nobody is here any more."""
        if self._announced != Presence():
            self._notify(Presence())

    def _notify(self, presence: Presence) -> None:
        self._store.notify(News("here", code=self._state.code, presence=presence))
