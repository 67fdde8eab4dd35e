"""Where tables and their record lines are kept. Nothing is told to anybody before it is stored."""

from tricorn.web.store.protocol import CodeTaken, Conflict, Store, StoredGame, StoredLine, StoredTable, StoreError
from tricorn.web.store.sqlite import SQLiteStore

__all__ = [
    "CodeTaken",
    "Conflict",
    "SQLiteStore",
    "Store",
    "StoreError",
    "StoredGame",
    "StoredLine",
    "StoredTable",
]
