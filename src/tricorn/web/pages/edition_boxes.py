"""What the box or the rulebook of an edition says, by which people recognise theirs: players, language, year."""

from __future__ import annotations

import re
from typing import NamedTuple

from babel import Locale

from tricorn.editions import EDITIONS, Edition, rulebook_language

__all__ = ["EditionBox", "edition_boxes"]


class EditionBox(NamedTuple):
    """What is printed on the box of an edition or in its rulebook; the year is None if none is printed."""

    edition: Edition
    language: str  # a code
    year: int | None

    @property
    def language_name(self) -> str:
        """The language as its readers call it."""
        return (Locale(self.language).language_name or self.language).capitalize()


def edition_boxes() -> list[EditionBox]:
    """A box for each edition."""
    return [_box(edition) for edition in EDITIONS.values()]


def _box(edition: Edition) -> EditionBox:
    year = re.search(r"\b(?:19|20)[0-9]{2}\b", edition.rulebook)
    return EditionBox(edition, rulebook_language(edition), None if year is None else int(year[0]))
