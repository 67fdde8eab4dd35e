"""The words of a record's lines."""

from __future__ import annotations

import re

from tests.oracle.errors import Refused
from tests.oracle.table import SEATS, Cell, Digits, Tile, tile_of

HEAD = ("tricorn", "edition", "player")
BODY = ("round", "deal", "well", "starts", "left", "out", "blocked", "score", "winner")
CELL = re.compile(r"(0|-?[1-9][0-9]*),(0|-?[1-9][0-9]*)([\^v])([0-5]{3})")
TILE = re.compile(r"([0-5])-([0-5])-([0-5])")
POINTS = re.compile(r"[+-](0|[1-9][0-9]*)")
KEY = re.compile(r"[a-z][a-z0-9_-]*")
HASH = re.compile(r"[0-9a-f]{64}")
UNKNOWN = "?-?-?"


def read_placement(word: str) -> tuple[Cell, Digits]:
    match = CELL.fullmatch(word)
    if not match:
        raise Refused("form", f"expected a placement such as 0,0^444, found {word!r}")
    x, y, way, numbers = match.groups()
    return (int(x), int(y), way), (int(numbers[0]), int(numbers[1]), int(numbers[2]))


def read_tile(word: str) -> Tile:
    match = TILE.fullmatch(word)
    if not match:
        raise Refused("form", f"expected a tile such as 1-2-4, found {word!r}")
    a, b, c = (int(number) for number in match.groups())
    if not a <= b <= c:
        raise Refused("form", f"expected a tile in ascending order, found {word!r}")
    return a, b, c


def read_tile_or_unknown(word: str) -> Tile | None:
    return None if word == UNKNOWN else read_tile(word)


def read_points(word: str, minus_zero: bool = False) -> int:
    if not POINTS.fullmatch(word) or (word == "-0" and not minus_zero):
        raise Refused("form", f"expected points such as +22 or -5, found {word!r}")
    return int(word)


def read_play(word: str) -> tuple[tuple[Cell, Digits] | None, Tile]:
    """The placement and its tile; no placement if only the tile is recorded."""
    if TILE.fullmatch(word):
        return None, read_tile(word)
    cell, digits = read_placement(word)
    return (cell, digits), tile_of(digits)


LINE = re.compile(
    r"""SEAT (draw (TILE|\?-\?-\?) MINUS|pass MINUS|(TILE|CELL|=SUM) POINTS( BONUS)?( shows TILE)?)( timeout)?
    |left SEAT ((FIGURE )?=FIGURE|TILE( TILE)*)|out SEAT POINTS|blocked (SEAT|draw) POINTS""".replace("\n    ", "")
    .replace("MINUS", r"(-(0|[1-9][0-9]*)|\+0)")
    .replace("POINTS", r"(\+0|[+-][1-9][0-9]*)")
    .replace("SUM", "(0|[1-9][0-9]?)")
    .replace("FIGURE", "(0|[1-9][0-9]*)")
    .replace("BONUS", "(bridge|beside|hexagon[23]?)")
    .replace("CELL", r"-?[0-9]+,-?[0-9]+[v^][0-5]{3}")
    .replace("TILE", "[0-5]-[0-5]-[0-5]")
    .replace("SEAT", "[A-Z]")
)


def is_well_formed(words: list[str], seats: str) -> bool:
    """Whether a line is well formed, even if it breaks the rules."""
    named = {word for word in words if len(word) == 1 and word in SEATS}
    if not LINE.fullmatch(" ".join(words)) or not named <= set(seats):
        return False
    try:
        for word in words:
            if TILE.fullmatch(word):
                read_tile(word)
            elif CELL.fullmatch(word):
                tile_of(read_placement(word)[1])
    except Refused:
        return False
    return True
