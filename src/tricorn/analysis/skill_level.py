"""Compares a player's error rate with those of the bots."""

from __future__ import annotations

__all__ = ["ERROR_RATES", "nearest_level"]

# The error rates of the levels with two players under pressman-classic, from benchmarks/review_levels.py.
ERROR_RATES = {"expert": 0.0011, "hard": 0.0089, "medium": 0.0146, "easy": 0.0190}

# With fewer real choices, an error rate says too little about a player.
_MIN_CHOICES = 20


def nearest_level(error_rate: float | None, choices: int) -> str | None:
    """The level of the bots with the nearest error rate; None if there are too few choices to tell."""
    if error_rate is None or choices < _MIN_CHOICES:
        return None
    return min(ERROR_RATES, key=lambda level: abs(ERROR_RATES[level] - error_rate))
