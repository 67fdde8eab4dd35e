"""Digests stored with each row, so that a byte changed on disk is noticed when the row is read.

Every line, header and description has one over all its columns. Neither SQLite nor a default installation of PostgreSQL
has page checksums.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import replace

from tricorn.web.store.protocol import Damaged, StoredGame, StoredLine, StoredTable
from tricorn.web.work.pacing import paced

__all__ = ["checked_game", "checked_lines", "checked_table", "digest", "read_table", "table_digest"]

_LENGTH = 8
_CHECKED_AT_ONCE = 50  # lines


def digest(*parts: object) -> bytes:
    """A short digest of some columns, without those that are None.

    Migrations compute the same in SQL, so this must never change.
    """
    text = "\n".join([str(part) for part in parts if part is not None])
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).digest()[:_LENGTH]


def table_digest(table: StoredTable) -> bytes:
    """The digest of a description."""
    return digest(*table.digested())


def read_table(table: StoredTable, found: object) -> StoredTable:
    """The table, marked as not sound if its digest does not match."""
    return table if found == table_digest(table) else replace(table, sound=False)


def checked_table(table: StoredTable) -> StoredTable:
    """The table; `Damaged` if its digest did not match."""
    if not table.sound:
        raise Damaged("its description is not as it was stored")
    return table


def checked_game(code: str, number: int, header: str, found: object, lines: Sequence[StoredLine]) -> StoredGame:
    """The game; `Damaged` if the digest of its header does not match."""
    if found != digest(code, number, header):
        raise Damaged(f"the header of game {number} is not as it was stored")
    return StoredGame(number, tuple(json.loads(header)), tuple(lines))


def checked_lines(code: str, game: int, after: int, rows: Iterable[Sequence[object]]) -> list[StoredLine]:
    """The lines of rows (number, line, move, digest); `Damaged` if one is missing or its digest does not match."""
    lines: list[StoredLine] = []
    for expected, (n, line, move, found) in enumerate(paced(rows, every=_CHECKED_AT_ONCE), after + 1):
        if n != expected:
            raise Damaged(f"line {expected} of game {game} is missing")
        if found != digest(code, game, n, line, move):
            raise Damaged(f"line {n} of game {game} is not as it was stored")
        lines.append(StoredLine(line, move))  # type: ignore[arg-type] # rows have no types
    return lines
