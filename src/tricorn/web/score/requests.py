"""What clients send about score sheets (docs/protocol.md)."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from tricorn.editions import DEFAULT_EDITION
from tricorn.web.requests import Id, Name, Number, RequestBody

__all__ = ["Change", "NewSheet", "Offer"]


class NewSheet(RequestBody):
    """A new score sheet: an edition and the players' names, clockwise; or a record to continue."""

    edition: str = Field(default=DEFAULT_EDITION, max_length=1_000)
    names: list[Name] = Field(default_factory=lambda: ["", ""], min_length=2, max_length=6)
    record: str | None = Field(None, max_length=60_000)


class Change(RequestBody):
    """A change (`add A 1-4-4`, `replace 3 A =8`, `undo`), a unique id, and the last change that the client knows."""

    change: Annotated[str, Field(max_length=2_500)]
    id: Id | None = None
    after: Number | None = None


class Offer(RequestBody):
    """Whether anybody who follows the sheet may take the pencil."""

    offered: bool
