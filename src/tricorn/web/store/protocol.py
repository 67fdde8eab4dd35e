"""What a server needs of a store, and what is kept in one: tables, their games, the lines of those."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from tricorn.web.store.news import News, Presence
from tricorn.web.store.sweeping import Swept

__all__ = ["CodeTaken", "Conflict", "Damaged", "Store", "StoreError", "StoredGame", "StoredLine", "StoredTable"]


class StoreError(Exception):
    """The store could not do what it was asked; nothing of it was kept."""


class Conflict(StoreError):
    """Somebody else has written lines to this game in the meantime."""


class CodeTaken(StoreError):
    """There is a table with this code already."""


class Damaged(StoreError):
    """What is stored of a table was changed or lost; the words name no table and tell nothing of its contents."""


class StoredLine(NamedTuple):
    """A line of a record and the id of the move that it answers, if a client sent one."""

    line: str
    move: str | None = None


@dataclass(frozen=True)
class StoredTable:
    """A table as it is kept: `about` is its own description as JSON, the rest is what tables are found by.

    A score sheet is kept as a table of the state `scoring` or `scored`, its changes as the lines of one game.
    """

    code: str
    about: str
    state: str
    listed: bool
    keys: tuple[str, ...]  # the hashes of its keys
    touched: float = 0.0
    version: int = 0  # how often its description has been changed
    sound: bool = True  # whether it is as it was stored


@dataclass(frozen=True)
class StoredGame:
    """A game at a table: its number, the header and the lines."""

    number: int
    header: tuple[str, ...]
    lines: tuple[StoredLine, ...]


class Store(Protocol):
    """What a server needs of a store. Every call returns once its work is safe on the disk.

    Several servers may share one store, each a node; each hears what the others have stored.
    """

    @property
    def reachable(self) -> bool:
        """Whether something can be stored now, and what is known of tables is what others know."""
        ...

    async def probe(self) -> None:
        """Write something small; `StoreError` if nothing can be written."""
        ...

    async def open(self, on_news: Callable[[News], None]) -> None:
        """Begin to work, and to hand on what other nodes tell."""
        ...

    async def create_table(self, table: StoredTable) -> None:
        """Keep a new table; `CodeTaken` if its code is in use."""
        ...

    async def update_table(self, table: StoredTable) -> None:
        """Keep a table's changed description; `Conflict` unless it is the next version of the one that is there.

        The state stays what games and lines have made it: whoever describes a table may not know of the last ones.
        """
        ...

    async def begin_game(self, table: StoredTable, game: StoredGame) -> None:
        """Keep a table's changed description and its new game in one step; `Conflict` as above, or if it is there."""
        ...

    async def deal(
        self, table: StoredTable, game: int, after: int, lines: Sequence[StoredLine], owned: bool = False
    ) -> None:
        """Keep a table's changed description and add the lines of a round in one step; `Conflict` as for either."""
        ...

    async def append_lines(
        self,
        code: str,
        game: int,
        after: int,
        lines: Sequence[StoredLine],
        state: str | None = None,
        owned: bool = False,
    ) -> None:
        """Add lines after line `after`, `Conflict` if that is not the last; `state` may change with it.

        Lines that are `owned` come from whoever runs the table: `Conflict` if that is another node by now.
        """
        ...

    async def replace_tail(
        self, code: str, game: int, after: int, last: int, lines: Sequence[StoredLine], state: str | None = None
    ) -> None:
        """Put these lines, one more at least, in the place of lines `after` + 1 to `last`; `Conflict` as above.

        Only whoever runs the table does so.
        """
        ...

    async def load_table(self, code: str) -> tuple[StoredTable, StoredGame | None] | None:
        """A table and its latest game."""
        ...

    async def load_game(self, code: str, game: int) -> StoredGame | None:
        """One game of a table."""
        ...

    async def load_lines(self, code: str, game: int, after: int) -> list[StoredLine]:
        """The lines of a game after line `after`."""
        ...

    async def list_listed(self, since: float, limit: int) -> list[StoredTable]:
        """The listed tables touched since then whose game is not over, the latest first."""
        ...

    async def tables_of_keys(self, hashes: Sequence[str], limit: int) -> list[StoredTable]:
        """The tables that these keys belong to, the latest first."""
        ...

    async def count_tables(self) -> int:
        """How many tables and score sheets there are."""
        ...

    async def sweep(self, state: str, before: float) -> Swept:
        """Delete the next few tables in a state that were not touched since then."""
        ...

    async def known_time(self) -> float:
        """The time that was noted last; 0 in a new store."""
        ...

    async def note_time(self, time: float) -> None:
        """Note the time. No table is touched at an earlier one, whatever the clock says."""
        ...

    async def claim(self, code: str) -> bool:
        """Whether this node is the one that runs a table's bots and clock; it stays so until it lets go or lapses."""
        ...

    async def release(self, code: str) -> None:
        """Let another node run a table's bots and clock."""
        ...

    def announce(self, code: str, presence: Presence) -> None:
        """Tell the other nodes who is at a table here; soon, but never waits."""
        ...

    def ask_who(self, code: str) -> None:
        """Ask the other nodes who is at a table there."""
        ...

    async def close(self) -> None:
        """Finish what is queued and let go of the store."""
        ...
