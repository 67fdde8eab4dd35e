"""The features of a placement: its points, and what the table offers both players after it.

Everything is computed from the observations of a batch (docs/environments.md), for all placements of all games at
once. A set of tiles is a mask of 56 bits, so the tiles that fit a cell are one number.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tricorn.envs.layout import (
    ACTIONS,
    BOARD,
    EXCLUDED,
    FOR_EACH_SEAT,
    FOR_EACH_SLOT,
    FOR_EACH_TILE,
    RACK,
    SCALARS,
    SEATS_AT,
    SLOTS,
    TILE_NUMBER,
)
from tricorn.tiles import TILES

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
Masks = NDArray[np.uint64]
Observations = NDArray[np.int8]

# The columns of a slot, and the scalars that are used here (tricorn/envs/layout.py).
KIND, X, Y = 0, 1, 2  # the kind is 0 for no cell, 1 for one that points up, 2 for one that points down
FIRST_CORNER, AFTER_CORNERS = 3, 6
BONUS = 7
TILES_ON_TABLE, TILES_IN_WELL = SCALARS + 2, SCALARS + 4

PLAYERS = 2
NONE = 7  # the number of a corner that no tile touches
NO_POINT = 2**30
BRIDGE = 40  # the bonus of a bridge; assumed too for a hexagon that a placement prepares
NUMBERS = np.array([tile.numbers for tile in TILES])
SUMS = NUMBERS.sum(1)
BIT = np.left_shift(np.uint64(1), np.arange(TILE_NUMBER, dtype=np.uint64))
ALL_TILES = np.uint64((1 << TILE_NUMBER) - 1)
# For a cell that points up and for one that points down: its corners clockwise from the apex, and its neighbours.
CORNERS = np.array([[(0, 1), (1, 0), (0, 0)], [(1, 0), (0, 1), (1, 1)]])
NEIGHBOURS = np.array([[(0, 0), (-1, 0), (0, -1)], [(0, 0), (1, 0), (0, 1)]])


def _fitting_tiles() -> Masks:
    """The tiles that fit a cell, indexed by the numbers at its corners clockwise."""
    fits = np.zeros((8, 8, 8), np.uint64)
    for tile, (a, b, c) in enumerate(NUMBERS):
        for numbers in ((a, b, c), (b, c, a), (c, a, b)):
            for unknown in range(8):
                first, second, third = (NONE if unknown >> corner & 1 else numbers[corner] for corner in range(3))
                fits[first, second, third] |= BIT[tile]
    return fits


def _stuck_chances() -> Floats:
    """The chance that no held tile fits, indexed by [unseen tiles, unseen tiles that fit, tiles held]."""
    counts = np.arange(TILE_NUMBER + 1)
    unseen, fitting, taken = counts[:, None, None], counts[None, :, None], counts[None, None, :-1]
    factors = np.clip((unseen - fitting - taken) / np.maximum(unseen - taken, 1), 0, 1)
    return np.insert(np.cumprod(factors, 2), 0, 1.0, 2).astype(np.float32)


FITS, STUCK = _fitting_tiles(), _stuck_chances()

FEATURES = (
    "sum of the tile",
    "bonus",
    "hexagon",
    "out",
    "own best bonus next",
    "own bonuses open",
    "other's bonuses open, expected",
    "other's chance of a bonus",
    "other's chance of being stuck",
    "the same with an empty well",
    "unseen tiles that fit",
    "own tiles that fit",
    "own tiles that do not fit",
    "no own tile fits",
    "cells that own tiles fit",
)
STATE = (
    "own tiles",
    "other's tiles",
    "well",
    "empty well",
    "sum of own tiles",
    "own tiles that fit",
    "best bonus",
    "other's bonuses open",
)


class Choices(NamedTuple):
    """The placements of all games with more than one, and the states of those games."""

    games: Ints  # the games with a choice
    state: Floats  # a row for each of these games
    which: Ints  # for each placement, the index of its game in `games`
    actions: Ints
    features: Floats  # a row for each placement


class Position(NamedTuple):
    """What the players on turn see, with a row for each game."""

    slots: Ints
    fits: Masks  # for each slot, the tiles that fit
    rack: Masks
    unseen: Masks  # the tiles that the other player may hold
    held: Ints
    other_held: Ints
    well: Ints


def choices(observations: Observations, mask: Flags) -> Choices:
    """The choices between several placements. The start is not one: 0-0-0 scores most if it may start."""
    legal = np.flatnonzero(mask.ravel())  # much faster than in two dimensions
    games, actions = legal // ACTIONS, legal % ACTIONS
    has_choice = (np.bincount(games, minlength=len(mask)) > 1) & (observations[:, TILES_ON_TABLE] > 0)
    used = has_choice[games]
    which, actions = (np.cumsum(has_choice) - 1)[games[used]], actions[used]
    observations = observations[has_choice]
    position = read_position(observations)
    rows = features(observations, position, which, actions)
    return Choices(np.flatnonzero(has_choice), state(position, which, rows), which, actions, rows)


def pack_masks(flags: Observations) -> Masks:
    """Pack each row of 56 flags into one number."""
    packed = np.zeros((len(flags), 8), np.uint8)
    packed[:, : TILE_NUMBER // 8] = np.packbits(flags.astype(bool), axis=1, bitorder="little")
    masks: Masks = packed.view(np.uint64)[:, 0]
    return masks


def count(masks: Masks) -> Ints:
    """The number of tiles in each mask."""
    return np.bitwise_count(masks).astype(np.int64)


def read_position(observations: Observations) -> Position:
    """Read what the features need from observations."""
    all_slots = observations[:, : SLOTS * FOR_EACH_SLOT].reshape(len(observations), SLOTS, FOR_EACH_SLOT)
    used = int((all_slots[:, :, KIND] > 0).sum(1).max(initial=1))
    slots = all_slots[:, :used].astype(np.int64)
    first, second, third = (slots[:, :, corner] for corner in range(FIRST_CORNER, AFTER_CORNERS))
    fits = np.where(slots[:, :, KIND] > 0, FITS[first, second, third], np.uint64(0))
    rack = pack_masks(observations[:, RACK : RACK + TILE_NUMBER])
    placed = pack_masks(observations[:, BOARD:RACK:FOR_EACH_TILE])
    excluded = SEATS_AT + FOR_EACH_SEAT * PLAYERS
    unseen = ALL_TILES & ~(rack | placed | pack_masks(observations[:, excluded : excluded + EXCLUDED]))
    held, other_held, well = (
        observations[:, index].astype(np.int64) for index in (SEATS_AT, SEATS_AT + FOR_EACH_SEAT, TILES_IN_WELL)
    )
    return Position(slots, fits, rack, unseen, held, other_held, well)


def features(observations: Observations, position: Position, game: Ints, actions: Ints) -> Floats:
    """A row of features for each placement."""
    slot, tile = actions // TILE_NUMBER, actions % TILE_NUMBER
    fits, bonus = table_after(observations, position, game, slot, tile)
    rest, unseen = position.rack[game] & ~BIT[tile], position.unseen[game]
    held, unseen_count = position.held[game] - 1, count(unseen)
    other_held = np.minimum(position.other_held[game], unseen_count)
    chance = other_held / np.maximum(unseen_count, 1)  # that the other player holds a given tile
    fitting = np.bitwise_or.reduce(fits, 1)
    own_cells = fits & rest[:, None] != 0
    threats = ((fits & unseen[:, None] != 0) & (bonus > 0)).sum(1)
    fitting_unseen, own_fitting = count(fitting & unseen), count(fitting & rest)
    stuck = STUCK[unseen_count, fitting_unseen, other_held]
    columns = (
        SUMS[tile] / 10,
        position.slots[game, slot, BONUS] / BRIDGE,
        position.slots[game, slot, BONUS] > BRIDGE,
        held == 0,
        (own_cells * bonus).max(1) / BRIDGE,
        np.minimum((own_cells * bonus).sum(1) / BRIDGE, 3),
        threats * chance,
        1 - (1 - chance) ** threats,
        stuck,
        stuck * (position.well[game] == 0),
        fitting_unseen / np.maximum(unseen_count, 1),
        np.minimum(own_fitting, 4) / 4,
        (held - own_fitting) / 4,
        (own_fitting == 0) & (held > 0),
        np.minimum(own_cells.sum(1) / 10, 2),
    )
    return np.column_stack(columns).astype(np.float32)


def table_after(
    observations: Observations, position: Position, game: Ints, slot: Ints, tile: Ints
) -> tuple[Masks, Ints]:
    """After each placement, the tiles that fit each open cell and the bonus there.

    The last three columns are for newly opened cells. A hexagon that the placement itself prepares counts as a bridge.
    """
    slots, cell = position.slots[game], position.slots[game, slot]
    fits = np.concatenate([position.fits[game], np.zeros((len(game), 3), np.uint64)], 1)
    fits[np.arange(len(game)), slot] = 0
    bonus = np.concatenate([slots[:, :, BONUS], np.zeros((len(game), 3), np.int64)], 1)
    free = cell[:, FIRST_CORNER:AFTER_CORNERS] == NONE
    number = SUMS[tile] - np.where(free, 0, cell[:, FIRST_CORNER:AFTER_CORNERS]).sum(1)  # at the free corner
    placement, other = cells_at_same_point(position, game, slot)
    corners = slots[placement, other, FIRST_CORNER:AFTER_CORNERS]
    corners = np.where(corners == NONE, number[placement][:, None], corners)
    fits[placement, other] = FITS[corners[:, 0], corners[:, 1], corners[:, 2]]
    bonus[placement, other] = BRIDGE
    fits[:, -3:], bonus[:, -3:] = new_cells(observations, position, game, cell, number)
    return fits, bonus


def cells_at_same_point(position: Position, game: Ints, slot: Ints) -> tuple[Ints, Ints]:
    """Pairs of a placement and the slot of another open cell with the same free corner as the cell to be filled."""
    kind = position.slots[:, :, KIND]
    free = (position.slots[:, :, FIRST_CORNER:AFTER_CORNERS] == NONE) & (kind > 0)[:, :, None]
    corner = CORNERS[np.maximum(kind, 1) - 1, free.argmax(2)]
    point = (position.slots[:, :, X] + corner[:, :, 0]) * 256 + position.slots[:, :, Y] + corner[:, :, 1]
    point[~free.any(2)] = NO_POINT
    same = (point[game] == point[game, slot][:, None]) & (point[game, slot] != NO_POINT)[:, None]
    same[np.arange(len(game)), slot] = False
    placement, other = np.nonzero(same)
    return placement, other


def new_cells(
    observations: Observations, position: Position, game: Ints, cell: Ints, number: Ints
) -> tuple[Masks, Ints]:
    """The tiles that fit the cells that a placement opens, and the bonus there."""
    points, taken, origin = maps(observations, position)
    kind, at = cell[:, KIND] - 1, cell[:, X : Y + 1] + origin
    neighbour = at[:, None] + NEIGHBOURS[kind]
    new = ~taken[game[:, None], 1 - kind[:, None], neighbour[:, :, 0], neighbour[:, :, 1]]
    corner = neighbour[:, :, None] + CORNERS[1 - kind][:, None]
    numbers = points[game[:, None, None], corner[:, :, :, 0], corner[:, :, :, 1]].astype(np.int64)
    free = cell[:, FIRST_CORNER:AFTER_CORNERS] == NONE
    own_point = at + CORNERS[kind, free.argmax(1)]
    is_own_point = (corner == own_point[:, None, None]).all(3) & free.any(1)[:, None, None]
    numbers = np.where(is_own_point, number[:, None, None], numbers)
    fits = np.where(new, FITS[numbers[:, :, 0], numbers[:, :, 1], numbers[:, :, 2]], np.uint64(0))
    return fits, np.where((numbers == NONE).any(2), 0, BRIDGE)


def maps(observations: Observations, position: Position) -> tuple[Observations, Flags, int]:
    """The number at each point [game, x, y], whether a cell is taken or open [game, down, x, y], and the index of 0."""
    board = observations[:, BOARD:RACK].reshape(len(observations), TILE_NUMBER, FOR_EACH_TILE)
    origin = int(np.abs(position.slots[:, :, X : Y + 1]).max(initial=0)) + 2
    points = np.full((len(observations), 2 * origin + 2, 2 * origin + 2), NONE, np.int8)
    taken = np.zeros((len(observations), 2, 2 * origin + 2, 2 * origin + 2), bool)
    game, slot = np.nonzero(position.slots[:, :, KIND])
    kind, x, y = position.slots[game, slot, KIND : Y + 1].T
    taken[game, kind - 1, x + origin, y + origin] = True
    game, tile = np.nonzero(board[:, :, 0])
    orientation, x, y = board[game, tile].astype(np.int64).T
    down, rotation = (orientation - 1) // 3, (orientation - 1) % 3
    taken[game, down, x + origin, y + origin] = True
    for corner in range(3):
        dx, dy = CORNERS[down, corner].T
        points[game, x + dx + origin, y + dy + origin] = NUMBERS[tile, (rotation + corner) % 3]
    return points, taken, origin


def state(position: Position, which: Ints, placements: Floats) -> Floats:
    """A row of features for each position, independent of the placement."""
    best = np.zeros(len(position.rack), np.float32)
    np.maximum.at(best, which, placements[:, FEATURES.index("bonus")])
    fitting = np.bitwise_or.reduce(position.fits, 1)
    threats = (position.fits & position.unseen[:, None] != 0) & (position.slots[:, :, BONUS] > 0)
    columns = (
        position.held / 9,
        position.other_held / 9,
        position.well / 38,
        position.well == 0,
        ((position.rack[:, None] & BIT != 0) * SUMS).sum(1) / 60,
        count(fitting & position.rack) / 9,
        best,
        threats.sum(1) / 5,
    )
    return np.column_stack(columns).astype(np.float32)
