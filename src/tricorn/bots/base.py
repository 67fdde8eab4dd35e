"""The interface of a bot: it chooses a legal move from a view, a budget and a generator, and nothing else."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from tricorn.core.compile import Ints
from tricorn.errors import TricornError
from tricorn.messages import Message
from tricorn.moves import Move
from tricorn.round import Round
from tricorn.view import View

__all__ = ["Bot", "Budget", "round_on_turn"]


class Budget(NamedTuple):
    """How long a bot thinks about one choice: sampled worlds and seconds, whichever limit is reached first."""

    worlds: int | None = None
    seconds: float | None = None


class Bot(Protocol):
    """A player. The same view, budget and generator state always give the same choice."""

    @property
    def name(self) -> str:
        """What the bot is called."""
        ...

    def choose(self, view: View, budget: Budget | None, rng: Ints) -> Move:
        """A legal move for the seat of the view; without a budget, the bot uses its own."""
        ...


def round_on_turn(view: View) -> Round:
    """The round as the view's seat knows it; refused if it is not this seat's turn."""
    if view.seat is None:
        raise TricornError(Message.SPECTATOR_MOVES)
    current = view.round
    if current is None or view.turn != view.seat:
        raise TricornError(Message.NOT_ON_TURN, name=view.names[view.seat])
    if current.hidden[view.seat]:
        raise TricornError(Message.HAND_UNKNOWN, seat=view.names[view.seat])
    if not view.options:
        raise TricornError(Message.CELL_UNKNOWN)
    return current
