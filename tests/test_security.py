"""SECURITY.md names only existing tests; and the claims about keys that no other test shows."""

from __future__ import annotations

import ast
import re
import sqlite3
import tomllib
from contextlib import closing
from importlib.metadata import version
from pathlib import Path

import pytest
from tests.web.clients import HUMAN, Caller, join, new_table, run
from tests.web.server_process import Server

from tricorn.web.security.keys import hash_key
from tricorn.web.settings import Settings

ROOT = Path(__file__).parents[1]


def functions_in(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


def test_every_named_test_exists() -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", (ROOT / "SECURITY.md").read_text(encoding="utf-8"))
    assert len(named) > 25
    for path, name in named:
        assert name in functions_in(ROOT / path), f"{path} has no {name}"


def test_every_promise_names_a_test() -> None:
    text = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if line.startswith("| ") and not line.startswith(("| promise", "| ---"))]
    assert rows
    assert [row for row in rows if "::test_" not in row] == []


@pytest.mark.parametrize("package", ["llvmlite", "numba", "uvicorn"])
def test_a_package_whose_private_parts_are_used_is_required_in_one_minor_version(package: str) -> None:
    major, minor, *_ = version(package).split(".")
    assert required_versions()[package] == f">={major}.{minor},<{major}.{int(minor) + 1}"


def test_no_fastapi_is_required_that_configures_telemetry_by_itself() -> None:
    lowest = re.fullmatch(r">=0\.(\d+)", required_versions()["fastapi"])
    assert lowest is not None
    assert int(lowest[1]) >= 143


def required_versions() -> dict[str, str]:
    """The versions that pyproject.toml requires, by package."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    requirements = [*project["dependencies"], *project["optional-dependencies"]["build"]]
    found = [re.fullmatch(r"([\w-]+)(?:\[\w+\])?(.*)", text) for text in requirements]
    return {match[1]: match[2] for match in found if match is not None}


def test_the_store_has_no_keys_and_its_digests_open_no_seat(tmp_path: Path) -> None:
    database = tmp_path / "tables.sqlite"
    keys: list[str] = []

    async def test() -> None:
        with Server(database) as server:
            host = await new_table(server, HUMAN)
            guest = await join(server, host.code)
            keys.extend(key for key in (host.key, guest.key) if key is not None)
            for key in (*keys, *map(hash_key, keys)):
                shown = (await Caller(server, key).get(f"/api/tables/{host.code}")).json()
                assert (shown["table"]["you"] != []) == (key in keys)
            server.stop()

    run(test())
    with closing(sqlite3.connect(database)) as db:
        dump = "\n".join(db.iterdump())
    assert len(keys) == 2
    for key in keys:
        assert key not in dump
        assert hash_key(key) in dump


def test_the_limits_of_an_address_are_those_of_the_settings() -> None:
    text = " ".join((ROOT / "SECURITY.md").read_text(encoding="utf-8").split())
    limits = Settings(Path("unused"))
    for phrase in (
        f"{limits.connections_per_address} connections at once",
        f"{limits.new_connections.burst} new ones and then {limits.new_connections.per_second:g} a second",
        f"{limits.sockets_per_address} sockets",
        f"{limits.tables_per_address} tables in memory",
        f"{limits.new_tables.burst} new tables and then one every {1 / limits.new_tables.per_second:g} seconds",
        f"{limits.joins.burst} joins and then {limits.joins.per_second:g} a second",
        f"{limits.requests.burst} requests and then {limits.requests.per_second:g} a second",
        f"waits up to {limits.seconds_to_wait:g} seconds",
        f"{limits.work.burst} seconds of processor time",
        f"and then {limits.work.per_second:g} each second",
        f"{limits.messages.burst} messages and then {limits.messages.per_second:g} a second",
    ):
        assert phrase in text
