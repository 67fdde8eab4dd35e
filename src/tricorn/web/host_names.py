"""Host names, as settings and requests give them."""

from __future__ import annotations

import re

__all__ = ["is_host_name", "is_port"]

_LABEL = "[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?"
_NAME = re.compile(rf"{_LABEL}(?:\.{_LABEL})*")
_MAX_NAME_LENGTH = 253
_MAX_PORT = 65535


def is_host_name(text: str) -> bool:
    """Whether a text is a host name, in lower case and without a port."""
    return len(text) <= _MAX_NAME_LENGTH and _NAME.fullmatch(text) is not None


def is_port(text: str) -> bool:
    """Whether a text is the number of a port that a server can have."""
    return text.isascii() and text.isdecimal() and 0 < int(text) <= _MAX_PORT
