"""The reasons of an analysis as data; a page translates them with its own catalogue."""

from __future__ import annotations

from typing import Any

from tricorn.messages import Phrase
from tricorn.wording import Seat

__all__ = ["reason_data", "reason_values"]


def reason_data(phrase: Phrase) -> dict[str, Any]:
    """A reason as its template, its plural if it has one, and its values."""
    template, *plural = phrase.message.forms
    return {"text": template, "values": reason_values(phrase)} | ({"other": plural[0]} if plural else {})


def reason_values(phrase: Phrase) -> dict[str, int | str]:
    """The values of a reason by name, as JSON types."""
    return {name: _plain(value) for name, value in phrase.params.items()}


def _plain(value: object) -> int | str:
    if isinstance(value, Seat):
        return value.index
    return value if isinstance(value, int) else str(value)
