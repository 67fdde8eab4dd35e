"""All tables and score sheets of a server: created, found, loaded from the store when needed, evicted when idle."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine, Iterable, Sequence
from typing import Any, TypeVar, get_args

from tricorn.editions import edition_named
from tricorn.errors import TricornError
from tricorn.locales.i18n import Language
from tricorn.web.channel import Channel, ServerContext
from tricorn.web.imported import imported_game
from tricorn.web.memory import release_memory
from tricorn.web.metrics import Metrics
from tricorn.web.protocol import NewTable
from tricorn.web.push.sender import PushSender
from tricorn.web.refusals import Refused
from tricorn.web.score.info import SheetInfo, is_sheet
from tricorn.web.score.sheet import ScoreSheet
from tricorn.web.security.codes import Guesses, is_code, new_code, no_table
from tricorn.web.security.keys import hash_key, new_key
from tricorn.web.settings import Settings
from tricorn.web.store import CodeTaken, Conflict, Damaged, News, Store, StoredGame, StoredTable
from tricorn.web.store.digests import checked_table
from tricorn.web.sweeper import Sweeper
from tricorn.web.tables.game import TableGame, load_game
from tricorn.web.tables.info import Phase, Seat, TableInfo, bot_name, check_level, clean_edition, human_name
from tricorn.web.tables.state import TableState
from tricorn.web.tables.table import Table
from tricorn.web.work.bot_pool import BotPool
from tricorn.web.work.pacing import paced
from tricorn.web.work.workers import Workers

__all__ = ["Registry", "damaged", "read_info", "turns_at"]

_log = logging.getLogger(__name__)

Info = TypeVar("Info", TableInfo, SheetInfo)

_RECOUNT_AFTER = 3600.0  # seconds; other nodes create tables too, and old ones are deleted
_SECONDS_BETWEEN_SWEEPS = 30.0
_MIN_SECONDS_IDLE = 10.0  # a new table waits for its creator, however full the server is
_EVICTIONS_BEFORE_RELEASE = 100  # tables, some megabytes
_MAX_LISTED = 50
_MAX_TURNS = 12  # as many as the home page shows
_LISTED_FOR = 24 * 3600.0
_LIST_FRESH_FOR = 2.0  # seconds that the list of listed tables is cached


class Registry:
    """The tables and score sheets of one server."""

    def __init__(self, settings: Settings, store: Store) -> None:
        bots, workers = BotPool(settings.levels), Workers(settings.work)
        self.context = ServerContext(settings, store, bots, workers, Metrics(), PushSender(settings, store))
        self._guesses = Guesses(settings.wrong_codes)
        self._stored = 0  # tables and sheets in the store, roughly
        self._counted_at = -_RECOUNT_AFTER
        self._channels: dict[str, Channel] = {}
        self._closing = False
        self._loading: dict[str, asyncio.Task[Channel | None]] = {}
        self._missed: set[str] = set()  # the codes that news arrived for while they were being loaded
        self._tasks: set[asyncio.Task[None]] = set()
        self._evicted = 0  # since memory was released
        self._known_damaged: set[str] = set()
        self._sweepers: list[asyncio.Task[None]] = []  # of the memory and of the store
        self._listed: tuple[float, list[tuple[StoredTable, TableInfo]]] = (-_LIST_FRESH_FOR, [])

    def __len__(self) -> int:
        return len(self._channels)

    @property
    def watched(self) -> int:
        """How many tables have a connected client."""
        return sum(bool(channel.clients) for channel in self._channels.values())

    async def open(self) -> None:
        await self.context.store.open(self._on_news)
        store_sweeper = Sweeper(self.context.store, self.context.settings)
        self._sweepers = [asyncio.ensure_future(each) for each in (self._sweep_regularly(), store_sweeper.run())]

    async def close(self) -> None:
        """Stop everything; every change is stored already."""
        for sweeper in self._sweepers:
            sweeper.cancel()
        await self.disconnect_all()
        self.context.bots.close()
        self.context.workers.close()
        await self.context.push.close()
        await asyncio.gather(*self._tasks)
        await self.context.store.close()

    async def disconnect_all(self) -> None:
        """Finish the moves in progress, then disconnect all clients; they reconnect to the next server."""
        self._closing = True
        for channel in list(self._channels.values()):
            async with channel.lock:
                channel.close()

    # Creating.

    async def create(self, new: NewTable | str, language: Language, address: str) -> tuple[Table, int | None, str]:
        """Create a table; returns it with its creator's seat (None if only watching) and key.

        If `new` is the record of a game that was played elsewhere, that is the first game of the table.
        """
        self._check_creator(address)
        key = new_key()
        game: StoredGame | None = None
        if isinstance(new, str):
            info, game = await self.context.workers.run_in_process(address, imported_game, new, hash_key(key))
        else:
            info = _info_of(new, hash_key(key), self.context.settings.levels, language)
        table = await self._create_with_code(info, game, address)
        self._add_created(table, address)
        return table, info.host, key

    def _check_creator(self, address: str) -> None:
        created = sum(channel.address == address for channel in self._channels.values())
        if created >= self.context.settings.tables_per_address:
            raise Refused("too-many", "Too many tables were made from your address; please try again later.", 429)
        self._evict_if_full()

    def _add_created(self, channel: Channel, address: str) -> None:
        self._add(channel, address)
        self._stored += 1
        self._log_event("made")

    async def create_sheet(self, info: SheetInfo, game: StoredGame, address: str) -> ScoreSheet:
        """Create a score sheet with its first changes."""
        self._check_creator(address)
        while True:
            code = await self._new_code()
            sheet = await self.context.workers.run(address, ScoreSheet, self.context, code, info, game)
            try:
                await self.context.store.begin_game(sheet.stored(info, sheet.version), game)
            except Conflict:
                continue  # the code is in use
            self._add_created(sheet, address)
            return sheet

    async def _create_with_code(self, info: TableInfo, game: StoredGame | None, address: str) -> Table:
        played = None
        if game is not None:
            played = await self.context.workers.run(address, load_game, game, info.chain(game.number))
        while True:
            state = TableState(await self._new_code(), info, game=played)
            stored = state.stored(info, state.phase, state.version)
            try:
                if game is None:
                    await self.context.store.create_table(stored)
                else:
                    await self.context.store.begin_game(stored, game)
            except (CodeTaken, Conflict):
                continue
            return Table(self.context, state)

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
            self._run(self.context.store.release(channel.code))

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
                self._run(channel.on_news(news))

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Finding.

    async def get(self, code: str, address: str) -> Table:
        """The table with this code."""
        table = await self.channel(code, address)
        if not isinstance(table, Table):
            raise Refused("is-sheet", "{sheet} is the code of a score sheet, not of a table.", 404, sheet=table.code)
        return table

    async def sheet(self, code: str, address: str) -> ScoreSheet:
        """The score sheet with this code."""
        sheet = await self.channel(code, address)
        if not isinstance(sheet, ScoreSheet):
            raise Refused("no-sheet", "There is no score sheet with the code {sheet}.", 404, sheet=code[:20])
        return sheet

    async def channel(self, code: str, address: str) -> Channel:
        """The table or sheet with this code; wrong codes are counted for the address of the request."""
        self._guesses.check(address)
        if self._closing:
            raise Refused("try-again", "The table is being set up again; please try once more.", 503)
        self.context.check_reachable()
        code = code.upper()
        channel = self._channels.get(code)
        if channel is not None:
            return channel
        async with self._guesses.look_up(address):
            channel = await self._load(code, address) if is_code(code) else None
            if channel is None:
                raise no_table(code)
            return channel

    async def _load(self, code: str, address: str) -> Channel | None:
        """Load a table or a sheet, only once however many requests come at the same time."""
        task = self._loading.get(code)
        if task is None:
            task = asyncio.get_running_loop().create_task(self._load_once(code, address))
            self._loading[code] = task
            task.add_done_callback(lambda _: self._loading.pop(code, None))
        return await asyncio.shield(task)

    async def _load_once(self, code: str, address: str) -> Channel | None:
        workers = self.context.workers
        try:
            async with workers.slot(address):  # a long game takes a while to read and replay
                found = await self.context.store.load_table(code)
                if found is None:
                    return None
                self._evict_if_full()
                channel = await workers.in_thread(address, _channel_of, self.context, *found)
        except Damaged as damage:
            self._log_damage(code, damage)
            raise damaged() from None
        self._add(channel, address)
        self._log_event("loaded")
        if isinstance(channel, Table):
            channel.resume()
            self.context.store.notify(News("who", code=code))
        if code in self._missed:
            self._missed.discard(code)
            self._run(channel.on_news(News("missed")))
        return channel

    def _log_damage(self, code: str, damage: Damaged) -> None:
        if code not in self._known_damaged:
            self._known_damaged.add(code)
            _log.error("A table cannot be opened: %s. tricorn backup names it.", damage)

    async def listed(self, address: str) -> list[tuple[StoredTable, TableInfo]]:
        """The tables that their hosts have listed, with their descriptions."""
        now = time.monotonic()
        if now - self._listed[0] >= _LIST_FRESH_FOR:
            found = await self.context.store.listed_tables(time.time() - _LISTED_FOR, _MAX_LISTED)
            self._listed = (now, await self._with_info(address, found, TableInfo))
        return self._listed[1]

    async def of_keys(self, address: str, keys: Sequence[str], kind: type[Info]) -> list[tuple[StoredTable, Info]]:
        """The tables or the score sheets that these keys belong to, with their descriptions."""
        found = await self.context.store.tables_for_keys([hash_key(key) for key in keys], len(keys))
        return await self._with_info(address, found, kind)

    async def _with_info(
        self, address: str, found: Sequence[StoredTable], kind: type[Info]
    ) -> list[tuple[StoredTable, Info]]:
        """The tables or the sheets among those found, with their descriptions; damaged ones are left out and logged."""
        wanted = [stored for stored in found if is_sheet(stored.state) == (kind is SheetInfo)]
        sound, damaged = await self.context.workers.run(address, _read_infos, wanted, kind)
        for code, damage in damaged.items():
            self._log_damage(code, damage)
        return sound

    # Evicting.

    async def _sweep_regularly(self) -> None:
        while True:
            try:
                self.sweep()
                if self._evicted >= _EVICTIONS_BEFORE_RELEASE:
                    self._evicted = 0
                    await asyncio.to_thread(release_memory)  # some ten milliseconds, without the interpreter's lock
            except Exception:
                _log.exception("Evicting tables failed; it will be tried again.")
            await asyncio.sleep(_SECONDS_BETWEEN_SWEEPS)

    def sweep(self) -> None:
        """Evict tables that nobody uses; they are in the store."""
        for channel in _idle(self._channels.values(), self.context.settings.seconds_in_memory):
            self._evict(channel)

    def _evict(self, channel: Channel) -> None:
        channel.close()
        self._evicted += 1
        self._log_event("put-away")

    def _evict_if_full(self) -> None:
        """If there are as many tables in memory as allowed, evict some early; refuse if all are in use."""
        most = self.context.settings.tables_in_memory
        if len(self._channels) < most:
            return
        for channel in _idle(self._channels.values(), _MIN_SECONDS_IDLE)[: 1 + most // 10]:
            self._evict(channel)
        if len(self._channels) >= most:
            raise Refused("busy", "All tables of this server are taken; please try again later.", 503)


def damaged() -> Refused:
    """The refusal of a table that does not match what was stored."""
    return Refused(
        "damaged",
        "This table's stored data is damaged and it cannot be opened; please tell the operator of this server.",
        500,
    )


def read_info(stored: StoredTable) -> TableInfo | SheetInfo:
    """The description of a stored table or sheet; `Damaged` if it does not match its digest or is not valid."""
    checked_table(stored)
    if is_sheet(stored.state):
        return SheetInfo.from_json(stored.about)
    if stored.state not in get_args(Phase):
        raise Damaged("its state is not as it was stored")
    return TableInfo.from_json(stored.about)


async def turns_at(tables: Registry, address: str, codes: Sequence[str]) -> dict[str, int | None]:
    """Whose turn it is at the first few of these tables; those that are not in memory are read from the store."""
    turns: dict[str, int | None] = {}
    for code in codes[:_MAX_TURNS]:
        channel = tables._channels.get(code)
        if isinstance(channel, Table):
            turns[code] = None if channel.state.game is None else channel.state.game.turn
        else:
            turns[code] = await _stored_turn(tables, address, code)
    return turns


async def _stored_turn(tables: Registry, address: str, code: str) -> int | None:
    store, workers = tables.context.store, tables.context.workers
    try:
        async with workers.slot(address):
            found = await store.load_table(code)
            return None if found is None else await workers.in_thread(address, _turn_of, *found)
    except Damaged as damage:
        tables._log_damage(code, damage)
        return None


def _read_infos(
    found: Sequence[StoredTable], kind: type[Info]
) -> tuple[list[tuple[StoredTable, Info]], dict[str, Damaged]]:
    """The sound tables with their descriptions, and what is wrong with the others, by code."""
    sound: list[tuple[StoredTable, Info]] = []
    damaged: dict[str, Damaged] = {}
    for stored in paced(found):
        try:
            info = read_info(stored)
        except Damaged as damage:
            damaged[stored.code] = damage
        else:
            assert isinstance(info, kind)
            sound.append((stored, info))
    return sound, damaged


def _info_of(new: NewTable, host_key: str, levels: Sequence[str], language: Language) -> TableInfo:
    """The description of a table to be created."""
    edition = clean_edition(new.edition)
    has_host = False
    seats: list[Seat] = []
    for number, seat in enumerate(new.seats):
        if seat.kind == "human" and (new.pass_and_play or not has_host):
            seats.append(Seat("human", human_name(seat.name, number, seats, language), key=host_key))
            has_host = True
        elif seat.kind == "bot":
            level = check_level(seat.level, levels)
            seats.append(Seat("bot", bot_name(level, seats), level))
        else:
            # Another person joins with their own key later.
            seats.append(Seat("open"))
    try:
        edition_named(edition).check_players(len(seats))
    except TricornError as error:
        raise Refused.by_rules(error, "players", 422) from None
    starting = new.start and all(seat.kind != "open" for seat in seats)
    return TableInfo(
        edition,
        tuple(seats),
        host_key,
        new.listed,
        new.pass_and_play,
        starting=starting,
        created=time.time(),
        on_resign=new.on_resign,
        hints=new.hints,
    )


def _channel_of(context: ServerContext, stored: StoredTable, game: StoredGame | None) -> Channel:
    info = read_info(stored)
    if isinstance(info, TableInfo):
        return _table_of(context, stored, info, game)
    if game is None:
        raise Damaged("its changes are missing")
    return ScoreSheet(context, stored.code, info, game, stored.version)


def _table_of(context: ServerContext, stored: StoredTable, info: TableInfo, game: StoredGame | None) -> Table:
    loaded = _loaded_game(info, game)
    state = TableState(stored.code, info, stored.version, loaded)
    if loaded is not None and game is not None:
        state.replies.add_stored(loaded.moves_with_ids(1, game.lines))
    return Table(context, state)


def _loaded_game(info: TableInfo, game: StoredGame | None) -> TableGame | None:
    if game is None:
        return None
    loaded = load_game(game, info.chain(game.number))
    loaded.ending = info.ending_of(game.number)
    return loaded


def _turn_of(stored: StoredTable, game: StoredGame | None) -> int | None:
    info = read_info(stored)
    loaded = _loaded_game(info, game) if isinstance(info, TableInfo) else None
    return None if loaded is None else loaded.turn


def _idle(channels: Iterable[Channel], seconds: float) -> list[Channel]:
    """The channels that nobody has used for some seconds, the longest unused first."""
    before = time.monotonic() - seconds
    idle = [channel for channel in channels if channel.is_idle and channel.last_used < before]
    return sorted(idle, key=lambda channel: channel.last_used)
