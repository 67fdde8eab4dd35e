"""A database is private to its owner: it holds all hands and the secrets of future deals."""

from __future__ import annotations

import asyncio
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tricorn.web.operations.backup import back_up, restore
from tricorn.web.store import SQLiteStore, StoredTable, StoreError

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="files have no such modes there")


@pytest.fixture(autouse=True)
def usual_mask() -> Iterator[None]:
    before = os.umask(0o022)  # the default of most systems: everybody may read
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}


def use(path: Path) -> dict[str, int]:
    """Open a store and write to it; return the modes of its files while it is open."""

    async def work() -> dict[str, int]:
        store = SQLiteStore(path)
        try:
            await store.create_table(StoredTable("BCDFG", "{}", "waiting", False, ()))
            return modes(path.parent)
        finally:
            await store.close()

    return asyncio.run(work())


def test_a_new_database_is_private(tmp_path: Path) -> None:
    files = use(tmp_path / "tables.sqlite")
    assert files.keys() >= {"tables.sqlite", "tables.sqlite-wal", "tables.sqlite-shm", "tables.sqlite-owner"}
    assert set(files.values()) == {0o600}


def test_a_store_makes_no_folder(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="it cannot be opened: No such file or directory"):
        SQLiteStore(tmp_path / "missing" / "tables.sqlite")
    assert modes(tmp_path) == {}


def test_a_database_that_others_could_read_is_made_private_at_the_start(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    path = tmp_path / "tables.sqlite"
    store = SQLiteStore(path)
    for file in tmp_path.iterdir():
        file.chmod(0o644)
    asyncio.run(store.close())
    assert 0o644 in modes(tmp_path).values()
    assert set(use(path).values()) == {0o600}
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755, "a folder that somebody has named may be for others too"


def test_a_file_that_is_not_ours_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    path.write_bytes(b"this is not a database, " * 100)
    with pytest.raises(Exception, match="cannot be used"):
        SQLiteStore(path)
    assert modes(tmp_path)["tables.sqlite"] == 0o644


def test_backups_and_restored_databases_are_private(tmp_path: Path) -> None:
    source, copy, target = tmp_path / "tables.sqlite", tmp_path / "copy.sqlite", tmp_path / "new" / "tables.sqlite"

    async def empty() -> None:
        await SQLiteStore(source).close()

    asyncio.run(empty())
    copy.touch(0o644)
    target.parent.mkdir()
    back_up(source, copy)
    restore(copy, target, replace=False)
    assert modes(tmp_path)["copy.sqlite"] == 0o600
    assert set(modes(target.parent).values()) == {0o600}
    target.chmod(0o644)
    restore(copy, target, replace=True)
    assert modes(target.parent)["tables.sqlite"] == 0o600
