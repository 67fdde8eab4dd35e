"""The database of a command: the one that the setting `db` names, or the default file."""

from __future__ import annotations

from pathlib import Path

from tricorn.cli.data_folder import data_folder
from tricorn.cli.failure import OptionFailure
from tricorn.web.store.permissions import make_folder, restrict

__all__ = ["location_for_writing", "location_or_default"]


def location_or_default(location: Path | str | None) -> Path | str:
    return data_folder() / "tables.sqlite" if location is None else location


def location_for_writing(named: Path | str | None) -> Path | str:
    """The same, for a command that may create the file. The default folder is made; any other must exist."""
    location = location_or_default(named)
    if isinstance(location, Path):
        folder = location.parent
        if named is None:
            make_folder(folder)
            restrict(folder)
        elif not folder.is_dir():
            problem = f"there is no folder {folder}; create it, or name a file in another"
            raise OptionFailure({"--db": location}, problem)
    return location
