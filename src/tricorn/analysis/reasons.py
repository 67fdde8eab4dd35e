"""A reason of an analysis as data, for pages that have the catalogue."""

from __future__ import annotations

from typing import Any

from tricorn.messages import Phrase, Seat

__all__ = ["reason_data"]


def reason_data(phrase: Phrase) -> dict[str, Any]:
    """A reason as the template, its plural if it has one, and the figures."""
    values = {name: _plain(value) for name, value in phrase.params.items()}
    template, *other = phrase.message.forms
    return {"text": template, "values": values} | ({"other": other[0]} if other else {})


def _plain(value: object) -> int | str:
    if isinstance(value, Seat):
        return value.index
    return value if isinstance(value, int) else str(value)
