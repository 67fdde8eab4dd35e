"""The reasons of an analysis as data; a page translates them with its own catalogue."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tricorn.messages import Phrase
from tricorn.wording import Seat

__all__ = ["reason_data", "reason_values"]


def reason_data(phrase: Phrase) -> dict[str, Any]:
    """A reason as its template, its plural if it has one, and its values."""
    template, *plural = phrase.message.forms
    return {"text": template, "values": reason_values(phrase)} | ({"other": plural[0]} if plural else {})


def reason_values(phrase: Phrase, nested: Callable[[Phrase], Any] = reason_data) -> dict[str, Any]:
    """The values of a reason by name, as JSON types; a value that is a reason itself as `nested` writes it."""
    return {name: _plain(value, nested) for name, value in phrase.params.items()}


def _plain(value: object, nested: Callable[[Phrase], Any]) -> Any:
    if isinstance(value, Phrase):
        return nested(value)
    if isinstance(value, Seat):
        return value.index
    return value if isinstance(value, int) else str(value)
