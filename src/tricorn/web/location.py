"""The location of the tables: an SQLite file or a PostgreSQL address."""

from __future__ import annotations

import re
from pathlib import Path

__all__ = ["location_from", "without_password"]

_FORMS = "a file, sqlite:///FILE or postgresql://USER@HOST/NAME"
_RAW_PASSWORD = re.compile(r"[^@:/?#]*:[^@]*[/?#][^@]*@")


def location_from(text: str) -> Path | str:
    """The SQLite file or the PostgreSQL URL that a text names; raises `ValueError` with what was expected."""
    scheme, separator, rest = text.partition("://")
    if not separator:
        return Path(text)
    if scheme in ("postgresql", "postgres") and rest:
        if _RAW_PASSWORD.match(rest):  # it would be taken for a port, and quoted as an invalid one
            raise ValueError("write / ? # in a password as %2F %3F %23")
        return text
    if scheme != "sqlite" or not rest.startswith("/") or len(rest) < 2:
        raise ValueError(f"expected {_FORMS}")
    return Path(rest[1:])


def without_password(location: Path | str) -> str:
    """The location as it may be printed."""
    if isinstance(location, Path):
        return str(location)
    # Up to the last @: a password may contain any character, although some of them should be encoded.
    location = re.sub(r"(?<=://)([^:/@]*):.*@", r"\1:…@", location)
    return re.sub(r"(?<=[?&]password=)[^&]*", "…", location)
