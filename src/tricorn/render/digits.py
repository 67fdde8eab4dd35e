"""The numerals 0 to 5 as SVG paths, so that a picture needs no font and looks the same everywhere."""

from __future__ import annotations

__all__ = ["DIGITS", "SCALE", "STROKE"]

# Each numeral is 14 units high with its middle at 0,0, and drawn with a round pen STROKE units wide; on a tile it is
# scaled by SCALE.
STROKE = 2.5
SCALE = 0.92

DIGITS = (
    "M0-7C-3.1-7-4.4-4-4.4 0S-3.1 7 0 7 4.4 4 4.4 0 3.1-7 0-7Z",
    "M-2.9-4.4 1-7V7",
    "M-4.1-3.3A4.1 3.8 0 0 1 4-3.1C4-.4 1.4 1.8-4.2 7H4.5",
    "M-3.9-7H3.9L-.5-1.7A4.4 4.4 0 1 1-4.3 4.6",
    "M2 7V-7L-4.9 3.4H4.9",
    "M3.8-7H-3L-3.6-.8A4.5 4.5 0 1 1-4.3 4.5",
)
