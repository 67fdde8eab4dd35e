"""A node on a shared PostgreSQL database: its row in `nodes`, its leases, and notifications from other nodes.

All of this uses one connection. A node that has not renewed its row in time has lapsed, even if its machine was only
asleep: others may run its tables by now, and what it knows of them may be out of date. It reports that (`lapsed`) and
joins again under a new name.
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

from tricorn.web.store.news import News
from tricorn.web.store.postgres.connections import CHANNEL, CONNECTION_ERRORS, Connection, connect_node
from tricorn.web.store.postgres.leases import Leases

__all__ = ["Node", "exclude_nodes"]

_log = logging.getLogger(__name__)

_LEASE_DURATION = timedelta(seconds=5)
_RENEW_INTERVAL = 1.0  # seconds, like those that follow
_QUERY_TIMEOUT = 2.0
_RETRY_INTERVAL = 0.5

# A node that hangs counts as alive until its row expires. A node without connections counts as gone after two seconds:
# its process has ended, or the database was restarted and the node is about to reconnect.
_ALIVE = """
    expires > clock_timestamp() + interval '3s' OR expires > clock_timestamp() AND EXISTS (
        SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND starts_with(application_name, 'tricorn ' || split_part(name, '.', 1))
    )
"""
_JOIN = """
    WITH removed AS (DELETE FROM nodes WHERE starts_with(name, $2))
    INSERT INTO nodes (name, expires) VALUES ($1, clock_timestamp() + $3)
"""
_RENEW = f"""
    WITH renewed AS (
        UPDATE nodes SET expires = clock_timestamp() + $2 WHERE name = $1 AND expires > clock_timestamp() RETURNING name
    )
    SELECT name, true FROM renewed UNION ALL SELECT name, {_ALIVE} FROM nodes WHERE name != $1
"""
# The locks of a lapsed node last as long as its connections, which may stay half open for a long time.
_DISCONNECT = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    JOIN unnest($1::text[]) AS lapsed (application) ON starts_with(application_name, application)
    WHERE usename = current_user AND datname = current_database() AND pid != pg_backend_pid()
"""
_REMOVE = f"DELETE FROM nodes WHERE name = ANY($1) AND NOT ({_ALIVE}) RETURNING name"
_NOTIFY = "SELECT pg_notify($1, text) FROM unnest($2::text[]) AS text"


async def exclude_nodes(db: Connection) -> bool:
    """Keep nodes from joining until the transaction ends; False if one is alive."""
    await db.execute("SET LOCAL lock_timeout = '2s'")
    try:
        await db.execute("LOCK TABLE nodes IN EXCLUSIVE MODE")
    except asyncpg.LockNotAvailableError:
        return False
    await db.execute("SET LOCAL lock_timeout = 0")
    if await db.fetchval(f"SELECT EXISTS (SELECT FROM nodes WHERE {_ALIVE})"):
        return False
    await db.execute(_DISCONNECT, [_application_name("")])  # a node that hangs may still run a statement
    return True


def _now() -> float:
    """The seconds since the machine was started, including the time it was asleep."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


def _application_name(node: str) -> str:
    """The application name of the connections of a node's process; of all nodes if `node` is empty."""
    return f"tricorn {node.partition('.')[0]}"


class Node:
    """This node and what it knows of the others. While `name` is empty, it has no row in the database."""

    def __init__(self, url: str) -> None:
        self.name = ""
        self.process = f"{os.getpid()}-{secrets.token_hex(4)}"
        self.application = _application_name(self.process)
        self.leases = Leases(lambda statement, codes: self._query(statement, self.name, codes))
        self._url = url
        self._joins = 0
        self._expires = 0.0  # by this machine's clock; the row may expire a little later
        self._connection: Connection | None = None
        self._connection_lock = asyncio.Lock()  # a connection runs one statement at a time
        self._others: set[str] = set()
        self._outbox: list[str] = []
        self._wake = asyncio.Event()
        self._on_news: Callable[[News], None] = lambda news: None
        self._on_disconnect: Callable[[], Awaitable[None]] | None = None
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def reachable(self) -> bool:
        """Whether this node hears the others and its row has not expired."""
        return bool(self.name) and self._connection is not None and _now() < self._expires

    async def open(self, on_news: Callable[[News], None], on_disconnect: Callable[[], Awaitable[None]]) -> None:
        """Join and stay alive; `on_disconnect` must replace the process's other connections."""
        self._on_news, self._on_disconnect = on_news, on_disconnect
        await self._connect()
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(self._keep_alive()), loop.create_task(self._send_all())]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)
        await self._send_outbox()
        await self._query("DELETE FROM nodes WHERE name = $1 RETURNING name", self.name)
        self._disconnect()

    # Queries.

    async def _query(self, statement: str, *values: object) -> list[Any] | None:
        """The rows of a statement on this node's connection; None if the database did not answer."""
        async with self._connection_lock:
            if self._connection is None:
                return None
            try:
                rows: list[Any] = await self._connection.fetch(statement, *values, timeout=_QUERY_TIMEOUT)
                return rows
            except CONNECTION_ERRORS as error:
                _log.warning("The database does not answer: %s", str(error) or type(error).__name__)
                self._disconnect()
            except asyncpg.PostgresError as error:  # the connection can still be used
                _log.error("The database refused (%s, %s).", type(error).__name__, getattr(error, "sqlstate", None))
            return None

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.terminate()

    # Joining, staying alive, lapsing.

    async def _connect(self) -> None:
        connection = await connect_node(self._url, self.application)
        try:
            await connection.add_listener(CHANNEL, self._receive)
            if not self.name:
                await self._join(connection)
        except BaseException:
            connection.terminate()
            raise
        self._connection = connection

    async def _join(self, connection: Connection) -> None:
        self._joins += 1
        if self._joins > 1:  # earlier connections may be half open and hold locks
            await connection.execute(_DISCONNECT, [self.application])
            assert self._on_disconnect is not None
            await self._on_disconnect()
        name, now = f"{self.process}.{self._joins}", _now()
        await connection.execute(_JOIN, name, f"{self.process}.", _LEASE_DURATION)
        self.name, self._expires = name, now + _LEASE_DURATION.total_seconds()

    async def _keep_alive(self) -> None:
        while True:
            try:
                if self.name and _now() >= self._expires:
                    self._lapse()
                await (self._reconnect() if self._connection is None else self._renew())
            except Exception:  # if this task ended, the node could never join again
                _log.exception("The node's row could not be renewed.")
            await asyncio.sleep(_RETRY_INTERVAL if self._connection is None else _RENEW_INTERVAL)

    async def _reconnect(self) -> None:
        try:
            await self._connect()
        except (*CONNECTION_ERRORS, asyncpg.PostgresError) as error:  # the latter if it is full or read-only
            _log.warning("The database cannot be reached: %s", str(error) or type(error).__name__)
            return
        _log.warning("The database answers again.")
        self._on_news(News("missed"))

    async def _renew(self) -> None:
        """Renew this node's row, and remove the nodes that did not renew theirs, so that their tables are free."""
        known, now = set(self._others), _now()
        rows = await self._query(_RENEW, self.name, _LEASE_DURATION)
        if rows is None:
            return
        alive = {name for name, is_alive in rows if is_alive}
        if self.name not in alive:
            self._lapse()
            return
        self._expires = now + _LEASE_DURATION.total_seconds()
        await self._remove([name for name, is_alive in rows if not is_alive])
        await self.leases.retry()
        self._others = (self._others - known) | (alive - {self.name})
        self._report_gone(known - alive)

    async def _remove(self, names: list[str]) -> None:
        if names:
            await self._query(_DISCONNECT, [_application_name(name) for name in names])
            await self._query(_REMOVE, names)

    def _report_gone(self, nodes: Iterable[str]) -> None:
        for node in nodes:
            self._on_news(News("gone", node))

    def _lapse(self) -> None:
        _log.warning("This node has lapsed: it has not reached the database for too long.")
        self.name = ""
        self.leases.clear()
        self._outbox.clear()
        self._others.clear()
        self._disconnect()
        self._on_news(News("lapsed"))

    # Notifications.

    def send(self, news: News) -> None:
        """Queue a notification to the other nodes."""
        self._outbox.append(news.to_json())
        self._wake.set()

    async def _send_all(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            await self._send_outbox()

    async def _send_outbox(self) -> None:
        news, self._outbox = self._outbox, []
        if news and await self._query(_NOTIFY, CHANNEL, news) is None:
            self._disconnect()  # the others missed it; after it has reconnected, this node announces everything

    def _receive(self, connection: object, process: int, channel: str, text: str) -> None:
        news = News.from_json(text)
        if _application_name(news.node) != self.application:
            self._others.add(news.node)
            self._on_news(news)
