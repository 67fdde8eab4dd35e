"""The HTTP responses about score sheets (docs/protocol.md)."""

from __future__ import annotations

from pydantic import BaseModel

from tricorn.web.protocol import Frame, Option
from tricorn.web.score.protocol import PlacedTile

__all__ = ["Cells", "Challenge", "Changed", "MySheet", "NextSheet", "Pencil", "Ruling", "SheetMade"]


class SheetMade(BaseModel):
    """The new sheet's code, and the key that is its pencil."""

    code: str
    key: str


class NextSheet(BaseModel):
    """The code of the next game's sheet; its pencil is the key of this one's."""

    code: str


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
