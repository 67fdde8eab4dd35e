"""Matches: pairing removes the luck of the deal, intervals count groups, and real choices are timed."""

from __future__ import annotations

import json
from random import Random

import pytest
from tests.arena.players import Dice, Slow, seated
from tests.cli.conftest import Run

from tricorn.arena.match import Match, MatchSums
from tricorn.core.totals import new_totals
from tricorn.editions import EDITIONS, PRESETS, Edition
from tricorn.errors import TricornError

CLASSIC = EDITIONS["pressman-classic"]


def play(
    a: str, b: str, groups: int, players: int = 2, by_rounds: bool = False, seed: int = 1, edition: Edition = CLASSIC
) -> MatchSums:
    sums = MatchSums(players)
    for part in Match(edition, a, b, players, groups, seed, by_rounds).parts():
        sums.add(part.play())
    return sums


@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("by_rounds", [False, True])
def test_a_bot_against_itself_is_exactly_even_on_paired_deals(players: int, by_rounds: bool) -> None:
    sums = play("greedy", "greedy", 40, players, by_rounds)
    assert sums.margin() == (0.0, 0.0, 0.0)
    rate, low, high = sums.win_rate()
    if not by_rounds:
        assert rate == pytest.approx(1 / players)
    assert low <= 1 / players <= high


def test_equals_with_different_luck_are_even_within_the_interval() -> None:
    with seated(Dice()):
        sums = play("dice", "random", 150, by_rounds=True)
    _, low, high = sums.win_rate()
    assert low < 0.5 < high
    assert high - low < 0.2
    margin, margin_low, margin_high = sums.margin()
    assert margin_low is not None
    assert margin_high is not None
    assert margin_low < 0 < margin_high
    assert margin_low < margin < margin_high


def test_greedy_beats_random() -> None:
    for by_rounds in (False, True):
        sums = play("greedy", "random", 500, by_rounds=by_rounds)
        assert sums.win_rate()[1] > 0.52
        margin, low, _ = sums.margin()
        assert low is not None
        assert low > 5
        other = play("random", "greedy", 500, by_rounds=by_rounds)
        assert other.margin()[0] == pytest.approx(-margin)
        assert other.win_rate()[0] == pytest.approx(1 - sums.win_rate()[0])


@pytest.mark.parametrize("edition", [CLASSIC, PRESETS["family"].edition])
def test_who_places_at_random_beats_gentle_two_times_in_three(edition: Edition) -> None:
    _, low, high = play("random", "gentle", 1000, edition=edition).win_rate()
    assert low > 0.6
    assert high < 0.75


@pytest.mark.parametrize(("better", "worse"), [("easy", "gentle"), ("medium", "easy")])
def test_each_level_beats_the_one_below(better: str, worse: str) -> None:
    assert play(better, worse, 500).win_rate()[1] > 0.6


def test_pairing_narrows_the_interval() -> None:
    paired = MatchSums(2)
    single = MatchSums(2)
    rng = Random(1)
    for _ in range(500):
        luck = rng.gauss(0, 50)
        first, second = round(luck + rng.gauss(3, 20)), round(-luck + rng.gauss(3, 20))
        paired.add_group(2, first + second, 2)
        single.add_group(2, round(luck + rng.gauss(3, 20)) * 2, 2)
    assert width(paired) < width(single) / 2


def width(sums: MatchSums) -> float:
    _, low, high = sums.margin()
    assert low is not None
    assert high is not None
    return high - low


def test_a_match_is_evaluated_by_groups() -> None:
    sums = MatchSums(2)
    sums.add_group(halves=4, margin=60, rounds=6)
    sums.add_group(halves=2, margin=-20, rounds=5)
    sums.add_group(halves=3, margin=10, rounds=4)
    assert sums["games"] == 6
    assert sums.win_rate()[0] == pytest.approx(4.5 / 6)
    margin, low, high = sums.margin()
    assert margin == pytest.approx(50 / 15)
    # By hand: residuals of the ratio 10/3 are 40, -36.67 and -3.33.
    error = 4.303 * ((40**2 + 36.6667**2 + 3.3333**2) / 2 * 3) ** 0.5 / 15
    assert low == pytest.approx(margin - error, rel=1e-4)
    assert high == pytest.approx(margin + error, rel=1e-4)


def test_the_margin_is_against_the_mean_of_the_others() -> None:
    sums = MatchSums(4)
    for _ in range(3):
        sums.add_group(halves=0, margin=90, rounds=10)
    assert list(sums.margin()) == pytest.approx([3.0, 3.0, 3.0])


def test_a_few_equal_groups_do_not_give_an_interval_of_width_zero() -> None:
    won = MatchSums(2)
    for _ in range(5):
        won.add_group(halves=4, margin=10, rounds=2)
    rate, low, high = won.win_rate()
    assert rate == high == 1.0
    assert low < 0.6


@pytest.mark.parametrize("truth", [0.5, 0.7, 0.95])
@pytest.mark.parametrize("groups", [10, 60])
def test_the_interval_of_the_win_rate_covers_the_truth_about_as_often_as_it_says(truth: float, groups: int) -> None:
    rng = Random(groups)
    covered = 0
    for _ in range(1000):
        sums = MatchSums(2)
        for _ in range(groups):
            sums.add_group(2 * ((rng.random() < truth) + (rng.random() < truth)), 0, 2)
        _, low, high = sums.win_rate()
        covered += low <= truth <= high
    assert covered >= 925


def test_the_real_choices_of_each_side_are_timed() -> None:
    with seated(Slow()):
        sums = play("slow", "greedy", 1)
        figures = sums.figures()
    assert figures["ms_per_choice"]["a"] > 4
    assert figures["ms_per_choice"]["b"] < 1
    assert figures["choices_timed"]["a"] > 20
    assert figures["choices_timed"]["b"] > 20


def test_policies_are_timed_on_some_games() -> None:
    figures = play("greedy", "random", 600).figures()
    assert 0 < figures["ms_per_choice"]["a"] < 1
    assert 100 < figures["choices_timed"]["a"] < 5000


def test_a_run_without_games_has_no_figures() -> None:
    assert MatchSums(2).figures() == {}


def test_the_same_deals_are_played_in_every_seat() -> None:
    match = Match(CLASSIC, "greedy", "random", 3, groups=2, seed=5)
    deals = [
        [seating.record_of(seating.seed_of(5, index), new_totals()).events[1:5] for seating in seatings]
        for index in range(2)
        for seatings in [match.seatings(one_by_one=False, log=True)]
    ]
    assert deals[0][0] == deals[0][1] == deals[0][2]
    assert deals[1][0] == deals[1][1] == deals[1][2]
    assert deals[0][0] != deals[1][0]
    assert [
        seating.names.index(name)
        for name, seating in zip(("greedy 1", "greedy 2", "greedy 3"), match.seatings(one_by_one=False), strict=True)
    ] == [0, 1, 2]


@pytest.mark.parametrize(
    ("a", "players", "groups", "words"),
    [
        ("nobody", 2, 5, "no bot 'nobody'"),
        ("greedy", 7, 5, "2 to 6 players"),
        ("greedy", 2, 0, "at least one deal"),
    ],
)
def test_an_impossible_match_is_refused(a: str, players: int, groups: int, words: str) -> None:
    with pytest.raises(TricornError, match=words):
        Match(CLASSIC, a, "greedy", players, groups, seed=1)


# The command.


def test_match_writes_the_json_of_the_design(tricorn: Run) -> None:
    done = tricorn("match", "greedy", "random", "--games", 50, "--seed", 3, "--workers", 1, "--json", "-")
    figures = json.loads(done.out)
    assert done.code == 0
    assert (figures["a"], figures["b"], figures["games"], figures["win_rate_of"]) == (
        "greedy",
        "random",
        50,
        "games",
    )
    assert figures["rounds"] > 100
    low, high = figures["win_rate_ci95"]
    assert 0 <= low <= figures["win_rate"] <= high <= 1
    low, high = figures["margin_ci95"]
    assert low <= figures["margin_per_round"] <= high
    assert set(figures["ms_per_choice"]) == {"a", "b"}
    assert (figures["edition"], figures["players"], figures["seed"]) == ("pressman-classic", 2, 3)
    assert figures["complete"] is True
    assert figures["seconds"] > 0


def test_match_by_rounds_plays_single_rounds(tricorn: Run) -> None:
    done = tricorn("match", "greedy", "random", "--rounds", 100, "--players", 4, "--seed", 3, "--json", "-")
    figures = json.loads(done.out)
    assert (figures["rounds"], figures["games"], figures["win_rate_of"]) == (100, 0, "rounds")


def test_match_plays_whole_groups(tricorn: Run) -> None:
    done = tricorn("match", "greedy", "random", "--games", 10, "--players", 3, "--seed", 3, "--json", "-")
    assert json.loads(done.out)["games"] == 12


def test_match_stops_when_the_interval_is_narrow_enough(tricorn: Run) -> None:
    done = tricorn(*("match", "greedy", "random", "--games", 200_000, "--until", 0.06, "--seed", 3, "--json", "-"))
    figures = json.loads(done.out)
    low, high = figures["win_rate_ci95"]
    assert high - low < 0.06
    assert figures["games"] < 10_000
    assert figures["complete"] is True


def test_match_prints_which_bot_is_better(tricorn: Run) -> None:
    done = tricorn("match", "greedy", "random", "--games", 20, "--seed", 3, "--edition", "spanish")
    assert done.code == 0
    first, *rest = done.out.splitlines()
    assert first.startswith("greedy against random: 20 games, ")
    assert "spanish for 2, 10 deals" in first
    assert [line.split("  ")[1].strip() for line in rest] == [
        "games won by greedy",
        "points ahead per round",
        "ms per choice, greedy",
        "ms per choice, random",
    ]


def test_a_match_of_one_deal_has_no_interval_for_the_margin(tricorn: Run) -> None:
    done = tricorn("match", "greedy", "random", "--games", 2, "--seed", 3, "--json", "-")
    assert json.loads(done.out)["margin_ci95"] == [None, None]
    assert tricorn("match", "greedy", "random", "--games", 2, "--seed", 3).code == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["greedy"], "required: B"),
        (["greedy", "nobody"], "no bot 'nobody'"),
        (["greedy", "random", "--games", "5", "--rounds", "5"], "not allowed with argument --games"),
        (["greedy", "random", "--games", "0"], "expected a whole number from 1 up, not '0'"),
        (["greedy", "random", "--until", "2"], "expected a width between 0 and 1, not '2'"),
        (["greedy", "random", "--seed", "-4"], "a seed is a whole number from 0"),
        (["greedy", "random", "--workers", "none"], "workers are a number of processes"),
        (["greedy", "random", "--players", "9"], "pressman-classic is for 2 to 6 players, not 9"),
    ],
)
def test_wrong_usage_is_one_line_and_code_2(tricorn: Run, arguments: list[str], words: str) -> None:
    done = tricorn("match", *arguments)
    assert done.code == 2
    assert words in done.err
    assert len(done.err.splitlines()) == 1
    assert not done.out
