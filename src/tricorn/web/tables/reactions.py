"""Reactions: pictures that people at a table send each other instead of chatting."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager

from tricorn.web.reaction import Reaction
from tricorn.web.refusals import Refused
from tricorn.web.security.keys import KeyHash
from tricorn.web.security.limits import RateLimiter
from tricorn.web.settings import Rate
from tricorn.web.store import News, Store
from tricorn.web.tables.broadcast import Broadcaster
from tricorn.web.tables.state import TableState

__all__ = ["Reactions"]


class Reactions:
    """The reactions at one table: sent to everybody there, on all nodes, and not stored."""

    def __init__(
        self,
        state: TableState,
        broadcaster: Broadcaster,
        store: Store,
        locked: AbstractAsyncContextManager[None],
        rate: Rate,
    ) -> None:
        self._state = state
        self._broadcaster = broadcaster
        self._store = store
        self._locked = locked
        self._limiter = RateLimiter(rate)  # by seat

    async def send(self, key: KeyHash | None, seat: int, reaction: Reaction) -> None:
        async with self._locked:
            self._state.require_seats(key, seat)
            self._state.require_game()
            if len({holder.key for holder in self._state.info.seats} - {None}) < 2:
                raise Refused("alone", "Nobody else plays at this table, so nobody would see it.")
            self._limiter.take_or_refuse(str(seat))
            self._broadcaster.send_reaction(seat, reaction)
            self._store.notify(News("reaction", code=self._state.code, reaction=(seat, reaction)))
