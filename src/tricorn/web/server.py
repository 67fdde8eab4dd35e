"""A running server's parts, and who sent a request; used by the pages, the API and the sockets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from starlette.requests import HTTPConnection

from tricorn.core.loading import web_files
from tricorn.locales.i18n import Language, load_languages
from tricorn.web.context import ServerContext
from tricorn.web.language import negotiate_language
from tricorn.web.operations.readiness import Readiness
from tricorn.web.pages.assets import Assets
from tricorn.web.pages.rendering import render_parts
from tricorn.web.registry import Registry
from tricorn.web.review.jobs import Reviews
from tricorn.web.security.addresses import client_address
from tricorn.web.security.keys import KeyHash, hash_key
from tricorn.web.security.limits import RateLimiter
from tricorn.web.security.origins import Hosts, check_origin
from tricorn.web.settings import Settings
from tricorn.web.socket import SocketCounter
from tricorn.web.transfers import Transfers
from tricorn.web.work.fair_queue import FairQueue

__all__ = ["Caller", "RateLimits", "Server", "get_caller", "get_server", "new_server"]

_UPLOADS, _UPLOADS_PER_ADDRESS = 100, 4
_SPACING = 0.005  # seconds between two requests of one address, so that a burst does not hold up other clients


@dataclass(frozen=True)
class RateLimits:
    """How often an address may do what; the settings have the same names."""

    new_tables: RateLimiter
    joins: RateLimiter
    requests: RateLimiter
    files: RateLimiter
    records: RateLimiter
    imports: RateLimiter
    hints: RateLimiter
    previews: RateLimiter

    @classmethod
    def from_settings(cls, settings: Settings) -> RateLimits:
        return cls(
            RateLimiter(settings.new_tables),
            RateLimiter(settings.joins),
            RateLimiter(settings.requests, _SPACING),
            RateLimiter(settings.files),
            RateLimiter(settings.records),
            RateLimiter(settings.imports),
            RateLimiter(settings.hints),
            RateLimiter(settings.previews),
        )


@dataclass(frozen=True)
class Server:
    """The parts of one server."""

    context: ServerContext
    registry: Registry
    languages: dict[str, Language]
    assets: Assets
    hosts: Hosts
    sockets: SocketCounter
    limits: RateLimits
    reviews: Reviews
    transfers: Transfers
    uploads: FairQueue  # of records, which stay in memory until they are answered
    readiness: Readiness

    @property
    def settings(self) -> Settings:
        return self.context.settings


class Caller(NamedTuple):
    """Who sent a request to this server; `key` is None if the request has none."""

    server: Server
    address: str
    language: Language
    key: KeyHash | None


def new_server(context: ServerContext, registry: Registry) -> Server:
    settings, languages = context.settings, load_languages()
    return Server(
        context,
        registry,
        languages,
        Assets(
            modules=web_files,
            languages=languages.values(),
            parts=render_parts(languages.values()),
        ),
        Hosts(settings),
        SocketCounter(settings),
        RateLimits.from_settings(settings),
        Reviews(settings.reviews, settings.review_seconds, context.workers.reviews),
        Transfers(settings.transfers),
        FairQueue(_UPLOADS, _UPLOADS_PER_ADDRESS),
        Readiness(context.store),
    )


def get_server(connection: HTTPConnection) -> Server:
    server = connection.app.state.server
    assert isinstance(server, Server)
    return server


def get_caller(connection: HTTPConnection) -> Caller:
    """The caller of a request; raises `Refused` if another site's page sent it."""
    server = get_server(connection)
    check_origin(connection)
    address = client_address(connection)
    scheme, _, key = connection.headers.get("authorization", "").partition(" ")
    hashed = hash_key(key.strip()) if scheme.lower() == "bearer" and key else None
    return Caller(server, address, negotiate_language(connection, server.languages), hashed)
