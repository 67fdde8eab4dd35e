"""The unknown tiles of a hand: what each of them cannot be, and when it came to the hand.

A hand is a row of whole numbers: the number of its unknown tiles, then for each of them the mask of tiles that it
cannot be, and the moment it came. A moment is PLACEMENT_STEP times the placements of the round so far, plus the draws
of the seat since the last of them. An array may hold several hands; `first` is the index at which a hand begins.
Callers ensure that there is room before they add to a hand.
"""

from __future__ import annotations

from typing import TypeAlias

from tricorn.core.compile import Ints, inline, jit, jit_inline

__all__ = [
    "HAND_STRIDE",
    "MAX_UNKNOWN",
    "PLACEMENT_STEP",
    "UnknownTiles",
    "add_unknown",
    "exclude",
    "excluded_index",
    "moment_index",
    "reveal",
]

PLACEMENT_STEP = 64
_TILE_STRIDE = 2  # numbers per tile
MAX_UNKNOWN = 63
HAND_STRIDE = 1 + _TILE_STRIDE * (MAX_UNKNOWN + 1)  # numbers per hand, which has at most 56 tiles

UnknownTiles: TypeAlias = Ints


@inline
def excluded_index(first: int, index: int) -> int:
    """The index of the mask of an unknown tile."""
    return first + 1 + _TILE_STRIDE * index


@inline
def moment_index(first: int, index: int) -> int:
    """The index of the moment of an unknown tile."""
    return first + 2 + _TILE_STRIDE * index


@jit_inline
def add_unknown(unknown: UnknownTiles, first: int, moment: int) -> None:
    """Add an unknown tile to a hand."""
    unknown[excluded_index(first, unknown[first])] = 0
    unknown[moment_index(first, unknown[first])] = moment
    unknown[first] += 1


@jit
def exclude(unknown: UnknownTiles, first: int, tiles: int) -> None:
    """Exclude these tiles for all unknown tiles of a hand."""
    for index in range(unknown[first]):
        unknown[excluded_index(first, index)] |= tiles


@jit
def reveal(unknown: UnknownTiles, first: int, tile: int, just_drawn: bool) -> None:
    """Remove the unknown tile that turned out to be this one: the one drawn last, or one that it can be."""
    index = unknown[first] - 1 if just_drawn else _take_candidate(unknown, first, tile)
    unknown[first] -= 1
    for at in range(excluded_index(first, index), excluded_index(first, unknown[first])):
        unknown[at] = unknown[at + _TILE_STRIDE]


@inline
def _take_candidate(unknown: UnknownTiles, first: int, tile: int) -> int:
    """Find the first unknown tile that may be this one, and return its index.

    The other candidates keep only the exclusions that all share, because nobody knows which one was revealed.
    """
    possible, common = -1, 0
    for index in range(unknown[first]):
        excluded = unknown[excluded_index(first, index)]
        if not excluded >> tile & 1:
            common = excluded if possible < 0 else common & excluded
            possible = index if possible < 0 else possible
    for index in range(possible + 1, unknown[first]):
        if not unknown[excluded_index(first, index)] >> tile & 1:
            unknown[excluded_index(first, index)] = common
    return possible
