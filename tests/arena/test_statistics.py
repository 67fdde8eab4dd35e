"""Figures and intervals, checked against numbers computed by hand, and intervals by how often they hold the truth."""

from __future__ import annotations

from math import sqrt
from random import Random
from statistics import fmean, stdev

import pytest

from tricorn.arena.job import Job
from tricorn.arena.statistics import Totals, mean_interval, ratio_interval, share_interval, summary, t95
from tricorn.editions import EDITIONS


@pytest.mark.parametrize(
    ("freedom", "point"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042), (120, 1.980), (1e9, 1.960)],
)
def test_students_points_are_those_of_the_tables(freedom: float, point: float) -> None:
    assert t95(freedom) == pytest.approx(point, rel=0.01)


def test_a_means_interval_is_that_of_the_textbook() -> None:
    numbers = [2.0, 3.5, 1.0, 4.0, 7.5]
    mean, low, high = mean_interval(5, sum(numbers), sum(x * x for x in numbers))
    assert mean == pytest.approx(fmean(numbers))
    assert (high - low) / 2 == pytest.approx(t95(4) * stdev(numbers) / sqrt(5))


def test_a_ratio_of_equal_groups_has_the_interval_of_a_mean() -> None:
    numbers = [2.0, 3.5, 1.0, 4.0, 7.5]
    squares = sum(x * x for x in numbers)
    ratio, error = ratio_interval(5, (sum(numbers), 15), (squares, 3 * sum(numbers), 45))
    mean, low, high = mean_interval(5, sum(numbers), squares)
    assert ratio == pytest.approx(mean / 3)
    assert error == pytest.approx((high - low) / 6)


def test_one_group_has_no_interval() -> None:
    assert ratio_interval(1, (12.0, 4.0), (144.0, 48.0, 16.0)) == (3.0, None)


def test_the_interval_of_a_ratio_covers_the_truth_about_as_often_as_it_says() -> None:
    rng = Random(1)
    covered = 0
    for _ in range(1000):
        sums = [0.0] * 5
        for _ in range(25):
            rounds = rng.randint(4, 9)
            margin = sum(rng.gauss(7.0, 60.0) for _ in range(rounds))
            for index, value in enumerate((margin, rounds, margin**2, margin * rounds, rounds**2)):
                sums[index] += value
        ratio, error = ratio_interval(25, (sums[0], sums[1]), (sums[2], sums[3], sums[4]))
        assert error is not None
        covered += abs(ratio - 7.0) <= error
    assert 920 <= covered <= 975


def totals(games: int = 4000, bots: tuple[str, ...] = ("greedy", "greedy")) -> Totals:
    summed = Totals(len(bots))
    for part in Job(EDITIONS["pressman-classic"], bots, games, seed=1).parts():
        summed.add(part.play())
    return summed


def test_the_known_figures_of_the_greedy_game_come_out() -> None:
    figures = totals().statistics()
    assert figures["placements_per_round"] == pytest.approx(36.7, abs=0.5)
    assert figures["hexagons_per_round"] == pytest.approx(0.93, abs=0.06)
    assert figures["bridges_per_round"] == pytest.approx(0.79, abs=0.06)
    assert figures["blocked_share"] == pytest.approx(0.27, abs=0.02)
    low, high = figures["starter_ahead_ci95"]
    assert low - 1 < 24.6 < high + 1


def test_shares_and_histograms_add_up() -> None:
    summed = totals(games=300, bots=("greedy", "random", "random"))
    figures = summed.statistics()
    rounds, games = summed["rounds"], summed["games"]
    assert games == 300
    assert sum(figures["game_win_share"]) == pytest.approx(1)
    assert sum(figures["round_win_share"]) + figures["tied_share"] == pytest.approx(1)
    histograms = figures["histograms"]
    assert sum(histograms["placements"]) == sum(histograms["bonuses"]) == rounds
    assert sum(histograms["points"]["counts"]) == 3 * rounds
    assert [sum(counts) for counts in histograms["points"]["by_seat"]] == [rounds] * 3
    assert fmean(figures["points_by_seat"]) == pytest.approx(figures["points_per_seat_and_round"])
    assert figures["points_by_seat"][0] > max(figures["points_by_seat"][1:])
    assert sum(histograms["rounds"]) == games
    mean = sum(number * count for number, count in enumerate(histograms["placements"])) / rounds
    assert mean == pytest.approx(figures["placements_per_round"])
    assert figures["rounds_per_game"] == pytest.approx(rounds / games)


def test_the_squares_are_those_of_the_histogram() -> None:
    summed = totals(games=300)
    counts = summed.statistics()["histograms"]["placements"]
    assert summed["placements_squared"] == sum(number**2 * count for number, count in enumerate(counts))
    lengths = summed.statistics()["histograms"]["rounds"]
    assert summed["rounds_squared"] == sum(number**2 * count for number, count in enumerate(lengths))


def test_a_shares_interval_is_wilsons() -> None:
    assert share_interval(10, 40) == pytest.approx((0.25, 0.1419, 0.4019), abs=1e-4)
    assert share_interval(0, 10)[:2] == (0.0, 0.0)
    assert share_interval(10, 10)[2] == 1.0


def test_totals_of_nothing_have_no_figures() -> None:
    assert Totals(2).statistics() == {}


def test_a_summary_says_what_was_run() -> None:
    edition = EDITIONS["spanish"].with_rules(target="200")
    figures = summary(Job(edition, ("greedy", "random"), 5, 1), totals(games=5), 2.0, True)
    assert figures["house_rules"] == {"target": "200"}
    assert figures["rounds_per_second"] == round(figures["rounds"] / 2, 1)
    assert figures["bots"] == ["greedy", "random"]
    assert "Python" in figures["machine"]
