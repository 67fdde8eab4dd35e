"""Where tables are kept by default."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tricorn.cli.database import location_or_default
from tricorn.core import loading


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.skipif(sys.platform != "linux", reason="the folders of Linux")
def test_tables_are_kept_in_the_users_data_folder(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert location_or_default(None) == home / ".local" / "share" / "tricorn" / "tables.sqlite"
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "data"))
    assert location_or_default(None) == home / "data" / "tricorn" / "tables.sqlite"


def test_machine_code_goes_to_the_cache_where_the_sources_cannot_be_written_to(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loading, "build_id", lambda: "0123456789abcdef")  # of which there is no build
    where = loading.native_file.__wrapped__
    assert where().parent.name == "__pycache__"
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert where().parent == home / ".cache" / "tricorn"
