"""The bonuses: what a placement can earn beyond its sum, and how each is written, abbreviated and named.

This is the only list of them; docs/architecture.md says how to add one.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple, TypeAlias

from tricorn.errors import TricornError
from tricorn.messages import Message
from tricorn.wording import quoted

__all__ = ["PLAIN", "SHAPES", "Bonus", "PointsByShape", "from_shape", "to_shape"]


class Bonus(StrEnum):
    """A bonus, by its word in the record. A placement without one has the bonus None.

    Those for hexagons come last; statistics count all others as bridges.

    >>> Bonus("hexagon2").label, Bonus.BRIDGE.short
    ('two hexagons', 'b')
    """

    BRIDGE = "bridge"
    BESIDE = "beside"
    HEXAGON = "hexagon"
    HEXAGON2 = "hexagon2"
    HEXAGON3 = "hexagon3"

    @classmethod
    def _missing_(cls, value: object) -> Bonus:
        raise TricornError(Message.BONUS_WRITTEN, bonuses=", ".join(cls), text=quoted(value, 40))

    @property
    def shape(self) -> int:
        """Its shape, the number that the core has for it, from 1."""
        return _BY_SHAPE.index(self)

    @property
    def short(self) -> str:
        """Its abbreviation, to type."""
        return _DETAILS[self].short

    @property
    def label(self) -> str:
        """Its name, to read."""
        return _DETAILS[self].label

    @property
    def hexagons(self) -> int:
        """How many hexagons it closes."""
        return _DETAILS[self].hexagons

    @property
    def made(self) -> Message:
        """How a challenge says that a placement makes it; `BESIDE` takes the number of `sides`."""
        return _DETAILS[self].made

    @property
    def entered(self) -> Message:
        """How a challenge says that a placement was entered with it."""
        return _DETAILS[self].entered

    @property
    def scored(self) -> Message:
        """How a reason says that a placement makes it."""
        return _DETAILS[self].scored

    @property
    def opened(self) -> Message:
        """How a reason says that a move leaves it to another player more often than the best move does."""
        return _DETAILS[self].opened


class _Details(NamedTuple):
    short: str
    label: str
    hexagons: int
    made: Message
    entered: Message
    scored: Message
    opened: Message


_BRIDGE_REASONS = (Message.REASON_BRIDGE, Message.REASON_OPENS_BRIDGE)
_BESIDE_REASONS = (Message.REASON_BESIDE, Message.REASON_OPENS_BESIDE)
_HEXAGON_REASONS = (Message.REASON_HEXAGON, Message.REASON_OPENS_HEXAGON)

_DETAILS = {
    Bonus.BRIDGE: _Details("b", "bridge", 0, Message.MAKES_BRIDGE, Message.ENTERED_BRIDGE, *_BRIDGE_REASONS),
    Bonus.BESIDE: _Details("s", "beside a bridge", 0, Message.MAKES_BESIDE, Message.ENTERED_BESIDE, *_BESIDE_REASONS),
    Bonus.HEXAGON: _Details("h", "hexagon", 1, Message.MAKES_HEXAGON, Message.ENTERED_HEXAGON, *_HEXAGON_REASONS),
    Bonus.HEXAGON2: _Details(
        "h2", "two hexagons", 2, Message.MAKES_HEXAGON2, Message.ENTERED_HEXAGON2, *_HEXAGON_REASONS
    ),
    Bonus.HEXAGON3: _Details(
        "h3", "three hexagons", 3, Message.MAKES_HEXAGON3, Message.ENTERED_HEXAGON3, *_HEXAGON_REASONS
    ),
}

PLAIN = 0  # the shape of a placement without a bonus
_BY_SHAPE: tuple[Bonus | None, ...] = (None, *Bonus)
SHAPES = len(_BY_SHAPE)
PointsByShape: TypeAlias = tuple[int, int, int, int, int, int]  # one figure per shape


def from_shape(shape: int) -> Bonus | None:
    """The bonus of a shape; None for `PLAIN`."""
    return _BY_SHAPE[shape]


def to_shape(bonus: Bonus | None) -> int:
    """The shape of a bonus; `PLAIN` for None."""
    return PLAIN if bonus is None else bonus.shape
