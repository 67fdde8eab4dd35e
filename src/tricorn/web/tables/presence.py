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

__all__ = ["HostGrace", "PresenceSnapshot", "TablePresence"]


class HostGrace:
    """Lets the host be away for a while, for example with a locked phone, before the next person becomes host.

    Times are in seconds. A node that has just loaded a table does not know who was there and assumes that the host has
    just left.
    """

    def __init__(self, grace: float, host_key: KeyHash, now: float) -> None:
        self._grace = grace
        self._here: Set[KeyHash] = frozenset()
        self._left_at = {host_key: now}

    def update(self, here: Set[KeyHash], now: float) -> None:
        """Set the keys that are at the table now, on any node."""
        left_at = self._left_at | dict.fromkeys(self._here - here, now)
        self._left_at = {key: left for key, left in left_at.items() if key not in here and now < left + self._grace}
        self._here = frozenset(here)

    def host(self, info: TableInfo, now: float) -> KeyHash | None:
        """The key of the current host: the creator's, or the next person's if the creator left a game too long ago."""
        recent = {*self._here, *(key for key, left in self._left_at.items() if now < left + self._grace)}
        if not info.started or info.host_key in recent:
            return info.host_key
        return next((seat.key for seat in info.seats if seat.key in recent), None)

    def next_change(self, now: float) -> float | None:
        """The seconds until the first grace period ends; None if nobody has left."""
        return min((left + self._grace - now for left in self._left_at.values()), default=None)


class PresenceSnapshot(NamedTuple):
    """Presence as clients see it: the seats whose people are here, the seats that are ready, and the host's key."""

    here: frozenset[int]
    ready: frozenset[int]
    host: KeyHash | None


class TablePresence:
    """The presence at one table: of this node's clients, and as the other nodes announce it."""

    def __init__(self, state: TableState, clients: Set[Client], store: Store, host_grace: float) -> None:
        self._state = state
        self._clients = clients
        self._store = store
        self._ready: set[int] = set()  # the seats that are ready on this node
        self._remote: dict[str, Presence] = {}  # by node
        self._announced = Presence()
        self._grace = HostGrace(host_grace, state.info.host_key, time.monotonic())

    def snapshot(self) -> PresenceSnapshot:
        return PresenceSnapshot(self.here(), self.ready(), self._host())

    def here(self) -> frozenset[int]:
        """The seats whose people are here; bots always are."""
        keys = self._keys()
        return frozenset(n for n, seat in enumerate(self._state.info.seats) if seat.key in keys or seat.has_no_person)

    def _keys(self) -> set[KeyHash]:
        keys = {client.key for client in self._clients if client.key is not None}
        return keys.union(*(presence.keys for presence in self._remote.values()))

    def update(self) -> float | None:
        """Update who is here; returns the seconds until the host may change, or None if it cannot."""
        now = time.monotonic()
        self._grace.update(self._keys().intersection(self._state.info.keys()), now)
        return self._grace.next_change(now)

    # Hosting.

    def _host(self) -> KeyHash | None:
        return self._grace.host(self._state.info, time.monotonic())

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
