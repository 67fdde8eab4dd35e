"""Accepts connections, and closes those over a limit at once, before they use memory."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections.abc import Callable

from tricorn.web.http.connections import LimitedHttpProtocol, ServerConfig, no_linger

__all__ = ["Acceptor"]

_log = logging.getLogger(__name__)
_BATCH = 10  # connections accepted before other tasks run
_SECONDS_TO_RECOVER = 0.2  # after an error, for example because the process has too many open files


class Acceptor:
    """Accepts the connections of a listening socket until `close`."""

    def __init__(
        self, listener: socket.socket, config: ServerConfig, new_connection: Callable[[], LimitedHttpProtocol]
    ) -> None:
        self._listener = listener
        self._connections = config.connections
        self._metrics = config.server.context.metrics
        self._new_connection = new_connection
        self._loop = asyncio.get_running_loop()
        self._connecting: dict[asyncio.Task[None], socket.socket] = {}
        listener.setblocking(False)
        self._accepting = self._loop.create_task(self._accept())

    async def close(self) -> None:
        self._accepting.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._accepting
        self._listener.close()
        for task, connected in self._connecting.items():
            task.cancel()
            connected.close()

    async def _accept(self) -> None:
        while True:
            try:
                self._admit(*await self._loop.sock_accept(self._listener))
                for _ in range(_BATCH - 1):
                    self._admit(*self._listener.accept())
                await asyncio.sleep(0)
            except BlockingIOError:
                pass  # no more are waiting
            except OSError as error:
                _log.error("A connection could not be accepted (%s).", type(error).__name__)
                await asyncio.sleep(_SECONDS_TO_RECOVER)

    def _admit(self, connected: socket.socket, peer: tuple[str, int]) -> None:
        address = self._connections.admit(peer[0])
        if address is None:
            self._metrics.count_refusal("too-many")
            no_linger(connected)
            connected.close()
            return
        task = self._loop.create_task(self._connect(connected, address))
        self._connecting[task] = connected
        task.add_done_callback(self._connecting.pop)

    async def _connect(self, connected: socket.socket, address: str) -> None:
        await asyncio.sleep(self._connections.seconds_to_wait(address))
        connection = self._new_connection()
        connection.address = address
        try:
            connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            await self._loop.connect_accepted_socket(lambda: connection, connected)
        except OSError:  # the client is gone
            connection.release()
            connected.close()
