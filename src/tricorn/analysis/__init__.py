"""The coach: values of moves with their reasons, and reviews of whole games."""

from __future__ import annotations

from tricorn.analysis.review import Review, review
from tricorn.bots.values import Analysis, MoveValue, analyse

__all__ = ["Analysis", "MoveValue", "Review", "analyse", "review"]
