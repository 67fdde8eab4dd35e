"""The protocol of bots in separate processes: for each decision a line of JSON with the view, answered by a move.

docs/your-own-bot.md describes it.
"""

from __future__ import annotations

import json
from typing import Any

from tricorn.bonus import Bonus
from tricorn.moves import Option, parse_move
from tricorn.record import parse_record
from tricorn.view import View

__all__ = ["PROTOCOL_VERSION", "encode_line", "parse_view", "view_fields"]

PROTOCOL_VERSION = 1  # a bot's first line has it: {"ready": 1}


def encode_line(fields: dict[str, Any]) -> bytes:
    """A message as one line of JSON."""
    return json.dumps(fields, separators=(",", ":")).encode() + b"\n"


def view_fields(view: View, seconds: float, seed: int) -> dict[str, Any]:
    """The fields of a request: the view of the bot's seat, its time limit, and a seed for its random choices."""
    assert view.round is not None
    return {
        "edition": view.parsed_record.header()[1].removeprefix("edition "),
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


def parse_view(fields: dict[str, Any]) -> View:
    """The view of a request."""
    options = tuple(_parse_option(option) for option in fields["options"])
    seat, scores = fields["seat"], tuple(fields["scores"])
    return View(parse_record(fields["record"]), seat, seat, scores, options)


def _parse_option(fields: dict[str, Any]) -> Option:
    bonus = None if fields["bonus"] is None else Bonus(fields["bonus"])
    return Option(parse_move(fields["move"]), fields["points"], bonus)
