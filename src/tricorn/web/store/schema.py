"""What is in an SQLite file: exactly the tables and indexes of its version, and rows that belong together."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing

from tricorn.web.store.migrations import migrate_sqlite, steps_from, version_of
from tricorn.web.store.protocol import StoreError

__all__ = ["check_schema", "check_sound", "strays"]

# Rows whose own columns say that they belong to a table that is not there.
_STRAYS = """
    SELECT 'lines of game ' || game || ' of table ' || code FROM (
        SELECT DISTINCT code, game FROM lines EXCEPT SELECT code, game FROM games
    ) UNION ALL
    SELECT 'a game of table ' || code FROM (SELECT code FROM games EXCEPT SELECT code FROM tables) UNION ALL
    SELECT 'a key of table ' || code FROM (SELECT code FROM keys EXCEPT SELECT code FROM tables)
"""


def check_sound(db: sqlite3.Connection) -> None:
    """Refuse a file that SQLite itself says is damaged; its quick check takes as long and does not look at indexes."""
    (found,) = db.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        raise StoreError("it is damaged; restore a backup of it or name another file")


def check_schema(db: sqlite3.Connection) -> None:
    """Refuse a file that lacks something of Tricorn's or has something else in it: a view, a trigger, a table."""
    found = _objects(db)
    if not {"table tables", "table keys", "table games", "table lines"} <= found.keys():
        if found:
            raise StoreError("it is a database of another program; name a file of Tricorn's or a new one")
        return
    version = version_of(db)
    steps_from(version)  # one of a later Tricorn is refused for that
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as new:
        migrate_sqlite(new, version)
        expected = _objects(new)
    for name in sorted(found.keys() - expected.keys()):
        raise StoreError(f"it has something that is not Tricorn's, the {name}; remove that first")
    for name in sorted(expected):
        if found.get(name) != expected[name]:
            raise StoreError(f"the {name} in it is not as Tricorn makes it; restore a backup")


def strays(db: sqlite3.Connection) -> list[str]:
    """Rows that belong to no table, in words: the byte that said to which one has changed."""
    return [str(words) for (words,) in db.execute(_STRAYS)]


def _objects(db: sqlite3.Connection) -> dict[str, str]:
    """What the file's schema has, with its SQL in one spelling; SQLite's own objects left out."""
    rows = db.execute("SELECT type, name, sql FROM sqlite_master WHERE substr(name, 1, 7) != 'sqlite_'")
    return {f"{kind} {name}": _spelled(str(sql)) for kind, name, sql in rows}


def _spelled(sql: str) -> str:
    return re.sub(r"\s*([(),])\s*", r"\1", " ".join(sql.split()))
