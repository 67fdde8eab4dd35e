"""Checks of an SQLite file: it is not damaged, has exactly the schema of its version, and has no orphaned rows."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing

from tricorn.web.store.interface import StoreError
from tricorn.web.store.migrations import migrate_sqlite, schema_version, steps_from

__all__ = ["check_integrity", "check_schema", "find_orphans"]

# Rows that refer to a game or table that does not exist.
_ORPHANS = """
    SELECT 'lines of game ' || game || ' of table ' || code FROM (
        SELECT DISTINCT code, game FROM lines EXCEPT SELECT code, game FROM games
    ) UNION ALL
    SELECT 'a game of table ' || code FROM (SELECT code FROM games EXCEPT SELECT code FROM tables) UNION ALL
    SELECT 'a key of table ' || code FROM (SELECT code FROM keys EXCEPT SELECT code FROM tables)
"""


def check_integrity(db: sqlite3.Connection) -> None:
    """Refuse a file that SQLite reports as damaged."""
    # quick_check takes as long and does not check indexes.
    (result,) = db.execute("PRAGMA integrity_check(1)").fetchone()
    if result != "ok":
        raise StoreError("it is damaged; restore a backup of it or name another file")


def check_schema(db: sqlite3.Connection) -> None:
    """Refuse a file whose schema is not exactly that of its version of Tricorn."""
    actual = _objects(db)
    if not {"table tables", "table keys", "table games", "table lines"} <= actual.keys():
        if actual:
            raise StoreError("it is a database of another program; name a file of Tricorn's or a new one")
        return
    version = schema_version(db)
    steps_from(version)  # refuses a file of a later Tricorn
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as new:
        migrate_sqlite(new, version)
        expected = _objects(new)
    for name in sorted(actual.keys() - expected.keys()):
        raise StoreError(f"it has something that is not Tricorn's, the {name}; remove that first")
    for name in sorted(expected):
        if actual.get(name) != expected[name]:
            raise StoreError(f"the {name} in it is not as Tricorn makes it; restore a backup")


def find_orphans(db: sqlite3.Connection) -> list[str]:
    """Describe the rows that belong to no table, as happens when a byte of their key has changed."""
    return [str(description) for (description,) in db.execute(_ORPHANS)]


def _objects(db: sqlite3.Connection) -> dict[str, str]:
    """The objects of the schema, by type and name, with their normalised SQL; without SQLite's own objects."""
    rows = db.execute("SELECT type, name, sql FROM sqlite_master WHERE substr(name, 1, 7) != 'sqlite_'")
    return {f"{kind} {name}": _normalised(str(sql)) for kind, name, sql in rows}


def _normalised(sql: str) -> str:
    return re.sub(r"\s*([(),])\s*", r"\1", " ".join(sql.split()))
