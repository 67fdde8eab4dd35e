"""Keys: the secrets that prove who holds a seat or a pencil. Only their hashes are stored and compared."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import NewType

__all__ = ["KeyHash", "hash_key", "new_key", "same_key"]


KeyHash = NewType("KeyHash", str)


def new_key() -> str:
    """A new secret of 32 random characters."""
    return secrets.token_urlsafe(24)


def hash_key(key: str) -> KeyHash:
    """The hash of a key. A key is fully random, so it needs neither salt nor a slow hash."""
    return KeyHash(hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest())


def same_key(one: KeyHash | None, other: KeyHash | None) -> bool:
    """Whether two hashes are of the same key, compared in constant time."""
    return one is not None and other is not None and hmac.compare_digest(one, other)
