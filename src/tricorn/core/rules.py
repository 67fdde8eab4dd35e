"""An edition's figures as the core reads them, and the rules that need only figures.

Start, drawing, passing, the end of a round and the end of a game: each rule is one small function, called by playouts,
`Round` and `Game`.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias, cast

from tricorn.bonus import PointsByShape
from tricorn.core.board import AT_BRIDGES, AT_SIDES, NEVER, SUMS
from tricorn.core.compile import Ints, highest_bit, inline, jit, jit_inline, lowest_bit, popcount
from tricorn.core.log import NO_TILE
from tricorn.editions import Edition
from tricorn.messages import Message
from tricorn.tiles import TILES

__all__ = [
    "NOBODY",
    "TRIPLES",
    "UNLIMITED",
    "WIN_REASONS",
    "ZERO",
    "Rules",
    "blocked_prize",
    "blocked_winner",
    "counts_as_blocking",
    "ends_free",
    "game_winner",
    "hand_points",
    "is_free_pass",
    "may_draw",
    "may_pass",
    "next_seat",
    "out_prize",
    "pass_cost",
    "placed_points",
    "rules_for",
    "shown_triple",
    "start_points",
    "startable",
    "starting_seat",
    "starting_tile",
    "tile_points",
    "win_reason",
]

NOBODY = -1
UNLIMITED = len(TILES)  # draws in a turn, if an edition sets no limit

TRIPLES = sum(tile.bit for tile in TILES if tile.is_triple)
ZERO = 0  # the index of 0-0-0, the tile with the lowest sum

_BESIDE = {"sides": AT_SIDES, "bridge": AT_BRIDGES, "none": NEVER}


HeadStart: TypeAlias = tuple[int, int, int, int, int, int]  # one figure per seat


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
    beside: int  # AT_SIDES, AT_BRIDGES or NEVER
    blocked_by_tiles: int
    blocked_by_passes: int
    blocked_own: int
    won_by_highest: int
    show_triple: int
    clock: int  # seconds a turn, or 0
    start_by_choice: int
    empty_well_free: int
    rounds: int  # of a game, or 0
    by_tiles: int  # whether a tile counts 1, not its numbers
    head_start: HeadStart


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
        beside=_BESIDE[edition.beside],
        blocked_by_tiles=int(edition.blocked == "tiles"),
        blocked_by_passes=int(edition.blocked_when == "passes"),
        blocked_own=int(edition.blocked_own),
        won_by_highest=int(edition.won_by == "highest"),
        show_triple=int(edition.show_triple),
        clock=edition.clock or 0,
        start_by_choice=int(edition.start == "choice"),
        empty_well_free=int(edition.empty_well_free),
        rounds=edition.rounds or 0,
        by_tiles=int(edition.scoring == "tiles"),
        head_start=cast(HeadStart, edition.head_start),
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
def startable(rules: Rules, hand: int) -> int:
    """The tiles that the player who starts may start with.

    That is the tile that must start, and with an option 0-0-0 (R16); or any tile, if a lot decides who starts (R19).
    """
    if rules.start_by_choice:
        return hand
    tiles = 1 << starting_tile(hand)
    if rules.zero_option != 0 and hand & TRIPLES > 1:
        tiles |= hand & 1 << ZERO
    return tiles


@jit_inline
def shown_triple(rules: Rules, hand: int, tile: int) -> int:
    """The triple that a start with this tile shows, the highest held if 0-0-0 is chosen instead of it, or NO_TILE."""
    top = starting_tile(hand)
    is_chosen = tile == ZERO and top != ZERO and not rules.start_by_choice
    return top if is_chosen and rules.show_triple else NO_TILE


@inline
def start_points(rules: Rules, tile: int) -> int:
    """What the first tile of a round scores."""
    points = tile_points(rules, SUMS[tile])
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
def is_free_pass(rules: Rules, draws: int, well: int) -> bool:
    """Whether a pass costs nothing: after a draw (R17), or because the well is empty (R20)."""
    return ends_free(rules, draws) or (rules.empty_well_free != 0 and well == 0 and draws < rules.draw_limit)


@inline
def pass_cost(rules: Rules, draws: int, well: int) -> int:
    """What a pass costs after `draws` draws in this turn, with `well` tiles left."""
    return 0 if is_free_pass(rules, draws, well) else rules.pass_penalty


@inline
def next_seat(seat: int, players: int) -> int:
    """The seat that plays after this one."""
    return 0 if seat + 1 == players else seat + 1


@inline
def counts_as_blocking(rules: Rules, well: int) -> bool:
    """Whether a pass counts towards a blocked round, with `well` tiles left (R9)."""
    return well == 0 or rules.blocked_by_passes != 0


@inline
def tile_points(rules: Rules, total: int) -> int:
    """What a tile with this sum counts: its sum, or 1 (R23)."""
    return 1 if rules.by_tiles else total


@inline
def placed_points(rules: Rules, shape: int, total: int) -> int:
    """What a placement scores: what a tile with this sum counts, and the bonus for the shape it makes."""
    return tile_points(rules, total) + rules.bonuses[shape]


@inline
def hand_points(rules: Rules, hand: int) -> int:
    """What the tiles in a hand count."""
    if rules.by_tiles:
        return popcount(hand)
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
def game_winner(rules: Rules, scores: Ints, first: int, players: int, round_winner: int, rounds: int) -> int:
    """The winner of the game after this many rounds, or NOBODY if another round is played (R11, R12, R22).

    The index of the first score is `first`.
    """
    best = scores[first]
    for seat in range(1, players):
        best = max(best, scores[first + seat])
    if rounds < rules.rounds or (not rules.rounds and best < rules.target):
        return NOBODY
    by_round = not rules.rounds and not rules.won_by_highest
    if by_round and round_winner != NOBODY and scores[first + round_winner] >= rules.target:
        return round_winner
    winner = NOBODY
    for seat in range(players):
        if scores[first + seat] == best:
            if winner != NOBODY:
                return NOBODY
            winner = seat
    return winner


# Why a game is won, by the codes of `win_reason`.
WIN_REASONS = (Message.WON_ALONE, Message.WON_LAST_ROUND, Message.WON_HIGHEST, Message.WON_AFTER_ROUNDS)


@jit
def win_reason(rules: Rules, scores: Ints, first: int, players: int, winner: int, round_winner: int) -> int:
    """Why `game_winner` says that a player has won: a place in WIN_REASONS."""
    if rules.rounds:
        return 3
    reached = 0
    for seat in range(players):
        if scores[first + seat] >= rules.target:
            reached += 1
    if reached == 1:
        return 0
    return 1 if winner == round_winner and not rules.won_by_highest else 2
