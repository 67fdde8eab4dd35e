"""The results of a match with the luck of its games taken out, from sums over its groups.

Luck has mean zero (docs/review.md), so a share of it can be subtracted from every result without changing the mean
(a control variate). The share is chosen to minimise the variance.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any, NamedTuple

from tricorn.analysis.luck import luck_of
from tricorn.arena.statistics import t95
from tricorn.record import Record

__all__ = ["CHANCE_UNIT", "LEAD_UNIT", "MIN_GROUPS", "Adjusted", "adjust", "adjusted_figures", "game_luck"]

# Sums are whole numbers, so luck is counted in millionths of a win and in thousandths of a point.
CHANCE_UNIT, LEAD_UNIT = 10**6, 10**3
MIN_GROUPS = 3  # the mean and the share are estimated, so two groups would leave no degree of freedom for the error
_PLAYOUTS = 200


def game_luck(record: Record, seat: int) -> tuple[int, int]:
    """The luck of a seat in a whole game: in millionths of a win, and in thousandths of a point of its lead."""
    changes = [luck.change for luck in luck_of(record, _PLAYOUTS)]
    chance = sum(change.chances[seat] for change in changes)
    lead = sum(change.leads[seat] for change in changes)
    return round(CHANCE_UNIT * chance), round(LEAD_UNIT * lead)


class Adjusted(NamedTuple):
    """What subtracting a share of luck does to a mean."""

    change: float  # of the mean
    error: float  # half the width of its 95 % interval
    share: float  # of luck that is subtracted
    factor: float  # by which the variance is smaller


def adjust(groups: int, results: Sequence[float], luck: Sequence[float], products: float) -> Adjusted:
    """Take luck out of a mean over groups.

    `results` and `luck` are each a sum and a sum of squares over the groups, `products` is the sum of their products.
    """
    result_squares = results[1] - results[0] ** 2 / groups  # deviations from the mean, squared and added up
    luck_squares = luck[1] - luck[0] ** 2 / groups
    cross_products = products - results[0] * luck[0] / groups
    share = cross_products / luck_squares if luck_squares else 0.0
    variance = result_squares / (groups - 1)
    residual_variance = max(0.0, result_squares - share * cross_products) / (groups - 2)
    return Adjusted(
        change=-share * luck[0] / groups,
        error=t95(groups - 2) * sqrt(residual_variance / groups),
        share=share,
        factor=variance / residual_variance if residual_variance else 1.0,
    )


def adjusted_figures(rate: Adjusted, margin: Adjusted, win_rate: float, margin_per_round: float) -> dict[str, Any]:
    """The adjusted win rate and margin, by the names of the JSON."""
    figures: dict[str, Any] = {}
    for name, mean, adjusted in (("win_rate", win_rate, rate), ("margin_per_round", margin_per_round, margin)):
        adjusted_mean = mean + adjusted.change
        figures[name] = adjusted_mean
        figures[f"{name}_ci95"] = [adjusted_mean - adjusted.error, adjusted_mean + adjusted.error]
        figures[f"{name}_variance_factor"] = adjusted.factor
        figures[f"{name}_luck_share"] = adjusted.share
    return figures
