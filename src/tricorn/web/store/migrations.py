"""The schema of the database, as a list of migration steps: a new database runs all of them, an older one the rest.

A released step is never edited. A change of the schema is a new step at the end, with a dump of a database of the
version before it in `tests/web/schema/`. A step that changes a line, a header or a description updates its digest.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Sequence
from typing import NamedTuple

from tricorn.web.store import readings_migration
from tricorn.web.store.digests import digest
from tricorn.web.store.interface import StoreError

__all__ = ["COLUMNS", "STEPS", "Step", "migrate_sqlite", "schema_version", "steps_from"]


class Step(NamedTuple):
    """The SQL that leads from one version to the next; `postgres` is set if PostgreSQL needs different SQL."""

    sqlite: str
    postgres: str | None = None


STEPS: tuple[Step, ...] = (
    Step(
        """
        CREATE TABLE tables (
            code TEXT PRIMARY KEY, about TEXT NOT NULL, state TEXT NOT NULL, listed INTEGER NOT NULL,
            touched REAL NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX tables_listed ON tables (touched) WHERE listed;
        CREATE INDEX tables_touched ON tables (touched);
        CREATE TABLE keys (hash TEXT NOT NULL, code TEXT NOT NULL, PRIMARY KEY (hash, code)) WITHOUT ROWID;
        CREATE INDEX keys_of_table ON keys (code);
        CREATE TABLE games (
            code TEXT NOT NULL, game INTEGER NOT NULL, seed INTEGER NOT NULL, header TEXT NOT NULL,
            PRIMARY KEY (code, game)
        ) WITHOUT ROWID;
        CREATE TABLE lines (
            code TEXT NOT NULL, game INTEGER NOT NULL, n INTEGER NOT NULL, line TEXT NOT NULL, move TEXT,
            PRIMARY KEY (code, game, n)
        ) WITHOUT ROWID;
        """,
        """
        CREATE TABLE tables (
            code TEXT PRIMARY KEY, about TEXT NOT NULL, state TEXT NOT NULL, listed BOOLEAN NOT NULL,
            touched DOUBLE PRECISION NOT NULL
        );
        CREATE INDEX tables_listed ON tables (touched) WHERE listed;
        CREATE INDEX tables_touched ON tables (touched);
        CREATE TABLE keys (hash TEXT NOT NULL, code TEXT NOT NULL, PRIMARY KEY (hash, code));
        CREATE INDEX keys_of_table ON keys (code);
        CREATE TABLE games (
            code TEXT NOT NULL, game INTEGER NOT NULL, seed BIGINT NOT NULL, header TEXT NOT NULL,
            PRIMARY KEY (code, game)
        );
        CREATE TABLE lines (
            code TEXT NOT NULL, game INTEGER NOT NULL, n INTEGER NOT NULL, line TEXT NOT NULL, move TEXT,
            PRIMARY KEY (code, game, n)
        );
        """,
    ),
    # A version number, so that a server does not overwrite a description that another server has changed.
    Step("ALTER TABLE tables ADD COLUMN version INTEGER NOT NULL DEFAULT 0;"),
    # Deals come from a secret in the table's description, no longer from a seed per game.
    Step(
        """
        UPDATE tables SET about = json_set(about, '$.secret', lower(hex(randomblob(32))));
        ALTER TABLE games DROP COLUMN seed;
        """,
        """
        UPDATE tables SET about = jsonb_set(
            about::jsonb, '{secret}', to_jsonb(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''))
        )::text;
        ALTER TABLE games DROP COLUMN seed;
        """,
    ),
    # Old tables are deleted by state; the clock is compared with the time stored last.
    Step(
        """
        DROP INDEX tables_touched;
        CREATE INDEX tables_in_state ON tables (state, touched);
        CREATE TABLE clock (time REAL NOT NULL);
        INSERT INTO clock SELECT coalesce(max(touched), 0) FROM tables;
        """,
        """
        DROP INDEX tables_touched;
        CREATE INDEX tables_in_state ON tables (state, touched);
        CREATE TABLE clock (time DOUBLE PRECISION NOT NULL);
        INSERT INTO clock SELECT coalesce(max(touched), 0) FROM tables;
        """,
    ),
    # Games played under earlier readings of the rulebooks state them as house rules.
    Step(readings_migration.SQLITE, readings_migration.POSTGRES),
    # Digests, so that a byte changed on disk is noticed.
    Step(
        """
        ALTER TABLE tables ADD COLUMN digest BLOB NOT NULL DEFAULT x'';
        ALTER TABLE games ADD COLUMN digest BLOB NOT NULL DEFAULT x'';
        ALTER TABLE lines ADD COLUMN digest BLOB NOT NULL DEFAULT x'';
        UPDATE tables SET digest = digest(code, about, listed, version, (
            SELECT group_concat(hash, char(10)) FROM (SELECT hash FROM keys WHERE code = tables.code ORDER BY hash)
        ));
        UPDATE games SET digest = digest(code, game, header);
        UPDATE lines SET digest = digest(code, game, n, line, move);
        """,
        """
        ALTER TABLE tables ADD COLUMN digest BYTEA;
        ALTER TABLE games ADD COLUMN digest BYTEA;
        ALTER TABLE lines ADD COLUMN digest BYTEA;
        UPDATE tables SET digest = substr(sha256(convert_to(concat_ws(E'\\n',
            code, about, listed::integer, version,
            (SELECT string_agg(hash, E'\\n' ORDER BY hash COLLATE "C") FROM keys WHERE keys.code = tables.code)
        ), 'UTF8')), 1, 8);
        UPDATE games SET digest = substr(sha256(convert_to(concat_ws(E'\\n', code, game, header), 'UTF8')), 1, 8);
        UPDATE lines
        SET digest = substr(sha256(convert_to(concat_ws(E'\\n', code, game, n, line, move), 'UTF8')), 1, 8);
        ALTER TABLE tables ALTER COLUMN digest SET NOT NULL;
        ALTER TABLE games ALTER COLUMN digest SET NOT NULL;
        ALTER TABLE lines ALTER COLUMN digest SET NOT NULL;
        """,
    ),
    # The nodes and the tables they run. An SQLite file has one server and needs neither.
    Step(
        "",
        """
        CREATE TABLE nodes (name TEXT PRIMARY KEY, expires TIMESTAMPTZ NOT NULL, probed TIMESTAMPTZ);
        CREATE TABLE leases (code TEXT PRIMARY KEY, node TEXT NOT NULL REFERENCES nodes ON DELETE CASCADE);
        CREATE INDEX leases_of_node ON leases (node);
        """,
    ),
    # The server's own secrets, such as its key for web push.
    Step(
        "CREATE TABLE secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;",
        "CREATE TABLE secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL);",
    ),
)


# The columns that a backup copies, in the newest version.
COLUMNS = {
    "tables": ("code", "about", "state", "listed", "touched", "version", "digest"),
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
    db.create_function("digest", -1, digest, deterministic=True)
    for version, step in steps_from(schema_version(db)):
        if last is not None and version > last:
            return
        try:
            db.executescript(f"BEGIN IMMEDIATE; {step.sqlite} PRAGMA user_version = {version}; COMMIT;")
        except sqlite3.Error:
            with contextlib.suppress(sqlite3.Error):
                db.execute("ROLLBACK")
            raise
