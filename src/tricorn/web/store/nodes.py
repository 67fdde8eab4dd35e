"""A node among the others on one PostgreSQL database: hearing their news, and claiming tables for itself.

One connection of its own carries all of this. It listens; its session holds the advisory locks, so that they are free
as soon as the process is dead; and a sign of life a second on it shows both sides that the other is there.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg

from tricorn.web.store.news import News

__all__ = ["CHANNEL", "LOST", "SERVERS_LOCK", "Nodes"]

_log = logging.getLogger(__name__)

CHANNEL = "tricorn"
SERVERS_LOCK = "7, 1"  # shared by every server that runs, so that nobody restores a backup under it
# What a connection that is lost, or cannot be had, looks like.
LOST = (
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    OSError,
)

_LOCK = "SELECT pg_try_advisory_lock(hashtextextended($1, 0))"
_UNLOCK = "SELECT pg_advisory_unlock(hashtextextended($1, 0))"
_SIGN_EVERY = 1.0
_GONE_AFTER = 4.0
_ANSWER_WITHIN = 4.0
_TRY_AGAIN_AFTER = 0.5


class Nodes:
    """This node, and what it knows of the others."""

    def __init__(self, connect: Callable[[], Awaitable[Any]]) -> None:
        self.name = secrets.token_hex(4)
        self.reachable = False
        self._connect = connect
        self._connection: Any = None
        self._using = asyncio.Lock()  # a connection does one thing at a time
        self._claims: set[str] = set()
        self._heard: dict[str, float] = {}  # when each other node was last heard of
        self._gone: set[str] = set()  # nodes that fell silent
        self._on_news: Callable[[News], None] = lambda news: None
        self._task: asyncio.Task[None] | None = None

    async def open(self, on_news: Callable[[News], None]) -> None:
        self._on_news = on_news
        await self._come()
        self._task = asyncio.get_running_loop().create_task(self._stay())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        async with self._using:
            await self._go()

    # Claims.

    async def claim(self, code: str) -> bool:
        """Try to get a table's lock; it is held until it is released or the connection is lost."""
        if code not in self._claims:
            # Whoever asks may be cancelled, the question not: the lock would be held and nobody know of it.
            await asyncio.shield(self._take(code))
        return code in self._claims

    async def release(self, code: str) -> None:
        await asyncio.shield(self._give_back(code))

    async def _take(self, code: str) -> None:
        async with self._using:
            if code not in self._claims and await self._ask(_LOCK, code):
                self._claims.add(code)

    async def _give_back(self, code: str) -> None:
        async with self._using:
            if code in self._claims:
                self._claims.discard(code)
                await self._ask(_UNLOCK, code)

    async def _ask(self, question: str, *values: str) -> Any:
        """Ask on the connection, which must be in use by nobody else; without one the answer is None."""
        if self._connection is None:
            return None
        try:
            return await self._connection.fetchval(question, *values, timeout=_ANSWER_WITHIN)
        except LOST as error:
            _log.warning("The database does not answer: %s", error)
            await self._go()
        except asyncpg.PostgresError as error:  # the connection is sound, and so are the claims
            _log.error("The database refused: %s", error)
        return None

    # Coming, staying, going.

    async def _come(self) -> None:
        connection = await self._connect()
        try:
            await connection.add_listener(CHANNEL, self._hear)
            await connection.execute(f"SELECT pg_advisory_lock_shared({SERVERS_LOCK})")
        except BaseException:
            connection.terminate()
            raise
        self._connection, self.reachable = connection, True

    async def _go(self) -> None:
        self.reachable = False
        self._claims.clear()
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(*LOST):
                await connection.close(timeout=1)

    async def _stay(self) -> None:
        """Give a sign of life now and then; should the connection be lost, come again and have all looked at."""
        while True:
            async with self._using:
                await self._ask("SELECT pg_notify($1, $2)", CHANNEL, News("node", self.name).to_json())
            if self._connection is None:
                await self._come_again()
            self._drop_the_gone()
            await asyncio.sleep(_SIGN_EVERY)

    async def _come_again(self) -> None:
        while self._connection is None:
            try:
                async with self._using:
                    await self._come()
            except (*LOST, asyncpg.PostgresError) as error:  # it may just be full, or another one that only reads
                _log.warning("The database cannot be had: %s", error)
                await asyncio.sleep(_TRY_AGAIN_AFTER)
        _log.warning("The database answers again.")
        self._on_news(News("missed"))

    # Hearing.

    def _hear(self, connection: object, process: int, channel: str, text: str) -> None:
        news = News.from_json(text)
        if news.node == self.name:
            return
        self._heard[news.node] = time.monotonic()
        if news.node in self._gone:  # it was only slow: who is there has been forgotten
            self._gone.discard(news.node)
            self._on_news(News("missed"))
        if news.kind != "node":
            self._on_news(news)

    def _drop_the_gone(self) -> None:
        before = time.monotonic() - _GONE_AFTER
        for node in [node for node, heard in self._heard.items() if heard < before]:
            del self._heard[node]
            self._gone.add(node)
            self._on_news(News("gone", node))
