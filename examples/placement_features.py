"""What a policy knows about a placement: its points, and what the table offers both players after it.

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
Seen = NDArray[np.int8]

PLAYERS = 2
NONE = 7  # the number of a corner that no tile touches
BRIDGE = 40  # the bonus of a cell whose third corner has just been given its number, if it makes no hexagon
NUMBERS_OF = np.array([tile.numbers for tile in TILES])
SUMS = NUMBERS_OF.sum(1)
BIT = np.left_shift(np.uint64(1), np.arange(TILE_NUMBER, dtype=np.uint64))
EVERY_TILE = np.uint64((1 << TILE_NUMBER) - 1)
# For a cell that points up and for one that points down: its corners clockwise from the apex, and its neighbours.
CORNERS = np.array([[(0, 1), (1, 0), (0, 0)], [(1, 0), (0, 1), (1, 1)]])
NEIGHBOURS = np.array([[(0, 0), (-1, 0), (0, -1)], [(0, 0), (1, 0), (0, 1)]])


def _tiles_that_fit() -> Masks:
    """The tiles that fit a cell, by the numbers at its corners clockwise."""
    fits = np.zeros((8, 8, 8), np.uint64)
    for tile, (a, b, c) in enumerate(NUMBERS_OF):
        for numbers in ((a, b, c), (b, c, a), (c, a, b)):
            for unknown in range(8):
                first, second, third = (NONE if unknown >> corner & 1 else numbers[corner] for corner in range(3))
                fits[first, second, third] |= BIT[tile]
    return fits


def _chances_of_being_stuck() -> Floats:
    """The chance that none of the tiles held is among those that fit: [unseen tiles, those that fit, tiles held]."""
    counts = np.arange(TILE_NUMBER + 1)
    unseen, fitting, taken = counts[:, None, None], counts[None, :, None], counts[None, None, :-1]
    factors = np.clip((unseen - fitting - taken) / np.maximum(unseen - taken, 1), 0, 1)
    return np.insert(np.cumprod(factors, 2), 0, 1.0, 2).astype(np.float32)


FITS, STUCK = _tiles_that_fit(), _chances_of_being_stuck()

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

    games: Ints  # those that have to decide
    state: Floats  # a row for each of these
    which: Ints  # for each placement, which of these games it belongs to
    actions: Ints
    features: Floats  # a row for each placement


class Position(NamedTuple):
    """What the players on turn see, an entry for each game."""

    slots: Ints
    fits: Masks  # for each slot the tiles that fit
    rack: Masks
    unseen: Masks  # the tiles that the other player may hold
    held: Ints
    other_held: Ints
    well: Ints


def choices(seen: Seen, mask: Flags) -> Choices:
    """The choices that have to be made. The start is not one: 0-0-0, where it may start, scores most."""
    legal = np.flatnonzero(mask.ravel())  # much faster than in two dimensions
    games, actions = legal // ACTIONS, legal % ACTIONS
    several = (np.bincount(games, minlength=len(mask)) > 1) & (seen[:, SCALARS + 2] > 0)
    wanted = several[games]
    which, actions = (np.cumsum(several) - 1)[games[wanted]], actions[wanted]
    deciding = seen[several]
    position = position_of(deciding)
    found = features(deciding, position, which, actions)
    return Choices(np.flatnonzero(several), state(position, which, found), which, actions, found)


def masks_of(flags: Seen) -> Masks:
    """Each row of 56 flags as one number."""
    packed = np.zeros((len(flags), 8), np.uint8)
    packed[:, : TILE_NUMBER // 8] = np.packbits(flags.astype(bool), axis=1, bitorder="little")
    masks: Masks = packed.view(np.uint64)[:, 0]
    return masks


def count(masks: Masks) -> Ints:
    """How many tiles are in each mask."""
    return np.bitwise_count(masks).astype(np.int64)


def position_of(seen: Seen) -> Position:
    """The parts of observations that features are made from."""
    every_slot = seen[:, : SLOTS * FOR_EACH_SLOT].reshape(len(seen), SLOTS, FOR_EACH_SLOT)
    used = int((every_slot[:, :, 0] > 0).sum(1).max(initial=1))
    slots = every_slot[:, :used].astype(np.int64)
    fits = np.where(slots[:, :, 0] > 0, FITS[slots[:, :, 3], slots[:, :, 4], slots[:, :, 5]], np.uint64(0))
    rack, laid = masks_of(seen[:, RACK : RACK + TILE_NUMBER]), masks_of(seen[:, BOARD:RACK:FOR_EACH_TILE])
    excluded = SEATS_AT + FOR_EACH_SEAT * PLAYERS
    unseen = EVERY_TILE & ~(rack | laid | masks_of(seen[:, excluded : excluded + EXCLUDED]))
    held, other_held, well = (
        seen[:, index].astype(np.int64) for index in (SEATS_AT, SEATS_AT + FOR_EACH_SEAT, SCALARS + 4)
    )
    return Position(slots, fits, rack, unseen, held, other_held, well)


def features(seen: Seen, now: Position, game: Ints, actions: Ints) -> Floats:
    """A row of numbers for each placement, as its player sees it."""
    slot, tile = actions // TILE_NUMBER, actions % TILE_NUMBER
    fits, bonus = table_after(seen, now, game, slot, tile)
    rest, unseen = now.rack[game] & ~BIT[tile], now.unseen[game]
    left, number = now.held[game] - 1, count(unseen)
    other_held = np.minimum(now.other_held[game], number)
    chance = other_held / np.maximum(number, 1)  # that the other player holds a certain tile
    fitting = np.bitwise_or.reduce(fits, 1)
    own_cells = fits & rest[:, None] != 0
    threats = ((fits & unseen[:, None] != 0) & (bonus > 0)).sum(1)
    fitting_unseen, own_fitting = count(fitting & unseen), count(fitting & rest)
    stuck = STUCK[number, fitting_unseen, other_held]
    columns = (
        SUMS[tile] / 10,
        now.slots[game, slot, 7] / BRIDGE,
        now.slots[game, slot, 7] > BRIDGE,
        left == 0,
        (own_cells * bonus).max(1) / BRIDGE,
        np.minimum((own_cells * bonus).sum(1) / BRIDGE, 3),
        threats * chance,
        1 - (1 - chance) ** threats,
        stuck,
        stuck * (now.well[game] == 0),
        fitting_unseen / np.maximum(number, 1),
        np.minimum(own_fitting, 4) / 4,
        (left - own_fitting) / 4,
        (own_fitting == 0) & (left > 0),
        np.minimum(own_cells.sum(1) / 10, 2),
    )
    return np.column_stack(columns).astype(np.float32)


def table_after(seen: Seen, now: Position, game: Ints, slot: Ints, tile: Ints) -> tuple[Masks, Ints]:
    """After each placement, the tiles that fit each open cell and the bonus there.

    The last three columns are for newly opened cells. A hexagon that the placement itself prepares counts as a bridge.
    """
    slots, cell = now.slots[game], now.slots[game, slot]
    fits = np.concatenate([now.fits[game], np.zeros((len(game), 3), np.uint64)], 1)
    fits[np.arange(len(game)), slot] = 0
    bonus = np.concatenate([slots[:, :, 7], np.zeros((len(game), 3), np.int64)], 1)
    free = cell[:, 3:6] == NONE
    number = SUMS[tile] - np.where(free, 0, cell[:, 3:6]).sum(1)  # at the corner that had none
    placement, other = cells_at_the_same_point(now, game, slot)
    corners = slots[placement, other, 3:6]
    corners = np.where(corners == NONE, number[placement][:, None], corners)
    fits[placement, other] = FITS[corners[:, 0], corners[:, 1], corners[:, 2]]
    bonus[placement, other] = BRIDGE
    fits[:, -3:], bonus[:, -3:] = new_cells(seen, now, game, cell, number)
    return fits, bonus


def cells_at_the_same_point(now: Position, game: Ints, slot: Ints) -> tuple[Ints, Ints]:
    """The open cells, with their placements, whose corner without a number is that of the cell to be filled."""
    kind = now.slots[:, :, 0]
    free = (now.slots[:, :, 3:6] == NONE) & (kind > 0)[:, :, None]
    corner = CORNERS[np.maximum(kind, 1) - 1, free.argmax(2)]
    point = (now.slots[:, :, 1] + corner[:, :, 0]) * 256 + now.slots[:, :, 2] + corner[:, :, 1]
    point[~free.any(2)] = NO_POINT
    same = (point[game] == point[game, slot][:, None]) & (point[game, slot] != NO_POINT)[:, None]
    same[np.arange(len(game)), slot] = False
    placement, other = np.nonzero(same)
    return placement, other


NO_POINT = 2**30


def new_cells(seen: Seen, now: Position, game: Ints, cell: Ints, number: Ints) -> tuple[Masks, Ints]:
    """The tiles that fit the cells that a placement opens beside it, and the bonus there."""
    points, taken, middle = maps(seen, now)
    kind, at = cell[:, 0] - 1, cell[:, 1:3] + middle
    neighbour = at[:, None] + NEIGHBOURS[kind]
    new = ~taken[game[:, None], 1 - kind[:, None], neighbour[:, :, 0], neighbour[:, :, 1]]
    corner = neighbour[:, :, None] + CORNERS[1 - kind][:, None]
    numbers = points[game[:, None, None], corner[:, :, :, 0], corner[:, :, :, 1]].astype(np.int64)
    free = cell[:, 3:6] == NONE
    own_point = at + CORNERS[kind, free.argmax(1)]
    there = (corner == own_point[:, None, None]).all(3) & free.any(1)[:, None, None]
    numbers = np.where(there, number[:, None, None], numbers)
    fits = np.where(new, FITS[numbers[:, :, 0], numbers[:, :, 1], numbers[:, :, 2]], np.uint64(0))
    return fits, np.where((numbers == NONE).any(2), 0, BRIDGE)


def maps(seen: Seen, now: Position) -> tuple[Seen, Flags, int]:
    """The number at each point [game, x, y], whether a cell is filled or open [game, down, x, y], and where 0, 0 is."""
    board = seen[:, BOARD:RACK].reshape(len(seen), TILE_NUMBER, FOR_EACH_TILE)
    middle = int(np.abs(now.slots[:, :, 1:3]).max(initial=0)) + 2
    points = np.full((len(seen), 2 * middle + 2, 2 * middle + 2), NONE, np.int8)
    taken = np.zeros((len(seen), 2, 2 * middle + 2, 2 * middle + 2), bool)
    game, slot = np.nonzero(now.slots[:, :, 0])
    kind, x, y = now.slots[game, slot, :3].T
    taken[game, kind - 1, x + middle, y + middle] = True
    game, tile = np.nonzero(board[:, :, 0])
    how, x, y = board[game, tile].astype(np.int64).T
    down, turn = (how - 1) // 3, (how - 1) % 3
    taken[game, down, x + middle, y + middle] = True
    for corner in range(3):
        dx, dy = CORNERS[down, corner].T
        points[game, x + dx + middle, y + dy + middle] = NUMBERS_OF[tile, (turn + corner) % 3]
    return points, taken, middle


def state(now: Position, which: Ints, found: Floats) -> Floats:
    """A row of numbers for each position, independent of the placement."""
    best = np.zeros(len(now.rack), np.float32)
    np.maximum.at(best, which, found[:, FEATURES.index("bonus")])
    fitting = np.bitwise_or.reduce(now.fits, 1)
    threats = (now.fits & now.unseen[:, None] != 0) & (now.slots[:, :, 7] > 0)
    columns = (
        now.held / 9,
        now.other_held / 9,
        now.well / 38,
        now.well == 0,
        ((now.rack[:, None] & BIT != 0) * SUMS).sum(1) / 60,
        count(fitting & now.rack) / 9,
        best,
        threats.sum(1) / 5,
    )
    return np.column_stack(columns).astype(np.float32)
