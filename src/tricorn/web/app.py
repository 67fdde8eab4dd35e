"""The web application: pages, API and sockets, and the responses to refused requests."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio._backends._asyncio  # noqa: F401 - otherwise imported in the middle of the first request
from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.responses import Response
from starlette.routing import WebSocketRoute
from starlette.types import Receive, Scope, Send

from tricorn.web import api
from tricorn.web.compression import MIN_COMPRESSED
from tricorn.web.context import ServerContext
from tricorn.web.http.middleware import SecurityMiddleware, TooLarge, brief_response
from tricorn.web.language import negotiate_language
from tricorn.web.operations import monitoring
from tricorn.web.pages import routes as pages
from tricorn.web.refusals import Refused, damaged_refusal, is_api, malformed_refusal, not_found_refusal
from tricorn.web.registry import Registry
from tricorn.web.review import api as review_api
from tricorn.web.score import api as score_api
from tricorn.web.security.addresses import Networks, client_address
from tricorn.web.security.origins import check_origin
from tricorn.web.server import get_server, new_server
from tricorn.web.settings import Settings
from tricorn.web.socket import CONNECTION, Socket
from tricorn.web.store import Damaged, StoreError, open_store
from tricorn.web.tables import api as tables_api

__all__ = ["create_app"]

_log = logging.getLogger(__name__)


def create_app(settings: Settings) -> FastAPI:
    """Create the application and open its store; raises `StoreError` if that fails."""
    context = ServerContext.create(settings, open_store(settings.db))
    registry = Registry(context)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await registry.open()
        yield
        app.state.server.reviews.close()
        await registry.close()
        await context.close()

    app = FastAPI(
        title="Tricorn",
        description="The triangular domino game: tables to play at. See docs/protocol.md for sockets.",
        version="1",
        openapi_url=None,  # api.py has a route for it, because building it takes a tenth of a second
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        # FastAPI's own telemetry would export the messages of errors, which may quote stored data.
        telemetry={"tracing": False, "metrics": False, "logs": False, "auto_configure": False},
        lifespan=lifespan,
        middleware=[
            Middleware(
                SecurityMiddleware,
                proxies=Networks(settings.behind_proxy),
                base_path=settings.base_path,
                body_bytes=settings.body_bytes,
                large_bodies=dict.fromkeys(("/api/records", "/api/games", "/api/reviews"), settings.record_bytes)
                | {"/api/transfers": settings.transfer_bytes},
            ),
            Middleware(GZipMiddleware, minimum_size=MIN_COMPRESSED, compresslevel=6),
        ],
    )
    app.state.server = new_server(context, registry)
    app.include_router(api.router)
    app.include_router(tables_api.router)
    app.include_router(review_api.router)
    app.include_router(score_api.router)
    app.include_router(monitoring.router)
    app.include_router(pages.router)
    app.router.routes.append(WebSocketRoute("/ws/{code}", _SocketEndpoint()))
    _add_error_handlers(app)
    return app


class _SocketEndpoint:
    """A bare ASGI application for sockets: Starlette's wrapper around each message would cost as much as parsing it."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await _serve_socket(WebSocket(scope, receive, send), receive, send)


async def _serve_socket(websocket: WebSocket, receive: Receive, send: Send) -> None:
    server = get_server(websocket)
    address = client_address(websocket)
    language = negotiate_language(websocket, server.languages)
    try:
        check_origin(websocket)
        if not server.context.store.reachable:
            await websocket.send_denial_response(Response(status_code=503))  # a proxy then tries another node
            return
        with server.sockets.counted(address):
            await websocket.accept()
            _log.info("socket opened", extra={"open": server.sockets.open})
            metrics = server.context.metrics
            connection = websocket.scope["extensions"][CONNECTION]
            socket = Socket(receive, send, connection, address, language, server.settings, metrics)
            await socket.serve(websocket.path_params["code"], server.registry)
        _log.info("socket closed", extra={"open": server.sockets.open})
    except Refused as refusal:
        _count_refusal(websocket, refusal)
        await websocket.close()  # before accepting it, so the client gets a plain 403


# Refusals are JSON for the API and a page for people, never a traceback.


def _add_error_handlers(app: FastAPI) -> None:
    app.add_exception_handler(Refused, _on_refused)
    app.add_exception_handler(RequestValidationError, _on_malformed)
    app.add_exception_handler(HTTPException, _on_http)
    app.add_exception_handler(TooLarge, _on_too_large)
    app.add_exception_handler(ClientDisconnect, _on_disconnect)
    app.add_exception_handler(StoreError, _on_store_error)
    app.add_exception_handler(Exception, _on_error)


def _count_refusal(connection: HTTPConnection, refusal: Refused) -> None:
    get_server(connection).context.metrics.count_refusal(refusal.code)
    _log.info("refused", extra={"code": refusal.code, "status": refusal.status})


def _refusal_response(request: Request, refusal: Refused) -> Response:
    _count_refusal(request, refusal)
    if is_api(request.url.path) or refusal.retry_after is not None:
        return brief_response(request, refusal)
    language = negotiate_language(request, get_server(request).languages)
    return pages.render_error(request, refusal.status, refusal.text(language))


async def _on_refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return _refusal_response(request, error)


async def _on_malformed(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    place = ".".join(str(name) for name in first["loc"] if name != "body") or "body"
    return _refusal_response(
        request, Refused("malformed", "The request could not be read: {place}.", 422, place=place[:100])
    )


async def _on_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if isinstance(error.__cause__, TooLarge):
        return await _on_too_large(request, error)
    if error.status_code == 404:
        return _refusal_response(request, not_found_refusal())
    if error.status_code == 405:
        return _refusal_response(request, Refused("method", "This address does not support that method.", 405))
    return _refusal_response(request, malformed_refusal(error.status_code))


async def _on_too_large(request: Request, error: Exception) -> Response:
    return _refusal_response(request, Refused("too-large", "That is too large.", 413))


async def _on_disconnect(request: Request, error: Exception) -> Response:
    """Count the request of a client that has disconnected; nobody reads the response."""
    return _refusal_response(request, malformed_refusal())


async def _on_store_error(request: Request, error: Exception) -> Response:
    if isinstance(error, Damaged):
        _log.error("A game cannot be read: %s. tricorn backup names its table.", error)
        return _refusal_response(request, damaged_refusal())
    _log.error("The store failed (%s).", type(error).__name__)  # its message may name a table
    return _refusal_response(request, Refused("store", "The table could not be saved; please try once more.", 503))


async def _on_error(request: Request, error: Exception) -> Response:
    return _refusal_response(request, Refused("error", "Something went wrong here; the error has been logged.", 500))
