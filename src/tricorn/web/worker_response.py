"""Responses that may be large or slow: written and compressed by the workers, within the budget of the address."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from tricorn.web.compression import MIN_COMPRESSED, accepts_gzip
from tricorn.web.server import Caller
from tricorn.web.work.workers import Workers

__all__ = ["worker_response"]

_MIN_FOR_PROCESS = 16 * 1024  # bytes; less is compressed in a millisecond, so in the thread
_LEVEL = 6
_GZIP_FORMAT = 31  # zlib's wbits for gzip


async def worker_response(
    request: Request,
    caller: Caller,
    write: Callable[[], bytes],
    media_type: str,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """A response whose body a function writes in a worker thread."""
    workers = caller.server.context.workers
    compress = accepts_gzip(request)
    async with workers.slot(caller.address):
        if await request.is_disconnected():  # the client has left while the request was queued
            raise ClientDisconnect
        body, is_compressed = await workers.run_in_slot(caller.address, _write_body, workers, write, compress)
    response = Response(body, headers=headers, media_type=media_type)
    response.headers.add_vary_header("Accept-Encoding")
    if is_compressed:
        response.headers["Content-Encoding"] = "gzip"
    return response


def _write_body(workers: Workers, write: Callable[[], bytes], compress: bool) -> tuple[bytes, bool]:
    body = write()
    if not compress or len(body) < MIN_COMPRESSED:
        return body, False
    if len(body) < _MIN_FOR_PROCESS:
        return zlib.compress(body, _LEVEL, _GZIP_FORMAT), True
    return workers.call_in_process(zlib.compress, body, _LEVEL, _GZIP_FORMAT), True
