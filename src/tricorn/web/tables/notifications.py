"""Notifies subscribed people in games without a clock when their turn begins and their page is not open."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

from tricorn.editions import edition_named
from tricorn.web.push.subscriptions import Subscription
from tricorn.web.refusals import Refused
from tricorn.web.security.keys import KeyHash
from tricorn.web.tables.base import BaseTable
from tricorn.web.tables.game import TableGame
from tricorn.web.tables.info import TableInfo

__all__ = ["TurnNotifier"]


class TurnNotifier:
    """The notifications of one table, sent by the node on which the move before the turn was played."""

    def __init__(self, table: BaseTable) -> None:
        self._table = table
        self._state = table.state
        self._sender = table.context.push
        self._notified: tuple[int, int] | None = None  # the turn that was notified last: game, line before it

    async def subscribe(self, subscription: Subscription) -> None:
        """Start notifying the holder of a key."""
        self._state.require_seats(subscription.key)
        self._sender.check(subscription)
        if edition_named(self._state.info.edition).clock is not None:
            raise Refused("clock", "Notifications are only sent in games without a clock.")
        await self._update_info(lambda info: info.with_push(subscription))

    async def unsubscribe(self, key: KeyHash | None) -> None:
        self._state.require_seats(key)
        await self._update_info(lambda info: info.without_push(key))

    async def _update_info(self, change: Callable[[TableInfo], TableInfo]) -> None:
        await self._table.update(lambda: self._table.change(change(self._state.info)))

    def on_lines(self, game: TableGame) -> None:
        """Notify the player on turn, once per turn; with a clock a notification would come too late."""
        moment = (game.number, game.turn_began_after)
        if game.turn is None or moment == self._notified or game.full.edition.clock is not None:
            return
        self._notified = moment
        seat = self._state.info.seats[game.turn]
        subscription = self._state.info.subscription_for(seat.key)
        if subscription is None or seat.kind != "human" or game.turn in self._table.presence.here():
            return
        payload = {"code": self._state.code, "title": subscription.title, "body": subscription.body}
        self._sender.send(subscription, json.dumps(payload).encode(), lambda: self._drop(subscription))

    async def _drop(self, gone: Subscription) -> None:
        """Remove a subscription that its browser has cancelled."""
        await self._update_info(
            lambda info: replace(info, pushes=tuple(other for other in info.pushes if other != gone))
        )
