"""A live score sheet: the changes written with its pencil, and the clients that follow it.

The store has one line for each change. Undoing is a change too, so nothing is ever rewritten. A change may have an id
from its device; a change with the same id is written only once.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from itertools import takewhile
from typing import Any, TypeVar

from tricorn.errors import TricornError
from tricorn.locales.i18n import Language
from tricorn.sheet import Line, Sheet
from tricorn.sheet.challenge import Challenge, Claim, explain_line
from tricorn.tiles import Tile
from tricorn.web.channel import Channel, Client, Stale
from tricorn.web.context import ServerContext
from tricorn.web.names import clean_name, unused_name
from tricorn.web.protocol import encode
from tricorn.web.refusals import Refused
from tricorn.web.score import frames, protocol, requests, responses
from tricorn.web.score.info import SheetInfo, SheetPhase
from tricorn.web.score.stored_sheets import GAME_NUMBER, MAX_ENTRIES, load_sheet
from tricorn.web.security.keys import KeyHash
from tricorn.web.store import News, StoredLine, StoredTable
from tricorn.wording import SEATS

__all__ = ["LiveSheet"]

Result = TypeVar("Result")

_MAX_CHANGES = 4_000
_MAX_ENCODED_DIRECTLY = 20  # lines; more take milliseconds and are encoded in a thread


class LiveSheet(Channel):
    """One score sheet. `n` counts its changes; `version` is that of its description in the store."""

    def __init__(
        self,
        context: ServerContext,
        code: str,
        info: SheetInfo,
        sheet: Sheet,
        changes: Iterable[StoredLine],
        version: int = 0,
    ) -> None:
        super().__init__(context, code)
        self.info = info
        self.version = version
        self._set_sheet(sheet, changes)
        self._sent_lines: tuple[Line, ...] = self.sheet.lines

    def _set_sheet(self, sheet: Sheet, changes: Iterable[StoredLine]) -> None:
        self.sheet = sheet
        self.n = 0
        self._change_numbers: dict[str, int] = {}  # by the ids of the changes
        self._count_changes(changes)

    def _count_changes(self, changes: Iterable[StoredLine]) -> None:
        for change in changes:
            self.n += 1
            if change.move_id is not None:
                self._change_numbers[change.move_id] = self.n

    @property
    def phase(self) -> SheetPhase:
        return "scoring" if self.sheet.outcome is None else "scored"

    def stored(self, info: SheetInfo, version: int) -> StoredTable:
        """The sheet with a new description, in the form that the store takes."""
        return StoredTable(self.code, info.to_json(), self.phase, False, info.keys, version=version)

    # Reading.

    async def view_for(self, address: str, key: KeyHash | None, language: Language) -> protocol.SheetView:
        """The sheet with all its lines, as the holder of a key sees it now."""
        async with self.locked:
            sheet, lines = self._sheet_frame(key, len(self.clients)), self.sheet.lines
            now = frames.now(self.sheet, self.n, language)
        shown = await self.context.workers.reads.run(address, frames.sheet_lines, sheet["names"], lines, language)
        return {"sheet": sheet, "lines": shown, "now": now}

    async def cells(self, address: str, tile: Tile, before: int | None) -> responses.Cells:
        """Where a tile fits, now or before a line."""
        sheet = await self.copy()
        if before is not None:
            sheet = await self.context.workers.reads.run(address, _sheet_before, sheet, before)
        return frames.cells(sheet, tile)

    async def challenge(self, address: str, number: int) -> Challenge | Claim:
        """Judge the placement on a line, on the table as it was before it."""
        try:
            return await self.context.workers.reads.run(address, explain_line, await self.copy(), number)
        except TricornError as error:
            raise Refused.by_rules(error, "no-placement", 404) from None

    async def copy(self) -> Sheet:
        """The sheet as it is now, for a worker thread: replaying a long round takes tens of milliseconds."""
        async with self.locked:
            return self.sheet.copy()

    # Following.

    def _sheet_frame(self, key: KeyHash | None, others: int) -> protocol.Sheet:
        return frames.sheet(self.code, self.info, self.sheet, key, others)

    async def enter(self, client: Client, game: int | None, last: int) -> None:
        lines = () if self._is_up_to_date(last) else self.sheet.lines
        build_lines = partial(frames.sheet_lines, self.sheet.names, lines, client.language)
        is_known = client.key in self.info.keys
        shown = await self.context.workers.reads.run(client.address, build_lines, seated=is_known)
        async with self.locked:
            self._check_capacity()
            if last > self.n:
                await self._pull()  # the client was connected to another node, which was ahead
            self.clients.add(client)
            self._send_sheet()
            if self._is_up_to_date(last):
                first, shown = len(self.sheet.lines) + 1, []
            elif lines != self.sheet.lines:  # the sheet has changed in the meantime
                first, shown = 1, frames.sheet_lines(self.sheet.names, self.sheet.lines, client.language)
            else:
                first = 1
            client.send(encode(frames.lines(self.sheet, self.n, first, shown, client.language)))

    def _is_up_to_date(self, last: int) -> bool:
        """Whether a client that has the changes up to this one has all of them."""
        return last == self.n and self.n > 0

    async def leave(self, client: Client) -> None:
        async with self.lock:
            self.clients.discard(client)
            self.last_used = time.monotonic()
            if not self.closed:
                self._send_sheet()

    def _send_sheet(self) -> None:
        for client in self.clients:
            client.send(encode(self._sheet_frame(client.key, len(self.clients) - 1)))

    async def _send_lines(self) -> None:
        """Send the lines from the first changed one on, encoded once for each language."""
        pairs = zip(self._sent_lines, self.sheet.lines, strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        self._sent_lines = self.sheet.lines
        languages = {client.language.code: client.language for client in self.clients}
        encode_changed = partial(_encode_lines, self.sheet, self.n, same, languages)
        is_long = len(self.sheet.lines) - same > _MAX_ENCODED_DIRECTLY
        encoded = await self._run(encode_changed) if is_long else encode_changed()
        for client in self.clients:
            client.send(encoded[client.language.code])

    # Writing.

    async def change(self, key: KeyHash | None, request: requests.Change) -> int:
        """Make a change sent by the holder of the pencil; returns its number.

        The same id is written only once. A device that has handed on the pencil still gets the number of its change.
        """
        async with self.locked_and_reachable:
            if request.after is not None and request.after > self.n:
                await self._pull()
            if request.id in self._change_numbers and self.info.has_had_pencil(key):
                return self._change_numbers[request.id]
            self.info.check_pencil(key)
            try:
                return await self._change(request)
            except Stale:
                # A change may have been stored although the store has not answered.
                if request.id in self._change_numbers:
                    return self._change_numbers[request.id]
                raise

    async def _change(self, request: requests.Change) -> int:
        if request.after is not None and request.after != self.n:
            raise Refused("stale", "The sheet has changed in the meantime; look again.")
        adds = request.change.startswith(("add", "insert"))
        if self.n >= _MAX_CHANGES or (adds and len(self.sheet.lines) >= MAX_ENTRIES):
            raise Refused("too-long", "This sheet is too long for more entries.")
        before, names = self.phase, self.sheet.names
        line = StoredLine(_with_clean_names(request.change, names), request.id)
        try:
            # A change to a long round takes tens of milliseconds.
            await self._run(self.sheet.apply_changes, [line.line])
        except TricornError as error:
            raise Refused.by_rules(error, "unreadable", 422, self.sheet.names) from None
        phase = None if self.phase == before else self.phase
        await self.commit(self.context.store.append_lines(self.code, GAME_NUMBER, self.n, [line], phase), self.n)
        self._count_changes([line])
        if self.sheet.names != names:
            await self._change_info(replace(self.info, names=self.sheet.names))
            self._sent_lines = ()  # send all again, because reasons contain names
        await self._send_lines()
        return self.n

    # The pencil.

    async def offer_pencil(self, key: KeyHash | None, offered: bool) -> None:
        """Let anybody who follows the sheet take the pencil, or withdraw the offer."""
        async with self.locked_and_reachable:
            self.info.check_pencil(key)
            await self._change_info(replace(self.info, offered=offered))

    async def take_pencil(self, key: KeyHash | None) -> str | None:
        """Take the pencil; returns a new key for the device, or None if it has a key already."""
        async with self.locked_and_reachable:
            info, new = self.info.take_pencil(key)
            await self._change_info(info)
            return new

    # The next game.

    async def continue_on(self, key: KeyHash | None, create: Callable[[KeyHash], Awaitable[LiveSheet]]) -> str:
        """The code of the sheet for the next game with the same players; the first call creates it.

        It has the pencil's key, so a device that missed the answer can ask again.
        """
        async with self.locked_and_reachable:
            self.info.check_pencil(key)
            if self.info.next_code is None:
                created = await create(self.info.pencil)
                await self._change_info(replace(self.info, next_code=created.code))
            assert self.info.next_code is not None
            return self.info.next_code

    async def _change_info(self, info: SheetInfo) -> None:
        await self.commit(self.context.store.update_table(self.stored(info, self.version + 1)), self.n)
        self.info, self.version = info, self.version + 1
        self._send_sheet()

    async def _run(self, work: Callable[..., Result], *args: Any) -> Result:
        """Run a function that changes the sheet, or loads it again, in a worker thread."""
        return await self.context.workers.for_lines(self.n).run(self.address, work, *args, seated=True)

    # Other nodes.

    async def _handle_news(self, news: News) -> None:
        if news.kind == "lines":
            await self._pull()
        elif news.kind in ("table", "missed"):
            await self.reload()

    async def _pull(self) -> None:
        """Load the changes that other nodes have appended."""
        lines = await self.context.store.load_lines(self.code, GAME_NUMBER, self.n)
        if lines:
            await self._run(self.sheet.apply_changes, [line.line for line in lines])
            self._count_changes(lines)
            await self._send_lines()

    async def reload(self, published: int | None = None) -> None:
        stored, game = await self.context.store.load_table(self.code) or (None, None)
        if stored is None or game is None:
            self.close()
            return
        self._set_sheet(await self._run(load_sheet, game), game.lines)
        if stored.version != self.version:
            self.info, self.version = SheetInfo.from_json(stored.about), stored.version
            self._send_sheet()
        await self._send_lines()


def _encode_lines(sheet: Sheet, n: int, same: int, languages: dict[str, Language]) -> dict[str, str]:
    """The frame with the lines after the first `same`, in each language, by its code."""
    encoded: dict[str, str] = {}
    for code, language in languages.items():
        changed = frames.sheet_lines(sheet.names, sheet.lines[same:], language)
        encoded[code] = encode(frames.lines(sheet, n, same + 1, changed, language))
    return encoded


def _sheet_before(sheet: Sheet, number: int) -> Sheet:
    if not 1 <= number <= len(sheet.lines) + 1:
        raise Refused("no-line", "There is no such line on the sheet.", 404)
    return sheet.before(number)


def _with_clean_names(change: str, names: Sequence[str]) -> str:
    """A change with the names in it cleaned, if it renames players; they are judged together, so two can be swapped."""
    verb, _, rest = change.partition(" ")
    if verb != "rename":
        return change
    given = dict(part.partition(" ")[::2] for part in rest.split("\t"))
    taken = [name for seat, name in zip(SEATS, names, strict=False) if seat not in given]
    for letter, name in given.items():
        given[letter] = unused_name(clean_name(name), taken)
        taken.append(given[letter])
    return "rename " + "\t".join(f"{letter} {name}" for letter, name in given.items())
