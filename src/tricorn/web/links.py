"""Links to pages: below the root of this server's addresses, which is not `/` if it runs at a path of a host name."""

from __future__ import annotations

from starlette.datastructures import URL
from starlette.requests import HTTPConnection, Request

from tricorn.web.lan import is_loopback

__all__ = ["ROOT", "link_to", "links_to", "root_of"]

ROOT = "tricorn.root"  # the key in an ASGI scope


def root_of(connection: HTTPConnection) -> str:
    """The path that all addresses of this server begin with, as the client sees it: `/` or `/games/tricorn/`."""
    return str(connection.scope.get(ROOT, "/"))


def link_to(request: Request, page: str, **path: str) -> URL:
    """The link to a page at the address that the request was sent to."""
    link = request.url_for(page, **path)
    return link.replace(path=root_of(request) + link.path.removeprefix("/"))


def links_to(request: Request, page: str, addresses: tuple[str, ...], base_path: str, **path: str) -> list[str]:
    """The links to a page that work on other devices, the best first; none if only this computer reaches the server.

    The address that the request was sent to works on other devices too, unless it is a loopback address. The others
    lead to this server without a proxy, which may have added to the path.
    """
    link, direct = link_to(request, page, **path), base_path + request.url_for(page, **path).path
    links = [str(link.replace(scheme="http", netloc=address, path=direct)) for address in addresses]
    if not is_loopback(link.hostname or ""):
        links = [str(link), *(other for other in links if other != str(link))]
    return links
