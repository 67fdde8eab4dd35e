"""A game in the arena as one seat sees it, kept up to date event by event.

`Game.view` cuts the whole record and replays the round each time. A bot is asked some hundred times a game, so here
both are carried on from choice to choice.
"""

from __future__ import annotations

from collections.abc import Iterable

from tricorn.editions import Edition
from tricorn.moves import Option
from tricorn.record import Event, Record, RoundEvent, RoundStart
from tricorn.round import Round
from tricorn.view import View, redact

__all__ = ["ViewTracker"]


class ViewTracker:
    """The views of one seat. It holds nothing that the seat may not see."""

    def __init__(self, edition: Edition, names: tuple[str, ...], seat: int) -> None:
        self.edition = edition
        self.names = names
        self.seat = seat
        self._events: list[Event] = []
        self._round: Round | None = None

    def add(self, events: Iterable[Event]) -> None:
        """Add what happened, as this seat may see it."""
        for event in events:
            seen = redact(event, self.seat)
            self._events.append(seen)
            if isinstance(seen, RoundStart):
                self._round = Round(self.edition, len(self.names), seen.number)
            elif self._round is not None and isinstance(seen, RoundEvent):
                self._round.apply(seen)

    def view(self, scores: tuple[int, ...], options: tuple[Option, ...] | None) -> View:
        """The view of this seat, whose turn it is; without options, they are those of the round as it sees it."""
        current = None if self._round is None else self._round.copy()
        if options is None:
            options = () if current is None else tuple(current.options())
        record = Record(self.edition, self.names, (), tuple(self._events))
        return View(record, self.seat, self.seat, scores, options, current)
