"""Hints at a table: who may have one, and how many each seat has used in this game."""

from __future__ import annotations

import asyncio

from tricorn.analysis.hints import Hint
from tricorn.view import View
from tricorn.web.channel import Stale
from tricorn.web.refusals import Refused
from tricorn.web.security.keys import KeyHash
from tricorn.web.tables import requests
from tricorn.web.tables.base import BaseTable

__all__ = ["Hints"]


class Hints:
    """The hints of one table."""

    def __init__(self, table: BaseTable) -> None:
        self._table = table
        self._state = table.state
        self._moment: tuple[int, ...] | None = None  # that of the last hint that was counted
        self._hint: asyncio.Task[Hint] | None = None  # that hint

    async def give(self, key: KeyHash | None, request: requests.HintRequest) -> Hint:
        """The best move and its reasons, for the seat on turn; every request at the same moment gets the same hint."""
        async with self._table.locked_and_reachable:
            view, moment = self._view(key, request)
            if self._moment != moment:
                await self._table.change(self._state.info.with_hint(request.seat))
                self._moment, self._hint = moment, None
            if self._hint is None or _has_failed(self._hint):
                self._hint = asyncio.create_task(self._table.context.bots.hint(view, self._table.address))
            hint = self._hint
        return await asyncio.shield(hint)  # others may be waiting for it too

    def _view(self, key: KeyHash | None, request: requests.HintRequest) -> tuple[View, tuple[int, ...]]:
        """The view of the seat, and what identifies the moment; raises `Refused` if it may have no hint now."""
        game, seat = self._state.require_game(), request.seat
        self._state.require_seats(key, seat)
        if not self._state.info.allows_hints:
            raise Refused("no-hints", "There are no hints at this table, because other people play here too.", 403)
        if self._state.info.seats[seat].kind == "bot" or game.turn != seat:
            raise Refused("not-your-turn", "It is not your turn.")
        if request.after != game.n:
            raise Stale
        return game.full.view(seat, with_events=False), (*game.moment, self._state.info.taken_back)


def _has_failed(hint: asyncio.Task[Hint]) -> bool:
    return hint.done() and (hint.cancelled() or hint.exception() is not None)
