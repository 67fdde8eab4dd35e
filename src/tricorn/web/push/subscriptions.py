"""Subscriptions of browsers to web push, and which addresses they may have."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from tricorn.web.host_names import is_host_name
from tricorn.web.security.keys import KeyHash

__all__ = ["Subscription", "is_service"]

_MAX_ENDPOINT_LENGTH = 1_000
# The host, the port if it has one, and a path.
_ENDPOINT = re.compile(r"https://([^/:]+)(:[1-9][0-9]{0,4})?(?:/[A-Za-z0-9/?%._~!$&'()*+,;=:@-]*)?")
_HTTPS_PORT = ":443"  # browsers do not write it


class Subscription(NamedTuple):
    """How to reach the browser of a key's holder, and the text to show."""

    key: KeyHash
    endpoint: str
    p256dh: str  # the browser's public key
    auth: str  # a secret that it shares with this server
    title: str
    body: str


def is_service(endpoint: str, services: Sequence[str]) -> bool:
    """Whether an endpoint is an HTTPS address of one of these services, given as HOST, .DOMAIN or HOST:PORT.

    Without this check anybody could make the server send requests to any address.
    """
    parts = _ENDPOINT.fullmatch(endpoint)
    if parts is None or len(endpoint) > _MAX_ENDPOINT_LENGTH or not is_host_name(parts[1]):
        return False
    server = f"{parts[1]}{parts[2] or ''}"
    return any(
        server == service.removesuffix(_HTTPS_PORT) or (service.startswith(".") and server.endswith(service))
        for service in services
    )
