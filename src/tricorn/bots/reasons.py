"""Why a choice is good or bad, as data: what it scores, what it leaves the next player, what it keeps.

Each fact about a choice has a weight in points. The reasons of a choice are the facts that set it apart from the mean
of all choices, the weightiest first; of the best choice, only those in its favour. A reason is a code and two figures;
values.py and the page make words of them.
"""

from __future__ import annotations

from typing import NamedTuple

from tricorn.bonus import PLAIN, Bonus
from tricorn.bots.comparing import STUCK
from tricorn.bots.mind import Mind
from tricorn.bots.study import ANSWER_SHARES, FIGURES, Study
from tricorn.core.compile import Floats, Ints, floats, inline, ints, jit, lowest, popcount, variable
from tricorn.core.rules import Rules, pass_cost, placed_points, start_points
from tricorn.core.state import DRAW, DRAWS, PLAYERS, SEAT, in_well
from tricorn.core.table import CELLS, FITS, OPEN, PLACED, SUMS, Table, copy_table, put, shape_of, union
from tricorn.messages import Message

__all__ = ["CODES", "MAX_REASONS", "NOTHING", "REASON_SIZE", "Reasons", "find_reasons", "new_reasons"]

MAX_REASONS = 3
REASON_SIZE = 3  # a code and two figures
_LEAST = 1.5  # a fact that sets a choice apart by less is left out
# In points: a next player who cannot answer, an own bonus that is left for later (as a share of it), each of the first
# own tiles that fit afterwards, and going out beyond its bonus.
_STUCK, _LATER, _FITTING, _MANY, _OUT = 8.0, 0.4, 2.0, 4, 10.0

# The kinds of facts; a choice has at most one of each.
_OWN_OUT, _OWN_SCORE, _OWN_DRAW, _OWN_PASS, _OWN_LATER, _OWN_FITTING, _ANSWER, _NO_ANSWER, _KINDS = range(9)

# What is said, with the names of its figures.
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
_SAID = [message for message, _ in CODES]
# Those of what a placement makes and leaves are followed by those for each bonus.
_OWN = (Message.REASON_OUT, Message.REASON_SCORES, Message.REASON_DRAW, Message.REASON_PASS)
_LATER_ON = (Message.REASON_LATER, Message.REASON_FITTING, Message.REASON_NOTHING_FITS)
_OTHERS = (Message.REASON_LEAVES_NOTHING, Message.REASON_STUCK, Message.REASON_STUCK_FOR_GOOD)
_SAY_OUT, _SAY_SCORED, _SAY_DRAW, _SAY_PASS = map(_SAID.index, _OWN)
_SAY_LATER, _SAY_FITTING, _SAY_NOTHING_FITS = map(_SAID.index, _LATER_ON)
_SAY_LEFT, _SAY_STUCK, _SAY_STUCK_FOR_GOOD = map(_SAID.index, _OTHERS)


class Reasons(NamedTuple):
    """The facts about every choice, and those that are said."""

    weights: Floats  # for each choice and kind
    said: Ints  # for each choice and kind REASON_SIZE numbers
    means: Floats  # of the weights, for each kind
    found: Ints  # for each choice up to MAX_REASONS reasons of REASON_SIZE numbers


def new_reasons(choices: int) -> Reasons:
    """Room for the reasons of so many choices."""
    return Reasons(
        weights=floats(choices * _KINDS),
        said=ints(choices * _KINDS * REASON_SIZE),
        means=floats(_KINDS),
        found=ints(choices * MAX_REASONS * REASON_SIZE),
    )


@jit
def find_reasons(mind: Mind, rules: Rules, study: Study, number: int, best: int, reasons: Reasons) -> None:
    """Find the reasons of the first `number` choices of a study that has its figures; one of them is the best."""
    for index in range(number * _KINDS):
        reasons.weights[index] = 0.0
        reasons.said[index * REASON_SIZE] = NOTHING
    for index in range(number):
        _note_own_facts(mind, rules, study.samples.choices[index], index, reasons)
        _note_answers(mind, rules, study.figures, index, reasons)
    for kind in range(_KINDS):
        total = 0.0
        for index in range(number):
            total += reasons.weights[index * _KINDS + kind]
        reasons.means[kind] = total / number
    for index in range(number):
        _choose(reasons, index, index == best)


@inline
def _note(reasons: Reasons, index: int, kind: int, weight: float, code: int, first: int, second: int) -> None:
    at = index * _KINDS + kind
    reasons.weights[at] = weight
    reasons.said[at * REASON_SIZE] = code
    reasons.said[at * REASON_SIZE + 1] = first
    reasons.said[at * REASON_SIZE + 2] = second


@jit
def _note_own_facts(mind: Mind, rules: Rules, choice: int, index: int, reasons: Reasons) -> None:
    """What a choice scores and does to the own hand."""
    state, table, zero = mind.state, mind.table, variable(0)
    if choice < 0:
        draws = choice == DRAW
        cost = rules.draw_penalty if draws else pass_cost(rules, state[DRAWS])
        kind, code = (_OWN_DRAW, _SAY_DRAW) if draws else (_OWN_PASS, _SAY_PASS)
        _note(reasons, index, kind, -float(cost), code, cost, zero)
        return
    cell, tile = choice >> 6, choice & 63
    rest = mind.known[state[SEAT]] & ~(1 << tile)
    if not rest:
        _note(reasons, index, _OWN_OUT, rules.out_bonus + _OUT, _SAY_OUT, zero, zero)
        return
    if not state[PLACED]:
        points = start_points(rules, tile)
        _note(reasons, index, _OWN_SCORE, float(points), _SAY_SCORED, points, zero)
        return
    copy_table(state, table)
    shape = shape_of(table, cell, rules.beside_bridge)
    points = placed_points(rules, shape, SUMS[tile])
    _note(reasons, index, _OWN_SCORE, float(points), _SAY_SCORED + shape, points, zero)
    put(table, cell, tile, shape)
    _note_own_bonus(table, rules, rest, index, reasons)
    fitting = popcount(union(table) & rest)
    code = _SAY_FITTING if fitting else _SAY_NOTHING_FITS
    _note(reasons, index, _OWN_FITTING, _FITTING * min(fitting, _MANY), code, fitting, zero)


@inline
def _note_own_bonus(table: Table, rules: Rules, rest: int, index: int, reasons: Reasons) -> None:
    """The tile of a hand with the highest bonus on the table; nobody else can use its place.

    Only one tile fits where a bonus is to be had, because all three corners of such a cell have numbers.
    """
    best, most = -1, 0
    for slot in range(table[OPEN]):
        tiles = table[FITS + slot] & rest
        if tiles:
            bonus = rules.bonuses[shape_of(table, table[CELLS + slot], rules.beside_bridge)]
            if bonus > most:
                best, most = lowest(tiles), bonus
    if best >= 0:
        points = most + SUMS[best]
        _note(reasons, index, _OWN_LATER, _LATER * points, _SAY_LATER, best, points)


@inline
def _note_answers(mind: Mind, rules: Rules, figures: Floats, index: int, reasons: Reasons) -> None:
    """What the next player can do, in how many of the worlds."""
    state, row = mind.state, index * FIGURES + ANSWER_SHARES
    following = state[SEAT] + 1 if state[SEAT] + 1 < state[PLAYERS] else 0
    answered, threats, worst, shape = figures[row + STUCK], 0.0, 0.0, PLAIN
    for each in range(STUCK):
        answered += figures[row + each]
        threat = figures[row + each] * rules.bonuses[each]
        threats += threat
        if threat > 0.0 and threat >= worst:
            worst, shape = threat, each
    if answered == 0.0:
        return
    percent, stuck = _percent(figures[row + shape]), _percent(figures[row + STUCK])
    _note(reasons, index, _ANSWER, -threats, _SAY_LEFT + shape, following, percent)
    code = NOTHING if not stuck else _SAY_STUCK if in_well(state) else _SAY_STUCK_FOR_GOOD
    _note(reasons, index, _NO_ANSWER, _STUCK * figures[row + STUCK], code, following, stuck)


@inline
def _percent(share: float) -> int:
    return int(100.0 * share + 0.5)


@inline
def _choose(reasons: Reasons, index: int, is_best: bool) -> None:
    """Write down the facts that set a choice apart, the weightiest first; of the best one those in its favour."""
    taken = 0
    for place in range(MAX_REASONS):
        best, most = -1, _LEAST
        for kind in range(_KINDS):
            at = index * _KINDS + kind
            apart = reasons.weights[at] - reasons.means[kind]
            apart = apart if is_best else abs(apart)
            is_free = taken >> kind & 1 == 0 and reasons.said[at * REASON_SIZE] != NOTHING
            if is_free and (apart > most or (apart == most and best < 0)):
                best, most = kind, apart
        target = (index * MAX_REASONS + place) * REASON_SIZE
        reasons.found[target] = NOTHING
        if best >= 0:
            taken |= 1 << best
            for part in range(REASON_SIZE):
                reasons.found[target + part] = reasons.said[(index * _KINDS + best) * REASON_SIZE + part]
