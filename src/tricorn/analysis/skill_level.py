"""Compares a player's error rate with those of the bots."""

from __future__ import annotations

__all__ = ["ADDED_CHOICES", "ERROR_RATES", "MIN_CHOICES", "nearest_level"]

# The error rates of the levels with two players under pressman-classic, from benchmarks/review_levels.py.
ERROR_RATES = {"expert": 0.0011, "hard": 0.0089, "medium": 0.0146, "easy": 0.0190, "gentle": 0.0292}

# With fewer real choices, an error rate says too little about a player.
MIN_CHOICES = 20

# The losses of a single game vary too much to tell the levels apart: so many choices of a medium player are added to
# those of the player. So only somebody who makes some 60 choices without a loss is called an expert.
ADDED_CHOICES = 30


def nearest_level(error_rate: float | None, choices: int) -> str | None:
    """The level of the bots with the nearest error rate, judged with caution; None with too few choices to tell."""
    if error_rate is None or choices < MIN_CHOICES:
        return None
    losses = error_rate * choices + ERROR_RATES["medium"] * ADDED_CHOICES
    cautious = losses / (choices + ADDED_CHOICES)
    return min(ERROR_RATES, key=lambda level: abs(ERROR_RATES[level] - cautious))
