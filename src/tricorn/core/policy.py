"""The policies of playouts and plain bots, each a function of the board and of what its seat knows."""

from __future__ import annotations

from typing import NamedTuple

from tricorn.core.board import CELLS, FITS, FITTING_SLOTS, OPEN, SUMS, Board, find_fitting_slots, shape_of
from tricorn.core.compile import Ints, highest_bit, inline, jit, jit_inline, jit_internal, lowest_bit, popcount
from tricorn.core.heuristic import placement_value
from tricorn.core.rng import below, next32
from tricorn.core.rules import Rules, may_draw, may_pass, placed_points, start_points, startable
from tricorn.core.state import DRAW, PASS, pack_placement

__all__ = ["EASY", "GENTLE", "GREEDY", "HEURISTIC", "MEDIUM", "RANDOM", "Knowledge", "choose", "choose_start"]

RANDOM, GREEDY, HEURISTIC, EASY, MEDIUM, GENTLE = 0, 1, 2, 3, 4, 5


class Knowledge(NamedTuple):
    """What a seat knows in addition to the board; tiles are masks."""

    hand: int  # its tiles
    fitting: int  # those of its tiles that fit somewhere
    on_table: int  # the tiles on the table
    next_held: int  # the number of tiles of the next player
    draws: int  # the number of tiles that it has drawn in this turn
    well: int  # the number of tiles left to draw


@jit
def choose_start(rules: Rules, hand: int, policy: int, rng: Ints) -> int:
    """The tile to start with: 0-0-0 for its points if that is a choice, or any of those that may start.

    If any tile may start (R19), it is the one that scores most. A gentle player takes the one that scores least.
    """
    tiles = startable(rules, hand)
    if rules.start_by_choice:
        return _random_tile(tiles, rng) if policy == RANDOM else _best_start(rules, tiles, _sign(policy))
    if tiles & tiles - 1 and policy != GENTLE and (policy != RANDOM or next32(rng) >> 31):
        return lowest_bit(tiles)
    return highest_bit(tiles)


@inline
def _random_tile(tiles: int, rng: Ints) -> int:
    for _ in range(below(rng, popcount(tiles))):
        tiles &= tiles - 1
    return lowest_bit(tiles)


@inline
def _best_start(rules: Rules, tiles: int, sign: int) -> int:
    """The tile that scores most as the first of a round, or with the sign -1 least; if tied, the highest sum."""
    best = lowest_bit(tiles)
    while tiles:
        tile = lowest_bit(tiles)
        tiles &= tiles - 1
        if sign * start_points(rules, tile) >= sign * start_points(rules, best):
            best = tile
    return best


@inline
def _sign(policy: int) -> int:
    """-1 for a gentle player, who prefers what others avoid: it gives points away and opens bonuses to others."""
    return -1 if policy == GENTLE else 1


@jit_inline
def choose(board: Board, rules: Rules, policy: int, knowledge: Knowledge, policies: Ints, rng: Ints) -> int:
    """A legal choice of the player on turn."""
    if policy == RANDOM:
        return _random(board, rules, knowledge, rng)
    if not knowledge.fitting:
        return PASS if may_pass(rules, knowledge.fitting != 0, knowledge.draws, knowledge.well) else DRAW
    if policy == EASY:
        return _easy(board, rules, knowledge.fitting, rng)
    # A medium player considers what a placement opens only half of the time.
    if policy == GREEDY or (policy == MEDIUM and next32(rng) >> 31):
        return _greedy(board, rules, knowledge.fitting)
    return _heuristic(board, rules, knowledge, policies, _sign(policy))


@inline
def _random(board: Board, rules: Rules, knowledge: Knowledge, rng: Ints) -> int:
    """Any legal choice, each equally likely."""
    fitting = knowledge.fitting
    draw = may_draw(rules, fitting != 0, knowledge.draws, knowledge.well)
    passing = may_pass(rules, fitting != 0, knowledge.draws, knowledge.well)
    if not fitting and not (draw and passing):
        return DRAW if draw else PASS
    others = (1 if draw else 0) + (1 if passing else 0)
    total = 0
    for slot in range(board[OPEN]):
        total += popcount(board[FITS + slot] & fitting)
    pick = below(rng, total + others) if total + others > 1 else 0
    if pick >= total:
        return DRAW if draw and pick == total else PASS
    return _nth_placement(board, fitting, pick)


@inline
def _nth_placement(board: Board, fitting: int, pick: int) -> int:
    """The placement number `pick`, counted from 0 through the open cells."""
    slot = 0
    tiles = board[FITS] & fitting
    while pick >= popcount(tiles):
        pick -= popcount(tiles)
        slot += 1
        tiles = board[FITS + slot] & fitting
    for _ in range(pick):
        tiles &= tiles - 1
    return pack_placement(board[CELLS + slot], lowest_bit(tiles))


@inline
def _greedy(board: Board, rules: Rules, fitting: int) -> int:
    """The placement that scores most; if tied, the first in the board's list of open cells."""
    best = -1
    choice = PASS
    for index in range(find_fitting_slots(board, fitting)):
        slot = board[FITTING_SLOTS + index]
        cell = board[CELLS + slot]
        tile = highest_bit(board[FITS + slot] & fitting)  # tiles are in order of their sums
        points = placed_points(rules, shape_of(board, cell, rules.beside), SUMS[tile])
        if points > best:
            best = points
            choice = pack_placement(cell, tile)
    return choice


@jit_internal
def _easy(board: Board, rules: Rules, fitting: int, rng: Ints) -> int:
    """The placement that scores most of those noticed; each is overlooked half of the time."""
    best, choice, seen = -1, PASS, 0
    for index in range(find_fitting_slots(board, fitting)):
        slot = board[FITTING_SLOTS + index]
        cell = board[CELLS + slot]
        tiles = board[FITS + slot] & fitting
        while tiles:
            tile = lowest_bit(tiles)
            tiles &= tiles - 1
            seen += 1
            shape = shape_of(board, cell, rules.beside)
            points = placed_points(rules, shape, SUMS[tile]) if next32(rng) >> 31 else 0
            # A player who notices nothing takes any placement, each equally likely.
            if points > best or (best == 0 and points == 0 and below(rng, seen) == 0):
                best, choice = points, pack_placement(cell, tile)
    return choice


@jit_internal
def _heuristic(board: Board, rules: Rules, knowledge: Knowledge, policies: Ints, sign: int) -> int:
    """The placement with the highest value, or with the sign -1 the lowest; if tied, the first found."""
    count = find_fitting_slots(board, knowledge.fitting)
    best = 0
    choice = PASS
    # A trial placement changes the lists, but taking it back restores them, so the slots stay valid.
    for index in range(count):
        slot = board[FITTING_SLOTS + index]
        tiles = board[FITS + slot] & knowledge.fitting
        while tiles:
            tile = lowest_bit(tiles)
            tiles &= tiles - 1
            candidate = pack_placement(board[CELLS + slot], tile)
            if count == 1 and not tiles and choice == PASS:
                return candidate
            value = sign * placement_value(
                board, rules, candidate, knowledge.hand, knowledge.on_table, knowledge.next_held, policies
            )
            if choice == PASS or value > best:
                best, choice = value, candidate
    return choice
