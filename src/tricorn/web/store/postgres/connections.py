"""Connections to a PostgreSQL database, with timeouts on both sides."""

from __future__ import annotations

import contextlib
import socket
from typing import Any

import asyncpg

__all__ = [
    "CHANNEL",
    "CONNECTION_ERRORS",
    "CONNECT_TIMEOUT",
    "DATABASE_ERRORS",
    "Connection",
    "connect",
    "connect_node",
    "open_pool",
]

Connection = Any  # asyncpg has no types

CHANNEL = "tricorn"  # carries all notifications

# A connection was lost or could not be made.
CONNECTION_ERRORS = (
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    OSError,
)
DATABASE_ERRORS = (*CONNECTION_ERRORS, asyncpg.PostgresError, ValueError)  # ValueError: an invalid address

CONNECT_TIMEOUT = 3.0  # seconds
_COMMAND_TIMEOUT = 5.0
_TCP_USER_TIMEOUT = 5_000  # milliseconds; a connection is lost if sent data is not acknowledged for longer

# A commit waits until the data is on disk, even if the database server is configured otherwise. A lost network is
# noticed within seconds: by keepalive on an idle connection, by tcp_user_timeout on one with data in flight.
_SETTINGS = {
    "synchronous_commit": "on",
    "tcp_keepalives_idle": "2",
    "tcp_keepalives_interval": "1",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": str(_TCP_USER_TIMEOUT),
}
# Shorter than _COMMAND_TIMEOUT, so that the node learns the outcome of its statement.
_TIMEOUTS = {
    "lock_timeout": "2s",
    "statement_timeout": "4s",
    "idle_in_transaction_session_timeout": "4s",
}


async def connect(url: str) -> Connection:
    """A connection for long work, such as a migration or a backup."""
    connection = await asyncpg.connect(url, timeout=CONNECT_TIMEOUT, server_settings=_SETTINGS)
    return await _set_user_timeout(connection)


async def connect_node(url: str, name: str) -> Connection:
    """A connection of a node, with the node's name as its application name."""
    return await _set_user_timeout(await asyncpg.connect(url, **_node_options(name)))


async def open_pool(url: str, name: str, size: int) -> Any:
    """A pool of up to `size` connections of a node, each made when it is needed."""
    return await asyncpg.create_pool(
        url, min_size=0, max_size=size, init=_set_user_timeout, reset=_no_reset, **_node_options(name)
    )


def _node_options(name: str) -> dict[str, Any]:
    return {
        "timeout": CONNECT_TIMEOUT,
        "command_timeout": _COMMAND_TIMEOUT,
        "server_settings": {"application_name": name, **_SETTINGS, **_TIMEOUTS},
    }


async def _set_user_timeout(connection: Connection) -> Connection:
    """Set TCP_USER_TIMEOUT on this side too, if the system and the kind of socket support it."""
    with contextlib.suppress(AttributeError, OSError):
        client_socket = connection._transport.get_extra_info("socket")
        client_socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _TCP_USER_TIMEOUT)
    return connection


async def _no_reset(connection: Connection) -> None:
    """Skip the pool's reset query: it would double the work, and our connections have no session state to reset."""
