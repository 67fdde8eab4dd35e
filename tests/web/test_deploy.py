"""The setup of docs/hosting.md: nginx in front of two nodes on PostgreSQL, and the commands of the units."""

from __future__ import annotations

import asyncio
import contextlib
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from tests.fork_server import ROOT
from tests.nginx import DEPLOY, configuration, free_port, needs_nginx, nginx
from tests.postgres import Postgres
from tests.web.clients import BOT, HUMAN, Caller, join, new_table, run, start
from tests.web.faults import FAULTS, Fault
from tests.web.server_process import Server
from tests.web.test_nodes import check_against_the_record, come_back, play
from websockets.asyncio.client import connect

from tricorn.cli import _parser
from tricorn.web.settings import SETTINGS

ANALYSE = shutil.which("systemd-analyze")


@dataclass(frozen=True)
class Proxy:
    """The address at which clients see two nodes."""

    address: str


_CERTIFICATE = (
    "ssl_certificate /etc/ssl/tricorn/fullchain.pem;",
    "ssl_certificate_key /etc/ssl/tricorn/privkey.pem;",
)


@contextmanager
def proxy_before(ports: tuple[int, int], folder: Path) -> Iterator[Proxy]:
    """nginx in front of two nodes, with the documented configuration except for the ports and the encryption."""
    port, redirecting = free_port(), free_port()
    changes = {
        **dict.fromkeys(("listen [::]:80;", "listen [::]:443 ssl http2;", *_CERTIFICATE), ""),
        "listen 80;": f"listen 127.0.0.1:{redirecting};",
        "listen 443 ssl http2;": f"listen 127.0.0.1:{port};",
        "8001": str(ports[0]),
        "8002": str(ports[1]),
    }
    with nginx(configuration("nginx.conf", changes), port, folder):
        yield Proxy(f"http://127.0.0.1:{port}")


@needs_nginx
def test_people_behind_nginx_go_on_when_a_node_is_killed(postgres: Postgres, tmp_path: Path) -> None:
    database = postgres.new_database()
    with (
        Server(database, behind_proxy=["127.0.0.1"]) as first,
        Server(database, behind_proxy=["127.0.0.1"]) as second,
        proxy_before((first.port, second.port), tmp_path) as proxy,
    ):

        async def test() -> None:
            host = await new_table(proxy, HUMAN, BOT, edition="pressman-classic target=150", start=False)
            guest = await join(proxy, host.code)
            await start(host)
            assert (await Caller(proxy).get("/metrics")).status_code == 404
            uploads = [(await Caller(proxy).post("/api/records", None)).status_code for _ in range(30)]
            assert (uploads[0], uploads[-1]) == (422, 429), "nginx refuses a flood of them"
            assert (await Caller(proxy).get("/")).status_code == 200
            foreign = await Caller(proxy).get("/", headers={"Host": "evil.example"})
            assert (foreign.status_code, "--allow-host evil.example" in foreign.text) == (403, True)
            await host.enter()
            await guest.enter()

            async def kill() -> None:
                while len(host.lines) < 15:
                    await asyncio.sleep(0.01)
                theirs = first if "tricorn_sockets 2" in (await Caller(first).get("/metrics")).text else second
                assert "tricorn_sockets 2" in (await Caller(theirs).get("/metrics")).text, "people of a table are apart"
                await asyncio.to_thread(theirs.kill)

            await asyncio.gather(play(host, proxy), play(guest, proxy), kill())
            await check_against_the_record(host, guest)

        run(test())


@needs_nginx
@pytest.mark.parametrize("kind", ["stopped", "stalled"])
async def test_behind_nginx_another_node_serves_the_tables_of_one_that_hangs(
    kind: str, postgres: Postgres, tmp_path: Path
) -> None:
    database = await asyncio.to_thread(postgres.new_database)
    async with FAULTS[kind](postgres, database, behind_proxy=["127.0.0.1"]) as fault:
        other = await asyncio.to_thread(Server(database, behind_proxy=["127.0.0.1"]).start)
        try:
            with proxy_before((fault.node.port, other.port), tmp_path) as proxy:
                await serve_the_tables(fault, other, proxy)
        finally:
            await asyncio.to_thread(other.kill)


async def serve_the_tables(fault: Fault, other: Server, proxy: Proxy) -> None:
    hosts = [await new_table(proxy, HUMAN, BOT, BOT) for _ in range(4)]
    for host in hosts:
        await host.enter()
    fault.begin()
    try:
        for host in hosts:
            host.cut()
            assert (await host.calls.get(f"/t/{host.code}")).status_code == 200
            await come_back(host, proxy)
        await asyncio.gather(*(play(host, proxy, lines=len(host.lines) + 6) for host in hosts))
        text = (await Caller(other).get("/metrics")).text
        assert "tricorn_sockets 4" in text, "they are all at the other node"
    finally:
        fault.end()


@needs_nginx
async def test_behind_nginx_a_slow_response_is_not_taken_for_a_dead_node(postgres: Postgres, tmp_path: Path) -> None:
    database = await asyncio.to_thread(postgres.new_database)
    slow = tmp_path / "slow"
    program = ("tests.web.slow_store_server", "returning late", str(slow))
    with (
        Server(database, program=program, behind_proxy=["127.0.0.1"]) as first,
        Server(database, program=program, behind_proxy=["127.0.0.1"]) as second,
        proxy_before((first.port, second.port), tmp_path) as proxy,
    ):
        hosts = [await new_table(proxy, HUMAN, BOT, start=False) for _ in range(8)]  # at both nodes
        slow.touch()
        starting = [asyncio.create_task(start(host)) for host in hosts]
        try:
            await asyncio.wait(starting, timeout=6.0)
            assert not any(task.done() for task in starting), "every node is slow to answer some request"
            assert {(await Caller(proxy).get("/")).status_code for _ in range(20)} == {200}
        finally:
            slow.unlink()
        await asyncio.gather(*starting)


@needs_nginx
async def test_behind_nginx_a_refused_body_of_any_size_is_not_taken_for_a_dead_node(
    postgres: Postgres, tmp_path: Path
) -> None:
    database = await asyncio.to_thread(postgres.new_database)
    with (
        Server(database, behind_proxy=["127.0.0.1"]) as first,
        Server(database, behind_proxy=["127.0.0.1"]) as second,
        proxy_before((first.port, second.port), tmp_path) as proxy,
    ):
        for size in (3, 4, 7):  # MiB
            bodies = [bytes(size * 1024 * 1024)] * 8
            answers = await asyncio.gather(*(Caller(proxy).ask("POST", "/api/games", content=body) for body in bodies))
            assert {answer.status_code for answer in answers} == {413}
        assert {(await Caller(proxy).get("/")).status_code for _ in range(20)} == {200}
        assert "temporarily disabled" not in (tmp_path / "error.log").read_text(encoding="utf-8")


@needs_nginx
async def test_behind_nginx_people_are_told_to_try_again_when_no_node_runs(tmp_path: Path) -> None:
    with proxy_before((free_port(), free_port()), tmp_path) as proxy:
        for path in ("/", "/api/tables", "/static/x.js"):
            answer = await Caller(proxy).get(path)
            assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
            assert "please try again in a moment" in answer.text


@needs_nginx
async def test_behind_nginx_the_number_of_connections_of_an_address_is_limited(
    postgres: Postgres, tmp_path: Path
) -> None:
    database = await asyncio.to_thread(postgres.new_database)
    with (
        Server(database, behind_proxy=["127.0.0.1"], sockets_per_address=1_000) as first,
        Server(database, behind_proxy=["127.0.0.1"], sockets_per_address=1_000) as second,
        proxy_before((first.port, second.port), tmp_path) as proxy,
    ):
        address = proxy.address.replace("http", "ws") + "/ws/BCDFG"
        async with contextlib.AsyncExitStack() as stack:
            for _ in range(400):
                await stack.enter_async_context(connect(address, compression=None, proxy=None))
            assert (await Caller(proxy).get("/")).status_code == 429
        assert (await Caller(proxy).get("/")).status_code == 200


@needs_nginx
async def test_behind_nginx_a_game_is_played_encrypted_and_a_plain_request_is_redirected(tmp_path: Path) -> None:
    certificate, key = write_certificate(tmp_path)
    port, plain = free_port(), free_port()
    with Server(tmp_path / "tables.sqlite", behind_proxy=["127.0.0.1"]) as server:
        changes = {
            **dict.fromkeys(("listen [::]:80;", "listen [::]:443 ssl http2;"), ""),
            "listen 80;": f"listen 127.0.0.1:{plain};",
            "listen 443 ssl http2;": f"listen 127.0.0.1:{port} ssl http2;",
            _CERTIFICATE[0]: f"ssl_certificate {certificate};",
            _CERTIFICATE[1]: f"ssl_certificate_key {key};",
            "8001": str(server.port),
            "server 127.0.0.1:8002 max_fails=1 fail_timeout=5s;": "",
        }
        with nginx(configuration("nginx.conf", changes), port, tmp_path):
            answer = await Caller(Proxy(f"http://127.0.0.1:{plain}")).get("/rules?lang=es")
            assert (answer.status_code, answer.headers["Location"]) == (301, "https://127.0.0.1/rules?lang=es")
            proxy = Proxy(f"https://127.0.0.1:{port}")
            host = await new_table(proxy, HUMAN, BOT)
            await host.enter()
            await play(host, proxy, lines=10)
            page = await host.calls.get(f"/t/{host.code}", headers={"X-Forwarded-Prefix": "/evil"})
            assert f'content="{proxy.address}/t/{host.code}/preview.png"' in page.text


def write_certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for 127.0.0.1 that signs itself, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    builder = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    signed = builder.not_valid_before(now).not_valid_after(now + timedelta(days=1)).sign(key, hashes.SHA256())
    certificate, private = folder / "certificate.pem", folder / "key.pem"
    certificate.write_bytes(signed.public_bytes(Encoding.PEM))
    private.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return certificate, private


@pytest.mark.parametrize("unit", sorted(path.name for path in DEPLOY.glob("*.service")))
def test_the_commands_of_the_units_are_valid(unit: str) -> None:
    text = (DEPLOY / unit).read_text(encoding="utf-8")
    (command,) = re.findall(r"^ExecStart=(.*)$", text, re.MULTILINE)
    words = shlex.split(command.replace("%i", "8001"))
    if words[0] == "/bin/sh":
        words = shlex.split(words[2].removeprefix("exec "))
    assert words[0] == "/opt/tricorn/bin/tricorn"
    _parser(words[1:]).parse_args(words[1:])


@pytest.mark.parametrize("unit", sorted(path.name for path in DEPLOY.glob("*.service")))
def test_a_unit_names_its_database_by_a_variable_so_that_no_command_line_shows_a_password(unit: str) -> None:
    text = (DEPLOY / unit).read_text(encoding="utf-8")
    assert re.search(r"^EnvironmentFile=-?/etc/tricorn\.env$", text, re.MULTILINE)
    (command,) = re.findall(r"^ExecStart=(.*)$", text, re.MULTILINE)
    assert "TRICORN_" not in command
    assert "--db" not in command


@pytest.mark.skipif(ANALYSE is None, reason="there is no systemd-analyze")
@pytest.mark.parametrize("unit", sorted(path.name for path in DEPLOY.glob("*.service")))
def test_systemd_rates_the_exposure_of_a_unit_below_two_of_ten(unit: str, tmp_path: Path) -> None:
    copy = tmp_path / unit.replace("@", "@8000")
    copy.write_text((DEPLOY / unit).read_text(encoding="utf-8"), encoding="utf-8")
    assert ANALYSE is not None
    rate = [ANALYSE, "security", "--offline=true", "--no-pager", "--threshold=20", str(copy)]
    rated = subprocess.run(rate, capture_output=True, text=True, check=False)
    assert rated.returncode == 0, rated.stdout.splitlines()[-1]


def test_every_variable_that_the_documents_and_the_units_name_sets_an_option() -> None:
    known = {"TRICORN_SETTINGS", *(setting.variable for setting in SETTINGS)}
    for path in (ROOT / "docs" / "hosting.md", *DEPLOY.iterdir()):
        assert set(re.findall(r"TRICORN_\w+", path.read_text(encoding="utf-8"))) <= known, path.name


def test_the_unit_restarts_its_server_after_a_second_and_has_a_cache_for_the_compiled_rules() -> None:
    lines = (DEPLOY / "tricorn@.service").read_text(encoding="utf-8").splitlines()
    assert {"Restart=always", "RestartSec=1", "CacheDirectory=tricorn"} <= set(lines)
    assert "Environment=XDG_CACHE_HOME=/var/cache/tricorn" in lines


def test_every_deployment_file_is_documented() -> None:
    text = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    for path in DEPLOY.iterdir():
        name = path.name.replace(".timer", ".service")
        assert name in text, path.name
