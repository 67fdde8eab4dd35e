"""Digests stored with the data: if a byte has changed on disk, that is noticed when its row is read.

Every line, header and description has a digest over its columns. They are needed because neither SQLite nor PostgreSQL
with its default settings has page checksums.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import replace

from tricorn.web.store.interface import Damaged, StoredGame, StoredLine, StoredTable
from tricorn.web.work.pacing import paced

__all__ = ["checked_game", "checked_lines", "checked_table", "digest", "mark_if_damaged", "table_digest"]

_LENGTH = 8  # bytes
_LINES_PER_CHECK = 50  # lines between two checks whether it is time to pause


def digest(*values: object) -> bytes:
    """A short digest of the values of some columns, without those that are None.

    Stored digests depend on it, so it must never change.
    """
    text = "\n".join([str(value) for value in values if value is not None])
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).digest()[:_LENGTH]


def table_digest(table: StoredTable) -> bytes:
    """The digest of a description."""
    return digest(*table.digest_fields())


def mark_if_damaged(table: StoredTable, stored_digest: object) -> StoredTable:
    """The table, marked as not intact if its digest does not match the stored one."""
    return table if stored_digest == table_digest(table) else replace(table, is_intact=False)


def checked_table(table: StoredTable) -> StoredTable:
    """The table; `Damaged` if it is not intact."""
    if not table.is_intact:
        raise Damaged("its description is not as it was stored")
    return table


def checked_game(code: str, number: int, header: str, stored_digest: object, lines: Sequence[StoredLine]) -> StoredGame:
    """The game; `Damaged` if the digest of its header does not match the stored one."""
    if stored_digest != digest(code, number, header):
        raise Damaged(f"the header of game {number} is not as it was stored")
    return StoredGame(number, tuple(json.loads(header)), tuple(lines))


def checked_lines(code: str, game: int, after: int, rows: Iterable[Sequence[object]]) -> list[StoredLine]:
    """The lines in rows of number, line, move id and digest; `Damaged` if one is missing or has another digest."""
    lines: list[StoredLine] = []
    for expected, (n, line, move_id, stored_digest) in enumerate(paced(rows, every=_LINES_PER_CHECK), after + 1):
        if n != expected:
            raise Damaged(f"line {expected} of game {game} is missing")
        if stored_digest != digest(code, game, n, line, move_id):
            raise Damaged(f"line {n} of game {game} is not as it was stored")
        lines.append(StoredLine(line, move_id))  # type: ignore[arg-type] # rows have no types
    return lines
