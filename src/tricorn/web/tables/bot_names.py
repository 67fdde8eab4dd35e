"""What bots are called where people play against them: a few names for each level, the same in all languages."""

from __future__ import annotations

__all__ = ["BOT_NAMES"]

# As many names for each level as there can be bots at a table.
BOT_NAMES = {
    "easy": ("Pip", "Momo", "Dot", "Lulu", "Kiko"),
    "medium": ("Otto", "Juno", "Milo", "Ivy", "Finn"),
    "hard": ("Vega", "Bruno", "Nova", "Iris", "Rex"),
    "expert": ("Euclid", "Ada", "Pascal", "Emmy", "Gauss"),
}
