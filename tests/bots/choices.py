"""Prints what the plain bots choose at some positions: the same from compiled and from plain Python."""

from __future__ import annotations

import json

from tests.bots.positions import PLAIN, some_choices, state_of_rng, view_of

from tricorn.bots import bot_named
from tricorn.core.compile import is_compiled
from tricorn.core.rng import new_rng

TABLES = (
    ("pressman-classic", 2),
    ("pressman-classic", 6),
    ("spanish", 3),
    ("wooden target=150 bridge=0 hexagons=10/20/30", 4),
)


def choices() -> list[list[object]]:
    """For each position and plain bot: the move, and the generator afterwards."""
    return [
        [name, str(bot_named(name).choose(view_of(game), None, rng)), state_of_rng(rng)]
        for edition, players in TABLES
        for number, game in enumerate(some_choices(edition, players, 8))
        for name in PLAIN
        for rng in [new_rng(number, 9)]
    ]


def main() -> None:
    print(json.dumps({"compiled": is_compiled(), "choices": choices()}))
