"""Caches replies to moves by their ids, so that a move sent twice is played once and gets the same reply."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

from tricorn.web.refusals import Refused

__all__ = ["ReplyCache"]

_MAX_REFUSALS = 256


class ReplyCache:
    """The replies of one game by seat and id. Played moves are stored with their ids; only refusals are evicted."""

    def __init__(self) -> None:
        self._lines: dict[tuple[int, str], int] = {}
        self._refusals: OrderedDict[tuple[int, str], Refused] = OrderedDict()

    def find(self, seat: int, id: str | None) -> int | None:
        """The line of a move that was played already, None for a new one; one that was refused is refused again."""
        if id is None:
            return None
        line, refusal = self._lines.get((seat, id)), self._refusals.get((seat, id))
        if line is None and refusal is not None:
            raise refusal.copy()
        return line

    def ids_from(self, first: int) -> dict[int, str]:
        """The ids of the moves on the lines from a number on, by line."""
        return {n: id for (_, id), n in self._lines.items() if n >= first}

    def drop_from(self, first: int) -> None:
        """Forget the moves on the lines from a number on, which were taken back."""
        self._lines = {move: n for move, n in self._lines.items() if n < first}

    def add_line(self, seat: int, id: str | None, n: int) -> None:
        if id is not None:
            self._lines[seat, id] = n

    def add_refusal(self, seat: int, id: str | None, refusal: Refused) -> None:
        if id is None:
            return
        self._refusals[seat, id] = refusal.copy()
        while len(self._refusals) > _MAX_REFUSALS:
            self._refusals.popitem(last=False)

    def add_stored(self, moves: Iterable[tuple[int, str, int]]) -> None:
        """Add moves read from the store: seat, id, line."""
        for seat, id, n in moves:
            self.add_line(seat, id, n)
