"""A server whose store is slow while a file exists: it returns late from a write, or loses news of other nodes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.web import server_process

from tricorn.web.store import News, SQLiteStore
from tricorn.web.store.postgres import PostgresStore


def _returning_late(begin: Callable[..., Any], is_slow: Callable[[], bool]) -> Callable[..., Any]:
    """Begin a game, but return some time after it is stored."""

    async def begin_game(*args: Any) -> None:
        await begin(*args)
        while is_slow():
            await asyncio.sleep(0.01)

    return begin_game


def _without_news(open_store: Callable[..., Any], is_slow: Callable[[], bool]) -> Callable[..., Any]:
    """Open a store that loses the news of other nodes."""

    async def open_(self: PostgresStore, on_news: Callable[[News], None]) -> None:
        await open_store(self, lambda news: None if is_slow() else on_news(news))

    return open_


def main(kind: str, file: str, *args: str) -> None:
    is_slow = Path(file).exists
    if kind == "returning late":
        for store in (SQLiteStore, PostgresStore):
            setattr(store, "begin_game", _returning_late(store.begin_game, is_slow))  # noqa: B010
    else:
        setattr(PostgresStore, "open", _without_news(PostgresStore.open, is_slow))  # noqa: B010
    server_process.main(*args)
