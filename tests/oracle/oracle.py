"""A slow, simple checker and generator of game records, written from the rules and the record format alone.

``check(text)`` raises ``InvalidRecord(line, message)`` at the first line that is malformed or breaks a rule which
the record makes checkable; it returns nothing when the record is valid. ``play(edition, players, rng,
style)`` plays a whole game and returns its record. ``view``, ``physical`` and ``without_cells`` turn a
complete record into incomplete ones, as a seat sees them or as people record a game at a real table.

Nothing of the program is imported here: the two are compared with each other.
"""

from __future__ import annotations

from tests.oracle.dealing import deal_order, lot, receipt
from tests.oracle.errors import InvalidRecord
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
    "InvalidRecord",
    "Rules",
    "Table",
    "Tile",
    "blocked_winner",
    "check",
    "deal_order",
    "fitting",
    "game_winner",
    "is_finished",
    "lot",
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
