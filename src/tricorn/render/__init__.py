"""Pictures of the table: text for a terminal, SVG for pages and notebooks, PNG for everything else."""

from __future__ import annotations

from tricorn.render.png import png
from tricorn.render.position import Drawn, Position
from tricorn.render.svg import Theme, svg
from tricorn.render.text import NUMBER_STYLES, Area, area_of, text

__all__ = [
    "NUMBER_STYLES",
    "Area",
    "Drawn",
    "Position",
    "Theme",
    "area_of",
    "png",
    "svg",
    "text",
]
