"""Why a move is good or bad, in a few phrases: what it scores, what it leaves the next player, what it keeps.

Each fact has a weight in points. The reasons of a move are the facts that set it apart from the mean of all moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tricorn.analysis.sampling import Figures
from tricorn.bonus import Bonus, from_shape
from tricorn.bots.comparing import STUCK
from tricorn.core.compile import lowest
from tricorn.core.rules import Rules
from tricorn.core.table import CELLS, FITS, OPEN, Table, put, shape_of, union
from tricorn.messages import Message, Phrase, Seat
from tricorn.moves import DRAW, Option, Place
from tricorn.round import Round
from tricorn.tiles import TILES

__all__ = ["reasons_of"]

_MOST = 3
_LEAST = 1.5  # a fact that sets a move apart by less is left out
# In points: a next player who cannot answer, an own bonus that is kept for later (as a share of it), and each of the
# first own tiles that fit afterwards.
_STUCK, _LATER, _FITTING, _MANY = 8.0, 0.4, 2.0, 4

_SCORED = {
    Bonus.BRIDGE: Message.REASON_BRIDGE,
    Bonus.BESIDE: Message.REASON_BESIDE,
    Bonus.HEXAGON: Message.REASON_HEXAGON,
    Bonus.HEXAGON2: Message.REASON_HEXAGON,
    Bonus.HEXAGON3: Message.REASON_HEXAGON,
}
_LEFT = {
    Bonus.BRIDGE: Message.REASON_LEAVES_BRIDGE,
    Bonus.BESIDE: Message.REASON_LEAVES_BESIDE,
    Bonus.HEXAGON: Message.REASON_LEAVES_HEXAGON,
    Bonus.HEXAGON2: Message.REASON_LEAVES_HEXAGON,
    Bonus.HEXAGON3: Message.REASON_LEAVES_HEXAGON,
}


class _Fact(NamedTuple):
    """A fact about a move: its kind, what it is worth in points, and how it is said; None if it cannot be said."""

    kind: str
    weight: float
    phrase: Phrase | None


def reasons_of(
    current: Round, seat: int, options: Sequence[Option], figures: Sequence[Figures]
) -> list[tuple[Phrase, ...]]:
    """Up to three reasons for each option."""
    facts = [list(_facts(current, seat, *pair)) for pair in zip(options, figures, strict=True)]
    sums: dict[str, float] = {}
    for fact in (fact for each in facts for fact in each):
        sums[fact.kind] = sums.get(fact.kind, 0.0) + fact.weight
    means = {kind: total / len(options) for kind, total in sums.items()}
    return [_striking(each, means) for each in facts]


def _striking(facts: Sequence[_Fact], means: dict[str, float]) -> tuple[Phrase, ...]:
    """The facts that set a move apart, the weightiest first."""
    apart = sorted(((abs(fact.weight - means[fact.kind]), fact) for fact in facts), key=lambda pair: -pair[0])
    return tuple(fact.phrase for weight, fact in apart if weight >= _LEAST and fact.phrase is not None)[:_MOST]


def _facts(current: Round, seat: int, option: Option, figures: Figures) -> Iterator[_Fact]:
    if isinstance(option.move, Place):
        yield from _own_facts(current, seat, option)
    elif option.move == DRAW:
        yield _Fact("draw", float(option.points), Message.REASON_DRAW(points=-option.points))
    else:
        yield _Fact("pass", float(option.points), Message.REASON_PASS(points=-option.points))
    yield from _answer_facts(current, Seat((seat + 1) % current.players), figures.answers)


def _own_facts(current: Round, seat: int, option: Option) -> Iterator[_Fact]:
    """What a placement scores and does to the own hand."""
    assert isinstance(option.move, Place)
    tile, rules = option.move.tile, current.rules
    rest = current.tiles.masks[seat] & ~tile.bit
    if not rest:
        yield _Fact("out", float(rules.out_bonus) + 10.0, Message.REASON_OUT())
        return
    scored = Message.REASON_SCORES if option.bonus is None else _SCORED[option.bonus]
    yield _Fact("score", float(option.points), scored(points=option.points))
    if not current.started:
        return
    table, cell = current.board.table[:], current.board.core_cell(option.move.cell)
    put(table, cell, tile.index, shape_of(table, cell, rules.beside_bridge))
    later, points = _own_bonus(table, rules, rest)
    if later is not None:
        phrase = Message.REASON_LATER(tile=TILES[later], points=points)
        yield _Fact("later", _LATER * points, phrase)
    fitting = (union(table) & rest).bit_count()
    phrase = Message.REASON_FITTING(count=fitting) if fitting else Message.REASON_NOTHING_FITS()
    yield _Fact("fitting", _FITTING * min(fitting, _MANY), phrase)


def _own_bonus(table: Table, rules: Rules, rest: int) -> tuple[int | None, int]:
    """The tile of a hand with the highest bonus on the table, and its points; nobody else can use its place.

    Only one tile fits where a bonus is to be had, because all three corners of such a cell have numbers.
    """
    best, most = None, 0
    for slot in range(table[OPEN]):
        tiles = table[FITS + slot] & rest
        bonus = rules.bonuses[shape_of(table, table[CELLS + slot], rules.beside_bridge)] if tiles else 0
        if bonus > most:
            best, most = lowest(tiles), bonus
    return best, most if best is None else most + TILES[best].sum


def _answer_facts(current: Round, following: Seat, answers: Sequence[float]) -> Iterator[_Fact]:
    """What the next player can do, in how many of the worlds."""
    threats = [(answers[shape] * current.rules.bonuses[shape], shape) for shape in range(STUCK)]
    worst, shape = max(threats)
    bonus = from_shape(shape)
    phrase = Message.REASON_LEAVES_NOTHING(seat=following)
    if bonus is not None and worst > 0:
        phrase = _LEFT[bonus](seat=following, percent=round(100 * answers[shape]))
    if any(answers):
        yield _Fact("answer", -sum(weight for weight, _ in threats), phrase)
        share, percent = answers[STUCK], round(100 * answers[STUCK])
        stuck = Message.REASON_STUCK if current.well else Message.REASON_STUCK_FOR_GOOD
        yield _Fact("stuck", _STUCK * share, stuck(seat=following, percent=percent) if percent else None)
