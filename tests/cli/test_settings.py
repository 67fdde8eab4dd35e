"""Settings: each has one name as an option, a variable and a key of the settings file, and is documented."""

from __future__ import annotations

import argparse
import os
import re
import runpy
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Run
from tests.cli.test_serve import page_at, serving
from tests.postgres import Postgres

from tricorn.cli import _parser
from tricorn.cli.settings import given_settings
from tricorn.web import setting_kinds as kinds
from tricorn.web.settings import SETTINGS, Setting

ROOT = Path(__file__).parents[2]

# For each kind: a value as text, and the same value in a settings file.
SAMPLES = {
    kinds.DATABASE: ("postgresql://ana:a,b@host/games", '"postgresql://ana:a,b@host/games"'),
    kinds.LISTENER: ("0.0.0.0", '"0.0.0.0"'),
    kinds.ADDRESSES: ("192.168.1.5:8000, [fd00::1]:80", '["192.168.1.5:8000", "[fd00::1]:80"]'),
    kinds.BASE_PATH: ("/games/tricorn/", '"/games/tricorn"'),
    kinds.HOSTS: ("a.example, B.example", '["a.example", "b.example"]'),
    kinds.PROXIES: ("10.0.0.5,10.1.0.0/16", '["10.0.0.5", "10.1.0.0/16"]'),
    kinds.SWITCH: ("1", "true"),
    kinds.LOG: ("json", '"json"'),
    kinds.BOTS: ("heavy", '["heavy"]'),
    kinds.CONTACT: ("mailto:me@example.org", '"mailto:me@example.org"'),
    kinds.SERVICES: (
        "Push.example,push.example:8443,.push.example",
        '["push.example", "push.example:8443,.push.example"]',
    ),
    kinds.RATE: ("7, 0.5", "[7, 0.5]"),
    kinds.SPAN: ("0,0.25", "[0, 0.25]"),
}
NUMBER = ("4321", "4321")

WRONG = [
    ("port", "99999", "expected a whole number from 0 to 65535"),
    ("port", "x", "expected a whole number from 0 to 65535"),
    ("port", "٨٠", "expected a whole number"),
    ("log", "xml", "expected plain or json"),
    ("metrics", "perhaps", "expected 1 or 0"),
    ("allow-host", "http://x", "expected a name like games.example.org, without a scheme or port"),
    ("behind-proxy", "everybody", "expected an address or a network"),
    ("address", "192.168.1.5", "expected an address like 192.168.1.5:8000"),
    ("base-path", "games", "expected a path like /games/tricorn"),
    ("base-path", "/games/../x", "expected a path like /games/tricorn"),
    ("base-path", "//evil.example", "expected a path like /games/tricorn"),
    ("host", "203.0.113.7", "--port 8000: Cannot assign requested address"),
    ("db", "mysql://x", "expected a file, sqlite:///FILE or postgresql://"),
    ("db", "/no/such/folder/x.sqlite", "there is no folder /no/such/folder"),
    ("allow-bot", "nobody", "expected a bot from an installed package; available: none"),
    ("push-contact", "me@example.org", "expected an address like mailto:"),
    ("push-service", "push.example", "expected --push-contact too"),
    ("days-in-store", "0", "expected a number from 1"),
    ("days-in-store", "-1", "expected a number from 1"),
    ("days-in-play", "nan", "expected a number from 1"),
    ("sockets", "0", "expected a whole number from 1"),
    ("sockets", "2.5", "expected a whole number from 1"),
    ("new-tables", "30", "expected how many at once and how many a second after that, like 30,0.2"),
    ("new-tables", "30,0", "expected how many at once"),
    ("bot-seconds", "0.4,0.1", "expected the least and the most, like 0.1,0.4"),
]


def given(*words: str) -> dict[str, Any]:
    """The values of the settings of a command line."""
    return given_settings(_parser(words).parse_args(words)).values


def options_of(command: str) -> list[str]:
    """The options that the help of a command lists."""
    subparsers = next(a for a in _parser([command])._actions if isinstance(a, argparse._SubParsersAction))
    return re.findall(r"^  (--[a-z-]+)", subparsers.choices[command].format_help(), re.MULTILINE)


@pytest.mark.parametrize("setting", SETTINGS, ids=[setting.name for setting in SETTINGS])
def test_an_option_a_variable_and_a_key_of_the_same_name_set_the_same_value(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, setting: Setting
) -> None:
    text, in_file = SAMPLES.get(setting.kind, NUMBER)
    file = tmp_path / "tricorn.toml"
    file.write_text(f"{setting.name} = {in_file}\n", encoding="utf-8")
    expected = given("serve", setting.option, text)
    assert expected != given("serve")
    assert given("serve", "--settings", str(file)) == expected
    monkeypatch.setenv(setting.variable, text)
    assert given("serve") == expected


@pytest.mark.parametrize("setting", SETTINGS, ids=[setting.name for setting in SETTINGS])
def test_the_default_in_the_help_is_the_default(setting: Setting) -> None:
    if setting.default not in (None, (), ""):
        assert given("serve", setting.option, setting.default_words) == given("serve")


def test_an_option_takes_precedence_over_a_variable_and_a_variable_over_the_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "tricorn.toml"
    file.write_text('port = 1\nsockets = 1\njoins = [1, 1]\nallow-host = ["a.example"]\n', encoding="utf-8")
    monkeypatch.setenv("TRICORN_SETTINGS", str(file))
    monkeypatch.setenv("TRICORN_PORT", "2")
    monkeypatch.setenv("TRICORN_SOCKETS", "2")
    monkeypatch.setenv("TRICORN_ALLOW_HOST", "b.example")
    found = given("serve", "--port", "3", "--allow-host", "c.example", "--allow-host", "d.example")
    assert (found["port"], found["sockets"], found["joins"]) == (3, 2, (1, 1))
    assert found["allow_host"] == ("c.example", "d.example")


def test_a_switch_can_be_turned_off_again_and_an_empty_variable_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    for text, words in (("1", ["--behind-proxy", "--metrics"]), ("0", []), ("", [])):
        expected = given("serve", *words)
        monkeypatch.setenv("TRICORN_BEHIND_PROXY", text)
        monkeypatch.setenv("TRICORN_METRICS", text)
        assert given("serve") == expected
    monkeypatch.setenv("TRICORN_METRICS", "1")
    assert given("serve", "--metrics", "0")["metrics"] is False


@pytest.mark.parametrize("source", ["option", "variable", "file"])
@pytest.mark.parametrize(("name", "text", "words"), WRONG)
def test_a_wrong_value_is_one_clear_line_that_names_its_place(
    tricorn: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, text: str, words: str, source: str
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    options: list[str] = []
    shown = f"--{name} {text}"
    if source == "option":
        options = [f"--{name}={text}"]
    elif source == "variable":
        variable = f"TRICORN_{name.replace('-', '_').upper()}"
        monkeypatch.setenv(variable, text)
        shown = f"{variable}={text}"
    else:
        file = tmp_path / "tricorn.toml"
        file.write_text(f'{name} = "{text}"\n', encoding="utf-8")
        options = ["--settings", str(file)]
        shown = f"{file}: {name} = {text}"
    done = tricorn("serve", *options)
    assert (done.code, done.out) == (2, "")
    assert done.err.count("\n") == 1
    assert done.err.startswith(f"tricorn: {shown}")
    assert words in done.err


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("day-in-store = 9", "there is no setting day-in-store; did you mean days-in-store?"),
        ("days_in_store = 9", "there is no setting days_in_store; did you mean days-in-store?"),
        ("[limits]\nsockets = 9", "there is no setting limits"),
        ("port = {number = 9}", "port = expected a text, a number, true, false, or a list"),
        ("port = 2026-01-01", "port = expected a text, a number, true, false, or a list"),
        ("port: 9", "expected a TOML file: Expected '=' after a key"),
        (None, "No such file or directory"),
    ],
)
def test_a_wrong_settings_file_is_one_clear_line(tricorn: Run, tmp_path: Path, text: str | None, words: str) -> None:
    file = tmp_path / "tricorn.toml"
    if text is not None:
        file.write_text(text, encoding="utf-8")
    for command in (["serve"], ["restore", "copy.sqlite"]):
        done = tricorn(*command, "--settings", file)
        assert (done.code, done.out) == (2, "")
        assert done.err.count("\n") == 1
        assert done.err.startswith(f"tricorn: {file}: {words}")


def test_the_settings_are_shown_as_a_file_that_says_where_each_comes_from(
    tricorn: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "first.toml"
    file.write_text('days-in-store = 30\nallow-host = ["a.example", "b.example"]\n', encoding="utf-8")
    monkeypatch.setenv("TRICORN_DB", "postgresql://ana:secret@host/games")
    arguments = ["--behind-proxy", "--joins", "9,0.25", "--metrics"]
    shown = tricorn("serve", "--settings", file, *arguments, "--show-settings").out
    assert "secret" not in shown
    for line in (
        f"days-in-store = 30  # {file}",
        f'allow-host = ["a.example", "b.example"]  # {file}',
        'db = "postgresql://ana:…@host/games"  # TRICORN_DB',
        'behind-proxy = ["127.0.0.1", "::1"]  # --behind-proxy',
        "joins = [9, 0.25]  # --joins",
        "metrics = true  # --metrics",
        "open = false  # default",
        "bot-seconds = [0.1, 0.4]  # default",
        "# push-contact is not set: none",
    ):
        assert line in shown.splitlines()
    assert [setting.name for setting in SETTINGS] == re.findall(r"^(?:# )?([a-z-]+) (?:=|is not set)", shown, re.M)
    copy = tmp_path / "copy.toml"
    copy.write_text(shown, encoding="utf-8")
    monkeypatch.delenv("TRICORN_DB", raising=False)
    again = given("serve", "--settings", str(copy))
    expected = given("serve", "--settings", str(file), *arguments)
    assert {**again, "db": None} == {**expected, "db": None}


def test_every_setting_is_documented_for_hosts() -> None:
    script = runpy.run_path(str(ROOT / "docs" / "make_settings.py"))
    text = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    assert script["with_settings"](text) == text, "run docs/make_settings.py"
    assert re.findall(r"^\| `([a-z-]+)` \|", text, re.MULTILINE) == [setting.name for setting in SETTINGS]


def test_every_setting_is_an_option_in_the_help() -> None:
    assert options_of("serve") == ["--show-settings", "--settings", *(setting.option for setting in SETTINGS)]


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


def test_backup_and_restore_take_only_the_database_from_the_environment_or_the_file(
    tricorn: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    database, copy, file = tmp_path / "tables.sqlite", tmp_path / "copy.sqlite", tmp_path / "tricorn.toml"
    file.write_text(f'db = "{database}"\nsockets = "many"\n', encoding="utf-8")
    with serving("--port", "0", TRICORN_DB=str(database)):
        assert database.exists()
    assert tricorn("backup", copy, "--settings", file).out.startswith(f"{copy}: 0 tables")
    monkeypatch.setenv("TRICORN_DB", str(tmp_path / "new.sqlite"))
    monkeypatch.setenv("TRICORN_REPLACE", "perhaps")
    assert tricorn("restore", copy).out.startswith(f"{tmp_path}/new.sqlite: 0 tables")
    assert options_of("restore") == ["--settings", "--db", "--replace"]


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
