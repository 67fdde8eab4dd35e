"""A server without machine code: it answers at once, says how much is compiled, and goes on compiled."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

from tricorn.core import loading

ROOT = Path(__file__).parents[2]
# A command like that of `make play`: it says how far it is, waits for a file, and brings what has been built.
BUILD = """
import pathlib, shutil, sys, time
built, cache, go = map(pathlib.Path, sys.argv[1:])
print("Compiling the rules: 40 %", flush=True)
while not go.exists():
    time.sleep(0.05)
shutil.copytree(built, cache, dirs_exist_ok=True)
"""


def fetched(address: str) -> str:
    with urllib.request.urlopen(address, timeout=30) as response:
        body: bytes = response.read()
    return body.decode()


def percent_at(address: str) -> int | None:
    percent: int | None = json.loads(fetched(f"{address}api/compiling"))["percent"]
    return percent


@pytest.mark.skipif(not loading.is_built(), reason="nothing has been compiled")
def test_a_server_answers_before_anything_is_compiled_and_then_offers_games_in_the_browser(tmp_path: Path) -> None:
    source, built, go, script = (tmp_path / name for name in ("src", "built", "go", "build.py"))
    shutil.copytree(ROOT / "src", source, ignore=shutil.ignore_patterns("tricorn-*"))
    built.mkdir()
    for path in (loading.native_file(), *loading.web_files().values()):
        shutil.copy(path, built)
    script.write_text(BUILD)
    command = f"{sys.executable} {script} {built} {source}/tricorn/core/__pycache__ {go}"
    environment = {"PYTHONPATH": str(source), "TRICORN_COMPILE": "1", "TRICORN_BUILD": command}
    arguments = ["serve", "--port", "0", "--db", str(tmp_path / "tables.sqlite")]
    with subprocess.Popen(
        [sys.executable, "-m", "tricorn", *arguments],
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdout is not None
        assert server.stderr is not None
        address = server.stdout.readline().split()[3]
        page = fetched(address)
        assert 'id="compiling"' in page
        assert "data-local-levels" not in page
        assert "The course begins in a minute" in fetched(f"{address}learn")
        wait_until(lambda: percent_at(address) == 40)
        go.touch()
        wait_until(lambda: percent_at(address) is None)
        wait_until(lambda: "data-local-levels" in fetched(address))  # files are looked for once a second
        assert 'id="compiling"' not in fetched(address)
        server.terminate()
        assert server.stderr.read() == "Compiling the rules, once ...\n"


def wait_until(is_so: Callable[[], bool]) -> None:
    for _ in range(200):
        if is_so():
            return
        time.sleep(0.1)
    raise AssertionError("it did not become so")
