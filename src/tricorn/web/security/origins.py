"""Checks the Host and Origin headers: the host names that the server answers to, and the pages that may change data.

Another site can resolve its own name to this computer's address (DNS rebinding); the browser then treats the server as
part of that site. So requests are answered only for host names that no other site can own.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection

from tricorn.web.host_names import is_host_name
from tricorn.web.refusals import Refused, malformed_refusal
from tricorn.web.settings import Settings

__all__ = ["Hosts", "check_origin"]

_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
_HOST = re.compile(r"\[([0-9a-f:.]+)\](?::[0-9]{1,5})?|([^:\[\]]+?)\.?(?::[0-9]{1,5})?")
_HOME_DOMAINS = ("local", "lan", "home.arpa")  # domains of machines in a home network


def check_origin(connection: HTTPConnection) -> None:
    """Refuse a socket, or a request that changes data, from a page of another site."""
    if connection.scope.get("method") not in _SAFE_METHODS and not _is_same_origin(connection.headers):
        raise Refused("origin", "Only the server's own pages may request this.", 403)


def _is_same_origin(headers: Headers) -> bool:
    """Whether a request comes from one of this server's pages, or from no page at all."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "none") in ("none", "same-origin")
    try:
        return urlsplit(origin).netloc.lower() == headers.get("host", "").lower()
    except ValueError:
        return False


class Hosts:
    """The host names that a server answers to."""

    def __init__(self, settings: Settings) -> None:
        machine = socket.gethostname().lower()
        short = machine.partition(".")[0]
        self._names = {"localhost", machine, short, *(f"{short}.{domain}" for domain in _HOME_DOMAINS)}
        self._names.update(settings.allow_host)

    def check(self, headers: Headers) -> None:
        """Refuse a request for a host name that is not this server's."""
        hosts = headers.getlist("host")
        if not hosts:  # not sent by a browser
            return
        name = _name_in(hosts)
        # DNS rebinding needs a name, so a numeric address is safe.
        if not (name in self._names or _is_address(name)):
            raise Refused(
                "host",
                "This server is not called {host}. Its operator can allow the name: --allow-host {host}",
                403,
                host=name,
            )


def _name_in(hosts: list[str]) -> str:
    match = _HOST.fullmatch(hosts[0].lower())
    name = "" if match is None else match[1] or match[2]
    if len(hosts) > 1 or not (is_host_name(name) or _is_address(name)):
        raise malformed_refusal()
    return name


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
