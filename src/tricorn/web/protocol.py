"""What the server sends about tables and score sheets alike over a socket (docs/protocol.md).

The server sends plain dictionaries, whose types mypy checks; the tests validate every frame.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired

from pydantic import with_config
from pydantic_core import to_json
from typing_extensions import TypedDict

from tricorn.bonus import Bonus

__all__ = ["Frame", "Option", "Pong", "Refusal", "encode"]


@with_config(extra="forbid", strict=True)
class Frame(TypedDict):
    """A JSON object that the server sends, with exactly the declared fields."""


class Option(Frame):
    """A legal move and the points it scores; the client sends `move` back unchanged."""

    move: str
    points: int
    tile: NotRequired[str]
    cell: NotRequired[str]
    bonus: NotRequired[Bonus | None]
    shows: NotRequired[str]


class Refusal(Frame):
    """The message with this id was refused; if the id is null, the socket is closed. `message`: the reason's id."""

    type: Literal["refused"]
    id: str | None
    reason: str
    code: str
    message: str | None


class Pong(Frame):
    type: Literal["pong"]


def encode(frame: Any) -> str:
    """A frame as text."""
    return to_json(frame).decode()
