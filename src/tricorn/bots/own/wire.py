"""The protocol of bots in separate processes: a line of JSON for each decision, the view in and a move out.

docs/your-own-bot.md describes it.
"""

from __future__ import annotations

import json
from typing import Any

from tricorn.bonus import Bonus
from tricorn.moves import Option, parse_move
from tricorn.record import parse_record
from tricorn.view import View

__all__ = ["PROTOCOL", "fields_of", "line_of", "view_from"]

PROTOCOL = 1  # a bot says it in its first line: {"ready": 1}


def line_of(fields: dict[str, Any]) -> bytes:
    """A message as one line."""
    return json.dumps(fields, separators=(",", ":")).encode() + b"\n"


def fields_of(view: View, seconds: float, seed: int) -> dict[str, Any]:
    """What a bot is sent: the view of its seat, its time limit, and a seed for its random choices."""
    assert view.round is not None
    return {
        "edition": view.source.header()[1].removeprefix("edition "),
        "seat": view.seat,
        "names": view.names,
        "scores": view.scores,
        "hand": [str(tile) for tile in view.hand],
        "tiles_held": view.tiles_held,
        "in_well": view.in_well,
        "table": [str(place) for place in view.round.places],
        "options": [
            {"move": str(option.move), "points": option.points, "bonus": option.bonus} for option in view.options
        ],
        "record": view.record(),
        "seconds": seconds,
        "seed": seed,
    }


def view_from(fields: dict[str, Any]) -> View:
    """The view that was sent."""
    options = tuple(_option(each) for each in fields["options"])
    seat, scores = fields["seat"], tuple(fields["scores"])
    return View(parse_record(fields["record"]), seat, seat, scores, options)


def _option(each: dict[str, Any]) -> Option:
    bonus = None if each["bonus"] is None else Bonus(each["bonus"])
    return Option(parse_move(each["move"]), each["points"], bonus)
