"""The results of a match with the luck of its games taken out, from sums over its groups.

Luck has mean zero (docs/review.md), so a share of it can be subtracted from every result without changing the mean. The
share is the one that leaves the smallest variance (a control variate).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any, NamedTuple

from tricorn.analysis.luck import luck_of
from tricorn.arena.statistics import t95
from tricorn.record import Record

__all__ = ["CHANCE_UNIT", "LEAD_UNIT", "MIN_GROUPS", "Adjusted", "adjust", "adjusted_figures", "game_luck"]

# Sums are whole numbers, so luck is counted in these parts of a win and of a point.
CHANCE_UNIT, LEAD_UNIT = 10**6, 10**3
MIN_GROUPS = 3  # two figures are estimated from the groups, so fewer leave nothing to judge the error by
_PLAYOUTS = 200


def game_luck(record: Record, seat: int) -> tuple[int, int]:
    """The luck of a seat in a whole game: in millionths of a win, and in thousandths of a point of its lead."""
    found = luck_of(record, _PLAYOUTS)
    chance = sum(luck.change.chances[seat] for luck in found)
    lead = sum(luck.change.leads[seat] for luck in found)
    return round(CHANCE_UNIT * chance), round(LEAD_UNIT * lead)


class Adjusted(NamedTuple):
    """A mean less its share of luck, half its 95 % interval, and how many times smaller the variance is."""

    change: float  # of the mean
    error: float
    share: float
    factor: float


def adjust(groups: int, results: Sequence[float], luck: Sequence[float], products: float) -> Adjusted:
    """Take luck out of a mean over groups, from the sums and squares of both and the sum of their products."""
    spread = results[1] - results[0] ** 2 / groups
    luck_spread = luck[1] - luck[0] ** 2 / groups
    common = products - results[0] * luck[0] / groups
    share = common / luck_spread if luck_spread else 0.0
    variance, left = spread / (groups - 1), max(0.0, spread - share * common) / (groups - 2)
    return Adjusted(
        change=-share * luck[0] / groups,
        error=t95(groups - 2) * sqrt(left / groups),
        share=share,
        factor=variance / left if left else 1.0,
    )


def adjusted_figures(rate: Adjusted, margin: Adjusted, win_rate: float, margin_per_round: float) -> dict[str, Any]:
    """The figures by the names of the JSON."""
    figures: dict[str, Any] = {}
    for name, mean, found in (("win_rate", win_rate, rate), ("margin_per_round", margin_per_round, margin)):
        middle = mean + found.change
        figures[name] = middle
        figures[f"{name}_ci95"] = [middle - found.error, middle + found.error]
        figures[f"{name}_variance_factor"] = found.factor
        figures[f"{name}_luck_share"] = found.share
    return figures
