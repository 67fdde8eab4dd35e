"""What a live table and a live score sheet share: a lock, connected clients, and writing to the store first.

Every change is made under the channel's lock, stored, and only then sent to clients. If storing fails, the channel
closes: its clients are disconnected, reconnect, and get what the store has.
"""

from __future__ import annotations

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Protocol, TypeVar

from tricorn.locales.i18n import Language
from tricorn.web.context import ServerContext
from tricorn.web.refusals import Refused, try_again_refusal
from tricorn.web.security.keys import KeyHash
from tricorn.web.store import Conflict, News

__all__ = ["Channel", "Client", "Stale"]

Result = TypeVar("Result")

_log = logging.getLogger(__name__)


class Client(Protocol):
    """A connected client: a socket. `address` is where it connects from."""

    key: KeyHash | None
    address: str
    language: Language

    def send(self, frame: str) -> None:
        """Queue a frame without waiting."""
        ...

    def disconnect(self) -> None:
        """Close the connection; the client will reconnect."""
        ...


class Stale(Refused):
    """The caller has seen an older state of the table; meanwhile a move was played, or another node has written.

    The table in memory is up to date.
    """

    def __init__(self) -> None:
        super().__init__("stale", "The table has changed in the meantime; please look again.")


class Channel(ABC):
    """A table or a score sheet that clients follow.

    `async with self.locked` holds the lock; `locked_and_reachable` also refuses while the store is unreachable.
    """

    def __init__(self, context: ServerContext, code: str) -> None:
        self.context = context
        self.code = code
        self.address = ""  # of the client that created or first opened it; its bots count against that client's limits
        self.lock = asyncio.Lock()
        self.locked = _Locked(self)
        self.locked_and_reachable = _Locked(self, needs_store=True)
        self.clients: set[Client] = set()
        self.last_used = time.monotonic()
        self.closed = False
        self.on_close: Callable[[Channel], None] = lambda channel: None

    @property
    def is_idle(self) -> bool:
        """Whether no client is connected and nothing is in progress."""
        return not self.clients and not self.lock.locked()

    @abstractmethod
    async def enter(self, client: Client, game: int | None, last: int) -> None:
        """Send a client what it does not have yet, and everything that happens from now on."""

    @abstractmethod
    async def leave(self, client: Client) -> None:
        """Stop sending to a client."""

    @abstractmethod
    async def reload(self, published: int | None = None) -> None:
        """Replace the state by what the store has. Lines after `published`, if given, were not sent to any client."""

    @abstractmethod
    async def _handle_news(self, news: News) -> None:
        """Handle news about the table, under the lock."""

    def _check_capacity(self) -> None:
        if len(self.clients) >= self.context.settings.watchers_per_table:
            raise Refused("too-many", "Too many people are watching this table.", 429)

    async def update(self, change: Callable[[], Awaitable[Result]]) -> Result:
        """Make a change under the lock, and again each time another node has stored one first."""
        async with self.locked_and_reachable:
            while not self.closed:
                with suppress(Stale):
                    return await change()
            raise try_again_refusal()

    async def commit(self, write: Awaitable[None], published: int) -> None:
        """Wait until a change is stored; lines up to `published` have been sent to clients.

        If another node has written first, load what it has stored and raise `Stale`. If storing fails, close.
        """
        started = time.perf_counter()
        try:
            try:
                await write
            except Conflict:
                await self.reload(published)
                raise Stale from None
            finally:
                self.context.metrics.commit_seconds.observe(time.perf_counter() - started)
        except Stale:
            raise
        except BaseException as error:
            _log.error("A table could not be stored (%s); it will be loaded again.", type(error).__name__)
            self.close()
            raise

    def close(self) -> None:
        """Disconnect all clients and stop; the channel can be loaded from the store again."""
        self.closed = True
        for client in self.clients:
            client.disconnect()
        self.on_close(self)

    async def on_news(self, news: News) -> None:
        """Handle news about the table; close if that fails."""
        async with self.lock:
            if self.closed:
                return
            try:
                await self._handle_news(news)
            except BaseException as error:
                _log.error("A table missed news (%s); it will be loaded again.", type(error).__name__)
                self.close()


class _Locked:
    """Holds a channel's lock; raises `Refused` if the channel is closed, or the store is needed and unreachable."""

    def __init__(self, channel: Channel, needs_store: bool = False) -> None:
        self._channel = channel
        self._needs_store = needs_store

    async def __aenter__(self) -> None:
        channel = self._channel
        await channel.lock.acquire()
        try:
            if channel.closed:
                raise try_again_refusal()
            channel.last_used = time.monotonic()
            if self._needs_store:
                channel.context.check_reachable()
        except Refused:
            channel.lock.release()
            raise

    async def __aexit__(self, *exception: object) -> None:
        self._channel.lock.release()
