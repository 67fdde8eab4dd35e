"""What a seat sees of a round whose tiles are all known, as in the page, derived from its log.

seeing.py does the same from a view, whose round may be only partly known.
"""

from __future__ import annotations

from tricorn.bots.belief import lay_logged
from tricorn.bots.mind import Mind
from tricorn.bots.worlds import UNKNOWN, Worlds
from tricorn.core.compile import Ints, inline, jit, lowest, variable
from tricorn.core.rules import Rules, placed_points
from tricorn.core.state import (
    CHANGED,
    CHANGING,
    FITTING,
    HANDS,
    LOG,
    LOG_BY_CLOCK,
    LOG_DRAW,
    LOG_PASS,
    LOG_START,
    LOGGED,
    MAX_SEATS,
    NOT_LOOKED,
    PLAYERS,
    SEAT,
    State,
)
from tricorn.core.table import CELLS, FITS, OPEN, SUMS, Table, copy_table, reset, shape_of, union
from tricorn.core.unknown import HAND_SIZE, TURN, Unknown, add_unknown, exclude, excluded_at, reveal, since_at

__all__ = ["gather_places", "look"]


@jit
def look(state: State, rules: Rules, each: int, shown: int, mind: Mind) -> None:
    """Fill a mind with what the seat on turn sees of a round with a log.

    Each hand was dealt so many tiles; `shown` is the tile that a start with 0-0-0 showed, or -1.
    """
    seat = state[SEAT]
    copy_table(state, mind.state)
    for index in range(CHANGING, CHANGED):
        mind.state[index] = state[index]
    mind.state[FITTING] = NOT_LOOKED
    for other in range(MAX_SEATS):
        mind.state[HANDS + other] = 0
        mind.known[other] = 0
        mind.unknown[other * HAND_SIZE] = 0
    for other in range(state[PLAYERS]):
        for _ in range(0 if other == seat else each):
            add_unknown(mind.unknown, other * HAND_SIZE, variable(0))
    mind.known[seat] = state[HANDS + seat]
    _follow(state, rules, seat, shown, mind.table, mind.known, mind.unknown, mind.scratch)
    gather_places(mind.worlds, mind.unknown)


@jit
def _follow(
    state: State, rules: Rules, seat: int, shown: int, table: Table, known: Ints, unknown: Unknown, draws: Ints
) -> None:
    """Derive what the others' moves say about their hands."""
    reset(table)
    laid, drawn = 0, 0
    for other in range(MAX_SEATS):
        draws[other] = 0
    for index in range(LOG, state[LOGGED]):
        entry = state[index]
        kind, who = entry & 7, entry >> 3 & 7
        if who != seat:
            _exclude_unfit(table, rules, unknown, entry)
        if kind == LOG_DRAW:
            drawn += 1
            draws[who] += 1
            if who != seat:
                add_unknown(unknown, who * HAND_SIZE, laid * TURN + draws[who])
            continue
        if kind != LOG_PASS:
            _take_from_hand(known, unknown, seat, entry, drawn != 0 and not rules.draw_optional)
            if kind == LOG_START and shown >= 0 and who != seat:
                reveal(unknown, who * HAND_SIZE, shown, False)
                known[who] |= 1 << shown
            lay_logged(table, entry)
            laid += 1
            for other in range(MAX_SEATS):
                draws[other] = 0
        drawn = 0


@inline
def _take_from_hand(known: Ints, unknown: Unknown, seat: int, entry: int, just_drawn: bool) -> None:
    """Move a tile of another seat to the table, from its known or unknown ones."""
    who, tile = entry >> 3 & 7, entry >> 6 & 63
    if who == seat:
        return
    if known[who] >> tile & 1:
        known[who] ^= 1 << tile
    else:
        reveal(unknown, who * HAND_SIZE, tile, just_drawn)


@inline
def _exclude_unfit(table: Table, rules: Rules, unknown: Unknown, entry: int) -> None:
    """Note that a player who draws or passes where placing comes first holds nothing that fits (R6).

    The clock plays the best placement (R14).
    """
    kind, who, by_clock = entry & 7, entry >> 3 & 7, entry & LOG_BY_CLOCK != 0
    if kind in (LOG_DRAW, LOG_PASS):
        if not rules.draw_optional or (by_clock and kind == LOG_PASS):
            exclude(unknown, who * HAND_SIZE, union(table))
    elif by_clock and kind != LOG_START:
        points = placed_points(rules, entry >> 25 & 7, SUMS[entry >> 6 & 63])
        exclude(unknown, who * HAND_SIZE, _scoring_more(table, rules, points))


@jit
def _scoring_more(table: Table, rules: Rules, points: int) -> int:
    """The tiles with a placement that scores more than this."""
    better = 0
    for slot in range(table[OPEN]):
        shape = shape_of(table, table[CELLS + slot], rules.beside_bridge)
        tiles = table[FITS + slot]
        while tiles:
            tile = lowest(tiles)
            tiles &= tiles - 1
            if placed_points(rules, shape, SUMS[tile]) > points:
                better |= 1 << tile
    return better


@jit
def gather_places(worlds: Worlds, unknown: Unknown) -> None:
    """Put the unknown places of all hands in a row, for the chain."""
    number = 0
    for seat in range(MAX_SEATS):
        for index in range(unknown[seat * HAND_SIZE]):
            worlds.owner[number] = seat
            worlds.excluded[number] = unknown[excluded_at(seat * HAND_SIZE, index)]
            worlds.since[number] = unknown[since_at(seat * HAND_SIZE, index)]
            number += 1
    worlds.sizes[UNKNOWN] = number
