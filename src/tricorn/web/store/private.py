"""Files that only their owner may read: a database tells all hands, and the secrets of deals to come."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from tricorn.web.store.protocol import StoreError

__all__ = ["make_file", "make_folder", "tighten"]

_FILE, _FOLDER = 0o600, 0o700
_BESIDE = ("", "-wal", "-shm", "-journal")  # a database, and what SQLite has beside it


def make_folder(folder: Path) -> None:
    """Make a folder, unless it is there."""
    folder.mkdir(_FOLDER, parents=True, exist_ok=True)


def make_file(path: Path) -> None:
    """Make an empty file, unless it is there."""
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT, _FILE))
    except OSError as error:
        raise StoreError(f"it cannot be opened: {error.strerror or error}") from None


def tighten(path: Path) -> None:
    """Take from others what they may do with a database and the files beside it, or with a folder."""
    for name in (f"{path}{ending}" for ending in _BESIDE):
        # Somebody else's file that we may write to is for them to guard.
        with contextlib.suppress(FileNotFoundError, PermissionError):
            Path(name).chmod(_FOLDER if Path(name).is_dir() else _FILE)
