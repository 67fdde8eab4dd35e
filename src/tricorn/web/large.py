"""Responses that may be large: written and compressed in a worker thread, for the address that asks."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Mapping

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from tricorn.web.server import Caller

__all__ = ["large_response"]

_SMALLEST_COMPRESSED = 600
_LEVEL = 6


async def large_response(
    request: Request,
    caller: Caller,
    write: Callable[[], bytes],
    media_type: str,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """A response with the body that a function writes."""
    workers = caller.server.tables.context.workers
    compress = "gzip" in request.headers.get("accept-encoding", "")
    async with workers.slot(caller.address):
        if await request.is_disconnected():  # while it waited for the slot
            raise ClientDisconnect
        body, is_compressed = await workers.in_thread(caller.address, _write, write, compress)
    response = Response(body, headers=headers, media_type=media_type)
    response.headers.add_vary_header("Accept-Encoding")
    if is_compressed:
        response.headers["Content-Encoding"] = "gzip"
    return response


def _write(write: Callable[[], bytes], compress: bool) -> tuple[bytes, bool]:
    body = write()
    if compress and len(body) >= _SMALLEST_COMPRESSED:
        return gzip.compress(body, _LEVEL, mtime=0), True
    return body, False
