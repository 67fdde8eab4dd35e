"""The folder for tables, games and score sheets that are saved without a name."""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_data_path

__all__ = ["data_folder"]


def data_folder() -> Path:
    """The system's folder for a user's data."""
    return user_data_path("tricorn", appauthor=False)
