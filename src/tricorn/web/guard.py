"""What stands before every request: security headers on the way out, origins and sizes on the way in."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tricorn.web.refusals import Refused

__all__ = ["Guard", "TooLarge", "check_origin"]

_POLICY = (
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
)
_HEADERS = {
    "Content-Security-Policy": "; ".join(_POLICY),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


class TooLarge(Exception):
    """A body with more bytes than are allowed."""


def check_origin(connection: HTTPConnection) -> None:
    """Refuse a socket, or a request that changes something, that another site's page has made."""
    if connection.scope.get("method") not in _SAFE_METHODS and not _from_here(connection.headers):
        raise Refused("origin", "This may only be asked for by the server's own pages.", 403)


def _from_here(headers: Headers) -> bool:
    """Whether a request comes from our own pages, or from no page at all."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "none") in ("none", "same-origin")
    try:
        return urlsplit(origin).netloc.lower() == headers.get("host", "").lower()
    except ValueError:
        return False


class Guard:
    """The outermost layer of the server."""

    def __init__(self, app: ASGIApp, body_bytes: int, large_bodies: dict[str, int]) -> None:
        self._app = app
        self._body_bytes = body_bytes
        self._large_bodies = large_bodies  # by path, where more may be sent

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self._app(scope, self._limited(scope, receive), send_with_headers)

    def _limited(self, scope: Scope, receive: Receive) -> Receive:
        most = self._large_bodies.get(scope["path"], self._body_bytes)
        length = Headers(scope=scope).get("content-length", "")
        announced = int(length) if length.isdecimal() else 0
        received = 0

        async def receive_limited() -> Message:
            nonlocal received
            if announced > most:
                raise TooLarge
            message = await receive()
            received += len(message.get("body", b""))
            if received > most:
                raise TooLarge
            return message

        return receive_limited
