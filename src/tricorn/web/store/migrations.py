"""The shape of the database, as the steps that lead to it: a new one takes all of them, an older one the rest.

A step that was released is never changed; what is to be different goes into a new step at the end, with the SQL of
a database of the version before it in `tests/web/schema/`.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Sequence
from typing import NamedTuple

from tricorn.web.store import readings
from tricorn.web.store.protocol import StoreError

__all__ = ["STEPS", "Step", "migrate_sqlite", "steps_from"]


class Step(NamedTuple):
    """From one version to the next, in SQL; `postgres` where PostgreSQL spells it in another way."""

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
    # A description that was changed elsewhere in the meantime is not written over.
    Step("ALTER TABLE tables ADD COLUMN version INTEGER NOT NULL DEFAULT 0;"),
    # Deals come from a secret of the table, in its description, and no more from a seed of each game.
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
    # Tables are swept by their state; the clock is compared with the time that was stored before.
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
    # Games that were played under earlier readings of the rulebooks say so as house rules.
    Step(readings.SQLITE, readings.POSTGRES),
)


def steps_from(version: int) -> Sequence[tuple[int, Step]]:
    """The steps that a database of some version lacks, each with the version it leads to."""
    if version > len(STEPS):
        raise StoreError(
            f"it has tables of version {version} and this Tricorn knows versions up to {len(STEPS)}; "
            "use the Tricorn that made it, or a later one"
        )
    return list(enumerate(STEPS, 1))[version:]


def migrate_sqlite(db: sqlite3.Connection) -> None:
    """Take the steps that a file lacks, each in a transaction of its own."""
    (found,) = db.execute("PRAGMA user_version").fetchone()
    for version, step in steps_from(found):
        try:
            db.executescript(f"BEGIN IMMEDIATE; {step.sqlite} PRAGMA user_version = {version}; COMMIT;")
        except sqlite3.Error:
            with contextlib.suppress(sqlite3.Error):
                db.execute("ROLLBACK")
            raise
