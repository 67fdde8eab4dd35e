"""What the moves of a game were answered, so that one that is sent again is played once and answered alike."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

from tricorn.web.refusals import Refused

__all__ = ["Answers"]

_REFUSALS_KEPT = 256


class Answers:
    """The answers by seat and id. Lines are in the store with their ids; refusals are kept for a while."""

    def __init__(self) -> None:
        self._lines: dict[tuple[int, str], int] = {}
        self._refusals: OrderedDict[tuple[int, str], Refused] = OrderedDict()

    def of(self, seat: int, id: str | None) -> int | None:
        """The line that a move became if it was sent before; refused again if it was refused."""
        if id is None:
            return None
        line, refusal = self._lines.get((seat, id)), self._refusals.get((seat, id))
        if line is None and refusal is not None:
            raise refusal.again()
        return line

    def ids_from(self, first: int) -> dict[int, str]:
        """The ids of the moves that became the lines from a number on."""
        return {n: id for (_, id), n in self._lines.items() if n >= first}

    def played(self, seat: int, id: str | None, n: int) -> None:
        if id is not None:
            self._lines[seat, id] = n

    def refused(self, seat: int, id: str | None, refusal: Refused) -> None:
        if id is None:
            return
        self._refusals[seat, id] = refusal.again()
        while len(self._refusals) > _REFUSALS_KEPT:
            self._refusals.popitem(last=False)

    def take(self, stored: Iterable[tuple[int, str, int]]) -> None:
        """Take over what stored lines answer: seat, id, line."""
        for seat, id, n in stored:
            self.played(seat, id, n)
