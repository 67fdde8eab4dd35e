"""What a live table and a live score sheet have in common: a lock, people who watch, and a store that knows first.

Whatever happens in a room happens under its lock, is stored, and only then told. What could not be stored makes the
room fail: everybody is sent away and comes back to what the store has.
"""

from __future__ import annotations

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Protocol

from tricorn.web.languages import Language
from tricorn.web.metrics import Metrics
from tricorn.web.refusals import Refused
from tricorn.web.settings import Settings
from tricorn.web.store import Conflict, News, Store
from tricorn.web.thinkers import Thinkers

__all__ = ["House", "Overtaken", "Room", "Watcher"]

_log = logging.getLogger(__name__)


class Watcher(Protocol):
    """Somebody who is told what happens: a socket. `key` is the hash of its key."""

    key: str | None
    language: Language

    def send(self, frame: str) -> None:
        """Send a frame in its time; never waits."""
        ...

    def give_up(self) -> None:
        """Close; the client will come back."""
        ...


class Overtaken(Refused):
    """Another node was quicker; the table is up to date again."""

    def __init__(self) -> None:
        super().__init__("stale", "The table has moved on in the meantime; look again and choose.")


@dataclass(frozen=True)
class House:
    """What all rooms of a server share."""

    settings: Settings
    store: Store
    thinkers: Thinkers
    metrics: Metrics

    def check_reachable(self) -> None:
        """Refuse while the store cannot be reached: what is in memory may be old then."""
        if not self.store.reachable:
            raise Refused("store", "The tables cannot be reached just now; please try again in a moment.", 503)


class Room(ABC):
    """A table or a score sheet. Keys are given as their hashes."""

    def __init__(self, house: House, code: str, version: int) -> None:
        self.house = house
        self.code = code
        self.version = version  # of the description, in the store
        self.address = ""  # that it was made or first asked for from; its bots think on that address's account
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.used = time.monotonic()
        self.failed = False
        self.on_failure: Callable[[Room], None] = lambda room: None

    @property
    def is_left(self) -> bool:
        """Whether nobody is there and nothing is being done."""
        return not self.watchers and not self.lock.locked()

    @abstractmethod
    async def enter(self, watcher: Watcher, game: int | None, last: int) -> None:
        """Begin to tell somebody what happens, after what they have already."""

    @abstractmethod
    async def leave(self, watcher: Watcher) -> None:
        """Stop telling somebody."""

    @abstractmethod
    async def _refresh(self, told: int | None = None) -> None:
        """Take over what the store has; lines after `told`, if given, are known to nobody and may be wrong."""

    @abstractmethod
    async def _take_in(self, news: News) -> None:
        """Take in what another node tells, under the lock."""

    @asynccontextmanager
    async def _locked(self) -> AsyncIterator[None]:
        async with self.lock:
            if self.failed:
                raise Refused("try-again", "The table is being set up again; please try once more.", 503)
            self.used = time.monotonic()
            yield

    @asynccontextmanager
    async def _changing(self) -> AsyncIterator[None]:
        """Under the lock, with a store that can be written to."""
        async with self._locked():
            self.house.check_reachable()
            yield

    @asynccontextmanager
    async def _keeping(self, told: int) -> AsyncIterator[None]:
        """While the table may differ from the store, and lines up to `told` are known to everybody.

        Should another node have been quicker, the table takes over what that has stored; should storing fail, the
        table fails.
        """
        try:
            try:
                with self.house.metrics.commits.time():
                    yield
            except Conflict:
                await self._refresh(told)
                raise Overtaken from None
        except Overtaken:
            raise
        except BaseException as error:
            _log.error("A table could not be stored (%s); it will be loaded again.", type(error).__name__)
            self.close()
            raise

    def close(self) -> None:
        """Send everybody away and do nothing more; the table can be loaded from the store again."""
        self.failed = True
        for watcher in self.watchers:
            watcher.give_up()
        self.on_failure(self)

    async def hear(self, news: News) -> None:
        """Take in what another node tells."""
        async with self.lock:
            if self.failed:
                return
            try:
                await self._take_in(news)
            except BaseException as error:
                _log.error("A table missed news (%s); it will be loaded again.", type(error).__name__)
                self.close()
