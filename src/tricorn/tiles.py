"""The 56 tiles, in the order of R5: by sum, then largest number, then middle number.

A tile's index in that order is its bit in a mask of tiles. So the highest bit of all hands is the tile that starts a
round in which nobody holds a triple.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement, permutations

from tricorn.errors import TricornError
from tricorn.messages import Message
from tricorn.wording import quoted

__all__ = ["ALL_TILES", "NUMBERS", "TILES", "UNKNOWN", "Tile", "tile_text", "tiles_of"]

NUMBERS = range(6)
UNKNOWN = "?-?-?"
_TEXT = re.compile(r"[0-5]-[0-5]-[0-5]")


@dataclass(frozen=True, order=True)
class Tile:
    """A tile, named by its numbers in ascending order (R1).

    >>> Tile.parse("1-2-4").sum
    7
    """

    numbers: tuple[int, int, int]

    def __post_init__(self) -> None:
        if self.numbers not in _INDEX and _INDEX:  # _INDEX is empty while TILES is being made
            raise TricornError(Message.TILE_NUMBERS, numbers=self.numbers)

    @classmethod
    def parse(cls, text: str) -> Tile:
        """The tile written `1-2-4`."""
        tile = _BY_TEXT.get(text)
        if tile is not None:
            return tile
        if _TEXT.fullmatch(text) is None:
            raise TricornError(Message.TILE_WRITTEN, text=quoted(text, 40))
        raise TricornError(Message.TILE_ASCENDING, text=quoted(text))

    @classmethod
    def holding(cls, *numbers: int) -> Tile:
        """The tile with these three numbers, in any order."""
        tile = _HOLDING.get(numbers)
        if tile is None:
            raise TricornError(Message.TILE_HOLDS, numbers=numbers)
        return tile

    @cached_property
    def index(self) -> int:
        """The tile's index in `TILES`, and the position of its bit in a mask."""
        return _INDEX[self.numbers]

    @cached_property
    def bit(self) -> int:
        """The tile as a mask of one tile."""
        return 1 << self.index

    @cached_property
    def sum(self) -> int:
        """The sum of its numbers."""
        return sum(self.numbers)

    @property
    def is_triple(self) -> bool:
        """Whether its three numbers are the same."""
        return self.numbers[0] == self.numbers[2]

    @cached_property
    def _text(self) -> str:
        return "{}-{}-{}".format(*self.numbers)

    def __str__(self) -> str:
        return self._text


_INDEX: dict[tuple[int, ...], int] = {}


def _all_tiles() -> tuple[Tile, ...]:
    combinations = sorted(combinations_with_replacement(NUMBERS, 3), key=lambda n: (sum(n), n[2], n[1]))
    tiles = tuple(Tile(numbers) for numbers in combinations)
    _INDEX.update((tile.numbers, index) for index, tile in enumerate(tiles))
    return tiles


TILES = _all_tiles()
ALL_TILES = (1 << len(TILES)) - 1  # as a mask

_BY_TEXT = {str(tile): tile for tile in TILES}
_HOLDING = {numbers: tile for tile in TILES for numbers in permutations(tile.numbers)}
_READING_ORDER = sorted(TILES)


# Cached because the same hands are listed many times between two moves.
@lru_cache(4096)
def _tiles_of(mask: int) -> tuple[Tile, ...]:
    return tuple(tile for tile in _READING_ORDER if mask & tile.bit)


def tiles_of(mask: int) -> list[Tile]:
    """The tiles of a mask, in reading order."""
    return list(_tiles_of(mask))


def tile_text(tile: Tile | None) -> str:
    """The tile as a record writes it; None is an unknown tile."""
    return UNKNOWN if tile is None else str(tile)
