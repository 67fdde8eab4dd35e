"""The statistics of a simulation from its totals, and confidence intervals from sums."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from tricorn.arena.faults import Faults, Played
from tricorn.arena.job import Job
from tricorn.arena.machine_info import machine_info
from tricorn.bonus import Bonus
from tricorn.core import totals as offsets

__all__ = [
    "Z95",
    "Interval",
    "Totals",
    "mean_interval",
    "normal_interval",
    "ratio_interval",
    "share_interval",
    "summary",
    "t95",
]

Interval = tuple[float, float, float]  # a figure and the bounds of its 95 % interval

Z95 = 1.959963984540054  # the two-sided 95 % point of the normal distribution


def t95(freedom: float) -> float:
    """The two-sided 95 % point of Student's t distribution, by Fisher's series; within 1 % of the exact value."""
    if freedom < 3:  # where the series is not accurate enough
        return 12.706 if freedom < 2 else 4.303
    z, n = Z95, freedom
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    )


def mean_interval(number: float, total: float, squares: float) -> Interval:
    """The mean of a few numbers and its 95 % interval, from their count, sum and sum of squares."""
    mean = total / number
    variance = max(0.0, squares - total * mean) / (number - 1)
    error = t95(number - 1) * sqrt(variance / number)
    return mean, mean - error, mean + error


def ratio_interval(
    number: int, totals: tuple[float, float], products: tuple[float, float, float]
) -> tuple[float, float | None]:
    """The ratio of two sums over groups, and half the width of its 95 % interval; None for a single group.

    `totals` are the sums of x and y over the groups, `products` the sums of x², xy and y².
    """
    ratio = totals[0] / totals[1]
    if number < 2:
        return ratio, None
    residual = products[0] - 2 * ratio * products[1] + ratio * ratio * products[2]
    variance = max(0.0, residual) / (number - 1)
    return ratio, t95(number - 1) * sqrt(variance * number) / totals[1]


def normal_interval(number: float, total: float, squares: float) -> Interval:
    """The mean of many numbers and its 95 % interval, from their count, sum and sum of squares."""
    mean = total / number
    error = Z95 * sqrt(max(0.0, squares / number - mean * mean) / number)
    return mean, mean - error, mean + error


def share_interval(count: int, number: int) -> Interval:
    """A share and its 95 % interval by Wilson's formula, which stays between 0 and 1."""
    share, z2 = count / number, Z95 * Z95
    middle = (share + z2 / (2 * number)) / (1 + z2 / number)
    error = Z95 * sqrt(share * (1 - share) / number + z2 / (4 * number * number)) / (1 + z2 / number)
    return share, min(share, middle - error), max(share, middle + error)


def _figure(name: str, interval: Sequence[float], bounds_name: str | None = None) -> dict[str, Any]:
    """A figure and its interval, by their names in the statistics."""
    figure, low, high = interval
    return {name: figure, bounds_name or f"{name}_ci95": [low, high]}


@dataclass
class Totals:
    """The sum of the totals of any number of parts of one simulation."""

    players: int
    sums: list[int] = field(default_factory=lambda: [0] * offsets.TOTALS_SIZE)
    faults: Faults = field(default_factory=Faults)

    def add(self, part: Played) -> None:
        """Add a part's totals."""
        self.sums = [total + addend for total, addend in zip(self.sums, part.sums, strict=True)]
        self.faults.merge(part.faults)

    def __getitem__(self, name: str) -> int:
        return self.sums[offsets.SCALARS.index(name)]

    def histogram(self, start: int, bins: int) -> list[int]:
        """The sums of consecutive bins."""
        return self.sums[start : start + bins]

    def statistics(self) -> dict[str, Any]:
        """Averages and shares with their 95 % intervals, and histograms, by name; empty if no round was played."""
        rounds, games = self["rounds"], self["games"]
        if not rounds:
            return {}
        finished, others = max(1, games - self["unfinished"]), self.players - 1
        bonuses = self._by_bonus()
        return {
            **_figure("rounds_per_game", self._mean("rounds", games)),
            **_figure("placements_per_round", self._mean("placements", rounds)),
            **_figure("draws_per_round", self._mean("draws", rounds)),
            **_figure("passes_per_round", self._mean("passes", rounds)),
            **_figure("bridges_per_round", self._mean("bridges", rounds)),
            **_figure("hexagons_per_round", self._mean("hexagons", rounds)),
            "beside_per_round": bonuses[Bonus.BESIDE] / rounds,
            "two_hexagons_per_round": bonuses[Bonus.HEXAGON2] / rounds,
            "three_hexagons_per_round": bonuses[Bonus.HEXAGON3] / rounds,
            **_figure("blocked_share", share_interval(self["blocked"], rounds)),
            **_figure("tied_share", share_interval(self["tied"], rounds)),
            **_figure("points_per_seat_and_round", self._points(range(self.players)), "points_ci95"),
            **_figure("starter_ahead", [figure / others for figure in self._mean("starter_ahead", rounds)]),
            **_figure("starter_won_share", share_interval(self["starter_won"], rounds)),
            **self._by_seat(
                "game_win_share", lambda seat: share_interval(self.sums[offsets.GAME_WINS + seat], finished)
            ),
            **self._by_seat(
                "round_win_share", lambda seat: share_interval(self.sums[offsets.ROUND_WINS + seat], rounds)
            ),
            **self._by_seat("points_by_seat", lambda seat: self._points([seat])),
            "unfinished_games": self["unfinished"],
            "histograms": self._histograms(),
        }

    def _by_bonus(self) -> dict[Bonus, int]:
        """The number of placements that earned each bonus."""
        return {bonus: self.sums[offsets.BY_SHAPE + bonus.shape] for bonus in Bonus}

    def _mean(self, name: str, number: int) -> Interval:
        return normal_interval(number, self[name], self[f"{name}_squared"])

    def _points(self, seats: Sequence[int]) -> Interval:
        """The mean points of one of these seats in a round."""
        total = sum(self.sums[offsets.POINTS + seat] for seat in seats)
        squares = sum(self.sums[offsets.POINTS_SQUARED + seat] for seat in seats)
        return normal_interval(self["rounds"] * len(seats), total, squares)

    def _by_seat(self, name: str, figure: Callable[[int], Interval]) -> dict[str, Any]:
        """A figure for every seat, and the intervals."""
        intervals = [figure(seat) for seat in range(self.players)]
        return {
            name: [mean for mean, _, _ in intervals],
            f"{name}_ci95": [[low, high] for _, low, high in intervals],
        }

    def _histograms(self) -> dict[str, Any]:
        bins = offsets.SCORE_BINS
        by_seat = [self.histogram(offsets.POINT_HISTOGRAMS + seat * bins, bins) for seat in range(self.players)]
        return {
            "placements": self.histogram(offsets.LENGTH_HISTOGRAM, offsets.LENGTH_BINS),
            "points": {
                "low": offsets.SCORE_LOW,
                "step": offsets.SCORE_STEP,
                "counts": [sum(counts) for counts in zip(*by_seat, strict=True)],
                "by_seat": by_seat,
            },
            "bonuses": self.histogram(offsets.BONUS_HISTOGRAM, offsets.BONUS_BINS),
            "rounds": self.histogram(offsets.GAME_LENGTH_HISTOGRAM, offsets.ROUND_BINS),
        }


def summary(job: Job, totals: Totals, seconds: float, complete: bool) -> dict[str, Any]:
    """A simulation and its statistics, by the names of the JSON."""
    return {
        "edition": job.edition.id,
        "house_rules": dict(job.edition.house_rules()),
        "players": job.players,
        "seed": job.seed,
        "bots": job.names,
        "games": totals["games"],
        "rounds": totals["rounds"],
        "complete": complete,
        "seconds": round(seconds, 3),
        "rounds_per_second": round(totals["rounds"] / max(seconds, 1e-9), 1),
        "machine": machine_info(),
        "faults": totals.faults.to_json(),
        "statistics": totals.statistics(),
    }
