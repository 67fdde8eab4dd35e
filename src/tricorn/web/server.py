"""The parts of a running server and the caller of a request, used by the pages, the API and the sockets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from starlette.requests import HTTPConnection

from tricorn.core.compile import web_module_files
from tricorn.locales.i18n import Language, load_languages
from tricorn.web.accept import language_of
from tricorn.web.pages.assets import Assets
from tricorn.web.readiness import Readiness
from tricorn.web.registry import Registry
from tricorn.web.review.reviews import Reviews
from tricorn.web.security.keys import hash_key
from tricorn.web.security.limits import Buckets, address_of
from tricorn.web.security.origins import Hosts, check_origin
from tricorn.web.settings import Settings
from tricorn.web.socket import SocketCounter
from tricorn.web.work.fair_queue import FairQueue

__all__ = ["Caller", "Server", "caller_of", "new_server", "server_of"]

_UPLOADS, _UPLOADS_PER_ADDRESS = 100, 4
_SPACING = 0.005  # seconds between two requests of one address, so that a burst does not hold up the others


@dataclass(frozen=True)
class Server:
    """The parts of one server."""

    settings: Settings
    tables: Registry
    languages: dict[str, Language]
    assets: Assets
    hosts: Hosts
    sockets: SocketCounter
    new_tables: Buckets
    joins: Buckets
    requests: Buckets
    files: Buckets
    records: Buckets
    hints: Buckets
    reviews: Reviews
    previews: Buckets
    uploads: FairQueue  # of records, which stay in memory until they are answered
    readiness: Readiness


class Caller(NamedTuple):
    """Who sent a request: the address, the language, and the hash of the key."""

    server: Server
    address: str
    language: Language
    key: str | None


def new_server(settings: Settings, tables: Registry) -> Server:
    return Server(
        settings,
        tables,
        load_languages(),
        Assets(modules=web_module_files()),
        Hosts(settings),
        SocketCounter(settings),
        Buckets(settings.new_tables),
        Buckets(settings.joins),
        Buckets(settings.requests, _SPACING),
        Buckets(settings.files),
        Buckets(settings.records),
        Buckets(settings.hints),
        Reviews(settings.reviews),
        Buckets(settings.previews),
        FairQueue(_UPLOADS, _UPLOADS_PER_ADDRESS),
        Readiness(tables.context.store),
    )


def server_of(connection: HTTPConnection) -> Server:
    server = connection.app.state.server
    assert isinstance(server, Server)
    return server


def caller_of(connection: HTTPConnection) -> Caller:
    """The caller of a request; raises `Refused` if another site's page sent it."""
    server = server_of(connection)
    check_origin(connection)
    address = address_of(connection)
    scheme, _, key = connection.headers.get("authorization", "").partition(" ")
    hashed = hash_key(key.strip()) if scheme.lower() == "bearer" and key else None
    return Caller(server, address, language_of(connection, server.languages), hashed)
