"""When and how a response is compressed."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Any, NamedTuple

from starlette.requests import Request

__all__ = ["MIN_COMPRESSED", "Body", "accepts_gzip", "write_body"]

MIN_COMPRESSED = 600  # bytes; less is not worth compressing
_LEVEL = 6
_GZIP_FORMAT = 31  # zlib's wbits for gzip


class Body(NamedTuple):
    """The body of a response."""

    content: bytes
    is_compressed: bool


def accepts_gzip(request: Request) -> bool:
    """Whether the client accepts a compressed response."""
    return "gzip" in request.headers.get("accept-encoding", "")


def write_body(compress: bool, write: Callable[..., bytes], *args: Any) -> Body:
    """The body that a function writes, compressed on request; zlib does not hold the interpreter's lock."""
    content = write(*args)
    if not compress or len(content) < MIN_COMPRESSED:
        return Body(content, False)
    return Body(zlib.compress(content, _LEVEL, _GZIP_FORMAT), True)
