"""Compares players with our own bots, by how much they lose per choice."""

from __future__ import annotations

__all__ = ["SCALE", "level_of"]

# The error rates of the levels, two players, pressman-classic: benchmarks/review_levels.py.
SCALE = {"expert": 0.0011, "hard": 0.0089, "medium": 0.0146, "easy": 0.0190}


# With fewer real choices an error rate says nothing about a player.
_MIN_CHOICES = 20


def level_of(error_rate: float | None, choices: int) -> str | None:
    """The level with the nearest error rate; None for too few choices to tell."""
    if error_rate is None or choices < _MIN_CHOICES:
        return None
    return min(SCALE, key=lambda level: abs(SCALE[level] - error_rate))
