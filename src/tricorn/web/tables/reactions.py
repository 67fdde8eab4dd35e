"""Reactions: pictures that people at a table send each other instead of chatting."""

from __future__ import annotations

from tricorn.web.reaction import Reaction
from tricorn.web.refusals import Refused
from tricorn.web.security.keys import KeyHash
from tricorn.web.security.limits import RateLimiter
from tricorn.web.store import News
from tricorn.web.tables.base import BaseTable

__all__ = ["Reactions"]


class Reactions:
    """The reactions at one table: sent to everybody there, on all nodes, and not stored."""

    def __init__(self, table: BaseTable) -> None:
        self._table = table
        self._limiter = RateLimiter(table.context.settings.reactions)  # by seat

    async def send(self, key: KeyHash | None, seat: int, reaction: Reaction) -> None:
        state = self._table.state
        async with self._table.locked:
            state.require_seats(key, seat)
            state.require_game()
            if len({holder.key for holder in state.info.seats} - {None}) < 2:
                raise Refused("alone", "Nobody else plays at this table, so nobody would see it.")
            self._limiter.take_or_refuse(str(seat))
            self._table.broadcaster.send_reaction(seat, reaction)
            self._table.context.store.notify(News("reaction", code=state.code, reaction=(seat, reaction)))
