"""The contrast of two colours, by WCAG 2."""

from __future__ import annotations


def linear(colour: str) -> list[float]:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def contrast(one: str, other: str) -> float:
    """The contrast of WCAG 2: from 1 to 21."""
    low, high = sorted(
        0.2126 * red + 0.7152 * green + 0.0722 * blue for red, green, blue in (linear(one), linear(other))
    )
    return (high + 0.05) / (low + 0.05)
