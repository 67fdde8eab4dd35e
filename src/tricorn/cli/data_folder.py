"""The folder for tables, games and score sheets that are saved without a name."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from platformdirs import user_data_path

__all__ = ["data_folder"]


def data_folder() -> Path:
    """The system's folder for a user's data, or that of earlier versions if only the latter exists."""
    folder = user_data_path("tricorn", appauthor=False)
    legacy = _legacy_folder()
    return legacy if legacy.is_dir() and not folder.is_dir() else folder


def _legacy_folder() -> Path:
    """The folder of earlier versions; it differs on some systems with unusual environment settings."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "tricorn"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "tricorn"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "tricorn"
