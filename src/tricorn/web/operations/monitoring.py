"""Routes for operators: the health of a server and its metrics."""

from __future__ import annotations

import ipaddress

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, PlainTextResponse

from tricorn.web.operations.metrics import CONTENT_TYPE
from tricorn.web.refusals import not_found_refusal
from tricorn.web.server import get_caller, get_server

__all__ = ["router"]

router = APIRouter(include_in_schema=False)


@router.get("/healthz")
async def health(request: Request) -> JSONResponse:
    """200 while the store can be written, otherwise 503."""
    ok = await get_caller(request).server.readiness.check()
    return JSONResponse({"ok": ok, "store": ok}, 200 if ok else 503, {"Cache-Control": "no-store"})


@router.get("/metrics")
async def metrics(request: Request) -> PlainTextResponse:
    """The metrics, only for this computer unless the settings open them to everybody."""
    server = get_server(request)
    if not server.settings.metrics and not _is_local(request):
        raise not_found_refusal()
    figures = server.context.metrics
    figures.tables_in_memory.set(len(server.registry))
    figures.tables_watched.set(server.registry.watched)
    figures.sockets.set(server.sockets.open)
    return PlainTextResponse(figures.exposition(), headers={"Cache-Control": "no-store"}, media_type=CONTENT_TYPE)


def _is_local(request: Request) -> bool:
    """Whether a request comes from this computer, and not through a proxy on it."""
    is_forwarded = any(name in request.headers for name in ("x-forwarded-for", "forwarded", "via"))
    try:
        return not is_forwarded and ipaddress.ip_address(request.client.host if request.client else "").is_loopback
    except ValueError:
        return False
