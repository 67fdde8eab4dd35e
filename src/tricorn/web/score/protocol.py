"""The JSON that clients and the server exchange about score sheets, over HTTP and sockets (docs/protocol.md)."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from pydantic import BaseModel, Field

from tricorn.bonus import Bonus
from tricorn.editions import DEFAULT_EDITION
from tricorn.web.protocol import Frame, Option, Pong, Refusal
from tricorn.web.requests import Id, Name, Number, RequestBody

__all__ = [
    "AnySheetFrame",
    "Cells",
    "Challenge",
    "Change",
    "Changed",
    "EntryKind",
    "MySheet",
    "NewSheet",
    "Offer",
    "Pencil",
    "PlacedTile",
    "RoundEnd",
    "Ruling",
    "Sheet",
    "SheetLine",
    "SheetLines",
    "SheetMade",
    "SheetNow",
    "SheetOver",
    "SheetPrompt",
    "SheetRules",
    "SheetView",
]

EntryKind = Literal["place", "draw", "pass", "left", "out", "blocked"]


# What clients send.


class NewSheet(RequestBody):
    """A new score sheet: an edition and the players' names, clockwise; or a record to continue."""

    edition: str = Field(default=DEFAULT_EDITION, max_length=1_000)
    names: list[Name] = Field(default_factory=lambda: ["", ""], min_length=2, max_length=6)
    record: str | None = Field(None, max_length=60_000)


class Change(RequestBody):
    """A change (`add A 1-4-4`, `replace 3 A =8`, `undo`), a unique id, and the last change that the client knows."""

    change: Annotated[str, Field(max_length=420)]
    id: Id | None = None
    after: Number | None = None


class Offer(RequestBody):
    """Whether anybody who follows the sheet may take the pencil."""

    offered: bool


# What the server answers over HTTP.


class SheetMade(BaseModel):
    """The new sheet's code, and the key that is its pencil."""

    code: str
    key: str


class Changed(BaseModel):
    """The number of the change."""

    n: int


class Pencil(BaseModel):
    """The device's new key; null if its own key now holds the pencil."""

    key: str | None


class MySheet(BaseModel):
    """A sheet that one of the keys belongs to."""

    code: str
    edition: str
    names: list[str]
    over: bool
    created: float
    touched: float


# What the server sends over a socket.


class SheetRules(Frame):
    """The rules that a client shows."""

    target: int
    bonus_points: dict[Bonus, int]
    draw_penalty: int
    show_triple: bool


class Sheet(Frame):
    """The sheet. `writing`: the client has the pencil; `made`: it created the sheet; `following`: connected clients."""

    type: Literal["sheet"]
    code: str
    edition: str
    names: list[str]
    writing: bool
    made: bool
    offered: bool
    following: int
    rules: SheetRules


class RoundEnd(Frame):
    """The end of a round, with the line that completed it."""

    what: Literal["out", "blocked"]
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

    what: Literal["start", "play", "left", "over"]
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

    `added`: how many of the latest changes each added one line at the end.
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
    added: int
    problems: int
    over: SheetOver | None


class SheetLines(Frame):
    """Lines from number `first` on, which replace any that the client has from there, and the state after them."""

    type: Literal["lines"]
    first: int
    lines: list[SheetLine]
    now: SheetNow


AnySheetFrame = Annotated[Sheet | SheetLines | Refusal | Pong, Field(discriminator="type")]


class SheetView(Frame):
    """The sheet with all its lines and the current state."""

    sheet: Sheet
    lines: list[SheetLine]
    now: SheetNow


class Cells(Frame):
    """Where a tile fits, with points and bonus."""

    tile: str
    seen: bool
    located: bool
    placed: list[PlacedTile]
    options: list[Option]


class Ruling(Frame):
    id: str
    title: str
    text: str
    note: str


class Challenge(Frame):
    """A challenged placement: the table before it, the answer, the rulings."""

    placed: list[PlacedTile]
    place: PlacedTile | None
    possible: bool
    sentences: list[str]
    rulings: list[Ruling]
