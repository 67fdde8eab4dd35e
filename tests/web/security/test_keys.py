"""Keys that prove who holds a seat or a pencil."""

from __future__ import annotations

from tricorn.web.security.keys import hash_key, new_key, same_key


def test_only_the_digest_of_the_same_key_is_equal() -> None:
    key, other = hash_key(new_key()), hash_key(new_key())
    assert same_key(key, key)
    assert not any(same_key(*pair) for pair in ((key, other), (key, None), (None, key), (None, None)))
