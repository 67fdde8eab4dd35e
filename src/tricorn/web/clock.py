"""The time that a person has for a turn (R14)."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Turn", "TurnClock"]


class Turn(NamedTuple):
    """Which turn it is: of which game, after which line it began, and whose it is."""

    game: int
    after: int
    seat: int


class TurnClock:
    """A deadline for each turn, set once, when a person is first on turn in it.

    Drawing does not lengthen a turn, and neither does a bot that stands in for a while.
    """

    def __init__(self) -> None:
        self._turn: Turn | None = None
        self._deadline = 0.0
        self._runs = False

    @property
    def deadline(self) -> float | None:
        """When the turn is taken away; None while nobody has to hurry."""
        return self._deadline if self._runs else None

    def run(self, turn: Turn, seconds: float, now: float) -> None:
        """A person is on turn."""
        if turn != self._turn:
            self._turn, self._deadline = turn, now + seconds
        self._runs = True

    def stop(self) -> None:
        """A bot is on turn, or nobody; the turn's deadline stays."""
        self._runs = False
