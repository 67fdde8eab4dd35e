"""An edition's figures as the core reads them, and the rules that need nothing but figures.

Start, drawing, passing, the end of a round and the end of a game: each rule is one small function here,
asked by playouts, by `Round` and by `Game` alike.
"""

from __future__ import annotations

from typing import NamedTuple

from tricorn.core.compile import Ints, highest, inline, jit, lowest
from tricorn.core.table import SUMS
from tricorn.editions import Edition
from tricorn.tiles import TILES

__all__ = [
    "NOBODY",
    "TRIPLES",
    "ZERO",
    "Rules",
    "blocked_winner",
    "game_winner",
    "hand_sum",
    "may_draw",
    "may_pass",
    "placed_points",
    "rules_of",
    "start_points",
    "starting_seat",
    "starting_tile",
]

NOBODY = -1
_UNLIMITED = len(TILES)

TRIPLES = sum(tile.bit for tile in TILES if tile.is_triple)
ZERO = 0  # the index of 0-0-0, the tile with the lowest sum


class Rules(NamedTuple):
    """The figures of an edition, as whole numbers."""

    target: int
    bonuses: tuple[int, int, int, int, int, int]  # by shape: plain, bridge, beside, one to three hexagons
    start_bonus: int
    zero_start: int
    draw_penalty: int
    pass_penalty: int
    out_bonus: int
    draw_limit: int
    draw_optional: int
    blocked_by_tiles: int
    won_by_highest: int


def rules_of(edition: Edition) -> Rules:
    """The core's figures of an edition."""
    return Rules(
        target=edition.target,
        bonuses=(0, edition.bridge, edition.bridge, *edition.hexagons),
        start_bonus=edition.start_bonus,
        zero_start=edition.zero_start,
        draw_penalty=edition.draw_penalty,
        pass_penalty=edition.pass_penalty,
        out_bonus=edition.out_bonus,
        draw_limit=_UNLIMITED if edition.draw_limit is None else edition.draw_limit,
        draw_optional=int(edition.draw_optional),
        blocked_by_tiles=int(edition.blocked == "tiles"),
        won_by_highest=int(edition.won_by == "highest"),
    )


@inline
def starting_tile(every_hand: int) -> int:
    """The tile that must start, from all hands together: the highest triple, else the highest sum (R5)."""
    triples = every_hand & TRIPLES
    return highest(triples if triples else every_hand)


@inline
def starting_seat(hands: Ints, first: int, players: int) -> int:
    """Whose hand holds the tile that must start; the hands stand from `first` on."""
    every_hand = 0
    for seat in range(players):
        every_hand |= hands[first + seat]
    tile = starting_tile(every_hand)
    for seat in range(players):
        if hands[first + seat] >> tile & 1:
            return seat
    return NOBODY


@inline
def start_points(rules: Rules, tile: int) -> int:
    """What the first tile of a round scores."""
    points = SUMS[tile]
    if TRIPLES >> tile & 1:
        points += rules.start_bonus
    if tile == ZERO:
        points += rules.zero_start
    return points


@inline
def may_draw(rules: Rules, able: bool, draws: int, well: int) -> bool:
    """Whether a player may draw: `able` to place or not, after so many draws, with so many in the well (R6, R8)."""
    return well > 0 and draws < rules.draw_limit and (rules.draw_optional != 0 or not able)


@inline
def may_pass(rules: Rules, able: bool, draws: int, well: int) -> bool:
    """Whether a player may pass: only when nothing may be drawn any more (R6, R8)."""
    return (well == 0 or draws >= rules.draw_limit) and (rules.draw_optional != 0 or not able)


@inline
def placed_points(rules: Rules, shape: int, tile: int) -> int:
    """What a placement scores: the tile's sum, and the bonus for what it makes."""
    return SUMS[tile] + rules.bonuses[shape]


@inline
def hand_sum(hand: int) -> int:
    """The sum of all numbers in a hand."""
    total = 0
    while hand:
        total += SUMS[lowest(hand)]
        hand &= hand - 1
    return total


@jit
def blocked_winner(rules: Rules, held: Ints, first: int, players: int) -> int:
    """Who wins a blocked round; NOBODY if tied (R9, R10).

    From `first` on stand each hand's number of tiles and its sum.
    """
    winner = NOBODY
    least = 0
    for seat in range(players):
        tiles, total = held[first + 2 * seat], held[first + 2 * seat + 1]
        measure = tiles << 32 | total if rules.blocked_by_tiles else total << 32 | tiles
        if seat == 0 or measure < least:
            winner, least = seat, measure
        elif measure == least:
            winner = NOBODY
    return winner


@jit
def game_winner(rules: Rules, scores: Ints, first: int, players: int, round_winner: int) -> int:
    """Who has won the game after a round, or NOBODY if another round is played (R11, R12).

    The scores stand from `first` on.
    """
    best = scores[first]
    for seat in range(1, players):
        best = max(best, scores[first + seat])
    if best < rules.target:
        return NOBODY
    if round_winner != NOBODY and not rules.won_by_highest and scores[first + round_winner] >= rules.target:
        return round_winner
    winner = NOBODY
    for seat in range(players):
        if scores[first + seat] == best:
            if winner != NOBODY:
                return NOBODY
            winner = seat
    return winner
