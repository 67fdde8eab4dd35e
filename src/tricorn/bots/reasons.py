"""Why a choice is good or bad, as data: what it scores, what it leaves the next player, what it keeps.

Each fact about a choice has a weight in points. The reasons of a choice are the facts whose weights differ most from
the mean of all choices; for the best choice, only those in its favour. A reason is a code and two figures; values.py
and the page turn them into text.
"""

from __future__ import annotations

from typing import NamedTuple

from tricorn.bonus import PLAIN, Bonus
from tricorn.bots.evaluation import FIGURES, REPLY_SHARES, Evaluation
from tricorn.bots.samples import NO_REPLY
from tricorn.bots.workspace import Workspace
from tricorn.core import layout as at
from tricorn.core.board import CELLS, FITS, OPEN, PLACED, SUMS, Board, copy_board, fitting_tiles, put, shape_of
from tricorn.core.compile import (
    Floats,
    Ints,
    floats,
    inline,
    ints,
    jit,
    jit_internal,
    lowest_bit,
    not_literal,
    popcount,
)
from tricorn.core.rules import Rules, next_seat, pass_cost, placed_points, start_points, tile_points
from tricorn.core.state import DRAW, choice_cell, choice_tile, in_well
from tricorn.messages import Message

__all__ = ["CODES", "MAX_REASONS", "NOTHING", "REASON_SIZE", "Reasons", "find_reasons", "new_reasons"]

MAX_REASONS = 3
REASON_SIZE = 3  # a code and two figures
_MIN_DIFFERENCE = 1.5  # a fact that differs less from the mean is left out
# Weights in points.
_STUCK_WEIGHT = 8.0  # a next player who cannot place
_LATER_WEIGHT = 0.4  # each point of a bonus that the player keeps for later
_FITTING_WEIGHT, _MAX_FITTING = 2.0, 4  # each of the player's first tiles that fit afterwards
_OUT_WEIGHT = 10.0  # going out, beyond its bonus

# The kinds of facts; a choice has at most one of each.
_OWN_OUT, _OWN_SCORE, _OWN_DRAW, _OWN_PASS, _OWN_LATER, _OWN_FITTING, _NEXT_REPLY, _NEXT_STUCK, _KINDS = range(9)

# The message of each code, with the names of its figures.
NOTHING = 0
CODES: tuple[tuple[Message | None, tuple[str, ...]], ...] = (
    (None, ()),
    (Message.REASON_OUT, ()),
    (Message.REASON_SCORES, ("points",)),
    *((bonus.scored, ("points",)) for bonus in Bonus),
    (Message.REASON_DRAW, ("points",)),
    (Message.REASON_PASS, ("points",)),
    (Message.REASON_LATER, ("tile", "points")),
    (Message.REASON_FITTING, ("count",)),
    (Message.REASON_NOTHING_FITS, ()),
    (Message.REASON_LEAVES_NOTHING, ("seat",)),
    *((bonus.left, ("seat", "percent")) for bonus in Bonus),
    (Message.REASON_STUCK, ("seat", "percent")),
    (Message.REASON_STUCK_FOR_GOOD, ("seat", "percent")),
)


_CODE = {message: code for code, (message, _) in enumerate(CODES)}

# The code for a plain placement, or for one that leaves nothing, is followed by those for each bonus.
_CODE_OUT = _CODE[Message.REASON_OUT]
_CODE_SCORED = _CODE[Message.REASON_SCORES]
_CODE_DRAW = _CODE[Message.REASON_DRAW]
_CODE_PASS = _CODE[Message.REASON_PASS]
_CODE_LATER = _CODE[Message.REASON_LATER]
_CODE_FITTING = _CODE[Message.REASON_FITTING]
_CODE_NOTHING_FITS = _CODE[Message.REASON_NOTHING_FITS]
_CODE_LEFT = _CODE[Message.REASON_LEAVES_NOTHING]
_CODE_STUCK = _CODE[Message.REASON_STUCK]
_CODE_STUCK_FOR_GOOD = _CODE[Message.REASON_STUCK_FOR_GOOD]


class Reasons(NamedTuple):
    """The facts about every choice, and those that are selected as reasons."""

    weights: Floats  # for each choice and kind of fact
    facts: Ints  # REASON_SIZE numbers for each choice and kind
    means: Floats  # of the weights, for each kind
    selected: Ints  # up to MAX_REASONS reasons of REASON_SIZE numbers for each choice


def new_reasons(choices: int) -> Reasons:
    """Room for the reasons of this many choices."""
    return Reasons(
        weights=floats(choices * _KINDS),
        facts=ints(choices * _KINDS * REASON_SIZE),
        means=floats(_KINDS),
        selected=ints(choices * MAX_REASONS * REASON_SIZE),
    )


@jit
def find_reasons(
    workspace: Workspace, rules: Rules, evaluation: Evaluation, count: int, best: int, reasons: Reasons
) -> None:
    """Find the reasons of the first `count` choices of a finished evaluation; `best` is the index of the best."""
    for index in range(count * _KINDS):
        reasons.weights[index] = 0.0
        reasons.facts[index * REASON_SIZE] = NOTHING
    for index in range(count):
        _add_own_facts(workspace, rules, evaluation.samples.choices[index], index, reasons)
        _add_reply_facts(workspace, rules, evaluation.figures, index, reasons)
    for kind in range(_KINDS):
        total = 0.0
        for index in range(count):
            total += reasons.weights[index * _KINDS + kind]
        reasons.means[kind] = total / count
    for index in range(count):
        _select(reasons, index, index == best)


@inline
def _add_fact(reasons: Reasons, index: int, kind: int, weight: float, code: int, first: int, second: int) -> None:
    row = index * _KINDS + kind
    reasons.weights[row] = weight
    reasons.facts[row * REASON_SIZE] = code
    reasons.facts[row * REASON_SIZE + 1] = first
    reasons.facts[row * REASON_SIZE + 2] = second


@jit_internal
def _add_own_facts(workspace: Workspace, rules: Rules, choice: int, index: int, reasons: Reasons) -> None:
    """Add what a choice scores and what it does to the player's own hand."""
    state, board, zero = workspace.state, workspace.board, not_literal(0)
    if choice < 0:
        is_draw = choice == DRAW
        cost = rules.draw_penalty if is_draw else pass_cost(rules, state[at.DRAWS], in_well(state))
        kind, code = (_OWN_DRAW, _CODE_DRAW) if is_draw else (_OWN_PASS, _CODE_PASS)
        _add_fact(reasons, index, kind, -float(cost), code, cost, zero)
        return
    cell, tile = choice_cell(choice), choice_tile(choice)
    rest = workspace.known[state[at.SEAT]] & ~(1 << tile)
    if not rest:
        _add_fact(reasons, index, _OWN_OUT, rules.out_bonus + _OUT_WEIGHT, _CODE_OUT, zero, zero)
        return
    if not state[PLACED]:
        points = start_points(rules, tile)
        _add_fact(reasons, index, _OWN_SCORE, float(points), _CODE_SCORED, points, zero)
        return
    copy_board(state, board)
    shape = shape_of(board, cell, rules.beside)
    points = placed_points(rules, shape, SUMS[tile])
    _add_fact(reasons, index, _OWN_SCORE, float(points), _CODE_SCORED + shape, points, zero)
    put(board, cell, tile, shape)
    _add_later_bonus(board, rules, rest, index, reasons)
    fitting = popcount(fitting_tiles(board) & rest)
    code = _CODE_FITTING if fitting else _CODE_NOTHING_FITS
    _add_fact(reasons, index, _OWN_FITTING, _FITTING_WEIGHT * min(fitting, _MAX_FITTING), code, fitting, zero)


@inline
def _add_later_bonus(board: Board, rules: Rules, rest: int, index: int, reasons: Reasons) -> None:
    """Add the highest bonus that the rest of the hand can make on the board; nobody else can take it.

    Only one tile fits where a placement earns a bonus, because all three corners of such a cell have numbers.
    """
    best, best_bonus = -1, 0
    for slot in range(board[OPEN]):
        tiles = board[FITS + slot] & rest
        if tiles:
            bonus = rules.bonuses[shape_of(board, board[CELLS + slot], rules.beside)]
            if bonus > best_bonus:
                best, best_bonus = lowest_bit(tiles), bonus
    if best >= 0:
        points = best_bonus + tile_points(rules, SUMS[best])
        _add_fact(reasons, index, _OWN_LATER, _LATER_WEIGHT * points, _CODE_LATER, best, points)


@inline
def _add_reply_facts(workspace: Workspace, rules: Rules, figures: Floats, index: int, reasons: Reasons) -> None:
    """Add what the next player can do, and in which share of the worlds."""
    state, row = workspace.state, index * FIGURES + REPLY_SHARES
    following = next_seat(state[at.SEAT], state[at.PLAYERS])
    counted, threats, worst, worst_shape = figures[row + NO_REPLY], 0.0, 0.0, PLAIN
    for shape in range(NO_REPLY):
        counted += figures[row + shape]
        threat = figures[row + shape] * rules.bonuses[shape]
        threats += threat
        if threat > 0.0 and threat >= worst:
            worst, worst_shape = threat, shape
    if counted == 0.0:
        return
    percent, stuck = _percent(figures[row + worst_shape]), _percent(figures[row + NO_REPLY])
    _add_fact(reasons, index, _NEXT_REPLY, -threats, _CODE_LEFT + worst_shape, following, percent)
    code = NOTHING if not stuck else _CODE_STUCK if in_well(state) else _CODE_STUCK_FOR_GOOD
    _add_fact(reasons, index, _NEXT_STUCK, _STUCK_WEIGHT * figures[row + NO_REPLY], code, following, stuck)


@inline
def _percent(share: float) -> int:
    return int(100.0 * share + 0.5)


@inline
def _select(reasons: Reasons, index: int, is_best: bool) -> None:
    """Select the facts that differ most from the mean, in this order; for the best choice, those in its favour."""
    taken = 0
    for rank in range(MAX_REASONS):
        best, largest = -1, _MIN_DIFFERENCE
        for kind in range(_KINDS):
            row = index * _KINDS + kind
            difference = reasons.weights[row] - reasons.means[kind]
            difference = difference if is_best else abs(difference)
            is_free = taken >> kind & 1 == 0 and reasons.facts[row * REASON_SIZE] != NOTHING
            if is_free and (difference > largest or (difference == largest and best < 0)):
                best, largest = kind, difference
        target = (index * MAX_REASONS + rank) * REASON_SIZE
        reasons.selected[target] = NOTHING
        if best >= 0:
            taken |= 1 << best
            for offset in range(REASON_SIZE):
                reasons.selected[target + offset] = reasons.facts[(index * _KINDS + best) * REASON_SIZE + offset]
