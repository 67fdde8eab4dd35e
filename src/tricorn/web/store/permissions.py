"""Files that only their owner can read: a database holds all hands and the secrets of future deals."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from tricorn.web.store.interface import StoreError

__all__ = ["make_file", "make_folder", "restrict"]

_FILE_MODE, _FOLDER_MODE = 0o600, 0o700
_SUFFIXES = ("", "-wal", "-shm", "-journal")  # a database and the files that SQLite keeps next to it


def make_folder(folder: Path) -> None:
    """Create a private folder if it does not exist."""
    folder.mkdir(_FOLDER_MODE, parents=True, exist_ok=True)


def make_file(path: Path) -> None:
    """Create an empty private file if it does not exist."""
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT, _FILE_MODE))
    except OSError as error:
        raise StoreError(f"it cannot be opened: {error.strerror or error}") from None


def restrict(path: Path) -> None:
    """Remove other users' permissions on a database and its side files, or on a folder."""
    for name in (f"{path}{suffix}" for suffix in _SUFFIXES):
        # Another user's file that we can write to is for that user to protect.
        with contextlib.suppress(FileNotFoundError, PermissionError):
            Path(name).chmod(_FOLDER_MODE if Path(name).is_dir() else _FILE_MODE)
