"""The 56 tiles, in the order of R5: by sum, then largest number, then middle number.

A tile's index in that order is its bit in the core's hand masks, so the highest bit of a hand
is the tile that starts a round in which nobody holds a triple.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from tricorn.errors import TricornError

__all__ = ["NUMBERS", "TILES", "UNKNOWN", "Tile", "tile_text", "tiles_of"]

NUMBERS = range(6)
UNKNOWN = "?-?-?"
_TEXT = re.compile(r"([0-5])-([0-5])-([0-5])")


@dataclass(frozen=True, order=True)
class Tile:
    """A tile, named by its numbers in ascending order (R1).

    >>> Tile.parse("1-2-4").sum
    7
    """

    numbers: tuple[int, int, int]

    def __post_init__(self) -> None:
        if self.numbers not in _INDEX and _INDEX:
            raise TricornError(f"a tile is three numbers 0-5 in ascending order, not {self.numbers}")

    @classmethod
    def parse(cls, text: str) -> Tile:
        """The tile written `1-2-4`."""
        match = _TEXT.fullmatch(text)
        if match is None:
            raise TricornError(f"a tile is written like 1-2-4, not {text[:40]!r}")
        numbers = tuple(int(digit) for digit in match.groups())
        if list(numbers) != sorted(numbers):
            raise TricornError(f"a tile is written in ascending order, not {text!r}")
        return TILES[_INDEX[numbers]]

    @classmethod
    def holding(cls, *numbers: int) -> Tile:
        """The tile with these three numbers, in whatever order they are read."""
        index = _INDEX.get(tuple(sorted(numbers)))
        if index is None:
            raise TricornError(f"a tile holds three numbers 0-5, not {numbers}")
        return TILES[index]

    @cached_property
    def index(self) -> int:
        """The tile's place in `TILES`, and its bit in a mask."""
        return _INDEX[self.numbers]

    @property
    def bit(self) -> int:
        return 1 << self.index

    @property
    def sum(self) -> int:
        return sum(self.numbers)

    @property
    def is_triple(self) -> bool:
        return self.numbers[0] == self.numbers[2]

    def __str__(self) -> str:
        return "{}-{}-{}".format(*self.numbers)


_INDEX: dict[tuple[int, ...], int] = {}


def _all_tiles() -> tuple[Tile, ...]:
    every = [(a, b, c) for a in NUMBERS for b in range(a, 6) for c in range(b, 6)]
    every.sort(key=lambda n: (sum(n), n[2], n[1]))
    tiles = tuple(Tile(numbers) for numbers in every)
    _INDEX.update((tile.numbers, index) for index, tile in enumerate(tiles))
    return tiles


TILES = _all_tiles()


def tiles_of(mask: int) -> list[Tile]:
    """The tiles of a mask, in reading order."""
    tiles = []
    while mask:
        tiles.append(TILES[mask.bit_length() - 1])
        mask ^= 1 << (mask.bit_length() - 1)
    return sorted(tiles)


def tile_text(tile: Tile | None) -> str:
    """The tile as a record writes it; None is a tile that is not known."""
    return UNKNOWN if tile is None else str(tile)
