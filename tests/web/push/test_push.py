"""Web push: who is notified of a turn in a slow game, what the message says, which addresses it may be sent to."""

from __future__ import annotations

import asyncio
import base64
import dataclasses
import datetime
import http.server
import ipaddress
import json
import ssl
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from tests.web.registries import ENGLISH, Listener, create_table, move, run_with_registry

from tricorn.web.push import crypto as push_crypto
from tricorn.web.push.subscriptions import Subscription, is_service
from tricorn.web.refusals import Refused
from tricorn.web.registry import Registry
from tricorn.web.security.keys import KeyHash, hash_key
from tricorn.web.settings import Settings
from tricorn.web.tables.info import TableInfo
from tricorn.web.tables.requests import NewSeat, NewTable, SeatChange
from tricorn.web.tables.table import Table

CONTACT = "mailto:operator@example.org"


def test_encryption_gives_the_example_of_rfc_8291() -> None:
    subscription = Subscription(
        KeyHash(""),
        "",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
        "",
        "",
    )
    body = push_crypto.encrypt(
        b"When I grow up, I want to be a watermelon",
        subscription,
        "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
        decoded("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert body == decoded(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
        "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/x",
        "https://fcm.googleapis.com:8443/x",
        "https://evil.example/fcm.googleapis.com",
        "https://fcm.googleapis.com.evil.example/",
        "https://fcm.googleapis.com@evil.example/",
        "https://evilpush.apple.com/",
        "https://127.0.0.1/",
        "https://127.0.0.1\\.push.apple.com/",
        "https://127.0.0.1#.push.apple.com/",
        "https://127.0.0.1%2f.push.apple.com/",
        "https://.push.apple.com/",
        "https://a..push.apple.com/",
        "https://-.push.apple.com/",
        "https://[::1].push.apple.com/",
        "https://web.push.apple.com./",
        "https://web.push.apple.com:0/",
        "https://web.push.apple.com:/",
        "https://web.push.apple.com:8443/",
        "https://fcm.googleapis.com:0/x",
        "https://fcm.googleapis.com:00443/x",
        "https://fcm.googleapis.com:443 /x",
        "https://fcm.googleapis.com\\@evil.example/",
        "https://fcm.googleapis.com?x@evil.example/",
        "https://[::1]/",
        "https://[/",
        "https://fcm.googleapis.com/a b",
        "https://fcm.googleapis.com/\r\nHost: x",
        "file:///etc/passwd",
        "https://fcm.googleapis.com/" + "x" * 1_000,
        "",
    ],
)
def test_only_addresses_of_the_browsers_push_services_are_accepted(endpoint: str) -> None:
    assert not is_service(endpoint, Settings(Path("x")).push_service)


def test_the_services_of_the_known_browsers_are_accepted() -> None:
    for endpoint in (
        "https://fcm.googleapis.com/fcm/send/abc:def",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAA",
        "https://web.push.apple.com/QGu",
        "https://wns2-par02p.notify.windows.com/w/?token=BQ",
    ):
        assert is_service(endpoint, Settings(Path("x")).push_service)


@pytest.mark.parametrize(
    ("service", "endpoint"),
    [
        ("push.example", "https://push.example/x"),
        ("push.example:443", "https://push.example/x"),
        ("push.example:8443", "https://push.example:8443/x"),
    ],
)
def test_a_service_is_reached_at_its_own_port_only(service: str, endpoint: str) -> None:
    assert is_service(endpoint, [service])
    assert not is_service(endpoint.replace("/x", "0/x" if ":8443" in endpoint else ":8443/x"), [service])


class Browser:
    """A push service and the browser behind it: it decrypts what it is sent."""

    def __init__(self, server: http.server.HTTPServer) -> None:
        self.key, self.auth = ec.generate_private_key(ec.SECP256R1()), b"0123456789abcdef"
        self.endpoint = f"https://localhost:{server.server_port}/send?to=1"
        self.status = 201
        self.received: list[dict[str, Any]] = []
        self.public = ""  # the key that it has subscribed with
        self.arrived = threading.Event()

    def subscription(self, key: KeyHash) -> Subscription:
        return Subscription(key, self.endpoint, encoded(point(self.key)), encoded(self.auth), "Your turn", "Table")

    def receive(self, headers: Any, body: bytes) -> int:
        salt, length = body[:16], body[20]
        sender, rest = body[21 : 21 + length], body[21 + length :]
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        secret = derived(shared, self.auth, b"WebPush: info\0" + point(self.key) + sender, 32)
        key = derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        text = AESGCM(key).decrypt(derived(secret, salt, b"Content-Encoding: nonce\0", 12), rest, None)
        assert text.endswith(b"\x02")
        assert (headers["Content-Encoding"], int(headers["TTL"]) > 0) == ("aes128gcm", True)
        self.check_signature(headers["Authorization"])
        self.received.append(json.loads(text[:-1]))
        self.arrived.set()
        return self.status

    def check_signature(self, header: str) -> None:
        """Check that the server signed for this service, with the key that the browser has subscribed with."""
        token, key = header.removeprefix("vapid t=").split(", k=")
        assert key == self.public
        head, claims, signature = token.split(".")
        r, s = (int.from_bytes(decoded(signature)[i : i + 32], "big") for i in (0, 32))
        signer = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(key))
        signer.verify(encode_dss_signature(r, s), f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
        said = json.loads(decoded(claims))
        assert (said["aud"], said["sub"]) == (self.endpoint.rpartition("/")[0], CONTACT)


@pytest.fixture
def browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Browser]:
    """A browser with a push service of its own, on HTTPS, at localhost."""
    certificate = tmp_path / "service.pem"
    certificate.write_bytes(self_signed())
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            status = subscriber.receive(self.headers, self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(status)
            self.end_headers()

        def log_message(self, *args: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    subscriber = Browser(server)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield subscriber
    server.shutdown()
    server.server_close()
    thread.join()


def self_signed() -> bytes:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    names = x509.SubjectAlternativeName([x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(names, False)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return private + certificate.public_bytes(serialization.Encoding.PEM)


async def two_people(tables: Registry, edition: str = "pressman-classic") -> tuple[Table, list[KeyHash]]:
    """A table whose game has begun, with the hashes of both keys in the order of the seats."""
    seats = [NewSeat(kind="human", name="Ana")]
    table, key = await create_table(tables, NewTable(edition=edition, seats=seats, start=False))
    _, other = await table.lobby.join(None, "Bo", ENGLISH)
    assert other is not None
    await table.start(key)
    return table, [key, hash_key(other)]


def settings_for(browser: Browser) -> dict[str, Any]:
    return {"push_contact": CONTACT, "push_service": (browser.endpoint.split("/")[2],)}


async def until_turn_of(table: Table, keys: list[KeyHash], seat: int) -> None:
    """Play until a turn of this seat has just begun."""
    game = table.state.game
    assert game is not None
    while game.turn == seat:
        await move(table, keys[seat])
    while game.turn != seat:
        assert game.turn is not None
        await move(table, keys[game.turn])


def test_a_player_whose_page_is_closed_is_notified_once_per_turn_of_the_table_only(
    tmp_path: Path, browser: Browser
) -> None:
    async def test(tables: Registry) -> None:
        table, keys = await two_people(tables)
        browser.public = await tables.context.push.public_key()
        await table.notifier.subscribe(browser.subscription(keys[1]))
        await until_turn_of(table, keys, 1)
        await asyncio.to_thread(browser.arrived.wait, 20)
        assert browser.received == [{"code": table.code, "title": "Your turn", "body": "Table"}]
        listener = Listener(keys[1])
        await table.enter(listener, None, 0)
        await until_turn_of(table, keys, 1)
        await tables.context.push.close()
        assert len(browser.received) == 1, "nobody is notified whose page is open"

    run_with_registry(tmp_path, test, **settings_for(browser))


def test_a_subscription_is_removed_when_the_browser_has_ended_it(tmp_path: Path, browser: Browser) -> None:
    async def test(tables: Registry) -> None:
        browser.status = 410
        table, keys = await two_people(tables)
        browser.public = await tables.context.push.public_key()
        await table.notifier.subscribe(browser.subscription(keys[1]))
        await until_turn_of(table, keys, 1)
        async with asyncio.timeout(20):
            while table.state.info.pushes:
                await asyncio.sleep(0.01)

    run_with_registry(tmp_path, test, **settings_for(browser))


def test_a_subscription_ends_with_the_seat_on_request_and_with_the_game(tmp_path: Path, browser: Browser) -> None:
    async def test(tables: Registry) -> None:
        table, keys = await two_people(tables)
        for key in keys:
            await table.notifier.subscribe(browser.subscription(key))
        await table.set_seat(keys[1], 1, SeatChange(kind="bot"), ENGLISH)
        assert [push.key for push in table.state.info.pushes] == keys[:1]
        await table.notifier.unsubscribe(keys[0])
        assert table.state.info.pushes == ()
        await table.notifier.subscribe(browser.subscription(keys[0]))
        await table.decisions.resign(keys[0], None)
        assert table.state.info.pushes == ()

    run_with_registry(tmp_path, test, **settings_for(browser))


def test_subscriptions_are_checked_when_they_are_made(tmp_path: Path, browser: Browser) -> None:
    async def refused(table: Table, subscription: Subscription) -> str:
        with pytest.raises(Refused) as refusal:
            await table.notifier.subscribe(subscription)
        assert table.state.info.pushes == ()
        return refusal.value.code

    async def test(tables: Registry) -> None:
        table, keys = await two_people(tables)
        good = browser.subscription(keys[0])
        assert await refused(table, good._replace(key=hash_key("nobody's"))) == "not-your-seat"
        assert await refused(table, good._replace(endpoint="https://192.0.2.1/")) == "push-service"
        for unusable in with_unusable_keys(good, browser):
            assert await refused(table, unusable) == "push-keys", unusable
        table, keys = await two_people(tables, "pressman-classic clock=30")
        assert await refused(table, browser.subscription(keys[0])) == "clock"

    run_with_registry(tmp_path, test, **settings_for(browser))


def with_unusable_keys(subscription: Subscription, browser: Browser) -> list[Subscription]:
    """With keys that are no points of the curve or not in its uncompressed form, or secrets of another length."""
    good = point(browser.key)
    points = [
        b"\x04" + b"\x01" * 64,
        b"\x04" + bytes(64),
        b"\x04" + b"\xff" * 64,
        b"\x06" + good[1:],
        b"\x00" + good[1:],
        bytes(1),
        good[:-1],
        good + b"\x00",
        bytes([2 + good[-1] % 2]) + good[1:33],
    ]
    return [
        *(subscription._replace(p256dh=text) for text in ("~" * 87, *map(encoded, points))),
        *(subscription._replace(auth=encoded(secret)) for secret in (b"", bytes(15), bytes(17))),
    ]


def test_without_a_contact_a_server_sends_no_notifications(tmp_path: Path, browser: Browser) -> None:
    async def test(tables: Registry) -> None:
        table, keys = await two_people(tables)
        with pytest.raises(Refused) as refusal:
            await table.notifier.subscribe(browser.subscription(keys[0]))
        assert refusal.value.code == "no-push"

    run_with_registry(tmp_path, test)


def test_a_stored_description_has_its_subscriptions(browser: Browser) -> None:
    info = TableInfo("pressman-classic", (), hash_key("key"))
    info = dataclasses.replace(info, pushes=(browser.subscription(KeyHash("ab")),))
    assert "localhost" in info.to_json()
    assert "localhost" not in repr(info)


def point(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
