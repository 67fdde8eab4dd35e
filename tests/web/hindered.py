"""A server whose store is slow while a file exists: it learns late what it or another node has stored."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.web import serving

from tricorn.web.store import News, SQLiteStore
from tricorn.web.store.postgres import PostgresStore


def _late(begin: Callable[..., Any], hindered: Callable[[], bool]) -> Callable[..., Any]:
    """Begin a game, but return some time after it is stored."""

    async def begin_game(*args: Any) -> None:
        await begin(*args)
        while hindered():
            await asyncio.sleep(0.01)

    return begin_game


def _deaf(open_store: Callable[..., Any], hindered: Callable[[], bool]) -> Callable[..., Any]:
    """Open a store that loses the news of other nodes."""

    async def open_(self: PostgresStore, on_news: Callable[[News], None]) -> None:
        await open_store(self, lambda news: None if hindered() else on_news(news))

    return open_


def main(how: str, file: str, *args: str) -> None:
    hindered = Path(file).exists
    if how == "late":
        for store in (SQLiteStore, PostgresStore):
            setattr(store, "begin_game", _late(store.begin_game, hindered))  # noqa: B010
    else:
        setattr(PostgresStore, "open", _deaf(PostgresStore.open, hindered))  # noqa: B010
    serving.main(*args)
