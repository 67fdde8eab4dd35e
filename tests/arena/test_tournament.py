"""Tournaments: every pair on the same deals, ratings that agree with the results, and results that are saved."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.arena.players import Dice, seated
from tests.cli.conftest import Run

from tricorn.arena.faults import Faults, Played
from tricorn.arena.match import Match
from tricorn.arena.tournament import Results, Tournament, fit_strengths, ratings
from tricorn.arena.workers import run
from tricorn.editions import EDITIONS
from tricorn.errors import TricornError

CLASSIC = EDITIONS["pressman-classic"]
FIELD = ("random", "greedy", "heuristic")


def play(tournament: Tournament, workers: int = 1) -> Results:
    results = Results(len(tournament.pairs))
    assert run(tournament.remaining(results), workers, results.add)
    return results


def test_each_pair_plays_the_match_of_the_same_seed() -> None:
    tournament = Tournament(CLASSIC, FIELD, deals=130, seed=2)
    results = play(tournament, workers=2)
    assert results.games == 3 * 260
    for number, (a, b) in enumerate(tournament.pairs):
        match = Match(CLASSIC, FIELD[a], FIELD[b], groups=130, seed=2).play()
        assert results.sums(number).result() == match.result()


def test_ratings_order_the_bots_and_their_intervals_hold_them() -> None:
    tournament = Tournament(CLASSIC, ("greedy", "random", "heuristic"), deals=300, seed=1)
    ranking = ratings(tournament, play(tournament))
    assert [rating.bot for rating in ranking] == ["heuristic", "greedy", "random"]
    assert sum(rating.rating for rating in ranking) == pytest.approx(0, abs=1e-6)
    assert all(rating.low < rating.rating < rating.high for rating in ranking)
    assert ranking[0].low > ranking[2].high


def test_a_rating_of_two_bots_is_the_logarithm_of_their_odds() -> None:
    tournament = Tournament(CLASSIC, ("greedy", "random"), deals=50, seed=1)
    results = Results(1)
    results.add(Played([0, 0, *(3, 10, 6) * 50], Faults()))  # 75 of 100 games won; the fit adds a drawn game
    first, second = ratings(tournament, results)
    odds = 10 ** ((first.rating - second.rating) / 400)
    assert odds == pytest.approx(75.5 / 25.5, rel=1e-3)
    assert first.low == pytest.approx(first.rating, abs=0.1)  # every deal went the same way


@given(st.lists(st.lists(st.floats(0.5, 5000), min_size=5, max_size=5), min_size=5, max_size=5))
def test_with_the_fitted_strengths_every_bot_is_expected_to_win_as_much_as_it_did(wins: list[list[float]]) -> None:
    for bot, row in enumerate(wins):
        row[bot] = 0
    strengths = fit_strengths(wins)
    for a, own in enumerate(strengths):
        expected = sum((wins[a][b] + wins[b][a]) * own / (own + other) for b, other in enumerate(strengths))
        assert expected == pytest.approx(sum(wins[a]), rel=1e-5)


def test_a_bot_that_wins_everything_has_a_finite_rating() -> None:
    tournament = Tournament(CLASSIC, ("greedy", "random"), deals=10, seed=1)
    results = Results(1)
    results.add(Played([0, 0, *(4, 10, 6) * 10], Faults()))
    assert 0 < ratings(tournament, results)[0].rating < 1000


@pytest.mark.parametrize(
    ("bots", "words"),
    [
        (("greedy",), "at least two bots, not 1"),
        (("greedy", "greedy"), "greedy is named twice"),
        (("x", "y"), "no bot 'x'"),
    ],
)
def test_an_invalid_field_is_refused(bots: tuple[str, ...], words: str) -> None:
    with pytest.raises(TricornError, match=words):
        Tournament(CLASSIC, bots, 10, 1)


def test_the_command_prints_ratings_and_writes_json_and_a_page(tricorn: Run, tmp_path: Path) -> None:
    page, json_file = tmp_path / "page.html", tmp_path / "figures.json"
    arguments = (
        "tournament",
        *FIELD,
        "--games",
        101,
        "--seed",
        3,
        "--workers",
        1,
        "--report",
        page,
        "--json",
        json_file,
    )
    code, out, err = tricorn(*arguments)
    assert (code, err) == (0, "")
    assert re.search(r"1 heuristic +\+\d+ +[+-]\d+ to [+-]\d+ ", out)
    figures = json.loads(json_file.read_text())
    assert (figures["games"], len(figures["pairs"]), figures["complete"]) == (3 * 102, 3, True)
    command = "tricorn tournament random greedy heuristic --games 102 --edition pressman-classic --seed 3"
    assert figures["command"] == command
    text = page.read_text(encoding="utf-8")
    assert command in text
    assert f"Tricorn {figures['version']}, seed 3" in text
    assert text.count("<td>") > 20


def test_a_tournament_continues_where_it_was_stopped(tricorn: Run, tmp_path: Path) -> None:
    saved, command = tmp_path / "saved.jsonl", ("tournament", "dice", "greedy", "random", "--workers", 1, "--json", "-")
    with seated(Dice()):
        first = json.loads(tricorn(*command, "--games", 2, "--seed", 5, "--save", saved).out)
        lines = saved.read_bytes().splitlines(keepends=True)
        saved.write_bytes(b"".join(lines[:-1]) + lines[-1][:9])  # as if killed while writing
        second = json.loads(tricorn(*command, "--games", 4, "--save", saved).out)
        at_once = json.loads(tricorn(*command, "--games", 4, "--seed", 5).out)
        again = saved.read_bytes()
        third = json.loads(tricorn(*command, "--games", 4, "--save", saved).out)
    assert first["games"] == 6
    assert second["seed"] == 5
    assert second["pairs"] == at_once["pairs"] == third["pairs"]
    assert second["ratings"] == at_once["ratings"]
    assert saved.read_bytes() == again  # nothing was left to play


def test_results_of_another_tournament_are_refused_and_left_as_they_are(tricorn: Run, tmp_path: Path) -> None:
    saved = tmp_path / "saved.jsonl"
    tricorn("tournament", "greedy", "random", "--games", 2, "--seed", 1, "--save", saved)
    before = saved.read_bytes()
    code, _, err = tricorn("tournament", "greedy", "easy", "--games", 2, "--seed", 1, "--save", saved)
    assert code == 2
    assert "holds another tournament; expected the same bots, edition, house rules and seed" in err
    assert saved.read_bytes() == before
    saved.write_bytes(before.splitlines(keepends=True)[0] + b'{"part": [7, 0, 1, 1, 1], "faults": []}\n')
    code, _, err = tricorn("tournament", "greedy", "random", "--games", 2, "--save", saved)
    assert code == 2
    assert f"{saved}:2: expected a part of a tournament" in err


def test_a_match_writes_a_page(tricorn: Run, tmp_path: Path) -> None:
    page = tmp_path / "match.html"
    assert tricorn("match", "greedy", "random", "--games", 20, "--seed", 9, "--workers", 1, "--report", page).code == 0
    text = page.read_text(encoding="utf-8")
    command = "tricorn match greedy random --games 20 --players 2 --edition pressman-classic --seed 9"
    assert command in text
    assert "games won by greedy" in text
    assert text.count("<svg") == 2
