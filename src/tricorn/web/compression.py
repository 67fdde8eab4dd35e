"""When a response is compressed."""

from __future__ import annotations

from starlette.requests import Request

__all__ = ["MIN_COMPRESSED", "accepts_gzip"]

MIN_COMPRESSED = 600  # bytes; less is not worth compressing


def accepts_gzip(request: Request) -> bool:
    """Whether the client accepts a compressed response."""
    return "gzip" in request.headers.get("accept-encoding", "")
