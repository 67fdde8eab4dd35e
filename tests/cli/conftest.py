"""A command run in this process, with what is typed to it and what it prints."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from tricorn.cli import main

GOLDEN = Path(__file__).parents[1] / "golden"


class Done(NamedTuple):
    """What a command left behind."""

    code: int
    out: str
    err: str


Run = Callable[..., Done]


@pytest.fixture
def tricorn(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> Run:
    """Run a command: `tricorn("verify", path, typed="…")`."""
    monkeypatch.setenv("LC_ALL", "C")  # English, wherever the tests run
    saved_here = tmp_path_factory.mktemp("data")  # not in the folder of whoever runs the tests
    monkeypatch.setattr("tricorn.cli.terminal.autosave.data_folder", lambda: saved_here)

    def run(*args: object, typed: str | bytes = "") -> Done:
        data = typed.encode() if isinstance(typed, str) else typed
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        capsys.readouterr()
        code = main([str(arg) for arg in args])
        return Done(code, *capsys.readouterr())

    return run


@pytest.fixture
def golden() -> Path:
    return GOLDEN
