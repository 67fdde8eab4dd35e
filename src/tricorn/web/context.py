"""What the tables and score sheets of a server share: settings, store, bots, workers, metrics, notifications."""

from __future__ import annotations

from dataclasses import dataclass

from tricorn.web.operations.metrics import Metrics
from tricorn.web.push.sender import PushSender
from tricorn.web.refusals import Refused
from tricorn.web.settings import Settings
from tricorn.web.store import Store
from tricorn.web.work.bot_pool import BotPool
from tricorn.web.work.workers import Workers

__all__ = ["ServerContext"]


@dataclass(frozen=True)
class ServerContext:
    """What all channels of a server use."""

    settings: Settings
    store: Store
    bots: BotPool
    workers: Workers
    metrics: Metrics
    push: PushSender

    @classmethod
    def create(cls, settings: Settings, store: Store) -> ServerContext:
        bots, workers = BotPool(settings.levels), Workers(settings.work)
        return cls(settings, store, bots, workers, Metrics(), PushSender(settings, store))

    async def close(self) -> None:
        """Stop the bots and workers, then close the store."""
        self.bots.close()
        self.workers.close()
        await self.push.close()
        await self.store.close()

    def check_reachable(self) -> None:
        """Refuse while the store cannot be reached: what is in memory may be out of date."""
        if not self.store.reachable:
            raise Refused("store", "The tables cannot be reached just now; please try again in a moment.", 503)
