"""The clock of a table: the time that a person has for a turn (R14)."""

from __future__ import annotations

from typing import NamedTuple

from tricorn.web.tables.state import TableState

__all__ = ["Turn", "TurnClock"]


class Turn(NamedTuple):
    """Identifies a turn: its game, how often turns were taken back there, the line before it, and its seat."""

    game: int
    taken_back: int
    after: int
    seat: int


class TurnClock:
    """A deadline for each turn, set once, when a person is first on turn in it. Times are those of the event loop.

    A turn is not extended by drawing, or by a bot that stands in for a while.
    """

    def __init__(self) -> None:
        self._turn: Turn | None = None
        self._deadline = 0.0
        self._is_running = False

    @property
    def deadline(self) -> float | None:
        """When the turn ends; None while the clock does not run."""
        return self._deadline if self._is_running else None

    def seconds_left(self, now: float) -> float | None:
        return self._deadline - now if self._is_running else None

    def update(self, state: TableState, now: float) -> None:
        """Run if a person is on turn in a game with a clock."""
        game = state.game
        seat = None if game is None else game.turn
        seconds = None if game is None else game.full.edition.clock
        if game is None or seconds is None or seat is None or state.info.seats[seat].kind == "bot":
            self.stop()
        else:
            self.run(Turn(game.number, state.info.taken_back, game.turn_began_after, seat), seconds, now)

    def run(self, turn: Turn, seconds: float, now: float) -> None:
        """Run for a person who is on turn."""
        if turn != self._turn:
            self._turn, self._deadline = turn, now + seconds
        self._is_running = True

    def stop(self) -> None:
        """Stop because a bot or nobody is on turn; the turn keeps its deadline."""
        self._is_running = False
