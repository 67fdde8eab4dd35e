"""A line of a score sheet: an entry and what became of it."""

from __future__ import annotations

from dataclasses import dataclass

from tricorn.bonus import Bonus
from tricorn.entry import Entry
from tricorn.messages import Phrase
from tricorn.record import Blocked, Out

__all__ = ["Line"]


@dataclass(frozen=True)
class Line:
    """An entry and what became of it."""

    number: int  # from 1
    entry: Entry
    round: int
    points: int = 0  # of the player who made it; a round's end has its own
    bonus: Bonus | None = None
    scores: tuple[int, ...] = ()  # of the game, after it and the round's end that it completed
    end: Out | Blocked | None = None  # the end of the round, if this entry completed it
    reason: Phrase | None = None  # why the rules refuse it
    counted: bool = True  # False where it cannot be scored even if somebody insists

    @property
    def problem(self) -> Phrase | None:
        """Why this line is not settled."""
        return None if self.overruled else self.reason

    @property
    def overruled(self) -> bool:
        """Whether the rules refuse it and the table insists on it."""
        return self.reason is not None and self.entry.anyway and self.counted
