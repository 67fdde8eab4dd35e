"""What a server needs of a store, and what is kept in one: tables, their games, the lines of those."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

__all__ = ["CodeTaken", "Conflict", "Store", "StoreError", "StoredGame", "StoredLine", "StoredTable"]


class StoreError(Exception):
    """The store could not do what it was asked; nothing of it was kept."""


class Conflict(StoreError):
    """Somebody else has written lines to this game in the meantime."""


class CodeTaken(StoreError):
    """There is a table with this code already."""


class StoredLine(NamedTuple):
    """A line of a record and the id of the move that it answers, if a client sent one."""

    line: str
    move: str | None = None


@dataclass(frozen=True)
class StoredTable:
    """A table as it is kept: `about` is its own description as JSON, the rest is what tables are found by."""

    code: str
    about: str
    state: str
    listed: bool
    keys: tuple[str, ...]  # the hashes of its keys
    touched: float = 0.0
    version: int = 0  # how often its description has been changed


@dataclass(frozen=True)
class StoredGame:
    """A game at a table: its number, the header and the lines."""

    number: int
    header: tuple[str, ...]
    lines: tuple[StoredLine, ...]


class Store(Protocol):
    """What a server needs of a store. Every call returns once its work is safe on the disk."""

    async def create_table(self, table: StoredTable) -> None:
        """Keep a new table; `CodeTaken` if its code is in use."""
        ...

    async def update_table(self, table: StoredTable) -> None:
        """Keep a table's changed description; `Conflict` unless it is the next version of the one that is there."""
        ...

    async def begin_game(self, table: StoredTable, game: StoredGame) -> None:
        """Keep a table's changed description and its new game in one step; `Conflict` as above, or if it is there."""
        ...

    async def append_lines(
        self, code: str, game: int, after: int, lines: Sequence[StoredLine], state: str | None = None
    ) -> None:
        """Add lines after line `after`, `Conflict` if that is not the last; `state` may change with it."""
        ...

    async def replace_tail(
        self, code: str, game: int, after: int, lines: Sequence[StoredLine], state: str | None = None
    ) -> None:
        """Put these lines in the place of all after line `after`; `Conflict` if there is no such line."""
        ...

    async def load_table(self, code: str) -> tuple[StoredTable, StoredGame | None] | None:
        """A table and its latest game."""
        ...

    async def load_game(self, code: str, game: int) -> StoredGame | None:
        """One game of a table."""
        ...

    async def list_listed(self, since: float, limit: int) -> list[StoredTable]:
        """The listed tables touched since then whose game is not over, the latest first."""
        ...

    async def tables_of_keys(self, hashes: Sequence[str], limit: int) -> list[StoredTable]:
        """The tables that these keys belong to, the latest first."""
        ...

    async def sweep(self, before: float) -> int:
        """Forget the tables not touched since then; how many there were."""
        ...

    async def close(self) -> None:
        """Finish what is queued and let go of the store."""
        ...
