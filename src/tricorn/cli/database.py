"""The option `--db`: the database of tables."""

from __future__ import annotations

import argparse
from pathlib import Path
from urllib.parse import urlsplit

from tricorn.cli.data_folder import data_folder
from tricorn.cli.failure import Failure

__all__ = ["add_argument", "named", "shown"]

_EXPECTED = "expected a file, sqlite:///FILE or postgresql://USER@HOST/NAME"


def add_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--db", metavar="URL", help="where tables are kept: a file, sqlite:///FILE or postgresql://USER@HOST/NAME"
    )


def named(url: str | None) -> Path | str:
    """The SQLite file that an option names, or the address of a PostgreSQL database."""
    if url is None:
        return data_folder() / "tables.sqlite"
    scheme, separator, rest = url.partition("://")
    if not separator:
        return Path(url)
    if scheme in ("postgresql", "postgres") and rest:
        return url
    if scheme != "sqlite" or not rest.startswith("/") or len(rest) < 2:
        raise Failure(f"--db {url}: {_EXPECTED}")
    return Path(rest[1:])


def shown(database: Path | str) -> str:
    """The database as it may be printed: without its password."""
    if isinstance(database, Path):
        return str(database)
    try:
        password = urlsplit(database).password
    except ValueError:
        return "postgresql://…"
    return database.replace(f":{password}@", ":…@") if password else database
