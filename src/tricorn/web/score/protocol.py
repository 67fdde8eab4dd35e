"""What the server sends about score sheets over a socket (docs/protocol.md).

`requests.py` is what clients send, `responses.py` what the server sends over HTTP.
"""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from pydantic import Field

from tricorn.bonus import Bonus
from tricorn.web.protocol import Frame, Pong, Refusal

__all__ = [
    "EntryKind",
    "PlacedTile",
    "RoundEnd",
    "Sheet",
    "SheetFrame",
    "SheetLine",
    "SheetLines",
    "SheetNow",
    "SheetOver",
    "SheetPrompt",
    "SheetRules",
    "SheetView",
]

EntryKind = Literal["place", "draw", "pass", "left", "out", "blocked", "points"]


class SheetRules(Frame):
    """The rules that a client shows. `bonus_points` has the bonuses that can be earned."""

    target: int
    rounds: int | None
    start: Literal["triple", "choice"]
    scoring: Literal["numbers", "tiles"]
    bonus_points: dict[Bonus, int]
    draw_penalty: int
    show_triple: bool


class Sheet(Frame):
    """The sheet. `writing`: the client has the pencil; `made`: it created the sheet.

    `following`: how many other clients are connected. `next`: the code of the sheet of the next game, to which those
    who follow this one go.
    """

    type: Literal["sheet"]
    code: str
    edition: str
    names: list[str]
    writing: bool
    made: bool
    offered: bool
    following: int
    next: str | None
    rules: SheetRules


class RoundEnd(Frame):
    """The end of a round, with the line that completed it; `points`: only the players' points were entered."""

    what: Literal["out", "blocked", "points"]
    seat: int | None
    points: int


class SheetLine(Frame):
    """A line of the sheet. `reason`: why the rules refuse it; `overruled`: whether the table insists on it anyway."""

    number: int
    round: int
    entry: str
    seat: int | None
    what: EntryKind
    tile: str | None
    cell: NotRequired[str | None]
    numbers: NotRequired[list[int]]
    shows: NotRequired[str | None]
    sum: NotRequired[int]
    bonus: Bonus | None
    points: int
    scores: list[int]
    reason: str | None
    overruled: bool
    counted: bool
    end: RoundEnd | None


class SheetPrompt(Frame):
    """What is entered next, and for which seats."""

    what: Literal["start", "play", "left", "points", "over"]
    seats: list[int]


class PlacedTile(Frame):
    """A tile on the table whose cell is known."""

    tile: str
    bonus: Bonus | None
    cell: str
    numbers: list[int]


class SheetOver(Frame):
    winner: int
    reason: str


class SheetNow(Frame):
    """The state after change `n`. `pass_cost`: what a pass by the seat on turn costs now.

    `added`: how many lines each of the latest changes added, if it only added some at the end.
    """

    n: int
    round: int
    asked: SheetPrompt
    scores: list[int]
    located: bool
    pass_cost: int
    unseen: list[str]
    placed: list[PlacedTile]
    held: list[int]
    undo: bool
    redo: bool
    added: list[int]
    problems: int
    over: SheetOver | None


class SheetLines(Frame):
    """Lines from number `first` on, which replace any that the client has from there, and the state after them."""

    type: Literal["lines"]
    first: int
    lines: list[SheetLine]
    now: SheetNow


SheetFrame = Annotated[Sheet | SheetLines | Refusal | Pong, Field(discriminator="type")]


class SheetView(Frame):
    """The sheet with all its lines and the current state."""

    sheet: Sheet
    lines: list[SheetLine]
    now: SheetNow
