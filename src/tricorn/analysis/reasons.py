"""The words for why a move is good or bad; bots/reasons.py finds the reasons."""

from __future__ import annotations

from typing import Any

from tricorn.bots.reasons import CODES, MOST_REASONS, NOTHING, REASON_SIZE, Reasons
from tricorn.core.compile import Ints
from tricorn.messages import Phrase, Seat
from tricorn.tiles import TILES

__all__ = ["phrases_of", "reason_data"]


def phrases_of(reasons: Reasons, index: int) -> tuple[Phrase, ...]:
    """The reasons for or against a choice."""
    first = index * MOST_REASONS * REASON_SIZE
    rows = range(first, first + MOST_REASONS * REASON_SIZE, REASON_SIZE)
    return tuple(_phrase(reasons.found, at) for at in rows if reasons.found[at] != NOTHING)


def _phrase(found: Ints, at: int) -> Phrase:
    message, fields = CODES[found[at]]
    assert message is not None
    values = {field: _value(field, found[at + place]) for place, field in enumerate(fields, 1)}
    return message(**values)


def _value(field: str, figure: int) -> object:
    if field == "seat":
        return Seat(figure)
    return TILES[figure] if field == "tile" else figure


def reason_data(phrase: Phrase) -> dict[str, Any]:
    """A reason for a page that has the catalogue: the template, its plural if it has one, and the figures."""
    values = {name: _plain(value) for name, value in phrase.params.items()}
    template, *other = phrase.message.forms
    return {"text": template, "values": values} | ({"other": other[0]} if other else {})


def _plain(value: object) -> int | str:
    if isinstance(value, Seat):
        return value.index
    return value if isinstance(value, int) else str(value)
