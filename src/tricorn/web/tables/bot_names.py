"""The names of bots at tables: some for each level, the same in all languages."""

from __future__ import annotations

from tricorn.bots import ADAPTIVE

__all__ = ["BOT_NAMES"]

# Each level has as many names as there can be bots at a table.
BOT_NAMES = {
    ADAPTIVE: ("Robin", "Kim", "Sasha", "Noa", "Alex"),
    "gentle": ("Rosa", "Hugo", "Alma", "Theo", "Nell"),
    "easy": ("Pip", "Momo", "Dot", "Lulu", "Kiko"),
    "medium": ("Otto", "Juno", "Milo", "Ivy", "Finn"),
    "hard": ("Vega", "Bruno", "Nova", "Iris", "Rex"),
    "expert": ("Euclid", "Ada", "Pascal", "Emmy", "Gauss"),
}
