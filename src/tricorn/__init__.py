"""Tricorn: the triangular domino game, to play, to score and to study."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tricorn.bonus import Bonus
    from tricorn.bots import bot_named
    from tricorn.editions import EDITIONS, Edition, edition_named
    from tricorn.errors import EditionError, IllegalMove, RecordError, TricornError
    from tricorn.game import Game, Outcome, check_record
    from tricorn.lattice import Cell, Point
    from tricorn.moves import DRAW, PASS, Draw, Move, Option, Pass, Place, parse_move
    from tricorn.record import Record, parse_record
    from tricorn.round import Round
    from tricorn.sheet import Sheet
    from tricorn.tiles import TILES, Tile
    from tricorn.view import View

__version__ = "0.2.0"

# The module of each public name. Modules are imported on first use: the command line's help needs none of them.
_MODULES = {
    "DRAW": "moves",
    "EDITIONS": "editions",
    "PASS": "moves",
    "TILES": "tiles",
    "Bonus": "bonus",
    "Cell": "lattice",
    "Draw": "moves",
    "Edition": "editions",
    "EditionError": "errors",
    "Game": "game",
    "IllegalMove": "errors",
    "Move": "moves",
    "Option": "moves",
    "Outcome": "game",
    "Pass": "moves",
    "Place": "moves",
    "Point": "lattice",
    "Record": "record",
    "RecordError": "errors",
    "Round": "round",
    "Sheet": "sheet",
    "Tile": "tiles",
    "TricornError": "errors",
    "View": "view",
    "bot_named": "bots",
    "check_record": "game",
    "edition_named": "editions",
    "parse_move": "moves",
    "parse_record": "record",
}

__all__ = [
    "DRAW",
    "EDITIONS",
    "PASS",
    "TILES",
    "Bonus",
    "Cell",
    "Draw",
    "Edition",
    "EditionError",
    "Game",
    "IllegalMove",
    "Move",
    "Option",
    "Outcome",
    "Pass",
    "Place",
    "Point",
    "Record",
    "RecordError",
    "Round",
    "Sheet",
    "Tile",
    "TricornError",
    "View",
    "bot_named",
    "check_record",
    "edition_named",
    "parse_move",
    "parse_record",
]


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module 'tricorn' has no attribute {name!r}")
    return getattr(import_module(f"tricorn.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return __all__
