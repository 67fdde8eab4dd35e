"""The bonuses: what a placement can make beyond its sum, and how each is written, typed and named.

This is the only list of them. Adding one is described in docs/architecture.md.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple, TypeAlias

from tricorn.errors import TricornError
from tricorn.messages import Message, quoted

__all__ = ["PLAIN", "SHAPES", "Bonus", "PointsByShape", "from_shape", "to_shape"]


class Bonus(StrEnum):
    """A bonus, by its word in the record. A placement without one has the bonus None.

    Those that close hexagons come last; statistics count all others as bridges.

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
        """Its number in the core, from 1."""
        return _BY_SHAPE.index(self)

    @property
    def short(self) -> str:
        """What a person types for it."""
        return _DETAILS[self].short

    @property
    def label(self) -> str:
        """What a person reads."""
        return _DETAILS[self].label

    @property
    def hexagons(self) -> int:
        """How many hexagons it closes."""
        return _DETAILS[self].hexagons

    @property
    def made(self) -> Message:
        """How a challenge says that a placement made it; for two sides matched it says how many."""
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
    def left(self) -> Message:
        """How a reason says that a placement leaves it to the next player."""
        return _DETAILS[self].left


class _Details(NamedTuple):
    short: str
    label: str
    hexagons: int
    made: Message
    entered: Message
    scored: Message
    left: Message


_BRIDGE_REASONS = (Message.REASON_BRIDGE, Message.REASON_LEAVES_BRIDGE)
_BESIDE_REASONS = (Message.REASON_BESIDE, Message.REASON_LEAVES_BESIDE)
_HEXAGON_REASONS = (Message.REASON_HEXAGON, Message.REASON_LEAVES_HEXAGON)

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
PointsByShape: TypeAlias = tuple[int, int, int, int, int, int]  # as many as there are shapes


def from_shape(shape: int) -> Bonus | None:
    """The bonus with this number in the core."""
    return _BY_SHAPE[shape]


def to_shape(bonus: Bonus | None) -> int:
    """The number in the core of a bonus, or of none."""
    return PLAIN if bonus is None else bonus.shape
