"""Compares players with our own bots, by how much they lose per choice."""

from __future__ import annotations

__all__ = ["SCALE", "level_of"]

# The error rates of the levels, two players, pressman-classic: benchmarks/review_levels.py.
SCALE = {"expert": 0.0009, "hard": 0.0074, "medium": 0.0152, "easy": 0.0199}


def level_of(error_rate: float) -> str:
    """The level with the nearest error rate."""
    return min(SCALE, key=lambda level: abs(SCALE[level] - error_rate))
