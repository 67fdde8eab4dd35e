"""The option `--db`: the database of tables."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from tricorn.cli.data_folder import data_folder
from tricorn.cli.failure import OptionFailure
from tricorn.web.store.permissions import make_folder, restrict

__all__ = ["add_argument", "location_for_writing", "location_from", "without_password"]

_FORMS = "a file, sqlite:///FILE or postgresql://USER@HOST/NAME"
_RAW_PASSWORD = re.compile(r"[^@:/?#]*:[^@]*[/?#][^@]*@")


def add_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--db", metavar="URL", help=f"where tables are kept: {_FORMS}")


def location_from(url: str | None) -> Path | str:
    """The SQLite file or the PostgreSQL URL that `--db` names; without it, the default file."""
    if url is None:
        return data_folder() / "tables.sqlite"
    scheme, separator, rest = url.partition("://")
    if not separator:
        return Path(url)
    if scheme in ("postgresql", "postgres") and rest:
        if _RAW_PASSWORD.match(rest):  # it would be taken for a port, and quoted as an invalid one
            raise OptionFailure({"--db": without_password(url)}, "write / ? # in a password as %2F %3F %23")
        return url
    if scheme != "sqlite" or not rest.startswith("/") or len(rest) < 2:
        raise OptionFailure({"--db": without_password(url)}, f"expected {_FORMS}")
    return Path(rest[1:])


def location_for_writing(url: str | None) -> Path | str:
    """The same, for a command that may create the file. The default folder is made; any other must exist."""
    location = location_from(url)
    if isinstance(location, Path):
        folder = location.parent
        if url is None:
            make_folder(folder)
            restrict(folder)
        elif not folder.is_dir():
            raise OptionFailure({"--db": url}, f"there is no folder {folder}; create it, or name a file in another")
    return location


def without_password(location: Path | str) -> str:
    """The location as it may be printed."""
    if isinstance(location, Path):
        return str(location)
    # Up to the last @: a password may contain any character, although some of them should be encoded.
    location = re.sub(r"(?<=://)([^:/@]*):.*@", r"\1:…@", location)
    return re.sub(r"(?<=[?&]password=)[^&]*", "…", location)
