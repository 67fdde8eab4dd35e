"""Responses that may be large or slow: written and compressed by the workers, within the budget of the address."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from tricorn.web.compression import accepts_gzip, write_body
from tricorn.web.server import Caller
from tricorn.web.work.lane import Lane

__all__ = ["worker_response"]


async def worker_response(
    request: Request,
    caller: Caller,
    lane: Lane,
    media_type: str,
    headers: Mapping[str, str],
    write: Callable[..., bytes],
    *args: Any,
) -> Response:
    """A response whose body a function writes in a lane of the workers."""
    compress = accepts_gzip(request)
    async with lane.slot(caller.address):
        if await request.is_disconnected():  # the client has left while the request was queued
            raise ClientDisconnect
        body = await lane.run_in_slot(caller.address, write_body, compress, write, *args)
    response = Response(body.content, headers=headers, media_type=media_type)
    response.headers.add_vary_header("Accept-Encoding")
    if body.is_compressed:
        response.headers["Content-Encoding"] = "gzip"
    return response
