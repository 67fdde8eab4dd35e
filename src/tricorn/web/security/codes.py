"""Codes of tables and score sheets: their form and length, and a limit on wrong guesses.

Anybody who has the code of a private table may watch it, so codes must be hard to guess. Wrong guesses are limited per
address, and codes get longer with the number of tables (see SECURITY.md).
"""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tricorn.web.refusals import Refused
from tricorn.web.security.addresses import count_down
from tricorn.web.security.limits import RateLimiter
from tricorn.web.setting_kinds import Rate

__all__ = ["CODES_PER_TABLE", "CODE_LETTERS", "GuessLimiter", "is_code", "new_code", "no_table_refusal"]

CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"  # no vowels, so no words; no two letters that look alike
CODES_PER_TABLE = 1_000_000  # how many codes there are, at least, for each one in use
_MIN_LENGTH, _MAX_LENGTH = 5, 12


def new_code(tables: int) -> str:
    """A random code for a new table, given the number of existing ones."""
    length = _MIN_LENGTH
    while len(CODE_LETTERS) ** length < (tables + 1) * CODES_PER_TABLE:
        length += 1
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(length))


def is_code(text: str) -> bool:
    """Whether a text looks like a code."""
    return _MIN_LENGTH <= len(text) <= _MAX_LENGTH and all(letter in CODE_LETTERS for letter in text)


def no_table_refusal(code: str) -> Refused:
    """The refusal of an unknown code."""
    if is_code(code.upper()):
        return Refused("no-table", "There is no table or score sheet with the code {table}.", 404, table=code)
    return Refused("no-table", "A code is five or more consonants like BCDFG, not {table}.", 404, table=code[:20])


class GuessLimiter:
    """Limits how many wrong codes an address may try."""

    def __init__(self, rate: Rate) -> None:
        self._wrong = RateLimiter(rate)
        self._in_progress: Counter[str] = Counter()  # look-ups, by address
        self._waiting: dict[str, list[asyncio.Future[None]]] = {}

    def check(self, address: str) -> None:
        """Refuse an address that has tried too many wrong codes."""
        self._wrong.check(address)

    @asynccontextmanager
    async def look_up(self, address: str) -> AsyncIterator[None]:
        """A context for looking up a code; the guess counts as wrong if the block raises the refusal `no-table`.

        An address has at most as many look-ups in progress as it has wrong guesses left; further ones wait.
        """
        while self._wrong.left(address) - self._in_progress[address] < 1 and self._in_progress[address]:
            future = asyncio.get_running_loop().create_future()
            self._waiting.setdefault(address, []).append(future)
            await future
        self.check(address)
        self._in_progress[address] += 1
        try:
            yield
        except Refused as refusal:
            if refusal.code == "no-table":
                self._wrong.take(address)
            raise
        finally:
            count_down(self._in_progress, address)
            for future in self._waiting.pop(address, ()):
                if not future.done():
                    future.set_result(None)
