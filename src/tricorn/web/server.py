"""The parts of a running server, and the caller of a request: shared by the pages, the API and the sockets."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import NamedTuple

from starlette.requests import HTTPConnection

from tricorn.locales.i18n import Language, load_languages
from tricorn.web.accept import language_of
from tricorn.web.assets import Assets
from tricorn.web.keys import hash_key
from tricorn.web.limits import Buckets, address_of
from tricorn.web.origins import Hosts, check_origin
from tricorn.web.readiness import Readiness
from tricorn.web.settings import Settings
from tricorn.web.socket import SocketCounter
from tricorn.web.tables import Tables

__all__ = ["Caller", "Server", "caller_of", "new_server", "server_of"]


@dataclass(frozen=True)
class Server:
    """The parts of one server."""

    settings: Settings
    tables: Tables
    languages: dict[str, Language]
    assets: Assets
    hosts: Hosts
    sockets: SocketCounter
    new_tables: Buckets
    joins: Buckets
    requests: Buckets
    files: Buckets
    records: Buckets
    readiness: Readiness
    replaying: asyncio.Semaphore  # checking records is work for a processor: one at a time


class Caller(NamedTuple):
    """Who sent a request: the address, the language, and the hash of the key."""

    server: Server
    address: str
    language: Language
    key: str | None


def new_server(settings: Settings, tables: Tables) -> Server:
    return Server(
        settings,
        tables,
        load_languages(),
        Assets(),
        Hosts(settings),
        SocketCounter(settings),
        Buckets(settings.new_tables),
        Buckets(settings.joins),
        Buckets(settings.requests),
        Buckets(settings.files),
        Buckets(settings.records),
        Readiness(tables.context.store),
        asyncio.Semaphore(1),
    )


def server_of(connection: HTTPConnection) -> Server:
    server = connection.app.state.server
    assert isinstance(server, Server)
    return server


def caller_of(connection: HTTPConnection) -> Caller:
    """The caller of a request; refused if another site's page sent it."""
    server = server_of(connection)
    check_origin(connection)
    address = address_of(connection)
    scheme, _, key = connection.headers.get("authorization", "").partition(" ")
    hashed = hash_key(key.strip()) if scheme.lower() == "bearer" and key else None
    return Caller(server, address, language_of(connection, server.languages), hashed)
