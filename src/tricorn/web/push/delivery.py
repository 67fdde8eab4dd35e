"""Delivers a message to a push service over HTTPS."""

from __future__ import annotations

import http.client
import ssl
from urllib.parse import urlsplit

from tricorn.web.push.crypto import authorization, encrypt
from tricorn.web.push.subscriptions import Subscription

__all__ = ["deliver"]

_TTL = 24 * 3600  # seconds that a service keeps a message for a device that is off
_TIMEOUT = 10.0  # seconds


def deliver(subscription: Subscription, message: bytes, key: str, contact: str) -> int:
    """Send a message to a browser's push service; returns the status. Blocks, and follows no redirects."""
    url = urlsplit(subscription.endpoint)
    headers = {
        "Authorization": authorization(key, subscription.endpoint, contact),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(_TTL),
        "Urgency": "normal",
    }
    connection = http.client.HTTPSConnection(
        url.hostname or "", url.port or 443, timeout=_TIMEOUT, context=ssl.create_default_context()
    )
    try:
        path = f"{url.path or '/'}{f'?{url.query}' if url.query else ''}"
        connection.request("POST", path, encrypt(message, subscription), headers)
        return connection.getresponse().status
    finally:
        connection.close()
