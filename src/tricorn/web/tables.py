"""All tables and score sheets of a server: made, found, loaded from the store when asked for, put away when left."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from tricorn.editions import edition_named
from tricorn.errors import TricornError
from tricorn.web.codes import Guesses, is_code, new_code, no_table
from tricorn.web.languages import Language
from tricorn.web.live import stored_live_game
from tricorn.web.memory import give_back_memory
from tricorn.web.metrics import Metrics
from tricorn.web.pencil import AboutSheet
from tricorn.web.refusals import Refused
from tricorn.web.room import House, Room
from tricorn.web.scoring import ScoreSheet
from tricorn.web.seats import (
    About,
    Kind,
    Seat,
    State,
    bot_name,
    check_level,
    checked_edition,
    hash_of,
    human_name,
    is_sheet,
    new_key,
)
from tricorn.web.settings import Settings
from tricorn.web.store import CodeTaken, Conflict, Damaged, News, Store, StoredGame, StoredTable
from tricorn.web.store.digests import checked_table
from tricorn.web.sweeper import Sweeper
from tricorn.web.table import Table
from tricorn.web.thinkers import Thinkers

__all__ = ["NewSeat", "NewTable", "Tables", "damaged", "described"]

_log = logging.getLogger(__name__)

_COUNTED_FOR = 3600.0  # other nodes make tables too, and old ones are deleted
_SECONDS_BETWEEN_SWEEPS = 30.0
_LEAST_SECONDS_IDLE = 10.0  # a table just made waits for its maker, however full the server is
_TABLES_THAT_MATTER = 100  # some megabytes
_MOST_LISTED = 50
_LISTED_FOR = 24 * 3600.0
_LISTED_FRESH = 2.0  # seconds the list of listed tables is kept


@dataclass(frozen=True)
class NewSeat:
    """A seat as the maker of a table wants it."""

    kind: Kind
    name: str | None = None
    level: str | None = None


@dataclass(frozen=True)
class NewTable:
    """A table as somebody wants it."""

    edition: str
    seats: Sequence[NewSeat]
    listed: bool = False
    pass_and_play: bool = False
    start: bool = False  # as soon as its maker comes back, if no seat is open


class Tables:
    """The tables of one server."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.house = House(settings, store, Thinkers(), Metrics())
        self._guesses = Guesses(settings.wrong_codes)
        self._stored = 0  # tables and sheets that there are
        self._counted = -_COUNTED_FOR  # when they were
        self._rooms: dict[str, Room] = {}
        self._closing = False
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._missed: set[str] = set()  # tables that there was news of while they were being loaded
        self._tasks: set[asyncio.Task[None]] = set()
        self._put_away_since = 0  # tables, since memory was given back
        self._damaged: set[str] = set()  # tables that were noted as such
        self._sweepers: list[asyncio.Task[None]] = []  # of the memory and of the store
        self._listed: tuple[float, list[StoredTable]] = (-_LISTED_FRESH, [])

    def __len__(self) -> int:
        return len(self._rooms)

    @property
    def watched(self) -> int:
        """How many tables somebody is at."""
        return sum(bool(room.watchers) for room in self._rooms.values())

    async def open(self) -> None:
        await self.house.store.open(self._on_news)
        of_store = Sweeper(self.house.store, self.house.settings)
        self._sweepers = [asyncio.ensure_future(each) for each in (self._sweep_now_and_then(), of_store.run())]

    async def close(self) -> None:
        """Stop everything; all that happened is stored already."""
        for sweeper in self._sweepers:
            sweeper.cancel()
        await self.send_away()
        self.house.thinkers.close()
        await asyncio.gather(*self._tasks)
        await self.house.store.close()

    async def send_away(self) -> None:
        """Finish the moves in flight, then send everybody away; they come back to the server that is started next."""
        self._closing = True
        for room in list(self._rooms.values()):
            async with room.lock:
                room.close()

    # Making.

    async def create(self, wanted: NewTable, language: Language, address: str) -> tuple[Table, int | None, str]:
        """A new table, the maker's seat (None: only watching) and the maker's key."""
        self._check_maker(address)
        key = new_key()
        about = _about(wanted, hash_of(key), language)
        table = await self._create_with_code(about)
        self._made(table, address)
        return table, about.host, key

    def _check_maker(self, address: str) -> None:
        if sum(room.address == address for room in self._rooms.values()) >= self.house.settings.tables_an_address:
            raise Refused("too-many", "Too many tables were made from your address; please try again later.", 429)
        self._make_room()

    def _made(self, room: Room, address: str) -> None:
        self._keep(room, address)
        self._stored += 1
        self._note("made")

    async def create_sheet(self, about: AboutSheet, game: StoredGame, address: str) -> ScoreSheet:
        """A new score sheet with the changes it begins with."""
        self._check_maker(address)
        while True:
            sheet = await asyncio.to_thread(ScoreSheet, self.house, await self._new_code(), about, game)
            try:
                await self.house.store.begin_game(sheet.stored(about, sheet.version), game)
            except Conflict:
                continue  # the code is in use
            self._made(sheet, address)
            return sheet

    async def _create_with_code(self, about: About) -> Table:
        while True:
            table = Table(self.house, await self._new_code(), about)
            try:
                await self.house.store.create_table(table.stored(about, "waiting", table.version))
            except CodeTaken:
                continue
            return table

    async def _new_code(self) -> str:
        if time.monotonic() - self._counted >= _COUNTED_FOR:
            self._stored = await self.house.store.count_tables()
            self._counted = time.monotonic()
        return new_code(self._stored)

    def _keep(self, room: Room, address: str) -> None:
        room.address = address
        room.on_failure = self._drop
        self._rooms[room.code] = room

    def _drop(self, room: Room) -> None:
        if self._rooms.get(room.code) is room:
            del self._rooms[room.code]
            self._do(self.house.store.release(room.code))

    def _note(self, what: str) -> None:
        """Count and log what became of a table."""
        self.house.metrics.tables.labels(what).inc()
        _log.info("table %s", what, extra={"in_memory": len(self._rooms)})

    # News from other nodes.

    def _on_news(self, news: News) -> None:
        self._missed.update({news.code} & self._loading.keys() if news.code else self._loading)
        for room in [self._rooms.get(news.code)] if news.code else list(self._rooms.values()):
            if room is not None and news.kind == "lapsed":
                room.close()  # everybody comes back, to this node or another, and finds what the store has
            elif room is not None:
                self._hand_on(room, news)

    def _hand_on(self, room: Room, news: News) -> None:
        self._do(room.hear(news))

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Finding.

    async def get(self, code: str, address: str) -> Table:
        """The table with this code."""
        table = await self.room(code, address)
        if not isinstance(table, Table):
            raise Refused("is-sheet", "{sheet} is the code of a score sheet, not of a table.", 404, sheet=table.code)
        return table

    async def sheet(self, code: str, address: str) -> ScoreSheet:
        """The score sheet with this code."""
        sheet = await self.room(code, address)
        if not isinstance(sheet, ScoreSheet):
            raise Refused("no-sheet", "There is no score sheet with the code {sheet}.", 404, sheet=code[:20])
        return sheet

    async def room(self, code: str, address: str) -> Room:
        """The table or sheet with this code; wrong ones are counted against the address that asks."""
        self._guesses.check(address)
        if self._closing:
            raise Refused("try-again", "The table is being set up again; please try once more.", 503)
        self.house.check_reachable()
        code = code.upper()
        room = self._rooms.get(code)
        if room is not None:
            return room
        async with self._guesses.look_up(address):
            room = await self._load(code, address) if is_code(code) else None
            if room is None:
                raise no_table(code)
            return room

    async def _load(self, code: str, address: str) -> Room | None:
        """Load a table or a sheet, once however many ask for it at the same time."""
        task = self._loading.get(code)
        if task is None:
            task = asyncio.get_running_loop().create_task(self._load_once(code, address))
            self._loading[code] = task
            task.add_done_callback(lambda _: self._loading.pop(code, None))
        return await asyncio.shield(task)

    async def _load_once(self, code: str, address: str) -> Room | None:
        try:
            found = await self.house.store.load_table(code)
            if found is None:
                return None
            self._make_room()
            room = await self._room_of(*found)
        except Damaged as damage:
            self._note_damaged(code, damage)
            raise damaged() from None
        self._keep(room, address)
        self._note("loaded")
        if isinstance(room, Table):
            room.go_on()
            self.house.store.ask_who(code)
        if code in self._missed:
            self._missed.discard(code)
            self._hand_on(room, News("missed"))
        return room

    def _note_damaged(self, code: str, damage: Damaged) -> None:
        if code not in self._damaged:
            self._damaged.add(code)
            _log.error("A table cannot be opened: %s. tricorn backup names it.", damage)

    async def _room_of(self, stored: StoredTable, game: StoredGame | None) -> Room:
        about = described(stored)
        if isinstance(about, About):
            return await self._table_of(stored, about, game)
        if game is None:
            raise Damaged("its changes are missing")
        return await asyncio.to_thread(ScoreSheet, self.house, stored.code, about, game, stored.version)

    async def _table_of(self, stored: StoredTable, about: About, game: StoredGame | None) -> Table:
        # Replaying a long game takes some time: other tables do not wait for it.
        live = None if game is None else await asyncio.to_thread(stored_live_game, game, about.chain(game.number))
        table = Table(self.house, stored.code, about, stored.version, live)
        if live is not None and game is not None:
            table.answers.take(live.answers(1, game.lines))
        return table

    async def listed(self) -> list[StoredTable]:
        """The tables their hosts have listed."""
        now = time.monotonic()
        if now - self._listed[0] >= _LISTED_FRESH:
            found = await self.house.store.list_listed(time.time() - _LISTED_FOR, _MOST_LISTED)
            self._listed = (now, [stored for stored in found if self._is_sound(stored)])
        return self._listed[1]

    async def of_keys(self, keys: Sequence[str], sheets: bool = False) -> list[StoredTable]:
        """The tables that these keys belong to, or the score sheets."""
        found = await self.house.store.tables_of_keys([hash_of(key) for key in keys], len(keys))
        return [stored for stored in found if is_sheet(stored.state) == sheets and self._is_sound(stored)]

    def _is_sound(self, stored: StoredTable) -> bool:
        """Whether a table can be shown in a list; one that is damaged is left out of it and noted."""
        try:
            described(stored)
        except Damaged as damage:
            self._note_damaged(stored.code, damage)
            return False
        return True

    # Putting away.

    async def _sweep_now_and_then(self) -> None:
        while True:
            try:
                self.sweep()
                if self._put_away_since >= _TABLES_THAT_MATTER:
                    self._put_away_since = 0
                    await asyncio.to_thread(give_back_memory)  # some ten milliseconds, without the interpreter's lock
            except Exception:
                _log.exception("Putting tables away failed; it will be tried again.")
            await asyncio.sleep(_SECONDS_BETWEEN_SWEEPS)

    def sweep(self) -> None:
        """Put tables away that nobody is at; they are in the store."""
        for room in self._idle(self.house.settings.seconds_in_memory):
            self._put_away(room)

    def _idle(self, seconds: float) -> list[Room]:
        """The rooms that nobody is in and nobody asked for in so many seconds, the longest unused first."""
        before = time.monotonic() - seconds
        idle = [room for room in self._rooms.values() if room.is_left and room.used < before]
        return sorted(idle, key=lambda room: room.used)

    def _put_away(self, room: Room) -> None:
        room.close()
        self._put_away_since += 1
        self._note("put-away")

    def _make_room(self) -> None:
        """Where there are as many tables as may be: put some away early, and refuse if people are at all of them."""
        most = self.house.settings.tables_in_memory
        if len(self._rooms) < most:
            return
        for room in self._idle(_LEAST_SECONDS_IDLE)[: 1 + most // 10]:
            self._put_away(room)
        if len(self._rooms) >= most:
            raise Refused("busy", "All tables of this server are taken; please try again later.", 503)


def damaged() -> Refused:
    """The refusal of a table that is not any more as it was stored."""
    sentence = "This table was damaged where it is kept and cannot be opened; please tell whoever runs this server."
    return Refused("damaged", sentence, 500)


def described(stored: StoredTable) -> About | AboutSheet:
    """A table's or a sheet's description; `Damaged` if it is not as it was stored, or none."""
    checked_table(stored)
    if is_sheet(stored.state):
        return AboutSheet.from_json(stored.about)
    if stored.state not in get_args(State):
        raise Damaged("its state is not as it was stored")
    return About.from_json(stored.about)


def _about(wanted: NewTable, host_key: str, language: Language) -> About:
    edition = checked_edition(wanted.edition)
    taken = False
    seats: list[Seat] = []
    for number, seat in enumerate(wanted.seats):
        if seat.kind == "human" and (wanted.pass_and_play or not taken):
            seats.append(Seat("human", human_name(seat.name, number, seats, language), key=host_key))
            taken = True
        elif seat.kind == "bot":
            level = check_level(seat.level)
            seats.append(Seat("bot", bot_name(seats), level))
        else:
            # A second person comes with a key of their own: the seat waits for them.
            seats.append(Seat("open"))
    try:
        edition_named(edition).check_players(len(seats))
    except TricornError as error:
        raise Refused.by_rules(error, "players", 422) from None
    starting = wanted.start and all(seat.kind != "open" for seat in seats)
    return About(
        edition, tuple(seats), host_key, wanted.listed, wanted.pass_and_play, starting=starting, created=time.time()
    )
