"""The outermost middleware: checks host names, rates and sizes of requests, and adds security headers to responses."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tricorn.web.http.base_path import enter_base_path
from tricorn.web.language import negotiate_language
from tricorn.web.links import root_of
from tricorn.web.refusals import Refused, is_api, stopping_refusal
from tricorn.web.security.addresses import Networks, client_address
from tricorn.web.server import get_server

__all__ = ["SecurityMiddleware", "TooLarge", "brief_response"]

_POLICY = (
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",  # the rules as WebAssembly, which is compiled in the page
    "style-src 'self'",
    "font-src 'self'",
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
_FILES = "/static/"
_HEALTH = "/healthz"
# Only documents and workers need policies: other files are the same for everybody and say nothing about this server's
# users. On every file, they would make up a quarter of the bytes of a first visit.
_NOT_DOCUMENTS = (".js", ".css", ".png", ".wasm", ".woff2")
_WORKER_SUFFIX = "worker.js"
_FILE_HEADERS = {"X-Content-Type-Options": "nosniff"}
_SECONDS_TO_REFUSE = 1.0  # before a request over the rate is refused, so that retrying at once gains nothing


class TooLarge(Exception):
    """A body larger than allowed."""


class SecurityMiddleware:
    """ASGI middleware around the whole application."""

    def __init__(
        self, app: ASGIApp, proxies: Networks, base_path: str, body_bytes: int, large_bodies: dict[str, int]
    ) -> None:
        self._app = app
        self._proxies = proxies
        self._base_path = base_path
        self._body_bytes = body_bytes
        self._large_bodies = large_bodies  # larger limits for some paths

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._answer(scope, receive, send)
        except asyncio.CancelledError:
            if scope["type"] == "lifespan":
                raise
            await _refuse_unfinished(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope.get("method") == "HEAD":
            scope = {**scope, "method": "GET"}  # uvicorn, which has the original, sends only the head of the response
        try:
            connection = HTTPConnection(scope)
            get_server(connection).hosts.check(connection.headers)
            try:
                is_page = enter_base_path(scope, self._base_path)
            finally:  # every request is counted
                if not self._is_health_check(connection):
                    await _limit_rate(connection)
        except Refused as refusal:
            app: ASGIApp = (
                _refusal_response(HTTPConnection(scope), refusal) if scope["type"] == "http" else _refuse_socket
            )
        else:
            app = self._app if is_page else RedirectResponse(root_of(connection))
        if scope["type"] == "http":
            receive, send = self._limit_body(scope, receive), _with_headers(scope, send)
        await app(scope, receive, send)

    def _is_health_check(self, connection: HTTPConnection) -> bool:
        """Whether a proxy asks for itself whether this server is healthy, as it may do before every request."""
        client = connection.client
        return connection.scope["path"] == _HEALTH and client is not None and client.host in self._proxies

    def _limit_body(self, scope: Scope, receive: Receive) -> Receive:
        max_bytes = self._large_bodies.get(scope["path"], self._body_bytes)
        length = Headers(scope=scope).get("content-length", "")
        announced = int(length) if length.isdecimal() else 0
        received = 0

        async def receive_limited() -> Message:
            nonlocal received
            if announced > max_bytes:
                raise TooLarge
            message = await receive()
            received += len(message.get("body", b""))
            if received > max_bytes:
                raise TooLarge
            return message

        return receive_limited


async def _limit_rate(connection: HTTPConnection) -> None:
    """Refuse a request far over the rate of its address; delay one that is a little over."""
    server = get_server(connection)
    limiter = server.limits.files if connection.scope["path"].startswith(_FILES) else server.limits.requests
    try:
        delay = limiter.delay(client_address(connection), server.settings.seconds_to_wait)
    except Refused:
        await asyncio.sleep(_SECONDS_TO_REFUSE)
        raise
    if delay:
        await asyncio.sleep(delay)


def _refusal_response(connection: HTTPConnection, refusal: Refused) -> Response:
    get_server(connection).context.metrics.count_refusal(refusal.code)
    return brief_response(connection, refusal)


def brief_response(connection: HTTPConnection, refusal: Refused) -> Response:
    """The response to a refused request, without rendering a page, because there may be many.

    A browser asks again by itself for a page that it may have later.
    """
    language = negotiate_language(connection, get_server(connection).languages)
    headers = {} if refusal.retry_after is None else {"Retry-After": str(refusal.retry_after)}
    if is_api(connection.scope["path"]):
        return JSONResponse(refusal.content(language), refusal.status, headers)
    if refusal.retry_after is not None:
        headers["Refresh"] = str(refusal.retry_after)
    return PlainTextResponse(f"{refusal.text(language)}\n", refusal.status, headers)


async def _refuse_unfinished(scope: Scope, receive: Receive, send: Send) -> None:
    """Refuse a request that was cancelled: it is not finished although the server stops."""
    with suppress(RuntimeError):  # the response has begun, or the socket is closed
        if scope["type"] == "http":
            refused = _refusal_response(HTTPConnection(scope), stopping_refusal())
            await refused(scope, receive, _with_headers(scope, send))
        else:
            await _refuse_socket(scope, receive, send)


async def _refuse_socket(scope: Scope, receive: Receive, send: Send) -> None:
    """Refuse a socket: the client gets a plain 403."""
    await send({"type": "websocket.close"})


def _headers_for(path: str) -> dict[str, str]:
    """The security headers of a response."""
    is_document = not path.endswith(_NOT_DOCUMENTS) or path.endswith(_WORKER_SUFFIX)
    return _HEADERS if is_document or not path.startswith(_FILES) else _FILE_HEADERS


def _with_headers(scope: Scope, send: Send) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _headers_for(scope["path"]).items():
                headers.setdefault(name, value)
            if is_api(scope["path"]):
                headers.setdefault("Cache-Control", "no-store")
        await send(message)

    return send_with_headers
