"""The unknown tiles of a hand: which tiles each cannot be, and when it came to the hand.

They are a row of whole numbers: how many there are, then for each the mask of tiles that it cannot be, and its moment.
A moment is TURN for each placement of the round by then, plus one for each draw of the seat since. Several hands may
be in one array, so `first` says where a hand begins. The caller makes sure that there is room before adding to a hand.
"""

from __future__ import annotations

from typing import TypeAlias

from tricorn.core.compile import Ints, inline, ints, jit, shared

__all__ = ["HAND_SIZE", "TURN", "Unknown", "add_unknown", "exclude", "excluded_at", "new_unknown", "reveal", "since_at"]

TURN = 64
_EACH = 2  # numbers for a tile
HAND_SIZE = 1 + _EACH * 64  # a hand has at most 56 tiles

Unknown: TypeAlias = Ints


def new_unknown(number: int = 0) -> Unknown:
    """A hand of so many unknown tiles that were dealt, with room for as many as there are, and one more."""
    made = ints(max(HAND_SIZE, 1 + _EACH * (number + 1)))
    made[0] = number
    return made


@inline
def excluded_at(first: int, index: int) -> int:
    """Where the mask of an unknown tile stands."""
    return first + 1 + _EACH * index


@inline
def since_at(first: int, index: int) -> int:
    """Where the moment of an unknown tile stands."""
    return first + 2 + _EACH * index


@shared
def add_unknown(unknown: Unknown, first: int, moment: int) -> None:
    """Add an unknown tile to a hand."""
    unknown[excluded_at(first, unknown[first])] = 0
    unknown[since_at(first, unknown[first])] = moment
    unknown[first] += 1


@jit
def exclude(unknown: Unknown, first: int, tiles: int) -> None:
    """Note that none of a hand's unknown tiles is among these."""
    for index in range(unknown[first]):
        unknown[excluded_at(first, index)] |= tiles


@jit
def reveal(unknown: Unknown, first: int, tile: int, just_drawn: bool) -> None:
    """Note that one of a hand's unknown tiles was this one: the one drawn last, or any that it can be."""
    index = unknown[first] - 1 if just_drawn else _identified(unknown, first, tile)
    unknown[first] -= 1
    for at in range(excluded_at(first, index), excluded_at(first, unknown[first])):
        unknown[at] = unknown[at + _EACH]


@inline
def _identified(unknown: Unknown, first: int, tile: int) -> int:
    """The first place that may hold the tile; if there are others, all keep only what is true either way."""
    found, common = -1, 0
    for index in range(unknown[first]):
        excluded = unknown[excluded_at(first, index)]
        if not excluded >> tile & 1:
            common = excluded if found < 0 else common & excluded
            found = index if found < 0 else found
    for index in range(found + 1, unknown[first]):
        if not unknown[excluded_at(first, index)] >> tile & 1:
            unknown[excluded_at(first, index)] = common
    return found
