"""The store in a PostgreSQL database, which several servers can share. Needs asyncpg, from the extra `cluster`."""

from __future__ import annotations

from tricorn.web.store.postgres.store import PostgresStore, migrate_postgres

__all__ = ["PostgresStore", "migrate_postgres"]
