"""What one seat has seen of a game in the arena, kept up event by event, and the views cut from it.

`Game.view` cuts the whole record anew and a view replays its round; a bot that is asked some hundred times a
game would wait longer for that than it thinks. Here both are carried on from choice to choice.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from tricorn.editions import Edition
from tricorn.moves import Option
from tricorn.record import Event, Number, Receipt, Record, RoundStart, Score, Secret, Winner
from tricorn.round import Round
from tricorn.view import View, redact

__all__ = ["Seen"]


class Seen:
    """The record of a game as one seat may see it. It holds nothing that the seat may not see."""

    def __init__(self, edition: Edition, names: tuple[str, ...], seat: int) -> None:
        self.edition = edition
        self.names = names
        self.seat = seat
        self.events: list[Event] = []
        self._round: Round | None = None
        self._applied = 0  # how many of the events have gone into the round

    def add(self, events: Iterable[Event]) -> None:
        """Take in what happened, cut for this seat."""
        self.events += [redact(event, self.seat) for event in events]

    def view(self, scores: tuple[int, ...], options: tuple[Option, ...] | None) -> View:
        """The view of this seat, whose turn it is; without options they are worked out from what it sees."""
        view = _View(self, scores)
        if options is not None:
            vars(view).update(options=options)
        return view

    def round_after(self, number: int) -> Round | None:
        """A copy of the round as it stood after so many events; None if it has gone on since."""
        if number < self._applied:
            return None
        for event in self.events[self._applied : number]:
            if isinstance(event, RoundStart):
                self._round = Round(self.edition, len(self.names), event.number)
            elif self._round is not None and not isinstance(event, Receipt | Number | Score | Secret | Winner):
                self._round.apply(event)
        self._applied = number
        return None if self._round is None else self._round.copy()


class _View(View):
    """A view that works its round and its lawful moves out when the bot looks at them."""

    def __init__(self, seen: Seen, scores: tuple[int, ...]) -> None:
        source = Record(seen.edition, seen.names, (), tuple(seen.events))
        # The parent is frozen, and its parts are plain attributes.
        vars(self).update(source=source, seat=seen.seat, turn=seen.seat, scores=scores, _seen=seen)

    @cached_property
    def round(self) -> Round | None:
        seen: Seen = vars(self)["_seen"]
        current = seen.round_after(len(self.source.events))
        # A bot may look at a view again when the game has gone on.
        return current or View(self.source, self.seat, self.turn, self.scores, ()).round

    @cached_property
    def options(self) -> tuple[Option, ...]:
        return () if self.round is None else tuple(self.round.options())
