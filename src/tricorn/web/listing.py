"""Lists of stored tables and score sheets: those that hosts have listed, and those of a person's keys."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import TypeVar

from tricorn.web.channel import Channel
from tricorn.web.context import ServerContext
from tricorn.web.loading import DamageLog, load_turn, read_info
from tricorn.web.score.info import SheetInfo, is_sheet
from tricorn.web.security.keys import hash_key
from tricorn.web.store import Damaged, StoredTable
from tricorn.web.tables.info import TableInfo
from tricorn.web.tables.table import Table
from tricorn.web.work.pacing import paced

__all__ = ["TableLists"]

Info = TypeVar("Info", TableInfo, SheetInfo)

_MAX_LISTED = 50
_MAX_TURNS = 12  # as many as the home page shows
_LISTED_FOR = 24 * 3600.0  # seconds after the last change
_FRESH_FOR = 2.0  # seconds that the list of listed tables is cached


class TableLists:
    """The lists of one server; damaged tables are left out and logged."""

    def __init__(self, context: ServerContext, channels: Mapping[str, Channel], damage_log: DamageLog) -> None:
        self._context = context
        self._channels = channels  # those in memory, by code
        self._damage_log = damage_log
        self._listed: tuple[float, list[tuple[StoredTable, TableInfo]]] = (-_FRESH_FOR, [])

    async def listed(self, address: str) -> list[tuple[StoredTable, TableInfo]]:
        """The tables that their hosts have listed, with their descriptions."""
        now = time.monotonic()
        if now - self._listed[0] >= _FRESH_FOR:
            stored = await self._context.store.listed_tables(time.time() - _LISTED_FOR, _MAX_LISTED)
            self._listed = (now, await self._with_info(address, stored, TableInfo))
        return self._listed[1]

    async def for_keys(self, address: str, keys: Sequence[str], kind: type[Info]) -> list[tuple[StoredTable, Info]]:
        """The tables or the score sheets that these keys belong to, with their descriptions."""
        stored = await self._context.store.tables_for_keys([hash_key(key) for key in keys], len(keys))
        return await self._with_info(address, stored, kind)

    async def _with_info(
        self, address: str, tables: Sequence[StoredTable], kind: type[Info]
    ) -> list[tuple[StoredTable, Info]]:
        """The tables or the sheets among these, with their descriptions."""
        wanted = [stored for stored in tables if is_sheet(stored.phase) == (kind is SheetInfo)]
        intact, damaged = await self._context.workers.reads.run(address, _read_infos, wanted, kind)
        for code, damage in damaged.items():
            self._damage_log.add(code, damage)
        return intact

    async def turns(self, address: str, codes: Sequence[str]) -> dict[str, int | None]:
        """Whose turn it is at the first few of these tables; those that are not in memory are read from the store."""
        turns: dict[str, int | None] = {}
        for code in codes[:_MAX_TURNS]:
            channel = self._channels.get(code)
            if isinstance(channel, Table):
                turns[code] = None if channel.state.game is None else channel.state.game.turn
            else:
                turns[code] = await self._stored_turn(address, code)
        return turns

    async def _stored_turn(self, address: str, code: str) -> int | None:
        store, workers = self._context.store, self._context.workers
        try:
            async with workers.reads.slot(address):
                stored = await store.load_table(code)
            if stored is None:
                return None
            _, game = stored
            return await workers.for_lines(0 if game is None else len(game.lines)).run(address, load_turn, *stored)
        except Damaged as damage:
            self._damage_log.add(code, damage)
            return None


def _read_infos(
    tables: Sequence[StoredTable], kind: type[Info]
) -> tuple[list[tuple[StoredTable, Info]], dict[str, Damaged]]:
    """The intact tables with their descriptions, and what is wrong with the others, by code."""
    intact: list[tuple[StoredTable, Info]] = []
    damaged: dict[str, Damaged] = {}
    for stored in paced(tables):
        try:
            info = read_info(stored)
        except Damaged as damage:
            damaged[stored.code] = damage
        else:
            assert isinstance(info, kind)
            intact.append((stored, info))
    return intact, damaged
