"""Runs the server below a path of a host name: `--base-path`, and the `X-Forwarded-Prefix` of a trusted proxy."""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send

from tricorn.web.links import ROOT
from tricorn.web.refusals import malformed_refusal, not_found_refusal
from tricorn.web.security.addresses import Networks
from tricorn.web.setting_kinds import read_base_path

__all__ = ["ForwardedPrefix", "enter_base_path"]

_FOR_OPERATORS = ("/healthz", "/metrics")  # also without the base path, because they are asked of a node itself


class ForwardedPrefix:
    """ASGI middleware around uvicorn's for forwarded headers, which hides the address of the proxy.

    A proxy that removes the beginning of a path names it in `X-Forwarded-Prefix`; it becomes the scope's `root_path`.
    """

    def __init__(self, app: ASGIApp, proxies: Networks) -> None:
        self._app = app
        self._proxies = proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = scope.get("client")
        if client is not None and client[0] in self._proxies:
            prefixes = [value for name, value in scope["headers"] if name == b"x-forwarded-prefix"]
            scope["root_path"] = b",".join(prefixes).decode("latin1")
        await self._app(scope, receive, send)


def enter_base_path(scope: Scope, base_path: str) -> bool:
    """Remove the base path from the path of a request; the scope keeps the root that pages link to.

    Returns False if it is the base path of a page without its slash. Raises `Refused` if it is outside.
    """
    try:
        forwarded = read_base_path(scope["root_path"])
    except ValueError:
        raise malformed_refusal() from None
    finally:
        scope["root_path"] = ""
    scope[ROOT] = f"{forwarded}{base_path}/"
    path = scope["path"]
    if path == base_path and scope["type"] == "http":
        return False
    if path.startswith(f"{base_path}/"):
        scope["path"] = path[len(base_path) :]
    elif path not in _FOR_OPERATORS:
        raise not_found_refusal()
    return True
