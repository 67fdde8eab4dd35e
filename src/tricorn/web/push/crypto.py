"""Encrypts messages for one browser (RFC 8291) and authenticates this server to push services (RFC 8292).

Needs the package cryptography, which the extra `push` brings.
"""

from __future__ import annotations

import base64
import json
import os
import time
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tricorn.web.push.subscriptions import Subscription

__all__ = ["are_valid_keys", "authorization", "encrypt", "new_key", "public_key"]

_LIFETIME = 12 * 3600  # seconds that a signature is valid; services accept a day at most
_RECORD_SIZE = 4096
_POINT_LENGTH, _AUTH_LENGTH = 65, 16  # bytes


def new_key() -> str:
    """A new private key of a server."""
    secret = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return _text(secret.to_bytes(32, "big"))


def public_key(key: str) -> str:
    """The public key that belongs to a private one, in the format that browsers expect."""
    return _text(_point(_private(key).public_key()))


def are_valid_keys(p256dh: str, auth: str) -> bool:
    """Whether messages can be encrypted with a browser's public key and the secret that it shares with this server."""
    try:
        _browser_key(p256dh)
        return len(_bytes(auth)) == _AUTH_LENGTH
    except ValueError:
        return False


def encrypt(message: bytes, subscription: Subscription, key: str | None = None, salt: bytes | None = None) -> bytes:
    """A message as the body of a request; key and salt are random unless a test passes known ones."""
    private, salt = _private(key or new_key()), salt or os.urandom(16)
    browser_key = _browser_key(subscription.p256dh)
    shared = private.exchange(ec.ECDH(), browser_key)
    point = _point(private.public_key())
    secret = _derive(shared, _bytes(subscription.auth), b"WebPush: info\0" + _point(browser_key) + point, 32)
    content_key = _derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + _RECORD_SIZE.to_bytes(4, "big") + bytes([len(point)]) + point
    return head + AESGCM(content_key).encrypt(nonce, message + b"\x02", None)


def authorization(key: str, endpoint: str, contact: str) -> str:
    """The header that identifies this server to a push service: a token for its origin, signed with our key."""
    url = urlsplit(endpoint)
    claims = {"aud": f"{url.scheme}://{url.netloc}", "exp": int(time.time()) + _LIFETIME, "sub": contact}
    signed = ".".join(_text(json.dumps(data).encode()) for data in ({"typ": "JWT", "alg": "ES256"}, claims))
    r, s = decode_dss_signature(_private(key).sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    return f"vapid t={signed}.{_text(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}, k={public_key(key)}"


def _private(key: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(_bytes(key), "big"), ec.SECP256R1())


def _browser_key(p256dh: str) -> ec.EllipticCurvePublicKey:
    """A browser's public key; raises `ValueError` if it is not an uncompressed point of the curve."""
    point = _bytes(p256dh)
    if len(point) != _POINT_LENGTH:
        raise ValueError("not an uncompressed point")
    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
