"""The HTTP responses about tables, records and reviews (docs/protocol.md)."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

from tricorn.web.protocol import Frame
from tricorn.web.tables.info import Phase

__all__ = [
    "Done",
    "Hint",
    "Joined",
    "Listed",
    "Mine",
    "Moved",
    "NonceReceipt",
    "Problem",
    "PushKey",
    "Reason",
    "RecordSummary",
    "ReviewBegun",
    "ReviewProgress",
    "TableMade",
]


class TableMade(BaseModel):
    """The new table's code, the caller's seat (null if only watching), its key, the commitment to the first deals."""

    code: str
    seat: int | None
    key: str
    commit: str


class Joined(BaseModel):
    """The seat taken and the key that proves it."""

    seat: int
    key: str


class NonceReceipt(BaseModel):
    """The receipt of a nonce that will be in the deal; null if it came too late or was not the device's first."""

    ok: Literal[True] = True
    receipt: str | None


class Moved(BaseModel):
    """The number of the move's line."""

    n: int


class Reason(BaseModel):
    """Why a move is good or bad: an English template, its plural form `other`, and the values of its fields.

    `seat` is the number of a seat, `percent` a chance, `count` the number that the plural depends on.
    """

    text: str
    other: str | None = None
    values: dict[str, int | str]


class ReviewBegun(BaseModel):
    """The id to request a review by."""

    id: str


class ReviewProgress(BaseModel):
    """How many lines of a game have been reviewed; `of` is 0 while the review waits in the queue."""

    done: int
    of: int


class Hint(BaseModel):
    """The best move for the seat on turn, its chance of winning the game, and reasons; a forced move has neither."""

    move: str
    chance: float | None
    reasons: list[Reason]


class PushKey(BaseModel):
    """The key that browsers subscribe with; null if this server sends no notifications."""

    key: str | None


class Done(BaseModel):
    ok: Literal[True] = True


class Listed(BaseModel):
    """A table whose host has listed it."""

    code: str
    edition: str
    seats: int
    open: int
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


class Problem(BaseModel):
    """Why a request was refused: a sentence for people, a word for programs, the id of the rules' message."""

    error: str
    code: str
    message: str | None


class RecordSummary(Frame):
    """The game of a valid record; `winner` is null if the game is not over."""

    edition: str
    names: list[str]
    rounds: int
    scores: list[int]
    winner: int | None
