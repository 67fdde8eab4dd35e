"""The moves that bots lost in a run, and the result of one part of a run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tricorn.bots.own.faults import BotFault

__all__ = ["Faults", "Played"]


@dataclass
class Faults:
    """The number of lost moves for each bot and kind of fault, with the message of the first one.

    >>> from tricorn.messages import Message
    >>> faults = Faults()
    >>> faults.add("heavy", BotFault(Message.BOT_LATE, seconds=5))
    >>> faults.add("heavy", BotFault(Message.BOT_LATE, seconds=5))
    >>> list(faults.lines())
    ['heavy lost 2 moves, which were made for it (R14): it did not answer within 5 s (2)']
    """

    counts: dict[tuple[str, str], int] = field(default_factory=dict)
    first: dict[tuple[str, str], str] = field(default_factory=dict)

    def add(self, bot: str, fault: BotFault) -> None:
        """Add one lost move."""
        self._add((bot, fault.message.id), 1, str(fault))

    def merge(self, other: Faults) -> None:
        """Add the lost moves of another part of the run."""
        for key, count in other.counts.items():
            self._add(key, count, other.first[key])

    def _add(self, key: tuple[str, str], count: int, message: str) -> None:
        self.counts[key] = self.counts.get(key, 0) + count
        self.first.setdefault(key, message)

    def lost(self, bot: str) -> int:
        """The number of moves that a bot lost."""
        return sum(count for (name, _), count in self.counts.items() if name == bot)

    def lines(self) -> Iterator[str]:
        """A line for each bot that lost a move."""
        for bot in dict.fromkeys(name for name, _ in self.counts):
            kinds = [f"{self.first[key]} ({count:,})" for key, count in self.counts.items() if key[0] == bot]
            number = self.lost(bot)
            moves = "a move, which was" if number == 1 else f"{number:,} moves, which were"
            yield f"{bot} lost {moves} made for it (R14): {'; '.join(kinds)}"

    def to_json(self) -> list[dict[str, Any]]:
        """The lost moves as data."""
        return [
            {"bot": bot, "fault": kind, "moves": count, "first": self.first[bot, kind]}
            for (bot, kind), count in self.counts.items()
        ]

    @classmethod
    def from_json(cls, fields: Iterable[dict[str, Any]]) -> Faults:
        """The lost moves from the result of `to_json`."""
        faults = cls()
        for fault in fields:
            faults._add((fault["bot"], fault["fault"]), fault["moves"], fault["first"])
        return faults


class Played(NamedTuple):
    """The result of a part of a run: its sums, and the moves that bots lost in it."""

    sums: list[int]
    faults: Faults
