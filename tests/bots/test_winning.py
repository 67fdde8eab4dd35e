"""The chance of winning the game, by the scores between two rounds: shipped figures, and what is made of them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib import resources
from itertools import pairwise

import pytest

from tricorn.bots.winning import LEAD_WEIGHT, STAKE, round_end_values
from tricorn.core import layout as at
from tricorn.core.compile import floats
from tricorn.core.rules import NOBODY, rules_for
from tricorn.core.state import new_state
from tricorn.editions import EDITIONS, edition_named

DATA = json.loads(resources.files("tricorn.bots").joinpath("winning.json").read_text(encoding="utf-8"))
CHANCES: list[list[float]] = DATA["two_players"]


def end_values(scores: Sequence[int], winner: int = NOBODY, edition: str = "pressman-classic") -> list[float]:
    """The value of the end of a round with these scores to each seat."""
    state, array = new_state(len(scores)), floats(6)
    state[at.WINNER] = winner
    for seat, score in enumerate(scores):
        state[at.SCORES + seat] = score
    round_end_values(state, rules_for(edition_named(edition)), array)
    return [float(array[seat]) for seat in range(len(scores))]


def values(scores: Sequence[int], winner: int = NOBODY, edition: str = "pressman-classic") -> list[float]:
    """The same without the value of the lead: each seat's share of the stake."""
    total, others = sum(scores), len(scores) - 1
    leads = [score - (total - score) / others for score in scores]
    return [value - LEAD_WEIGHT * lead for value, lead in zip(end_values(scores, winner, edition), leads, strict=True)]


def test_the_table_has_the_size_it_says() -> None:
    assert len(CHANCES) == DATA["size"]
    assert {len(row) for row in CHANCES} == {DATA["size"]}
    assert DATA["size"] * DATA["step"] > 400


def test_every_chance_is_between_zero_and_one() -> None:
    assert all(0 <= chance <= 1 for row in CHANCES for chance in row)


def test_what_one_wins_the_other_loses() -> None:
    for row in range(DATA["size"]):
        for column in range(DATA["size"]):
            assert CHANCES[row][column] + CHANCES[column][row] == pytest.approx(1, abs=0.001)


def test_having_fewer_points_to_go_is_never_worse() -> None:
    for row in CHANCES:
        assert all(more >= less - 0.005 for less, more in pairwise(row))
    for column in zip(*CHANCES, strict=True):
        assert all(more <= less + 0.005 for less, more in pairwise(column))


def test_an_equal_game_is_even_and_a_large_lead_nearly_won() -> None:
    for place in range(DATA["size"]):
        assert CHANCES[place][place] == pytest.approx(0.5, abs=0.001)
    assert values([390, 0])[0] > 0.95 * STAKE
    assert values([0, 390])[0] < 0.05 * STAKE


def test_more_players_have_a_scale_each() -> None:
    scales = DATA["more_players"]
    assert len(scales) == 4
    for at_once, by_points in scales:
        # From the first points of a game to the last, the scale stays a scale.
        assert all(at_once + by_points * to_go > 1 for to_go in (0, 100, 400, 600))


@pytest.mark.parametrize(
    "scores",
    [
        (0, 0),
        (120, 95),
        (399, 399),
        (-300, 350),
        (-900, -900),
        (17, 399),
        (0, 0, 0),
        (50, 399, -80, 210),
        (1, 2, 3, 4, 5, 6),
    ],
)
def test_the_stake_is_shared_out_and_nothing_else(scores: tuple[int, ...]) -> None:
    shares = values(scores)
    assert sum(shares) == pytest.approx(STAKE, abs=1e-6)
    lead = max(scores) - min(scores)
    assert all(-0.03 * lead <= value <= STAKE + 0.03 * lead for value in shares)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_equal_scores_are_worth_the_same_to_everybody(players: int) -> None:
    for score in (-100, 0, 250, 399):
        assert values([score] * players) == pytest.approx([STAKE / players] * players)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_another_point_is_never_worth_less(players: int) -> None:
    others = [100, 240, 180, 60, 130][: players - 1]
    own = [values([score, *others])[0] for score in range(-150, 400, 10)]
    assert all(more > less - 2 for less, more in pairwise(own))
    assert own[-1] > own[0] + STAKE / 4


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("scores", "round_winner", "seat"),
    [((400, 399), 0, 0), ((90, 401), 0, 1), ((510, 90, 20), 0, 0), ((-5, 12, 30, 402), NOBODY, 3)],
)
def test_at_the_end_of_a_game_the_winner_has_everything(
    edition: str, scores: tuple[int, ...], round_winner: int, seat: int
) -> None:
    shares = values(scores, round_winner, edition)
    span = 0.03 * (max(scores) - min(scores))
    for other, value in enumerate(shares):
        assert value == pytest.approx(STAKE if other == seat else 0, abs=span)


def test_of_two_beyond_the_target_the_editions_winner_has_everything() -> None:
    """R12: the round's winner, or in the Spanish edition the highest score."""
    assert values([410, 450], winner=0)[0] > 0.9 * STAKE
    assert values([410, 450], winner=0, edition="spanish")[1] > 0.9 * STAKE


def test_a_game_that_is_tied_beyond_the_target_goes_on_and_is_even() -> None:
    assert values([420, 420], edition="spanish") == pytest.approx([STAKE / 2] * 2)


def test_a_lead_counts_in_addition_to_the_chance_of_winning() -> None:
    close, far = end_values([400, 390], winner=0)[0], end_values([480, 200], winner=0)[0]
    assert far - close == pytest.approx(LEAD_WEIGHT * (280 - 10))


def test_a_game_won_by_a_point_is_worth_more_than_one_lost_by_any_usual_margin() -> None:
    assert end_values([400, 399], winner=0)[0] > end_values([390, 402], winner=1)[0] + STAKE * 0.9


def test_a_house_with_another_target_counts_the_points_to_go() -> None:
    for target in (100, 250, 1000):
        scores = [target - 40, target - 200]
        lead = values(scores, edition=f"wooden target={target}")
        assert lead == pytest.approx(values([360, 200]))


def test_a_lead_counts_in_a_game_to_a_high_target_too() -> None:
    """A lead of 150 with 2,000 points to go still counts."""
    own, other = values([150, 0], edition="wooden target=2000")
    assert own - other > STAKE / 20
