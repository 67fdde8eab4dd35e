"""The HTTP responses that belong to no table, score sheet or review (docs/protocol.md)."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

from tricorn.web.protocol import Frame

__all__ = ["Compiling", "Done", "Problem", "RecordSummary"]


class Done(BaseModel):
    ok: Literal[True] = True


class Compiling(BaseModel):
    """How much of the rules the server has compiled, in percent; null if it is not compiling."""

    percent: int | None


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
