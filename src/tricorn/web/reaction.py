"""The pictures that people at a table can send each other; the page has a drawing and a word for each."""

from __future__ import annotations

from typing import Literal

__all__ = ["Reaction"]

Reaction = Literal["bravo", "wow", "laugh", "sad", "hmm", "thanks"]
