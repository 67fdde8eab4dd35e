"""Analysis of moves and games: values with reasons, reviews, hints, lessons and puzzles."""

from __future__ import annotations

from tricorn.analysis.review import Review, review
from tricorn.bots.values import Analysis, MoveValue, analyse

__all__ = ["Analysis", "MoveValue", "Review", "analyse", "review"]
