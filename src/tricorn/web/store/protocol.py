"""The interface of a store, and what it stores: tables, their games, the games' lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from tricorn.web.store.news import News
from tricorn.web.store.sweeping import Swept

__all__ = ["CodeTaken", "Conflict", "Damaged", "Store", "StoreError", "StoredGame", "StoredLine", "StoredTable"]


class StoreError(Exception):
    """The store could not carry out a call; nothing of it was stored."""


class Conflict(StoreError):
    """The table or game has changed in the meantime."""


class CodeTaken(StoreError):
    """A table with this code exists already."""


class Damaged(StoreError):
    """A table's stored data was changed or lost; the message names no table and quotes no content."""


class StoredLine(NamedTuple):
    """A line of a record and the id of the move it comes from, if the client sent one."""

    line: str
    move: str | None = None


@dataclass(frozen=True)
class StoredTable:
    """A stored table: `about` is its description as JSON, the other fields are for queries.

    A score sheet is stored as a table in the state `scoring` or `scored`, its changes as the lines of one game.
    """

    code: str
    about: str
    state: str
    listed: bool
    keys: tuple[str, ...]  # the hashes of its keys
    touched: float = 0.0
    version: int = 0  # how often its description has been changed
    sound: bool = True  # whether its digest matches

    def digested(self) -> tuple[object, ...]:
        """What its digest is of: all but its state and time, which are also written on their own."""
        return (self.code, self.about, int(self.listed), self.version, *sorted(self.keys))


@dataclass(frozen=True)
class StoredGame:
    """A game at a table: its number, the header and the lines."""

    number: int
    header: tuple[str, ...]
    lines: tuple[StoredLine, ...]


class Store(Protocol):
    """The interface of a store. A call that writes returns once the data is safe on disk.

    Several servers may share one store, each as a node; a node is notified of what the others have stored.
    """

    @property
    def reachable(self) -> bool:
        """Whether the store can be written now and this node hears the others."""
        ...

    async def probe(self) -> None:
        """Write something small; `StoreError` if nothing can be written."""
        ...

    async def open(self, on_news: Callable[[News], None]) -> None:
        """Start, and call `on_news` with the notifications of other nodes."""
        ...

    async def create_table(self, table: StoredTable) -> None:
        """Store a new table; `CodeTaken` if its code is in use."""
        ...

    async def update_table(self, table: StoredTable, state: str | None = None) -> None:
        """Store a table's changed description; `Conflict` unless its version follows the stored one.

        Without a new `state`, it stays as the last games and lines have set it, because the caller may not know those
        yet.
        """
        ...

    async def begin_game(self, table: StoredTable, game: StoredGame) -> None:
        """Store a table's changed description and its new game atomically.

        `Conflict` as in `update_table`, or if there is a game of this number.
        """
        ...

    async def deal(
        self, table: StoredTable, game: int, after: int, lines: Sequence[StoredLine], owned: bool = False
    ) -> None:
        """Store a table's changed description and append a round's first lines atomically.

        `Conflict` as in `update_table` and `append_lines`.
        """
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
        """Append lines after line `after`, and set `state` if given; `Conflict` if `after` is not the last line.

        `owned` lines may only come from the node that runs the table; `Conflict` if that is another node by now.
        """
        ...

    async def replace_tail(
        self, code: str, game: int, after: int, last: int, lines: Sequence[StoredLine], state: str | None = None
    ) -> None:
        """Replace lines `after` + 1 to `last` with these, at least one more; `Conflict` as in `append_lines`.

        Only the node that runs the table may do this.
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
        """The listed tables touched after `since` whose game is not over, latest first."""
        ...

    async def tables_of_keys(self, hashes: Sequence[str], limit: int) -> list[StoredTable]:
        """The tables that these keys belong to, latest first."""
        ...

    async def count_tables(self) -> int:
        """The number of tables and score sheets."""
        ...

    async def sweep(self, state: str, before: float) -> Swept:
        """Delete the next batch of tables in a state that were last touched before `before`."""
        ...

    async def known_time(self) -> float:
        """The time stored last; 0 in a new store."""
        ...

    async def note_time(self, time: float) -> None:
        """Store the time. No table is touched at an earlier one, whatever the clock says."""
        ...

    async def secret(self, name: str, new: str) -> str:
        """The secret of this name; `new` if there was none."""
        ...

    async def claim(self, code: str) -> bool:
        """Whether this node runs a table's bots and clock; it does until it releases the table or lapses."""
        ...

    async def release(self, code: str) -> None:
        """Let another node run a table's bots and clock."""
        ...

    def notify(self, news: News) -> None:
        """Notify the other nodes; queued, does not wait."""
        ...

    async def close(self) -> None:
        """Finish what is queued and close the store."""
        ...
