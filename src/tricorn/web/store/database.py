"""Connections to a PostgreSQL database. None waits for long, on either side, for one that does not answer."""

from __future__ import annotations

import contextlib
import socket
from typing import Any

import asyncpg

__all__ = ["CHANNEL", "FAILED", "LOST", "Connection", "connect", "connect_node", "open_pool"]

Connection = Any  # asyncpg has no types

CHANNEL = "tricorn"  # of all notifications

# What a connection that is lost, or cannot be had, looks like.
LOST = (
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    OSError,
)
FAILED = (*LOST, asyncpg.PostgresError, ValueError)  # ValueError: an address that cannot be read

_CONNECT_WITHIN = 3.0
_ANSWER_WITHIN = 5.0
_UNACKNOWLEDGED = 5_000  # milliseconds that data may be on the way; then the connection is lost

# A move is acknowledged when it is on the disk, whatever the server's own configuration says. A machine that is cut
# off is noticed in seconds: keepalive sees to a silent connection, the other to one with data on the way.
_SETTINGS = {
    "synchronous_commit": "on",
    "tcp_keepalives_idle": "2",
    "tcp_keepalives_interval": "1",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": str(_UNACKNOWLEDGED),
}
# The database gives up before the node does, so that the node is told what became of its statement.
_IMPATIENT = {
    "lock_timeout": "2s",
    "statement_timeout": "4s",
    "idle_in_transaction_session_timeout": "4s",
}


async def connect(url: str) -> Connection:
    """A connection for work that may take its time: a migration, a backup."""
    connection = await asyncpg.connect(url, timeout=_CONNECT_WITHIN, server_settings=_SETTINGS)
    return await _prepared(connection)


async def connect_node(url: str, name: str) -> Connection:
    """A connection of a node, which bears its name."""
    return await _prepared(await asyncpg.connect(url, **_of_node(name)))


async def open_pool(url: str, name: str, size: int) -> Any:
    """Up to so many connections of a node, each made when it is needed."""
    return await asyncpg.create_pool(
        url, min_size=0, max_size=size, init=_prepared, reset=_leave_as_it_is, **_of_node(name)
    )


def _of_node(name: str) -> dict[str, Any]:
    return {
        "timeout": _CONNECT_WITHIN,
        "command_timeout": _ANSWER_WITHIN,
        "server_settings": {"application_name": name, **_SETTINGS, **_IMPATIENT},
    }


async def _prepared(connection: Connection) -> Connection:
    """Have this side, too, give up data that is not acknowledged; the sockets of Unix have no such thing."""
    with contextlib.suppress(AttributeError, OSError):  # not every system has it
        connected = connection._transport.get_extra_info("socket")
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _UNACKNOWLEDGED)
    return connection


async def _leave_as_it_is(connection: Connection) -> None:
    """A connection of the pool has nothing to be undone: asking the server to do so would double its work."""
