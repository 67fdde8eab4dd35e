"""Subscriptions of browsers to web push, and which addresses they may have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import urlsplit

from tricorn.web.security.keys import KeyHash

__all__ = ["Subscription", "is_service"]

_MAX_ENDPOINT_LENGTH = 1_000


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
    try:
        parts = urlsplit(endpoint)
        port = parts.port or 443
    except ValueError:
        return False
    host = (parts.hostname or "").lower()
    is_plain = (
        parts.scheme == "https"
        and "@" not in parts.netloc
        and endpoint.isascii()
        and endpoint.isprintable()
        and " " not in endpoint
    )
    is_known = any(
        f"{host}:{port}" == (service if ":" in service else f"{service}:443")
        or (service.startswith(".") and host.endswith(service) and port == 443)
        for service in services
    )
    return is_plain and is_known and len(endpoint) <= _MAX_ENDPOINT_LENGTH
