"""All tables and score sheets of a server: created, found, loaded from the store when needed, evicted when idle."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterable
from typing import NamedTuple

from tricorn.locales.i18n import Language
from tricorn.web.channel import Channel
from tricorn.web.context import ServerContext
from tricorn.web.listing import TableLists
from tricorn.web.loading import DamageLog, load_channel
from tricorn.web.operations.memory import release_memory
from tricorn.web.operations.sweeper import Sweeper
from tricorn.web.refusals import Refused, busy_refusal, damaged_refusal, try_again_refusal
from tricorn.web.score.info import SheetInfo
from tricorn.web.score.live_sheet import LiveSheet
from tricorn.web.score.stored_sheets import load_sheet
from tricorn.web.security.codes import GuessLimiter, is_code, new_code, no_table_refusal
from tricorn.web.security.keys import KeyHash, hash_key, new_key
from tricorn.web.store import CodeTaken, Conflict, Damaged, News, StoredGame
from tricorn.web.tables.creation import imported_game, requested_table
from tricorn.web.tables.info import TableInfo
from tricorn.web.tables.requests import NewTable
from tricorn.web.tables.state import TableState
from tricorn.web.tables.table import Table
from tricorn.web.work.background import TaskSet

__all__ = ["Created", "Registry"]

_log = logging.getLogger(__name__)

_RECOUNT_AFTER = 3600.0  # seconds; other nodes create tables too, and old tables are deleted
_SECONDS_BETWEEN_EVICTIONS = 30.0
_MIN_SECONDS_IDLE = 10.0  # even on a full server a new table waits for its creator
_EVICTIONS_BEFORE_RELEASE = 100  # after which freed memory, some megabytes, is returned to the system


class Created(NamedTuple):
    """A new table: its code, its creator's seat (None if only watching) and key, the commitment to its next game."""

    code: str
    seat: int | None
    key: str
    commit: str


class Registry:
    """The tables and score sheets of one server."""

    def __init__(self, context: ServerContext) -> None:
        self.context = context
        self._guesses = GuessLimiter(context.settings.wrong_codes)
        self._stored = 0  # the approximate number of tables and sheets in the store
        self._counted_at = -_RECOUNT_AFTER
        self._channels: dict[str, Channel] = {}
        self._closing = False
        self._loading: dict[str, asyncio.Task[Channel | None]] = {}
        self._missed: set[str] = set()  # the codes of tables for which news arrived while they were being loaded
        self._tasks = TaskSet()
        self._evicted = 0  # since freed memory was last returned
        self._damage_log = DamageLog()
        self._background_tasks: list[asyncio.Task[None]] = []  # evict from memory, and sweep the store
        self.lists = TableLists(self.context, self._channels, self._damage_log)

    def __len__(self) -> int:
        return len(self._channels)

    @property
    def watched(self) -> int:
        """How many tables have a connected client."""
        return sum(bool(channel.clients) for channel in self._channels.values())

    async def open(self) -> None:
        """Open the store, and start to evict and delete unused tables."""
        await self.context.store.open(self._on_news)
        store_sweeper = Sweeper(self.context.store, self.context.settings)
        self._background_tasks = [
            asyncio.create_task(self._evict_regularly()),
            asyncio.create_task(store_sweeper.run()),
        ]

    async def close(self) -> None:
        """Disconnect all clients. There is nothing to save: every change is stored already."""
        for task in self._background_tasks:
            task.cancel()
        await self.disconnect_all()
        await self._tasks.wait()

    async def disconnect_all(self) -> None:
        """Finish the moves in progress, then disconnect all clients; they reconnect."""
        self._closing = True
        for channel in list(self._channels.values()):
            async with channel.lock:
                channel.close()

    # Creating.

    async def create_table(self, new: NewTable, language: Language, address: str) -> Created:
        """Create a table."""
        self._check_creator(address)
        key = new_key()
        info = requested_table(new, hash_key(key), self.context.settings.levels, language)
        state = await self._store_new(info, None)
        self._add(Table(self.context, state), address)
        return Created(state.code, info.host, key, info.chain(1).commitment)

    async def import_game(self, record: str, address: str) -> Created:
        """Create a table whose first game was played without the server; it is loaded when somebody opens it."""
        self._check_creator(address)
        key = new_key()
        info, game = await self.context.workers.records.run(address, imported_game, record, hash_key(key))
        state = await self._store_new(info, game)
        return Created(state.code, info.host, key, info.chain(game.number + 1).commitment)

    def _check_creator(self, address: str) -> None:
        created = sum(channel.address == address for channel in self._channels.values())
        if created >= self.context.settings.tables_per_address:
            raise Refused(
                "too-many", "Too many tables have been opened from your address; please try again later.", 429
            )
        self._evict_if_full()

    def _count_created(self) -> None:
        self._stored += 1
        self._log_event("made")

    async def create_sheet(self, game: StoredGame, key: KeyHash, address: str) -> LiveSheet:
        """Create a score sheet with its first changes; the key is its creator's."""
        self._check_creator(address)
        sheet = await self.context.workers.for_lines(len(game.lines)).run(address, load_sheet, game)
        info = SheetInfo(str(sheet.edition), sheet.names, (key,), key, created=time.time())
        while True:
            channel = LiveSheet(self.context, await self._new_code(), info, sheet, game.lines)
            try:
                await self.context.store.begin_game(channel.stored(info, channel.version), game)
            except Conflict:
                continue  # the code is in use
            self._add(channel, address)
            self._count_created()
            return channel

    async def _store_new(self, info: TableInfo, game: StoredGame | None) -> TableState:
        """Store a new table under an unused code, with a game that is over or without one."""
        while True:
            state = TableState(await self._new_code(), info)
            try:
                if game is None:
                    await self.context.store.create_table(state.stored(info, "waiting", state.version))
                else:
                    await self.context.store.begin_game(state.stored(info, "over", state.version), game)
            except (CodeTaken, Conflict):
                continue
            self._count_created()
            return state

    async def _new_code(self) -> str:
        if time.monotonic() - self._counted_at >= _RECOUNT_AFTER:
            self._stored = await self.context.store.count_tables()
            self._counted_at = time.monotonic()
        return new_code(self._stored)

    def _add(self, channel: Channel, address: str) -> None:
        channel.address = address
        channel.on_close = self._remove
        self._channels[channel.code] = channel

    def _remove(self, channel: Channel) -> None:
        if self._channels.get(channel.code) is channel:
            del self._channels[channel.code]
            self._tasks.start(self.context.store.release_lease(channel.code))

    def _log_event(self, event: str) -> None:
        """Count and log that a table was created, loaded or evicted."""
        self.context.metrics.tables.labels(event).inc()
        _log.info("table %s", event, extra={"in_memory": len(self._channels)})

    # News from other nodes.

    def _on_news(self, news: News) -> None:
        self._missed.update({news.code} & self._loading.keys() if news.code else self._loading)
        for channel in [self._channels.get(news.code)] if news.code else list(self._channels.values()):
            if channel is not None and news.kind == "lapsed":
                channel.close()  # clients reconnect, to this node or another, and get what the store has
            elif channel is not None:
                self._tasks.start(channel.on_news(news))

    # Finding.

    async def table(self, code: str, address: str, key: KeyHash | None = None) -> Table:
        """The table with this code."""
        table = await self.channel(code, address, key)
        if not isinstance(table, Table):
            raise Refused("is-sheet", "{sheet} is the code of a score sheet, not of a table.", 404, sheet=table.code)
        return table

    async def sheet(self, code: str, address: str, key: KeyHash | None = None) -> LiveSheet:
        """The score sheet with this code."""
        sheet = await self.channel(code, address, key)
        if not isinstance(sheet, LiveSheet):
            raise Refused("no-sheet", "There is no score sheet with the code {sheet}.", 404, sheet=code[:20])
        return sheet

    async def channel(self, code: str, address: str, key: KeyHash | None = None) -> Channel:
        """The table or sheet with this code; wrong codes are counted for the address of the request.

        An address that has tried too many, or would have to load the table and is over its budget, is refused unless
        the key is one of the table's: players may share their address with others.
        """
        if self._closing:
            raise try_again_refusal()
        self.context.check_reachable()
        code = code.upper()
        channel = self._channels.get(code)
        try:
            self._guesses.check(address)
            if channel is None:
                self.context.workers.reads.check_budget(address)
        except Refused:
            if not await self._has_key(code, key):
                raise
            channel = await self._load(code, address)
            if channel is None:
                raise no_table_refusal(code) from None
            return channel
        return channel or await self._look_up(code, address)

    async def _has_key(self, code: str, key: KeyHash | None) -> bool:
        """Whether a key is one of those that a table or a sheet has in the store."""
        tables = [] if key is None else await self.context.store.tables_for_keys([key], 1)
        return any(stored.code == code for stored in tables)

    async def _look_up(self, code: str, address: str) -> Channel:
        async with self._guesses.look_up(address):
            channel = await self._load(code, address) if is_code(code) else None
            if channel is None:
                raise no_table_refusal(code)
            return channel

    async def _load(self, code: str, address: str) -> Channel | None:
        """Load a table or a sheet, once for all concurrent requests, also for those that had to wait before."""
        channel, task = self._channels.get(code), self._loading.get(code)
        if channel is not None:
            return channel
        if task is None:
            task = asyncio.get_running_loop().create_task(self._load_once(code, address))
            self._loading[code] = task
            task.add_done_callback(lambda _: self._loading.pop(code, None))
        return await asyncio.shield(task)

    async def _load_once(self, code: str, address: str) -> Channel | None:
        workers = self.context.workers
        try:
            async with workers.reads.slot(address, seated=True):
                stored = await self.context.store.load_table(code)
            if stored is None:
                return None
            self._evict_if_full()
            _, game = stored
            lane = workers.for_lines(0 if game is None else len(game.lines))
            channel = await lane.run(address, load_channel, self.context, *stored, seated=True)
        except Damaged as damage:
            self._damage_log.add(code, damage)
            raise damaged_refusal() from None
        self._add(channel, address)
        self._log_event("loaded")
        if isinstance(channel, Table):
            channel.schedule()
            self.context.store.notify(News("who", code=code))
        if code in self._missed:
            self._missed.discard(code)
            self._tasks.start(channel.on_news(News("missed")))
        return channel

    # Evicting.

    async def _evict_regularly(self) -> None:
        while True:
            try:
                self.evict_idle()
                if self._evicted >= _EVICTIONS_BEFORE_RELEASE:
                    self._evicted = 0
                    await asyncio.to_thread(release_memory)  # takes some 10 ms and does not hold the interpreter's lock
            except Exception:
                _log.exception("Evicting tables failed; it will be tried again.")
            await asyncio.sleep(_SECONDS_BETWEEN_EVICTIONS)

    def evict_idle(self) -> None:
        """Evict tables that nobody uses; they stay in the store."""
        for channel in _idle(self._channels.values(), self.context.settings.seconds_in_memory):
            self._evict(channel)

    def _evict(self, channel: Channel) -> None:
        channel.close()
        self._evicted += 1
        self._log_event("put-away")

    def _evict_if_full(self) -> None:
        """Evict some idle tables early if memory is full; raises `Refused` if all are in use."""
        capacity = self.context.settings.tables_in_memory
        if len(self._channels) < capacity:
            return
        for channel in _idle(self._channels.values(), _MIN_SECONDS_IDLE)[: 1 + capacity // 10]:
            self._evict(channel)
        if len(self._channels) >= capacity:
            raise busy_refusal()


def _idle(channels: Iterable[Channel], seconds: float) -> list[Channel]:
    """The channels that nobody has used for some seconds, the longest unused first."""
    before = time.monotonic() - seconds
    idle = [channel for channel in channels if channel.is_idle and channel.last_used < before]
    return sorted(idle, key=lambda channel: channel.last_used)
