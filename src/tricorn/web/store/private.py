"""Files that only their owner may read: a database holds all hands and the secrets of future deals."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from tricorn.web.store.protocol import StoreError

__all__ = ["make_file", "make_folder", "restrict"]

_FILE, _FOLDER = 0o600, 0o700
_SUFFIXES = ("", "-wal", "-shm", "-journal")  # a database and the files that SQLite keeps next to it


def make_folder(folder: Path) -> None:
    """Make a private folder if there is none."""
    folder.mkdir(_FOLDER, parents=True, exist_ok=True)


def make_file(path: Path) -> None:
    """Make an empty private file if there is none."""
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT, _FILE))
    except OSError as error:
        raise StoreError(f"it cannot be opened: {error.strerror or error}") from None


def restrict(path: Path) -> None:
    """Remove other users' permissions on a database and its side files, or on a folder."""
    for name in (f"{path}{suffix}" for suffix in _SUFFIXES):
        # A file of another user that we may write to is that user's to protect.
        with contextlib.suppress(FileNotFoundError, PermissionError):
            Path(name).chmod(_FOLDER if Path(name).is_dir() else _FILE)
