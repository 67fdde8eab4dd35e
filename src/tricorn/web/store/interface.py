"""The interface of a store, and what it stores: tables, their games and the lines of those games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from tricorn.web.store.news import News
from tricorn.web.store.sweep import SweepResult

__all__ = ["CodeTaken", "Conflict", "Damaged", "Store", "StoreError", "StoredGame", "StoredLine", "StoredTable"]


class StoreError(Exception):
    """The store could not carry out a call; nothing of it was stored."""


class Conflict(StoreError):
    """The table or game has changed since the caller read it."""


class CodeTaken(StoreError):
    """A table with this code exists already."""


class Damaged(StoreError):
    """A table's stored data was changed or lost; the message names no table and quotes no content."""


class StoredLine(NamedTuple):
    """A line of a record and the id of the move it comes from, if the client sent one."""

    line: str
    move_id: str | None = None


@dataclass(frozen=True)
class StoredTable:
    """A stored table: `about` is its description as JSON; the other fields are used in queries.

    A score sheet is stored as a table in the phase `scoring` or `scored`, its changes as the lines of one game.
    """

    code: str
    about: str
    phase: str
    listed: bool
    keys: tuple[str, ...]  # the hashes of its keys
    touched: float = 0.0
    version: int = 0  # how often its description has been changed
    is_intact: bool = True  # whether its digest matches

    def digest_fields(self) -> tuple[object, ...]:
        """The fields that its digest covers: all but `phase` and `touched`, which can change without the others."""
        return (self.code, self.about, int(self.listed), self.version, *sorted(self.keys))


@dataclass(frozen=True)
class StoredGame:
    """A game at a table: its number, its header and its lines."""

    number: int
    header: tuple[str, ...]
    lines: tuple[StoredLine, ...]


class Store(Protocol):
    """The interface of a store. A call that writes returns when the data is on disk.

    Several servers, called nodes, may share one store; each is notified of what the others have stored.
    """

    @property
    def reachable(self) -> bool:
        """Whether the store can be written now, and this node receives the news of other nodes."""
        ...

    async def probe(self) -> None:
        """Check that the store can be written; `StoreError` if not."""
        ...

    async def open(self, on_news: Callable[[News], None]) -> None:
        """Start; from now on `on_news` is called with the notifications of other nodes."""
        ...

    async def create_table(self, table: StoredTable) -> None:
        """Store a new table; `CodeTaken` if its code is in use."""
        ...

    async def update_table(self, table: StoredTable, phase: str | None = None) -> None:
        """Store a table's changed description; `Conflict` unless its version follows the stored one.

        Without `phase`, the stored phase stays: another node may have changed it, and the caller may not know yet.
        """
        ...

    async def begin_game(self, table: StoredTable, game: StoredGame) -> None:
        """Store a table's changed description and its new game atomically.

        `Conflict` as in `update_table`, or if there is a game of this number.
        """
        ...

    async def deal(
        self, table: StoredTable, game: int, after: int, lines: Sequence[StoredLine], needs_lease: bool = False
    ) -> None:
        """Store a table's changed description and append a round's first lines atomically.

        `Conflict` as in `update_table` and `append_lines`; `needs_lease` as in `append_lines`.
        """
        ...

    async def take_back(self, table: StoredTable, game: int, after: int, last: int) -> None:
        """Store a table's changed description and delete lines `after` + 1 to `last` atomically.

        `Conflict` as in `update_table`, or if `last` is not the last line.
        """
        ...

    async def append_lines(
        self,
        code: str,
        game: int,
        after: int,
        lines: Sequence[StoredLine],
        phase: str | None = None,
        needs_lease: bool = False,
    ) -> None:
        """Append lines after line `after`, and set `phase` if given; `Conflict` if `after` is not the last line.

        With `needs_lease`, the lines are stored only if this node still has the table's lease; otherwise `Conflict`.
        """
        ...

    async def replace_tail(
        self, code: str, game: int, after: int, last: int, lines: Sequence[StoredLine], phase: str | None = None
    ) -> None:
        """Replace lines `after` + 1 to `last` with at least one line more; `Conflict` as in `append_lines`.

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

    async def listed_tables(self, since: float, limit: int) -> list[StoredTable]:
        """The listed tables touched since `since` whose game is not over, latest first."""
        ...

    async def tables_for_keys(self, hashes: Sequence[str], limit: int) -> list[StoredTable]:
        """The tables that these keys belong to, latest first."""
        ...

    async def count_tables(self) -> int:
        """The number of tables and score sheets."""
        ...

    async def sweep(self, phase: str, before: float) -> SweepResult:
        """Delete the next batch of tables in a phase that were last touched before `before`."""
        ...

    async def read_clock(self) -> float:
        """The time stored last; 0 in a new store."""
        ...

    async def write_clock(self, now: float) -> None:
        """Store the time. From then on no table's `touched` is set to an earlier one, whatever the clock says."""
        ...

    async def secret(self, name: str, default: str) -> str:
        """The secret of this name; if there was none, `default` is stored and returned."""
        ...

    async def acquire_lease(self, code: str) -> bool:
        """Try to get a table's lease; returns whether this node has it.

        The node that has the lease runs the table's bots and clock, until it releases the lease or lapses.
        """
        ...

    async def release_lease(self, code: str) -> None:
        """Release a table's lease, so that another node can run its bots and clock."""
        ...

    def notify(self, news: News) -> None:
        """Queue a notification to the other nodes."""
        ...

    async def close(self) -> None:
        """Finish the queued writes and close the store."""
        ...
