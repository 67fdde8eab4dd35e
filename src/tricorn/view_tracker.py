"""One seat's view of a game, updated event by event.

`Game.view` redacts the whole record and replays the round every time. A bot makes about a hundred choices per game, so
here the redacted record and the round are kept from choice to choice.
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
    """Builds the views of one seat, and holds nothing that the seat may not see."""

    def __init__(self, edition: Edition, names: tuple[str, ...], seat: int) -> None:
        self.edition = edition
        self.names = names
        self.seat = seat
        self._events: list[Event] = []
        self._round: Round | None = None

    def add(self, events: Iterable[Event]) -> None:
        """Add events as this seat may see them."""
        for event in events:
            redacted = redact(event, self.seat)
            self._events.append(redacted)
            if isinstance(redacted, RoundStart):
                self._round = Round(self.edition, len(self.names), redacted.number)
            elif self._round is not None and isinstance(redacted, RoundEvent):
                self._round.apply(redacted)

    def view(self, scores: tuple[int, ...], options: tuple[Option, ...] | None) -> View:
        """The view of this seat, which is on turn; `options` are computed from the round if they are None."""
        current = None if self._round is None else self._round.copy()
        if options is None:
            options = () if current is None else tuple(current.options())
        record = Record(self.edition, self.names, (), tuple(self._events))
        return View(record, self.seat, self.seat, scores, options, current)
