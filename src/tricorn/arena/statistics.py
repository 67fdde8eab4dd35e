"""A simulation's totals as the figures people ask for, and confidence intervals from sums."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from tricorn.arena.job import Job
from tricorn.arena.machine_info import machine_info
from tricorn.bonus import Bonus
from tricorn.core import totals as at
from tricorn.core.play import MOST_SEATS

__all__ = ["Z95", "Totals", "mean_interval", "ratio_interval", "summary", "t95"]

Z95 = 1.959963984540054  # a normal distribution's two-sided 95 % point


def t95(freedom: float) -> float:
    """Student's two-sided 95 % point, from the normal one by Fisher's series: right within 1 % from 3 up."""
    if freedom < 3:
        return 12.706 if freedom < 2 else 4.303
    z, n = Z95, freedom
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    )


def mean_interval(number: float, total: float, squares: float) -> tuple[float, float, float]:
    """The mean of some numbers and its 95 % interval, from their number, sum and sum of squares."""
    mean = total / number
    variance = max(0.0, squares - total * mean) / (number - 1)
    error = t95(number - 1) * sqrt(variance / number)
    return mean, mean - error, mean + error


def ratio_interval(
    number: int, totals: tuple[float, float], products: tuple[float, float, float]
) -> tuple[float, float | None]:
    """The ratio of two sums over groups, and half its 95 % interval, None for a single group.

    `totals` are the sums of x and of y, `products` those of x², xy and y², each taken over the groups.
    """
    ratio = totals[0] / totals[1]
    if number < 2:
        return ratio, None
    residual = products[0] - 2 * ratio * products[1] + ratio * ratio * products[2]
    variance = max(0.0, residual) / (number - 1)
    return ratio, t95(number - 1) * sqrt(variance * number) / totals[1]


@dataclass
class Totals:
    """The added-up totals of any number of parts of one simulation."""

    players: int
    sums: list[int] = field(default_factory=lambda: [0] * at.SIZE)

    def add(self, part: Sequence[int]) -> None:
        """Add a part's totals."""
        self.sums = [mine + its for mine, its in zip(self.sums, part, strict=True)]

    def __getitem__(self, name: str) -> int:
        return self.sums[at.SCALARS.index(name)]

    def histogram(self, start: int, bins: int) -> list[int]:
        return self.sums[start : start + bins]

    def statistics(self) -> dict[str, Any]:
        """Averages a round, shares and histograms, by name; empty if no round was played."""
        rounds, games = self["rounds"], self["games"]
        if not rounds:
            return {}
        finished = max(1, games - self["unfinished"])
        mean, error = self._mean_and_error("points", rounds * self.players)
        ahead, ahead_error = self._mean_and_error("starter_ahead", rounds)
        others, bonuses = self.players - 1, self._by_bonus()
        return {
            "rounds_per_game": rounds / games,
            "placements_per_round": self["placements"] / rounds,
            "draws_per_round": self["draws"] / rounds,
            "passes_per_round": self["passes"] / rounds,
            "bridges_per_round": (bonuses[Bonus.BRIDGE] + bonuses[Bonus.BESIDE]) / rounds,
            "beside_per_round": bonuses[Bonus.BESIDE] / rounds,
            "hexagons_per_round": sum(number for bonus, number in bonuses.items() if bonus.hexagons) / rounds,
            "two_hexagons_per_round": bonuses[Bonus.HEXAGON2] / rounds,
            "three_hexagons_per_round": bonuses[Bonus.HEXAGON3] / rounds,
            "blocked_share": self["blocked"] / rounds,
            "tied_share": self["tied"] / rounds,
            "points_per_seat_and_round": mean,
            "points_ci95": [mean - Z95 * error, mean + Z95 * error],
            "starter_ahead": ahead / others,
            "starter_ahead_ci95": [
                (ahead - Z95 * ahead_error) / others,
                (ahead + Z95 * ahead_error) / others,
            ],
            "starter_won_share": self["starter_won"] / rounds,
            "game_win_share": [wins / finished for wins in self.histogram(at.GAME_WINS, MOST_SEATS)[: self.players]],
            "round_win_share": [wins / rounds for wins in self.histogram(at.ROUND_WINS, MOST_SEATS)[: self.players]],
            "unfinished_games": self["unfinished"],
            "histograms": self._histograms(),
        }

    def _by_bonus(self) -> dict[Bonus, int]:
        """How many placements earned each bonus."""
        return {bonus: self.sums[at.BY_SHAPE + bonus.shape] for bonus in Bonus}

    def _mean_and_error(self, name: str, number: int) -> tuple[float, float]:
        """The mean of a quantity and its standard error, from its sum and the sum of its squares."""
        mean = self[name] / number
        variance = max(0.0, self[f"{name}_squared"] / number - mean * mean)
        return mean, sqrt(variance / number)

    def _histograms(self) -> dict[str, Any]:
        return {
            "placements": self.histogram(at.LENGTHS, at.LENGTH_BINS),
            "points": {
                "low": at.SCORE_LOW,
                "step": at.SCORE_STEP,
                "counts": self.histogram(at.SCORES, at.SCORE_BINS),
            },
            "bonuses": self.histogram(at.BONUSES, at.BONUS_BINS),
            "rounds": self.histogram(at.GAME_LENGTHS, at.ROUND_BINS),
        }


def summary(job: Job, totals: Totals, seconds: float, complete: bool) -> dict[str, Any]:
    """Everything that is known of a simulation, by the names of the JSON."""
    return {
        "edition": job.edition.id,
        "house_rules": dict(job.edition.house_rules()),
        "players": job.players,
        "bots": list(job.bots),
        "seed": job.seed,
        "games": totals["games"],
        "rounds": totals["rounds"],
        "complete": complete,
        "seconds": round(seconds, 3),
        "rounds_per_second": round(totals["rounds"] / max(seconds, 1e-9), 1),
        "machine": machine_info(),
        "statistics": totals.statistics(),
    }
