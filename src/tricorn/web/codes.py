"""Codes of tables and score sheets: their form, their length, and how often an address may guess one.

Whoever has a private table's code may watch it, so a code must not be found by trying. What an address may try is
limited, and codes get longer with the number of tables, so that a try is rarely right (SECURITY.md has the arithmetic).
"""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tricorn.web.limits import Buckets
from tricorn.web.refusals import Refused
from tricorn.web.settings import Rate

__all__ = ["CODES_A_TABLE", "CODE_LETTERS", "Guesses", "is_code", "new_code", "no_table"]

CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"  # no vowels, so no words; nothing that looks like something else
CODES_A_TABLE = 1_000_000  # codes that there are for every one in use
_SHORTEST, _LONGEST = 5, 12


def new_code(tables: int) -> str:
    """A random code for a new table where there are so many already."""
    length = _SHORTEST
    while len(CODE_LETTERS) ** length < (tables + 1) * CODES_A_TABLE:
        length += 1
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(length))


def is_code(text: str) -> bool:
    """Whether a text has the form of a code."""
    return _SHORTEST <= len(text) <= _LONGEST and all(letter in CODE_LETTERS for letter in text)


def no_table(code: str) -> Refused:
    """The refusal of a code that leads nowhere."""
    if is_code(code.upper()):
        return Refused("no-table", "There is no table or score sheet with the code {table}.", 404, table=code)
    return Refused("no-table", "A code is five or more consonants like BCDFG, not {table}.", 404, table=code[:20])


class Guesses:
    """Codes that each address has looked up in vain."""

    def __init__(self, rate: Rate) -> None:
        self._wrong = Buckets(rate)
        self._looking: Counter[str] = Counter()  # look-ups that may turn out to be wrong
        self._waiting: dict[str, list[asyncio.Future[None]]] = {}

    def check(self, address: str) -> None:
        """Refuse an address that has tried too many wrong codes."""
        self._wrong.check_not_empty(address)

    @asynccontextmanager
    async def look_up(self, address: str) -> AsyncIterator[None]:
        """While a code is looked up; it is counted if the block refuses it.

        As many as the address may still get wrong are looked up at the same time. More wait for how these turn out.
        """
        while self._wrong.left(address) - self._looking[address] < 1 and self._looking[address]:
            future = asyncio.get_running_loop().create_future()
            self._waiting.setdefault(address, []).append(future)
            await future
        self.check(address)
        self._looking[address] += 1
        try:
            yield
        except Refused as refusal:
            if refusal.code == "no-table":
                self._wrong.take(address)
            raise
        finally:
            self._looking[address] -= 1
            if not self._looking[address]:
                del self._looking[address]
            for future in self._waiting.pop(address, ()):
                if not future.done():
                    future.set_result(None)
