"""A slow, plain checker of game records and a generator of them, written from the contract alone.

``check(text)`` raises ``Wrong(line, message)`` at the first line that is malformed or breaks a rule which
the record makes checkable; it returns nothing when the record is right. ``play(edition, players, rng,
style)`` plays a whole game and returns its record. ``view``, ``physical`` and ``without_cells`` turn a
complete record into the incomplete ones that a seat sees or that somebody notes at a real table.

Nothing of the program is imported here: the two are compared with each other.
"""

from __future__ import annotations

from tests.oracle.dealing import deal_order, receipt
from tests.oracle.errors import Wrong
from tests.oracle.game import check, is_finished
from tests.oracle.incomplete import physical, view, without_cells
from tests.oracle.player import STYLES, play
from tests.oracle.reading import read_placement
from tests.oracle.rules import EDITIONS, Rules, blocked_winner, game_winner, read_rules, start_order
from tests.oracle.table import TILES, Cell, Table, Tile, fitting, rotations, tile_of

__all__ = [
    "EDITIONS",
    "STYLES",
    "TILES",
    "Cell",
    "Rules",
    "Table",
    "Tile",
    "Wrong",
    "blocked_winner",
    "check",
    "deal_order",
    "fitting",
    "game_winner",
    "is_finished",
    "physical",
    "play",
    "read_placement",
    "read_rules",
    "receipt",
    "rotations",
    "start_order",
    "tile_of",
    "view",
    "without_cells",
]
