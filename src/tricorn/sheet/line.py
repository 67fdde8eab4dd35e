"""A line of a score sheet: an entry and how it was scored."""

from __future__ import annotations

from dataclasses import dataclass

from tricorn.bonus import Bonus
from tricorn.messages import Phrase
from tricorn.record import Blocked, Out, Score
from tricorn.sheet.entry import Entry

__all__ = ["Line"]


@dataclass(frozen=True)
class Line:
    """An entry and how it was scored."""

    number: int  # from 1
    entry: Entry
    round: int
    points: int = 0  # of the player who made the entry, without those of the round's end
    bonus: Bonus | None = None
    scores: tuple[int, ...] = ()  # of the game, after this entry and the round's end if it completed the round
    end: Out | Blocked | Score | None = None  # the end of the round, if this entry completed it
    reason: Phrase | None = None  # why the rules refuse the entry
    counted: bool = True  # False if it cannot be scored even if the table insists

    @property
    def problem(self) -> Phrase | None:
        """Why this line is not settled; None if it is settled."""
        return None if self.overruled else self.reason

    @property
    def overruled(self) -> bool:
        """Whether the table insists on an entry that the rules refuse."""
        return self.reason is not None and self.entry.anyway and self.counted
