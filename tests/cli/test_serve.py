"""`tricorn serve`: where it listens, where it keeps its tables, and what it says."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.cli.conftest import Run

from tricorn.cli import _parser
from tricorn.cli.serve import _print_network_addresses
from tricorn.cli.settings import given_settings
from tricorn.web.lan import reachable_addresses
from tricorn.web.security.addresses import Networks
from tricorn.web.store import SQLiteStore, StoredGame, StoredLine, StoredTable

ROOT = Path(__file__).parents[2]
CONTACT = ["--push-contact", "mailto:me@example.org"]


@contextmanager
def serving(*arguments: str, **environment: str) -> Iterator[list[str]]:
    """A server that runs: the lines it says when it starts."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tricorn", "serve", *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "TRICORN_COMPILE": "0", **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    try:
        yield [
            process.stdout.readline()
            for _ in range(1 + len(reachable_addresses("0.0.0.0", 0)) if "0.0.0.0" in arguments else 1)
        ]
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(20)
        process.stdout.close()


def page_at(address: str) -> str:
    for _ in range(100):
        try:
            with urllib.request.urlopen(address, timeout=5) as answer:
                return str(answer.read().decode())
        except ConnectionError:
            continue
    raise AssertionError(f"nothing answers at {address}")


def test_it_says_where_it_is_answers_there_and_makes_its_default_folder_private(tmp_path: Path) -> None:
    database = tmp_path / "tricorn" / "tables.sqlite"
    database.parent.mkdir(0o755)
    with serving("--port", "0", XDG_DATA_HOME=str(tmp_path)) as (said,):
        assert said.startswith("Tricorn is at http://127.0.0.1:")
        assert str(database) in said
        address = said.split()[3]
        assert page_at(f"{address}api/tables") == "[]"
        assert database.exists()
        if sys.platform != "win32":
            assert stat.S_IMODE(database.parent.stat().st_mode) == 0o700
            assert {stat.S_IMODE(path.stat().st_mode) for path in database.parent.iterdir()} == {0o600}


def test_the_default_folder_is_made_and_private(tmp_path: Path) -> None:
    with serving("--port", "0", XDG_DATA_HOME=str(tmp_path / "home" / "data")) as (said,):
        folder = tmp_path / "home" / "data" / "tricorn"
        assert str(folder / "tables.sqlite") in said
        assert sys.platform == "win32" or stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.parametrize("form", ["{}", "sqlite:///{}"])
def test_no_other_folder_is_made(tricorn: Run, tmp_path: Path, form: str) -> None:
    folder = tmp_path / "missing"
    for command in (["serve", "--host", "203.0.113.7"], ["restore", tmp_path / "copy.sqlite"]):
        done = tricorn(*command, "--db", form.format(folder / "deep" / "tables.sqlite"))
        assert (done.code, done.out) == (2, "")
        assert f": there is no folder {folder}/deep; create it, or name a file in another\n" in done.err
        assert not folder.exists()


@contextmanager
def taken(port: int) -> Iterator[None]:
    """A port that is not free, because of this process or another."""
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):
            stack.enter_context(socket.create_server(("0.0.0.0", port)))
        yield


def test_without_a_port_it_takes_the_next_one_that_is_free_and_says_the_address_for_phones(tmp_path: Path) -> None:
    with taken(8000), serving("--host", "0.0.0.0", "--db", f"sqlite:///{tmp_path}/t.sqlite") as said:
        found = re.match("Tricorn is at http://localhost:([0-9]+)/", said[0])
        assert found is not None
        assert int(found[1]) > 8000
        assert all(line.startswith("For phones in the same network: http://") for line in said[1:2])
        assert all(line.startswith("If that does not work: http://") for line in said[2:])


def test_on_a_screen_the_address_for_phones_has_a_qr_code(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    _print_network_addresses(("http://192.168.1.7:8000/", "http://10.0.0.5:8000/"))
    first, *code, last = capsys.readouterr().out.splitlines()
    assert first == "For phones in the same network: http://192.168.1.7:8000/"
    assert last == "If that does not work: http://10.0.0.5:8000/"
    assert len(code) > 10
    assert all(line.strip() for line in code)


def test_a_port_that_is_taken_is_one_clear_line(tricorn: Run, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = tricorn("serve", "--port", port, "--db", tmp_path / "t.sqlite")
    assert done.code == 2
    assert done.err.count("\n") == 1
    assert f"--port {port}" in done.err
    assert "free port" in done.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--db", "sqlite://"], "expected a file, sqlite:///FILE or"),
        (["--host", "no such host", "--port", "0"], "no such host"),
        (["--host", "203.0.113.7"], "--host 203.0.113.7 --port 8000: "),  # it does not try other ports there
        (["--allow-bot", "cmd:./x"], "--allow-bot cmd:./x: expected a bot from an installed package"),
        ([*CONTACT, "--push-service", "https://push.example"], "expected HOST, HOST:PORT or .DOMAIN, without a scheme"),
        ([*CONTACT, "--push-service", ".push.example:443"], "--push-service .push.example:443: expected HOST"),
        ([*CONTACT, "--push-service", "push.example:https"], "--push-service push.example:https: expected HOST"),
        ([*CONTACT, "--push-service", "push.example:99999"], "--push-service push.example:99999: expected HOST"),
        ([*CONTACT, "--push-service", "push.example:٤٤٣"], "--push-service push.example:٤٤٣: expected HOST"),
    ],
)
def test_wrong_usage_is_one_clear_line(tricorn: Run, arguments: list[str], words: str) -> None:
    done = tricorn("serve", *arguments)
    assert (done.code, done.out) == (2, "")
    assert done.err.count("\n") == 1
    assert words in done.err


def test_the_proxy_is_on_this_computer_unless_another_is_named() -> None:
    proxies = [
        Networks(given_settings(_parser(words).parse_args(words)).values["behind_proxy"])
        for words in (["serve", "--behind-proxy"], ["serve", "--behind-proxy", "192.0.2.7"])
    ]
    for host, trusted in (("127.0.0.1", [True, False]), ("::1", [True, False]), ("192.0.2.7", [False, True])):
        assert [host in proxy for proxy in proxies] == trusted, host


def a_database(path: Path) -> bytes:
    """A real one with a table of tiles in play, as the bytes that it has when its server has stopped."""

    async def fill() -> None:
        store = SQLiteStore(path)
        lines = tuple(StoredLine(f"# line {n} of a long game that fills some pages") for n in range(2_000))
        await store.begin_game(StoredTable("BCDFG", "{}", "playing", False, ("key",)), StoredGame(1, (), lines))
        await store.close()

    asyncio.run(fill())
    return path.read_bytes()


def another_programs(path: Path) -> bytes:
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE bookmarks (url TEXT)")
    return path.read_bytes()


DAMAGE: dict[str, Callable[[Path], bytes]] = {
    "no database": lambda path: b"not a database " * 100,
    "another program's": another_programs,
    "cut short": lambda path: a_database(path)[:-20_000],
    "cut within a page": lambda path: a_database(path)[:30_001],
    "only its head left": lambda path: a_database(path)[:100],
    "overwritten at its head": lambda path: bytes(100) + a_database(path)[100:],
    "overwritten within": lambda path: (good := a_database(path))[:8192] + bytes(8192) + good[16384:],
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_a_database_that_cannot_be_used_is_one_clear_line_and_left_as_it_was(
    tricorn: Run, tmp_path: Path, kind: str
) -> None:
    made = DAMAGE[kind](tmp_path / "made.sqlite")
    bad = tmp_path / "tables.sqlite"
    bad.write_bytes(made)
    done = tricorn("serve", "--port", "0", "--db", bad)
    assert (done.code, done.out) == (1, "")
    assert done.err.splitlines()[-1].startswith(f"tricorn: --db {bad}: it ")
    assert "Traceback" not in done.err
    assert bad.read_bytes() == made


def test_a_database_that_cannot_be_reached_is_one_clear_line_without_its_password(tricorn: Run) -> None:
    done = tricorn("serve", "--port", "0", "--db", "postgresql://ana:secret@127.0.0.1:1/games")
    assert (done.code, done.out) == (1, "")
    assert done.err.splitlines()[-1].startswith("tricorn: --db postgresql://ana:…@127.0.0.1:1/games: it cannot be used")
    assert "secret" not in done.err
