"""A match with luck taken out: the same games, the same mean, a smaller variance."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from tests.cli.conftest import Run

from tricorn.arena.luck_adjusted import adjust
from tricorn.arena.match import Match, MatchSums
from tricorn.editions import edition_named

SHORT = edition_named("pressman-classic target=60")


def play(luck_adjusted: bool) -> MatchSums:
    sums = MatchSums(2)
    for part in Match(SHORT, "medium", "easy", 2, 4, 1, luck_adjusted=luck_adjusted).parts():
        sums.add(part.play())
    return sums


def test_the_games_are_the_same_with_and_without_luck() -> None:
    plain, adjusted = play(False), play(True)
    assert plain.win_rate() == adjusted.win_rate()
    assert plain.margin() == adjusted.margin()
    assert plain["rounds"] == adjusted["rounds"]
    assert plain.without_luck() is None
    figures = adjusted.without_luck()
    assert figures is not None
    low, high = figures["margin_per_round_ci95"]
    assert low < figures["margin_per_round"] < high


def sums_for(results: list[float], luck: list[float]) -> tuple[tuple[float, float], tuple[float, float], float]:
    """The sums that `adjust` takes."""
    squares = [(sum(numbers), sum(number * number for number in numbers)) for numbers in (results, luck)]
    return squares[0], squares[1], sum(one * other for one, other in zip(results, luck, strict=True))


def test_luck_that_explains_a_result_leaves_the_mean_and_a_small_error() -> None:
    rng = Random(1)
    luck = [rng.gauss(0, 1) for _ in range(400)]
    results = [0.3 + chance + rng.gauss(0, 0.5) for chance in luck]
    adjusted = adjust(400, *sums_for(results, luck))
    assert adjusted.share == pytest.approx(1, abs=0.1)
    assert adjusted.factor == pytest.approx(5, rel=0.2)
    assert sum(results) / 400 + adjusted.change == pytest.approx(0.3, abs=2 * adjusted.error)
    assert adjusted.error == pytest.approx(1.96 * 0.5 / 20, rel=0.15)


def test_luck_that_explains_nothing_is_left_alone() -> None:
    rng = Random(2)
    luck, results = ([rng.gauss(0, 1) for _ in range(400)] for _ in range(2))
    adjusted = adjust(400, *sums_for(results, luck))
    assert adjusted.share == pytest.approx(0, abs=0.15)
    assert adjusted.factor == pytest.approx(1, abs=0.05)


def test_the_command_shows_results_without_luck(tricorn: Run, tmp_path: Path) -> None:
    command = ("match", "medium", "easy", "--games", 6, "--seed", 1, "--rule", "target=60", "--luck-adjusted")
    done = tricorn(*command, "--json", tmp_path / "figures.json", "--workers", 1)
    adjusted = json.loads((tmp_path / "figures.json").read_text())["luck_adjusted"]
    assert adjusted["win_rate_ci95"][0] < adjusted["win_rate"] < adjusted["win_rate_ci95"][1]
    assert adjusted["margin_per_round_variance_factor"] > 0
    assert "luck subtracted" in done.out


def test_too_few_deals_have_no_result_without_luck(tricorn: Run) -> None:
    done = tricorn("match", "medium", "easy", "--games", 2, "--rule", "target=60", "--luck-adjusted", "--workers", 1)
    assert (done.code, done.err) == (0, "")
    assert "luck subtracted" not in done.out


def test_single_rounds_have_no_luck_of_a_game(tricorn: Run) -> None:
    done = tricorn("match", "medium", "easy", "--rounds", 6, "--luck-adjusted")
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert "--games" in done.err
