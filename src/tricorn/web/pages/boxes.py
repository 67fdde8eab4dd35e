"""How to tell from a box, or from its rulebook, which edition it is: players, language, year."""

from __future__ import annotations

import re
from typing import NamedTuple

from tricorn.editions import EDITIONS, Edition

__all__ = ["Box", "boxes"]

_LANGUAGES = {"spanish": "es"}  # the others are in English
_NAMES = {"en": "English", "es": "Español"}  # as their readers call them


class Box(NamedTuple):
    """What a box or its rulebook says. The year is None where none is printed."""

    edition: Edition
    language: str  # its code
    year: int | None

    @property
    def language_name(self) -> str:
        return _NAMES[self.language]


def boxes() -> list[Box]:
    """A box for each edition."""
    return [_box(edition) for edition in EDITIONS.values()]


def _box(edition: Edition) -> Box:
    year = re.search(r"\b(?:19|20)[0-9]{2}\b", edition.rulebook)
    return Box(edition, _LANGUAGES.get(edition.id, "en"), None if year is None else int(year[0]))
