"""A node among the others on one PostgreSQL database: its own row there, the tables it runs, the others' news.

One connection of its own carries all of this. A node that has not renewed its row in time has lapsed, even if it was
only asleep: others have taken its tables, and what it knows of them may be old. It says so (`lapsed`) and comes back
under a new name.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable
from datetime import timedelta
from typing import Any

import asyncpg

from tricorn.web.store.database import CHANNEL, LOST, Connection, connect_node
from tricorn.web.store.leases import Claims
from tricorn.web.store.news import News

__all__ = ["LEASE", "Nodes", "keep_out"]

_log = logging.getLogger(__name__)

LEASE = timedelta(seconds=5)
_RENEW_EVERY = 1.0
_ANSWER_WITHIN = 2.0
_TRY_AGAIN_AFTER = 0.5

# A node that hangs is alive until its row has run out. One whose process has ended has no connection any more; it is
# given the time to connect again, after a restart of the database, say.
_ALIVE = """
    expires > clock_timestamp() + interval '3s' OR expires > clock_timestamp() AND EXISTS (
        SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND starts_with(application_name, 'tricorn ' || split_part(name, '.', 1))
    )
"""
_COME = """
    WITH former AS (DELETE FROM nodes WHERE starts_with(name, $2))
    INSERT INTO nodes (name, expires) VALUES ($1, clock_timestamp() + $3)
"""
_RENEW = f"""
    WITH renewed AS (
        UPDATE nodes SET expires = clock_timestamp() + $2 WHERE name = $1 AND expires > clock_timestamp() RETURNING name
    )
    SELECT name, true FROM renewed UNION ALL SELECT name, {_ALIVE} FROM nodes WHERE name != $1
"""
# The locks of a node that has lapsed would last as long as its connections do, and those may be half dead for long.
_DISCONNECT = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    JOIN unnest($1::text[]) AS gone (application) ON starts_with(application_name, application)
    WHERE usename = current_user AND datname = current_database() AND pid != pg_backend_pid()
"""
_BURY = f"DELETE FROM nodes WHERE name = ANY($1) AND NOT ({_ALIVE}) RETURNING name"
_TELL = "SELECT pg_notify($1, text) FROM unnest($2::text[]) AS text"


async def keep_out(db: Connection) -> bool:
    """Keep nodes from coming until the transaction ends; whether there is none now."""
    await db.execute("SET LOCAL lock_timeout = '2s'")
    try:
        await db.execute("LOCK TABLE nodes IN EXCLUSIVE MODE")
    except asyncpg.LockNotAvailableError:
        return False
    await db.execute("SET LOCAL lock_timeout = 0")
    if await db.fetchval(f"SELECT EXISTS (SELECT FROM nodes WHERE {_ALIVE})"):
        return False
    await db.execute(_DISCONNECT, [_application("")])  # of nodes that hang; they may be in the middle of something
    return True


def _now() -> float:
    """The seconds since the machine was started, those asleep included."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


def _application(node: str) -> str:
    """How the connections of a node's process are called."""
    return f"tricorn {node.partition('.')[0]}"


class Nodes:
    """This node, and what it knows of the others. Without a name it has no row in the database."""

    def __init__(self, url: str) -> None:
        self.name = ""
        self.process = f"{os.getpid()}-{secrets.token_hex(4)}"
        self.application = _application(self.process)
        self.claims = Claims(lambda statement, codes: self._ask(statement, self.name, codes))
        self._url = url
        self._came = 0  # how often
        self._until = 0.0  # when its row may have run out
        self._connection: Connection | None = None
        self._using = asyncio.Lock()  # a connection does one thing at a time
        self._others: set[str] = set()
        self._outbox: list[str] = []
        self._wake = asyncio.Event()
        self._on_news: Callable[[News], None] = lambda news: None
        self._on_disconnect: Callable[[], Awaitable[None]] | None = None
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def reachable(self) -> bool:
        """Whether this node hears the others, and others take it to be there."""
        return bool(self.name) and self._connection is not None and _now() < self._until

    async def open(self, on_news: Callable[[News], None], on_disconnect: Callable[[], Awaitable[None]]) -> None:
        """Enter this node's row and stay; `on_disconnect` replaces the process's other connections."""
        self._on_news, self._on_disconnect = on_news, on_disconnect
        await self._come()
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(self._stay()), loop.create_task(self._send())]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)
        await self._send_outbox()
        await self._ask("DELETE FROM nodes WHERE name = $1 RETURNING name", self.name)
        self._hang_up()

    # Asking.

    async def _ask(self, statement: str, *values: object) -> list[Any] | None:
        """The rows that answer a statement on the connection; None if they are not known."""
        async with self._using:
            if self._connection is None:
                return None
            try:
                rows: list[Any] = await self._connection.fetch(statement, *values, timeout=_ANSWER_WITHIN)
                return rows
            except LOST as error:
                _log.warning("The database does not answer: %s", str(error) or type(error).__name__)
                self._hang_up()
            except asyncpg.PostgresError as error:  # the connection is sound
                _log.error("The database refused (%s, %s).", type(error).__name__, getattr(error, "sqlstate", None))
            return None

    def _hang_up(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.terminate()

    # Coming, staying, lapsing.

    async def _come(self) -> None:
        connection = await connect_node(self._url, self.application)
        try:
            await connection.add_listener(CHANNEL, self._hear)
            if not self.name:
                await self._enter_name(connection)
        except BaseException:
            connection.terminate()
            raise
        self._connection = connection

    async def _enter_name(self, connection: Connection) -> None:
        self._came += 1
        if self._came > 1:  # connections from before may be half dead, and hold locks
            await connection.execute(_DISCONNECT, [self.application])
            assert self._on_disconnect is not None
            await self._on_disconnect()
        name, now = f"{self.process}.{self._came}", _now()
        await connection.execute(_COME, name, f"{self.process}.", LEASE)
        self.name, self._until = name, now + LEASE.total_seconds()

    async def _stay(self) -> None:
        while True:
            try:
                if self.name and _now() >= self._until:
                    self._lapse()
                await (self._come_again() if self._connection is None else self._renew())
            except Exception:  # whatever it is, without this task the node would be gone for good
                _log.exception("The node's row could not be renewed.")
            await asyncio.sleep(_TRY_AGAIN_AFTER if self._connection is None else _RENEW_EVERY)

    async def _come_again(self) -> None:
        try:
            await self._come()
        except (*LOST, asyncpg.PostgresError) as error:  # it may just be full, or another one that only reads
            _log.warning("The database cannot be had: %s", str(error) or type(error).__name__)
            return
        _log.warning("The database answers again.")
        self._on_news(News("missed"))

    async def _renew(self) -> None:
        """Renew this node's row, and take the tables of others that did not."""
        known, now = set(self._others), _now()
        rows = await self._ask(_RENEW, self.name, LEASE)
        if rows is None:
            return
        alive = {name for name, is_alive in rows if is_alive}
        if self.name not in alive:
            self._lapse()
            return
        self._until = now + LEASE.total_seconds()
        await self._bury([name for name, is_alive in rows if not is_alive])
        await self.claims.try_again()
        self._others = (self._others - known) | (alive - {self.name})
        self._say_gone(known - alive)

    async def _bury(self, names: list[str]) -> None:
        if names:
            await self._ask(_DISCONNECT, [_application(name) for name in names])
            await self._ask(_BURY, names)

    def _say_gone(self, nodes: Iterable[str]) -> None:
        for node in nodes:
            self._on_news(News("gone", node))

    def _lapse(self) -> None:
        _log.warning("This node has lapsed: it has not reached the database for too long.")
        self.name = ""
        self.claims.clear()
        self._outbox.clear()
        self._others.clear()
        self._hang_up()
        self._on_news(News("lapsed"))

    # News.

    def tell(self, news: News) -> None:
        """Tell the other nodes something, soon."""
        self._outbox.append(news.to_json())
        self._wake.set()

    async def _send(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            await self._send_outbox()

    async def _send_outbox(self) -> None:
        news, self._outbox = self._outbox, []
        if news and await self._ask(_TELL, CHANNEL, news) is None:
            self._hang_up()  # the others miss it; once connected again, this node announces everything

    def _hear(self, connection: object, process: int, channel: str, text: str) -> None:
        news = News.from_json(text)
        if _application(news.node) != self.application:
            self._others.add(news.node)
            self._on_news(news)
