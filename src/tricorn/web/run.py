"""Running the application on a listening socket, with the settings that its sockets need."""

from __future__ import annotations

import socket
import sys
from collections.abc import Callable

import uvicorn

from tricorn.web.app import create_app
from tricorn.web.settings import Settings

__all__ = ["serve"]


class _Server(uvicorn.Server):
    """A server that says when it has started."""

    def __init__(self, config: uvicorn.Config, on_start: Callable[[], object] | None) -> None:
        super().__init__(config)
        self._on_start = on_start

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and self._on_start is not None:
            self._on_start()


def serve(settings: Settings, listener: socket.socket, on_start: Callable[[], object] | None = None) -> None:
    """Serve until interrupted; `on_start` is called once requests are answered."""
    # Bots and records are worked on in threads: whoever answers people does not wait long for its turn.
    sys.setswitchinterval(0.001)
    config = uvicorn.Config(
        create_app(settings),
        ws_max_size=settings.frame_bytes,
        ws_per_message_deflate=False,  # it costs half as much again, and frames are small
        access_log=False,
        server_header=False,
        log_level="warning",
        timeout_graceful_shutdown=3,
    )
    _Server(config, on_start).run(sockets=[listener])
