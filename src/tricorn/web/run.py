"""Running the application on a listening socket: how it starts, what its sockets need, how it stops."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import socket
import sys
from collections.abc import Callable

import uvicorn

from tricorn.web.app import create_app
from tricorn.web.connections import Config
from tricorn.web.logs import LogForm, note_loop_error, set_up_log
from tricorn.web.server import Server
from tricorn.web.settings import Settings

__all__ = ["serve"]

_log = logging.getLogger(__name__)
_SECONDS_TO_LEAVE = 3.0  # for everybody to hear of a stop
_BETWEEN_SEARCHES = (700, 10, 1000)  # new objects, searches of those, and searches of the younger before one of all
_BYTES_IN_SYSTEM = 64 * 1024  # what the system keeps for one that does not read; by itself it would be megabytes


class _Server(uvicorn.Server):
    """A server that says when it has started, and lets moves in flight be finished when it stops."""

    def __init__(self, config: uvicorn.Config, server: Server, on_start: Callable[[], object] | None) -> None:
        super().__init__(config)
        self._server = server
        self._on_start = on_start

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().set_exception_handler(note_loop_error)
        await super().startup(sockets)
        if self.started:
            _log.info("started")
            if self._on_start is not None:
                self._on_start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        _log.info("stopping", extra={"sockets": self._server.sockets.open})
        for server in self.servers:
            server.close()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_SECONDS_TO_LEAVE):
                await self._server.tables.disconnect_all()
                while self._server.sockets.open:
                    await asyncio.sleep(0.02)
        await super().shutdown(sockets)
        _log.info("stopped")


def serve(
    settings: Settings,
    listener: socket.socket,
    on_start: Callable[[], object] | None = None,
    log: LogForm | None = None,
) -> None:
    """Serve until interrupted; `on_start` is called once requests are answered."""
    # Bots and records are worked on in threads: whoever answers people does not wait long for its turn.
    sys.setswitchinterval(0.001)
    _allow_many_sockets()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _BYTES_IN_SYSTEM)
    app = create_app(settings)
    set_up_log(log, app.state.server.tables.context.metrics)
    # The program itself is no garbage, and tables hardly ever are: a search among a thousand of them takes a third of a
    # second, in which everybody waits. So only what is new is searched often.
    gc.freeze()
    gc.set_threshold(*_BETWEEN_SEARCHES)
    _Server(Config(app, app.state.server), app.state.server, on_start).run(sockets=[listener])


def _allow_many_sockets() -> None:
    """Ask the system for as many open sockets as it lets a process have."""
    if sys.platform != "win32":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
