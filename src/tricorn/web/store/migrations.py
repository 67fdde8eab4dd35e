"""The schema of the database, as a list of migration steps: a new database runs all of them, an older one the rest.

A change of the schema is a new step at the end. The steps of a released version are kept and never edited, so that
every database from 0.2.0 on can be migrated. A step that changes a line, a header or a description updates its digest.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Sequence
from typing import NamedTuple

from tricorn.web.store.interface import StoreError

__all__ = ["COLUMNS", "STEPS", "Step", "migrate_sqlite", "schema_version", "steps_from"]


class Step(NamedTuple):
    """The SQL that leads from one version to the next, for each engine."""

    sqlite: str
    postgres: str


STEPS: tuple[Step, ...] = (
    Step(
        """
        CREATE TABLE tables (
            code TEXT PRIMARY KEY, about TEXT NOT NULL, phase TEXT NOT NULL, listed INTEGER NOT NULL,
            touched REAL NOT NULL, version INTEGER NOT NULL, digest BLOB NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX tables_listed ON tables (touched) WHERE listed;
        CREATE INDEX tables_in_phase ON tables (phase, touched);
        CREATE TABLE keys (hash TEXT NOT NULL, code TEXT NOT NULL, PRIMARY KEY (hash, code)) WITHOUT ROWID;
        CREATE INDEX keys_of_table ON keys (code);
        CREATE TABLE games (
            code TEXT NOT NULL, game INTEGER NOT NULL, header TEXT NOT NULL, digest BLOB NOT NULL,
            PRIMARY KEY (code, game)
        ) WITHOUT ROWID;
        CREATE TABLE lines (
            code TEXT NOT NULL, game INTEGER NOT NULL, n INTEGER NOT NULL, line TEXT NOT NULL, move TEXT,
            digest BLOB NOT NULL, PRIMARY KEY (code, game, n)
        ) WITHOUT ROWID;
        CREATE TABLE clock (time REAL NOT NULL);
        INSERT INTO clock VALUES (0);
        CREATE TABLE secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
        """,
        # An SQLite file has one server and needs no nodes and leases.
        """
        CREATE TABLE tables (
            code TEXT PRIMARY KEY, about TEXT NOT NULL, phase TEXT NOT NULL, listed BOOLEAN NOT NULL,
            touched DOUBLE PRECISION NOT NULL, version INTEGER NOT NULL, digest BYTEA NOT NULL
        );
        CREATE INDEX tables_listed ON tables (touched) WHERE listed;
        CREATE INDEX tables_in_phase ON tables (phase, touched);
        CREATE TABLE keys (hash TEXT NOT NULL, code TEXT NOT NULL, PRIMARY KEY (hash, code));
        CREATE INDEX keys_of_table ON keys (code);
        CREATE TABLE games (
            code TEXT NOT NULL, game INTEGER NOT NULL, header TEXT NOT NULL, digest BYTEA NOT NULL,
            PRIMARY KEY (code, game)
        );
        CREATE TABLE lines (
            code TEXT NOT NULL, game INTEGER NOT NULL, n INTEGER NOT NULL, line TEXT NOT NULL, move TEXT,
            digest BYTEA NOT NULL, PRIMARY KEY (code, game, n)
        );
        CREATE TABLE clock (time DOUBLE PRECISION NOT NULL);
        INSERT INTO clock VALUES (0);
        CREATE TABLE secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL);
        CREATE TABLE nodes (name TEXT PRIMARY KEY, expires TIMESTAMPTZ NOT NULL, probed TIMESTAMPTZ);
        CREATE TABLE leases (code TEXT PRIMARY KEY, node TEXT NOT NULL REFERENCES nodes ON DELETE CASCADE);
        CREATE INDEX leases_of_node ON leases (node);
        """,
    ),
)


# The columns that a backup copies, in the newest version.
COLUMNS = {
    "tables": ("code", "about", "phase", "listed", "touched", "version", "digest"),
    "keys": ("hash", "code"),
    "games": ("code", "game", "header", "digest"),
    "lines": ("code", "game", "n", "line", "move", "digest"),
    "clock": ("time",),
    "secrets": ("name", "value"),
}


def steps_from(version: int) -> Sequence[tuple[int, Step]]:
    """The steps that a database of this version lacks, each with the version it leads to."""
    if not 0 <= version <= len(STEPS):
        raise StoreError(
            f"it has tables of version {version} and this Tricorn knows versions up to {len(STEPS)}; "
            "use the Tricorn that made it, or a later one"
        )
    return list(enumerate(STEPS, 1))[version:]


def schema_version(db: sqlite3.Connection) -> int:
    """The schema version of an SQLite file; 0 for a new one."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    return int(version)


def migrate_sqlite(db: sqlite3.Connection, last: int | None = None) -> None:
    """Run the steps that a file lacks, up to version `last` or the newest, each in its own transaction."""
    for version, step in steps_from(schema_version(db)):
        if last is not None and version > last:
            return
        try:
            db.executescript(f"BEGIN IMMEDIATE; {step.sqlite} PRAGMA user_version = {version}; COMMIT;")
        except sqlite3.Error:
            with contextlib.suppress(sqlite3.Error):
                db.execute("ROLLBACK")
            raise
