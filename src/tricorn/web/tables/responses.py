"""The HTTP responses about tables (docs/protocol.md)."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

from tricorn.web.tables.info import Phase

__all__ = [
    "Hint",
    "Joined",
    "Listed",
    "Mine",
    "Moved",
    "NonceReceipt",
    "PushKey",
    "Reason",
    "TableMade",
]


class TableMade(BaseModel):
    """The new table's code, the caller's seat (null if only watching), its key, the commitment to the first deals."""

    code: str
    seat: int | None
    key: str
    commit: str


class Joined(BaseModel):
    """The seat taken and the key that proves it; null if it is the key that the caller came with."""

    seat: int
    key: str | None


class NonceReceipt(BaseModel):
    """The receipt of a nonce that will be in the deal; null if it came too late or was not the device's first."""

    ok: Literal[True] = True
    receipt: str | None


class Moved(BaseModel):
    """The number of the move's line."""

    n: int


class Reason(BaseModel):
    """Why a move is good or bad: an English template, its plural form `other`, and the values of its fields.

    `seat` is the number of a seat, `percent` a chance, `count` the number that the plural depends on. A value may be a
    part of the sentence with values of its own: `move`, which is compared, and its `drawback`.
    """

    text: str
    other: str | None = None
    values: dict[str, int | str | Reason]


class Hint(BaseModel):
    """The best move for the seat on turn, its chance of winning the game, and reasons; a forced move has neither."""

    move: str
    chance: float | None
    reasons: list[Reason]


class PushKey(BaseModel):
    """The key that browsers subscribe with; null if this server sends no notifications."""

    key: str | None


class Listed(BaseModel):
    """A table whose host has listed it. `free`: how many more people can sit down."""

    code: str
    edition: str
    free: int
    started: bool
    names: list[str]


class Mine(BaseModel):
    """A table that one of the keys belongs to. `turn`: whether it is the turn of one of the keys."""

    code: str
    edition: str
    names: list[str]
    phase: Phase
    you: list[int]
    turn: bool
    touched: float
