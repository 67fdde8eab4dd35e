"""A live score sheet: the changes that its pencil has made, and everybody who follows them.

The store keeps the changes as lines, one a change, so undoing is a change too and nothing is ever rewritten. Each may
carry the id that its device gave it: the same id is written once.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import takewhile
from typing import Any, NamedTuple

from tricorn.challenge import Challenge, Claim, explain_line
from tricorn.errors import TricornError
from tricorn.record import Record, parse_record
from tricorn.sheet import Line, Sheet
from tricorn.tiles import Tile
from tricorn.web import score_frames as frames
from tricorn.web.languages import Language
from tricorn.web.pencil import AboutSheet
from tricorn.web.refusals import Refused
from tricorn.web.room import House, Overtaken, Room, Watcher
from tricorn.web.seats import SheetState
from tricorn.web.store import Damaged, News, StoredGame, StoredLine, StoredTable

__all__ = ["Change", "ScoreSheet", "sheet_of"]

_GAME = 1  # a sheet has one
_MOST_ENTRIES = 1_000  # of the longest game anybody tells, several times over
_MOST_CHANGES = 4_000


class Change(NamedTuple):
    """A change as a client sends it, with the number of the last one it knows if it depends on that."""

    text: str
    id: str | None = None
    after: int | None = None


class ScoreSheet(Room):
    """One sheet, in a room with those who follow it. `n` counts its changes."""

    def __init__(self, house: House, code: str, about: AboutSheet, game: StoredGame, version: int = 0) -> None:
        super().__init__(house, code, version)
        self.about = about
        self.header = game.header
        self._take_over(sheet_of(game), game.lines)
        self._told: tuple[Line, ...] = self.sheet.lines

    def _take_over(self, sheet: Sheet, lines: Iterable[StoredLine]) -> None:
        self.sheet = sheet
        self.n = 0
        self._written: dict[str, int] = {}  # the ids of changes, with their numbers
        self._count(lines)

    def _count(self, lines: Iterable[StoredLine]) -> None:
        for line in lines:
            self.n += 1
            if line.move is not None:
                self._written[line.move] = self.n

    @property
    def state(self) -> SheetState:
        return "scoring" if self.sheet.outcome is None else "scored"

    def stored(self, about: AboutSheet, version: int) -> StoredTable:
        """The sheet as the store keeps it."""
        return StoredTable(self.code, about.to_json(), self.state, False, about.keys, version=version)

    # Looking.

    async def look(self, key: str | None, language: Language) -> dict[str, Any]:
        """The sheet as it is now."""
        async with self._locked():
            return {
                "sheet": self._sheet(key),
                "lines": frames.lines_of(self.sheet, 1, language),
                "now": frames.now(self.sheet, self.n, language),
            }

    async def cells(self, tile: Tile, before: int | None) -> dict[str, Any]:
        """Where a tile fits, now or before a line."""
        async with self._locked():
            return frames.cells(self._before(before), tile)

    async def read(self, what: Callable[[Sheet], str]) -> str:
        """Whatever can be made of the sheet."""
        async with self._locked():
            return what(self.sheet)

    async def challenge(self, number: int) -> Challenge | Claim:
        """What the placement on a line met and makes, judged on the table as it was before it."""
        async with self._locked():
            try:
                return explain_line(self.sheet, number)
            except TricornError as error:
                raise Refused.by_rules(error, "no-placement", 404) from None

    def _before(self, number: int | None) -> Sheet:
        if number is None:
            return self.sheet
        if not 1 <= number <= len(self.sheet.lines) + 1:
            raise Refused("no-line", "There is no such line on the sheet.", 404)
        return self.sheet.before(number)

    # Following.

    def _sheet(self, key: str | None) -> dict[str, Any]:
        return frames.sheet_object(self.code, self.about, self.sheet, key, len(self.watchers))

    async def enter(self, watcher: Watcher, game: int | None, last: int) -> None:
        async with self._locked():
            if len(self.watchers) >= self.house.settings.watchers_a_table:
                raise Refused("too-many", "Too many people are watching this table.", 429)
            if last > self.n:
                await self._pull()  # they come from another node, which was ahead
            self.watchers.add(watcher)
            self._tell_sheet()
            if last != self.n or not self.n:
                watcher.send(frames.lines_frame(self.sheet, self.n, 1, watcher.language))
            watcher.send(frames.now_frame(self.sheet, self.n, watcher.language))

    async def leave(self, watcher: Watcher) -> None:
        async with self.lock:
            self.watchers.discard(watcher)
            self.used = time.monotonic()
            if not self.failed:
                self._tell_sheet()

    def _tell_sheet(self) -> None:
        for watcher in self.watchers:
            watcher.send(frames.encode(self._sheet(watcher.key)))

    def _tell_lines(self) -> None:
        """Send the lines from the first that has changed on, made once for all who read the same language."""
        pairs = zip(self._told, self.sheet.lines, strict=False)
        same = sum(1 for _ in takewhile(lambda both: both[0] == both[1], pairs))
        self._told = self.sheet.lines
        made: dict[str, list[str]] = {}
        for watcher in self.watchers:
            language = watcher.language
            if language.code not in made:
                lines = frames.lines_frame(self.sheet, self.n, same + 1, language)
                made[language.code] = [lines, frames.now_frame(self.sheet, self.n, language)]
            for frame in made[language.code]:
                watcher.send(frame)

    # Writing.

    async def change(self, key: str | None, change: Change) -> int:
        """Make a change that the pencil's holder sent: its number. The same id is written once."""
        async with self._changing():
            if change.after is not None and change.after > self.n:
                await self._pull()
            if change.id in self._written:
                return self._written[change.id]
            if not self.about.writes(key):
                raise Refused("not-your-pencil", "Another device has the pencil.", 403)
            try:
                return await self._change(change)
            except Overtaken:
                # A change whose storing broke off may have been stored all the same.
                if change.id in self._written:
                    return self._written[change.id]
                raise

    async def _change(self, change: Change) -> int:
        if change.after is not None and change.after != self.n:
            raise Refused("stale", "The sheet has changed in the meantime; look again.")
        grows = change.text.startswith(("add", "insert"))
        if self.n >= _MOST_CHANGES or (grows and len(self.sheet.lines) >= _MOST_ENTRIES):
            raise Refused("too-long", "This sheet has become too long to go on.")
        state = self.state
        try:
            await asyncio.to_thread(self.sheet.make, [change.text])  # a long round takes a while to reckon
        except TricornError as error:
            raise Refused.by_rules(error, "unreadable", 422, self.sheet.names) from None
        line = StoredLine(change.text, change.id)
        async with self._keeping(self.n):
            now = None if self.state == state else self.state
            await self.house.store.append_lines(self.code, _GAME, self.n, [line], now)
        self._count([line])
        self._tell_lines()
        return self.n

    # The pencil.

    async def offer(self, key: str | None, offered: bool) -> None:
        """Let anybody in the room take the pencil, or end that."""
        async with self._changing():
            if not self.about.writes(key):
                raise Refused("not-your-pencil", "Another device has the pencil.", 403)
            await self._describe(replace(self.about, offered=offered))

    async def take(self, key: str | None) -> str | None:
        """Take the pencil: the device's new key, if the one it came with does not do."""
        async with self._changing():
            about, new = self.about.taken(key)
            await self._describe(about)
            return new

    async def _describe(self, about: AboutSheet) -> None:
        async with self._keeping(self.n):
            await self.house.store.update_table(self.stored(about, self.version + 1))
        self.about, self.version = about, self.version + 1
        self._tell_sheet()

    # Other nodes on the same store.

    async def _take_in(self, news: News) -> None:
        if news.kind == "lines":
            await self._pull()
        elif news.kind in ("table", "missed"):
            await self._refresh()

    async def _pull(self) -> None:
        """Take over the changes that other nodes have added."""
        lines = await self.house.store.load_lines(self.code, _GAME, self.n)
        if lines:
            await asyncio.to_thread(self.sheet.make, [line.line for line in lines])
            self._count(lines)
            self._tell_lines()

    async def _refresh(self, told: int | None = None) -> None:
        found = await self.house.store.load_table(self.code)
        stored, game = found or (None, None)
        if stored is None or game is None:
            self.close()
            return
        if stored.version != self.version:
            self.about, self.version = AboutSheet.from_json(stored.about), stored.version
            self._tell_sheet()
        self._take_over(await asyncio.to_thread(sheet_of, game), game.lines)
        self._tell_lines()


def sheet_of(game: StoredGame) -> Sheet:
    """The sheet as its stored changes have made it; `Damaged` if they do not make one."""
    try:
        header: Record = parse_record("\n".join(game.header) + "\n")
        sheet = Sheet(header.edition, header.names, header.keys)
        sheet.make(line.line for line in game.lines)
    except Exception as error:
        raise Damaged(f"game {game.number} does not replay ({type(error).__name__})") from None
    return sheet
