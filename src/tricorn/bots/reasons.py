"""Why a choice is good or bad, as data: what it scores, what it leaves the next player, what it keeps.

Each fact about a choice has a weight in points. Two choices are compared by the facts that differ most:

- The best choice is compared with the obvious alternative, which is the placement that scores most, or the second best
  choice if that is the best one. Further reasons are the facts in its favour that differ most from the mean of all
  choices.
- Every other choice is compared with the best one: its reasons say only what the best one does better.

So every choice has at least one reason that compares, but for the best one if another choice is to be explained
(`begin_evaluation` calls it extra). A reason is a code and its figures; values.py and the page turn them into text.
"""

from __future__ import annotations

from typing import NamedTuple

from tricorn.bonus import PLAIN, Bonus
from tricorn.bots.evaluation import CHANCES, EXPECTED_LEADS, FIGURES, NO_EXTRA, REPLY_SHARES, is_better
from tricorn.bots.samples import NO_REPLY
from tricorn.core import layout as at
from tricorn.core.board import (
    BOARD_SIZE,
    CELLS,
    FITS,
    OPEN,
    PLACED,
    SUMS,
    Board,
    copy_board,
    fitting_tiles,
    put,
    shape_of,
)
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
from tricorn.core.state import DRAW, State, choice_cell, choice_tile, in_well
from tricorn.messages import Message

__all__ = [
    "CODES",
    "MAX_REASONS",
    "NOTHING",
    "REASON_SIZE",
    "SAME_TILE",
    "Reasons",
    "find_reasons",
    "new_reasons",
]

MAX_REASONS = 3
REASON_SIZE = 7  # a code and up to six figures
_FACT_SIZE = 3  # a code and two figures
SAME_TILE = 64  # added to the tile of a compared placement if the best one has the same tile
_MIN_DIFFERENCE = 1.5  # a fact that differs less is left out
# Weights in points.
_STUCK_WEIGHT = 8.0  # a next player who cannot place
_LATER_WEIGHT = 0.4  # each point of a bonus that the player keeps for later
_FITTING_WEIGHT, _MAX_FITTING = 2.0, 4  # each of the player's first tiles that fit afterwards
_OUT_WEIGHT = 10.0  # going out, beyond its bonus

# The kinds of facts; a choice has at most one of each.
_OWN_OUT, _OWN_SCORE, _OWN_LATER, _OWN_FITTING, _NEXT_REPLY, _NEXT_STUCK, _KINDS = range(7)

# The message of each code, with the names of its figures. The figures of `drawback` are a code and its own figures.
NOTHING = 0
CODES: tuple[tuple[Message | None, tuple[str, ...]], ...] = (
    (None, ()),
    (Message.REASON_OUT, ()),
    (Message.REASON_SCORES, ("points",)),
    *((bonus.scored, ("points",)) for bonus in Bonus),
    (Message.REASON_LATER, ("tile", "points")),
    (Message.REASON_FITTING, ("count",)),
    (Message.REASON_LEAVES_NOTHING, ("seat",)),
    (Message.REASON_STUCK, ("seat", "percent")),
    (Message.REASON_STUCK_FOR_GOOD, ("seat", "percent")),
    (Message.REASON_COMPARED, ("drawback",)),
    (Message.REASON_COMPARED_MORE, ("points", "drawback")),
    (Message.REASON_OTHER, ("move", "drawback")),
    (Message.REASON_OTHER_MORE, ("move", "points", "drawback")),
    (Message.REASON_NOT_OUT, ()),
    (Message.REASON_LESS, ("points",)),
    (Message.REASON_GIVES_UP, ("tile", "points")),
    (Message.REASON_FEWER_FIT, ("fitting", "instead")),
    (Message.REASON_LETS_PLACE, ("seat", "percent", "instead")),
    *((bonus.opened, ("seat", "percent", "instead")) for bonus in Bonus),
    (Message.REASON_FEWER_POINTS, ("count",)),
    (Message.REASON_WINS_LESS, ("percent", "instead")),
    (Message.REASON_WINS_NO_MORE, ()),
)


_CODE = {message: code for code, (message, _) in enumerate(CODES)}

# The code for a plain placement is followed by those for each bonus.
_CODE_OUT = _CODE[Message.REASON_OUT]
_CODE_SCORED = _CODE[Message.REASON_SCORES]
_CODE_LATER = _CODE[Message.REASON_LATER]
_CODE_FITTING = _CODE[Message.REASON_FITTING]
_CODE_LEAVES_NOTHING = _CODE[Message.REASON_LEAVES_NOTHING]
_CODE_STUCK = _CODE[Message.REASON_STUCK]
_CODE_STUCK_FOR_GOOD = _CODE[Message.REASON_STUCK_FOR_GOOD]
_CODE_COMPARED, _CODE_OTHER = _CODE[Message.REASON_COMPARED], _CODE[Message.REASON_OTHER]  # each followed by its `MORE`
_CODE_NOT_OUT = _CODE[Message.REASON_NOT_OUT]
_CODE_LESS = _CODE[Message.REASON_LESS]
_CODE_GIVES_UP = _CODE[Message.REASON_GIVES_UP]
_CODE_FEWER_FIT = _CODE[Message.REASON_FEWER_FIT]
_CODE_LETS_PLACE = _CODE[Message.REASON_LETS_PLACE]  # one less than the code for the first bonus that is opened
_CODE_FEWER_POINTS = _CODE[Message.REASON_FEWER_POINTS]
_CODE_WINS_LESS = _CODE[Message.REASON_WINS_LESS]
_CODE_WINS_NO_MORE = _CODE[Message.REASON_WINS_NO_MORE]


class Reasons(NamedTuple):
    """The facts about every choice, and those that are selected as reasons."""

    board: Board  # scratch: the board after a choice
    weights: Floats  # for each choice and kind of fact
    facts: Ints  # _FACT_SIZE numbers for each choice and kind
    points: Ints  # what each choice scores at once
    means: Floats  # of the weights, for each kind
    selected: Ints  # up to MAX_REASONS reasons of REASON_SIZE numbers for each choice


def new_reasons(choices: int) -> Reasons:
    """Room for the reasons of this many choices."""
    return Reasons(
        board=ints(BOARD_SIZE),
        weights=floats(choices * _KINDS),
        facts=ints(choices * _KINDS * _FACT_SIZE),
        points=ints(choices),
        means=floats(_KINDS),
        selected=ints(choices * MAX_REASONS * REASON_SIZE),
    )


@jit
def find_reasons(
    state: State,
    rules: Rules,
    seat: int,
    choices: Ints,
    figures: Floats,
    count: int,
    best: int,
    extra: int,
    reasons: Reasons,
) -> None:
    """Find the reasons of the first `count` choices of a seat, with the figures of their evaluation.

    The state is the round as the seat sees it. `best` is the index of the best choice, `extra` that of a choice to be
    explained, or NO_EXTRA.
    """
    for index in range(count * _KINDS):
        reasons.weights[index] = 0.0
        reasons.facts[index * _FACT_SIZE] = NOTHING
    for index in range(count * MAX_REASONS):
        reasons.selected[index * REASON_SIZE] = NOTHING
    for index in range(count):
        _add_own_facts(state, rules, seat, choices[index], index, reasons)
        _add_reply_facts(state, rules, seat, figures, index, reasons)
    for kind in range(_KINDS):
        total = 0.0
        for index in range(count):
            total += reasons.weights[index * _KINDS + kind]
        reasons.means[kind] = total / count
    rival = _obvious_alternative(choices, figures, count, best, EXPECTED_LEADS + seat, reasons)
    for index in range(count):
        if index != best:
            taken = 0
            for rank in range(MAX_REASONS):
                taken |= _compare(state, rules, seat, choices, figures, reasons, index, best, index, taken, rank)
    taken = 0
    if rival != best and extra in (NO_EXTRA, best):
        zero = not_literal(0)
        taken = _compare(state, rules, seat, choices, figures, reasons, rival, best, best, zero, zero)
    _select(reasons, best, taken)


@inline
def _add_fact(reasons: Reasons, index: int, kind: int, weight: float, code: int, first: int, second: int) -> None:
    row = index * _KINDS + kind
    reasons.weights[row] = weight
    reasons.facts[row * _FACT_SIZE] = code
    reasons.facts[row * _FACT_SIZE + 1] = first
    reasons.facts[row * _FACT_SIZE + 2] = second


@jit_internal
def _add_own_facts(state: State, rules: Rules, seat: int, choice: int, index: int, reasons: Reasons) -> None:
    """Add what a choice scores and what it does to the player's own hand."""
    board, zero = reasons.board, not_literal(0)
    if choice < 0:
        cost = rules.draw_penalty if choice == DRAW else pass_cost(rules, state[at.DRAWS], in_well(state))
        reasons.points[index] = -cost
        return
    cell, tile = choice_cell(choice), choice_tile(choice)
    rest = state[at.HANDS + seat] & ~(1 << tile)
    shape, points = zero, start_points(rules, tile)
    if state[PLACED]:
        copy_board(state, board)
        shape = shape_of(board, cell, rules.beside)
        points = placed_points(rules, shape, SUMS[tile])
    reasons.points[index] = points
    if not rest:
        _add_fact(reasons, index, _OWN_OUT, rules.out_bonus + _OUT_WEIGHT, _CODE_OUT, zero, zero)
        return
    _add_fact(reasons, index, _OWN_SCORE, float(points), _CODE_SCORED + shape, points, zero)
    if not state[PLACED]:
        return
    put(board, cell, tile, shape)
    _add_later_bonus(board, rules, rest, index, reasons)
    fitting = popcount(fitting_tiles(board) & rest)
    weight = _FITTING_WEIGHT * min(fitting, _MAX_FITTING)
    _add_fact(reasons, index, _OWN_FITTING, weight, _CODE_FITTING, fitting, zero)


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
def _add_reply_facts(state: State, rules: Rules, seat: int, figures: Floats, index: int, reasons: Reasons) -> None:
    """Add what the next player can do, and in which share of the worlds."""
    row, following = index * FIGURES + REPLY_SHARES, next_seat(seat, state[at.PLAYERS])
    counted, threats = figures[row + NO_REPLY], 0.0
    for shape in range(NO_REPLY):
        counted += figures[row + shape]
        threats += figures[row + shape] * rules.bonuses[shape]
    if counted == 0.0:
        return
    stuck = _percent(figures[row + NO_REPLY])
    code = NOTHING if threats > 0.0 else _CODE_LEAVES_NOTHING
    _add_fact(reasons, index, _NEXT_REPLY, -threats, code, following, not_literal(0))
    code = NOTHING if not stuck else _CODE_STUCK if in_well(state) else _CODE_STUCK_FOR_GOOD
    _add_fact(reasons, index, _NEXT_STUCK, _STUCK_WEIGHT * figures[row + NO_REPLY], code, following, stuck)


@inline
def _percent(share: float) -> int:
    return int(100.0 * share + 0.5)


@inline
def _select(reasons: Reasons, best: int, taken: int) -> None:
    """Add the facts in favour of the best choice that differ most from the mean, but for those of the kinds `taken`."""
    for rank in range(1 if taken else 0, MAX_REASONS):
        found, largest = -1, _MIN_DIFFERENCE
        for kind in range(_KINDS):
            row = best * _KINDS + kind
            difference = reasons.weights[row] - reasons.means[kind]
            is_free = taken >> kind & 1 == 0 and reasons.facts[row * _FACT_SIZE] != NOTHING
            if is_free and (difference > largest or (difference == largest and found < 0)):
                found, largest = kind, difference
        if found >= 0:
            taken |= 1 << found
            target = (best * MAX_REASONS + rank) * REASON_SIZE
            for offset in range(_FACT_SIZE):
                reasons.selected[target + offset] = reasons.facts[(best * _KINDS + found) * _FACT_SIZE + offset]


# Comparisons of two choices.


@inline
def _obvious_alternative(choices: Ints, figures: Floats, count: int, best: int, lead: int, reasons: Reasons) -> int:
    """The placement that scores most; if that is the best choice, the second best; the best itself if it is alone.

    Of several that score as much, it is the best.
    """
    most, second = best, best
    for index in range(count):
        more = reasons.points[index] - reasons.points[most]
        is_tie = more == 0 and most != best and is_better(figures, index * FIGURES, most * FIGURES, lead)
        if choices[index] >= 0 and (more > 0 or is_tie):
            most = index
        is_second = second == best or is_better(figures, index * FIGURES, second * FIGURES, lead)
        if index != best and is_second:
            second = index
    return most if most != best else second


@jit_internal
def _compare(
    state: State,
    rules: Rules,
    seat: int,
    choices: Ints,
    figures: Floats,
    reasons: Reasons,
    worse: int,
    best: int,
    explained: int,
    taken: int,
    rank: int,
) -> int:
    """Write what the best choice does better than another, but for the kinds `taken`; returns the new kind as a bit.

    It becomes the reason with this rank of the choice `explained`, which is one of the two. The first reason of a
    choice is always found; one that scores more says so.
    """
    found, largest = -1, _MIN_DIFFERENCE
    for kind in range(_KINDS):
        gap = _gap(rules, choices, figures, reasons, worse, best, kind)
        if taken >> kind & 1 == 0 and gap >= largest:
            found, largest = kind, gap
    if found < 0 and rank > 0:
        return 0
    selected = reasons.selected
    at_index = (explained * MAX_REASONS + rank) * REASON_SIZE
    more = reasons.points[worse] - reasons.points[best]
    scores_more = more > 0 and rank == 0
    selected[at_index] = (_CODE_OTHER if explained == best else _CODE_COMPARED) + (1 if scores_more else 0)
    at_index += 1
    if explained == best:
        selected[at_index] = _subject(choices[worse], choices[best])
        at_index += 1
    if scores_more:
        selected[at_index] = more
        at_index += 1
    if found < 0:
        _write_last_resort(seat, figures, selected, at_index, worse, best)
    else:
        following = next_seat(seat, state[at.PLAYERS])
        _write_drawback(rules, following, figures, reasons, at_index, worse, best, found)
    return 1 << (_KINDS if found < 0 else found)


@inline
def _subject(choice: int, best: int) -> int:
    """The figure of a compared choice: its tile, or a draw or a pass."""
    if choice < 0:
        return choice
    tile = choice_tile(choice)
    return tile + (SAME_TILE if best >= 0 and choice_tile(best) == tile else 0)


@inline
def _gap(rules: Rules, choices: Ints, figures: Floats, reasons: Reasons, worse: int, best: int, kind: int) -> float:
    """How much better the best choice does than another in one kind of facts, in points."""
    own, other = best * _KINDS + kind, worse * _KINDS + kind
    if kind == _OWN_SCORE:
        return float(reasons.points[best] - reasons.points[worse])
    if kind == _NEXT_REPLY:
        return _opened(rules, figures, worse, best)[1]
    has_own, has_other = reasons.facts[own * _FACT_SIZE] != NOTHING, reasons.facts[other * _FACT_SIZE] != NOTHING
    if kind == _OWN_LATER and has_own and choices[worse] >= 0:
        has_own = reasons.facts[own * _FACT_SIZE + 1] != choice_tile(choices[worse])
        has_other = True
    if kind == _OWN_OUT:
        has_other = True
    if kind == _NEXT_STUCK:
        has_own = has_other = _is_counted(figures, worse) and _is_counted(figures, best)
    return reasons.weights[own] - reasons.weights[other] if has_own and has_other else 0.0


@inline
def _is_counted(figures: Floats, index: int) -> bool:
    """Whether the next player's replies to a choice are known."""
    total = 0.0
    for reply in range(NO_REPLY + 1):
        total += figures[index * FIGURES + REPLY_SHARES + reply]
    return total > 0.0


@inline
def _opened(rules: Rules, figures: Floats, worse: int, best: int) -> tuple[int, float]:
    """The bonus that a choice leaves the next player more often than the best one does, and its points."""
    found, largest = PLAIN, 0.0
    for shape in range(NO_REPLY):
        own, other = best * FIGURES + REPLY_SHARES + shape, worse * FIGURES + REPLY_SHARES + shape
        gap = (figures[other] - figures[own]) * rules.bonuses[shape]
        if gap > largest:
            found, largest = shape, gap
    is_known = _is_counted(figures, worse) and _is_counted(figures, best)
    return found, largest if is_known else 0.0


@inline
def _write_drawback(
    rules: Rules,
    following: int,
    figures: Floats,
    reasons: Reasons,
    at_index: int,
    worse: int,
    best: int,
    kind: int,
) -> None:
    """Write what a choice does worse than the best one."""
    selected, facts = reasons.selected, reasons.facts
    own, other = (best * _KINDS + kind) * _FACT_SIZE, (worse * _KINDS + kind) * _FACT_SIZE
    code, first, second, third = _CODE_NOT_OUT, not_literal(0), not_literal(0), not_literal(0)
    if kind == _OWN_SCORE:
        code, first = _CODE_LESS, reasons.points[best] - reasons.points[worse]
    elif kind == _OWN_LATER:
        code, first, second = _CODE_GIVES_UP, facts[own + 1], facts[own + 2]
    elif kind == _OWN_FITTING:
        code, first, second = _CODE_FEWER_FIT, facts[other + 1], facts[own + 1]
    elif kind in (_NEXT_REPLY, _NEXT_STUCK):
        shape, sign = NO_REPLY, -1
        code = _CODE_LETS_PLACE
        if kind == _NEXT_REPLY:
            shape, sign = _opened(rules, figures, worse, best)[0], 1
            code += shape
        first = following
        share = (1 - sign) // 2 + sign * figures[worse * FIGURES + REPLY_SHARES + shape]
        instead = (1 - sign) // 2 + sign * figures[best * FIGURES + REPLY_SHARES + shape]
        second, third = _percent(share), _percent(instead)
    selected[at_index] = code
    selected[at_index + 1] = first
    selected[at_index + 2] = second
    selected[at_index + 3] = third


@inline
def _write_last_resort(seat: int, figures: Floats, selected: Ints, at_index: int, worse: int, best: int) -> None:
    """Write by how much a choice is worse on the whole: in points, or else in chance of winning."""
    own, other = best * FIGURES, worse * FIGURES
    points = int(figures[own + EXPECTED_LEADS + seat] - figures[other + EXPECTED_LEADS + seat] + 0.5)
    share, instead = _percent(figures[other + CHANCES + seat]), _percent(figures[own + CHANCES + seat])
    if points > 0:
        selected[at_index], selected[at_index + 1] = _CODE_FEWER_POINTS, points
    elif share < instead:
        selected[at_index] = _CODE_WINS_LESS
        selected[at_index + 1], selected[at_index + 2] = share, instead
    else:
        selected[at_index] = _CODE_WINS_NO_MORE
