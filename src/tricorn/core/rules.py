"""An edition's figures as the core reads them, and the rules that need only figures.

Start, drawing, passing, the end of a round and the end of a game: each rule is one small function, called by playouts,
`Round` and `Game`.
"""

from __future__ import annotations

from typing import NamedTuple

from tricorn.bonus import PointsByShape
from tricorn.core.board import SUMS
from tricorn.core.compile import Ints, highest_bit, inline, jit, lowest_bit
from tricorn.editions import Edition
from tricorn.tiles import TILES

__all__ = [
    "NOBODY",
    "TRIPLES",
    "UNLIMITED",
    "ZERO",
    "Rules",
    "blocked_prize",
    "blocked_winner",
    "counts_as_blocking",
    "ends_free",
    "game_winner",
    "hand_sum",
    "may_draw",
    "may_pass",
    "may_start_with_zero",
    "next_seat",
    "out_prize",
    "pass_cost",
    "placed_points",
    "rules_for",
    "start_points",
    "starting_seat",
    "starting_tile",
]

NOBODY = -1
UNLIMITED = len(TILES)  # draws in a turn, if an edition sets no limit

TRIPLES = sum(tile.bit for tile in TILES if tile.is_triple)
ZERO = 0  # the index of 0-0-0, the tile with the lowest sum


class Rules(NamedTuple):
    """The figures of an edition, as whole numbers."""

    target: int
    bonuses: PointsByShape
    start_bonus: int
    zero_start: int
    draw_penalty: int
    pass_penalty: int
    out_bonus: int
    draw_limit: int
    draw_optional: int
    pass_after_draw: int
    zero_option: int
    beside_bridge: int
    blocked_by_tiles: int
    blocked_by_passes: int
    blocked_own: int
    won_by_highest: int
    show_triple: int
    clock: int  # seconds a turn, or 0


def rules_for(edition: Edition) -> Rules:
    """The core's figures of an edition."""
    return Rules(
        target=edition.target,
        bonuses=edition.bonus_points(),
        start_bonus=edition.start_bonus,
        zero_start=edition.zero_start,
        draw_penalty=edition.draw_penalty,
        pass_penalty=edition.pass_penalty,
        out_bonus=edition.out_bonus,
        draw_limit=UNLIMITED if edition.draw_limit is None else edition.draw_limit,
        draw_optional=int(edition.draw_optional),
        pass_after_draw=int(edition.pass_after_draw),
        zero_option=int(edition.zero_option),
        beside_bridge=int(edition.beside == "bridge"),
        blocked_by_tiles=int(edition.blocked == "tiles"),
        blocked_by_passes=int(edition.blocked_when == "passes"),
        blocked_own=int(edition.blocked_own),
        won_by_highest=int(edition.won_by == "highest"),
        show_triple=int(edition.show_triple),
        clock=edition.clock or 0,
    )


@inline
def starting_tile(every_hand: int) -> int:
    """The tile that must start, from all hands together: the highest triple, else the highest sum (R5)."""
    triples = every_hand & TRIPLES
    return highest_bit(triples if triples else every_hand)


@inline
def starting_seat(hands: Ints, first: int, players: int) -> int:
    """The seat that holds the tile that must start; `first` is the index of the first hand."""
    every_hand = 0
    for seat in range(players):
        every_hand |= hands[first + seat]
    tile = starting_tile(every_hand)
    for seat in range(players):
        if hands[first + seat] >> tile & 1:
            return seat
    return NOBODY


@inline
def may_start_with_zero(rules: Rules, hand: int) -> bool:
    """Whether the player whose hand starts the round may choose 0-0-0 instead of the highest triple (R16)."""
    return rules.zero_option != 0 and hand >> ZERO & 1 != 0 and hand & TRIPLES > 1


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
def may_draw(rules: Rules, can_place: bool, draws: int, well: int) -> bool:
    """Whether a player may draw after `draws` draws in this turn, with `well` tiles left (R6, R8)."""
    return well > 0 and draws < rules.draw_limit and (rules.draw_optional != 0 or not can_place)


@inline
def ends_free(rules: Rules, draws: int) -> bool:
    """Whether a turn may end for free after `draws` draws: at least one, but fewer than the limit (R17)."""
    return rules.pass_after_draw != 0 and rules.draw_optional != 0 and 0 < draws < rules.draw_limit


@inline
def may_pass(rules: Rules, can_place: bool, draws: int, well: int) -> bool:
    """Whether a player may pass: when no more tiles may be drawn (R6, R8), or after a draw (R17)."""
    if ends_free(rules, draws):
        return True
    return (well == 0 or draws >= rules.draw_limit) and (rules.draw_optional != 0 or not can_place)


@inline
def pass_cost(rules: Rules, draws: int) -> int:
    """What a pass costs after `draws` draws in this turn."""
    return 0 if ends_free(rules, draws) else rules.pass_penalty


@inline
def next_seat(seat: int, players: int) -> int:
    """The seat that plays after this one."""
    return 0 if seat + 1 == players else seat + 1


@inline
def counts_as_blocking(rules: Rules, well: int) -> bool:
    """Whether a pass counts towards a blocked round, with `well` tiles left (R9)."""
    return well == 0 or rules.blocked_by_passes != 0


@inline
def placed_points(rules: Rules, shape: int, total: int) -> int:
    """What a placement scores: the tile's sum, and the bonus for the shape it makes."""
    return total + rules.bonuses[shape]


@inline
def hand_sum(hand: int) -> int:
    """The sum of all numbers in a hand."""
    total = 0
    while hand:
        total += SUMS[lowest_bit(hand)]
        hand &= hand - 1
    return total


@inline
def out_prize(rules: Rules, others: int) -> int:
    """What going out brings, from the sum of the other hands."""
    return rules.out_bonus + others


@jit
def blocked_winner(rules: Rules, hand_totals: Ints, first: int, players: int) -> int:
    """The winner of a blocked round; NOBODY if tied (R9, R10).

    From index `first` on, the array has the number of tiles and the sum of each hand.
    """
    winner = NOBODY
    lowest = 0
    for seat in range(players):
        tiles, total = hand_totals[first + 2 * seat], hand_totals[first + 2 * seat + 1]
        measure = tiles << 32 | total if rules.blocked_by_tiles else total << 32 | tiles
        if seat == 0 or measure < lowest:
            winner, lowest = seat, measure
        elif measure == lowest:
            winner = NOBODY
    return winner


@inline
def blocked_prize(rules: Rules, others: int, own: int) -> int:
    """What a blocked round brings its winner, from the sums of the other hands and of the winner's (R18)."""
    return others - own if rules.blocked_own else others


@jit
def game_winner(rules: Rules, scores: Ints, first: int, players: int, round_winner: int) -> int:
    """The winner of the game after a round, or NOBODY if another round is played (R11, R12).

    The index of the first score is `first`.
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
