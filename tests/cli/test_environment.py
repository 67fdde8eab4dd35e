"""Options that environment variables can set: all of `tricorn serve`, and the database of backups."""

from __future__ import annotations

import argparse
import os
import re
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Run
from tests.cli.test_serve import page_at, serving
from tests.postgres import Postgres

from tricorn.cli import _parser
from tricorn.cli.environment import variable_of

# For each option of `tricorn serve`: a value of its variable, and the same on the command line.
SAMPLES = {
    "--host": ("0.0.0.0", ["--host", "0.0.0.0"]),
    "--port": ("9000", ["--port", "9000"]),
    "--db": ("postgresql://ana:a,b@host/games", ["--db", "postgresql://ana:a,b@host/games"]),
    "--open": ("1", ["--open"]),
    "--behind-proxy": ("10.0.0.5,10.1.0.0/16", ["--behind-proxy", "10.0.0.5,10.1.0.0/16"]),
    "--allow-host": ("a.example, b.example", ["--allow-host", "a.example", "--allow-host", "b.example"]),
    "--metrics": ("true", ["--metrics"]),
    "--log": ("json", ["--log", "json"]),
    "--allow-bot": ("heavy", ["--allow-bot", "heavy"]),
    "--push-contact": ("mailto:me@example.org", ["--push-contact", "mailto:me@example.org"]),
    "--push-service": (".push.example", ["--push-service", ".push.example"]),
}


def parsed(*words: str) -> dict[str, object]:
    """The options of a command line, completed from the environment."""
    args = _parser(words).parse_args(words)
    args.environment.complete(args)
    return {name: value for name, value in vars(args).items() if name not in ("command", "environment")}


def options_of(command: str) -> list[str]:
    """The options that the help of a command lists."""
    subparsers = next(a for a in _parser([command])._actions if isinstance(a, argparse._SubParsersAction))
    return re.findall(r"^  (--[a-z-]+)", subparsers.choices[command].format_help(), re.MULTILINE)


def test_every_option_of_serve_has_a_sample_here() -> None:
    assert set(options_of("serve")) == set(SAMPLES)


@pytest.mark.parametrize("option", SAMPLES)
def test_a_variable_sets_every_option_of_serve(monkeypatch: pytest.MonkeyPatch, option: str) -> None:
    text, words = SAMPLES[option]
    expected = parsed("serve", *words)
    assert expected != parsed("serve")
    monkeypatch.setenv(variable_of(option), text)
    assert parsed("serve") == expected


def test_the_command_line_takes_precedence(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable, text in (("PORT", "9000"), ("LOG", "json"), ("ALLOW_HOST", "a.example"), ("BEHIND_PROXY", "1")):
        monkeypatch.setenv(f"TRICORN_{variable}", text)
    words = ["--port", "1", "--log", "plain", "--allow-host", "b.example", "--behind-proxy", "10.0.0.5"]
    found = parsed("serve", *words)
    assert (found["port"], found["log"], found["allow_host"]) == (1, "plain", ["b.example"])
    assert found["behind_proxy"] == "10.0.0.5"


def test_a_variable_can_switch_an_option_on_or_off_and_an_empty_one_says_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for text, words in (("1", ["--behind-proxy", "--metrics"]), ("0", []), ("", [])):
        expected = parsed("serve", *words)
        monkeypatch.setenv("TRICORN_BEHIND_PROXY", text)
        monkeypatch.setenv("TRICORN_METRICS", text)
        assert parsed("serve") == expected


@pytest.mark.parametrize(
    ("variable", "text", "words"),
    [
        ("TRICORN_PORT", "99999", "expected a number from 0 to 65535"),
        ("TRICORN_PORT", "x", "invalid int value: 'x'"),
        ("TRICORN_LOG", "xml", "invalid choice: 'xml'"),
        ("TRICORN_METRICS", "perhaps", "expected 1 or 0"),
        ("TRICORN_ALLOW_HOST", "http://x", "expected a name like games.example.org"),
        ("TRICORN_BEHIND_PROXY", "everybody", "expected an address or a network"),
        ("TRICORN_HOST", "203.0.113.7", "--port 8000: Cannot assign requested address"),
        ("TRICORN_DB", "mysql://x", "expected a file, sqlite:///FILE or postgresql://"),
        ("TRICORN_DB", "/no/such/folder/x.sqlite", "there is no folder /no/such/folder"),
    ],
)
def test_a_wrong_value_is_one_clear_line_that_names_the_variable(
    tricorn: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, variable: str, text: str, words: str
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv(variable, text)
    done = tricorn("serve")
    assert (done.code, done.out) == (2, "")
    assert done.err.count("\n") == 1
    assert done.err.startswith(f"tricorn: {variable}={text}")
    assert words in done.err


def test_a_database_that_cannot_be_used_is_named_by_its_variable_without_its_password(
    tricorn: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    for address, shown, code in (
        ("postgresql://ana:secret@127.0.0.1:1/games", "postgresql://ana:…@127.0.0.1:1/games: it cannot be used", 1),
        ("postgresql://ana:my/secret@127.0.0.1:1/games", "postgresql://ana:…@127.0.0.1:1/games: write / ? # in", 2),
        ("postgresql://127.0.0.1:1/games?password=secret", "postgresql://127.0.0.1:1/games?password=…: it cannot", 1),
        ("postgresq://ana:secret@host/games", "postgresq://ana:…@host/games: expected a file", 2),
    ):
        monkeypatch.setenv("TRICORN_DB", address)
        done = tricorn("serve", "--port", "0")
        assert (done.code, done.out) == (code, "")
        assert done.err.splitlines()[-1].startswith(f"tricorn: TRICORN_DB={shown}")
        assert "secret" not in done.err


def test_backup_and_restore_take_only_the_database_from_the_environment(
    tricorn: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    database, copy = tmp_path / "tables.sqlite", tmp_path / "copy.sqlite"
    with serving("--port", "0", TRICORN_DB=str(database)):
        assert database.exists()
    monkeypatch.setenv("TRICORN_DB", str(database))
    assert tricorn("backup", copy).out.startswith(f"{copy}: 0 tables")
    monkeypatch.setenv("TRICORN_DB", str(tmp_path / "new.sqlite"))
    monkeypatch.setenv("TRICORN_REPLACE", "perhaps")
    assert tricorn("restore", copy).out.startswith(f"{tmp_path}/new.sqlite: 0 tables")
    assert options_of("restore") == ["--db", "--replace"]


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_no_process_shows_the_password_of_a_database_that_a_variable_names(postgres: Postgres) -> None:
    with serving("--port", "0", TRICORN_DB=f"{postgres.new_database()}&password=secret") as (said,):
        address = said.split()[3]
        page_at(f"{address}t/BCDFG/qr.svg")  # drawn in another process
        (server,) = [process for process in processes_of(os.getpid()) if "-m tricorn serve" in words_of(process)]
        processes = processes_of(server)
        assert processes, "nothing was drawn in another process"
        for process in (server, *processes):
            assert "secret" not in words_of(process)
        for process in processes:
            assert "TRICORN_DB" not in Path(f"/proc/{process}/environ").read_text()
    assert "secret" not in said


def processes_of(parent: int) -> list[int]:
    """The processes that a process has started and that still run."""
    lists = Path(f"/proc/{parent}/task").glob("*/children")
    return [int(process) for listed in lists for process in listed.read_text().split()]


def words_of(process: int) -> str:
    return Path(f"/proc/{process}/cmdline").read_text().replace("\0", " ")
