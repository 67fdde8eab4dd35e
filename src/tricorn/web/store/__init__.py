"""Storage of tables and their record lines. A change is stored before any client sees it."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tricorn.extras import command_for
from tricorn.web.store.interface import (
    CodeTaken,
    Conflict,
    Damaged,
    Store,
    StoredGame,
    StoredLine,
    StoredTable,
    StoreError,
)
from tricorn.web.store.news import News, Presence
from tricorn.web.store.sqlite import SQLiteStore

__all__ = [
    "CodeTaken",
    "Conflict",
    "Damaged",
    "News",
    "Presence",
    "SQLiteStore",
    "Store",
    "StoreError",
    "StoredGame",
    "StoredLine",
    "StoredTable",
    "open_store",
]


def open_store(database: Path | str) -> Store:
    """The store in an SQLite file, or at a postgresql:// address; `StoreError` if it cannot be used."""
    if isinstance(database, Path):
        return SQLiteStore(database)
    try:
        from tricorn.web.store import postgres
    except ModuleNotFoundError:
        raise StoreError(f"PostgreSQL needs the package asyncpg: {command_for('cluster')}") from None
    asyncio.run(postgres.migrate_postgres(database))
    return postgres.PostgresStore(database)
