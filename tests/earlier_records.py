"""Records of games played under the readings of the previous version, as its database had them."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path

__all__ = ["OLD_VERSION", "SCHEMA", "earlier_record", "old_sql"]

SCHEMA = Path(__file__).parent / "web" / "schema"
OLD_VERSION = 4  # of the database schema


def old_sql() -> str:
    """The SQL dump of that database."""
    return "".join((SCHEMA / f"{name}.sql").read_text(encoding="utf-8") for name in (OLD_VERSION, "readings"))


@cache
def earlier_record(code: str) -> str:
    """The record of the game at the table with this code."""
    with closing(sqlite3.connect(":memory:")) as db:
        db.executescript(old_sql())
        ((header,),) = db.execute("SELECT header FROM games WHERE code = ?", (code,))
        lines = [line for (line,) in db.execute("SELECT line FROM lines WHERE code = ? ORDER BY n", (code,))]
    return "\n".join([*json.loads(header), *lines]) + "\n"
