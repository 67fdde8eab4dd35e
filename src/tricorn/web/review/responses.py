"""The HTTP responses about reviews (docs/protocol.md)."""

from __future__ import annotations

from pydantic import BaseModel

__all__ = ["ReviewBegun", "ReviewProgress"]


class ReviewBegun(BaseModel):
    """The id to request a review by."""

    id: str


class ReviewProgress(BaseModel):
    """How many lines of a game have been reviewed; `of` is 0 while the review waits in the queue."""

    done: int
    of: int
