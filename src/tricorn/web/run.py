"""Runs the application on a listening socket: startup, system limits, shutdown."""

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
from tricorn.web.http.acceptor import Acceptor
from tricorn.web.http.connections import LimitedHttpProtocol, ServerConfig
from tricorn.web.operations.logs import log_loop_error, set_up_log
from tricorn.web.operations.memory import collect_garbage
from tricorn.web.settings import Settings

__all__ = ["serve"]

_log = logging.getLogger(__name__)
_SECONDS_TO_STOP = 3.0  # for open sockets to close
_SECONDS_TO_ANSWER = 2.0  # after that, for requests in progress
_SEND_BUFFER = 64 * 1024  # bytes that the system buffers for a slow client; its default is megabytes


class _UvicornServer(uvicorn.Server):
    """A server that reports when it has started, and finishes moves in progress when it stops."""

    def __init__(self, config: ServerConfig, on_start: Callable[[], object] | None) -> None:
        super().__init__(config)
        self._config = config
        self._server = config.server
        self._on_start = on_start

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().set_exception_handler(log_loop_error)
        await super().startup([])
        if self.started:
            self._acceptors = [Acceptor(listener, self._config, self._new_connection) for listener in sockets or []]
            self._collecting = asyncio.create_task(collect_garbage())
            _log.info("started")
            if self._on_start is not None:
                self._on_start()

    def _new_connection(self) -> LimitedHttpProtocol:
        return LimitedHttpProtocol(self._config, self.server_state, self.lifespan.state)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        _log.info("stopping", extra={"sockets": self._server.sockets.open})
        for acceptor in self._acceptors:
            await acceptor.close()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_SECONDS_TO_STOP):
                await self._server.registry.disconnect_all()
                while self._server.sockets.open:
                    await asyncio.sleep(0.02)
        asyncio.get_running_loop().call_later(_SECONDS_TO_ANSWER, self._cancel_requests)
        await super().shutdown(sockets)
        _log.info("stopped")

    def _cancel_requests(self) -> None:
        """Cancel the requests that are not finished; `SecurityMiddleware` refuses them."""
        for task in self.server_state.tasks:
            task.cancel()


def serve(settings: Settings, listener: socket.socket, on_start: Callable[[], object] | None = None) -> None:
    """Serve until interrupted; `on_start` is called once requests are answered."""
    # Bots and workers run in threads, and the event loop must not wait long for the interpreter's lock.
    sys.setswitchinterval(0.0002)
    _allow_many_sockets()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)
    app = create_app(settings)
    set_up_log(settings.log, app.state.server.context.metrics)
    gc.freeze()  # what is loaded now stays, so collections can skip it
    gc.disable()  # `collect_garbage` replaces automatic collection
    _UvicornServer(ServerConfig(app, app.state.server), on_start).run(sockets=[listener])


def _allow_many_sockets() -> None:
    """Raise the limit on open sockets as far as the system allows."""
    if sys.platform != "win32":
        import resource

        _, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard_limit, hard_limit))
