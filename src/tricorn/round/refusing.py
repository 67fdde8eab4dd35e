"""Turns the core's refusal of an event, a code with figures, into an error (core/refusals.py)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from tricorn.bonus import from_shape
from tricorn.core.compile import Ints
from tricorn.core.events import FIGURES
from tricorn.core.layout import OUT
from tricorn.core.refusals import REFUSALS, SUM_OF_TILE, Field, Words
from tricorn.core.rules import NOBODY
from tricorn.errors import IllegalMove, Mismatch, TricornError
from tricorn.messages import Message, either
from tricorn.moves import Move
from tricorn.record import Blocked, Out, Placed, RoundEvent, Summed, TableEvent
from tricorn.round.encoding import tile_or_none
from tricorn.tiles import TILES
from tricorn.wording import Line, Seat, quoted

__all__ = ["refusal"]


def refusal(code: int, event: RoundEvent, encoded: Ints, move_of: Callable[[int], Move] | None = None) -> TricornError:
    """The error for an event that the core refuses; `move_of` gives the move of a choice, if a figure can be one."""
    expected, found = REFUSALS[code]
    figures = iter(encoded[FIGURES + index] for index in range(6))
    fields = _Fields(event, figures, move_of)
    if found is None:
        assert expected.message is not None
        return IllegalMove(expected.message, **fields.params(expected))
    return Mismatch(fields.value(expected), fields.value(found))


class _Fields:
    """The values of fields, each made from the event or from the next figure."""

    def __init__(self, event: RoundEvent, figures: Iterator[int], move_of: Callable[[int], Move] | None) -> None:
        self.event = event
        self.figures = figures
        self.move_of = move_of

    def params(self, words: Words) -> dict[str, object]:
        """The parameters of a message."""
        return {name: self._value(field) for name, field in words.fields.items()}

    def value(self, words: Words) -> object:
        """A message with its parameters, or one field alone."""
        params = self.params(words)
        return params[""] if words.message is None else words.message(**params)

    def _value(self, field: Field) -> object:
        if field in _FROM_EVENT:
            return _FROM_EVENT[field](self.event)
        if field is Field.MOVE:
            assert self.move_of is not None
            return self.move_of(next(self.figures))
        if field is Field.EXPECTED_LINE:
            points, shape, shown = (next(self.figures) for _ in range(3))
            return quoted(_expected_line(self.event, points, shape, shown))
        if field is Field.EXPECTED_END:
            winner, points = next(self.figures), next(self.figures)
            return quoted(_expected_end(self.event, winner, points))
        return _FROM_FIGURE[field](next(self.figures))


def _expected_line(event: RoundEvent, points: int, shape: int, shown: int) -> Placed | Summed:
    assert isinstance(event, Placed | Summed)
    expected = replace(event, points=points, bonus=from_shape(shape))
    return replace(expected, shows=tile_or_none(shown)) if isinstance(expected, Placed) else expected


def _expected_end(event: RoundEvent, winner: int, points: int) -> Out | Blocked:
    if isinstance(event, Out):
        return Out(winner, points)
    return Blocked(None if winner == NOBODY else winner, points)


def _bonuses(shapes: int) -> object:
    bonuses = [from_shape(shape) for shape in range(shapes.bit_length()) if shapes >> shape & 1]
    return either([*sorted(filter(None, bonuses)), *([Message.NO_BONUS()] if None in bonuses else [])])


def _own_bonus(event: RoundEvent) -> object:
    bonus = getattr(event, "bonus", None)
    return bonus or Message.NO_BONUS()


def _plain_line(event: RoundEvent) -> Line:
    assert isinstance(event, TableEvent)
    return quoted(replace(event, anyway=False))


def _what(figure: int) -> object:
    return TILES[figure] if figure < SUM_OF_TILE else Message.TILE_WITH_SUM(sum=figure - SUM_OF_TILE)


_FROM_FIGURE: dict[Field, Callable[[int], object]] = {
    Field.SEAT: Seat,
    Field.TILE: TILES.__getitem__,
    Field.NUMBER: int,
    Field.POINTS: lambda figure: f"{figure:+d}",
    Field.PENALTY: lambda figure: f"-{figure}",
    Field.COST: lambda figure: f"-{figure}" if figure else "+0",
    Field.SUM: lambda figure: f"={figure}",
    Field.WHAT: _what,
    Field.BONUSES: _bonuses,
    Field.END: lambda figure: Line("out" if figure == OUT else "blocked"),
    Field.OUT: lambda figure: Line(f"out {Seat(figure)}"),
}
_FROM_EVENT: dict[Field, Callable[[Any], object]] = {
    Field.CELL: lambda event: event.place.cell,
    Field.PLACE: lambda event: event.place,
    Field.OWN_TILE: lambda event: event.tile,
    Field.OWN_BONUS: _own_bonus,
    Field.LINE: lambda event: event,
    Field.QUOTED_LINE: quoted,
    Field.PLAIN_LINE: _plain_line,
    Field.ANYWAY: lambda event: quoted("anyway"),
    Field.TIMEOUT: lambda event: "timeout",
}
